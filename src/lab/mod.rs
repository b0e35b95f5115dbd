//! The application without pixels: what is open, what was run, what is chosen, and the commands that change it.

mod adapt;
mod axes;
mod command;
mod document;
mod history;
mod recovery;
mod selection;
mod state;
mod statistics;
mod steps;
mod task;
mod worker;

pub use axes::{Axis, axes};
pub use command::{Attention, Command, Refusal};
pub use document::{Document, OpenExercise, Origin, changed_weights, weight_changed};
pub use history::{Change, History};
pub use recovery::{LeftBehind, Recovery};
pub use selection::Selection;
pub use state::{Lab, RunState, StartError};
pub use statistics::{Statistics, attention_entropy};
pub use steps::{Group, groups};
pub use task::{Report, Task, Wake};
pub use worker::{Finished, Worker};
