//! The document of an exercise, and reading it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::amount::Address;
use super::error::{ExerciseError, Flaw};
use super::limits::{Lock, Screen};
use super::reference::{Kind, Reference};
use super::settings::Setting;
use super::variant::{Names, Value, Variable, fill};
use crate::experiment::format::options;
use crate::experiment::syntax::located;
use crate::experiment::{Experiment, Preset, Texts, read_text};

/// The version of the format that this program reads.
pub const VERSION: u32 = 1;

/// What an exercise is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Topic {
    /// From text to numbers.
    Tokens,
    /// Telling positions apart.
    Positions,
    /// Queries, keys and values.
    Projections,
    /// Q·Kᵀ.
    Scores,
    /// Why scores are divided.
    Scaling,
    /// From scores to weights.
    Softmax,
    /// Who may see whom.
    Masks,
    /// Several heads.
    Heads,
    /// The feed-forward network.
    FeedForward,
    /// Residual connections.
    Residual,
    /// Norms.
    Norms,
    /// The decoder.
    Decoder,
    /// From the decoder to the encoder.
    CrossAttention,
    /// Choosing tokens.
    Decoding,
    /// Counting weights.
    Parameters,
    /// How the cost grows.
    Cost,
    /// What is often done wrong.
    Errors,
}

impl Topic {
    /// All of them, in the order of a course.
    pub const ALL: [Self; 17] = [
        Self::Tokens,
        Self::Positions,
        Self::Projections,
        Self::Scores,
        Self::Scaling,
        Self::Softmax,
        Self::Masks,
        Self::Heads,
        Self::FeedForward,
        Self::Residual,
        Self::Norms,
        Self::Decoder,
        Self::CrossAttention,
        Self::Decoding,
        Self::Parameters,
        Self::Cost,
        Self::Errors,
    ];
}

/// The experiment that an exercise stands on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Base {
    /// A shipped preset.
    Preset(String),
    /// An experiment of its own.
    Inline(Box<Experiment>),
}

/// A value that a text speaks of.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its name: in braces in texts, or over its numbers.
    pub name: String,
    /// What it is.
    pub is: Reference,
}

/// A wrong answer that is often given, and what to say to it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// The wrong answer, computed like the right one.
    pub answer: Reference,
    /// What went wrong.
    pub says: Texts,
}

/// One thing that is asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What.
    pub label: Texts,
    /// How it is to be written: "row vectors, x·W", "two decimals suffice".
    #[serde(default)]
    pub convention: Texts,
    /// The answer.
    pub answer: Reference,
    /// Largest difference allowed.
    #[serde(default = "two_decimals")]
    pub tolerance: f64,
    /// Largest difference allowed as a part of the number expected, on top of that.
    #[serde(default)]
    pub relative: f64,
    /// What there is to choose from.
    #[serde(default)]
    pub options: Vec<Texts>,
    /// Wrong answers that deserve a word.
    #[serde(default)]
    pub mistakes: Vec<Mistake>,
}

/// Half a unit of the second decimal, and what rounding on the way may add.
fn two_decimals() -> f64 {
    0.006
}

/// How it is done, and where to see it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Explanation {
    /// In words.
    pub text: Texts,
    /// Where the numbers are.
    pub sites: Vec<Address>,
}

/// An exercise as a teacher writes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// Version of the format.
    pub version: u32,
    /// Name.
    pub title: Texts,
    /// What it is about.
    pub topic: Topic,
    /// Where it comes from.
    #[serde(default)]
    pub source: Texts,
    /// What to do.
    pub statement: Texts,
    /// What it stands on.
    pub experiment: Base,
    /// What is changed in that.
    #[serde(default)]
    pub changes: Vec<Setting>,
    /// What differs from variant to variant.
    #[serde(default)]
    pub variables: Vec<Variable>,
    /// Values that texts speak of.
    #[serde(default)]
    pub values: Vec<Named>,
    /// Matrices that are shown with the statement.
    #[serde(default)]
    pub given: Vec<Named>,
    /// What is asked for.
    #[serde(rename = "answers")]
    pub questions: Vec<Question>,
    /// Help, one after the other.
    #[serde(default)]
    pub hints: Vec<Texts>,
    /// How it is done.
    #[serde(default)]
    pub solution: Explanation,
    /// What would give the answer away.
    #[serde(default)]
    pub hide: Vec<Screen>,
    /// Choices that are held fast.
    #[serde(default)]
    pub lock: Vec<Lock>,
}

impl Exercise {
    /// All texts, each with what it is.
    fn texts(&self) -> impl Iterator<Item = (&'static str, &Texts)> {
        let whole = [("title", &self.title), ("source", &self.source), ("statement", &self.statement), ("solution", &self.solution.text)];
        let hints = self.hints.iter().map(|hint| ("hints", hint));
        let asked = self.questions.iter().flat_map(|question| {
            let options = question.options.iter().map(|option| ("options", option));
            let says = question.mistakes.iter().map(|mistake| ("says", &mistake.says));
            [("label", &question.label), ("convention", &question.convention)].into_iter().chain(options).chain(says)
        });
        whole.into_iter().chain(hints).chain(asked)
    }

