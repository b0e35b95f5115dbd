//! Widgets that show matrices and what is computed from them: plain data in, what the user did out.
//!
//! Nothing of the engine is known here, and no text is written here: callers hand over numbers as functions
//! ([`Cells`]) and every word already in the user's language.

mod cells;
mod count;
pub mod grid;
mod hue;
pub mod linked;
pub mod notation;
mod scale;
mod stroke;
#[cfg(test)]
mod tests;
mod texture;

pub use cells::{Block, Cell, Cells, Reading};
pub use grid::{Edit, Labels, MaskedText, MatrixKind, MatrixOutput, MatrixView, Sizes, TitlePlace};
pub use hue::Hue;
pub use linked::{Arrangement, GridState, Linked, LinkedOutput, Sign, Source};
pub use scale::{Colouring, Scale};
