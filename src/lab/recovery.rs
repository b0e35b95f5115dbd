//! What was not saved when the program came to a sudden end.
//!
//! While an experiment has changes, a copy of it is kept beside the settings, in a file that carries the number of the process.
//! A copy whose process is gone was left behind by a crash, and is offered at the next start.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use serde::{Deserialize, Serialize};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use super::document::Origin;
use crate::experiment::{Experiment, atomic_file, from_text, presets, to_text};

const PREFIX: &str = "unsaved-";
const SUFFIX: &str = ".ron";

/// What is written: where the experiment came from, and itself as text.
#[derive(Serialize, Deserialize)]
struct Copy {
    preset: Option<String>,
    file: Option<PathBuf>,
    experiment: String,
}

/// An experiment that was left behind.
#[derive(Clone, Debug)]
pub struct LeftBehind {
    /// Where it came from, if that is still known.
    pub origin: Option<Origin>,
    /// As it was.
    pub experiment: Experiment,
    /// The file that holds it; it goes when the user has decided.
    pub file: PathBuf,
}

impl LeftBehind {
    /// The newest copy in a folder whose process is gone.
    pub fn find(folder: &Path) -> Option<Self> {
        let mut copies: Vec<(std::time::SystemTime, PathBuf)> = std::fs::read_dir(folder)
            .ok()?
            .flatten()
            .filter(|entry| process(&entry.file_name().to_string_lossy()).is_some_and(|process| !is_alive(process)))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        copies.sort();
        copies.into_iter().rev().find_map(|(_, path)| Self::read(path))
    }

    fn read(file: PathBuf) -> Option<Self> {
        let copy: Copy = ron::from_str(&std::fs::read_to_string(&file).ok()?).ok()?;
        let experiment = from_text(&copy.experiment, "").ok()?;
        let preset =
            copy.preset.and_then(|name| presets().iter().find(|preset| preset.name == name)).map(|preset| Origin::Preset(preset.name));
        Some(Self { origin: preset.or(copy.file.map(Origin::File)), experiment, file })
    }

    /// The user has decided: the copy is not needed any more.
    pub fn forget(&self) {
        // What cannot be removed is offered once more.
        let _ = std::fs::remove_file(&self.file);
    }
}

/// Keeps the copy of this process, on a thread of its own.
pub struct Recovery {
    writer: Sender<Option<(Origin, Arc<Experiment>)>>,
    kept: Option<Arc<Experiment>>,
}

impl Recovery {
    /// Keeps copies in `folder`.
    ///
    /// # Errors
    /// The system gives no thread or no folder.
    pub fn start(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let file = folder.join(format!("{PREFIX}{}{SUFFIX}", std::process::id()));
        let (writer, inbox) = channel::<Option<(Origin, Arc<Experiment>)>>();
        std::thread::Builder::new().name("recovery".to_owned()).spawn(move || {
            while let Ok(mut wanted) = inbox.recv() {
                while let Ok(later) = inbox.try_recv() {
                    wanted = later;
                }
                // A copy that cannot be written is no reason to disturb the user at work.
                let _ = match wanted {
                    Some((origin, experiment)) => write(&file, &origin, &experiment),
                    None => std::fs::remove_file(&file),
                };
            }
            let _ = std::fs::remove_file(&file);
        })?;
        Ok(Self { writer, kept: None })
    }

    /// Keeps an experiment that has changes; one that was kept already is not written again.
    pub fn keep(&mut self, origin: &Origin, experiment: &Arc<Experiment>) {
        if !self.kept.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, experiment)) {
            self.kept = Some(Arc::clone(experiment));
            // The thread lives as long as this.
            let _ = self.writer.send(Some((origin.clone(), Arc::clone(experiment))));
        }
    }

    /// There is nothing to lose.
    pub fn forget(&mut self) {
        if self.kept.take().is_some() {
            let _ = self.writer.send(None);
        }
    }
}

fn write(file: &Path, origin: &Origin, experiment: &Experiment) -> std::io::Result<()> {
    let text = to_text(experiment).map_err(std::io::Error::other)?;
    let (preset, from) = match origin {
        Origin::Preset(name) => (Some((*name).to_owned()), None),
        Origin::File(path) => (None, Some(path.clone())),
        // What is kept of an exercise is its experiment.
        Origin::Exercise { .. } => (None, None),
    };
    let copy = ron::to_string(&Copy { preset, file: from, experiment: text }).map_err(std::io::Error::other)?;
    atomic_file::write(file, copy.as_bytes())
}

/// The process that a copy belongs to, by its name.
fn process(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.parse().ok()
}

fn is_alive(process: u32) -> bool {
    let pid = Pid::from_u32(process);
    // Where it cannot be known, nothing of a living process is taken away.
    let Ok(mut system) = System::new() else { return true };
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, ProcessRefreshKind::nothing());
    system.process(pid).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Preset;

    #[test]
    fn what_a_gone_process_left_is_found_and_what_a_living_one_keeps_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = Preset::find("layer-norm").unwrap().experiment().unwrap();
        let origin = Origin::Preset("layer-norm");
        // This process lives.
        let own = folder.path().join(format!("{PREFIX}{}{SUFFIX}", std::process::id()));
        write(&own, &origin, &experiment).unwrap();
        assert!(LeftBehind::find(folder.path()).is_none());
        // Processes are numbered from 1; no system counts as far as this.
        let gone = folder.path().join(format!("{PREFIX}4294967294{SUFFIX}"));
        write(&gone, &origin, &experiment).unwrap();
        let found = LeftBehind::find(folder.path()).unwrap();
        assert_eq!((found.origin.as_ref(), &found.experiment), (Some(&origin), &*experiment));
        found.forget();
        assert!(LeftBehind::find(folder.path()).is_none());
    }

    #[test]
    fn a_broken_copy_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(format!("{PREFIX}4294967294{SUFFIX}")), "half a").unwrap();
        assert!(LeftBehind::find(folder.path()).is_none());
    }

    #[test]
    fn a_copy_is_kept_while_there_is_something_to_lose() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = Preset::find("layer-norm").unwrap().experiment().unwrap();
        let count = || std::fs::read_dir(folder.path()).unwrap().count();
        let until = |wanted: usize| {
            let start = std::time::Instant::now();
            while count() != wanted {
                assert!(start.elapsed().as_secs() < 30, "{} files, {wanted} wanted", count());
                std::thread::yield_now();
            }
        };
        let mut recovery = Recovery::start(folder.path()).unwrap();
        recovery.keep(&Origin::Preset("layer-norm"), &experiment);
        until(1);
        recovery.forget();
        until(0);
    }
}
