//! Variants: fresh numbers, sizes and texts under the same statement.
//!
//! Variant 0 has the first value of every variable: the numbers of the document. Variant k draws with ChaCha8 from the seed k, in
//! the order in which the variables stand in the file, and nothing else enters: it is the same on every machine.

use std::collections::BTreeMap;
use std::fmt;

use ndarray::Array2;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::error::Flaw;
use crate::experiment::Table;

/// What a variable or a named value holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A matrix.
    Matrix(Table),
}

/// Something that differs from variant to variant.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Variable {
    /// Drawn anew.
    Drawn {
        /// Its name, which stands in braces in texts and in quotes elsewhere.
        name: String,
        /// Its value in variant 0.
        first: Value,
        /// How later variants draw it.
        then: Draw,
    },
    /// times · another + plus.
    Follows {
        /// Its name.
        name: String,
        /// The variable that it follows, which stands before it.
        of: String,
        /// The factor.
        #[serde(default = "one")]
        times: f64,
        /// The summand.
        #[serde(default)]
        plus: f64,
    },
}

fn one<T: From<u8>>() -> T {
    T::from(1)
}

/// How a variable is drawn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Draw {
    /// One of these, each as likely as any other.
    OneOf(Vec<Value>),
    /// Whole numbers in a range, both ends included; where the first value is a matrix, one for each of its cells.
    Whole {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
        /// What each is divided by: 10 for tenths.
        #[serde(default = "one")]
        over: i32,
        /// Whether no two numbers of a row are equal.
        #[serde(default)]
        distinct: bool,
    },
}

impl Variable {
    fn name(&self) -> &str {
        match self {
            Self::Drawn { name, .. } | Self::Follows { name, .. } => name,
        }
    }
}

/// What the names in an exercise stand for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names(BTreeMap<String, Value>);

impl Names {
    /// The variables of variant `number`.
    pub(super) fn of_variant(variables: &[Variable], number: u64) -> Result<Self, Flaw> {
        let mut generator = ChaCha8Rng::seed_from_u64(number);
        let mut names = Self::default();
        for variable in variables {
            let value = match variable {
                Variable::Drawn { first, .. } if number == 0 => first.clone(),
                Variable::Drawn { name, first, then } => draw(&mut generator, first, then).ok_or_else(|| Flaw::Draw(name.clone()))?,
                Variable::Follows { of, times, plus, .. } => Value::Number(times * names.number(of)? + plus),
            };
            names.insert(variable.name(), value)?;
        }
        Ok(names)
    }

    pub(super) fn insert(&mut self, name: &str, value: Value) -> Result<(), Flaw> {
        match self.0.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(Flaw::Twice(name.to_owned())),
        }
    }

    fn get(&self, name: &str) -> Result<&Value, Flaw> {
        self.0.get(name).ok_or_else(|| Flaw::NoName(name.to_owned()))
    }

    pub(super) fn number(&self, name: &str) -> Result<f64, Flaw> {
        match self.get(name)? {
            Value::Number(number) => Ok(*number),
            Value::Text(_) | Value::Matrix(_) => Err(Flaw::Kind { name: name.to_owned(), wanted: "number" }),
        }
    }

    pub(super) fn matrix(&self, name: &str) -> Result<&Table, Flaw> {
        match self.get(name)? {
            Value::Matrix(table) => Ok(table),
            Value::Number(_) | Value::Text(_) => Err(Flaw::Kind { name: name.to_owned(), wanted: "matrix" }),
        }
    }
}

/// A value of `then`; `None` where it cannot be drawn in that way.
fn draw(generator: &mut ChaCha8Rng, first: &Value, then: &Draw) -> Option<Value> {
    match then {
        Draw::OneOf(values) if values.is_empty() => None,
        Draw::OneOf(values) => values.get(below(generator, values.len())).cloned(),
        &Draw::Whole { from, to, over, distinct } => {
            let shape = match first {
                Value::Number(_) => (1, 1),
                Value::Matrix(table) => table.0.dim(),
                Value::Text(_) => return None,
            };
            let numbers = whole_numbers(generator, shape, from..=to, distinct)?.mapv(|number| number as f64 / f64::from(over));
            Some(match first {
                Value::Number(_) => Value::Number(numbers.sum()),
                _ => Value::Matrix(Table(numbers)),
            })
        }
    }
}

fn whole_numbers(
    generator: &mut ChaCha8Rng,
    shape: (usize, usize),
    range: std::ops::RangeInclusive<i64>,
    distinct: bool,
) -> Option<Array2<i64>> {
    let all: Vec<i64> = range.collect();
    if all.is_empty() || (distinct && all.len() < shape.1) {
        return None;
    }
    let mut numbers = Array2::zeros(shape);
    for mut row in numbers.rows_mut() {
        let mut left = all.clone();
        for cell in &mut row {
            let at = below(generator, left.len());
            *cell = if distinct { left.swap_remove(at) } else { left[at] };
        }
    }
    Some(numbers)
}

/// A whole number below `count`. The bias of the remainder is below 2⁻⁴⁰ for any count of less than 2²⁴.
fn below(generator: &mut ChaCha8Rng, count: usize) -> usize {
    usize::try_from(generator.next_u64() % (count.max(1) as u64)).unwrap_or(0)
}

/// A text with its placeholders filled: `{name}`, or `{name:2}` for two decimals. Other braces stay as they are.
pub(super) fn fill(text: &str, names: &Names) -> Result<String, Flaw> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        match after.split_once('}') {
            Some((inside, behind)) if is_placeholder(inside) => {
                let (name, decimals) = inside.split_once(':').map_or((inside, None), |(name, digits)| (name, digits.parse().ok()));
                filled.push_str(&names.get(name)?.written(decimals));
                rest = behind;
            }
            _ => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    Ok(filled)
}

