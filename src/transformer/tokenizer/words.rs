//! Words: what stands between spaces.
//!
//! Signs at the edges of a word are tokens of their own, as a vocabulary usually has them: `¿qué?` is `¿`, `qué`, `?`. A sign
//! is a character as a reader sees it (a grapheme cluster of Unicode Annex 29) without a letter or digit, so an accent
//! written as a combining mark stays with its letter and a composed emoji stays whole. Signs inside a word, as in `don't`,
//! stay inside. A word that the vocabulary knows as it stands is left alone.

use unicode_segmentation::UnicodeSegmentation;

use super::{Piece, SpecialTokens, TokenizerError, between_spaces, in_order_of_appearance};

/// The words and signs of a text; `is_token` says which words are left as they stand.
pub(super) fn pieces(text: &str, is_token: impl Fn(&str) -> bool) -> Vec<Piece> {
    between_spaces(text).flat_map(|piece| if is_token(&piece.text) { vec![piece] } else { without_edges(&piece) }).collect()
}

/// The words of all texts in the order in which they first appear.
pub(super) fn collect(texts: &[&str], special: &SpecialTokens) -> Vec<String> {
    let is_special = |word: &str| special.names().any(|name| name == word);
    in_order_of_appearance(texts.iter().flat_map(|text| pieces(text, is_special)).map(|piece| piece.text))
}

/// A given list, each token of which can be met in a text; special tokens need not be.
pub(super) fn check(tokens: &[String], special: &SpecialTokens) -> Result<Vec<String>, TokenizerError> {
    for token in tokens {
        if token.contains(char::is_whitespace) && !special.names().any(|name| name == token) {
            return Err(TokenizerError::SpaceInWord { token: token.clone() });
        }
    }
    Ok(tokens.to_vec())
}

/// The signs before the word, the word, and the signs after it.
fn without_edges(piece: &Piece) -> Vec<Piece> {
    let graphemes: Vec<&str> = piece.text.graphemes(true).collect();
    let in_word = |grapheme: &&str| grapheme.chars().any(char::is_alphanumeric);
    let start = graphemes.iter().position(in_word).unwrap_or(graphemes.len());
    let end = graphemes.iter().rposition(in_word).map_or(start, |last| last + 1);

    let signs_before = graphemes[..start].iter().map(|&sign| sign.to_owned());
    let word = (start < end).then(|| graphemes[start..end].concat());
    let signs_after = graphemes[end..].iter().map(|&sign| sign.to_owned());

    let mut character = piece.character;
    signs_before
        .chain(word)
        .chain(signs_after)
        .map(|text| {
            let place = character;
            character += text.chars().count();
            Piece { text, character: place }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        pieces(text, |word| word == "C++").into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn signs_at_the_edges_come_off_one_by_one() {
        assert_eq!(words("¡Hola, mundo!"), ["¡", "Hola", ",", "mundo", "!"]);
        assert_eq!(words("(don't...)"), ["(", "don't", ".", ".", ".", ")"]);
        assert_eq!(words("?!"), ["?", "!"]);
        assert_eq!(words("3.14 C++ C#"), ["3.14", "C++", "C", "#"]);
    }

    #[test]
    fn what_a_reader_sees_as_one_character_stays_whole() {
        assert_eq!(words("nin\u{303}"), ["nin\u{303}"]);
        assert_eq!(words("👨‍👩‍👧🇪🇸"), ["👨‍👩‍👧", "🇪🇸"]);
    }

    #[test]
    fn places_are_counted_in_characters() {
        let found = pieces("  ¿qué? 小狗", |_| false);
        let places: Vec<_> = found.iter().map(|piece| (piece.text.as_str(), piece.character)).collect();
        assert_eq!(places, [("¿", 2), ("qué", 3), ("?", 6), ("小狗", 8)]);
    }

    #[test]
    fn collecting_keeps_special_tokens_whole() {
        let special = SpecialTokens { end: Some("<end>".to_owned()), ..SpecialTokens::default() };
        assert_eq!(collect(&["b a <end>", "a c"], &special), ["b", "a", "<end>", "c"]);
    }
}
