//! What a model costs, before it is run.

mod memory;

pub use memory::{machine_memory, predicted_bytes, value_bytes};