fn is_placeholder(inside: &str) -> bool {
    let (name, decimals) = inside.split_once(':').map_or((inside, None), |(name, decimals)| (name, Some(decimals)));
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    named && decimals.is_none_or(|decimals| decimals.len() == 1 && decimals.chars().all(|c| c.is_ascii_digit()))
}

impl Value {
    /// As it stands in a sentence.
    pub fn written(&self, decimals: Option<usize>) -> String {
        match self {
            Self::Number(number) => written(*number, decimals),
            Self::Text(text) => text.clone(),
            Self::Matrix(table) => {
                let row = |row: &[f64]| format!("[{}]", row.iter().map(|&number| written(number, decimals)).collect::<Vec<_>>().join(", "));
                let rows: Vec<String> = table.rows().iter().map(|cells| row(cells)).collect();
                if rows.len() == 1 { rows.concat() } else { format!("[{}]", rows.join(", ")) }
            }
        }
    }
}

/// A number in a sentence: a true minus, digits of large numbers in groups, at most four decimals where nothing else is asked.
pub fn written(number: f64, decimals: Option<usize>) -> String {
    /// Between these four decimals say something.
    const FOUR_DECIMALS: std::ops::Range<f64> = 1e-4..1e7;
    if number.is_infinite() {
        return if number > 0.0 { "∞".to_owned() } else { "−∞".to_owned() };
    }
    let plain = match decimals {
        Some(decimals) => format!("{number:.decimals$}"),
        None if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        None if !FOUR_DECIMALS.contains(&number.abs()) => format!("{number:.3e}"),
        None => format!("{number:.4}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    };
    let (sign, plain) = plain.strip_prefix('-').map_or(("", plain.as_str()), |rest| ("−", rest));
    let is_zero = plain.chars().all(|c| matches!(c, '0' | '.'));
    format!("{}{}", if is_zero { "" } else { sign }, grouped(plain).replace('-', "−"))
}

/// The digits before the point in groups of three, from five digits on.
fn grouped(plain: &str) -> String {
    let whole = plain.find(|c: char| !c.is_ascii_digit()).unwrap_or(plain.len());
    if whole < 5 {
        return plain.to_owned();
    }
    let mut grouped = String::new();
    for (index, digit) in plain.chars().enumerate() {
        if index > 0 && index < whole && (whole - index).is_multiple_of(3) {
            grouped.push('\u{202F}');
        }
        grouped.push(digit);
    }
    grouped
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyValue;

        impl<'de> Visitor<'de> for AnyValue {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a text, or a matrix as a list of rows")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
                Ok(Value::Number(number as f64))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value::Number(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
                Ok(Value::Number(number))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Value, A::Error> {
                Table::deserialize(SeqAccessDeserializer::new(list)).map(Value::Matrix)
            }
        }

        deserializer.deserialize_any(AnyValue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(text: &str) -> Vec<Variable> {
        ron::from_str(text).unwrap()
    }

    #[test]
    fn a_variant_is_a_function_of_its_number() {
        let list = variables(
            r#"[Drawn(name: "n", first: 100, then: OneOf([50, 80, 120])), Follows(name: "twice", of: "n", times: 2),
                Drawn(name: "q", first: [[1, 2], [3, 4]], then: Whole(from: -2, to: 3, over: 2, distinct: true))]"#,
        );
        let first = Names::of_variant(&list, 0).unwrap();
        assert_eq!((first.number("n").unwrap(), first.number("twice").unwrap()), (100.0, 200.0));
        let variants: Vec<Names> = (0..40).map(|number| Names::of_variant(&list, number).unwrap()).collect();
        for (number, variant) in (0..).zip(&variants) {
            assert_eq!(*variant, Names::of_variant(&list, number).unwrap());
            let q = &variant.matrix("q").unwrap().0;
            assert!(q.rows().into_iter().all(|row| row[0] != row[1]));
            assert!(number == 0 || q.iter().all(|x| (-1.0..=1.5).contains(x) && (2.0 * x).fract() == 0.0));
        }
        assert!([50.0, 80.0, 120.0].iter().all(|n| variants.iter().any(|variant| variant.number("n").unwrap() == *n)));
    }

    #[test]
    fn placeholders_are_filled_and_other_braces_stay() {
        let mut names = Names::default();
        names.insert("n", Value::Number(1_048_576.0)).unwrap();
        names.insert("x", Value::Number(-0.5)).unwrap();
        names.insert("row", Value::Matrix(Table(ndarray::array![[1.0, 0.25]]))).unwrap();
        assert_eq!(fill("{n} {x:2} {row} {0, 1} {", &names).unwrap(), "1\u{202F}048\u{202F}576 −0.50 [1, 0.25] {0, 1} {");
        assert_eq!(fill("{m}", &names).unwrap_err().to_string(), "there is no variable or value \"m\"");
    }

    #[test]
    fn what_cannot_be_drawn_is_named() {
        for list in [
            r#"[Drawn(name: "x", first: [[1, 2, 3]], then: Whole(from: 1, to: 2, distinct: true))]"#,
            r#"[Drawn(name: "x", first: "word", then: Whole(from: 1, to: 2))]"#,
            r#"[Drawn(name: "x", first: 1, then: OneOf([]))]"#,
        ] {
            assert!(Names::of_variant(&variables(list), 1).unwrap_err().to_string().starts_with("\"x\" cannot be drawn"), "{list}");
        }
        let twice = variables(r#"[Drawn(name: "x", first: 1, then: OneOf([2])), Drawn(name: "x", first: 1, then: OneOf([2]))]"#);
        assert_eq!(Names::of_variant(&twice, 0).unwrap_err().to_string(), "there are two things called \"x\"");
    }
}
