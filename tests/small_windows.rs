//! Small windows, and large letters, which leave as few points: nothing that one works with is out of reach.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Rect, Role, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use support::{opened, settle};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

/// A window of 1280 × 800 at 200 %, of 960 × 600 at 125 %, and of 960 × 600.
const SIZES: [Vec2; 3] = [vec2(640.0, 400.0), vec2(768.0, 480.0), vec2(960.0, 600.0)];

/// A window of 960 × 600 at 200 %.
const LEAST: Vec2 = vec2(480.0, 300.0);

fn window(preset: &'static str, view: View, language: Language, size: Vec2) -> Harness<'static, App> {
    let app = App::new(opened(preset), Settings::plain(language, ThemeChoice::Light, view));
    let mut harness = support::shown(app, size);
    settle(&mut harness);
    harness
}

fn whole(size: Vec2) -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), size)
}

#[test]
fn the_way_on_and_the_result_are_in_sight_in_every_step() {
    for size in SIZES {
        let mut harness = window("hello-world-hola-mundo", View::Steps, Language::English, size);
        for step in 0..16 {
            let next = harness.get_by_label("Next step ▶").rect();
            assert!(whole(size).contains_rect(next), "{size:?}, step {step}: the button lies at {next:?}");
            let result = harness.get_all_by_role(Role::Grid).last().unwrap().rect();
            let stage = Rect::from_min_max(pos2(0.0, 0.0), pos2(size.x, next.top()));
            assert!(stage.contains_rect(result), "{size:?}, step {step}: the result lies at {result:?}, the stage ends at {stage:?}");
            harness.get_by_label("Next step ▶").click();
            settle(&mut harness);
        }
    }
}

#[test]
fn no_control_is_cut_at_a_side_of_the_window() {
    let controls = [Role::Button, Role::ComboBox, Role::Switch, Role::TextInput, Role::SpinButton, Role::Slider, Role::Tab];
    for size in SIZES.into_iter().chain([LEAST]) {
        for language in Language::ALL {
            // In the least window the list of exercises leaves their stage no room.
            for view in View::ALL.into_iter().filter(|view| size != LEAST || *view != View::Exercises) {
                let harness = window("hello-world-hola-mundo", view, language, size);
                for control in controls.into_iter().flat_map(|role| harness.query_all_by_role(role)) {
                    let (rect, name) = (control.rect(), control.accesskit_node().label().unwrap_or_default());
                    if size == LEAST && view == View::Flow && name.contains(" × ") {
                        // A box of the figure, which is moved.
                        continue;
                    }
                    assert!(rect.left() >= 0.0 && rect.right() <= size.x, "{size:?} {language:?} {view:?}: {name:?} lies at {rect:?}");
                }
            }
        }
    }
}

#[test]
fn names_of_compared_models_stand_in_words_and_not_in_letters() {
    for size in SIZES {
        let mut harness = window("compare-pre-norm", View::Compare, Language::English, size);
        harness.get_by_label("Norm after each part, or before it?").click();
        settle(&mut harness);
        let name = harness.get_by_label("Post-norm, as in the paper").rect();
        assert!(name.width() > 8.0 * 6.0 && name.height() < 48.0, "{size:?}: {name:?}");
        for button in ["Open A", "Open B"] {
            let rect = harness.get_by_label(button).rect();
            assert!(rect.width() > 48.0 && rect.right() <= size.x, "{size:?}: {button} lies at {rect:?}");
        }
    }
}

#[test]
fn sizes_without_room_in_the_strip_are_behind_one_button() {
    let size = SIZES[0];
    let mut harness = window("hello-world-hola-mundo", View::Steps, Language::English, size);
    assert!(harness.query_by_label("Heads h").is_none());
    harness.get_by_label("Sizes ▾").click();
    harness.run_steps(3);
    for name in ["d_model", "Heads h", "Encoder blocks", "Causal"] {
        let rect = harness.get_all_by_label(name).last().unwrap().rect();
        assert!(whole(size).contains_rect(rect), "{name} lies at {rect:?}");
    }
}

#[test]
fn the_inspector_opens_where_it_is_folded_and_the_way_on_stays() {
    let size = SIZES[0];
    let mut harness = window("hello-world-hola-mundo", View::Steps, Language::English, size);
    assert!(harness.query_by_label("Selected cell").is_none());
    harness.get_by_label("▴ Details").click();
    settle(&mut harness);
    let head = harness.get_by_label("Selected cell").rect();
    assert!(whole(size).contains_rect(head));
    assert!(harness.get_by_label("Next step ▶").rect().bottom() < head.top());
    harness.get_by_label("▾ Details").click();
    settle(&mut harness);
    assert!(harness.query_by_label("Selected cell").is_none());
}

#[test]
fn a_folded_list_opens_and_closes_by_its_button() {
    let mut harness = window("hello-world-hola-mundo", View::Steps, Language::English, SIZES[0]);
    assert!(harness.query_by_label("Encoder · Block 1").is_none());
    harness.get_by_label("Show the list").click();
    settle(&mut harness);
    harness.get_by_label("Encoder · Block 1").click();
    settle(&mut harness);
    harness.get_by_label("Fold the list").click();
    settle(&mut harness);
    assert!(harness.query_by_label("Encoder · Block 2").is_none());
    assert!(harness.state().lab().selection().site.unwrap().to_string().starts_with("encoder.0"));
}

#[test]
fn in_the_least_window_the_path_and_all_that_flow_can_do_are_at_hand() {
    let mut harness = window("hello-world-hola-mundo", View::Flow, Language::English, LEAST);
    let scale = harness.get_by_label_contains("% ▾");
    assert!(whole(LEAST).contains_rect(scale.rect()));
    let path = harness.get_by_label("Model").rect();
    assert!(path.right() < scale.rect().left() && path.width() > 32.0);
    scale.click();
    settle(&mut harness);
    for name in ["Read numbers", "Fit", "Larger", "Smaller"] {
        let rect = harness.get_by_label(name).rect();
        assert!(whole(LEAST).contains_rect(rect), "{name} lies at {rect:?}");
    }
}

#[test]
fn in_the_least_window_the_table_of_embeddings_shows_its_digits() {
    let harness = window("hello-world-hola-mundo", View::Steps, Language::English, LEAST);
    for grid in harness.get_all_by_role(Role::Grid) {
        let (rect, name) = (grid.rect(), grid.accesskit_node().label().unwrap_or_default());
        assert!(rect.width() > 4.0 * 40.0, "{name}: {rect:?}");
    }
}

#[test]
fn an_open_drawer_cuts_nothing_of_the_least_window() {
    let app = App::new(
        opened("hello-world-hola-mundo"),
        Settings { drawer: Some(true), ..Settings::plain(Language::English, ThemeChoice::Light, View::Steps) },
    );
    let mut harness = support::shown(app, LEAST);
    settle(&mut harness);
    for control in harness.query_all_by_role(Role::Button) {
        let (rect, name) = (control.rect(), control.accesskit_node().label().unwrap_or_default());
        assert!(rect.left() >= 0.0 && rect.right() <= LEAST.x, "{name:?} lies at {rect:?}");
    }
    assert!(harness.query_by_label("Next step ▶").is_none());
    harness.get_by_label("◂ Model").click();
    settle(&mut harness);
    harness.get_by_label("Next step ▶");
}
