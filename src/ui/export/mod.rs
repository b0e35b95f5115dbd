//! Pictures as files: what a view shows, as pixels or as shapes.

mod csv;
mod png;
pub mod report;
mod svg;

use std::path::{Path, PathBuf};

pub use csv::line;
pub use png::png;
pub use svg::svg;

use super::picture::{PictureError, Scene};
use crate::experiment::SystemError;

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Pixels.
    Png,
    /// Shapes and text, to be scaled and edited.
    Svg,
}

impl PictureKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Png, Self::Svg];

    /// The end of the name of such a file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }
}

/// A picture that the user wants to keep.
pub struct PictureOrder {
    /// The name offered for the file, without its end.
    pub name: String,
    /// The kind of file.
    pub kind: PictureKind,
    /// What is on it, or why there is no picture.
    pub scene: Result<Scene, PictureError>,
}

/// Why a picture was not saved.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// It cannot be drawn or encoded.
    #[error(transparent)]
    Draw(#[from] PictureError),
    /// The file cannot be written.
    #[error("{} cannot be written: {}", path.display(), SystemError::of_writing(error))]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
}

/// Writes a scene to a file.
///
/// # Errors
/// A scene that cannot be drawn, or a file that cannot be written.
pub fn save(scene: &mut Scene, kind: PictureKind, path: &Path) -> Result<(), ExportError> {
    let bytes = match kind {
        PictureKind::Png => png(&scene.draw()?)?,
        PictureKind::Svg => svg(scene)?.into_bytes(),
    };
    std::fs::write(path, bytes).map_err(|error| ExportError::Write { path: path.to_owned(), error })
}
