//! `exercise`: what it asks, and with `--solution` what is right.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Status;
use super::failure::Failure;
use super::named::named;
use super::output::Console;
use super::table::{Flush, TextTable};
use crate::experiment::Texts;
use crate::experiment::exercises::{self, Answer, Asked, ExerciseFile, Topic, Value, Variant, Worked};
use crate::graph::Control;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped exercise; all are listed where none is given
    #[arg(value_name = "FILE|EXERCISE")]
    exercise: Option<PathBuf>,
    /// Which variant: 0 has the numbers of the document
    #[arg(long, default_value = "0")]
    variant: u64,
    /// With the answers
    #[arg(long)]
    solution: bool,
    /// The language
    #[arg(long, default_value = "en", value_parser = named(vec![("en", Tongue::English), ("es", Tongue::Spanish)]))]
    lang: Tongue,
}

/// The language of the texts of exercises; the rest of the command line is English.
#[derive(Clone, Copy, Debug)]
enum Tongue {
    English,
    Spanish,
}

impl Tongue {
    fn of(self, texts: &Texts) -> &str {
        match self {
            Self::Spanish if !texts.es.is_empty() => &texts.es,
            Self::Spanish | Self::English => texts.any(),
        }
    }

    /// What a topic is called: in English as files call it.
    fn topic(self, topic: Topic) -> String {
        match self {
            Self::English => return format!("{topic:?}"),
            Self::Spanish => match topic {
                Topic::Tokens => "Tokens",
                Topic::Positions => "Posiciones",
                Topic::Projections => "Consultas, claves y valores",
                Topic::Scores => "Puntuaciones",
                Topic::Scaling => "Escalado",
                Topic::Softmax => "Softmax",
                Topic::Masks => "Máscaras",
                Topic::Heads => "Cabezas",
                Topic::FeedForward => "Red por posición",
                Topic::Residual => "Conexiones residuales",
                Topic::Norms => "Normalización",
                Topic::Decoder => "Decodificador",
                Topic::CrossAttention => "Atención cruzada",
                Topic::Decoding => "Generación",
                Topic::Parameters => "Parámetros",
                Topic::Cost => "Coste",
                Topic::Errors => "Errores frecuentes",
            },
        }
        .to_owned()
    }
}

/// Shows one exercise, or lists all.
pub(super) fn exercise(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let Some(named) = &arguments.exercise else {
        list(arguments.lang).write(console.out)?;
        return Ok(Status::Well);
    };
    let file = find(named)?;
    let worked = Variant { file, number: arguments.variant }.work_out(&Control::default())?;
    show(&worked, arguments, console.out)?;
    Ok(Status::Well)
}

/// What an argument names: a file, or a shipped exercise.
fn find(named: &Path) -> Result<Arc<ExerciseFile>, Failure> {
    let shipped = named.to_str().filter(|_| !named.is_file() && named.extension().is_none());
    Ok(match shipped {
        Some(name) => exercises::exercise(name)?,
        None => Arc::new(ExerciseFile::load(named)?),
    })
}

/// Name and title of an exercise, for the first line of what is told about it.
pub(super) fn heading(file: &ExerciseFile) -> String {
    let name = file.path.as_ref().map_or_else(|| file.name.clone(), |path| path.display().to_string());
    format!("{name}: {}", file.exercise.title.any())
}

fn list(tongue: Tongue) -> TextTable {
    let mut table = TextTable::new([Flush::Left]);
    for topic in Topic::ALL {
        for file in exercises::exercises().iter().filter(|file| file.exercise.topic == topic) {
            table.row([tongue.topic(topic), file.name.clone(), tongue.of(&file.exercise.title).to_owned()]);
        }
    }
    table
}

fn show(worked: &Worked, arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let tongue = arguments.lang;
    let exercise = &worked.variant.file.exercise;
    writeln!(out, "{} ({} {})", tongue.of(&exercise.title), worked.variant.file.name, worked.variant.number)?;
    writeln!(out, "{}", tongue.of(&worked.statement))?;
    for shown in &worked.given {
        writeln!(out, "\n{} = {}", shown.name, Value::from(Answer::Numbers(shown.numbers.clone())).written(None))?;
    }
    for (number, asked) in (1..).zip(&worked.asked) {
        let convention = tongue.of(&asked.convention);
        let convention = if convention.is_empty() { String::new() } else { format!(" ({convention})") };
        writeln!(out, "\n{number}. {}{convention}", tongue.of(&asked.label))?;
        for (option, texts) in asked.options.iter().enumerate() {
            writeln!(out, "   {option}  {}", tongue.of(texts))?;
        }
        if arguments.solution {
            writeln!(out, "   = {}", right(asked, tongue))?;
        }
    }
    if arguments.solution {
        writeln!(out, "\n{}", tongue.of(&worked.solution))?;
        for site in &worked.sites {
            writeln!(out, "   {site}")?;
        }
    }
    Ok(())
}

fn right(asked: &Asked, tongue: Tongue) -> String {
    match &asked.answer {
        Answer::Choice(choice) => asked.options.get(*choice).map_or_else(String::new, |texts| tongue.of(texts).to_owned()),
        answer => Value::from(answer.clone()).written(None),
    }
}