    /// The texts that are missing in one of the two languages, by the names of their fields.
    pub fn untranslated(&self) -> Vec<&'static str> {
        let half = |texts: &Texts| texts.en.trim().is_empty() != texts.es.trim().is_empty();
        self.texts().filter(|(_, texts)| half(texts)).map(|(name, _)| name).collect()
    }

    /// What can be wrong without anything being run.
    fn check(&self) -> Result<(), Flaw> {
        for (name, texts) in self.texts() {
            let may_be_empty = matches!(name, "source" | "solution" | "convention");
            if !may_be_empty && texts.en.trim().is_empty() && texts.es.trim().is_empty() {
                return Err(Flaw::Empty(name));
            }
        }
        if self.questions.is_empty() {
            return Err(Flaw::NoAnswers);
        }
        for question in &self.questions {
            let options = question.options.len();
            match question.answer {
                Reference::Choice(choice) if choice >= options => return Err(Flaw::Choice { choice, options }),
                _ if question.answer.is_literal() => return Err(Flaw::Literal),
                _ if question.answer.kind() != Kind::Choice && options > 0 => return Err(Flaw::Options),
                _ => {}
            }
        }
        for number in [0, 1] {
            let mut names = Names::of_variant(&self.variables, number)?;
            self.experiment(number, &names)?;
            for named in &self.values {
                names.insert(&named.name, Value::Number(0.0))?;
            }
            for (_, texts) in self.texts() {
                fill(&texts.en, &names)?;
                fill(&texts.es, &names)?;
            }
        }
        Ok(())
    }

    /// The experiment of a variant. What it expects elsewhere is not expected here, and would give answers away.
    pub(super) fn experiment(&self, number: u64, names: &Names) -> Result<Experiment, Flaw> {
        let mut experiment = match &self.experiment {
            Base::Preset(name) => Experiment::clone(&*Preset::find(name)?.experiment()?),
            Base::Inline(experiment) => Experiment::clone(experiment),
        };
        for setting in &self.changes {
            setting.apply(&mut experiment, names)?;
        }
        let numbered = |title: &String| if number == 0 { title.clone() } else { format!("{title} · {number}") };
        experiment.title = Texts { en: numbered(&self.title.en), es: numbered(&self.title.es) };
        experiment.about = Texts::default();
        experiment.expect.clear();
        experiment.check_in.clear();
        Ok(experiment)
    }
}

/// An exercise with the file that it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct ExerciseFile {
    /// Its name: that of the file without its ending.
    pub name: String,
    /// Where it is, unless it is shipped.
    pub path: Option<PathBuf>,
    /// What it says.
    pub exercise: Exercise,
    text: Arc<str>,
}

impl ExerciseFile {
    /// Reads an exercise from text; `name` stands for it in errors.
    ///
    /// # Errors
    /// What is wrong, with line and column.
    ///
    /// ```
    /// use transformer_lab::experiment::exercises::ExerciseFile;
    /// let error = ExerciseFile::from_text("(version: 1,\n titel: ())", "mine.ron").unwrap_err();
    /// assert!(error.to_string().starts_with("mine.ron:2:"));
    /// ```
    pub fn from_text(text: &str, name: &str) -> Result<Self, ExerciseError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        if let Ok(Versioned { version }) = options().from_str(text)
            && version != VERSION
        {
            return Err(ExerciseError::Version { name: name.to_owned(), version });
        }
        let exercise: Exercise = options().from_str(text).map_err(|error| {
            let (line, column, problem) = located(text, error);
            ExerciseError::Format { name: name.to_owned(), line, column, problem }
        })?;
        exercise.check().map_err(|flaw| {
            let (line, column) = flaw.place(text);
            ExerciseError::Flaw { name: name.to_owned(), line, column, flaw }
        })?;
        let stem = Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { name: stem, path: None, exercise, text: text.into() })
    }

    /// Reads an exercise from a file.
    ///
    /// # Errors
    /// A file that cannot be read, or what is wrong in it.
    pub fn load(path: &Path) -> Result<Self, ExerciseError> {
        let text = read_text(path).map_err(|error| ExerciseError::Read { path: path.to_owned(), error })?;
        Ok(Self { path: Some(path.to_owned()), ..Self::from_text(&text, &path.display().to_string())? })
    }

    /// The folder that files of weights are relative to.
    pub fn folder(&self) -> Option<&Path> {
        self.path.as_deref().and_then(Path::parent)
    }

    /// What went wrong in a variant, with its place in the file.
    pub(super) fn blame(&self, variant: u64, flaw: Flaw) -> ExerciseError {
        let (line, column) = flaw.place(&self.text);
        let name = self.path.as_ref().map_or_else(|| format!("{}.ron", self.name), |path| path.display().to_string());
        ExerciseError::Work { name, line, column, variant, flaw }
    }
}

/// Whether a text is meant as an exercise rather than an experiment: only an exercise has these fields. It need not be right or
/// whole, so that its errors are told as those of an exercise.
///
/// ```
/// # use transformer_lab::experiment::exercises::is_exercise;
/// assert!(is_exercise("(version: 1, title: (en: \"Heads\"),\n    topic: Heads, stat"));
/// assert!(!is_exercise("(version: 1, title: (en: \"On a topic: heads\"))"));
/// ```
pub fn is_exercise(text: &str) -> bool {
    const OWN: [&str; 3] = ["topic:", "statement:", "answers:"];
    text.lines().any(|line| OWN.iter().any(|field| line.trim_start().trim_start_matches('(').starts_with(field)))
}
