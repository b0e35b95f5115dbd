use ndarray::{Array2, array};
use proptest::prelude::*;

use super::*;
use crate::graph::same_number;

fn read(text: &str) -> Array2<f64> {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

fn refused(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

/// What other programs write for [[1, −2.5], [0.001, 40000]].
#[test]
fn the_same_matrix_as_many_programs_write_it() {
    let samples = [
        // Spreadsheets: with points, with commas, with Windows' ends of lines, with an empty line at the end.
        "1\t-2.5\n0.001\t40000\n",
        "1,0\t-2,5\r\n0,001\t40000\r\n\r\n",
        "1,0;-2,5\n0,001;40000",
        // CSV, with and without spaces, and NumPy's savetxt.
        "1,-2.5\n0.001,40000\n",
        "1, -2.5\n0.001, 40000",
        "1.000000000000000000e+00 -2.500000000000000000e+00\n1.000000000000000021e-03 4.000000000000000000e+04\n",
        "   1    -2.5\n 0.001  4e4  ",
        // Python and JSON, on one line and on several, with commas after the last.
        "[[1, -2.5], [0.001, 40000]]",
        "W_Q = [\n    [1, -2.5],\n    [1e-3, 40_000],\n]\n",
        "((1, -2.5), (0.001, 40000))",
        "[1, -2.5],\n[0.001, 40000]",
        // NumPy: repr, print, NumPy 2 in a list.
        "array([[ 1.0e+00, -2.5e+00],\n       [ 1.0e-03,  4.0e+04]])",
        "np.array([[1., -2.5], [0.001, 40000.]], dtype=np.float32)",
        "array([[ 1.0e+00, -2.5e+00],\n       [ 1.0e-03,  4.0e+04]], dtype=float32)",
        "[[ 1.0e+00 -2.5e+00]\n [ 1.0e-03  4.0e+04]]",
        "[[np.float64(1.0), np.float64(-2.5)], [np.float64(0.001), np.float64(40000.0)]]",
        // PyTorch, JAX, TensorFlow.
        "tensor([[ 1.0000e+00, -2.5000e+00],\n        [ 1.0000e-03,  4.0000e+04]])",
        "tensor([[1., -2.5], [0.001, 40000.]], device='cuda:0', dtype=torch.float64, grad_fn=<AddmmBackward0>)",
        "Parameter containing:\ntensor([[1., -2.5], [0.001, 40000.]], requires_grad=True)",
        "Array([[1., -2.5], [0.001, 40000.]], dtype=float32)",
        "<tf.Tensor: shape=(2, 2), dtype=float64, numpy=\narray([[ 1.0e+00, -2.5e+00],\n       [ 1.0e-03,  4.0e+04]])>",
        // A batch of one, MATLAB, C, an experiment of this program, a true minus.
        "tensor([[[1., -2.5], [0.001, 40000.]]])",
        "[1 -2.5; 0.001 40000]",
        "A = [1, -2.5; 0.001, 40000];",
        "{{1.0f, -2.5f}, {0.001f, 40000.0f}};",
        "{\"w_q\": [[1, -2.5], [1e-3, 40000]]}",
        "\"encoder.0.self_attention.w_q\": Rows([[1, -2.5], [0.001, 40000]]),",
        "1 −2.5\n0.001 40000",
        "\u{feff}1 -2.5\n0.001 40000",
    ];
    for sample in samples {
        assert_eq!(read(sample), array![[1.0, -2.5], [0.001, 40_000.0]], "{sample}");
    }
}

#[test]
fn one_row_one_column_one_number() {
    for row in
        ["1 2 3", "1\t2\t3", "[1, 2, 3]", "[1 2 3]", "[[1, 2, 3]]", "tensor([1., 2., 3.])", "(1, 2, 3)", "1, 2, 3,", "[1.\n 2.\n 3.]"]
    {
        assert_eq!(read(row), array![[1.0, 2.0, 3.0]], "{row}");
    }
    for column in ["1\n2\n3", "1\r\n2\r\n3", "[[1], [2], [3]]", "[[1.]\n [2.]\n [3.]]", "[1; 2; 3]"] {
        assert_eq!(read(column), array![[1.0], [2.0], [3.0]], "{column}");
    }
    for number in ["0.5", " +5e-1\n", "[0.5]", "np.float32(0.5)", ".5"] {
        assert_eq!(read(number), array![[0.5]], "{number}");
    }
}

#[test]
fn numbers_that_are_none() {
    let samples = [
        "nan inf -inf",
        "NaN\tInfinity\t-Infinity",
        "[nan, inf, -inf]",
        "[float('nan'), float(\"inf\"), -float('inf')]",
        "[np.nan, np.inf, -np.inf]",
        "[math.nan, torch.inf, float('-inf')]",
        "NaN;∞;−∞",
    ];
    for sample in samples {
        let row = read(sample);
        assert!(row[(0, 0)].is_nan() && row[(0, 1)] == f64::INFINITY && row[(0, 2)] == f64::NEG_INFINITY, "{sample}: {row}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let samples = [
        ("", "there is no number in it"),
        ("[]", "there is no number in it"),
        ("[[], []]", "there is no number in it"),
        ("1 2 3\n4 5 6 7", "row 2 has 4 numbers, row 1 has 3"),
        ("[[1, 2], [3]]", "row 2 has 1 number, row 1 has 2"),
        ("1 2 x", "row 1, number 3: «x» is not a number"),
        ("d0\td1\n1\t2", "row 1, number 1: «d0» is not a number"),
        ("1\t\t3", "row 1, number 2 is empty"),
        ("1\t2\n\t4", "row 2, number 1 is empty"),
        ("[[1,, 2]]", "row 1, number 2 is empty"),
        ("1.2.3", "row 1, number 1: «1.2.3» is not a number"),
        ("1;2,000;0.5", "row 1, number 2: «2,000» has a comma, but other numbers have a decimal point"),
        ("1\t1.234,5", "row 1, number 2: «1.234,5» has a comma, but other numbers have a decimal point"),
        // Decimal commas between spaces could be anything.
        ("0,5 0,25", "row 1, number 2: «5 0» is not a number"),
        ("[0,5 0,25]", "row 1, number 2: «5 0» is not a number"),
        ("[[1, 2], [3, 4]", "a «[» is not closed"),
        ("[[0.1 0.2 ... 0.9]]", "it was printed in short, with «...» in the place of numbers; print all of it"),
        ("[[1. 2.]\n ...\n [3. 4.]]", "it was printed in short, with «...» in the place of numbers; print all of it"),
        ("[[[1, 2]], [[3, 4]]]", "it holds 2 matrices; paste one of them"),
        ("[[1, 2]] [[3, 4]]", "it holds 2 matrices; paste one of them"),
        ("[1, [2, 3]]", "«1» stands where only numbers, commas and brackets belong"),
        // A calculation is not carried out, and not passed over either.
        ("np.array([[1, 2]]).T", "«).T» stands where only numbers, commas and brackets belong"),
        ("np.array([[1, 2]]) * 0.5", "«) * 0.5» stands where only numbers, commas and brackets belong"),
        ("-np.array([[1, 2]])", "«-np.array(» stands where only numbers, commas and brackets belong"),
        ("np.sqrt(np.array([[1, 2]]))", "«sqrt» stands where only numbers, commas and brackets belong"),
        ("3 [[1, 2]]", "«3» stands where only numbers, commas and brackets belong"),
        ("[[1+2j, 1]]", "row 1, number 1: «1+2j» is not a number"),
        ("50%", "row 1, number 1: «50%» is not a number"),
        ("a word that is longer than a sentence should quote", "row 1, number 1: «a» is not a number"),
    ];
    for (text, sentence) in samples {
        assert_eq!(refused(text), sentence, "{text}");
    }
}

#[test]
fn brackets_without_end_are_refused_and_no_more() {
    let deep = "[".repeat(200_000);
    assert_eq!(refused(&deep), "a «[» is not closed");
    assert_eq!(read(&format!("{deep}1{}", "]".repeat(200_000))), array![[1.0]]);
}

/// How other programs write a matrix, with all its digits.
fn written(values: &Array2<f64>, form: usize) -> String {
    let words = |number: fn(&f64) -> String, between: &str, below: &str| {
        let rows = values.rows();
        rows.into_iter().map(|row| row.iter().map(number).collect::<Vec<_>>().join(between)).collect::<Vec<_>>().join(below)
    };
    let shortest: fn(&f64) -> String = |x| format!("{x:?}");
    let scientific: fn(&f64) -> String = |x| format!("{x:.16e}");
    match form {
        0 => tab_separated(values),
        1 => python_list(values),
        2 => words(shortest, ",", "\n"),
        3 => words(shortest, ";", "\r\n"),
        4 => words(|x| format!("{x:?}").replace('.', ","), "\t", "\n"),
        5 => words(|x| format!("{x:?}").replace('.', ","), ";", "\n"),
        6 => words(scientific, "  ", "\n"),
        7 => format!("[[{}]]", words(scientific, " ", "]\n [")),
        8 => format!("array([[{}]], dtype=float64)", words(shortest, ", ", "],\n       [")),
        9 => format!("tensor([[{}]], dtype=torch.float64)", words(scientific, ", ", "],\n        [")),
        _ => format!("[{}]", words(shortest, " ", "; ")),
    }
}
const FORMS: usize = 11;

proptest! {
    #[test]
    fn what_is_written_reads_back_identical(
        columns in 1_usize..5,
        numbers in prop::collection::vec(prop::num::f64::ANY, 1..25),
    ) {
        let rows = numbers.len().div_ceil(columns);
        let values = Array2::from_shape_fn((rows, columns), |(row, column)| numbers[(row * columns + column) % numbers.len()]);
        for form in 0..FORMS {
            // A lone column of numbers with decimal commas is what everyone writes for two columns.
            if columns == 1 && [4, 5].contains(&form) {
                continue;
            }
            let text = written(&values, form);
            let back = parse(&text);
            prop_assert!(back.is_ok(), "{form}: {text}: {back:?}");
            let back = back.unwrap().0;
            prop_assert_eq!(back.dim(), values.dim());
            // Zeros keep their signs, too.
            let same = back.iter().zip(&values).all(|(&a, &b)| same_number(a, b) && a.is_sign_negative() == b.is_sign_negative() || a.is_nan() && b.is_nan());
            prop_assert!(same, "{form}: {text}");
        }
    }

    #[test]
    fn single_precision_is_written_short_and_reads_back_identical(numbers in prop::collection::vec(prop::num::f32::NORMAL, 1..9)) {
        let values = Array2::from_shape_vec((1, numbers.len()), numbers).unwrap();
        for text in [tab_separated(&values), python_list(&values)] {
            let back = parse(&text).unwrap().0.mapv(<f32 as crate::graph::Element>::of);
            prop_assert_eq!(&back, &values);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[\\[\\](){}0-9.,;eE+\\- \t\nnaif…*]{0,40}") {
        let _ = parse(&text);
    }
}
