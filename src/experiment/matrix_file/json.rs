//! Matrices as JSON, for people and for programs that read nothing else.

use std::io::{self, Write};

use super::{NamedMatrix, Precision, Problem, rounded};

/// Writes one object, a row a line.
pub(super) fn write(mut file: impl Write, matrices: &[NamedMatrix<'_>]) -> Result<(), Problem> {
    write!(file, "{{")?;
    for (index, NamedMatrix { name, values, precision }) in matrices.iter().enumerate() {
        let name = serde_json::to_string(name).map_err(io::Error::from)?;
        write!(file, "{}\n  {name}: [", separator(index))?;
        for (index, row) in values.rows().into_iter().enumerate() {
            write!(file, "{}\n    [", separator(index))?;
            for (index, &value) in row.iter().enumerate() {
                let space = if index == 0 { "" } else { ", " };
                write!(file, "{space}{}", number(value, *precision))?;
            }
            write!(file, "]")?;
        }
        write!(file, "\n  ]")?;
    }
    writeln!(file, "\n}}")?;
    Ok(())
}

fn separator(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

/// The shortest digits that read the same again, or a string for what JSON has no number for.
fn number(value: f64, precision: Precision) -> String {
    let (text, finite) = match precision {
        Precision::F32 => (format!("{:?}", rounded(value)), rounded(value).is_finite()),
        Precision::F64 => (format!("{value:?}"), value.is_finite()),
    };
    if finite { text } else { format!("\"{text}\"") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_have_the_digits_of_their_precision() {
        assert_eq!(number(0.1, Precision::F64), "0.1");
        assert_eq!(number(f64::from(0.1_f32), Precision::F32), "0.1");
        assert_eq!(number(f64::from(0.1_f32), Precision::F64), "0.10000000149011612");
        assert_eq!(number(3.0, Precision::F64), "3.0");
        assert_eq!(number(-0.0, Precision::F64), "-0.0");
        assert_eq!(number(5e-324, Precision::F64), "5e-324");
        assert_eq!(number(1.797_693_134_862_315_7e308, Precision::F64), "1.7976931348623157e308");
    }

    #[test]
    fn what_is_not_finite_is_a_string() {
        let all = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|value| number(value, Precision::F64));
        assert_eq!(all, ["\"NaN\"", "\"inf\"", "\"-inf\""]);
        assert_eq!(number(1e300, Precision::F32), "\"inf\"");
    }
    proptest! {
        #[test]
        fn digits_read_the_same_again(double in any::<f64>(), single in any::<f32>()) {
            let digits = number(double, Precision::F64);
            prop_assert_eq!(digits.parse::<f64>().unwrap().to_bits(), double.to_bits());
            let digits = number(single.into(), Precision::F32);
            prop_assert_eq!(digits.parse::<f32>().unwrap().to_bits(), single.to_bits());
        }
    }
}
