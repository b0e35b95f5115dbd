//! A file that is being saved when the program is killed is the old one or the new one, whole.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use transformer_lab::experiment::{Experiment, Preset, load, save};

/// Set for the process that saves until it is killed: the file it saves to.
const SAVES_TO: &str = "TRANSFORMER_LAB_SAVES_TO";
const KILLS: u64 = 200;

/// Two states of one experiment, long enough that writing takes its time.
fn states() -> [Experiment; 2] {
    let first = Experiment::clone(&Preset::find("hello-world-hola-mundo").unwrap().experiment().unwrap());
    let mut second = first.clone();
    second.about.en = "another text. ".repeat(4000);
    second.weights.seed = 7;
    [first, second]
}

/// Runs only in the process that is killed.
#[test]
fn saving_until_killed() {
    let Some(path) = std::env::var_os(SAVES_TO).map(PathBuf::from) else { return };
    let states = states();
    save(&states[0], &path).unwrap();
    println!("\nsaving");
    for state in states.iter().rev().cycle() {
        save(state, &path).unwrap();
    }
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experiment.ron");
    let states = states();
    let mut found = [0_u32; 2];
    for round in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["saving_until_killed", "--exact", "--nocapture"])
            .env(SAVES_TO, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == "saving"), "the other process does not save");
        // Moments spread over the first saves: steps of a number that shares no factor with their length.
        std::thread::sleep(Duration::from_micros((round * 977) % 16_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = load(&path).unwrap();
        let which = states.iter().position(|state| *state == now).expect("the file is neither the old one nor the new one");
        found[which] += 1;
    }
    println!("{} kills: {} times the one, {} times the other", KILLS, found[0], found[1]);
    assert!(found.iter().all(|&times| times > 0), "the kills all came at the same moment: {found:?}");
}
