//! The application without pixels: what is open, what was run, what is chosen, and the commands that change it.

mod adapt;
mod axes;
mod command;
mod document;
mod history;
mod links;
mod neuron;
mod recovery;
mod selection;
mod slopes;
mod state;
mod statistics;
mod steps;
mod worker;

pub use axes::{Axis, axes};
pub use command::{Attention, Command, Refusal};
pub use document::{Document, Origin, changed_weights, weight_changed};
pub use history::{Change, History};
pub use links::{Link, origins, readers};
pub use neuron::{Neuron, Number, Synapse};
pub use recovery::{LeftBehind, Recovery};
pub use selection::Selection;
pub use slopes::{Differentiated, SlopeState, Slopes};
pub use state::{Lab, RunState, StartError};
pub use statistics::{AttentionMeasures, Difference, Pattern, PatternPlace, Statistics, attention_distance, attention_entropy};
pub use steps::{Group, groups};
pub use worker::{Answer, Finished, Task, Worker};
