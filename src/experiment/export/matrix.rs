//! One matrix in the notation of another program.

use std::path::Path;

use ndarray_npy::WriteNpyExt;

use super::{ExportError, literal};
use crate::experiment::atomic_file;
use crate::graph::{Cell, Matrix};

/// How a matrix is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixKind {
    /// Comma-separated values: a line a row.
    Csv,
    /// Columns apart by tabs, which a spreadsheet takes from the clipboard.
    Tabs,
    /// A list of rows, in Python.
    PythonList,
    /// The same as a NumPy array.
    NumPyArray,
    /// `bmatrix` of the LaTeX package amsmath.
    Latex,
    /// NumPy's file of one array: no text.
    Npy,
}

impl MatrixKind {
    /// Those that are text, and so can go by the clipboard.
    pub const TEXTS: [Self; 5] = [Self::Tabs, Self::Csv, Self::PythonList, Self::NumPyArray, Self::Latex];
    /// Those that are files, one for each ending.
    pub const FILES: [Self; 4] = [Self::Csv, Self::Npy, Self::NumPyArray, Self::Latex];

    /// The end of the name of such a file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tabs => "tsv",
            Self::PythonList | Self::NumPyArray => "py",
            Self::Latex => "tex",
            Self::Npy => "npy",
        }
    }

    /// The kind of file that has this ending.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_string_lossy().to_lowercase();
        Self::FILES.into_iter().chain([Self::Tabs]).find(|kind| kind.extension() == extension)
    }

    /// Whether there is an ending of this kind, for a file that is to be written.
    ///
    /// # Errors
    /// There is none; the message lists what there is.
    pub fn expect(path: &Path) -> Result<Self, ExportError> {
        let known = Self::FILES.map(|kind| format!(".{}", kind.extension())).join(", ");
        Self::of(path).ok_or_else(|| ExportError::Ending { path: path.to_owned(), known })
    }
}

/// A matrix as text, each number in as few digits as say exactly which it is; `None` for `.npy`, which is no text.
///
/// Numbers that are not finite are `nan`, `inf` and `-inf`, which NumPy and pandas read; in LaTeX they are signs.
///
/// ```
/// use std::sync::Arc;
/// use ndarray::array;
/// use transformer_lab::experiment::export::matrix::{MatrixKind, text};
///
/// let w = Arc::new(array![[1.0, 0.5], [0.0, -2.0]]).into();
/// assert_eq!(text(&w, MatrixKind::Csv).as_deref(), Some("1.0,0.5\n0.0,-2.0\n"));
/// ```
pub fn text(matrix: &Matrix, kind: MatrixKind) -> Option<String> {
    let number = |cell| literal::number(matrix, cell);
    match kind {
        MatrixKind::Csv => Some(lines(matrix, ",", "\n", number)),
        MatrixKind::Tabs => Some(lines(matrix, "\t", "\n", number)),
        MatrixKind::PythonList => Some(format!("{}\n", python_rows(matrix, ""))),
        MatrixKind::NumPyArray => {
            let dtype = match matrix {
                Matrix::F32(_) => "np.float32",
                Matrix::F64(_) => "np.float64",
            };
            let rows = python_rows(matrix, "np.");
            Some(format!("import numpy as np\n\nmatrix = np.array({rows}, dtype={dtype})\n"))
        }
        MatrixKind::Latex => {
            let body = lines(matrix, " & ", " \\\\\n", |cell| latex(matrix.at(cell), &literal::number(matrix, cell)));
            let body = body.trim_end_matches(" \\\\\n");
            Some(format!("\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}\n"))
        }
        MatrixKind::Npy => None,
    }
}

/// Writes a matrix into a file of its own.
///
/// # Errors
/// A file that cannot be written.
pub fn save(matrix: &Matrix, kind: MatrixKind, path: &Path) -> Result<(), ExportError> {
    let written = match (text(matrix, kind), matrix) {
        (Some(text), _) => atomic_file::write(path, text.as_bytes()),
        (None, Matrix::F32(values)) => npy(path, |file| values.write_npy(file)),
        (None, Matrix::F64(values)) => npy(path, |file| values.write_npy(file)),
    };
    written.map_err(|error| ExportError::Write { path: path.to_owned(), error })
}

