//! Whatever answers to the pointer is reached by the Tab key, in every view.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::collections::BTreeSet;

use eframe::egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _, by};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

/// What is pressed, chosen or typed in.
const ROLES: [Role; 13] = [
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::Link,
    Role::ListBoxOption,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::Switch,
    Role::Tab,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::TreeItem,
];
/// Presses of Tab after which everything was passed.
const PRESSES: usize = 600;

fn window(preset: &'static str, view: View, drawer: bool) -> Harness<'static, App> {
    let lab = support::opened(preset);
    let settings = Settings { drawer: Some(drawer), ..Settings::plain(Language::English, ThemeChoice::Light, view) };
    let mut harness = support::shown(App::new(lab, settings), [1600.0, 2400.0]);
    harness.run_steps(4);
    harness
}

/// What is there to be reached: role and name.
fn there(harness: &Harness<'_, App>) -> BTreeSet<String> {
    let nodes = harness.query_all(by().predicate(|node| ROLES.contains(&node.role()) && !node.is_disabled() && !node.is_hidden()));
    // The arrow keys do in a number's field what the buttons − and + at its ends do.
    let stepper = |name: &str| name.starts_with("− ") || name.starts_with("+ ");
    nodes
        .map(|node| node.accesskit_node())
        .map(|node| format!("{:?} {}", node.role(), node.label().unwrap_or_default()))
        .filter(|name| !stepper(name.split_once(' ').map_or("", |(_, name)| name)))
        .collect()
}

fn has_focus(node: &AccessKitNode<'_>) -> bool {
    node.is_focused()
}

fn focused(harness: &Harness<'_, App>) -> Option<String> {
    let nodes = harness.query_all(by().predicate(has_focus));
    nodes.last().map(|node| node.accesskit_node()).map(|node| format!("{:?} {}", node.role(), node.label().unwrap_or_default()))
}

fn unreached(preset: &'static str, view: View, drawer: bool) -> Vec<String> {
    let mut harness = window(preset, view, drawer);
    let there = there(&harness);
    assert!(there.len() > 8, "{preset} {view:?}: {there:?}");
    let mut reached = BTreeSet::new();
    for _ in 0..PRESSES {
        harness.key_press(Key::Tab);
        harness.run_steps(1);
        if let Some(name) = focused(&harness) {
            reached.insert(name);
        }
        if there.is_subset(&reached) {
            break;
        }
    }
    there.difference(&reached).map(|name| format!("{view:?}: {name}")).collect()
}

#[test]
fn the_tab_key_reaches_everything() {
    let mut missed = Vec::new();
    for view in View::ALL {
        missed.extend(unreached("hello-world-hola-mundo", view, false));
    }
    assert!(missed.is_empty(), "Tab does not reach {missed:#?}");
}

#[test]
fn the_tab_key_reaches_every_choice_of_the_model() {
    let missed = unreached("hello-world-hola-mundo", View::Steps, true);
    assert!(missed.is_empty(), "Tab does not reach {missed:#?}");
}
