//! What a command makes of the open document: at once where that is certain to be quick, else beside the window.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::command::{Command, Refusal};
use super::document::{Document, Origin};
use super::history::Change;
use super::task::{Task, Wake};
use crate::experiment::Prepared;
use crate::graph::{Cancelled, Control, Site};

/// The steps of a [`Control`] that may be done while the window waits: a frame or two.
pub const AT_ONCE: usize = 20_000;

/// What a command makes of a document.
pub(super) enum Ready {
    /// Nothing changes; what has no place in it all the same.
    Same(Vec<Site>),
    /// Another state of the same document.
    Changed {
        /// What kind of change it is.
        change: Change,
        /// The state.
        prepared: Arc<Prepared>,
        /// Weights and overrides that have no place in it any more.
        gone: Vec<Site>,
    },
    /// Another document.
    Opened(Box<Document>),
}

/// What a command makes of a document; `None` where only trying for longer could tell.
pub(super) fn at_once(document: &Document, command: &Command) -> Option<Result<Ready, Refusal>> {
    let control = Control::limited(AT_ONCE);
    let ready = ready(document, command, &control);
    (!control.is_cancelled()).then_some(ready)
}

fn ready(document: &Document, command: &Command, control: &Control) -> Result<Ready, Refusal> {
    let opened = match command {
        Command::OpenPreset(name) => Document::open(Origin::Preset(name), control),
        Command::Open(path) => Document::open(Origin::File(path.clone()), control),
        Command::OpenExercise(variant) => Document::exercise((**variant).clone(), control),
        _ => return changed(document, command, control),
    };
    Ok(Ready::Opened(Box::new(opened?)))
}

fn changed(document: &Document, command: &Command, control: &Control) -> Result<Ready, Refusal> {
    let Some(edit) = command.edit(&document.prepared, &document.saved, control)? else { return Ok(Ready::Same(Vec::new())) };
    if edit.experiment == **document.experiment() {
        return Ok(Ready::Same(edit.gone));
    }
    document.permit(&edit.experiment)?;
    let folder: Option<&Path> = document.folder();
    let prepared = Arc::new(Prepared::watched(Arc::new(edit.experiment), folder, Some(&edit.last), control)?);
    Ok(Ready::Changed { change: edit.change, prepared, gone: edit.gone })
}

/// A command whose effect is worked out beside the window. Dropped, it is stopped, and nothing comes of it.
pub(super) struct Preparing {
    task: Task<Result<Ready, Refusal>>,
    command: Arc<Command>,
    /// Whether it continues the edit before it.
    pub(super) continued: bool,
}

