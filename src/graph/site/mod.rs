//! The address of a value: typed inside, text outside (`encoder.0.self_attention.head.1.scores`).

mod names;

pub use names::{Part, Quantity, Stack};

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where in the model a value belongs, from the outside in; what does not apply is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope {
    /// The stack, or the side that feeds it.
    pub stack: Option<Stack>,
    /// The block within the stack, from 0.
    pub block: Option<usize>,
    /// The sublayer.
    pub part: Option<Part>,
    /// The head of an attention, from 0.
    pub head: Option<usize>,
}

impl Scope {
    /// The scope of a stack as a whole.
    pub const fn stack(stack: Stack) -> Self {
        Self { stack: Some(stack), block: None, part: None, head: None }
    }

    /// The scope of a sublayer that stands alone, outside every stack.
    pub const fn alone(part: Part) -> Self {
        Self { stack: None, block: None, part: Some(part), head: None }
    }

    /// Block `block` of this stack.
    pub const fn block(self, block: usize) -> Self {
        Self { block: Some(block), ..self }
    }

    /// Sublayer `part` of this block or stack.
    pub const fn part(self, part: Part) -> Self {
        Self { part: Some(part), ..self }
    }

    /// Head `head` of this attention.
    pub const fn head(self, head: usize) -> Self {
        Self { head: Some(head), ..self }
    }

    /// The address of `quantity` in this scope.
    pub const fn at(self, quantity: Quantity) -> Site {
        Site { scope: self, quantity }
    }

    /// Whether `other` is this scope or lies inside it.
    pub fn contains(&self, other: &Self) -> bool {
        fn covers<V: PartialEq + Copy>(outer: Option<V>, inner: Option<V>) -> bool {
            outer.is_none() || outer == inner
        }
        covers(self.stack, other.stack) && covers(self.block, other.block) && covers(self.part, other.part) && covers(self.head, other.head)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.stack.map(|stack| stack.to_string()));
        words.extend(self.block.map(|block| block.to_string()));
        words.extend(self.part.map(|part| part.to_string()));
        words.extend(self.head.map(|head| format!("head.{head}")));
        f.write_str(&words.join("."))
    }
}

/// The address of one value of a model.
///
/// ```
/// use transformer_lab::graph::{Part, Quantity, Scope, Site, Stack};
/// let site: Site = "encoder.0.self_attention.head.1.scores".parse()?;
/// assert_eq!(site, Scope::stack(Stack::Encoder).block(0).part(Part::SelfAttention).head(1).at(Quantity::Scores));
/// assert_eq!(site.to_string(), "encoder.0.self_attention.head.1.scores");
/// # Ok::<(), transformer_lab::graph::SiteError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Site {
    /// Where.
    pub scope: Scope,
    /// What.
    pub quantity: Quantity,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scope == Scope::default() { write!(f, "{}", self.quantity) } else { write!(f, "{}.{}", self.scope, self.quantity) }
    }
}

/// Why a text is not a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiteError {
    /// A word that no stack, part or quantity has.
    #[error("\"{word}\" in the site \"{site}\" is not known here; a site reads like encoder.0.self_attention.head.1.scores")]
    Word {
        /// The word.
        word: String,
        /// The whole text.
        site: String,
    },
    /// The text ends before it says which quantity.
    #[error("the site \"{0}\" does not end in a quantity such as scores, weights or output")]
    Unfinished(String),
}

impl FromStr for Site {
    type Err = SiteError;

    fn from_str(text: &str) -> Result<Self, SiteError> {
        let unknown = |word: &str| SiteError::Word { word: word.to_owned(), site: text.to_owned() };
        let unfinished = || SiteError::Unfinished(text.to_owned());
        // A word that stands alone is a quantity, also where a stack has the same name.
        if let Ok(quantity) = text.parse() {
            return Ok(Scope::default().at(quantity));
        }
        let mut words = text.split('.').peekable();
        let mut scope = Scope::default();
        // The last word is always a quantity, even where a stack has the same name.
        if text.contains('.') {
            scope.stack = take(&mut words);
        }
        if scope.stack.is_some() {
            scope.block = take(&mut words);
        }
        scope.part = take(&mut words);
        if scope.part.is_some() && words.next_if_eq(&"head").is_some() {
            let number = words.next().ok_or_else(unfinished)?;
            scope.head = Some(number.parse().map_err(|_| unknown(number))?);
        }
        let last = words.next().ok_or_else(unfinished)?;
        let quantity = last.parse().map_err(|()| unknown(last))?;
        match words.next() {
            Some(extra) => Err(unknown(extra)),
            None => Ok(scope.at(quantity)),
        }
    }
}

/// The next word, taken only if it can be read as a `W`.
fn take<'a, W: FromStr>(words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Option<W> {
    let word = words.peek()?.parse().ok()?;
    words.next();
    Some(word)
}

impl TryFrom<String> for Site {
    type Error = SiteError;

    fn try_from(text: String) -> Result<Self, SiteError> {
        text.parse()
    }
}

impl From<Site> for String {
    fn from(site: Site) -> Self {
        site.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_reads_back() {
        for stack in [None].into_iter().chain(Stack::ALL.map(Some)) {
            for part in [None].into_iter().chain(Part::ALL.map(Some)) {
                for quantity in Quantity::ALL {
                    let block = stack.map(|_| 12);
                    let head = part.map(|_| 3);
                    let site = Scope { stack, block, part, head }.at(quantity);
                    assert_eq!(site.to_string().parse(), Ok(site));
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = "encoder.0.self_atention.scores".parse::<Site>().unwrap_err();
        assert!(error.to_string().starts_with("\"self_atention\" in the site"), "{error}");
        assert_eq!("encoder.0".parse::<Site>(), Err(SiteError::Unfinished("encoder.0".into())));
        assert!("encoder.0.self_attention.head.x.scores".parse::<Site>().is_err());
        assert!("attention.scores.scores".parse::<Site>().is_err());
    }
}
