//! Holding a reply against the answer: which cells differ, by how much, and what may have gone wrong.

use ndarray::Array2;

use super::answer::Answer;
use super::answer_text::{Reading, number, table, tokens};
use super::reference::Kind;
use super::work::Asked;
use crate::experiment::Texts;
use crate::graph::Shape;

/// What somebody answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Numbers, row by row; what is not filled in is `None`.
    Numbers(Vec<Vec<Option<Reading>>>),
    /// Tokens in order.
    Tokens(Vec<String>),
    /// Which option, from 0.
    Choice(Option<usize>),
}

impl Reply {
    /// Reads cells that were filled in one by one.
    pub fn of_cells(cells: &[Vec<String>]) -> Self {
        Self::Numbers(cells.iter().map(|row| row.iter().map(|text| number(text)).collect()).collect())
    }

    /// Reads a text: a number, a table of numbers, or tokens, as the question asks.
    pub fn of_text(kind: Kind, text: &str) -> Self {
        match kind {
            Kind::Number => Self::Numbers(vec![vec![number(text)]]),
            Kind::Vector | Kind::Matrix => Self::Numbers(table(text)),
            Kind::Token | Kind::Tokens => Self::Tokens(tokens(text)),
            Kind::Choice => Self::Choice(text.trim().parse().ok()),
        }
    }

    /// What an answer itself would be as a reply, in all its digits.
    pub fn of_answer(answer: &Answer) -> Self {
        match answer {
            Answer::Numbers(numbers) => {
                let reading = |&value: &f64| Some(Reading { value, otherwise: None, decimals: None });
                Self::Numbers(numbers.rows().into_iter().map(|row| row.iter().map(reading).collect()).collect())
            }
            Answer::Tokens(tokens) => Self::Tokens(tokens.clone()),
            Answer::Choice(choice) => Self::Choice(Some(*choice)),
        }
    }
}

/// How one cell of a reply fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// Within tolerance.
    Right,
    /// A number or word that differs; a number by so much.
    Wrong {
        /// Difference, without its sign.
        by: f64,
    },
    /// Not filled in, or no number.
    Missing,
}

/// What may have gone wrong, where that can be told from the numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// Right, but rounded or cut off to so many decimals that it differs by more than is allowed.
    Rounded(usize),
    /// Right, with rows and columns exchanged.
    Transposed,
    /// Every number is so many times the right one.
    Factor(f64),
    /// A wrong answer that is known, and what there is to say to it.
    Known(Texts),
    /// Rows or columns too many or too few.
    Shape {
        /// As it should be.
        expected: Shape,
        /// As it is.
        got: Shape,
    },
    /// The right words in another order.
    Order,
    /// So many words instead of so many.
    Words {
        /// As it should be.
        expected: usize,
        /// As it is.
        got: usize,
    },
}

/// A reply that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// Each cell of the answer; words and options are one row.
    pub cells: Vec<Vec<Mark>>,
    /// What may have gone wrong.
    pub remark: Option<Remark>,
}

impl Marked {
    /// Whether all is right.
    pub fn is_right(&self) -> bool {
        !self.cells.is_empty() && self.all().all(|(_, _, mark)| mark == Mark::Right) && self.remark.is_none()
    }

    /// Whether something is not filled in.
    pub fn is_incomplete(&self) -> bool {
        self.all().any(|(_, _, mark)| mark == Mark::Missing)
    }

    /// All cells with row and column.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize, Mark)> + '_ {
        self.cells.iter().enumerate().flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, mark)| (row, column, *mark)))
    }

    fn one(mark: Mark, remark: Option<Remark>) -> Self {
        Self { cells: vec![vec![mark]], remark }
    }
}

