//! The view Generate, driven as a user drives it: by the names of its widgets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::experiment::{Generated, generate};
use transformer_lab::graph::Cell;
use transformer_lab::lab::{Command, Generate};
use transformer_lab::transformer::decoding::{DecodingConfig, End, Filter, Filters, Generation, Stop, Strategy, TokenByToken};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::numbers;
use transformer_lab::ui::views::View;

use support::settle;

fn settings() -> Settings {
    Settings::plain(Language::English, ThemeChoice::Light, View::Generate)
}

fn window_of(preset: &'static str, settings: Settings, size: [f32; 2]) -> Harness<'static, App> {
    let lab = support::opened(preset);
    let mut harness = support::shown(App::new(lab, settings), size);
    settle(&mut harness);
    harness
}

/// High enough that every step of a short answer is in sight.
fn window(preset: &'static str) -> Harness<'static, App> {
    window_of(preset, settings(), [1280.0, 1400.0])
}

fn press(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    settle(harness);
}

fn carry_out(harness: &mut Harness<'_, App>, command: Command) {
    harness.state_mut().carry_out(command);
    settle(harness);
}

fn generated<'a>(harness: &'a Harness<'_, App>) -> &'a Generated {
    harness.state().lab().generating().unwrap().generated()
}

fn steps(generated: &Generated) -> &TokenByToken {
    match &generated.generation {
        Generation::TokenByToken(steps) => steps,
        Generation::Beam(_) => panic!("one sequence was asked for"),
    }
}

fn config(harness: &Harness<'_, App>) -> DecodingConfig {
    harness.state().lab().document().experiment().decoding.clone().unwrap()
}

#[test]
fn it_opens_on_the_generation_whatever_was_chosen_elsewhere() {
    let mut harness = window("hello-world-hola-mundo");
    harness.state_mut().carry_out(Command::Select("vocabulary.embedding_table".parse().unwrap()));
    harness.run_steps(4);
    harness.get_by_label("“Run to the end” takes all steps, “Step” takes one.");
}

#[test]
fn run_generates_to_the_end_and_every_row_shows_the_numbers_of_the_engine() {
    let mut harness = window("hello-world-hola-mundo");
    harness.get_by_label("“Run to the end” takes all steps, “Step” takes one.");
    press(&mut harness, "Run to the end ▶");

    // Apart from the window, the engine alone.
    let oracle = generate(harness.state().lab().outcome().unwrap()).unwrap();
    assert_eq!((oracle.tokens().join(" "), oracle.stop), ("hola mundo EOS".to_owned(), Some(Stop::EndToken)));
    assert_eq!(generated(&harness).tokens(), oracle.tokens());
    for (index, step) in steps(&oracle).steps().iter().enumerate() {
        let row = format!("Step {}: {} {}", index + 1, oracle.name(step.pick.token), numbers::percent(step.probabilities[step.pick.token]));
        harness.get_by_label(&row);
        for (token, &probability) in step.probabilities.iter().enumerate() {
            harness.get_by_label(&format!("Step {} · {}: {}", index + 1, oracle.name(token), numbers::percent(probability)));
        }
    }
    assert!(harness.query_all_by_label("EOS ends the sequence.").count() > 0);
    harness.get_by_label("3 of 7 tokens");
    assert!(harness.get_by_label("Run to the end ▶").accesskit_node().is_disabled());
}

#[test]
fn steps_are_taken_one_by_one_and_forgotten() {
    let mut harness = window("hello-world-hola-mundo");
    press(&mut harness, "Step");
    assert_eq!(generated(&harness).tokens(), ["hola"]);
    harness.get_by_label("1 of 7 tokens");
    press(&mut harness, "Step");
    assert_eq!(generated(&harness).tokens(), ["hola", "mundo"]);
    press(&mut harness, "Reset");
    assert!(harness.state().lab().generating().is_none());
    assert!(harness.query_by_label_contains("of 7 tokens").is_none());
}

#[test]
fn the_keys_step_run_and_choose() {
    let mut harness = window("hello-world-hola-mundo");
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(generated(&harness).tokens(), ["hola"]);
    harness.key_press(Key::Space);
    settle(&mut harness);
    assert_eq!(generated(&harness).tokens(), ["hola", "mundo", "EOS"]);
    let exact = |harness: &Harness<'_, App>, step: usize, place: usize| {
        let step = &steps(generated(harness)).steps()[step];
        let mut descending = step.probabilities.clone();
        descending.sort_by(|a, b| b.total_cmp(a));
        format!("Probability: {}", numbers::exact(descending[place]))
    };
    harness.get_by_label(&exact(&harness, 2, 0));
    harness.key_press(Key::ArrowLeft);
    harness.run_steps(3);
    harness.get_by_label(&exact(&harness, 1, 0));
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    harness.get_by_label(&exact(&harness, 1, 1));
    harness.get_by_label("Rank: 2 of 10");
}

#[test]
fn a_token_that_is_clicked_is_looked_at() {
    let mut harness = window("hello-world-hola-mundo");
    press(&mut harness, "Run to the end ▶");
    let step = &steps(generated(&harness)).steps()[1];
    let hello = generated(&harness).prepared().tokenizer.as_ref().unwrap().vocabulary().id("hello").unwrap();
    let bar = format!("Step 2 · hello: {}", numbers::percent(step.probabilities[hello]));
    let expected = [
        format!("Logit: {}", numbers::exact(step.logits[hello])),
        format!("Probability: {}", numbers::exact(step.probabilities[hello])),
        format!("ln p: {}", numbers::exact(step.filtered.log_probabilities[hello])),
    ];
    harness.get_by_label(&bar).click();
    harness.run_steps(3);
    for label in expected {
        harness.get_by_label(&label);
    }
    harness.get_by_label("hello was possible, but mundo was picked.");
}

#[test]
fn another_way_of_choosing_is_set_and_taken_back() {
    let mut harness = window("hello-world-hola-mundo");
    press(&mut harness, "Run to the end ▶");
    harness.get_by_role_and_label(Role::ComboBox, "How the next token is picked").click();
    settle(&mut harness);
    harness.get_by_label("Beam search").click();
    settle(&mut harness);
    assert!(matches!(config(&harness).strategy, Strategy::Beam { beams: 3, .. }));
    harness.get_by_label_contains("The experiment has changed since these steps were taken.");
    assert_eq!(generated(&harness).tokens(), ["hola", "mundo", "EOS"]);

    press(&mut harness, "Run to the end ▶");
    assert!(harness.query_by_label_contains("The experiment has changed").is_none());
    let Generation::Beam(search) = &generated(&harness).generation else { panic!("a beam search was asked for") };
    let best = &search.hypotheses()[0];
    let words: Vec<&str> = best.sequence[1..].iter().map(|&token| generated(&harness).name(token)).collect();
    harness.get_by_label_contains(&format!("1. {}: ", words.join(" ")));
    let (last, way) = (search.steps().last().unwrap(), search.winning_candidates());
    assert_eq!(way.len(), best.path.len());
    let candidate = &last.candidates[0];
    let node = format!("{} {}", generated(&harness).name(candidate.token), numbers::percent(candidate.log_probability.exp()));
    assert!(harness.query_all_by_label_contains(&node).count() > 0, "{node}");

    press(&mut harness, "Undo: way of choosing tokens");
    assert_eq!(config(&harness), DecodingConfig::new(Strategy::Greedy, 7));
    harness.get_by_label_contains("The experiment has changed");
    press(&mut harness, "Run to the end ▶");
    assert_eq!(generated(&harness).tokens(), ["hola", "mundo", "EOS"]);
}

#[test]
fn a_draw_says_where_it_fell_and_filters_say_what_they_kept() {
    let mut harness = window("hello-world-hola-mundo");
    let filters = Filters::new(vec![Filter::Temperature(0.5), Filter::TopK(3)]).unwrap();
    let sample = DecodingConfig::new(Strategy::Sample { filters, seed: 4 }, 1);
    carry_out(&mut harness, Command::SetDecoding(Some(sample)));
    press(&mut harness, "Run to the end ▶");
    let step = &steps(generated(&harness)).steps()[0];
    let interval = step.filtered.intervals().find(|interval| interval.token == step.pick.token).unwrap();
    let fine = |value| numbers::fixed(value, 4);
    harness.get_by_label_contains(&format!("falls into [{}, {})", fine(interval.from), fine(interval.to)));
    harness.get_by_label(&format!("Top-k 3: {}", numbers::percent(step.filtered.stages[1].probabilities[step.pick.token])));
    harness.get_by_label(&format!("Temperature 0.5: {}", numbers::percent(step.filtered.stages[0].probabilities[step.pick.token])));
    let removed = (0..10).find(|&token| step.filtered.probabilities[token] <= 0.0).unwrap();
    harness.get_by_label(&format!("Step 1 · {}: {}", generated(&harness).name(removed), numbers::percent(0.0))).click();
    harness.run_steps(3);
    harness.get_by_label_contains("A filter removed");
}

#[test]
fn a_number_that_cannot_be_is_refused_in_a_sentence_and_nothing_changes() {
    let mut harness = window("decoder-only");
    let before = config(&harness);
    harness.get_by_role_and_label(Role::SpinButton, "T").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::SpinButton, "T").type_text("0");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(config(&harness), before);
    harness.get_by_label("The temperature is 0, but must be a positive number.");
}

