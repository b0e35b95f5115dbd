use std::collections::BTreeSet;

use super::outline::{Line, lines};
use super::*;
use crate::experiment::{Experiment, Preset, presets};
use crate::graph::{EpsilonPlace, Leaf, Op};
use crate::transformer::{Divisor, FeedForwardKind, Model, Norm, NormKind, NormPlace, Positions, PositionsPlace};
use crate::ui::locale::{Language, Locale};
use crate::ui::widgets::Math;

/// A shipped preset, by the name of its file, or what becomes of it when its model is changed.
fn prepared(file: &str, change: impl FnOnce(&mut Model)) -> Prepared {
    let mut experiment = Experiment::clone(&Preset::find(file.trim_end_matches(".ron")).unwrap().experiment().unwrap());
    change(&mut experiment.model);
    experiment.weights = crate::experiment::Weights::default();
    Prepared::new(Arc::new(experiment), None).unwrap()
}

fn all_presets() -> impl Iterator<Item = (&'static str, Prepared)> {
    presets().iter().map(|preset| (preset.name, Prepared::new(preset.experiment().unwrap(), None).unwrap()))
}

/// Models that the presets leave out.
fn variants() -> Vec<(&'static str, Prepared)> {
    let norm = |kind, place| Norm { kind, place, ..Norm::default() };
    vec![
        ("biases", prepared("base-model.ron", |model| (model.attention_bias, model.output_bias) = (true, true))),
        ("no residual", prepared("hello-world-hola-mundo.ron", |model| model.residual = false)),
        ("no norm", prepared("hello-world-hola-mundo.ron", |model| model.norm.kind = NormKind::None)),
        ("bare", prepared("hello-world-hola-mundo.ron", |model| (model.residual, model.norm.kind) = (false, NormKind::None))),
        ("norm first", prepared("base-model.ron", |model| (model.norm, model.final_norm) = (norm(NormKind::Rms, NormPlace::Before), true))),
        ("late positions", prepared("base-model.ron", |model| model.positions_place = PositionsPlace::AfterAttention)),
        ("no positions", prepared("base-model.ron", |model| model.positions = Positions::None)),
        ("wide values", prepared("hello-world-encoder-30.ron", |model| model.d_v = Some(5))),
        ("many heads", prepared("card-architecture.ron", |model| model.heads = 16)),
        ("undivided", prepared("hello-world-encoder-30.ron", |model| model.divisor = Divisor::None)),
    ]
}

fn told(prepared: &Prepared) -> Vec<String> {
    lines(&outline(prepared)).map(|line| line.math.text()).collect()
}

fn assert_tells(prepared: &Prepared, expected: &[&str]) {
    let told = told(prepared);
    for line in expected {
        assert!(told.iter().any(|told| told == line), "\"{line}\" is not among\n{}", told.join("\n"));
    }
}

#[test]
fn every_calculated_value_is_told_by_exactly_one_line_and_has_its_shape() {
    for (name, prepared) in all_presets().chain(variants()) {
        let graph = &prepared.graph;
        let sections = outline(&prepared);
        for (id, node) in graph.nodes().filter(|(_, node)| !matches!(node.op, Op::Leaf(_))) {
            let stands_for = |section: &Section, line: &Line| {
                line.tells
                    .iter()
                    .filter(|&&told| section.stands_for(graph.node(told).site, line.heads, node.site))
                    .copied()
                    .collect::<Vec<_>>()
            };
            let in_section = |section: &Section| {
                let lines = section.sublayers.iter().flat_map(|sublayer| &sublayer.lines);
                lines.flat_map(|line| stands_for(section, line)).collect::<Vec<_>>()
            };
            let told: Vec<NodeId> = sections.iter().flat_map(in_section).collect();
            assert_eq!(told.len(), 1, "{name}: {} is told by {} lines", node.site, told.len());
            assert_eq!(graph.node(told[0]).shape, node.shape, "{name}: {}", node.site);
            assert!(node.site.scope.block != Some(0) || node.site.scope.head.unwrap_or(0) > 0 || told[0] == id, "{name}: {}", node.site);
        }
    }
}

#[test]
fn every_weight_stands_in_a_line() {
    for (name, prepared) in all_presets().chain(variants()) {
        let graph = &prepared.graph;
        let sections = outline(&prepared);
        for (_, node, _) in graph.leaves().filter(|(_, _, leaf)| matches!(leaf, Leaf::Weight(_))) {
            let about = |section: &Section| {
                let lines = || section.sublayers.iter().flat_map(|sublayer| &sublayer.lines);
                lines().any(|line| line.weights.iter().any(|&weight| section.stands_for(graph.node(weight).site, line.heads, node.site)))
            };
            assert!(sections.iter().any(about), "{name}: {}", node.site);
        }
    }
}