/// Looks at a reply.
pub fn check(asked: &Asked, reply: &Reply) -> Marked {
    match (&asked.answer, reply) {
        (Answer::Numbers(expected), Reply::Numbers(rows)) => check_numbers(asked, expected, rows),
        (Answer::Tokens(expected), Reply::Tokens(words)) => check_words(asked, expected, words),
        (Answer::Choice(expected), Reply::Choice(choice)) => {
            let mark = match choice {
                None => Mark::Missing,
                Some(choice) if choice == expected => Mark::Right,
                Some(_) => Mark::Wrong { by: f64::NAN },
            };
            let known = choice.and_then(|choice| known(asked, |wrong| *wrong == Answer::Choice(choice)));
            Marked::one(mark, known.filter(|_| mark != Mark::Right))
        }
        // A reply of another kind than the question is none.
        _ => Marked::one(Mark::Missing, None),
    }
}

fn known(asked: &Asked, is_it: impl Fn(&Answer) -> bool) -> Option<Remark> {
    asked.mistakes.iter().find(|(wrong, _)| is_it(wrong)).map(|(_, says)| Remark::Known(says.clone()))
}

fn check_numbers(asked: &Asked, expected: &Array2<f64>, rows: &[Vec<Option<Reading>>]) -> Marked {
    let got = Shape::new(rows.len(), rows.iter().map(Vec::len).max().unwrap_or(0));
    let shape = Shape::new(expected.nrows(), expected.ncols());
    let cell = |row: usize, column: usize| rows.get(row).and_then(|cells| cells.get(column)).copied().flatten();
    // Of two readings the one that is meant is the one that fits.
    let read = |row: usize, column: usize, wanted: f64| cell(row, column).map(|reading| chosen(asked, &reading, wanted));
    let mark = |((row, column), &wanted): ((usize, usize), &f64)| match read(row, column, wanted) {
        None => Mark::Missing,
        Some(value) if close(asked, value, wanted) => Mark::Right,
        Some(value) => Mark::Wrong { by: (value - wanted).abs() },
    };
    let marks: Vec<Mark> = expected.indexed_iter().map(mark).collect();
    let cells: Vec<Vec<Mark>> = marks.chunks(expected.ncols().max(1)).map(<[Mark]>::to_vec).collect();
    let filled = rows.iter().all(|cells| cells.len() == got.columns && cells.iter().all(Option::is_some));
    let all =
        filled.then(|| Array2::from_shape_fn((got.rows, got.columns), |(row, column)| cell(row, column).map_or(f64::NAN, |c| c.value)));
    let transposed = |all: &Array2<f64>| all.len() > 1 && same(asked, &all.t().to_owned(), expected);
    let remark = match all {
        _ if got == shape && marks.iter().all(|mark| *mark == Mark::Right) => None,
        Some(all) if got != shape => Some(if transposed(&all) { Remark::Transposed } else { Remark::Shape { expected: shape, got } }),
        None if got.rows > shape.rows || got.columns > shape.columns => Some(Remark::Shape { expected: shape, got }),
        None => None,
        Some(all) => {
            let is_it = |wrong: &Answer| matches!(wrong, Answer::Numbers(wrong) if same(asked, &all, wrong));
            known(asked, is_it)
                .or_else(|| transposed(&all).then_some(Remark::Transposed))
                .or_else(|| rounded(asked, expected, &cell))
                .or_else(|| factor(&all, expected).map(Remark::Factor))
        }
    };
    Marked { cells, remark }
}

fn chosen(asked: &Asked, reading: &Reading, wanted: f64) -> f64 {
    match reading.otherwise {
        Some(other) if !close(asked, reading.value, wanted) && close(asked, other, wanted) => other,
        _ => reading.value,
    }
}

fn close(asked: &Asked, value: f64, wanted: f64) -> bool {
    let same = value == wanted || (value.is_nan() && wanted.is_nan());
    same || (value - wanted).abs() <= asked.tolerance + asked.relative * wanted.abs()
}

fn same(asked: &Asked, values: &Array2<f64>, wanted: &Array2<f64>) -> bool {
    values.dim() == wanted.dim() && values.iter().zip(wanted).all(|(&value, &wanted)| close(asked, value, wanted))
}

