//! Written arithmetic: the calculation behind one cell, with its numbers.

use std::collections::HashSet;
use std::fmt;

use super::shape::Cell;

/// An expression over numbers whose origin is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number of the model's set-up, such as ε.
    Number(f64),
    /// A cell of one of the operation's inputs.
    Cell {
        /// Which input.
        input: usize,
        /// Where in it.
        cell: Cell,
        /// The number there.
        value: f64,
    },
    /// The result of an earlier line.
    Line(&'static str, f64),
    /// a + b + …
    Sum(Vec<Expression>),
    /// a × b × …
    Product(Vec<Expression>),
    /// a − b
    Difference(Box<Expression>, Box<Expression>),
    /// a / b
    Quotient(Box<Expression>, Box<Expression>),
    /// The largest.
    Maximum(Vec<Expression>),
    /// x²
    Square(Box<Expression>),
    /// A named function of one argument.
    Apply(Function, Box<Expression>),
}

/// The functions that occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// eˣ
    Exp,
    /// Natural logarithm.
    Ln,
    /// Square root.
    Sqrt,
    /// The error function.
    Erf,
    /// Hyperbolic tangent.
    Tanh,
}

impl Function {
    /// Its usual sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Sqrt => "√",
            Self::Erf => "erf",
            Self::Tanh => "tanh",
        }
    }

    fn of(self, x: f64) -> f64 {
        match self {
            Self::Exp => x.exp(),
            Self::Ln => x.ln(),
            Self::Sqrt => x.sqrt(),
            Self::Erf => libm::erf(x),
            Self::Tanh => x.tanh(),
        }
    }
}

impl Expression {
    /// The value, computed from the numbers as they are written, in f64.
    pub fn value(&self) -> f64 {
        match self {
            Self::Number(value) | Self::Cell { value, .. } | Self::Line(_, value) => *value,
            Self::Sum(terms) => terms.iter().map(Self::value).sum(),
            Self::Product(factors) => factors.iter().map(Self::value).product(),
            Self::Difference(a, b) => a.value() - b.value(),
            Self::Quotient(a, b) => a.value() / b.value(),
            Self::Maximum(terms) => terms.iter().map(Self::value).fold(f64::NEG_INFINITY, |a, b| if b > a || b.is_nan() { b } else { a }),
            Self::Square(x) => x.value() * x.value(),
            Self::Apply(function, x) => function.of(x.value()),
        }
    }

    /// The cells it reads, in the order in which they are written.
    pub fn sources(&self) -> Vec<(usize, Cell)> {
        let mut found = Vec::new();
        self.visit(&mut |expression| {
            if let Self::Cell { input, cell, .. } = expression {
                found.push((*input, *cell));
            }
        });
        found
    }

    fn visit(&self, see: &mut impl FnMut(&Self)) {
        see(self);
        match self {
            Self::Number(_) | Self::Cell { .. } | Self::Line(..) => {}
            Self::Sum(parts) | Self::Product(parts) | Self::Maximum(parts) => parts.iter().for_each(|part| part.visit(see)),
            Self::Difference(a, b) | Self::Quotient(a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Self::Square(x) | Self::Apply(_, x) => x.visit(see),
        }
    }

    /// The expression as text, each number written by `number`.
    ///
    /// ```
    /// use transformer_lab::graph::Expression::{Number, Product, Sum};
    /// let sum = Sum(vec![Product(vec![Number(1.0), Number(0.0)]), Product(vec![Number(3.0), Number(1.0)])]);
    /// assert_eq!(sum.write(&|x| x.to_string()), "(1 × 0) + (3 × 1)");
    /// assert_eq!(sum.value(), 3.0);
    /// ```
    pub fn write(&self, number: &dyn Fn(f64) -> String) -> String {
        let wrapped = |part: &Self| match part {
            Self::Number(_) | Self::Cell { .. } | Self::Line(..) | Self::Apply(..) | Self::Maximum(_) | Self::Square(_) => {
                part.write(number)
            }
            _ => format!("({})", part.write(number)),
        };
        let joined = |parts: &[Self], sign: &str| parts.iter().map(wrapped).collect::<Vec<_>>().join(sign);
        match self {
            Self::Number(value) => constant(*value, number),
            Self::Cell { value, .. } => number(*value),
            Self::Line(name, _) => (*name).to_owned(),
            Self::Sum(terms) => joined(terms, " + "),
            Self::Product(factors) => joined(factors, " × "),
            Self::Difference(a, b) => format!("{} − {}", wrapped(a), wrapped(b)),
            Self::Quotient(a, b) => format!("{} / {}", wrapped(a), wrapped(b)),
            Self::Maximum(terms) => {
                format!("max({})", terms.iter().map(|term| term.write(number)).collect::<Vec<_>>().join(", "))
            }
            Self::Square(x) => format!("{}²", wrapped(x)),
            Self::Apply(function, x) => format!("{}({})", function.sign(), x.write(number)),
        }
    }
}

/// A number of the set-up as it was set, where that is short: ε = 0.00001 is not to be rounded away.
fn constant(value: f64, number: &dyn Fn(f64) -> String) -> String {
    const SHORT: usize = 9;
    let exact = value.to_string();
    if value.is_finite() && value >= 0.0 && exact.len() <= SHORT { exact } else { number(value) }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(&|value| value.to_string()))
    }
}

/// One line of an explanation: `name = expression = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the line computes: a sign such as μ, or empty for the cell itself.
    pub name: &'static str,
    /// How.
    pub expression: Expression,
}

/// How one cell came to be: helping lines, then the cell's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Helping quantities, in order of use.
    pub helpers: Vec<Line>,
    /// The cell.
    pub result: Expression,
}

impl Explanation {
    /// An explanation of one line.
    pub fn direct(result: Expression) -> Self {
        Self { helpers: Vec::new(), result }
    }

    /// The cells it reads, each once, in the order in which they are written.
    pub fn sources(&self) -> Vec<(usize, Cell)> {
        let mut seen = HashSet::new();
        let all = self.helpers.iter().map(|line| &line.expression).chain([&self.result]);
        all.flat_map(Expression::sources).filter(|source| seen.insert(*source)).collect()
    }
}

/// Builds explanations: each helping line is computed once, and later lines refer to it by name.
#[derive(Default)]
pub(crate) struct Steps(Vec<Line>);

impl Steps {
    /// Adds `name = expression` and gives the reference to it.
    pub(crate) fn line(&mut self, name: &'static str, expression: Expression) -> Expression {
        let value = expression.value();
        self.0.push(Line { name, expression });
        Expression::Line(name, value)
    }

    pub(crate) fn result(self, result: Expression) -> Explanation {
        Explanation { helpers: self.0, result }
    }
}

impl Expression {
    pub(crate) fn less(self, other: Self) -> Self {
        Self::Difference(Box::new(self), Box::new(other))
    }

    pub(crate) fn over(self, other: Self) -> Self {
        Self::Quotient(Box::new(self), Box::new(other))
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::Sum(vec![self, other])
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self::Product(vec![self, other])
    }

    pub(crate) fn squared(self) -> Self {
        Self::Square(Box::new(self))
    }

    pub(crate) fn apply(self, function: Function) -> Self {
        Self::Apply(function, Box::new(self))
    }
}
