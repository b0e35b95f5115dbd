//! What holds of every model, whatever its choices, sizes and weights.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// Shared with the graph's own tests.
#[path = "../../src/graph/tests/differences.rs"]
mod differences;
mod gradients;
mod models;
mod values;

use transformer_lab::graph;
