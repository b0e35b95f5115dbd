//! Options with a few named values.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads one of these names as the value that belongs to it.
pub(super) fn named<V: Clone + Send + Sync + 'static>(values: Vec<(&'static str, V)>) -> impl TypedValueParser<Value = V> {
    let names: Vec<&'static str> = values.iter().map(|(name, _)| *name).collect();
    PossibleValuesParser::new(names).try_map(move |name| {
        let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        value.ok_or_else(|| format!("{name} is not known"))
    })
}
