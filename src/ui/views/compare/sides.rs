//! What can be compared: the open experiment, the shipped ones, and files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::experiment::{Experiment, ExperimentError, Preset, load, presets};
use crate::graph::{Cell, Site};
use crate::lab::{Lab, Origin};
use crate::ui::app::Action;
use crate::ui::context::Context;

/// Where a side comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The open experiment, with its changes.
    Open,
    /// A shipped preset.
    Preset(&'static str),
    /// A file.
    File(PathBuf),
}

impl Source {
    /// The folder that its files of weights are relative to.
    pub fn folder(&self, lab: &Lab) -> Option<PathBuf> {
        match self {
            Self::Open => lab.document().folder().map(Path::to_owned),
            Self::Preset(_) => None,
            Self::File(path) => path.parent().map(Path::to_owned),
        }
    }

    /// Whether opening it would change nothing.
    fn is_open(&self, lab: &Lab) -> bool {
        let untouched = !lab.document().is_changed();
        match (self, lab.document().origin()) {
            (Self::Open, _) => true,
            (Self::Preset(name), Origin::Preset(open)) => untouched && name == open,
            (Self::File(path), Origin::File(open)) => untouched && path == open,
            _ => false,
        }
    }

    /// Opens it in the window; nothing where it is open.
    pub fn open(&self, ctx: &mut Context<'_>) {
        match self {
            _ if self.is_open(ctx.lab) => {}
            Self::Open => {}
            Self::Preset(name) => ctx.act(Action::OpenPreset(name)),
            Self::File(path) => ctx.act(Action::OpenFile(path.clone())),
        }
    }

    /// Opens it and shows one of its values in its step.
    pub fn open_at(&self, ctx: &mut Context<'_>, site: Site) {
        let here = self.is_open(ctx.lab);
        self.open(ctx);
        // Where changes would be lost the window asks first, and the value may not be there.
        if here || !ctx.lab.document().is_changed() {
            ctx.act(Action::Show(site, Cell::new(0, 0)));
        }
    }
}

impl From<Origin> for Source {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Preset(name) => Self::Preset(name),
            Origin::File(path) => Self::File(path),
            // An exercise is compared while it is open.
            Origin::Exercise { .. } => Self::Open,
        }
    }
}

/// Files that were read, each once.
#[derive(Default)]
pub struct Files(HashMap<PathBuf, Result<Arc<Experiment>, ExperimentError>>);

impl Files {
    /// The experiment of a side.
    ///
    /// # Errors
    /// A file that cannot be read, or what is wrong in it.
    pub fn experiment(&mut self, lab: &Lab, source: &Source) -> Result<Arc<Experiment>, &ExperimentError> {
        match source {
            Source::Open => Ok(Arc::clone(lab.document().experiment())),
            Source::Preset(name) => {
                // Each was read by the tests; one that is broken is told of like a broken file.
                let read = || Preset::find(name).and_then(|preset| preset.experiment());
                match read() {
                    Ok(experiment) => Ok(experiment),
                    Err(_) => kept(self.0.entry(PathBuf::from(name)).or_insert_with(read)),
                }
            }
            Source::File(path) => kept(self.0.entry(path.clone()).or_insert_with(|| load(path).map(Arc::new))),
        }
    }

    /// Reads all files again when they are asked for next.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

fn kept(read: &Result<Arc<Experiment>, ExperimentError>) -> Result<Arc<Experiment>, &ExperimentError> {
    read.as_ref().map(Arc::clone)
}

/// All that can be chosen, each with its name; `chosen` are among them even where they are no recent files any more.
pub fn offered(ctx: &Context<'_>, chosen: &[Source; 2]) -> Vec<(Source, String)> {
    let open = [("name", ctx.title(ctx.lab.document().experiment()).into())];
    let mut all = vec![(Source::Open, ctx.locale.with("compare-open-now", &open))];
    all.extend(presets().iter().map(|preset| {
        let title = preset.experiment().map_or_else(|_| preset.name.to_owned(), |experiment| ctx.title(&experiment));
        (Source::Preset(preset.name), title)
    }));
    let mut files: Vec<&PathBuf> = ctx.settings.recent.iter().collect();
    for source in chosen {
        if let Source::File(path) = source
            && !files.contains(&path)
        {
            files.push(path);
        }
    }
    all.extend(files.into_iter().map(|path| (Source::File(path.clone()), file_name(path))));
    all
}

/// The title of a side, or the name of its file where it has none.
pub fn title(ctx: &Context<'_>, source: &Source, experiment: &Experiment) -> String {
    let title = ctx.title(experiment);
    match source {
        Source::File(path) if title.is_empty() => file_name(path),
        _ => title,
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
