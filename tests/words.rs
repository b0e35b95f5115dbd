//! The words of the window: what is counted from 1 and what from 0, and refusals in the language of the screen.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use eframe::egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::experiment::exercises::ExerciseFile;
use transformer_lab::experiment::import::Source;
use transformer_lab::experiment::{Change, ExperimentError, Input, Sequence, Table, WeightSource, from_text};
use transformer_lab::graph::Cell;
use transformer_lab::lab::{Attention, Command, Generate, Lab};
use transformer_lab::transformer::tokenizer::{TokenizerConfig, VocabularyConfig};
use transformer_lab::transformer::{Divisor, Mask, Model, Positions};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::{Language, Locale};
use transformer_lab::ui::refusal;
use transformer_lab::ui::views::View;

use support::settle;

const BASE: &str = "hello-world-hola-mundo";

fn window(language: Language, view: View) -> Harness<'static, App> {
    let app = App::new(support::opened(BASE), Settings::plain(language, ThemeChoice::Light, view));
    let mut harness = support::shown(app, [1280.0, 900.0]);
    settle(&mut harness);
    harness
}

/// Opens the palette and types; the rows that answer.
fn look_for(harness: &mut Harness<'_, App>, field: &str, typed: &str) -> Vec<String> {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TextInput, field).type_text(typed);
    harness.run_steps(3);
    // The palette stands in the middle, between the lists of the view and of the inspector.
    let rows = harness.get_all_by_role(Role::ListBoxOption).filter(|row| (240.0..900.0).contains(&row.rect().min.x));
    rows.filter_map(|row| row.accesskit_node().label()).filter(|name| name.contains(" · ")).collect()
}

fn chosen(harness: &mut Harness<'_, App>) -> String {
    harness.key_press(Key::Enter);
    settle(harness);
    harness.state().lab().selection().site.unwrap().to_string()
}

#[test]
fn the_palette_counts_words_from_one_and_addresses_from_zero() {
    let mut english = window(Language::English, View::Steps);
    let rows = look_for(&mut english, "Look for", "scores encoder block 1 head 1");
    assert_eq!(rows, ["Scores Q·Kᵀ · Encoder · Block 1 · Self-attention · Head 1"]);
    assert!(english.query_by_label_contains("count heads and blocks from 0").is_none());
    assert_eq!(chosen(&mut english), "encoder.0.self_attention.head.0.scores");

    // Who types an address means the address, is shown which head that is, and is told why.
    let rows = look_for(&mut english, "Look for", "encoder.0.self_attention.head.1.scores");
    assert_eq!(rows, ["Scores Q·Kᵀ · Encoder · Block 1 · Self-attention · Head 2"]);
    assert!(english.query_by_label_contains("count heads and blocks from 0").is_some());
    assert_eq!(chosen(&mut english), "encoder.0.self_attention.head.1.scores");

    let mut spanish = window(Language::Spanish, View::Steps);
    let rows = look_for(&mut spanish, "Qué se busca", "puntuaciones decodificador bloque 2 cruzada cabeza 1");
    assert_eq!(rows, ["Puntuaciones Q·Kᵀ · Decodificador · Bloque 2 · Atención cruzada · Cabeza 1"]);
    assert_eq!(chosen(&mut spanish), "decoder.1.cross_attention.head.0.scores");
}

#[test]
fn a_number_is_found_where_it_stands() {
    let mut harness = window(Language::English, View::Flow);
    let rows = look_for(&mut harness, "Look for", "11.463943");
    assert_eq!(rows, ["Join the heads, W_O [0, 0] = 11.463943 · Encoder · Block 1 · Self-attention"]);
    assert_eq!(chosen(&mut harness), "encoder.0.self_attention.output");
    assert_eq!(harness.state().lab().selection().cell, Some(Cell::new(0, 0)));
    assert_eq!(harness.state().settings().view, View::Steps);
}

