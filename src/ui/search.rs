//! Looking for something by the words in which it is shown, or by its address.
//!
//! Words count heads and blocks from 1, as the window does; addresses count them from 0, as files do. `head 1` is the head that
//! is called Head 1; `head.1` is the address of Head 2.

/// What is looked for.
pub struct Query {
    terms: Vec<Term>,
    /// The whole text, folded.
    text: String,
}

enum Term {
    /// A word, or a part of one.
    Word(String),
    /// A number, not a part of a larger one.
    Number(String),
    /// A word and the number that follows it: `head 1`.
    Counted(String, String),
    /// A piece of an address: `head.1`.
    Address(Vec<String>),
}

impl Query {
    /// What a user typed.
    pub fn new(typed: &str) -> Self {
        let text = fold(typed).trim().to_owned();
        let mut terms = Vec::new();
        for word in text.split_whitespace() {
            let number = is_number(word);
            match terms.pop() {
                Some(Term::Word(before)) if number => terms.push(Term::Counted(before, word.to_owned())),
                before => {
                    terms.extend(before);
                    terms.push(match word {
                        _ if number => Term::Number(word.to_owned()),
                        _ if word.contains('.') => Term::Address(word.split('.').map(str::to_owned).collect()),
                        _ => Term::Word(word.to_owned()),
                    });
                }
            }
        }
        Self { terms, text }
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it says which one of several is meant.
    pub fn counts(&self) -> bool {
        !self.terms.iter().all(|term| matches!(term, Term::Word(_)))
    }

    /// Whether an address with a number in it was typed, which counts from 0.
    pub fn counts_from_zero(&self) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Address(words) if words.iter().any(|word| is_number(word))))
    }

    /// Whether `shown` begins with what was typed.
    pub fn begins(&self, shown: &str) -> bool {
        fold(shown).starts_with(&self.text)
    }

    /// Whether something that is shown as `shown` and has this address (empty: none) is meant.
    pub fn finds(&self, shown: &str, address: &str) -> bool {
        let shown = fold(shown);
        let words: Vec<&str> = shown.split(|letter: char| !(letter.is_alphanumeric() || "._-".contains(letter))).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let named = |word: &str| shown.contains(word) || address.contains(word);
        self.terms.iter().all(|term| match term {
            Term::Word(word) => named(word),
            Term::Number(number) => words.contains(&number.as_str()),
            Term::Counted(word, number) => {
                let mut counted = words.windows(2).filter(|pair| pair[0].starts_with(word.as_str()) && is_number(pair[1])).peekable();
                if counted.peek().is_some() {
                    counted.any(|pair| pair[1] == number)
                } else {
                    named(word) && words.contains(&number.as_str())
                }
            }
            Term::Address(piece) => is_piece(piece, address) || shown.contains(&piece.join(".")),
        })
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether these words follow each other in an address; the first may lack its beginning and the last its end, but no number may.
fn is_piece(piece: &[String], address: &str) -> bool {
    let address: Vec<&str> = address.split('.').collect();
    let last = piece.len() - 1;
    address.windows(piece.len()).any(|window| {
        window.iter().zip(piece).enumerate().all(|(index, (&there, typed))| match index {
            _ if is_number(there) || is_number(typed) => there == typed || (typed.is_empty() && index == last),
            0 => there.ends_with(typed.as_str()),
            _ if index == last => there.starts_with(typed.as_str()),
            _ => there == typed,
        })
    })
}

/// Small letters without the accents of Spanish, so that `atencion` finds what it should.
fn fold(text: &str) -> String {
    let plain = |letter: char| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        other => other,
    };
    text.to_lowercase().chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: &str = "Puntuaciones Q·Kᵀ · Codificador · Bloque 1 · Autoatención · Cabeza 2";
    const ADDRESS: &str = "encoder.0.self_attention.head.1.scores";

    fn finds(typed: &str) -> bool {
        Query::new(typed).finds(SHOWN, ADDRESS)
    }

    #[test]
    fn words_are_found_in_any_order_without_accents() {
        for typed in ["", "puntuaciones", "autoatencion punt", "scores", "self_att", "Codificador AUTOATENCIÓN"] {
            assert!(finds(typed), "{typed}");
        }
        assert!(!finds("zebra"));
        assert!(!finds("puntuaciones zebra"));
    }

    #[test]
    fn words_count_from_one_and_addresses_from_zero() {
        for typed in
            ["cabeza 2", "cabez 2", "bloque 1", "puntuaciones cabeza 2 bloque 1", "head.1", "0.self_attention", "encoder.0", "1.sc"]
        {
            assert!(finds(typed), "{typed}");
        }
        for typed in ["cabeza 1", "bloque 2", "bloque 0", "head.2", "head.10", "encoder.1", "3"] {
            assert!(!finds(typed), "{typed}");
        }
        assert!(!Query::new("head.1").finds("Scores · Head 12", "encoder.0.self_attention.head.11.scores"));
        assert!(Query::new("head.").finds(SHOWN, ADDRESS));
    }

    #[test]
    fn a_number_that_counts_nothing_may_stand_anywhere() {
        assert!(Query::new("encoder 30").finds("Hello World: encoder with divisor 30", ""));
        assert!(!Query::new("encoder 3").finds("Hello World: encoder with divisor 30", ""));
        assert!(Query::new("gpt-3.5").finds("About GPT-3.5", ""));
    }

    #[test]
    fn only_addresses_with_numbers_count_from_zero() {
        assert!(Query::new("scores head.1").counts_from_zero());
        assert!(!Query::new("scores head 1").counts_from_zero());
        assert!(!Query::new("self_attention.scores").counts_from_zero());
    }
}