/// Whether all that differs would be right if it had been written in more decimals; how many it has.
fn rounded(asked: &Asked, expected: &Array2<f64>, cell: &dyn Fn(usize, usize) -> Option<Reading>) -> Option<Remark> {
    let mut fewest = None;
    for ((row, column), &wanted) in expected.indexed_iter() {
        let reading = cell(row, column)?;
        let value = chosen(asked, &reading, wanted);
        if close(asked, value, wanted) {
            continue;
        }
        let decimals = reading.decimals?;
        let unit = 10_f64.powi(-i32::try_from(decimals).ok()?);
        let off = (value - wanted).abs();
        let cut = off < unit && value.abs() < wanted.abs() && value * wanted > 0.0;
        // A 0 is no rounding that anybody means.
        if value == 0.0 || !(off <= 0.5 * unit * (1.0 + 1e-9) || cut) {
            return None;
        }
        fewest = Some(fewest.map_or(decimals, |fewest: usize| fewest.min(decimals)));
    }
    fewest.map(Remark::Rounded)
}

/// The factor by which all numbers differ, where there is one: of one number there always is, which says nothing.
fn factor(values: &Array2<f64>, expected: &Array2<f64>) -> Option<f64> {
    const ALIKE: f64 = 0.01;
    let pairs: Vec<(f64, f64)> = values.iter().copied().zip(expected.iter().copied()).collect();
    let (nonzero, zero): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(_, wanted)| wanted.abs() > 1e-9);
    let ratios: Vec<f64> = nonzero.iter().map(|(value, wanted)| value / wanted).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let alike = ratios.iter().all(|ratio| (ratio - mean).abs() <= ALIKE * mean.abs());
    let varied = nonzero.iter().any(|(_, wanted)| (wanted - nonzero[0].1).abs() > ALIKE * wanted.abs());
    let zeros = zero.iter().all(|(value, _)| value.abs() < 1e-9);
    (varied && alike && zeros && mean != 0.0 && (mean - 1.0).abs() > ALIKE).then_some(mean)
}

