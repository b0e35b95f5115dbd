//! Pixels as the bytes of a PNG file.

use std::io::Cursor;

use image::{ImageFormat, RgbaImage};

use crate::ui::picture::PictureError;

/// The bytes of a PNG file.
///
/// # Errors
/// [`PictureError::Encode`] for a picture without pixels.
pub fn png(picture: &RgbaImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
