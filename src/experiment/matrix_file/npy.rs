//! NumPy's formats: `.npy` is a header and the elements of one array, `.npz` a zip archive of such files.

use std::io::{self, Cursor, Read, Seek, Write};
use std::ops::Range;

use ndarray_npy::WriteNpyExt;
use ndarray_npy::npy::header::Header;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::element::Encoding;
use super::{Entry, NamedMatrix, Precision, Problem, rounded};

/// The one array of a `.npy` file, which takes the name of the file.
pub(super) fn read_single(bytes: Vec<u8>, stem: &str) -> Result<(Vec<u8>, Vec<Entry>), Problem> {
    let entry = read_array(&bytes, 0..bytes.len(), stem).map_err(|reason| Problem::Format { format: ".npy", reason })?;
    Ok((bytes, vec![entry]))
}

/// The arrays of a `.npz` file, unpacked one after another.
pub(super) fn read_archive(bytes: Vec<u8>, _stem: &str) -> Result<(Vec<u8>, Vec<Entry>), Problem> {
    let invalid = |error: zip::result::ZipError| Problem::Format { format: ".npz", reason: error.to_string() };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(invalid)?;
    let mut unpacked = Vec::new();
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(invalid)?;
        let name = file.name().strip_suffix(".npy").unwrap_or(file.name()).to_owned();
        let start = unpacked.len();
        file.read_to_end(&mut unpacked).map_err(|error| invalid(error.into()))?;
        let entry = read_array(&unpacked, start..unpacked.len(), &name);
        entries.push(entry.map_err(|reason| Problem::EntryFormat { entry: name, reason })?);
    }
    Ok((unpacked, entries))
}

/// The header of the array in the `whole` range; its elements are what follows the header.
fn read_array(bytes: &[u8], whole: Range<usize>, name: &str) -> Result<Entry, String> {
    let mut rest = &bytes[whole.clone()];
    if nests_deeply(rest) {
        return Err("its header nests brackets too deeply".to_owned());
    }
    let header = Header::from_reader(&mut rest).map_err(|error| error.to_string())?;
    let description = header.type_descriptor.as_string();
    Ok(Entry {
        name: name.to_owned(),
        shape: header.shape,
        element_type: description.map_or_else(|| header.type_descriptor.to_string(), Clone::clone),
        encoding: description.and_then(|description| Encoding::of_npy(description)),
        column_major: header.layout.is_fortran(),
        data: whole.end - rest.len()..whole.end,
    })
}

/// Whether a header nests brackets deeper than any description of an array; the parser takes exponential time for those.
fn nests_deeply(bytes: &[u8]) -> bool {
    const DEEPEST: usize = 8;
    let (start, length) = match *bytes {
        [_, _, _, _, _, _, 1, _, a, b, ..] => (10, u32::from(u16::from_le_bytes([a, b]))),
        [_, _, _, _, _, _, _, _, a, b, c, d, ..] => (12, u32::from_le_bytes([a, b, c, d])),
        _ => return false,
    };
    let mut depth = 0_usize;
    bytes.iter().skip(start).take(usize::try_from(length).unwrap_or(usize::MAX)).any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

/// Writes an archive without compression, as `numpy.savez` does.
pub(super) fn write_archive(file: impl Write + Seek, matrices: &[NamedMatrix<'_>]) -> Result<(), Problem> {
    /// Above this size an entry needs the wide fields of zip64.
    const NARROW: usize = u32::MAX as usize / 2;

    let mut archive = ZipWriter::new(file);
    for NamedMatrix { name, values, precision } in matrices {
        let options =
            SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(values.len() > NARROW / size_of::<f64>());
        archive.start_file(format!("{name}.npy"), options).map_err(io::Error::from)?;
        match precision {
            Precision::F32 => values.mapv(rounded).write_npy(&mut archive),
            Precision::F64 => values.write_npy(&mut archive),
        }
        .map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::from)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_description(description: &str) -> Vec<u8> {
        let header = format!("{{'descr': {description}, 'fortran_order': False, 'shape': (1,), }}\n");
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [b"\x93NUMPY\x01\x00".as_slice(), &length, header.as_bytes(), &[0; 8]].concat()
    }

    #[test]
    fn deep_nesting_is_refused_before_it_is_parsed() {
        let nested = |depth: usize| read_single(with_description(&format!("{}'<f8'{}", "[".repeat(depth), "]".repeat(depth))), "a");
        assert!(nested(7).is_ok());
        assert_eq!(nested(8).unwrap_err().to_string(), "is no valid .npy file: its header nests brackets too deeply");
        assert!(nested(30_000).is_err());
    }
}