#[test]
fn applied_as_the_target_a_step_is_the_pass_of_every_other_view() {
    let mut harness = window("hello-world-hola-mundo");
    press(&mut harness, "Run to the end ▶");
    let last = steps(generated(&harness)).steps()[2].probabilities.clone();
    press(&mut harness, "Apply as target");
    let lab = harness.state().lab();
    assert_eq!(lab.prepared().target_labels, ["SOS", "hola", "mundo"]);
    let id = lab.prepared().graph.find("output.probabilities".parse().unwrap()).unwrap();
    let matrix = lab.outcome().unwrap().values.matrix(id);
    for (token, expected) in last.iter().enumerate() {
        assert!((matrix.at(Cell::new(2, token)) - expected).abs() < 1e-12);
    }
    press(&mut harness, "Undo: input");
    assert_eq!(harness.state().lab().prepared().target_labels, ["SOS"]);
}

#[test]
fn a_generation_under_way_is_stopped_and_what_there_is_stays() {
    let mut harness = window("hello-world-hola-mundo");
    harness.get_by_label("Run to the end ▶").click();
    harness.run_steps(1);
    harness.state_mut().carry_out(Command::Generate(Generate::Stop));
    settle(&mut harness);
    let taken = generated(&harness).tokens().len();
    assert_eq!(harness.query_all_by_label_contains("Step 1:").count(), usize::from(taken > 0));
    press(&mut harness, if taken < 3 { "Run to the end ▶" } else { "Reset" });
}

