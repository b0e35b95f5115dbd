//! A variant worked out: its experiment, its texts with their numbers, and its answers.

use std::sync::Arc;

use ndarray::Array2;

use super::answer::{Answer, Bench};
use super::check::{Reply, check};
use super::error::{ExerciseError, Flaw};
use super::format::{ExerciseFile, Question};
use super::reference::Kind;
use super::variant::{Names, fill};
use crate::experiment::{Experiment, Prepared, Texts};
use crate::graph::{Control, Site};

/// One variant of an exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The exercise.
    pub file: Arc<ExerciseFile>,
    /// Which variant.
    pub number: u64,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What is asked for.
    pub label: Texts,
    /// How it is to be written.
    pub convention: Texts,
    /// The kind of answer.
    pub kind: Kind,
    /// The right answer.
    pub answer: Answer,
    /// The site whose rows and columns the answer has, where it has those of one.
    pub site: Option<Site>,
    /// What there is to choose from.
    pub options: Vec<Texts>,
    /// Largest difference allowed.
    pub tolerance: f64,
    /// The same as a part of the number expected, on top of that.
    pub relative: f64,
    /// Wrong answers that are often given, and what to say to them.
    pub mistakes: Vec<(Answer, Texts)>,
}

/// A matrix that is shown with the statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// Its numbers.
    pub numbers: Array2<f64>,
    /// The site whose rows and columns it has, where it has those of one.
    pub site: Option<Site>,
}

/// A variant that was worked out.
#[derive(Clone, Debug)]
pub struct Worked {
    /// Which.
    pub variant: Variant,
    /// The experiment that it stands on.
    pub prepared: Arc<Prepared>,
    /// What to do.
    pub statement: Texts,
    /// What is given.
    pub given: Vec<Shown>,
    /// What is asked for.
    pub asked: Vec<Asked>,
    /// Help, one after the other.
    pub hints: Vec<Texts>,
    /// How it is done.
    pub solution: Texts,
    /// Where the numbers are.
    pub sites: Vec<Site>,
}

impl Variant {
    /// The experiment of this variant, before it is built or run.
    ///
    /// # Errors
    /// A change that cannot be made, with its place in the file.
    pub fn experiment(&self) -> Result<Experiment, ExerciseError> {
        let exercise = &self.file.exercise;
        let names = Names::of_variant(&exercise.variables, self.number);
        names.and_then(|names| exercise.experiment(self.number, &names)).map_err(|flaw| self.file.blame(self.number, flaw))
    }

    /// The next variant that differs from this one; `None` where nothing varies.
    pub fn next(&self) -> Option<Self> {
        /// Few lists are so short that all draws in a row agree.
        const TRIES: u64 = 64;
        let variables = &self.file.exercise.variables;
        let own = Names::of_variant(variables, self.number).ok()?;
        let differs = |number: &u64| Names::of_variant(variables, *number).is_ok_and(|other| other != own);
        (1..=TRIES).map(|step| self.number.wrapping_add(step)).find(differs).map(|number| Self { file: Arc::clone(&self.file), number })
    }

    /// Builds and runs what the answers need.
    ///
    /// # Errors
    /// The first thing that cannot be had, with its place in the file; or a stop.
    pub fn work_out(&self, control: &Control) -> Result<Worked, ExerciseError> {
        self.work(control).map_err(|flaw| self.file.blame(self.number, flaw))
    }

    fn work(&self, control: &Control) -> Result<Worked, Flaw> {
        let exercise = &self.file.exercise;
        let variables = Names::of_variant(&exercise.variables, self.number)?;
        let experiment = exercise.experiment(self.number, &variables)?;
        let mut bench = Bench::new(experiment, &variables, self.file.folder(), control)?;
        let mut names = variables.clone();
        for named in &exercise.values {
            names.insert(&named.name, bench.answer(&named.is)?.into())?;
        }
        let mut bench = bench.with_names(&names);
        let texts = |texts: &Texts| filled(texts, &names);
        let given = exercise.given.iter().map(|named| {
            let Answer::Numbers(numbers) = bench.answer(&named.is)? else { return Err(Flaw::Words) };
            let site = named.is.address().map(|address| address.site(&names)).transpose()?;
            Ok(Shown { name: named.name.clone(), numbers, site })
        });
        let given = given.collect::<Result<_, _>>()?;
        let asked = exercise.questions.iter().map(|question| asked(&mut bench, &names, question)).collect::<Result<_, _>>()?;
        let sites = exercise.solution.sites.iter().map(|address| {
            let site = address.site(&names)?;
            let known = bench.prepared().is_some_and(|prepared| prepared.graph.find(site).is_some());
            if known { Ok(site) } else { Err(Flaw::NoSite { text: address.text().to_owned(), site }) }
        });
        let sites = sites.collect::<Result<_, _>>()?;
        let prepared = bench.prepared().map(Arc::clone).ok_or(Flaw::NoAnswers)?;
        Ok(Worked {
            variant: self.clone(),
            prepared,
            statement: texts(&exercise.statement)?,
            given,
            asked,
            hints: exercise.hints.iter().map(texts).collect::<Result<_, _>>()?,
            solution: texts(&exercise.solution.text)?,
            sites,
        })
    }
}

impl Worked {
    /// The questions whose own answers their check would refuse: none, in an exercise that is right.
    pub fn refuted(&self) -> Vec<&str> {
        let refuted = self.asked.iter().filter(|asked| !check(asked, &Reply::of_answer(&asked.answer)).is_right());
        refuted.map(|asked| asked.label.any()).collect()
    }
}

fn filled(texts: &Texts, names: &Names) -> Result<Texts, Flaw> {
    Ok(Texts { en: fill(&texts.en, names)?, es: fill(&texts.es, names)? })
}

fn asked(bench: &mut Bench<'_>, names: &Names, question: &Question) -> Result<Asked, Flaw> {
    let mistakes = question.mistakes.iter().map(|mistake| Ok((bench.answer(&mistake.answer)?, filled(&mistake.says, names)?)));
    let mistakes = mistakes.collect::<Result<_, Flaw>>()?;
    Ok(Asked {
        label: filled(&question.label, names)?,
        convention: filled(&question.convention, names)?,
        kind: question.answer.kind(),
        answer: bench.answer(&question.answer)?,
        site: question.answer.address().map(|address| address.site(names)).transpose()?,
        options: question.options.iter().map(|option| filled(option, names)).collect::<Result<_, _>>()?,
        tolerance: question.tolerance,
        relative: question.relative,
        mistakes,
    })
}
