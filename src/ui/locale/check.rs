//! Tests over the sentences themselves and over the sources that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use super::{FILES, Language, parse};

/// The keys of a source and the arguments of each. Terms keep their hyphen: `-query`.
fn sentences(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = None;
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        if let Some((key, _)) = line
            .split_once(" =")
            .filter(|_| !line.starts_with([' ', '}']))
        {
            found.entry(key.to_owned()).or_default();
            current = Some(key.to_owned());
        }
        let arguments = current.as_ref().and_then(|key| found.get_mut(key));
        if let Some(arguments) = arguments {
            let names = line.split('$').skip(1);
            arguments.extend(names.map(|rest| {
                rest.chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
                    .collect()
            }));
        }
    }
    found
}

fn all_sentences(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    language.sources().flat_map(sentences).collect()
}

/// Every string literal of the Rust files under `folder` that has the form of a key.
fn literals(folder: &Path, found: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            // The tests of this module speak of keys without using them.
            if !path.ends_with("ui/locale") {
                literals(&path, found)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path)?;
            let code = source
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            found.extend(
                code.flat_map(|line| line.split('"'))
                    .filter(|text| is_key(text))
                    .map(str::to_owned),
            );
        }
    }
    Ok(())
}

fn is_key(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.split('-').all(word)
}

fn literals_of(folders: &[&str]) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for folder in folders {
        literals(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut found,
        )?;
    }
    Ok(found)
}

#[test]
fn every_sentence_is_well_formed_and_defined_once() {
    for language in Language::ALL {
        let mut keys = BTreeSet::new();
        for source in language.sources() {
            let (_, faults) = parse(source);
            assert_eq!(faults, 0, "{language:?}: {source}");
            for key in sentences(source).into_keys() {
                // A term and a message of the same name would hide one another.
                assert!(
                    keys.insert(key.trim_start_matches('-').to_owned()),
                    "{language:?}: {key} is defined twice"
                );
                assert!(
                    key.starts_with('-') || is_key(&key),
                    "{language:?}: {key} is no key of two words"
                );
            }
        }
    }
}

#[test]
fn both_languages_say_the_same() {
    assert_eq!(
        all_sentences(Language::English),
        all_sentences(Language::Spanish)
    );
    for [english, spanish] in FILES {
        let keys = |source| sentences(source).into_keys().collect::<Vec<_>>();
        assert_eq!(keys(english), keys(spanish), "a key is in another file");
    }
}

#[test]
fn every_file_is_embedded() -> io::Result<()> {
    for language in Language::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("assets/locales")
            .join(language.code());
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let source = fs::read_to_string(&path)?;
            assert!(
                language.sources().any(|embedded| embedded == source),
                "{} is not in FILES",
                path.display()
            );
        }
    }
    Ok(())
}

#[test]
fn every_key_is_used_and_every_key_used_exists() -> io::Result<()> {
    let keys: BTreeSet<String> = all_sentences(Language::English)
        .into_keys()
        .filter(|key| !key.starts_with('-'))
        .collect();

    let used = literals_of(&["src"])?;
    let unused: Vec<_> = keys.difference(&used).collect();
    assert!(unused.is_empty(), "no source uses {unused:?}");

    let used_in_window = literals_of(&["src/ui"])?;
    let missing: Vec<_> = used_in_window.difference(&keys).collect();
    assert!(missing.is_empty(), "no sentence is called {missing:?}");
    Ok(())
}

#[test]
fn terms_that_sentences_use_exist() {
    for language in Language::ALL {
        let all = all_sentences(language);
        for source in language.sources() {
            for used in source
                .lines()
                .filter(|line| !line.starts_with('#'))
                .flat_map(|line| line.split("{ -").skip(1))
            {
                let name: String = used
                    .chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
                    .collect();
                assert!(
                    all.contains_key(&format!("-{name}")),
                    "{language:?}: no term is called {name}"
                );
            }
        }
    }
}

#[test]
fn the_checks_see_what_they_should() {
    let source = "# note = no\n-term = x\nkey-one = { $a } and\n    { $b-c ->\n        [one] x\n       *[other] { $d }\n    }\n";
    let found = sentences(source);
    let arguments = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(found.get("key-one"), Some(&arguments(&["a", "b-c", "d"])));
    assert_eq!(found.get("-term"), Some(&BTreeSet::new()));
    assert_eq!(found.len(), 2);
    let keys = [
        "steps-next",
        "score-2",
        "steps",
        "Next-step",
        "steps-",
        "-term",
        "1e-3",
        "a b-c",
    ]
    .map(is_key);
    assert_eq!(keys, [true, true, false, false, false, false, false, false]);
    assert_eq!(parse("key-one = { $a").1, 1);
}
