//! Why a text is not the document it should be: the words of RON's reader, as sentences of ours.

use ron::Error;
use ron::error::SpannedError;

use crate::graph::{Site, SiteError};

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
    /// Something that begins as no document does.
    #[error("this is no document: one begins with \"(\"")]
    NoDocument,
    /// A text that is no address of a value.
    #[error(transparent)]
    Site(SiteError),
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
            Error::ExpectedAttribute | Error::ExpectedAttributeEnd | Error::NoSuchExtension(_) => Self::NoDocument,
            Error::Message(words) => of_site(&words).map_or(Self::Other(words), Self::Site),
            other => Self::Other(other.to_string()),
        }
    }
}

/// The error of a site behind the words in which RON passes it on.
fn of_site(words: &str) -> Option<SiteError> {
    let (_, rest) = words.split_once("the site \"")?;
    let (text, _) = rest.split_once('"')?;
    text.parse::<Site>().err().filter(|error| error.to_string() == words)
}

/// Line, column and problem of what RON's reader refuses. Of a text that was cut off its end is told: what else seems wrong in it
/// may only be so because the rest is missing.
pub(super) fn located(text: &str, error: SpannedError) -> (usize, usize, SyntaxError) {
    let place = (error.span.start.line, error.span.start.col);
    let problem = SyntaxError::from(error.code);
    let told = matches!(problem, SyntaxError::End | SyntaxError::OpenQuote | SyntaxError::OpenComment | SyntaxError::NoDocument);
    let (line, column) = if told { None } else { cut_off(text) }.unwrap_or(place);
    let cut = !told && (line, column) != place;
    (line, column, if cut { SyntaxError::End } else { problem })
}

/// Where a text ends in the middle of a document: something is open there, and what stands last closes nothing.
fn cut_off(text: &str) -> Option<(usize, usize)> {
    let (mut open, mut last) = (0_usize, None);
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if sign == '"' {
            last = Some(sign);
            let length = quoted(rest);
            open += usize::from(length.is_none());
            length.unwrap_or(rest.len())
        } else {
            match sign {
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' => open = open.saturating_sub(1),
                _ => {}
            }
            last = Some(sign).filter(|sign| !sign.is_whitespace()).or(last);
            sign.len_utf8()
        };
        rest = &rest[length..];
    }
    let at_end = || (text.matches('\n').count() + 1, text.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1);
    (open > 0 && last != Some(')')).then(at_end)
}

/// Bytes of a text in quotes, both of them included; `None` where the second is missing.
fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, sign)| {
        let ends = sign == '"' && !escaped;
        escaped = sign == '\\' && !escaped;
        ends.then_some(at + 1)
    })
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
        assert_eq!(wrong("# A heading\n\nand words"), SyntaxError::NoDocument);
        let site = wrong("(version: 1, weights: (values: {\"encoder.0.haed\": Zeros}))");
        assert!(matches!(&site, SyntaxError::Site(SiteError::Word { word, .. }) if word == "haed"), "{site:?}");
    }

    #[test]
    fn of_a_text_that_was_cut_off_its_end_is_told() {
        for text in ["(version: 1,\n titel: (en: \"a)\", es: \"b", "(version: 1,\n titel: (en: 1), // )\n model: (heads", "(titel: 1,"] {
            assert_eq!(wrong(text), SyntaxError::End, "{text}");
        }
        // A bracket that is missing in the middle is not the end of the text.
        assert!(matches!(wrong("(version: 1, titel: (en: 1)"), SyntaxError::Field { .. }));
    }
}