impl Preparing {
    /// Starts to work out what a command makes of a document.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn start(document: &Document, command: Command, continued: bool, wake: Wake) -> io::Result<Self> {
        let mut task = Task::new("preparing", wake);
        let (document, command) = (document.clone(), Arc::new(command));
        let asked = Arc::clone(&command);
        task.start(move |report| {
            let ready = ready(&document, &asked, report.control());
            report.send(if report.is_cancelled() { Err(Cancelled.into()) } else { ready });
        })?;
        Ok(Self { task, command, continued })
    }

    /// What came of it, once something did.
    pub(super) fn poll(&mut self) -> Option<Result<Ready, Refusal>> {
        let found = self.task.poll();
        // Work that ended without an answer ended badly, which has been reported on stderr.
        found.or_else(|| (!self.task.is_running()).then(|| Err(Cancelled.into())))
    }

    /// Waits for what comes of it.
    pub(super) fn wait(&mut self) -> Result<Ready, Refusal> {
        self.task.wait().unwrap_or_else(|| Err(Cancelled.into()))
    }

    /// Whether it answers a command as well, so that there is no need to begin again.
    pub(super) fn answers(&self, command: &Command) -> bool {
        !self.task.is_stopping() && *self.command == *command
    }

    /// Whether it was asked to end.
    pub(super) fn is_stopping(&self) -> bool {
        self.task.is_stopping()
    }

    /// Asks it to end.
    pub(super) fn stop(&self) {
        self.task.stop();
    }

    /// How many steps are done, of how many that are known by now.
    pub(super) fn progress(&self) -> (usize, usize) {
        self.task.steps()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, Preset, to_text};
    use crate::lab::Lab;
    use crate::transformer::tokenizer::TokenizerConfig;

    fn lab() -> Lab {
        let mut lab = Lab::new(|| {}).unwrap();
        lab.apply(Command::OpenPreset("byte-pair")).unwrap();
        lab.finish();
        lab
    }

    fn learn(lab: &Lab, text: String, merges: usize) -> Command {
        let vocabulary = lab.document().experiment().vocabulary.clone();
        Command::SetTokens(Box::new((TokenizerConfig::BytePair { text, merges }, vocabulary)))
    }

    /// So much text that nobody knows beforehand how few words there are in it.
    fn long(lab: &Lab, merges: usize) -> Command {
        learn(lab, "lowest bajo newer nuevísimo ".repeat(20_000), merges)
    }

    /// A text of so many different words that learning from it takes minutes.
    fn endless(lab: &Lab) -> Command {
        let words: Vec<String> = (0..200_000_u64).map(|word| format!("{:x}", word.wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect();
        learn(lab, words.join(" "), 100_000)
    }

    fn merges(lab: &Lab) -> usize {
        lab.prepared().tokenizer.as_ref().unwrap().byte_pair().unwrap().merges().len()
    }

    #[test]
    fn a_quick_change_is_there_at_once() {
        let mut lab = lab();
        lab.apply(learn(&lab, "lowest bajo newer nuevísimo".to_owned(), 2)).unwrap();
        assert_eq!((merges(&lab), lab.preparing(), lab.landed().is_none()), (2, None, true));
    }

    #[test]
    fn a_long_change_leaves_everything_as_it_was_until_it_is_there_and_is_taken_back_as_one() {
        let mut lab = lab();
        let (before, state) = (Arc::clone(lab.prepared()), lab.run_state().clone());
        let command = long(&lab, 3);
        lab.would(&command).unwrap();
        assert!(lab.apply(command.clone()).unwrap().is_empty());
        assert!(lab.preparing().is_some() && lab.works());
        assert!(Arc::ptr_eq(&before, lab.prepared()));
        assert_eq!((lab.run_state(), lab.history().undoable()), (&state, None));
        // The same asked for once more goes on.
        lab.apply(command).unwrap();
        lab.finish();
        assert!(matches!(lab.landed(), Some(Ok(_))) && lab.landed().is_none());
        assert_eq!((merges(&lab), lab.preparing(), lab.history().undoable()), (3, None, Some(Change::Tokens)));
        let after = Arc::clone(lab.prepared());
        assert!(lab.outcome().is_some_and(|outcome| Arc::ptr_eq(&outcome.prepared, &after)));
        // Back and forth, nothing is prepared again.
        lab.apply(Command::Undo).unwrap();
        assert!(Arc::ptr_eq(&before, lab.prepared()) && lab.history().undoable().is_none());
        lab.apply(Command::Redo).unwrap();
        assert!(Arc::ptr_eq(&after, lab.prepared()) && lab.preparing().is_none());
    }

    #[test]
    fn a_long_change_can_be_stopped_and_taken_back_before_it_is_there() {
        for command in [Command::Stop, Command::Undo] {
            let mut lab = lab();
            lab.apply(Command::Reseed(7)).unwrap();
            let before = Arc::clone(lab.prepared());
            lab.apply(endless(&lab)).unwrap();
            lab.apply(command).unwrap();
            lab.finish();
            assert!(matches!(lab.landed(), Some(Err(Refusal::Cancelled(_)))));
            assert!(Arc::ptr_eq(&before, lab.prepared()) && lab.preparing().is_none());
            // The change before it stands.
            assert_eq!(lab.history().undoable(), Some(Change::Seed));
        }
    }

    #[test]
    fn a_long_change_that_cannot_be_is_refused_in_the_same_words() {
        let mut lab = lab();
        let before = Arc::clone(lab.prepared());
        // The letters of the source are not all in it.
        let flawed = |repeated: usize| learn(&lab, "low ".repeat(repeated), 3);
        let (short, long) = (flawed(1), flawed(100_000));
        let at_once = lab.apply(short.clone()).unwrap_err().to_string();
        assert_eq!(lab.would(&short).unwrap_err().to_string(), at_once);
        lab.apply(long).unwrap();
        lab.finish();
        assert_eq!(lab.landed().unwrap().unwrap_err().to_string(), at_once);
        assert!(Arc::ptr_eq(&before, lab.prepared()) && lab.history().undoable().is_none());
    }

    #[test]
    fn the_latest_change_wins() {
        let mut lab = lab();
        lab.apply(endless(&lab)).unwrap();
        lab.apply(long(&lab, 4)).unwrap();
        lab.finish();
        assert!(matches!(lab.landed(), Some(Ok(_))));
        assert_eq!(merges(&lab), 4);
        lab.apply(Command::Undo).unwrap();
        assert_eq!(lab.history().undoable(), None);

        // A quick one as well, though not one that is refused.
        lab.apply(endless(&lab)).unwrap();
        assert!(lab.apply(learn(&lab, String::new(), 1)).is_err());
        assert!(lab.preparing().is_some());
        lab.apply(Command::Reseed(7)).unwrap();
        assert!(lab.preparing().is_none());
        lab.finish();
        assert_eq!((lab.history().undoable(), lab.landed().is_none()), (Some(Change::Seed), true));
    }

    #[test]
    fn what_continues_a_change_that_never_came_is_a_change_of_its_own() {
        let mut lab = lab();
        lab.apply(learn(&lab, "lowest bajo newer nuevísimo".to_owned(), 2)).unwrap();
        lab.apply(endless(&lab)).unwrap();
        lab.continue_edit(true);
        lab.apply(learn(&lab, "lowest bajo newer nuevísimo".to_owned(), 1)).unwrap();
        lab.apply(Command::Undo).unwrap();
        assert_eq!((merges(&lab), lab.history().undoable()), (2, Some(Change::Tokens)));
    }

    #[test]
    fn a_large_file_is_read_beside_the_window() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.ron");
        let experiment: Arc<Experiment> = Preset::find("layer-norm").unwrap().experiment().unwrap();
        std::fs::write(&path, to_text(&experiment).unwrap() + &"// A remark.\n".repeat(30_000)).unwrap();
        let mut lab = lab();
        lab.apply(Command::Open(path.clone())).unwrap();
        assert_eq!((lab.document().origin(), lab.preparing().is_some()), (&Origin::Preset("byte-pair"), true));
        lab.finish();
        assert!(matches!(lab.landed(), Some(Ok(_))));
        assert_eq!((lab.document().origin(), lab.document().experiment()), (&Origin::File(path), &experiment));
    }
}