#[test]
fn no_two_values_of_the_palette_read_the_same() {
    for (language, field, typed) in [(Language::English, "Look for", "normalize"), (Language::Spanish, "Qué se busca", "normalizar")] {
        let rows = look_for(&mut window(language, View::Steps), field, typed);
        let different: HashSet<&String> = rows.iter().collect();
        assert!(rows.len() > 20, "{rows:?}");
        assert_eq!(different.len(), rows.len(), "{rows:?}");
    }
}

type Edit<'a> = &'a dyn Fn(&mut Model);

#[test]
fn the_search_of_the_steps_finds_the_head_that_is_named() {
    let mut harness = window(Language::English, View::Steps);
    for (typed, site) in
        [("scores head 2", "encoder.0.self_attention.head.1.scores"), ("head.0.scores", "encoder.0.self_attention.head.0.scores")]
    {
        let field = harness.get_by_role_and_label(Role::TextInput, "Find a step");
        field.focus();
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.get_by_role_and_label(Role::TextInput, "Find a step").type_text(typed);
        settle(&mut harness);
        let told = harness.query_by_label_contains("count heads and blocks from 0").is_some();
        assert_eq!(told, typed.contains('.'), "{typed}");
        let head = if typed.contains('.') { "Head 1" } else { "Head 2" };
        harness.get_all_by_label(&format!("Scores Q·Kᵀ · {head}")).next().unwrap().click();
        settle(&mut harness);
        assert_eq!(harness.state().lab().selection().site.unwrap().to_string(), site);
    }
}

/// What the engine calls things in files, and the screen does not.
const FIELDS: [&str; 24] = [
    "encoder_blocks",
    "decoder_blocks",
    "heads",
    "longest",
    "classes",
    "norm.",
    "epsilon",
    "divisor is",
    "self_attention",
    "feed_forward",
    "encoder.",
    "decoder.",
    "count_only",
    "max_new_tokens",
    "decoding",
    " the ",
    " is ",
    " must ",
    " are ",
    "matmul",
    "vocabulary",
    "missing",
    "Length",
    "os error",
];