#[test]
fn a_step_that_fails_is_told_and_those_before_it_stay() {
    let mut harness = window("hello-world-hola-mundo");
    let mut never = DecodingConfig::new(Strategy::Greedy, 9);
    never.end = End::Never;
    carry_out(&mut harness, Command::SetDecoding(Some(never)));
    press(&mut harness, "Run to the end ▶");
    harness.get_by_label_contains("At step 9:");
    assert_eq!(generated(&harness).tokens().len(), 8);
}

#[test]
fn what_does_not_generate_says_why_and_offers_what_does() {
    let mut harness = window("self-attention");
    harness.get_by_label("Only a decoder with a vocabulary on top generates tokens.");
    press(&mut harness, "Open “Set by hand: induction, a b … a gives b”");
    press(&mut harness, "Run to the end ▶");
    assert_eq!(generated(&harness).tokens().join(" "), "a d b");
}

#[test]
fn two_tokens_are_compared_by_their_angle() {
    let mut harness = window("hello-world-hola-mundo");
    harness.get_by_label("Embeddings").click();
    harness.run_steps(3);
    // Document C prints 0.9938 for hello and world, which are 6.38 degrees apart.
    harness.get_by_label("cos θ: 0.993808");
    harness.get_by_label("Angle θ: 6.379370°");
    harness.get_by_label("a·b: 40.000000");
    harness.get_by_role_and_label(Role::TextInput, "These tokens only").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "These tokens only").type_text("a c");
    harness.run_steps(3);
    harness.get_by_label_contains("2 of 10 tokens are compared.");
    // a (0, 2, 1, 0) and c (3, 0, 2, 1).
    harness.get_by_label("a·b: 2.000000");
}

