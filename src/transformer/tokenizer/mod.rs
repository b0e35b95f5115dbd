//! Text to token ids and back.
//!
//! Three ways to cut a text, each in a file of its own: into words, into characters, or into the pieces that byte-pair
//! encoding learns. All three end in the same vocabulary lookup, so an unknown token is treated alike by all.

mod byte_pair;
mod characters;
mod error;
mod learning;
mod vocabulary;
mod words;

use serde::{Deserialize, Serialize};

pub use byte_pair::{BytePair, END_OF_WORD, Merge, Split, TrainingWord};
pub use error::TokenizerError;
pub use vocabulary::{SpecialTokens, Vocabulary, VocabularyConfig};

use crate::graph::Control;

/// How a text is cut into tokens.
///
/// ```
/// use transformer_lab::transformer::tokenizer::TokenizerConfig;
///
/// let config: TokenizerConfig = ron::from_str(r#"BytePair(text: "low lower lowest", merges: 4)"#).unwrap();
/// assert!(matches!(config, TokenizerConfig::BytePair { merges: 4, .. }));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TokenizerConfig {
    /// What stands between spaces, with punctuation at its edges as tokens of its own.
    #[default]
    Words,
    /// Every Unicode scalar value (Rust's `char`), spaces included.
    Characters,
    /// The pieces that byte-pair encoding learns from a text.
    BytePair {
        /// The text to learn from.
        text: String,
        /// How many merges to learn; fewer when nothing is left to merge.
        merges: usize,
    },
}

/// A stretch of text that is to become one token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text of the token.
    pub text: String,
    /// How many characters of the whole text stand before it.
    pub character: usize,
}

/// Cuts text into tokens of its vocabulary, and puts tokens back together.
///
/// Decoding undoes encoding for every text in normal form, `decode(encode(x)) == x` where `x == normalize(x)`, as long as no
/// piece had to become the unknown token.
///
/// ```
/// use transformer_lab::transformer::tokenizer::{Tokenizer, TokenizerConfig, VocabularyConfig};
///
/// let tokenizer = Tokenizer::new(&TokenizerConfig::Words, &VocabularyConfig::default(), &["hola mundo", "¿hola?"])?;
/// assert_eq!(tokenizer.vocabulary().tokens(), ["hola", "mundo", "¿", "?"]);
/// assert_eq!(tokenizer.encode("¿mundo?")?, [2, 1, 3]);
/// assert_eq!(tokenizer.decode(&[2, 1, 3]), "¿ mundo ?");
/// # Ok::<_, transformer_lab::transformer::tokenizer::TokenizerError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokenizer {
    cut: Cut,
    vocabulary: Vocabulary,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Cut {
    Words,
    Characters,
    BytePair(BytePair),
}

impl Tokenizer {
    /// Builds the vocabulary and, for byte-pair encoding, learns the merges.
    ///
    /// Words and characters that no list gives are collected from `texts` in the order in which they first appear.
    /// Byte-pair encoding learns from its own text and looks at nothing else: first come the characters in the order in
    /// which they first appear, then [`END_OF_WORD`], then what each merge made.
    ///
    /// # Errors
    /// Anything in [`TokenizerError`] but an empty text or an unknown token.
    pub fn new(config: &TokenizerConfig, vocabulary: &VocabularyConfig, texts: &[&str]) -> Result<Self, TokenizerError> {
        Self::watched(config, vocabulary, texts, &Control::default())
    }

