//! A generation of the open experiment, made on a thread of its own: its steps are there as they come.

use std::sync::{Arc, Mutex, PoisonError};

use super::task::{Report, Task, Wake};
use crate::experiment::{AnyLanguageModel, Generated, NoGeneration, Outcome, Prepared, begin_with, language_model, room_for_tokens};
use crate::transformer::decoding::{DecodingConfig, Strategy};

/// What can be done with a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generate {
    /// Take one step.
    Step,
    /// Take all steps that are left.
    Run,
    /// Take no further step; those there are stay.
    Stop,
    /// Forget the steps.
    Reset,
}

/// Tokens of an experiment that names no length: enough to see how it goes on.
const LENGTH: usize = 20;

/// How the tokens of an experiment are chosen: as it says, or else greedily.
pub fn decoding(prepared: &Prepared) -> DecodingConfig {
    let greedy = || DecodingConfig::new(Strategy::Greedy, room_for_tokens(prepared).map_or(LENGTH, |room| room.clamp(1, LENGTH)));
    prepared.experiment.decoding.clone().unwrap_or_else(greedy)
}

/// A generation with the steps taken so far.
pub struct Generating {
    outcome: Arc<Outcome>,
    config: DecodingConfig,
    /// Work that was stopped may hold the model until its step ends; the work after it waits on its own thread.
    model: Arc<Mutex<AnyLanguageModel>>,
    generated: Generated,
    trouble: Option<NoGeneration>,
    task: Task<Found>,
}

enum Found {
    /// One step more.
    Step(Generated),
    /// A step that could not be taken.
    Trouble(NoGeneration),
}

impl Generating {
    /// A generation with the model of a run, without a step.
    ///
    /// # Errors
    /// Nothing that generates, or a setting out of its range.
    pub(super) fn new(outcome: &Arc<Outcome>, wake: Wake) -> Result<Self, NoGeneration> {
        let config = decoding(&outcome.prepared);
        let generated = begin_with(&outcome.prepared, &config)?;
        let model = Arc::new(Mutex::new(language_model(outcome, &config)));
        Ok(Self { outcome: Arc::clone(outcome), config, model, generated, trouble: None, task: Task::new("generation", wake) })
    }

    /// The run whose model it asks.
    pub fn outcome(&self) -> &Arc<Outcome> {
        &self.outcome
    }

    /// How its tokens are chosen.
    pub fn config(&self) -> &DecodingConfig {
        &self.config
    }

    /// The steps so far.
    pub fn generated(&self) -> &Generated {
        &self.generated
    }

    /// Why the next step could not be taken.
    pub fn trouble(&self) -> Option<&NoGeneration> {
        self.trouble.as_ref()
    }

    /// Whether steps are being taken.
    pub fn is_running(&self) -> bool {
        self.task.is_running()
    }

    /// Whether there is no step left to take.
    pub fn is_over(&self) -> bool {
        self.generated.stop.is_some()
    }

    /// How many tokens there are, of how many there may be.
    pub fn progress(&self) -> (usize, usize) {
        (self.generated.rows.len(), self.config.max_new_tokens)
    }

    /// Takes one step, or all that are left.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn go_on(&mut self, to_the_end: bool) -> Result<(), NoGeneration> {
        if self.is_running() || self.is_over() {
            return Ok(());
        }
        self.trouble = None;
        let (model, generated) = (Arc::clone(&self.model), self.generated.clone());
        Ok(self.task.start(move |report| take_steps(report, &model, generated, to_the_end))?)
    }

    pub(super) fn stop(&self) {
        self.task.stop();
    }

    /// Takes in the steps that were taken; whether any were.
    pub(super) fn poll(&mut self) -> bool {
        let mut any = false;
        while let Some(found) = self.task.poll() {
            self.take(found);
            any = true;
        }
        any
    }

    /// Waits until no more steps are taken.
    pub(super) fn finish(&mut self) {
        while let Some(found) = self.task.wait() {
            self.take(found);
        }
    }

    fn take(&mut self, found: Found) {
        match found {
            Found::Step(generated) => self.generated = generated,
            Found::Trouble(trouble) => self.trouble = Some(trouble),
        }
    }
}

