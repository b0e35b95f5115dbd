//! Why a text is not the document it should be: the words of RON's reader, as sentences of ours.

use ron::Error;

/// What is wrong at a place of a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// The text ends in the middle.
    #[error("the text ends before the document does; a bracket may not be closed")]
    End,
    /// A sign is missing.
    #[error("a \"{0}\" is missing here")]
    Sign(char),
    /// A value of another kind stands here.
    #[error("{0} is needed here")]
    Kind(ValueKind),
    /// A quoted text without its end.
    #[error("the quoted text that begins here has no closing quote")]
    OpenQuote,
    /// A comment without its end.
    #[error("the comment that begins here is not closed")]
    OpenComment,
    /// A number that its field cannot hold.
    #[error("this number is too large, too small or negative for its field")]
    OutOfBounds,
    /// A sign that belongs nowhere.
    #[error("\"{0}\" cannot stand here")]
    Stray(char),
    /// Something after the end of the document.
    #[error("something stands after the end of the document")]
    Trailing,
    /// A list of another length.
    #[error("there are {found} values here, and that is not how many belong here ({expected})")]
    Length {
        /// How many there are.
        found: usize,
        /// What the reader wants.
        expected: String,
    },
    /// A name that stands for no choice.
    #[error("\"{found}\" is none of the choices here: {}", list(known))]
    Choice {
        /// What stands there.
        found: String,
        /// What may.
        known: Vec<&'static str>,
    },
    /// A field that is not there.
    #[error("there is no field \"{found}\" here; there are {}", list(known))]
    Field {
        /// What stands there.
        found: String,
        /// What may.
        known: Vec<&'static str>,
    },
    /// A field that must be there.
    #[error("the field \"{0}\" is missing")]
    Missing(String),
    /// A field that is there twice.
    #[error("the field \"{0}\" stands here twice")]
    Twice(String),
    /// What the reader of a value says of it, in its own words.
    #[error("{0}")]
    Other(String),
}

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// `true` or `false`.
    Truth,
    /// Any number.
    Number,
    /// A whole number.
    Whole,
    /// A text in quotes.
    Text,
    /// A name.
    Name,
}

impl std::fmt::Display for ValueKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Truth => "true or false",
            Self::Number => "a number",
            Self::Whole => "a whole number",
            Self::Text => "a text in quotes",
            Self::Name => "a name",
        })
    }
}

fn list(known: &[&str]) -> String {
    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
}

impl From<Error> for SyntaxError {
    fn from(error: Error) -> Self {
        match error {
            Error::Eof => Self::End,
            Error::ExpectedArray => Self::Sign('['),
            Error::ExpectedArrayEnd => Self::Sign(']'),
            Error::ExpectedMap => Self::Sign('{'),
            Error::ExpectedMapEnd => Self::Sign('}'),
            Error::ExpectedMapColon => Self::Sign(':'),
            Error::ExpectedComma => Self::Sign(','),
            Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedUnit => Self::Sign('('),
            Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => Self::Sign(')'),
            Error::ExpectedBoolean => Self::Kind(ValueKind::Truth),
            Error::ExpectedFloat | Error::FloatUnderscore | Error::UnderscoreAtBeginning => Self::Kind(ValueKind::Number),
            Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => Self::Kind(ValueKind::Whole),
            Error::ExpectedString | Error::ExpectedChar => Self::Kind(ValueKind::Text),
            Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => Self::Kind(ValueKind::Name),
            Error::ExpectedStringEnd => Self::OpenQuote,
            Error::UnclosedBlockComment | Error::UnclosedLineComment => Self::OpenComment,
            Error::IntegerOutOfBounds => Self::OutOfBounds,
            Error::UnexpectedChar(sign) => Self::Stray(sign),
            Error::TrailingCharacters => Self::Trailing,
            Error::ExpectedDifferentLength { expected, found } => Self::Length { found, expected },
            Error::NoSuchEnumVariant { expected, found, .. } => Self::Choice { found, known: expected.to_vec() },
            Error::NoSuchStructField { expected, found, .. } => Self::Field { found, known: expected.to_vec() },
            Error::MissingStructField { field, .. } => Self::Missing(field.to_owned()),
            Error::DuplicateStructField { field, .. } => Self::Twice(field.to_owned()),
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::{ExperimentError, from_text};

    use super::*;

    fn wrong(text: &str) -> SyntaxError {
        match from_text(text, "mine.ron") {
            Err(ExperimentError::Format { problem, .. }) => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_people_get_wrong_is_told_in_sentences_of_ours() {
        assert_eq!(wrong("(version: 1, titel: ())").to_string().split(';').next(), Some("there is no field \"titel\" here"));
        assert_eq!(wrong("(version: 1 model: ())").to_string(), "a \",\" is missing here");
        assert_eq!(wrong("(version: 1, model: (heads: 1.5))"), SyntaxError::Sign(','));
        assert_eq!(wrong("(version: 1, model: (heads: x))"), SyntaxError::Kind(ValueKind::Whole));
        assert_eq!(wrong("(version: 1, model: (heads: -1))"), SyntaxError::OutOfBounds);
        assert_eq!(wrong("(version: 1, model: (heads: 2, heads: 2))"), SyntaxError::Twice("heads".to_owned()));
        assert!(matches!(wrong("(version: 1, model: (subject: Coder))"), SyntaxError::Choice { found, .. } if found == "Coder"));
        assert_eq!(wrong("(version: 1, model: ("), SyntaxError::End);
        assert_eq!(wrong("(version: 1) and more"), SyntaxError::Trailing);
    }
}
