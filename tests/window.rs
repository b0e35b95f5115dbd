//! The window, driven as a user drives it: by the names of its widgets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use transformer_lab::graph::Cell;
use transformer_lab::lab::{Command, Lab, RunState};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

use support::settle;

fn window(preset: &'static str, settings: Settings) -> Harness<'static, App> {
    let lab = support::opened(preset);
    let mut harness = support::shown(App::new(lab, settings), [1280.0, 800.0]);
    settle(&mut harness);
    harness
}

fn english() -> Settings {
    Settings::plain(Language::English, ThemeChoice::Light, View::Steps)
}

#[test]
fn it_opens_on_hello_world_already_run() {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.finish();
    assert_eq!(*lab.run_state(), RunState::Done);
    assert!(lab.checks().iter().all(transformer_lab::experiment::Checked::passed) && !lab.checks().is_empty());
    assert!(lab.document().experiment().title.en.contains("Hello World"));
}

#[test]
fn every_view_draws_in_both_themes_and_languages() {
    for language in [Language::English, Language::Spanish] {
        for theme in [ThemeChoice::Light, ThemeChoice::Dark] {
            for view in View::ALL {
                for drawer in [false, true] {
                    let settings = Settings { drawer: Some(drawer), ..Settings::plain(language, theme, view) };
                    let harness = window("hello-world-hola-mundo", settings);
                    let name = if language == Language::English { "Attention" } else { "Atención" };
                    assert!(harness.query_all_by_label(name).count() > 0, "{language:?} {view:?}");
                }
            }
        }
    }
}

#[test]
fn next_and_back_walk_the_steps() {
    let mut harness = window("self-attention", english());
    let at = |harness: &Harness<'_, App>| harness.state().lab().selection().site.unwrap().to_string();
    assert_eq!(at(&harness), "attention.scores");
    harness.get_by_label("Next step ▶").click();
    settle(&mut harness);
    assert_eq!(at(&harness), "attention.scaled");
    harness.get_by_label("◀ Back").click();
    settle(&mut harness);
    assert_eq!(at(&harness), "attention.scores");
}

#[test]
fn an_edited_weight_changes_what_depends_on_it_and_can_be_taken_back() {
    let mut harness = window("hello-world-encoder-30", english());
    let value = |harness: &Harness<'_, App>, site: &str| {
        let lab = harness.state().lab();
        let id = lab.prepared().graph.find(site.parse().unwrap()).unwrap();
        lab.outcome().unwrap().values.matrix(id).at(Cell::new(0, 0))
    };
    let before = value(&harness, "encoder.0.self_attention.query");
    let site = "encoder.0.self_attention.w_q".parse().unwrap();
    harness.state_mut().carry_out(Command::SetWeight(site, Cell::new(0, 0), 2.0));
    settle(&mut harness);
    // The first number of the input is 1, and the weight was 0: 1 × 2 is what comes on top.
    assert!((value(&harness, "encoder.0.self_attention.query") - before - 2.0).abs() < 1e-12);
    harness.get_by_label("Undo: number of W_Q · Encoder · Block 1 · Self-attention").click();
    settle(&mut harness);
    assert!((value(&harness, "encoder.0.self_attention.query") - before).abs() < 1e-12);
}

#[test]
fn the_language_is_switched_while_running() {
    let mut harness = window("self-attention", english());
    harness.get_by_label("Switch to Español").click();
    settle(&mut harness);
    harness.get_by_label("Siguiente ▶");
}

#[test]
fn what_cannot_be_is_refused_and_the_state_stays() {
    let mut harness = window("hello-world-hola-mundo", english());
    let before = harness.state().lab().document().experiment().clone();
    let mut model = before.model.clone();
    (model.d_model, model.heads, model.d_k) = (10, 4, None);
    harness.state_mut().carry_out(Command::SetModel(Box::new(model)));
    settle(&mut harness);
    assert_eq!(*harness.state().lab().document().experiment(), before);
    harness.get_by_label_contains("4 heads do not divide d_model = 10");
}

fn equations() -> Settings {
    Settings { view: View::Equations, ..english() }
}

#[test]
fn an_equation_is_chosen_by_a_click_and_leads_to_its_numbers_by_two() {
    let mut harness = window("hello-world-hola-mundo", equations());
    let chosen = |harness: &Harness<'_, App>| harness.state().lab().selection().site.map(|site| site.to_string());
    harness.state_mut().carry_out(Command::SelectHead(1));
    harness.get_by_label("12: Aᵢ = softmax(S′ᵢ), 2 × 2").scroll_to_me();
    settle(&mut harness);
    harness.get_by_label("12: Aᵢ = softmax(S′ᵢ), 2 × 2").click();
    settle(&mut harness);
    assert_eq!(chosen(&harness).as_deref(), Some("encoder.0.self_attention.head.1.weights"));
    assert_eq!(harness.state().settings().view, View::Equations);
    // In another block the line stands for the value there.
    harness.state_mut().carry_out(Command::Select("encoder.4.self_attention.query".parse().unwrap()));
    settle(&mut harness);
    let pos = harness.get_by_label("12: Aᵢ = softmax(S′ᵢ), 2 × 2").rect().center();
    let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    harness.input_mut().events.extend([Event::PointerMoved(pos), button(true), button(false), button(true), button(false)]);
    settle(&mut harness);
    assert_eq!(chosen(&harness).as_deref(), Some("encoder.4.self_attention.head.1.weights"));
    assert_eq!(harness.state().settings().view, View::Steps);
}

#[test]
fn an_equation_is_chosen_by_the_keyboard() {
    let mut harness = window("hello-world-encoder-30", equations());
    harness.get_by_label("4: Q = X₀W_Q, 2 × 6").focus();
    settle(&mut harness);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    let site = harness.state().lab().selection().site.map(|site| site.to_string());
    assert_eq!(site.as_deref(), Some("encoder.0.self_attention.query"));
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().settings().view, View::Steps);
}

#[test]
fn all_equations_are_copied_as_latex() {
    let mut harness = window("card-architecture", equations());
    assert_eq!(*harness.state().lab().run_state(), RunState::Counted);
    harness.get_by_label("Copy as LaTeX").click();
    harness.step();
    let commands = &harness.output().platform_output.commands;
    let copied = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.unwrap();
    assert!(copied.contains(r"Q &= X_{\ell - 1} W_{Q} && 1000 \times 512"), "{copied}");
    assert!(copied.contains(r"\subsection*{Encoder block, for each block $\ell = 1 \dots 12$}"), "{copied}");
}

#[test]
fn the_formulas_of_the_drawer_follow_its_choices() {
    let mut harness = window("hello-world-hola-mundo", Settings { drawer: Some(true), ..english() });
    harness.get_by_label("A = softmax(QKᵀ / 30)");
    let mut model = harness.state().lab().document().experiment().model.clone();
    model.divisor = transformer_lab::transformer::Divisor::RootOfKeyWidth;
    model.attention_bias = true;
    harness.state_mut().carry_out(Command::SetModel(Box::new(model)));
    settle(&mut harness);
    harness.get_by_label("A = softmax(QKᵀ / √dₖ)");
    harness.get_by_label("Q = X₀W_Q + b_Q");
}
