//! The document a user opens, edits, checks and saves, and the files beside it.

pub mod atomic_file;
pub mod matrix_file;
