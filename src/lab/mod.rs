//! The application without pixels: what is open, what was run, what is chosen, and the commands that change it.

mod adapt;
mod axes;
mod command;
mod difference;
mod document;
mod heads;
mod history;
mod links;
mod neuron;
mod recovery;
mod selection;
mod state;
mod statistics;
mod steps;
mod weights;
mod worker;

pub use axes::{Axis, axes};
pub use command::{Attention, Command, Refusal};
pub use difference::{Difference, saved_numbers};
pub use document::{Document, Origin};
pub use heads::HeadCut;
pub use history::{Change, History};
pub use links::{Link, origins, readers};
pub use neuron::{Neuron, Number, Synapse};
pub use recovery::{LeftBehind, Recovery};
pub use selection::Selection;
pub use state::{Lab, RunState, StartError};
pub use statistics::{AttentionMeasures, LargestChange, Pattern, PatternPlace, Statistics, attention_distance, attention_entropy};
pub use steps::{Group, groups};
pub use weights::{edited_cells, is_weight, weight_changed, written};
pub use worker::{Finished, Worker};
