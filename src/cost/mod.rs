//! What a model costs, before it is run.

mod memory;

pub use memory::{graph_bytes, machine_memory, predicted_bytes, value_bytes};
