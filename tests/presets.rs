//! The shipped presets: complete, right in every number, in both languages, and the same after saving.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use transformer_lab::experiment::{Checked, Preset, check, from_text, presets, to_text};

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[test]
fn every_file_is_listed_and_every_listed_file_is_there() -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    let mut files = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        files.insert(entry?.file_name().to_string_lossy().into_owned());
    }
    let listed: BTreeSet<String> = presets().iter().map(|preset| format!("{}.ron", preset.name)).collect();
    assert_eq!(files, listed);
    assert_eq!(listed.len(), presets().len(), "a preset is listed twice");
    Ok(())
}

#[test]
fn every_expectation_holds() -> Outcome {
    let mut passed = 0;
    for preset in presets() {
        let checked = check(&preset.experiment()?, None)?;
        let failed: Vec<String> = checked.iter().filter(|checked| !checked.passed()).map(Checked::to_string).collect();
        assert!(failed.is_empty(), "{}:\n{}", preset.name, failed.join("\n"));
        assert!(!checked.is_empty(), "{} expects nothing", preset.name);
        println!("{:<44} {:>3}", preset.name, checked.len());
        passed += checked.len();
    }
    println!("{passed} in all");
    assert!(passed > 60, "only {passed} expectations");
    Ok(())
}

#[test]
fn a_wrong_digit_is_found_and_named() -> Outcome {
    let right = Preset::find("hello-world-encoder-30")?.text;
    let wrong = right.replace("-11.59340253", "-11.59340254");
    assert_ne!(right, wrong);
    let checked = check(&Arc::new(from_text(&wrong, "wrong.ron")?), None)?;
    let failed: Vec<String> = checked.iter().filter(|checked| !checked.passed()).map(Checked::to_string).collect();
    let [only] = failed.as_slice() else { return Err(format!("{failed:?}").into()) };
    for part in ["encoder.0.self_attention.output", "cell [0, 2]", "expected -11.59340254", "got -11.5934025"] {
        assert!(only.contains(part), "\"{part}\" is not in: {only}");
    }
    Ok(())
}

#[test]
fn both_languages_are_filled() -> Outcome {
    for preset in presets() {
        let experiment = preset.experiment()?;
        let (title, about) = (&experiment.title, &experiment.about);
        for text in [&title.en, &title.es, &about.en, &about.es, &experiment.origin] {
            assert!(!text.trim().is_empty(), "{} lacks a text", preset.name);
        }
        assert_ne!(about.en, about.es, "{}", preset.name);
        for text in [&about.en, &about.es] {
            let sentences = text.split_terminator(". ").count();
            assert!((2..=4).contains(&sentences), "{} has {sentences} sentences", preset.name);
        }
    }
    Ok(())
}

#[test]
fn saving_and_loading_changes_nothing() -> Outcome {
    for preset in presets() {
        let experiment = preset.experiment()?;
        let saved = to_text(&experiment)?;
        assert_eq!(from_text(&saved, preset.name)?, *experiment, "{}", preset.name);
        let lonely = saved.lines().find(|line| line.trim().trim_end_matches(',').parse::<f64>().is_ok());
        assert_eq!(lonely, None, "{}: a number on a line of its own", preset.name);
    }
    Ok(())
}

#[test]
fn a_saved_row_is_a_line_and_what_is_usual_is_left_out() -> Outcome {
    let saved = to_text(&*Preset::find("hello-world-encoder-30")?.experiment()?)?;
    for row in ["[0.79445237, 0.1081456, 0.27411536, 0.78394531],", "[11.46394285, -13.18016471, -11.59340253, -17.04387829],"] {
        assert!(saved.lines().any(|line| line.trim() == row), "no line {row} in:\n{saved}");
    }
    for usual in ["residual:", "softmax:", "masks:", "overrides:", "tolerance:"] {
        assert!(!saved.contains(usual), "{usual} is written although it is as usual:\n{saved}");
    }
    Ok(())
}
