//! Heat maps, heads, attention, lines, legends.

use eframe::egui::{Key, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::ui::numbers;

fn causal<'a>(n: usize) -> Cells<'a> {
    Cells::new(n, n, |row, _| 1.0 / (row as f64 + 1.0)).masked(|row, column| column > row)
}

#[derive(Default)]
struct Heads {
    chosen: Option<Head>,
    hovered: Option<Head>,
}

#[test]
fn heads_are_pinned_by_click_and_walked_by_arrows() {
    let mut harness = window(vec2(600.0, 400.0), Heads::default(), |ui, heads| {
        let map = |_: Head| causal(6);
        let layer = |index: usize| format!("L{}", index + 1);
        let head = |index: usize| format!("H{}", index + 1);
        let caption = |_: Head| "local".to_owned();
        let output = HeadGrid::new("heads", "all heads", [2, 3], &map, &layer, &head).caption(1, &caption).chosen(heads.chosen).show(ui);
        heads.chosen = output.chosen.or(heads.chosen);
        heads.hovered = output.hovered;
    });
    let map = harness.get_by_label("L2 H3").rect();
    assert!(map.width() >= 96.0 && map.height() >= 96.0);
    harness.hover_at(map.center());
    harness.run();
    assert_eq!(harness.state().hovered, Some(Head { layer: 1, head: 2 }));
    click(map.center(), &mut harness);
    assert_eq!(harness.state().chosen, Some(Head { layer: 1, head: 2 }));
    for key in [Key::ArrowUp, Key::ArrowLeft, Key::ArrowUp] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().chosen, Some(Head { layer: 0, head: 1 }));
    assert_eq!(harness.get_by_label("all heads").value().as_deref(), Some("L1 H2"));
}

fn words<'a>() -> AttentionWords<'a> {
    AttentionWords {
        name: "Layer 1 · Head 2",
        queries: "queries",
        keys: "keys",
        sum: "sum",
        legend: "weight",
        masked: "masked",
        part: "part of the map",
    }
}

#[test]
fn the_large_map_has_tokens_on_both_sides_and_says_what_it_shows() {
    let harness = window(vec2(600.0, 500.0), GridState::default(), |ui, state| {
        let tokens = tokens();
        let labels = || Labels::words(&tokens);
        let digits = |value| numbers::fixed(value, 2);
        let map = AttentionMap::new("map", causal(6), labels(), labels(), words(), digits);
        map.chosen(Some(Cell::new(5, 1))).show(ui, state);
    });
    let node = harness.get_by_label("Layer 1 · Head 2, 6 × 6");
    assert_eq!(node.value().as_deref(), Some("mat, cat: 0.17"));
    assert_eq!(harness.get_by_role(Role::Image).accesskit_node().label().as_deref(), Some("weight: 0.00 … 1.00"));
}

#[test]
fn a_thousand_tokens_are_shown_in_part() {
    let mut harness = window(vec2(600.0, 500.0), GridState::default(), |ui, state| {
        let names = || Labels::Named(std::rc::Rc::new(|index| format!("token{index}")));
        let cells = causal(1000).revision(1);
        AttentionMap::new("map", cells, names(), names(), words(), numbers::percent).show(ui, state);
    });
    let map = harness.get_by_label("part of the map");
    let before = map.value();
    let at = map.rect().center();
    click(at, &mut harness);
    assert_ne!(harness.get_by_label("part of the map").value(), before);
}

#[test]
fn lines_name_what_a_query_looks_at() {
    let mut harness = window(vec2(600.0, 200.0), 5_usize, |ui, query| {
        let tokens = tokens();
        let weights = [0.18, 0.61, 0.09, 0.03, 0.01, 0.08];
        let weight = |key: usize| weights[key];
        let output = TokenArcs::new("arcs", "lines of the chosen row", &tokens, *query, &weight, &numbers::percent).show(ui);
        *query = output.chosen.unwrap_or(*query);
    });
    let node = harness.get_by_label("lines of the chosen row");
    let said = node.value().unwrap();
    assert!(said.starts_with("mat → the 18.0"), "{said}");
    assert!(said.contains("cat 61.0") && !said.contains("on 3.0"), "{said}");
    node.focus();
    harness.run();
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert_eq!(*harness.state(), 4);
}

#[test]
fn the_scale_switches_between_linear_and_logarithmic() {
    let mut harness = window(vec2(400.0, 100.0), Scale::Probability, |ui, scale| {
        if let Some(chosen) = logarithm_switch(ui, *scale, "linear", "logarithmic") {
            *scale = chosen;
        }
        ValueLegend::new(*scale, "weight", &|value| format!("{value}")).show(ui);
    });
    harness.get_by_label("weight: 0 … 1");
    harness.get_by_label("logarithmic").click();
    harness.run();
    harness.get_by_label("weight: 10⁻⁴ … 10⁻² … 10⁰");
    harness.get_by_label("linear").click();
    harness.run();
    assert_eq!(*harness.state(), Scale::Probability);
}

#[test]
fn bars_are_read_and_clicked() {
    let mut harness = window(vec2(280.0, 200.0), None, |ui, clicked: &mut Option<usize>| {
        let bar = |name: &str, value| Bar { name: name.to_owned(), value };
        let bars = [bar("the", Some(0.97)), bar("sat", Some(-0.85)), bar("mat", None)];
        let digits = |value| numbers::fixed(value, 2);
        let output = Bars::new("row of S", &bars, Scale::Signed { limit: 3.0 }, &digits, "—").chosen(Some(1)).show(ui);
        *clicked = output.clicked.or(*clicked);
    });
    let node = harness.get_by_label("row of S: the 0.97, sat −0.85, mat —");
    let at = node.rect().center();
    click(at, &mut harness);
    assert_eq!(*harness.state(), Some(1));
}

#[test]
fn every_map_is_drawn_in_both_themes_and_all_scales() {
    for theme in [Theme::Light, Theme::Dark] {
        for scale in [Scale::Signed { limit: 1.0 }, Scale::Probability, Scale::LogProbability { floor: 1e-4 }] {
            let harness = themed_window(theme, vec2(700.0, 700.0), (), |ui, ()| {
                let wild = Cells::new(20, 20, |row, column| [f64::NAN, 1e30, -0.2, f64::NEG_INFINITY][(row + column) % 4]);
                HeatMap::new(&wild, scale, "wild").chosen(true).show(ui, vec2(96.0, 96.0));
                HeatMap::new(&causal(300), scale, "causal").show(ui, vec2(96.0, 96.0));
                HeatMap::new(&Cells::new(0, 0, |_, _| 0.0), scale, "empty").show(ui, vec2(96.0, 96.0));
                let values = [0.1, -0.4, 0.2, f64::NAN];
                let bins = Bins::of(values.into_iter(), 8);
                let digits = |value| numbers::fixed(value, 2);
                histogram(ui, &bins, "distribution", scale.into(), &digits, &|bin| format!("bin {bin}"));
                let (source, target) = (tokens(), vec!["el".to_owned(), "gato".to_owned()]);
                TokenArcs::new("cross", "cross", &source, 1, &|_| 0.3, &numbers::percent).queries(&target).show(ui);
            });
            for name in ["wild", "causal", "empty", "distribution: −0.40 … 0.20", "cross"] {
                harness.get_by_label(name);
            }
        }
    }
}
