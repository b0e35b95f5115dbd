use ndarray::{Array2, array};
use proptest::prelude::*;

use super::*;

/// A file that NumPy or safetensors wrote; `tests/data/make.py` says how.
fn open(name: &str) -> MatrixFile {
    MatrixFile::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

/// The matrix of `make.py`, and what integers and bool keep of it.
fn matrix() -> Array2<f64> {
    array![[1.5, -2.0, 0.25], [0.0, 96.0, -3.5]]
}

fn as_type(name: &str) -> Array2<f64> {
    match name {
        "bool" => array![[1.0, 1.0, 1.0], [0.0, 1.0, 1.0]],
        "uint8" => array![[1.0, 2.0, 0.0], [0.0, 96.0, 3.0]],
        name if name.starts_with('i') => array![[1.0, -2.0, 0.0], [0.0, 96.0, -3.0]],
        _ => matrix(),
    }
}

fn f64s<'a>(name: &str, values: &'a Array2<f64>) -> NamedMatrix<'a> {
    NamedMatrix { name: name.to_owned(), values: values.view().into(), precision: Precision::F64 }
}

fn message(result: Result<impl std::fmt::Debug, MatrixFileError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn every_number_type_of_numpy() {
    let matrices = open("types.npz").matrices().unwrap();
    let names: Vec<_> = matrices.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "bool", "uint8"]);
    for (name, values) in matrices {
        assert_eq!(values, as_type(&name), "{name}");
    }
}

#[test]
fn every_number_type_of_safetensors() {
    let file = open("types.safetensors");
    for name in ["f64", "f32", "f16", "bf16", "i64", "i32", "bool"] {
        assert_eq!(file.matrix(name).unwrap(), as_type(name), "{name}");
    }
    assert_eq!(file.matrix("scalar").unwrap(), array![[2.5]]);
    assert_eq!(file.matrix("vector").unwrap(), array![[1.0, 2.0, 3.0]]);
    assert!(
        message(file.matrix("cube"))
            .ends_with("types.safetensors: the entry \"cube\" has the shape [2, 1, 2], but a matrix has at most two dimensions")
    );
    assert!(message(file.matrix("f8")).contains("the entry \"f8\" has elements of type F8_E4M3, but f16,"));
}

#[test]
fn every_layout_of_numpy() {
    let file = open("layouts.npz");
    assert_eq!(file.matrix("fortran").unwrap(), matrix());
    assert!(file.matrix("fortran").unwrap().is_standard_layout());
    assert_eq!(file.matrix("transposed").unwrap(), matrix().t());
    assert_eq!(file.matrix("big_endian").unwrap(), matrix());
    assert_eq!(file.matrix("scalar").unwrap(), array![[2.5]]);
    assert_eq!(file.matrix("vector").unwrap(), array![[1.0, 2.0, 3.0]]);
    assert_eq!(file.matrix("empty").unwrap().dim(), (0, 3));
    let special = file.matrix("special").unwrap();
    let bits: Vec<_> = special.iter().skip(1).map(|value| value.to_bits()).collect();
    assert!(special[[0, 0]].is_nan());
    assert_eq!(bits, [f64::INFINITY, f64::NEG_INFINITY, -0.0, 5e-324].map(f64::to_bits));
}

#[test]
fn compressed_archives_and_single_arrays() {
    let file = open("compressed.npz");
    assert_eq!(file.matrix("a").unwrap(), matrix());
    assert_eq!(file.matrix("b").unwrap().row(19).to_vec(), (380..400).map(f64::from).collect::<Vec<_>>());
    let single = open("single.npy");
    assert_eq!(single.entries()[0].element_type, "<f2");
    assert_eq!(single.matrices().unwrap(), [("single".to_owned(), matrix())]);
}

#[test]
fn what_is_no_matrix_says_what_it_is_and_leaves_the_others_readable() {
    let file = open("refused.npz");
    assert_eq!(file.matrix("fine").unwrap(), matrix());
    assert_eq!(file.entries()[0].shape, [2, 3, 4]);
    assert!(message(file.matrix("cube")).contains("has the shape [2, 3, 4]"));
    assert!(message(file.matrix("complex")).contains("elements of type <c16, but f16"));
    assert!(message(file.matrix("text")).contains("elements of type <U1"));
    assert!(message(file.matrix("record")).contains("elements of type [('x'"));
    assert!(message(file.matrix("large")).ends_with("holds the integer 9007199254740993, which f64 cannot hold exactly"));
    assert!(
        message(file.matrix("none"))
            .ends_with("refused.npz: has no entry \"none\"; it has \"cube\", \"complex\", \"text\", \"record\", \"large\", \"fine\"")
    );
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("types.npz", ".npz"), ("types.safetensors", ".safetensors"), ("single.npy", ".npy")] {
        let whole = open(name).path;
        let bytes = std::fs::read(whole).unwrap();
        for length in [0, 1, 7, 60, bytes.len() - 1] {
            let path = folder.path().join(name);
            std::fs::write(&path, &bytes[..length]).unwrap();
            let error = message(MatrixFile::open(&path).and_then(|file| file.matrices()));
            let expected = [format!("{name}: is no valid {format} file: "), " bytes of data, which is not".to_owned()];
            assert!(expected.iter().any(|part| error.contains(part)), "{length}: {error}");
        }
    }
}

