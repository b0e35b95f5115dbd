//! Characters: every Unicode scalar value (Rust's `char`) is a token, spaces and line ends included.
//!
//! A letter with a combining mark, or a composed emoji, is therefore several tokens, as in most models that read
//! characters. Special tokens are not looked for in a text: `EOS` typed out is three letters.

use super::{Piece, SpecialTokens, TokenizerError, in_order_of_appearance};

/// The characters of a text.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    text.chars().enumerate().map(|(character, sign)| Piece { text: sign.to_string(), character }).collect()
}

/// The characters of all texts in the order in which they first appear.
pub(super) fn collect(texts: &[&str]) -> Vec<String> {
    in_order_of_appearance(texts.iter().flat_map(|text| text.chars()).map(String::from))
}

/// A given list, in which only special tokens are longer than one character.
pub(super) fn check(tokens: &[String], special: &SpecialTokens) -> Result<Vec<String>, TokenizerError> {
    for token in tokens {
        if token.chars().nth(1).is_some() && !special.names().any(|name| name == token) {
            return Err(TokenizerError::NotACharacter { token: token.clone() });
        }
    }
    Ok(tokens.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_marks_are_characters_too() {
        let found: Vec<_> = pieces("n\u{303} 😀").into_iter().map(|piece| (piece.text, piece.character)).collect();
        let expected = [("n", 0), ("\u{303}", 1), (" ", 2), ("😀", 3)];
        assert_eq!(found, expected.map(|(text, place)| (text.to_owned(), place)));
    }

    #[test]
    fn collecting_goes_by_first_appearance() {
        assert_eq!(collect(&["hola", "al sol"]), ["h", "o", "l", "a", " ", "s"]);
    }
}
