//! The application without pixels: what is open, what was run, what is chosen, and the commands that change it.

mod command;
mod document;
mod history;
mod selection;
mod state;
mod steps;
mod worker;

pub use command::{Attention, Command, Refusal};
pub use document::{Document, Origin};
pub use history::{Change, History};
pub use selection::Selection;
pub use state::{Lab, RunState};
pub use steps::{Group, groups};
pub use worker::{Finished, Worker};
