//! Writing a matrix so that spreadsheets and Python read it back without a digit lost.

use ndarray::ArrayRef2;

use crate::graph::Element;

/// Lines of numbers between tabs, as spreadsheets exchange them.
///
/// ```
/// use transformer_lab::experiment::matrix_text::tab_separated;
/// assert_eq!(tab_separated(&ndarray::array![[0.1_f32, -2.0], [1e-9, 3.0]]), "0.1\t-2.0\n1e-9\t3.0");
/// ```
pub fn tab_separated<T: Element>(values: &ArrayRef2<T>) -> String {
    joined(values, "\t", "\n", |value| format!("{value:?}"))
}

/// A list of lists that Python reads without any import.
///
/// ```
/// use transformer_lab::experiment::matrix_text::python_list;
/// assert_eq!(python_list(&ndarray::array![[0.1, f64::NAN], [1.0, -2.0]]), "[[0.1, float(\"nan\")],\n [1.0, -2.0]]");
/// ```
pub fn python_list<T: Element>(values: &ArrayRef2<T>) -> String {
    let number = |value: T| match value {
        _ if value.is_nan() => "float(\"nan\")".to_owned(),
        _ if value.is_infinite() && value > T::zero() => "float(\"inf\")".to_owned(),
        _ if value.is_infinite() => "-float(\"inf\")".to_owned(),
        _ => format!("{value:?}"),
    };
    format!("[[{}]]", joined(values, ", ", "],\n [", number))
}

/// The shortest digits that say exactly which number it is in its own precision.
fn joined<T: Element>(values: &ArrayRef2<T>, between: &str, below: &str, number: impl Fn(T) -> String) -> String {
    let row = |row: ndarray::ArrayView1<'_, T>| row.iter().map(|&value| number(value)).collect::<Vec<_>>().join(between);
    values.rows().into_iter().map(row).collect::<Vec<_>>().join(below)
}