/// Everything that a user of the window can ask for and be refused.
fn refused() -> Vec<ExperimentError> {
    let lab = |preset| support::opened(preset);
    let mut found = Vec::new();
    let mut ask = |mut lab: Lab, command: Command| match lab.apply(command.clone()) {
        Err(error) => found.push(error),
        Ok(_) => panic!("{command:?} was not refused"),
    };
    let model = |preset: &'static str, change: &dyn Fn(&mut Model)| {
        let lab = support::opened(preset);
        let mut model = lab.document().experiment().model.clone();
        change(&mut model);
        (lab, Command::SetModel(Box::new(model)))
    };
    let edits: [Edit<'_>; 11] = [
        &|model| model.d_model = 0,
        &|model| model.heads = 0,
        &|model| model.d_k = Some(0),
        &|model| model.d_v = Some(0),
        &|model| model.d_ff = 0,
        &|model| model.encoder_blocks = 0,
        &|model| model.decoder_blocks = 0,
        &|model| (model.d_model, model.heads, model.d_k) = (30, 4, None),
        &|model| model.norm.epsilon = -1.0,
        &|model| model.divisor = Divisor::Number(0.0),
        &|model| (model.positions, model.longest) = (Positions::Learned, 0),
    ];
    for edit in edits {
        let (lab, command) = model(BASE, edit);
        ask(lab, command);
    }
    let (learned, command) = model(BASE, &|model| (model.positions, model.longest) = (Positions::Learned, 1));
    ask(learned, command);
    for masks in [
        vec![Mask::Painted(vec!["x".to_owned()])],
        vec![Mask::Painted(vec!["xx".to_owned(), "x".to_owned()])],
        vec![Mask::Painted(vec!["x?".to_owned(), "xx".to_owned()])],
        vec![Mask::Hidden(vec![7])],
    ] {
        ask(lab(BASE), Command::SetMasks(Attention::Encoder, masks));
    }
    let input = |source: Sequence| {
        let input = Input { source: Some(source), ..lab(BASE).document().experiment().input.clone() };
        Command::SetInput(Box::new(input))
    };
    ask(lab(BASE), input(Sequence::Text(String::new())));
    ask(lab(BASE), input(Sequence::Text("zebra".to_owned())));
    ask(lab(BASE), input(Sequence::Tokens(vec!["zebra".to_owned()])));
    ask(lab(BASE), input(Sequence::Vectors { rows: Table(ndarray::Array2::zeros((2, 3))), labels: Vec::new() }));
    ask(lab(BASE), input(Sequence::Vectors { rows: Table(ndarray::Array2::zeros((2, 4))), labels: vec!["a".to_owned()] }));
    let tokens = |vocabulary: Vec<&str>| {
        let tokens = vocabulary.into_iter().map(str::to_owned).collect();
        Command::SetTokens(Box::new((TokenizerConfig::default(), VocabularyConfig { tokens, ..VocabularyConfig::default() })))
    };
    ask(lab(BASE), tokens(vec!["a", "a"]));
    ask(lab(BASE), tokens(vec!["hello", "two words"]));
    let site = |text: &str| text.parse().unwrap();
    let rows = |rows, columns| WeightSource::Rows(Table(ndarray::Array2::zeros((rows, columns))));
    let w_q = "encoder.0.self_attention.w_q";
    ask(lab(BASE), Command::SetWeight(site(w_q), Cell::new(99, 0), 1.0));
    ask(lab(BASE), Command::SetWeight(site("encoder.99.self_attention.w_q"), Cell::new(0, 0), 1.0));
    ask(lab(BASE), Command::SetWeightSource(site(w_q), Some(Box::new(rows(1, 1)))));
    ask(lab(BASE), Command::SetCells(site(w_q), Cell::new(3, 0), Box::new(Table(ndarray::Array2::zeros((4, 4))))));
    let overrides = BTreeMap::from([(site("encoder.99.self_attention.output"), Change::Zero)]);
    ask(lab(BASE), Command::SetOverrides(overrides));
    ask(lab("self-attention"), Command::Generate(Generate::Run));
    let (large, command) = model(BASE, &|model| model.d_ff = 99_999_999_999_999);
    ask(large, command);
    ask(lab(BASE), Command::Open(PathBuf::from("no/such/file.ron")));
    found
}

#[test]
fn refusals_are_said_in_the_words_and_the_language_of_the_screen() {
    let (english, spanish) = (Locale::new(Language::English), Locale::new(Language::Spanish));
    for error in refused() {
        let [own, foreign] = [&english, &spanish].map(|locale| refusal::sentence(locale, &error));
        assert_ne!(own, foreign, "{error:?}");
        for field in FIELDS {
            assert!(!foreign.contains(field), "{field} in: {foreign}");
        }
        let engine = ["encoder_blocks", "decoder_blocks", "self_attention", "feed_forward", "longest is", "norm.epsilon", "os error"];
        assert!(engine.iter().all(|field| !own.contains(field)), "{own}");
    }
}

#[test]
fn what_is_wrong_in_a_file_is_said_in_both_languages_with_its_place() {
    let spanish = Locale::new(Language::Spanish);
    for (text, told) in [
        ("(version: 1,\n model: (heads: 2 d_model: 4))", "m.ron, línea 2, columna 19: aquí falta «,»"),
        ("(version: 1,\n titel: ())", "m.ron, línea 2, columna 2: aquí no hay ningún campo «titel»"),
        ("(version: 1, model: (subject: Coder))", "«Coder» no es ninguna de las opciones de aquí: "),
        ("(version: 1, model: (", "el texto acaba antes que el documento"),
        ("(version: 9)", "m.ron es de la versión 9 del formato"),
    ] {
        let error = from_text(text, "m.ron").unwrap_err();
        let sentence = refusal::sentence(&spanish, &error);
        assert!(sentence.contains(told), "{sentence}");
        assert!(!sentence.contains("xpected"), "{sentence}");
    }
}

