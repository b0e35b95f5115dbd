//! Nothing that was changed is lost without a question.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use transformer_lab::experiment::{load, save};
use transformer_lab::lab::{Command, Lab, Origin};
use transformer_lab::ui::app::{Action, App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

fn app(open: Command) -> App {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(open).unwrap();
    lab.finish();
    App::new(lab, Settings::plain(Language::English, ThemeChoice::Light, View::Steps))
}

fn window(app: App) -> support::Acting {
    let mut harness = support::acting(app, [1280.0, 800.0]);
    settle(&mut harness);
    harness
}

fn settle(harness: &mut Harness<'_, (App, Option<Action>)>) {
    harness.run_steps(3);
    harness.state_mut().0.finish();
    harness.run_steps(3);
}

fn act(harness: &mut Harness<'_, (App, Option<Action>)>, action: Action) {
    harness.state_mut().1 = Some(action);
    settle(harness);
}

fn origin(harness: &Harness<'_, (App, Option<Action>)>) -> Origin {
    harness.state().0.lab().document().origin().clone()
}

#[test]
fn an_unchanged_experiment_is_left_without_a_question() {
    let mut harness = window(app(Command::OpenPreset("self-attention")));
    act(&mut harness, Action::OpenPreset("layer-norm"));
    assert_eq!(origin(&harness), Origin::Preset("layer-norm"));
}

#[test]
fn changes_are_asked_about_before_they_are_lost() {
    let mut harness = window(app(Command::OpenPreset("hello-world-encoder-30")));
    harness.state_mut().0.carry_out(Command::Reseed(99));
    act(&mut harness, Action::OpenPreset("layer-norm"));
    harness.get_by_label("Stay here").click();
    settle(&mut harness);
    assert_eq!(origin(&harness), Origin::Preset("hello-world-encoder-30"));
    assert_eq!(harness.state().0.lab().document().experiment().weights.seed, 99);

    act(&mut harness, Action::OpenPreset("layer-norm"));
    harness.get_by_label("Discard them").click();
    settle(&mut harness);
    assert_eq!(origin(&harness), Origin::Preset("layer-norm"));
}

#[test]
fn saving_comes_first_where_it_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let preset = app(Command::OpenPreset("hello-world-encoder-30"));
    save(preset.lab().document().experiment(), &path).unwrap();
    let mut harness = window(app(Command::Open(path.clone())));
    harness.state_mut().0.carry_out(Command::Reseed(99));
    act(&mut harness, Action::OpenPreset("layer-norm"));
    harness.get_by_label("Save").click();
    settle(&mut harness);
    assert_eq!(load(&path).unwrap().weights.seed, 99);
    assert_eq!(origin(&harness), Origin::Preset("layer-norm"));
}

#[test]
fn what_a_crash_left_behind_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    // The copy of a process that is gone: written by one that lives, under a number that none can have.
    let mut first = app(Command::OpenPreset("hello-world-encoder-30"));
    first.guard(folder.path());
    first.carry_out(Command::Reseed(99));
    let mut harness = window(first);
    settle(&mut harness);
    let own = folder.path().join(format!("unsaved-{}.ron", std::process::id()));
    let start = std::time::Instant::now();
    while !own.exists() {
        assert!(start.elapsed().as_secs() < 30, "no copy is kept");
        std::thread::yield_now();
    }
    std::fs::copy(&own, folder.path().join("unsaved-4294967294.ron")).unwrap();

    let mut second = app(Command::OpenPreset("self-attention"));
    second.guard(folder.path());
    let mut harness = window(second);
    harness.get_by_label("Bring it back").click();
    settle(&mut harness);
    assert_eq!(origin(&harness), Origin::Preset("hello-world-encoder-30"));
    let document = harness.state().0.lab().document();
    assert_eq!((document.experiment().weights.seed, document.is_changed()), (99, true));
    assert!(!folder.path().join("unsaved-4294967294.ron").exists());
}
