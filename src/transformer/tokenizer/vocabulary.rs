//! The vocabulary: an ordered list of distinct tokens. A token's id is its place in the list, counted from 0, and so the
//! row of the embedding matrix that belongs to it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::TokenizerError;

/// What an experiment says about its vocabulary.
///
/// ```
/// use transformer_lab::transformer::tokenizer::VocabularyConfig;
///
/// let config: VocabularyConfig =
///     ron::from_str(r#"(tokens: ["EOS", "hola", "mundo"], special: (end: Some("EOS")))"#).unwrap();
/// assert_eq!(config.tokens.len(), 3);
/// assert_eq!(config.special.end.as_deref(), Some("EOS"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VocabularyConfig {
    /// The tokens in the order of their ids. Empty: collected from the texts of the experiment.
    pub tokens: Vec<String>,
    /// Tokens with a task of their own.
    pub special: SpecialTokens,
    /// How many tokens there are in all, where that is more than are listed: the others are called `#7`, `#8`, …
    pub size: Option<usize>,
}

impl VocabularyConfig {
    /// Whether nothing was said.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The tokens that steer rather than say something. Each is optional; one token may have several tasks (GPT-2 starts and ends
/// with the same one).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SpecialTokens {
    /// Stands first in what the decoder reads.
    pub start: Option<String>,
    /// Ends a generated text.
    pub end: Option<String>,
    /// Fills up the shorter texts; a padding mask hides it.
    pub padding: Option<String>,
    /// Stands for every token that the vocabulary lacks.
    pub unknown: Option<String>,
}

impl SpecialTokens {
    /// The named ones, in the order start, end, padding, unknown.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.start, &self.end, &self.padding, &self.unknown].into_iter().flatten().map(String::as_str)
    }
}

/// Distinct tokens in order, with the way from token to id and back.
///
/// A special token that the list lacks is appended to it, so that naming one never moves the ids of the others.
///
/// ```
/// use transformer_lab::transformer::tokenizer::{SpecialTokens, Vocabulary};
///
/// let special = SpecialTokens { end: Some("EOS".to_owned()), ..SpecialTokens::default() };
/// let vocabulary = Vocabulary::new(["hola", "mundo"].map(str::to_owned), special)?;
/// assert_eq!(vocabulary.id("mundo"), Some(1));
/// assert_eq!(vocabulary.token(2), Some("EOS"));
/// assert_eq!(vocabulary.end(), Some(2));
/// # Ok::<_, transformer_lab::transformer::tokenizer::TokenizerError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    tokens: Vec<String>,
    ids: HashMap<String, usize>,
    special: SpecialTokens,
}

impl Vocabulary {
    /// A vocabulary of the given tokens and, after them, the special ones that are not among them.
    ///
    /// # Errors
    /// A token that stands twice, or a token without a character.
    pub fn new(tokens: impl IntoIterator<Item = String>, special: SpecialTokens) -> Result<Self, TokenizerError> {
        let mut vocabulary = Self { tokens: Vec::new(), ids: HashMap::new(), special: SpecialTokens::default() };
        for token in tokens {
            if let Some(first) = vocabulary.id(&token) {
                return Err(TokenizerError::DuplicateToken { token, first, second: vocabulary.len() });
            }
            vocabulary.push(token)?;
        }
        for name in special.names() {
            if vocabulary.id(name).is_none() {
                vocabulary.push(name.to_owned())?;
            }
        }
        vocabulary.special = special;
        Ok(vocabulary)
    }

    /// The same vocabulary with nameless tokens after the named ones, up to `size` in all.
    pub(super) fn filled_to(mut self, size: usize) -> Result<Self, TokenizerError> {
        for id in self.len()..size {
            self.push(format!("#{id}"))?;
        }
        Ok(self)
    }

    fn push(&mut self, token: String) -> Result<(), TokenizerError> {
        if token.is_empty() {
            return Err(TokenizerError::TokenWithoutCharacters { id: self.len() });
        }
        self.ids.insert(token.clone(), self.len());
        self.tokens.push(token);
        Ok(())
    }

    /// How many tokens there are: the width of the logits.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no token; never so for a vocabulary that was built.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// All tokens in the order of their ids.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// The id of a token.
    pub fn id(&self, token: &str) -> Option<usize> {
        self.ids.get(token).copied()
    }

    /// The token of an id.
    pub fn token(&self, id: usize) -> Option<&str> {
        self.tokens.get(id).map(String::as_str)
    }

    /// The names of the special tokens.
    pub fn special(&self) -> &SpecialTokens {
        &self.special
    }

    /// Whether this token has a task of its own.
    pub fn is_special(&self, token: &str) -> bool {
        self.special.names().any(|name| name == token)
    }

    /// The id of the token that the decoder starts from.
    pub fn start(&self) -> Option<usize> {
        self.named(self.special.start.as_deref())
    }

    /// The id of the token that ends a text.
    pub fn end(&self) -> Option<usize> {
        self.named(self.special.end.as_deref())
    }

    /// The id of the token that fills up.
    pub fn padding(&self) -> Option<usize> {
        self.named(self.special.padding.as_deref())
    }

    /// The id of the token that stands for unknown ones.
    pub fn unknown(&self) -> Option<usize> {
        self.named(self.special.unknown.as_deref())
    }

    fn named(&self, name: Option<&str>) -> Option<usize> {
        name.and_then(|name| self.id(name))
    }

    /// The token that differs from `token` in upper and lower case only.
    pub(super) fn in_other_case(&self, token: &str) -> Option<&str> {
        let lower = token.to_lowercase();
        self.tokens.iter().map(String::as_str).find(|known| known.to_lowercase() == lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(tokens: &[&str]) -> Vec<String> {
        tokens.iter().map(|&token| token.to_owned()).collect()
    }

    #[test]
    fn special_tokens_keep_their_place_or_come_last() {
        let special = SpecialTokens {
            start: Some("SOS".to_owned()),
            end: Some("EOS".to_owned()),
            padding: Some("EOS".to_owned()),
            unknown: Some("?".to_owned()),
        };
        let vocabulary = Vocabulary::new(strings(&["a", "SOS", "b"]), special).unwrap();
        assert_eq!(vocabulary.tokens(), strings(&["a", "SOS", "b", "EOS", "?"]));
        assert_eq!((vocabulary.start(), vocabulary.end()), (Some(1), Some(3)));
        assert_eq!((vocabulary.padding(), vocabulary.unknown()), (Some(3), Some(4)));
        assert!(vocabulary.is_special("SOS") && !vocabulary.is_special("a"));
    }

    #[test]
    fn a_token_that_stands_twice_is_named_with_both_places() {
        let error = Vocabulary::new(strings(&["hola", "mundo", "hola"]), SpecialTokens::default()).unwrap_err();
        assert_eq!(error, TokenizerError::DuplicateToken { token: "hola".to_owned(), first: 0, second: 2 });
        assert!(error.to_string().contains("\"hola\""), "{error}");
    }

    #[test]
    fn nothing_and_tokens_of_nothing_are_refused() {
        let error = Vocabulary::new(strings(&["a", ""]), SpecialTokens::default()).unwrap_err();
        assert_eq!(error, TokenizerError::TokenWithoutCharacters { id: 1 });
    }

    #[test]
    fn unknown_fields_are_refused() {
        let error = ron::from_str::<VocabularyConfig>("(token: [])").unwrap_err();
        assert!(error.to_string().contains("token"), "{error}");
        assert!(ron::from_str::<VocabularyConfig>("(special: (finish: None))").is_err());
    }
}