fn check_words(asked: &Asked, expected: &[String], words: &[String]) -> Marked {
    let mark = |(at, wanted): (usize, &String)| match words.get(at) {
        None => Mark::Missing,
        Some(word) if word == wanted => Mark::Right,
        Some(_) => Mark::Wrong { by: f64::NAN },
    };
    let cells: Vec<Mark> = expected.iter().enumerate().map(mark).collect();
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort();
        words
    };
    let remark = if words == expected || words.is_empty() {
        None
    } else if let Some(known) = known(asked, |wrong| matches!(wrong, Answer::Tokens(wrong) if wrong == words)) {
        Some(known)
    } else if words.len() != expected.len() {
        Some(Remark::Words { expected: expected.len(), got: words.len() })
    } else {
        (sorted(words) == sorted(expected)).then_some(Remark::Order)
    };
    Marked { cells: vec![cells], remark }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    fn asked(answer: Answer, tolerance: f64, mistakes: Vec<(Answer, Texts)>) -> Asked {
        let kind = if matches!(answer, Answer::Tokens(_)) { Kind::Tokens } else { Kind::Matrix };
        let none = Texts::default;
        Asked { label: none(), convention: none(), kind, answer, site: None, options: Vec::new(), tolerance, relative: 0.0, mistakes }
    }

    fn numbers(values: Array2<f64>) -> Asked {
        asked(Answer::Numbers(values), 0.006, Vec::new())
    }

    fn look(asked: &Asked, text: &str) -> Marked {
        check(asked, &Reply::of_text(asked.kind, text))
    }

    #[test]
    fn right_within_the_tolerance_and_wrong_beyond_it() {
        let asked = numbers(array![[39.2598, 60.743], [50.7375, 78.2608]]);
        assert!(look(&asked, "39,26\t60,74\n50,74\t78,26").is_right());
        let marked = look(&asked, "39.26 60.74\n50.74 79");
        assert!(!marked.is_right() && !marked.is_incomplete());
        let wrong: Vec<(usize, usize, Mark)> = marked.all().filter(|(_, _, mark)| *mark != Mark::Right).collect();
        let [(1, 1, Mark::Wrong { by })] = wrong[..] else { panic!("{wrong:?}") };
        assert!((by - 0.7392).abs() < 1e-9);
        assert!(look(&asked, "39.26 x\n50.74 78.26").is_incomplete());
    }

    #[test]
    fn what_went_wrong_is_told_where_it_can_be() {
        let square = numbers(array![[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(look(&square, "1 3\n2 4").remark, Some(Remark::Transposed));
        assert_eq!(look(&square, "1 2 0\n3 4 0").remark, Some(Remark::Shape { expected: Shape::new(2, 2), got: Shape::new(2, 3) }));
        assert_eq!(look(&numbers(array![[1.0, 2.0, 3.0]]), "1\n2\n3").remark, Some(Remark::Transposed));
        let Some(Remark::Factor(factor)) = look(&square, "1.732 3.464\n5.196 6.928").remark else { panic!("no factor") };
        assert!((factor - 3_f64.sqrt()).abs() < 1e-3);
        assert_eq!(look(&square, "1 2\n3 5").remark, None);
        let fine = numbers(array![[0.4568, 0.5432]]);
        assert_eq!(look(&fine, "0.4 0.5").remark, Some(Remark::Rounded(1)));
        assert_eq!(look(&fine, "0.5 0.5").remark, Some(Remark::Rounded(1)));
        assert_eq!(look(&fine, "0 0.5").remark, None);
        assert_eq!(look(&fine, "0.9 0.1").remark, None);
    }

    #[test]
    fn a_known_mistake_is_named_and_never_taken_for_the_answer() {
        let says = |text: &str| Texts { en: text.to_owned(), es: text.to_owned() };
        let wrong = Answer::Numbers(array![[2.0, 4.0]]);
        let mistaken = asked(Answer::Numbers(array![[1.0, 2.0]]), 0.006, vec![(wrong, says("not divided"))]);
        assert_eq!(look(&mistaken, "2 4").remark, Some(Remark::Known(says("not divided"))));
        assert!(look(&mistaken, "1 2").is_right());
    }

    #[test]
    fn a_thousand_may_be_written_with_its_comma() {
        let thousand = Asked { kind: Kind::Number, ..numbers(array![[10_000.0]]) };
        for text in ["10000", "10 000", "10,000", "10.000"] {
            assert!(look(&thousand, text).is_right(), "{text}");
        }
        assert!(!look(&thousand, "10").is_right());
    }

    #[test]
    fn words_count_in_their_order() {
        let words = |words: &[&str]| Answer::Tokens(words.iter().map(|&word| word.to_owned()).collect());
        let asked = asked(words(&["hola", "mundo", "EOS"]), 0.0, Vec::new());
        assert!(look(&asked, "hola, mundo, EOS").is_right());
        assert_eq!(look(&asked, "mundo hola EOS").remark, Some(Remark::Order));
        assert_eq!(look(&asked, "hola mundo").remark, Some(Remark::Words { expected: 3, got: 2 }));
        let extra = look(&asked, "hola mundo EOS EOS");
        assert!(!extra.is_right() && extra.remark == Some(Remark::Words { expected: 3, got: 4 }));
        assert!(look(&asked, "").is_incomplete());
    }

    #[test]
    fn what_is_not_finite_must_be_so() {
        let asked = numbers(array![[f64::NEG_INFINITY, f64::NAN, 1.0]]);
        assert!(look(&asked, "-inf nan 1").is_right());
        assert!(!look(&asked, "-1e308 nan 1").is_right());
        assert!(!look(&asked, "-inf 0 1").is_right());
    }
}