#[test]
fn missing_files_and_other_endings_are_named() {
    let error = message(MatrixFile::open(Path::new("no/such.npz")));
    assert!(error.starts_with("no/such.npz: cannot be read: "), "{error}");
    let error = message(MatrixFile::open(Path::new("weights.csv")));
    assert_eq!(error, "weights.csv: matrices are read from files that end in .npz, .npy or .safetensors");
    let error = message(write(Path::new("weights.npy"), &[]));
    assert_eq!(error, "weights.npy: matrices are written to files that end in .npz, .safetensors or .json");
    let error = message(write(Path::new("no/such/folder.json"), &[]));
    assert!(error.starts_with("no/such/folder.json: cannot be written: "), "{error}");
}

#[test]
fn names_must_differ_and_not_be_reserved() {
    let (folder, values) = (tempfile::tempdir().unwrap(), matrix());
    for ending in ["npz", "safetensors", "json"] {
        let path = folder.path().join("out").with_extension(ending);
        let error = message(write(&path, &[f64s("a", &values), f64s("b", &values), f64s("a", &values)]));
        assert!(error.ends_with("two matrices have the name \"a\"; names must differ"), "{error}");
        assert!(!path.exists());
    }
    let error = message(write(&folder.path().join("out.safetensors"), &[f64s("__metadata__", &values)]));
    assert!(error.contains("no matrix can have the name"), "{error}");
}

#[test]
fn json_has_a_line_for_each_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    let first = array![[1.0, -0.5], [f64::NAN, f64::INFINITY]];
    let second = array![[0.1]];
    let single = NamedMatrix { precision: Precision::F32, ..f64s("a \"quoted\" name", &second) };
    write(&path, &[f64s("encoder.0.scores", &first), single, f64s("empty", &Array2::zeros((0, 2)))]).unwrap();
    let expected = r#"{
  "encoder.0.scores": [
    [1.0, -0.5],
    ["NaN", "inf"]
  ],
  "a \"quoted\" name": [
    [0.1]
  ],
  "empty": [
  ]
}
"#;
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    write(&path, &[]).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\n}\n");
}

/// Equal bit by bit, but for the bits of a NaN.
fn same(a: &Array2<f64>, b: &Array2<f64>) -> bool {
    a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()))
}

fn any_matrix() -> impl Strategy<Value = Array2<f64>> {
    (0_usize..5, 0_usize..5, any::<bool>()).prop_flat_map(|(rows, columns, column_major)| {
        prop::collection::vec(prop::num::f64::ANY, rows * columns)
            .prop_map(move |values| Array2::from_shape_vec((rows, columns).set_f(column_major), values).unwrap())
    })
}

proptest! {
    // Few, as every file is flushed to the disk.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_written_is_read(matrices in prop::collection::btree_map("[ -~ñ小]{1,8}", any_matrix(), 0..4)) {
        let folder = tempfile::tempdir().unwrap();
        let (double, single): (Vec<_>, Vec<_>) = matrices
            .iter()
            .map(|(name, values)| {
                (f64s(name, values), NamedMatrix { precision: Precision::F32, ..f64s(name, values) })
            })
            .unzip();
        for ending in ["npz", "safetensors"] {
            let path = folder.path().join("out").with_extension(ending);
            write(&path, &double).unwrap();
            let file = MatrixFile::open(&path).unwrap();
            prop_assert_eq!(file.entries().len(), matrices.len());
            for (name, values) in &matrices {
                prop_assert!(same(&file.matrix(name).unwrap(), values));
            }
            write(&path, &single).unwrap();
            let file = MatrixFile::open(&path).unwrap();
            for (name, values) in &matrices {
                prop_assert!(same(&file.matrix(name).unwrap(), &values.mapv(|value| f64::from(rounded(value)))));
            }
        }
        let path = folder.path().join("out.json");
        write(&path, &double).unwrap();
        let json: serde_json::Value = serde_json::from_reader(std::fs::File::open(&path).unwrap()).unwrap();
        for (name, values) in &matrices {
            let widths: Vec<_> = json[name].as_array().unwrap().iter().map(|row| row.as_array().unwrap().len()).collect();
            prop_assert_eq!(widths, vec![values.ncols(); values.nrows()]);
        }
    }
}

proptest! {
    #[test]
    fn no_byte_makes_reading_panic(
        name in prop::sample::select(vec!["types.npz", "compressed.npz", "types.safetensors", "single.npy"]),
        place: prop::sample::Index,
        byte: u8,
    ) {
        let mut bytes = std::fs::read(open(name).path).unwrap();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        if let Ok(file) = MatrixFile::open(&path) {
            for entry in file.entries() {
                let _ = file.matrix(&entry.name);
            }
        }
    }
}
