//! Numbers and sites of an exercise that a variant may fill in.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use super::error::Flaw;
use super::variant::{Names, fill};
use crate::graph::Site;

/// A number, or the name of a variable that holds one.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// The number itself.
    Number(f64),
    /// A variable's.
    Variable(String),
}

impl Amount {
    /// The number.
    pub(super) fn number(&self, names: &Names) -> Result<f64, Flaw> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Variable(name) => names.number(name),
        }
    }

    /// The number as a size.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "looked at before")]
    pub(super) fn size(&self, names: &Names) -> Result<usize, Flaw> {
        let number = self.number(names)?;
        if number >= 0.0 && number.fract() == 0.0 && number <= 9e15 { Ok(number as usize) } else { Err(Flaw::NoSize(number)) }
    }

    /// The number as a row or column of `count`; below 0 it counts from the end, so −1 is the last.
    pub(super) fn index(&self, names: &Names, count: usize) -> Result<usize, Flaw> {
        let number = self.number(names)?;
        let from_start = if number < 0.0 { number + count as f64 } else { number };
        let index = Self::Number(from_start).size(names).map_err(|_| Flaw::NoIndex { index: number, count })?;
        if index < count { Ok(index) } else { Err(Flaw::NoIndex { index: number, count }) }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrName;

        impl Visitor<'_> for NumberOrName {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or the name of a variable in quotes")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Amount, E> {
                Ok(Amount::Number(number as f64))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Amount, E> {
                Ok(Amount::Number(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Amount, E> {
                Ok(Amount::Number(number))
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Amount, E> {
                Ok(Amount::Variable(name.to_owned()))
            }
        }

        deserializer.deserialize_any(NumberOrName)
    }
}

/// A site, with placeholders where a variant decides: `encoder.0.self_attention.head.{h}.scores`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// The site of a variant.
    pub(super) fn site(&self, names: &Names) -> Result<Site, Flaw> {
        fill(&self.0, names)?.parse().map_err(|error| Flaw::Site { text: self.0.clone(), error })
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Address {
    /// What does not depend on the variant is looked at here, so that an error stands where it was made.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut plain = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let (_, behind) = after.split_once('}').ok_or_else(|| D::Error::custom("a placeholder is not closed"))?;
            plain.push_str(before);
            plain.push('0');
            rest = behind;
        }
        plain.push_str(rest);
        plain.parse::<Site>().map_err(D::Error::custom)?;
        Ok(Self(text))
    }
}
