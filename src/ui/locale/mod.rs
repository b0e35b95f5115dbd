//! What the window says, in the user's language.
//!
//! Sentences are in `assets/locales/<language>/*.ftl` ([Fluent](https://projectfluent.org)), a file a topic; a new file is
//! named in `FILES`. A key has two words or more, joined by hyphens, and nothing else in `ui` is a literal of that
//! form: so a test can tell that every key that is used exists, and that none is left unused.

#[cfg(test)]
mod check;
mod language;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

/// A value in a sentence: a number already written out, or a count that decides between singular and plural.
pub use fluent_bundle::FluentValue as Value;
pub use language::Language;

macro_rules! file {
    ($name:literal) => {
        [include_str!(concat!("../../../assets/locales/en/", $name)), include_str!(concat!("../../../assets/locales/es/", $name))]
    };
}

/// The files of sentences, each in English and in Spanish.
const FILES: &[[&str; 2]] = &[
    file!("attention.ftl"),
    file!("compare.ftl"),
    file!("cost.ftl"),
    file!("equations.ftl"),
    file!("exercises.ftl"),
    file!("flow.ftl"),
    file!("generate.ftl"),
    file!("gradients.ftl"),
    file!("inspector.ftl"),
    file!("numbers.ftl"),
    file!("refusals.ftl"),
    file!("steps.ftl"),
    file!("takeaway.ftl"),
    file!("terms.ftl"),
    file!("weights.ftl"),
    file!("window.ftl"),
];

/// The sentences of one language.
pub struct Locale {
    language: Language,
    sentences: FluentBundle<FluentResource>,
}

impl Locale {
    /// The sentences of `language`.
    pub fn new(language: Language) -> Self {
        let mut sentences = FluentBundle::new_concurrent(vec![language.id()]);
        // Marks around arguments, for text that changes direction within a sentence, would be drawn as boxes.
        sentences.set_use_isolating(false);
        for source in language.sources() {
            let (resource, _) = parse(source);
            // A sentence that is defined twice keeps its first form; a test finds it, and what cannot be parsed.
            let _ = sentences.add_resource(resource);
        }
        Self { language, sentences }
    }

    /// The language that this is.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence of `key`. A key that does not exist is shown itself.
    pub fn text(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The sentence of `key` with its arguments.
    pub fn with(&self, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
        let Some(pattern) = self.sentences.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let arguments: FluentArgs = arguments.iter().map(|(name, value)| (*name, counted(value))).collect();
        // A missing argument is shown by its name; there is nobody to report it to.
        let mut missing = Vec::new();
        self.sentences.format_pattern(pattern, Some(&arguments), &mut missing).into_owned()
    }
}

impl Language {
    fn sources(self) -> impl Iterator<Item = &'static str> {
        FILES.iter().map(move |[english, spanish]| match self {
            Self::English => *english,
            Self::Spanish => *spanish,
        })
    }
}

/// A count that was written in digits is a number again, so that a sentence can tell one from several. It is written as it was.
fn counted<'a>(value: &Value<'a>) -> Value<'a> {
    /// So many digits are exact in the numbers of sentences.
    const DIGITS: usize = 15;
    match value {
        Value::String(text) if text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= DIGITS => {
            text.parse::<u64>().ok().filter(|number| number.to_string() == **text).map_or_else(|| value.clone(), Value::from)
        }
        value => value.clone(),
    }
}

/// What of `source` is well formed, and how many faults it has.
fn parse(source: &str) -> (FluentResource, usize) {
    match FluentResource::try_new(source.to_owned()) {
        Ok(resource) => (resource, 0),
        Err((resource, faults)) => (resource, faults.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_told_from_several_however_it_was_written() {
        let say = |language, key: &str, name: &str, count: &str| Locale::new(language).with(key, &[(name, count.to_owned().into())]);
        assert_eq!(say(Language::English, "drawer-vocabulary", "count", "1"), "1 token in the vocabulary");
        assert_eq!(say(Language::English, "drawer-vocabulary", "count", "2"), "2 tokens in the vocabulary");
        assert_eq!(say(Language::English, "drawer-vocabulary", "count", "12\u{202F}345"), "12\u{202F}345 tokens in the vocabulary");
        assert_eq!(say(Language::Spanish, "drawer-vocabulary", "count", "1"), "1 token en el vocabulario");
        // What only looks like a count stays as it was written.
        assert!(["007", "1.50", ""].iter().all(|text| matches!(counted(&Value::from(*text)), Value::String(_))));
        let blind = |count: usize, rows: &str| {
            let arguments = [("site", "A".into()), ("count", count.into()), ("rows", rows.to_owned().into())];
            [Language::English, Language::Spanish].map(|language| Locale::new(language).with("warning-blind", &arguments))
        };
        assert_eq!(blind(1, "0"), ["A: row 0 sees nothing, so its weights are 0", "A: la fila 0 no ve nada, así que sus pesos son 0"]);
        assert_eq!(blind(2, "0, 1")[0], "A: rows 0, 1 see nothing, so their weights are 0");
    }

    #[test]
    fn sentences_with_terms_and_arguments() {
        let english = Locale::new(Language::English);
        let spanish = Locale::new(Language::Spanish);
        assert_eq!(english.language(), Language::English);
        let zero = [("zero", "0.00".into())];
        assert_eq!(english.with("number-nearly-zero", &zero), "Not zero, but it would round to 0.00.");
        assert_eq!(spanish.with("number-nearly-zero", &zero), "No es cero, pero se redondearía a 0.00.");
        assert!(spanish.text("number-infinity").contains("esta precisión:"));
    }

    #[test]
    fn what_is_missing_shows_itself() {
        let english = Locale::new(Language::English);
        assert_eq!(english.text("no-such-key"), "no-such-key");
        assert_eq!(english.text("number-nearly-zero"), "Not zero, but it would round to {$zero}.");
    }
}
