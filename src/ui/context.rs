//! What a view is given: the state to read, the language, and a place for what the user asks for.

use std::rc::Rc;
use std::sync::Arc;

use super::app::{Action, Settings};
use super::export::PictureOrder;
use super::locale::{Language, Locale};
pub use super::look::Look;
pub use super::looks::Looks;
use super::numbers;
use super::theme::ColourMap;
use super::views::View;
use super::widgets::{Colouring, Scale};
use crate::experiment::exercises::{Lock, Screen};
use crate::experiment::{Experiment, Prepared, Texts};
use crate::graph::NodeId;
use crate::lab::{Command, Lab};

/// What a view is given.
pub struct Context<'a> {
    /// The state.
    pub lab: &'a Lab,
    /// The language.
    pub locale: &'a Locale,
    /// What is remembered.
    pub settings: &'a Settings,
    /// How fills are coloured.
    pub map: ColourMap,
    /// Values looked at in this run.
    pub looks: &'a Looks,
    /// What the user asks for in this frame.
    pub commands: Vec<Command>,
    /// Whether the edits of this frame go on with the last one, and are taken back together with it.
    pub continued: bool,
    /// What the user asks of the window in this frame.
    pub actions: Vec<Action>,
    /// Whether the user did something that a view takes for itself, as an answer to an exercise is.
    pub done: bool,
    /// Pictures that the user wants to keep.
    pub pictures: Vec<PictureOrder>,
}

impl<'a> Context<'a> {
    /// The context of one frame.
    pub fn new(lab: &'a Lab, locale: &'a Locale, settings: &'a Settings, looks: &'a Looks) -> Self {
        Self {
            lab,
            locale,
            settings,
            map: settings.fills,
            looks,
            commands: Vec::new(),
            continued: false,
            actions: Vec::new(),
            done: false,
            pictures: Vec::new(),
        }
    }

    /// What is sent in this frame goes on with the last edit, as the next letter of a text does.
    pub fn continue_edit(&mut self) {
        self.continued = true;
    }

    /// Notes that the user did something: what was refused before is past.
    pub fn note_deed(&mut self) {
        self.done = true;
    }

    /// Asks something of the window.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for something.
    pub fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Asks where a picture is to be kept, and keeps it there.
    pub fn save_picture(&mut self, order: PictureOrder) {
        self.pictures.push(order);
    }

    /// Opens another view.
    pub fn open(&mut self, view: View) {
        self.act(Action::View(view));
    }

    /// The experiment to which the values shown belong.
    pub fn prepared(&self) -> &Arc<Prepared> {
        self.lab.outcome().map_or_else(|| self.lab.prepared(), |outcome| &outcome.prepared)
    }

    /// A value of the last run, and what is known of it as a whole. Nothing while one that was not kept is calculated again.
    pub fn look(&self, id: NodeId) -> Option<Rc<Look>> {
        self.looks.value(self.lab.outcome()?, id)
    }

    /// ∂L/∂v for a value v, where it is known; zeros where L does not depend on v. Nothing while one that was not kept is calculated again.
    ///
    /// Derivatives of an earlier state are those of the value of the same name and shape.
    pub fn gradient(&self, id: NodeId) -> Option<Rc<Look>> {
        let known = self.lab.slopes().last()?;
        let node = self.prepared().graph.node(id);
        let graph = &known.outcome.prepared.graph;
        let there = graph.find(node.site).filter(|&there| graph.node(there).shape == node.shape)?;
        self.looks.gradient(known, there)
    }

    /// What one reader sends back to the gradient of its input `input`, where that is known of the values shown.
    pub fn sent_back(&self, reader: NodeId, input: usize) -> Option<Rc<Look>> {
        let known = self.lab.slopes().last()?;
        let shown = self.lab.outcome().is_some_and(|outcome| Arc::ptr_eq(outcome, &known.outcome));
        if shown { self.looks.sent_back(known, reader, input) } else { None }
    }

    /// The name of an experiment.
    pub fn title(&self, experiment: &Experiment) -> String {
        self.say(&experiment.title)
    }

    /// What an experiment says of itself.
    pub fn about(&self, experiment: &Experiment) -> String {
        self.say(&experiment.about)
    }

    /// A text in the language of the window, or in the other one where it is missing.
    pub fn say(&self, texts: &Texts) -> String {
        let (own, other) = match self.locale.language() {
            Language::English => (&texts.en, &texts.es),
            Language::Spanish => (&texts.es, &texts.en),
        };
        if own.is_empty() { other.clone() } else { own.clone() }
    }

    /// Whether the open exercise hides a view.
    pub fn hides(&self, view: View) -> bool {
        hides(self.lab, view)
    }

    /// Whether the open exercise hides the tokens of what enters.
    pub fn hides_tokens(&self) -> bool {
        self.lab.document().open_exercise().is_some_and(|open| open.hides(Screen::Tokens))
    }

    /// Whether the open exercise holds a choice fast.
    pub fn holds(&self, lock: Lock) -> bool {
        self.lab.document().open_exercise().is_some_and(|open| open.holds(lock))
    }

    /// Decimals of the digits.
    pub fn decimals(&self) -> usize {
        self.prepared().experiment.decimals.unwrap_or(numbers::DECIMALS)
    }

    /// The fills of values whose magnitudes go up to `limit`.
    pub fn signed(&self, limit: f64) -> Colouring {
        Colouring { scale: Scale::Signed { limit: if limit > 0.0 { limit } else { 1.0 } }, map: self.map }
    }

    /// The fills of probabilities.
    pub fn probability(&self) -> Colouring {
        Colouring { scale: Scale::Probability, map: self.map }
    }
}

/// Whether the exercise that is open in a lab hides a view.
pub fn hides(lab: &Lab, view: View) -> bool {
    lab.document().open_exercise().is_some_and(|open| view.screens().iter().any(|&screen| open.hides(screen)))
}