#[test]
fn a_file_that_cannot_be_opened_leaves_the_window_as_it_was_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("binary.ron");
    std::fs::write(&path, b"(version: 1,\n \xff").unwrap();
    for (language, told) in [
        (Language::English, "the file is not text (UTF-8): what stands in line 2, column 2 is no character"),
        (Language::Spanish, "el archivo no es texto (UTF-8): lo que hay en la línea 2, columna 2, no es un carácter"),
    ] {
        let mut harness = window(language, View::Steps);
        harness.state_mut().carry_out(Command::Open(path.clone()));
        settle(&mut harness);
        assert!(harness.query_by_label_contains(told).is_some());
        assert!(harness.state().lab().outcome().is_some());
    }
}

#[test]
fn what_is_wrong_with_an_exercise_is_said_in_both_languages() {
    let text = include_str!("../exercises/heads-card.ron");
    let own = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        ExerciseFile::from_text(&text.replacen(from, to, 1), "m.ron").unwrap_err()
    };
    for (error, english, spanish) in [
        (
            own("Heads(\"heads\")", "Heads(\"haeds\")"),
            "m.ron, line 11, column 40: there is no variable or value “haeds”",
            "m.ron, línea 11, columna 40: no hay ninguna variable ni ningún valor que se llame «haeds»",
        ),
        (own("encoder.0.", "encoder.0.haed."), "“haed” is not known in the address", "«haed» no se conoce en la dirección"),
        (ExerciseFile::from_text("# Deberes\n\ntopic: Heads", "m.ron").unwrap_err(), "this is no document", "esto no es un documento"),
        (ExerciseFile::from_text(&text[..900], "m.ron").unwrap_err(), "the text ends before", "el texto acaba antes que el documento"),
    ] {
        for (language, told) in [(Language::English, english), (Language::Spanish, spanish)] {
            let sentence = refusal::exercise(&Locale::new(language), &error);
            assert!(sentence.contains(told), "{sentence}");
            assert!(!sentence.contains("en inglés"), "{sentence}");
        }
    }
}

#[test]
fn an_exercise_that_was_cut_off_is_opened_as_one_and_its_missing_end_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.ron");
    std::fs::write(&path, &include_str!("../exercises/heads-card.ron")[..900]).unwrap();
    let mut harness = window(Language::Spanish, View::Steps);
    harness.state_mut().carry_out(Command::Open(path));
    settle(&mut harness);
    assert!(harness.query_by_label_contains("el texto acaba antes que el documento").is_some());
    assert!(harness.query_by_label_contains("topic").is_none());
}

#[test]
fn numbers_that_cannot_be_brought_in_are_refused_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let archive = [0x50, 0x4b, 5, 6, 0, 0];
    for (path, english, spanish) in [
        (
            file("a.docx", b"x"),
            "numbers are read from files that end in .npz, .npy, .safetensors, .csv, .tsv, .txt",
            "se leen números de archivos que acaban en .npz,",
        ),
        (file("b.csv", b"1,2\n3\n"), "line 2 has 1 cells", "la línea 2 tiene 1 celdas, y las anteriores 2"),
        (file("c.csv", b"1,2\n3,x\n"), "line 2, column 2: “x” is not a number", "línea 2, columna 2: «x» no es un número"),
        (file("d.csv", b""), "no numbers are in it", "no contiene ningún número"),
        (file("e.npz", &archive), "it is no valid .npz file", "no es un archivo .npz válido"),
        (folder.path().join("none.npy"), "cannot be read: there is no such file", "no se puede leer: "),
    ] {
        let error = Source::open(&path).unwrap_err();
        for (language, told) in [(Language::English, english), (Language::Spanish, spanish)] {
            let sentence = refusal::import(&Locale::new(language), &error);
            assert!(sentence.contains(told), "{sentence}");
            assert!(sentence.starts_with(&path.display().to_string()), "{sentence}");
        }
    }
}
