//! The `.safetensors` format of Hugging Face: a JSON header with type, shape and place of each tensor, then their bytes.

use std::borrow::Cow;
use std::io::{self, Write};

use safetensors::tensor::View;
use safetensors::{Dtype, SafeTensors};

use super::element::Encoding;
use super::{Entry, NamedMatrix, Precision, Problem, rounded};

/// The name under which the header keeps remarks.
const METADATA: &str = "__metadata__";

/// The tensors of a file in the order of their bytes.
pub(super) fn read(bytes: Vec<u8>, _stem: &str) -> Result<(Vec<u8>, Vec<Entry>), Problem> {
    let invalid = |error: safetensors::SafeTensorError| Problem::Format { format: ".safetensors", reason: error.to_string() };
    let (header, metadata) = SafeTensors::read_metadata(&bytes).map_err(invalid)?;
    let start = size_of::<u64>() + header;
    let entries = metadata
        .offset_keys()
        .into_iter()
        .filter_map(|name| {
            let info = metadata.info(&name)?;
            Some(Entry {
                name,
                shape: info.shape.clone(),
                element_type: info.dtype.to_string(),
                encoding: Encoding::of_safetensors(info.dtype),
                column_major: false,
                data: start + info.data_offsets.0..start + info.data_offsets.1,
            })
        })
        .collect();
    Ok((bytes, entries))
}

/// Writes all matrices; the format puts those of higher precision first, and else goes by name.
pub(super) fn write(mut file: impl Write, matrices: &[NamedMatrix<'_>]) -> Result<(), Problem> {
    if matrices.iter().any(|matrix| matrix.name == METADATA) {
        return Err(Problem::ReservedName { entry: METADATA.to_owned() });
    }
    let tensors = matrices.iter().map(|matrix| (&matrix.name, Tensor { matrix, shape: matrix.values.dim().into() }));
    let bytes = safetensors::serialize(tensors, None).map_err(io::Error::other)?;
    Ok(file.write_all(&bytes)?)
}

/// A matrix as the format sees it.
struct Tensor<'a, 'values> {
    matrix: &'a NamedMatrix<'values>,
    shape: [usize; 2],
}

impl View for Tensor<'_, '_> {
    fn dtype(&self) -> Dtype {
        match self.matrix.precision {
            Precision::F32 => Dtype::F32,
            Precision::F64 => Dtype::F64,
        }
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        let values = self.matrix.values.iter();
        match self.matrix.precision {
            Precision::F32 => values.flat_map(|&value| rounded(value).to_le_bytes()).collect(),
            Precision::F64 => values.flat_map(|value| value.to_le_bytes()).collect(),
        }
    }

    fn data_len(&self) -> usize {
        self.matrix.values.len() * self.dtype().bitsize() / 8
    }
}
