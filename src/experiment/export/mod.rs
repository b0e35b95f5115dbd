//! Taking results away: as files that other programs read, run or show.

mod error;
mod literal;
pub mod matrix;
pub mod python;
pub mod values;

pub use error::ExportError;
