//! The state of the application, and the one place that changes it.

use std::sync::Arc;

use super::command::{Command, Refusal};
use super::document::{Document, Origin};
use super::generating::{Generate, Generating};
use super::history::History;
use super::preparing::{Preparing, Ready, at_once};
use super::selection::Selection;
use super::slopes::{SlopeState, Slopes};
use super::task::Wake;
use super::worker::{Answer, Finished, RunState, Work, Worker};
use crate::experiment::{Checked, NoGeneration, Objective, Outcome, Prepared, RunError, presets, save};
use crate::graph::{Control, Site};

/// The application without pixels.
pub struct Lab {
    document: Document,
    history: History,
    worker: Worker,
    request: u64,
    state: RunState,
    outcome: Option<Arc<Outcome>>,
    slopes: Slopes,
    checks: Vec<Checked>,
    selection: Selection,
    continued: bool,
    generating: Option<Generating>,
    preparing: Option<Preparing>,
    landed: Option<Result<Vec<Site>, Refusal>>,
    wake: Wake,
}

impl Lab {
    /// Opens on the first preset and starts to run it. `wake` is called from another thread when a run has come to its end or a
    /// token was generated.
    ///
    /// # Errors
    /// The system gives no thread, or the first preset is broken.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Result<Self, StartError> {
        let wake: Wake = Arc::new(wake);
        let worker = Worker::start(Arc::clone(&wake))?;
        let preset = presets().first().copied().ok_or_else(|| Refusal::NoPreset(String::new()))?;
        let document = Document::open(Origin::Preset(preset.name), &Control::default())?;
        let mut lab = Self {
            document,
            history: History::default(),
            worker,
            request: 0,
            state: RunState::Running,
            outcome: None,
            slopes: Slopes::default(),
            checks: Vec::new(),
            selection: Selection::default(),
            continued: false,
            generating: None,
            preparing: None,
            landed: None,
            wake,
        };
        lab.run();
        Ok(lab)
    }

    /// The open experiment.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The open experiment, checked, with its graph.
    pub fn prepared(&self) -> &Arc<Prepared> {
        &self.document.prepared
    }

    /// What was run last; it may belong to an earlier state.
    pub fn outcome(&self) -> Option<&Arc<Outcome>> {
        self.outcome.as_ref()
    }

    /// Whether the values shown belong to the open experiment.
    pub fn run_state(&self) -> &RunState {
        &self.state
    }

    /// How many nodes of what is under way are done, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.worker.progress(), self.prepared().graph.len())
    }

    /// The derivatives of what was run, where they are asked for.
    pub fn slopes(&self) -> &Slopes {
        &self.slopes
    }

    /// Whether what is being prepared was asked to end, and is about to.
    pub fn is_stopping(&self) -> bool {
        self.preparing.as_ref().is_some_and(Preparing::is_stopping)
    }

    /// How many steps are done of a command whose effect is worked out beside the window, of how many; `None` where there is none.
    pub fn preparing(&self) -> Option<(usize, usize)> {
        self.preparing.as_ref().map(Preparing::progress)
    }

    /// What came of the command that was worked out beside the window, as [`Lab::apply`] would have answered it; once.
    pub fn landed(&mut self) -> Option<Result<Vec<Site>, Refusal>> {
        self.landed.take()
    }

    /// Whether something is under way beside the window.
    pub fn works(&self) -> bool {
        self.preparing.is_some() || self.runs()
    }

    fn runs(&self) -> bool {
        self.state == RunState::Running || *self.slopes.state() == SlopeState::Running
    }

    /// How the expectations fared in the last run.
    pub fn checks(&self) -> &[Checked] {
        &self.checks
    }

    /// What is chosen.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The tokens that were generated last; they may belong to an earlier state.
    pub fn generating(&self) -> Option<&Generating> {
        self.generating.as_ref()
    }

    /// Whether the tokens that were generated last belong to the open experiment.
    pub fn generating_is_current(&self) -> bool {
        self.generating.as_ref().is_some_and(|generating| Arc::ptr_eq(&generating.outcome().prepared, self.prepared()))
    }

    /// What can be taken back and done again.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Carries out a command: the only way in which the experiment changes.
    ///
    /// What was given by hand and has no place in the changed model is taken out of it, and named in the answer.
    ///
    /// What would take long (a tokenizer that learns from a long text, a large graph, a large file) is worked out beside the window: then
    /// [`Lab::preparing`] tells how far it is, everything stays as it was until it is done, and [`Lab::landed`] has the answer. It gives way
    /// to whatever else changes the experiment.
    ///
    /// # Errors
    /// Why it cannot be, in one sentence; the state is then as it was before.
    pub fn apply(&mut self, command: Command) -> Result<Vec<Site>, Refusal> {
        if command.prepares() {
            let Some(ready) = at_once(&self.document, &command) else { return self.prepare(command) };
            let ready = ready?;
            let continued = self.continues();
            self.preparing = None;
            return Ok(self.put(ready, continued));
        }
        match command {
            Command::SettleExercise => self.document.settle(),
            Command::Save(path) => {
                save(self.document.experiment(), &path)?;
                self.document.saved_to(path);
            }
            Command::Select(site) => self.selection.choose(site),
            Command::SelectCell(cell) => self.selection.cell = cell,
            Command::SelectHead(head) => self.selection.head = head,
            // What is not there yet is taken back by not coming.
            Command::Undo | Command::Stop if self.preparing.is_some() => self.preparing.iter().for_each(Preparing::stop),
            Command::Undo => {
                if let Some(before) = self.history.undo(Arc::clone(self.prepared())) {
                    self.show(before);
                }
            }
            Command::Redo => {
                self.preparing = None;
                if let Some(after) = self.history.redo(Arc::clone(self.prepared())) {
                    self.show(after);
                }
            }
            Command::Differentiate(objective) => self.differentiate(objective),
            Command::Stop => self.worker.stop(),
            Command::Generate(what) => self.generate(what)?,
            // The edits were carried out above.
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Whether the edits that follow continue the last one, as while a slider is dragged: then they are taken back together.
    pub fn continue_edit(&mut self, continued: bool) {
        self.continued = continued;
    }

    /// Whether a command could be carried out, without carrying it out. Of one that opens something, or that takes long, this is told only
    /// when it is carried out.
    ///
    /// # Errors
    /// As [`Lab::apply`].
    pub fn would(&self, command: &Command) -> Result<(), Refusal> {
        if !command.prepares() || command.opens() {
            return Ok(());
        }
        at_once(&self.document, command).map_or(Ok(()), |ready| ready.map(drop))
    }

    /// Takes in what was prepared, run or generated; whether anything came.
    pub fn poll(&mut self) -> bool {
        let mut any = false;
        if let Some(ready) = self.preparing.as_mut().and_then(Preparing::poll) {
            self.land(ready);
            any = true;
        }
        while let Some(finished) = self.worker.poll() {
            self.take(finished);
            any = true;
        }
        let generated = self.generating.as_mut().is_some_and(Generating::poll);
        any || generated
    }

    /// Waits until what is prepared, run and generated has come to their end: for tests, pictures and the command line.
    pub fn finish(&mut self) {
        if let Some(ready) = self.preparing.as_mut().map(Preparing::wait) {
            self.land(ready);
        }
        while self.runs() {
            if let Some(finished) = self.worker.wait() {
                self.take(finished);
            } else {
                self.state = RunState::Failed("the runner has ended".to_owned());
                self.slopes.differentiate(None);
            }
        }
        if let Some(generating) = &mut self.generating {
            generating.finish();
        }
    }

    /// Works a command out beside the window.
    fn prepare(&mut self, command: Command) -> Result<Vec<Site>, Refusal> {
        if self.preparing.as_ref().is_some_and(|preparing| preparing.answers(&command)) {
            return Ok(Vec::new());
        }
        let continued = self.continues();
        self.landed = None;
        self.preparing = Some(Preparing::start(&self.document, command, continued, Arc::clone(&self.wake)).map_err(Refusal::Thread)?);
        Ok(Vec::new())
    }

    /// Whether a change continues the last one: not where it would continue one that never came.
    fn continues(&self) -> bool {
        self.continued && self.preparing.as_ref().is_none_or(|preparing| preparing.continued)
    }

    /// Takes in what was worked out beside the window.
    fn land(&mut self, ready: Result<Ready, Refusal>) {
        let continued = self.preparing.take().is_some_and(|preparing| preparing.continued);
        self.landed = Some(ready.map(|ready| self.put(ready, continued)));
    }

    /// Puts what a command has made in the place of what is open; what has no place in it any more.
    fn put(&mut self, ready: Ready, continued: bool) -> Vec<Site> {
        match ready {
            Ready::Same(gone) => gone,
            Ready::Changed { change, prepared, gone } => {
                let before = self.document.replace(prepared);
                // What is one movement of the hand is taken back as one.
                if !(continued && self.history.undoable() == Some(change)) {
                    self.history.remember(change, before);
                }
                self.run();
                gone
            }
            Ready::Opened(document) => {
                self.open(*document);
                Vec::new()
            }
        }
    }

    /// Steps of another state are forgotten before the first of this one is taken.
    fn generate(&mut self, what: Generate) -> Result<(), NoGeneration> {
        match what {
            Generate::Stop => {
                if let Some(generating) = &self.generating {
                    generating.stop();
                }
            }
            Generate::Reset => self.generating = None,
            Generate::Step | Generate::Run => {
                if !self.generating_is_current() {
                    let outcome = self.outcome.as_ref().filter(|outcome| Arc::ptr_eq(&outcome.prepared, self.prepared()));
                    self.generating = Some(Generating::new(outcome.ok_or(NoGeneration::NotRun)?, Arc::clone(&self.wake))?);
                }
                if let Some(generating) = &mut self.generating {
                    generating.go_on(what == Generate::Run)?;
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, finished: Finished) {
        if finished.request != self.request {
            return;
        }
        match finished.answer {
            Answer::Run(Ok((outcome, checks))) => {
                self.state = RunState::Done;
                self.outcome = Some(outcome);
                self.checks = checks;
                self.ask_for_slopes();
            }
            Answer::Run(Err(RunError::Cancelled(_))) => self.state = RunState::Stopped,
            Answer::Run(Err(RunError::Experiment(error))) => self.state = RunState::Failed(error.to_string()),
            Answer::Gradients(answer) => self.slopes.take(answer),
        }
    }

    /// Differentiates another objective, or none.
    fn differentiate(&mut self, objective: Option<Objective>) {
        if *self.slopes.state() == SlopeState::Running {
            self.worker.stop();
        }
        self.slopes.differentiate(objective);
        self.ask_for_slopes();
    }

    /// Asks for the derivatives of the values there are, where they belong to the open experiment; else they are asked for when it has run.
    fn ask_for_slopes(&mut self) {
        if self.state != RunState::Done {
            return;
        }
        if let Some(outcome) = &self.outcome
            && let Some(objective) = self.slopes.begin(outcome)
        {
            self.request = self.worker.request(Work::Differentiate(Arc::clone(outcome), objective));
        }
    }

    fn open(&mut self, document: Document) {
        self.document = document;
        self.history = History::default();
        self.outcome = None;
        self.slopes.clear();
        self.checks.clear();
        self.selection = Selection::default();
        self.generating = None;
        self.run();
    }

    fn show(&mut self, prepared: Arc<Prepared>) {
        self.document.replace(prepared);
        self.run();
    }

    fn run(&mut self) {
        self.slopes.wait();
        if self.document.experiment().count_only {
            self.worker.stop();
            self.request = 0;
            self.state = RunState::Counted;
            return;
        }
        self.request = self.worker.request(Work::Run(Arc::clone(&self.document.prepared)));
        self.state = RunState::Running;
        if let Some(site) = self.selection.site
            && self.prepared().graph.find(site).is_none()
        {
            self.selection.site = None;
            self.selection.cell = None;
        }
    }
}

/// Why the application cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No thread.
    #[error("the runner's thread could not be started: {0}")]
    Thread(#[from] std::io::Error),
    /// A preset that is broken.
    #[error(transparent)]
    Preset(#[from] Refusal),
}