fn take_steps(report: &Report<Found>, model: &Mutex<AnyLanguageModel>, generated: Generated, to_the_end: bool) {
    let mut generated = generated;
    let mut model = model.lock().unwrap_or_else(PoisonError::into_inner);
    model.set_control(report.control());
    while !report.is_cancelled() {
        match generated.step(&mut model) {
            Ok(stop) => {
                report.send(Found::Step(generated.clone()));
                if stop.is_some() || !to_the_end {
                    return;
                }
            }
            // A step that was stopped in its midst was not taken, and that is no trouble.
            Err(_) if report.is_cancelled() => return,
            Err(trouble) => {
                report.send(Found::Trouble(trouble));
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Command, Lab};
    use super::*;
    use crate::transformer::decoding::Stop;

    fn lab(preset: &'static str) -> Lab {
        let mut lab = Lab::new(|| {}).unwrap();
        lab.apply(Command::OpenPreset(preset)).unwrap();
        lab.finish();
        lab
    }

    fn generate(lab: &mut Lab, what: Generate) {
        lab.apply(Command::Generate(what)).unwrap();
        lab.finish();
    }

    fn tokens(lab: &Lab) -> String {
        lab.generating().unwrap().generated().tokens().join(" ")
    }

    #[test]
    fn steps_are_taken_one_by_one_or_all() {
        let mut lab = lab("hello-world-hola-mundo");
        generate(&mut lab, Generate::Step);
        assert_eq!(tokens(&lab), "hola");
        generate(&mut lab, Generate::Step);
        assert_eq!((tokens(&lab), lab.generating().unwrap().progress()), ("hola mundo".to_owned(), (2, 7)));
        generate(&mut lab, Generate::Run);
        assert_eq!((tokens(&lab), lab.generating().unwrap().generated().stop), ("hola mundo EOS".to_owned(), Some(Stop::EndToken)));
        // With the keys and values that the steps before have kept.
        assert_eq!(lab.generating().unwrap().generated().rows, [1, 1, 1]);
        generate(&mut lab, Generate::Step);
        assert_eq!(lab.generating().unwrap().progress(), (3, 7));
        generate(&mut lab, Generate::Reset);
        assert!(lab.generating().is_none());
    }

    #[test]
    fn a_change_makes_the_steps_stale_and_undo_fresh() {
        let mut lab = lab("hello-world-hola-mundo");
        generate(&mut lab, Generate::Run);
        assert!(lab.generating_is_current());
        let mut config = decoding(lab.prepared());
        config.max_new_tokens = 1;
        lab.apply(Command::SetDecoding(Some(config))).unwrap();
        assert_eq!((lab.generating_is_current(), tokens(&lab)), (false, "hola mundo EOS".to_owned()));
        lab.apply(Command::Undo).unwrap();
        assert!(lab.generating_is_current());
        lab.apply(Command::Redo).unwrap();
        lab.finish();
        generate(&mut lab, Generate::Run);
        assert_eq!((lab.generating_is_current(), tokens(&lab)), (true, "hola".to_owned()));
    }

    #[test]
    fn a_stopped_generation_keeps_its_steps_and_goes_on() {
        let mut lab = lab("hello-world-hola-mundo");
        lab.apply(Command::Generate(Generate::Run)).unwrap();
        lab.apply(Command::Generate(Generate::Stop)).unwrap();
        lab.finish();
        assert!(!lab.generating().unwrap().is_running() && lab.generating().unwrap().trouble().is_none());
        generate(&mut lab, Generate::Run);
        assert_eq!(tokens(&lab), "hola mundo EOS");
    }

    #[test]
    fn without_a_way_of_choosing_the_choice_is_greedy_within_the_positions() {
        let mut lab = lab("decoder-step-sos");
        assert_eq!(decoding(lab.prepared()), DecodingConfig::new(Strategy::Greedy, 8));
        generate(&mut lab, Generate::Run);
        assert!(lab.generating().unwrap().is_over());
    }

    #[test]
    fn what_cannot_be_generated_is_refused() {
        let mut lab = lab("self-attention");
        let refusal = lab.apply(Command::Generate(Generate::Run)).unwrap_err();
        assert_eq!(refusal.to_string(), "only a decoder with a vocabulary on top generates tokens");
        assert!(lab.generating().is_none());
        lab.apply(Command::OpenPreset("card-architecture")).unwrap();
        assert!(lab.apply(Command::Generate(Generate::Step)).is_err());
    }

    #[test]
    fn a_step_that_fails_keeps_those_before_it() {
        let mut lab = lab("hello-world-hola-mundo");
        let mut config = decoding(lab.prepared());
        (config.max_new_tokens, config.end) = (20, crate::transformer::decoding::End::Never);
        lab.apply(Command::SetDecoding(Some(config))).unwrap();
        lab.finish();
        generate(&mut lab, Generate::Run);
        let generating = lab.generating().unwrap();
        assert_eq!(generating.progress(), (8, 20));
        assert!(generating.trouble().unwrap().to_string().starts_with("at step 9 "));
    }
}