#[test]
fn lines_are_numbered_through_and_fully_typeset() {
    for (name, prepared) in all_presets().chain(variants()) {
        let page = Page::of(&prepared);
        let numbers: Vec<usize> = lines(&page.sections).map(|line| line.number).collect();
        assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "{name}");
        let functions = page.functions.iter().flat_map(|function| function.formulas.iter().chain([&function.call]));
        let letters = page.letters.iter().map(|letter| &letter.math);
        for math in lines(&page.sections).map(|line| &line.math).chain(functions).chain(letters) {
            assert_eq!(math.left_out(), "", "{name}: {}", math.text());
            assert!(!math.is_empty(), "{name}");
        }
    }
}

#[test]
fn blocks_that_repeat_are_told_once() {
    let blocks = |prepared: &Prepared| -> Vec<_> {
        outline(prepared).into_iter().filter_map(|section| section.blocks.map(|blocks| (section.scope.stack.unwrap(), blocks))).collect()
    };
    let stacks = (crate::graph::Stack::Encoder, crate::graph::Stack::Decoder);
    let base = prepared("base-model.ron", |_| {});
    assert_eq!(blocks(&base), [(stacks.0, 0..6), (stacks.1, 0..6)]);
    // Only in the first block are the positions added after the attention.
    let late = prepared("base-model.ron", |model| model.positions_place = PositionsPlace::AfterAttention);
    assert_eq!(blocks(&late), [(stacks.0, 0..1), (stacks.0, 1..6), (stacks.1, 0..1), (stacks.1, 1..6)]);
    assert_tells(&late, &["N′₁ = N₁ + PE", "Q = X₀W_Q", "Q = X_ℓ₋₁W_Q"]);
    assert_eq!(blocks(&prepared("card-architecture.ron", |_| {})), [(stacks.0, 0..12)]);
}

#[test]
fn the_equations_follow_every_choice() {
    let base = prepared("base-model.ron", |_| {});
    assert_tells(
        &base,
        &[
            "X = √d_modelE[s]",
            "X₀ = X + PE",
            "Q = X_ℓ₋₁W_Q",
            "Sᵢ = QᵢKᵢᵀ",
            "S′ᵢ = Sᵢ / √dₖ",
            "S′′ᵢ = mask(S′ᵢ)",
            "headᵢ = AᵢVᵢ",
            "Z = Concat(head₁, …, headₕ)W_O",
            "N₁ = LayerNormᵧ,ᵦ(R₁)",
            "H = N₁W₁ + b₁",
            "X_ℓ = LayerNormᵧ,ᵦ(R₂)",
            "K = X₆W_K",
            "Y_ℓ = LayerNormᵧ,ᵦ(R₃)",
            "logits = Y₆Eᵀ",
        ],
    );
    let biased = prepared("base-model.ron", |model| (model.attention_bias, model.output_bias) = (true, true));
    assert_tells(&biased, &["Q = X_ℓ₋₁W_Q + b_Q", "Z = Concat(head₁, …, headₕ)W_O + b_O", "logits = Y₆Eᵀ + b"]);
    let pre = prepared("base-model.ron", |model| {
        model.norm = Norm { kind: NormKind::Rms, place: NormPlace::Before, ..Norm::default() };
        model.final_norm = true;
    });
    assert_tells(&pre, &["N₁ = RMSNormᵧ(X_ℓ₋₁)", "R₁ = X_ℓ₋₁ + Z", "X_ℓ = R₁ + FFN", "N_X = RMSNormᵧ(X₆)", "K = N_XW_K", "logits = N_YEᵀ"]);
    let bare = prepared("hello-world-hola-mundo.ron", |model| (model.residual, model.norm.kind) = (false, NormKind::None));
    assert_tells(&bare, &["H = ZW₁ + b₁", "X_ℓ = FW₂ + b₂", "Q = Z₁W_Q"]);
    let divided = prepared("hello-world-encoder-30.ron", |_| {});
    assert_tells(&divided, &["S′ᵢ = Sᵢ / 30", "Aᵢ = softmax(S′ᵢ)", "Z = Concat(head₁, head₂)W_O"]);
    let undivided = prepared("hello-world-encoder-30.ron", |model| model.divisor = Divisor::None);
    assert_tells(&undivided, &["Aᵢ = softmax(Sᵢ)"]);
    let wide = prepared("hello-world-encoder-30.ron", |model| model.d_v = Some(5));
    assert_tells(&wide, &["Vᵢ = V[:, (i − 1)dᵥ … i dᵥ − 1]", "Kᵢ = K[:, (i − 1)dₖ … i dₖ − 1]"]);
    let gated = prepared("swiglu-rms.ron", |_| {});
    assert_tells(&gated, &["G = N₂W_G", "F = SiLU(G)", "FFN = (F ⊙ H)W₂"]);
    assert_tells(&prepared("encoder-only-classifier.ron", |_| {}), &["p = softmax(logits)"]);
    assert_tells(&prepared("causal-mask.ron", |_| {}), &["S = QKᵀ", "S′′ = mask(S′)", "Attention(Q, K, V) = AV"]);
    assert_tells(&prepared("layer-norm.ron", |_| {}), &["N = LayerNormᵧ,ᵦ(X)"]);
}

