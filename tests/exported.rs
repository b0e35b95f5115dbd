//! The Python scripts of all presets, run: each calculates its experiment again and asserts that the numbers are those of the lab.
//!
//! They run where there is Python with NumPy, and with PyTorch where that is there; what had to be left out is said. `PYTHON`
//! names another interpreter than `python3`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use transformer_lab::experiment::export::python::{Library, Script};
use transformer_lab::experiment::{Change, Experiment, Outcome, Prepared, Runner, from_text, presets};
use transformer_lab::graph::Cell;
use transformer_lab::graph::Control;
use transformer_lab::transformer::{FeedForwardKind, Mask, Precision};

/// Runs scripts in one process, so that a large library is loaded once; says at the end how many ran.
const RUN_ALL: &str = "
import runpy, sys, traceback
for script in sys.argv[1:]:
    try:
        runpy.run_path(script)
    except BaseException:
        traceback.print_exc()
        sys.exit(f'{script} failed')
";

fn interpreter() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Whether the interpreter has a module; says so where it has not.
fn has(module: &str) -> bool {
    let found = Command::new(interpreter()).args(["-c", &format!("import {module}")]).output().is_ok_and(|output| output.status.success());
    if !found {
        println!("LEFT OUT: {} with {module} is not here, so its scripts were not run", interpreter());
    }
    found
}

fn python(scripts: &[PathBuf]) -> Output {
    Command::new(interpreter()).args(["-c", RUN_ALL]).args(scripts).output().unwrap()
}

fn run(experiment: Experiment) -> Outcome {
    let prepared = Arc::new(Prepared::new(Arc::new(experiment), None).unwrap());
    Runner::default().run(&prepared, &Control::default()).unwrap()
}

fn preset(name: &str) -> Experiment {
    let preset = presets().iter().find(|preset| preset.name == name).unwrap();
    Experiment::clone(&preset.experiment().unwrap())
}

/// What the presets do not have: numbers put in place, a query that sees nothing, every activation in both precisions.
fn further() -> Vec<(String, Experiment)> {
    let mut changed = preset("hello-world-encoder-30");
    changed.overrides.insert("encoder.0.self_attention.head.0.output".parse().unwrap(), Change::Zero);
    changed.overrides.insert(
        "encoder.0.feed_forward.hidden".parse().unwrap(),
        Change::Cells([(Cell::new(0, 1), 5.5), (Cell::new(1, 0), f64::NAN)].into_iter().collect()),
    );
    let mut blind = preset("decoder-only");
    blind.model.masks.decoder_self.push(Mask::Hidden(vec![0]));
    let mut all = vec![("changed".to_owned(), changed), ("blind".to_owned(), blind)];
    for kind in [FeedForwardKind::Relu, FeedForwardKind::Gelu, FeedForwardKind::GeluTanh, FeedForwardKind::Silu] {
        for precision in [Precision::F32, Precision::F64] {
            let mut experiment = preset("hello-world-encoder-30");
            experiment.model.feed_forward = kind;
            experiment.model.precision = precision;
            all.push((format!("{kind:?}_{precision:?}").to_lowercase(), experiment));
        }
    }
    all
}

fn every(library: Library, folder: &Path) -> Vec<PathBuf> {
    let shipped = presets().iter().map(|preset| (preset.name.to_owned(), from_text(preset.text, preset.name).unwrap()));
    let mut scripts = Vec::new();
    for (name, experiment) in shipped.chain(further()).filter(|(_, experiment)| !experiment.count_only) {
        let path = folder.join(format!("{}.py", name.replace('-', "_")));
        Script::save(&run(experiment), library, &path).unwrap();
        scripts.push(path);
    }
    scripts
}

#[track_caller]
fn assert_all_run(library: Library) {
    let folder = tempfile::tempdir().unwrap();
    let scripts = every(library, folder.path());
    let output = python(&scripts);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{err}");
    assert_eq!(out.matches("all as in the lab").count(), scripts.len(), "{out}");
    println!("{} scripts ran with {library:?}", scripts.len());
}

#[test]
fn every_script_gets_the_numbers_of_the_lab_with_numpy() {
    if has("numpy") {
        assert_all_run(Library::NumPy);
    }
}

#[test]
fn every_script_gets_the_numbers_of_the_lab_with_torch() {
    if has("torch") {
        assert_all_run(Library::Torch);
    }
}

#[test]
fn a_script_with_another_weight_stops_at_the_first_number_that_differs() {
    if !has("numpy") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = Script::new(&run(preset("hello-world-encoder-30")), Library::NumPy, "");
    assert!(script.arrays.is_empty());
    let wrong = script.text.replacen("[0.0, 0.0, 0.0, 1.0, 0.0, 1.0]", "[0.0, 0.0, 0.0, 1.0, 0.0, 1.00001]", 1);
    assert_ne!(wrong, script.text);
    let path = folder.path().join("wrong.py");
    std::fs::write(&path, wrong).unwrap();
    let output = python(&[path]);
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("encoder.0.self_attention.query") && told.contains("AssertionError"), "{told}");
}

#[test]
fn what_is_too_long_for_a_text_stands_in_a_file_beside_it() {
    let mut long = preset("hello-world-encoder-30");
    long.model.d_ff = 3000;
    let script = Script::new(&run(long), Library::NumPy, "long.npz");
    assert!(script.text.contains("encoder_0_feed_forward_w_1 = STORED[\"encoder.0.feed_forward.w_1\"]"));
    assert!(script.text.contains("Path(__file__).with_name(\"long.npz\")"));
    let stored: Vec<&str> = script.arrays.iter().map(|array| array.name.as_str()).collect();
    assert!(stored.contains(&"encoder.0.feed_forward.w_1") && !stored.contains(&"encoder.0.self_attention.w_q"), "{stored:?}");
}
