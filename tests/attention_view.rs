//! The attention view, and how it fills its stage.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

/// The enlarged map in a window of a size.
fn map(preset: &'static str, size: [f32; 2]) -> Rect {
    let settings = Settings::plain(Language::English, ThemeChoice::Dark, View::Attention);
    let mut harness = support::shown(App::new(support::opened(preset), settings), vec2(size[0], size[1]));
    support::settle(&mut harness);
    let map = harness.get_by_label_contains("where does each token look?, ");
    map.rect()
}

#[test]
fn the_enlarged_map_grows_with_its_stage() {
    for preset in ["causal-mask", "hello-world-hola-mundo", "hand-reverse", "byte-pair"] {
        let (usual, large) = (map(preset, [1280.0, 800.0]), map(preset, [2000.0, 1200.0]));
        // What heads, inspector, sentences and lines leave: some 1300 by 700 points of the large window.
        let filled = (large.width() / 1300.0).max(large.height() / 700.0);
        assert!(filled >= 0.6, "{preset}: {large}");
        assert!(large.area() > 1.3 * usual.area(), "{preset}: {usual}, {large}");
    }
}

#[test]
fn the_choices_stand_still_while_one_of_them_is_made() {
    let settings = Settings::plain(Language::English, ThemeChoice::Dark, View::Attention);
    let mut harness = support::shown(App::new(support::opened("hello-world-hola-mundo"), settings), vec2(1280.0, 800.0));
    support::settle(&mut harness);
    let place = harness.get_by_label("Mean").rect();
    harness.get_by_label("Mean").click();
    support::settle(&mut harness);
    assert!((harness.get_by_label("Mean").rect().min - place.min).length() < 0.5, "{place:?}");
    harness.get_by_label("A − B").click();
    support::settle(&mut harness);
    assert!((harness.get_by_label("Mean").rect().min - place.min).length() < 0.5, "{place:?}");
}
