//! # transformer-lab
//!
//! A laboratory for taking the Transformer apart. Data flows one way:
//!
//! ```text
//! Experiment ──build──▶ Graph ──run──▶ Run ──▶ views
//! ```
//!
//! | folder | is about | may import |
//! |---|---|---|
//! | `graph` | operations, nodes, sites; run, explain and differentiate them | nothing of ours |
//! | `transformer` | the model as a graph: configuration, weights, masks, tokenizers, decoding, losses | `graph` |
//! | `cost` | parameters, operations, bytes, and how they grow | `graph`, `transformer` |
//! | `experiment` | the document a user opens, edits, checks and saves; presets, exercises, comparisons | all above |
//! | `lab` | the application without pixels: state, commands, undo, worker | all above |
//! | `ui` | theme, widgets, views, panels | all above |
//! | `cli` | the command line | all above; pictures from `ui` |
//!
//! Never upwards. All matrices are two-dimensional: a row is a position (token), a column a dimension, and vectors multiply
//! from the left, `x · W`.

pub mod cli;
pub mod cost;
pub mod experiment;
pub mod graph;
pub mod lab;
pub mod transformer;
#[cfg(feature = "gui")]
#[allow(missing_docs, reason = "widgets say it by their names")]
pub mod ui;