#[test]
fn words_lead_to_byte_pairs() {
    let mut harness = window("hello-world-encoder-30");
    harness.get_by_label("2 tokens from 11 characters");
    press(&mut harness, "Open “Byte pairs: words cut into learned pieces”");
    harness.get_by_label("11 tokens from 27 characters");
}

#[test]
fn a_typed_word_is_split_merge_by_merge() {
    let mut harness = window("byte-pair");
    harness.get_by_label("11 tokens from 27 characters");
    harness.get_by_label("16 st + </w>: lowe st</w>");
    harness.get_by_role_and_label(Role::TextInput, "Try any text").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    harness.get_by_role_and_label(Role::TextInput, "Try any text").type_text("lobo");
    harness.run_steps(3);
    harness.get_by_label("3 tokens from 4 characters");
    harness.get_by_label("2 l + o: lo b o</w>");
    harness.get_by_role_and_label(Role::TextInput, "Try any text").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    harness.get_by_role_and_label(Role::TextInput, "Try any text").type_text("zorro");
    harness.run_steps(3);
    harness.get_by_label_contains("“z” at character 1 is not in the vocabulary.");
}

#[test]
fn what_was_chosen_of_a_large_vocabulary_is_given_up_with_it() {
    let mut harness = window("decoder-only");
    press(&mut harness, "Run to the end ▶");
    harness.key_press(Key::ArrowLeft);
    // The last of fourteen tokens; the next vocabulary has ten.
    for _ in 0..14 {
        harness.key_press(Key::ArrowDown);
    }
    harness.run_steps(3);
    harness.get_by_label("Embeddings").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TextInput, "These tokens only").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "These tokens only").type_text("perro árbol EOS");
    harness.run_steps(3);
    harness.get_by_label_contains("3 of 14 tokens are compared.");
    carry_out(&mut harness, Command::OpenPreset("hello-world-hola-mundo"));
    harness.get_by_label_contains("“perro” at character 1 is not in the vocabulary.");
    harness.get_by_label_contains("10 of 10 tokens are compared.");
    harness.get_by_label("Tokens").click();
    harness.run_steps(3);
    press(&mut harness, "Run to the end ▶");
    harness.get_by_label("Step: 3");
}

#[test]
fn every_section_draws_everywhere() {
    let presets = ["hello-world-hola-mundo", "beam-search", "decoder-only", "byte-pair", "layer-norm", "card-architecture"];
    for (index, preset) in presets.into_iter().enumerate() {
        for size in [[960.0, 600.0], [1280.0, 800.0]] {
            let (language, theme) =
                if index % 2 == 0 { (Language::English, ThemeChoice::Light) } else { (Language::Spanish, ThemeChoice::Dark) };
            let settings = Settings { drawer: Some(size[0] < 1000.0), ..Settings::plain(language, theme, View::Generate) };
            let mut harness = window_of(preset, settings, size);
            if harness.state().lab().prepared().tokenizer.is_some() {
                harness.state_mut().carry_out(Command::Generate(Generate::Run));
                settle(&mut harness);
            }
            let sections: &[&str] = match language {
                Language::English => &["Tokens", "Embeddings", "Text"],
                Language::Spanish => &["Tokens", "Embeddings"],
            };
            for section in sections {
                harness.get_by_role_and_label(Role::RadioButton, section).click();
                settle(&mut harness);
            }
        }
    }
}