#[test]
fn functions_and_letters_are_those_of_the_model() {
    let functions = |prepared: &Prepared| -> Vec<String> {
        functions(prepared).iter().map(|function| function.formulas.first().map_or_else(String::new, Math::text)).collect()
    };
    let gelu = prepared("hello-world-encoder-30.ron", |model| {
        model.feed_forward = FeedForwardKind::Gelu;
        model.norm = Norm { epsilon_place: EpsilonPlace::UnderRoot, gamma: true, beta: false, ..Norm::default() };
        model.softmax = crate::transformer::SoftmaxForm::Naive;
        model.positions = Positions::SinusoidalHalves;
    });
    assert_eq!(
        functions(&gelu),
        [
            "PE[p, j] = sin(p / 10000^(2j/d)); PE[p, d/2 + j] = cos(p / 10000^(2j/d))",
            "yᵢⱼ = exp(xᵢⱼ) / Σₖ exp(xᵢₖ)",
            "yᵢⱼ = (xᵢⱼ − μᵢ) / √(σᵢ² + ε)γⱼ",
            "y = x / 2 × (1 + erf(x / √2))",
        ]
    );
    let letters = |prepared: &Prepared| letters(prepared).iter().map(|letter| letter.math.text()).collect::<Vec<_>>();
    let base = prepared("base-model.ron", |_| {});
    assert_eq!(letters(&base), ["n = 4", "m = 3", "d_model = 512", "h = 8", "dₖ = 64", "d_ff = 2048", "|V| = 37000", "ε = 10⁻⁵"]);
    assert_eq!(letters(&prepared("self-attention.ron", |_| {})).first().map(String::as_str), Some("n = 4"));
}

/// Every environment that is begun is ended in turn, and every brace that is opened is closed.
fn assert_balanced(latex: &str) {
    let (mut depth, mut open) = (0_i32, Vec::new());
    let mut rest = latex;
    while let Some(letter) = rest.chars().next() {
        if let Some(name) = rest.strip_prefix("\\begin{").and_then(|name| name.split('}').next()) {
            open.push(name);
        } else if let Some(name) = rest.strip_prefix("\\end{").and_then(|name| name.split('}').next()) {
            assert_eq!(open.pop(), Some(name), "{latex}");
        }
        // A sign after a backslash is not a brace that groups.
        let length = if letter == '\\' { 1 + rest.chars().nth(1).map_or(0, char::len_utf8) } else { letter.len_utf8() };
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        assert!(depth >= 0, "a brace is closed that was not opened in\n{latex}");
        rest = &rest[length..];
    }
    assert_eq!((depth, open), (0, Vec::new()), "{latex}");
}

#[test]
fn the_page_in_latex_is_balanced_and_complete() {
    for (name, prepared) in all_presets().chain(variants()) {
        let page = Page::of(&prepared);
        for language in Language::ALL {
            let latex = latex::document(&Locale::new(language), &prepared, &page);
            assert_balanced(&latex);
            for line in lines(&page.sections) {
                assert!(latex.contains(&line.math.aligned_latex()) && latex.contains(&format!("\\tag{{{}}}", line.number)), "{latex}");
            }
            let foreign: BTreeSet<char> = latex.chars().filter(|letter| !letter.is_ascii() && !letter.is_alphabetic()).collect();
            assert!(foreign.is_empty(), "{name}: {foreign:?}");
        }
    }
}