    /// The same, watched and stopped from outside.
    ///
    /// # Errors
    /// As [`Tokenizer::new`], and when `control` was asked to stop.
    pub fn watched(
        config: &TokenizerConfig,
        vocabulary: &VocabularyConfig,
        texts: &[&str],
        control: &Control,
    ) -> Result<Self, TokenizerError> {
        let special = &vocabulary.special;
        let listed = &vocabulary.tokens;
        let (cut, tokens) = match config {
            TokenizerConfig::Words if listed.is_empty() => (Cut::Words, words::collect(texts, special)),
            TokenizerConfig::Words => (Cut::Words, words::check(listed, special)?),
            TokenizerConfig::Characters if listed.is_empty() => (Cut::Characters, characters::collect(texts)),
            TokenizerConfig::Characters => (Cut::Characters, characters::check(listed, special)?),
            TokenizerConfig::BytePair { .. } if !listed.is_empty() => {
                return Err(TokenizerError::ListForBytePair { count: listed.len() });
            }
            TokenizerConfig::BytePair { text, merges } => {
                let learned = BytePair::train(text, *merges, control)?;
                let tokens = learned.tokens();
                if let Some(token) = special.names().find(|&name| tokens.iter().any(|token| token == name)) {
                    return Err(TokenizerError::SpecialIsLearned { token: token.to_owned() });
                }
                (Cut::BytePair(learned), tokens)
            }
        };
        let vocabulary = Vocabulary::new(tokens, special.clone())?.filled_to(vocabulary.size.unwrap_or(0))?;
        if vocabulary.is_empty() {
            return Err(TokenizerError::EmptyVocabulary);
        }
        Ok(Self { cut, vocabulary })
    }

    /// The tokens and their ids.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The merges, where this is byte-pair encoding.
    pub fn byte_pair(&self) -> Option<&BytePair> {
        match &self.cut {
            Cut::BytePair(byte_pair) => Some(byte_pair),
            Cut::Words | Cut::Characters => None,
        }
    }

    /// The text of a token.
    pub fn token(&self, id: usize) -> Option<&str> {
        self.vocabulary.token(id)
    }

    /// The pieces of a text in their order, known to the vocabulary or not.
    pub fn pieces(&self, text: &str) -> Vec<Piece> {
        match &self.cut {
            Cut::Words => words::pieces(text, |word| self.vocabulary.id(word).is_some()),
            Cut::Characters => characters::pieces(text),
            Cut::BytePair(byte_pair) => byte_pair.pieces(text, |word| self.vocabulary.is_special(word)),
        }
    }

    /// The ids of the tokens of a text.
    ///
    /// A piece that the vocabulary lacks becomes the unknown token if there is one.
    ///
    /// # Errors
    /// An empty text, or an unknown piece where no unknown token is named.
    pub fn encode(&self, text: &str) -> Result<Vec<usize>, TokenizerError> {
        let pieces = self.pieces(text);
        if pieces.is_empty() {
            return Err(TokenizerError::EmptyText);
        }
        pieces.into_iter().map(|piece| self.id_of(piece)).collect()
    }

    fn id_of(&self, piece: Piece) -> Result<usize, TokenizerError> {
        self.vocabulary.id(&piece.text).or_else(|| self.vocabulary.unknown()).ok_or_else(|| TokenizerError::UnknownToken {
            similar: self.vocabulary.in_other_case(&piece.text).map(str::to_owned),
            token: piece.text,
            character: piece.character + 1,
        })
    }

    /// The text of a sequence of tokens, special ones included.
    ///
    /// An id outside the vocabulary reads `�` (U+FFFD).
    pub fn decode(&self, ids: &[usize]) -> String {
        let tokens = ids.iter().map(|&id| self.vocabulary.token(id).unwrap_or("\u{FFFD}"));
        match &self.cut {
            Cut::Words => tokens.collect::<Vec<_>>().join(" "),
            Cut::Characters => tokens.collect(),
            Cut::BytePair(_) => byte_pair::join(tokens, |token| {
                self.vocabulary.is_special(token) && self.vocabulary.special().unknown.as_deref() != Some(token)
            }),
        }
    }