fn npy(
    path: &Path,
    write: impl FnOnce(&mut std::io::BufWriter<&std::fs::File>) -> Result<(), ndarray_npy::WriteNpyError>,
) -> std::io::Result<()> {
    atomic_file::write_with(path, |file| write(file).map_err(std::io::Error::other))
}

/// Numbers, a line a row.
fn lines(matrix: &Matrix, between: &str, end: &str, number: impl Fn(Cell) -> String) -> String {
    let shape = matrix.shape();
    let row = |row| (0..shape.columns).map(|column| number(Cell::new(row, column))).collect::<Vec<_>>().join(between) + end;
    (0..shape.rows).map(row).collect()
}

/// The rows as a Python list; `module` is where `nan` and `inf` come from, or nothing where they are written as calls.
fn python_rows(matrix: &Matrix, module: &str) -> String {
    literal::rows(matrix.shape(), |cell| {
        let value = matrix.at(cell);
        let written = literal::number(matrix, cell);
        match (value.is_finite(), module) {
            (true, _) => written,
            (false, "") => format!("float(\"{written}\")"),
            (false, _) => written.replace("nan", &format!("{module}nan")).replace("inf", &format!("{module}inf")),
        }
    })
}

/// A number in the notation of mathematics.
fn latex(value: f64, written: &str) -> String {
    if value.is_nan() {
        return "\\text{NaN}".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "\\infty" } else { "-\\infty" }.to_owned();
    }
    match written.split_once('e') {
        Some((digits, power)) => format!("{} \\cdot 10^{{{power}}}", digits.trim_end_matches(".0")),
        None => written.strip_suffix(".0").unwrap_or(written).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ndarray::array;

    use super::*;
    use crate::experiment::matrix_file::MatrixFile;

    fn double() -> Matrix {
        Arc::new(array![[1.0, 0.1, 1e-20], [f64::NAN, f64::NEG_INFINITY, -0.0]]).into()
    }

    fn single() -> Matrix {
        Arc::new(array![[0.1_f32, 1.0e20]]).into()
    }

    #[test]
    fn text_has_every_digit_and_no_more() {
        let written = |kind| text(&double(), kind).unwrap();
        assert_eq!(written(MatrixKind::Csv), "1.0,0.1,1e-20\nnan,-inf,-0.0\n");
        assert_eq!(written(MatrixKind::Tabs), "1.0\t0.1\t1e-20\nnan\t-inf\t-0.0\n");
        assert_eq!(written(MatrixKind::PythonList), "[\n    [1.0, 0.1, 1e-20],\n    [float(\"nan\"), float(\"-inf\"), -0.0],\n]\n");
        assert_eq!(
            written(MatrixKind::NumPyArray),
            "import numpy as np\n\nmatrix = np.array([\n    [1.0, 0.1, 1e-20],\n    [np.nan, -np.inf, -0.0],\n], dtype=np.float64)\n"
        );
        assert_eq!(
            written(MatrixKind::Latex),
            "\\begin{bmatrix}\n1 & 0.1 & 1 \\cdot 10^{-20} \\\\\n\\text{NaN} & -\\infty & -0\n\\end{bmatrix}\n"
        );
        assert_eq!(text(&single(), MatrixKind::Csv).unwrap(), "0.1,1e20\n");
        assert_eq!(text(&double(), MatrixKind::Npy), None);
    }

    #[test]
    fn a_file_of_one_array_reads_back_in_its_precision() {
        let folder = tempfile::tempdir().unwrap();
        for (matrix, element_type) in [(double(), "<f8"), (single(), "<f4")] {
            let path = folder.path().join("one.npy");
            save(&matrix, MatrixKind::expect(&path).unwrap(), &path).unwrap();
            let file = MatrixFile::open(&path).unwrap();
            assert_eq!(file.entries()[0].element_type, element_type);
            let bits = |values: &ndarray::Array2<f64>| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&file.matrix("one").unwrap()), bits(&matrix.to_f64()));
        }
    }

    #[test]
    fn the_ending_decides() {
        assert_eq!(MatrixKind::of(Path::new("a.TEX")), Some(MatrixKind::Latex));
        assert_eq!(MatrixKind::of(Path::new("a.py")), Some(MatrixKind::NumPyArray));
        let refused = MatrixKind::expect(Path::new("a.xls")).unwrap_err().to_string();
        assert_eq!(refused, "a.xls: a matrix is written to files that end in .csv, .npy, .py, .tex");
    }
}
