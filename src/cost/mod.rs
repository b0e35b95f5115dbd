//! What a model costs, before it is run.

mod ledger;
mod memory;

pub use ledger::{Account, Balance, Blocks, Ledger, Scores, scores};
pub use memory::{graph_bytes, machine_memory, predicted_bytes, value_bytes};
