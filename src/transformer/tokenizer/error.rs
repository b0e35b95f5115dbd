//! What can be wrong with a text or a vocabulary.

use super::END_OF_WORD;
use crate::graph::Cancelled;

/// What can be wrong with a text or a vocabulary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenizerError {
    /// Learning was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// There is nothing to encode.
    #[error("the text is empty; it needs at least one token")]
    EmptyText,
    /// A piece of the text is not in the vocabulary, and no unknown token is named.
    #[error(
        "unknown token {token:?} at character {character}{}; add it to the vocabulary, or name a special token for the unknown",
        similar.as_ref().map_or_else(String::new, |known| format!(" (the vocabulary has {known:?})"))
    )]
    UnknownToken {
        /// The piece of text.
        token: String,
        /// Where it begins, in characters counted from 1.
        character: usize,
        /// A token that differs in upper and lower case only.
        similar: Option<String>,
    },
    /// A list of tokens has the same one twice.
    #[error("the token {token:?} stands twice in the vocabulary, as id {first} and as id {second}; tokens must differ")]
    DuplicateToken {
        /// The token.
        token: String,
        /// Its first place.
        first: usize,
        /// Its second place.
        second: usize,
    },
    /// No token was given and no text has one.
    #[error("the vocabulary is empty; list its tokens, or give a text to collect them from")]
    EmptyVocabulary,
    /// A token is the empty string.
    #[error("the token with id {id} has no characters")]
    TokenWithoutCharacters {
        /// Its place in the list.
        id: usize,
    },
    /// A listed word can never be met, because words end at spaces.
    #[error("the token {token:?} holds a space, but words end at spaces; split it into words")]
    SpaceInWord {
        /// The token.
        token: String,
    },
    /// A listed token is longer than one character.
    #[error("the token {token:?} is not a single character, as the tokenizer by characters needs; list its characters one by one")]
    NotACharacter {
        /// The token.
        token: String,
    },
    /// Byte-pair encoding was given a list of tokens.
    #[error("byte-pair encoding learns its vocabulary from its text; remove the list of {count} tokens, or cut into words or characters")]
    ListForBytePair {
        /// How many tokens were listed.
        count: usize,
    },
    /// Byte-pair encoding has nothing to learn from.
    #[error("the training text of byte-pair encoding is empty; it needs at least one word")]
    EmptyTrainingText,
    /// The sign for the end of a word stands in the training text itself.
    #[error("the training text of byte-pair encoding holds {END_OF_WORD:?}, the sign for the end of a word; remove it from the text")]
    EndOfWordInTrainingText,
    /// A special token has the name of a token that byte-pair encoding learned.
    #[error("the special token {token:?} is also a piece that byte-pair encoding learned; give it another name, such as \"<{token}>\"")]
    SpecialIsLearned {
        /// The token.
        token: String,
    },
}