    /// The normal form of a text: what decoding gives back.
    ///
    /// Words: one space between tokens, hence around punctuation. Characters: the text as it is. Byte pairs: one space
    /// between words.
    pub fn normalize(&self, text: &str) -> String {
        match &self.cut {
            Cut::Words => self.pieces(text).into_iter().map(|piece| piece.text).collect::<Vec<_>>().join(" "),
            Cut::Characters => text.to_owned(),
            Cut::BytePair(_) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// What stands between white space.
fn between_spaces(text: &str) -> impl Iterator<Item = Piece> {
    text.split(char::is_whitespace)
        .scan(0, |next, part| {
            let character = *next;
            *next += part.chars().count() + 1;
            Some(Piece { text: part.to_owned(), character })
        })
        .filter(|piece| !piece.text.is_empty())
}

/// The distinct ones of `tokens`, each where it first appears.
fn in_order_of_appearance(tokens: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    tokens.filter(|token| seen.insert(token.clone())).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MANY_SCRIPTS: &str = "niño ¿qué? 小狗 😀 שלום";

    fn special() -> SpecialTokens {
        SpecialTokens { start: Some("SOS".to_owned()), end: Some("EOS".to_owned()), ..SpecialTokens::default() }
    }

    fn listed(tokens: &[&str], special: SpecialTokens) -> VocabularyConfig {
        VocabularyConfig { tokens: tokens.iter().map(|&token| token.to_owned()).collect(), special, size: None }
    }

    fn byte_pair(text: &str, merges: usize) -> TokenizerConfig {
        TokenizerConfig::BytePair { text: text.to_owned(), merges }
    }

    fn collected(config: &TokenizerConfig, text: &str) -> Tokenizer {
        Tokenizer::new(config, &VocabularyConfig::default(), &[text]).unwrap()
    }

    #[test]
    fn the_vocabulary_of_hello_world_gives_its_ids() {
        let vocabulary = listed(&["hello", "mundo", "world", "how", "?", "EOS", "SOS", "a", "hola", "c"], special());
        let tokenizer = Tokenizer::new(&TokenizerConfig::Words, &vocabulary, &[]).unwrap();
        assert_eq!(tokenizer.encode("hello world").unwrap(), [0, 2]);
        assert_eq!(tokenizer.encode("how?").unwrap(), [3, 4]);
        assert_eq!(tokenizer.decode(&[8, 1, 5]), "hola mundo EOS");
        assert_eq!(tokenizer.encode("SOS hola mundo EOS").unwrap(), [6, 8, 1, 5]);
        assert_eq!(tokenizer.vocabulary().start(), Some(6));
        assert_eq!(tokenizer.token(9), Some("c"));
        assert_eq!(tokenizer.token(10), None);
    }

    #[test]
    fn an_unknown_token_is_named_with_its_place_and_the_way_out() {
        let tokenizer = Tokenizer::new(&TokenizerConfig::Words, &listed(&["hello", "world"], special()), &[]).unwrap();
        let error = tokenizer.encode("hello   World").unwrap_err();
        assert_eq!(error, TokenizerError::UnknownToken { token: "World".into(), character: 9, similar: Some("world".into()) });
        assert_eq!(
            error.to_string(),
            "unknown token \"World\" at character 9 (the vocabulary has \"world\"); \
             add it to the vocabulary, or name a special token for the unknown"
        );
        let error = tokenizer.encode("hello niño!").unwrap_err();
        assert!(error.to_string().starts_with("unknown token \"niño\" at character 7; add"), "{error}");
        let error = collected(&TokenizerConfig::Characters, "ab").encode("añb").unwrap_err();
        assert!(matches!(error, TokenizerError::UnknownToken { character: 2, .. }), "{error}");
        let error = collected(&byte_pair("ab ab", 5), "").encode("ab  bxa").unwrap_err();
        assert_eq!(error, TokenizerError::UnknownToken { token: "x".into(), character: 6, similar: None });
    }

    #[test]
    fn an_unknown_token_stands_for_what_the_vocabulary_lacks() {
        let special = SpecialTokens { unknown: Some("<?>".into()), end: Some("<end>".into()), ..SpecialTokens::default() };
        let words = Tokenizer::new(&TokenizerConfig::Words, &listed(&["a", "b"], special.clone()), &[]).unwrap();
        assert_eq!(words.encode("a z b").unwrap(), [0, 3, 1]);
        let config = VocabularyConfig { special, ..VocabularyConfig::default() };
        let pairs = Tokenizer::new(&byte_pair("ab", 1), &config, &[]).unwrap();
        // a, b, </w>, ab, <end>, <?>
        assert_eq!(pairs.encode("azb <end>").unwrap(), [0, 5, 1, 2, 4]);
        assert_eq!(pairs.decode(&[0, 5, 1, 2, 4]), "a<?>b <end>");
    }

    #[test]
    fn nothing_to_encode_is_an_error() {
        for config in [TokenizerConfig::Words, TokenizerConfig::Characters, byte_pair("a b", 1)] {
            let tokenizer = collected(&config, "a b");
            assert_eq!(tokenizer.encode("").unwrap_err(), TokenizerError::EmptyText, "{config:?}");
        }
        assert_eq!(collected(&TokenizerConfig::Words, "a").encode(" \n\t").unwrap_err(), TokenizerError::EmptyText);
        let nothing = Tokenizer::new(&TokenizerConfig::Words, &VocabularyConfig::default(), &["", "  "]);
        assert_eq!(nothing.unwrap_err(), TokenizerError::EmptyVocabulary);
    }

    #[test]
    fn lists_that_can_never_be_met_are_refused() {
        let build = |config: &TokenizerConfig, tokens: &[&str]| Tokenizer::new(config, &listed(tokens, special()), &[]).unwrap_err();
        assert_eq!(build(&TokenizerConfig::Words, &["a b"]), TokenizerError::SpaceInWord { token: "a b".into() });
        assert_eq!(build(&TokenizerConfig::Characters, &["a", "bc"]), TokenizerError::NotACharacter { token: "bc".into() });
        assert_eq!(build(&byte_pair("a", 1), &["a", "b"]), TokenizerError::ListForBytePair { count: 2 });
        assert_eq!(build(&byte_pair(" ", 1), &[]), TokenizerError::EmptyTrainingText);
        assert_eq!(build(&byte_pair("a</w>b", 1), &[]), TokenizerError::EndOfWordInTrainingText);
        let named_like_a_letter = SpecialTokens { end: Some("a".into()), ..SpecialTokens::default() };
        let config = VocabularyConfig { special: named_like_a_letter, ..VocabularyConfig::default() };
        let error = Tokenizer::new(&byte_pair("ab", 1), &config, &[]).unwrap_err();
        assert_eq!(error, TokenizerError::SpecialIsLearned { token: "a".into() });
    }

    #[test]
    fn every_script_comes_back() {
        for config in [TokenizerConfig::Words, TokenizerConfig::Characters, byte_pair(MANY_SCRIPTS, 3)] {
            let tokenizer = collected(&config, MANY_SCRIPTS);
            let ids = tokenizer.encode(MANY_SCRIPTS).unwrap();
            assert_eq!(tokenizer.decode(&ids), tokenizer.normalize(MANY_SCRIPTS), "{config:?}");
        }
        let words = collected(&TokenizerConfig::Words, MANY_SCRIPTS);
        assert_eq!(words.vocabulary().tokens(), ["niño", "¿", "qué", "?", "小狗", "😀", "שלום"]);
    }

    #[test]
    fn an_id_outside_the_vocabulary_is_shown_as_such() {
        assert_eq!(collected(&TokenizerConfig::Words, "a b").decode(&[1, 7, 0]), "b \u{FFFD} a");
    }

    #[test]
    fn unknown_fields_and_kinds_are_refused() {
        assert!(ron::from_str::<TokenizerConfig>("BytePair(text: \"a\", merges: 1, pairs: 2)").is_err());
        assert!(ron::from_str::<TokenizerConfig>("Sentences").is_err());
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(text in "[\\PC ]{0,40}", merges in 0_usize..30) {
            for config in [TokenizerConfig::Words, TokenizerConfig::Characters, byte_pair(&text, merges)] {
                match Tokenizer::new(&config, &VocabularyConfig::default(), &[&text]) {
                    Ok(tokenizer) => {
                        let normal = tokenizer.normalize(&text);
                        prop_assert_eq!(tokenizer.normalize(&normal), normal.clone());
                        let ids = tokenizer.encode(&normal).unwrap();
                        prop_assert_eq!(&ids, &tokenizer.encode(&text).unwrap());
                        prop_assert_eq!(tokenizer.decode(&ids), normal);
                    }
                    Err(TokenizerError::EmptyVocabulary | TokenizerError::EmptyTrainingText) => {
                        prop_assert!(text.trim().is_empty());
                    }
                    Err(error) => prop_assert!(false, "{}", error),
                }
            }
        }

        #[test]
        fn an_unseen_text_never_panics(seen in "[a-c ]{1,12}[a-c]", other in "\\PC{0,12}", merges in 0_usize..9) {
            let tokenizer = collected(&byte_pair(&seen, merges), "");
            if let Ok(ids) = tokenizer.encode(&other) {
                prop_assert_eq!(tokenizer.decode(&ids), tokenizer.normalize(&other));
            }
        }
    }
}
