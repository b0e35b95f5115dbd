//! t
use ndarray::Array2;
use std::path::Path;
/// e
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct MatrixFileError;
/// r
pub fn read(_: &Path, _: &str) -> Result<Array2<f64>, MatrixFileError> {
    Err(MatrixFileError)
}
