//! What an answer refers to: a place in the lab, never a number that somebody worked out.

use serde::Deserialize;

use super::amount::{Address, Amount};
use super::settings::Setting;

/// A number, matrix, or word of an experiment. Rows, columns and cells are counted from 0; −1 is the last.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Reference {
    /// All numbers at a site.
    Matrix(Address),
    /// One row of them.
    Row(Address, Amount),
    /// One column of them.
    Column(Address, Amount),
    /// One number: row, column.
    Cell(Address, Amount, Amount),
    /// How many rows there are.
    Rows(Address),
    /// How many columns there are.
    Columns(Address),
    /// How many numbers stand there: the scores of a head, say.
    Count(Address),
    /// How many of them the mask there leaves to be seen; all where there is no mask.
    Visible(Address),
    /// The largest magnitude.
    Largest(Address),
    /// The sum of a row.
    Sum(Address, Amount),
    /// The mean of a row.
    Mean(Address, Amount),
    /// The standard deviation of a row, of the whole population.
    Deviation(Address, Amount),
    /// The entropy of a row of probabilities, in bits: −Σ p · log₂ p.
    Entropy(Address, Amount),
    /// The cosine of the angle between two rows.
    Cosine(Address, Amount, Amount),
    /// The angle between two rows, in degrees.
    Angle(Address, Amount, Amount),
    /// The token whose column has the largest number of a row: the likeliest one, or the key that is looked at most.
    Likeliest(Address, Amount),
    /// The parameters of a part, such as `encoder.0.feed_forward`; all where it is empty.
    Parameters(String),
    /// The scores of all heads of all blocks.
    Scores,
    /// The tokens that the source is cut into.
    SourceTokens,
    /// Their numbers in the vocabulary.
    SourceIds,
    /// The tokens of the target.
    TargetTokens,
    /// The tokens that are generated.
    Generated,
    /// How many tokens are generated.
    GeneratedCount,
    /// A number or variable, to calculate with.
    Number(Amount),
    /// With rows and columns exchanged.
    Transposed(Box<Reference>),
    /// The sum of all, number by number.
    Add(Vec<Reference>),
    /// The product of all, number by number.
    Times(Vec<Reference>),
    /// The first minus the second, number by number.
    Difference(Box<Reference>, Box<Reference>),
    /// The first over the second, number by number.
    Ratio(Box<Reference>, Box<Reference>),
    /// The root of each number.
    Root(Box<Reference>),
    /// e to the power of each number.
    Exp(Box<Reference>),
    /// The natural logarithm of each number.
    Ln(Box<Reference>),
    /// The same of an experiment with further changes.
    With(Vec<Setting>, Box<Reference>),
    /// One of the options, counted from 0: the only answer that is written rather than computed.
    Choice(usize),
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One number.
    Number,
    /// A row of numbers.
    Vector,
    /// Rows of numbers.
    Matrix,
    /// One of several options.
    Choice,
    /// One token.
    Token,
    /// Tokens in order.
    Tokens,
}

impl Reference {
    /// What is asked for.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Matrix(_) => Kind::Matrix,
            Self::Row(..) | Self::Column(..) | Self::SourceIds => Kind::Vector,
            Self::Likeliest(..) => Kind::Token,
            Self::SourceTokens | Self::TargetTokens | Self::Generated => Kind::Tokens,
            Self::Choice(_) => Kind::Choice,
            Self::Transposed(of) | Self::Root(of) | Self::Exp(of) | Self::Ln(of) | Self::With(_, of) => of.kind(),
            Self::Add(all) | Self::Times(all) => all.iter().map(Self::kind).max().unwrap_or(Kind::Number),
            Self::Difference(a, b) | Self::Ratio(a, b) => a.kind().max(b.kind()),
            Self::Cell(..)
            | Self::Rows(_)
            | Self::Columns(_)
            | Self::Count(_)
            | Self::Visible(_)
            | Self::Largest(_)
            | Self::Sum(..)
            | Self::Mean(..)
            | Self::Deviation(..)
            | Self::Entropy(..)
            | Self::Cosine(..)
            | Self::Angle(..)
            | Self::Parameters(_)
            | Self::Scores
            | Self::GeneratedCount
            | Self::Number(_) => Kind::Number,
        }
    }

    /// The site whose rows and columns the answer has, where it has those of one.
    pub fn address(&self) -> Option<&Address> {
        match self {
            Self::Matrix(address) | Self::Row(address, _) => Some(address),
            Self::Root(of) | Self::Exp(of) | Self::Ln(of) | Self::With(_, of) => of.address(),
            Self::Add(all) | Self::Times(all) => all.iter().find_map(Self::address),
            Self::Difference(a, b) | Self::Ratio(a, b) => a.address().or_else(|| b.address()),
            _ => None,
        }
    }

    /// Whether nothing of it comes from an experiment.
    pub(super) fn is_literal(&self) -> bool {
        match self {
            Self::Number(_) => true,
            Self::Transposed(of) | Self::Root(of) | Self::Exp(of) | Self::Ln(of) | Self::With(_, of) => of.is_literal(),
            Self::Add(all) | Self::Times(all) => all.iter().all(Self::is_literal),
            Self::Difference(a, b) | Self::Ratio(a, b) => a.is_literal() && b.is_literal(),
            _ => false,
        }
    }
}
