//! What the shipped pairs show, each by its headline.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use transformer_lab::experiment::Preset;
use transformer_lab::experiment::comparison::{Curve, Finding, Measure, PAIRS, Quantity, Seen, Side, compare};
use transformer_lab::graph::Control;

fn find(measure: Measure, a: &str, b: &str) -> Finding {
    let [a, b] = [a, b].map(|name| Preset::find(name).unwrap().experiment().unwrap());
    compare([(&a, None), (&b, None)], measure, &Control::default()).unwrap()
}

fn points(finding: &Finding, side: Side, what: Quantity) -> &[(f64, f64)] {
    let found = finding.curves.iter().find(|curve: &&Curve| curve.side == side && curve.what == what);
    &found.unwrap().points
}

#[test]
fn every_pair_is_there_and_is_measured_by_what_it_differs_in() {
    for (measure, a, b) in PAIRS {
        let [first, second] = [a, b].map(|name| Preset::find(name).unwrap().experiment().unwrap());
        assert_eq!(Measure::of(&first, &second), *measure, "{a} {b}");
    }
}

#[test]
fn attention_without_positions_before_it_follows_a_permutation() {
    for other in ["compare-positions-after", "compare-positions-none"] {
        let finding = find(Measure::Permutation, "compare-positions-before", other);
        assert!(finding.headline[0] > 0.1 && finding.headline[1] < 1e-12, "{:?}", finding.headline);
        assert!(finding.seen.to_string().ends_with("its attention cannot tell the order."));
    }
}

#[test]
fn heads_that_share_the_width_cost_nothing() {
    let finding = find(Measure::HeadWidth, "compare-heads-narrow", "compare-heads-wide");
    // 4 · 64 · 64 weights and 4 · 64 biases, whatever the number of heads.
    assert!(points(&finding, Side::A, Quantity::Parameters).iter().all(|&(_, parameters)| parameters == 16_640.0));
    // h heads of 64: three projections 64 × 64h with 64h biases, and W_O 64h × 64 with 64.
    for &(heads, parameters) in points(&finding, Side::B, Quantity::Parameters) {
        assert_eq!(parameters, 3.0 * (64.0 * 64.0 * heads + 64.0 * heads) + 64.0 * heads * 64.0 + 64.0);
    }
    assert_eq!(points(&finding, Side::B, Quantity::Flops).len(), 7);
}

#[test]
fn depth_shows_what_norms_and_residuals_are_for() {
    let pre = find(Measure::Depth, "compare-post-norm", "compare-pre-norm");
    let Seen::Depth { blocks: 64, ratio: [post, before], activation: [one, grown] } = pre.seen else { panic!("{:?}", pre.seen) };
    // Behind a norm the root mean square is 1; before it the residual stream grows, slowly.
    assert!((one - 1.0).abs() < 1e-3 && (2.0..64.0).contains(&grown), "{one} {grown}");
    assert!(post < 1.0 && before > 1.0, "{post} {before}");
    let none = find(Measure::Depth, "compare-post-norm", "compare-no-norm");
    let Seen::Depth { activation: [_, exploded], .. } = none.seen else { panic!("{:?}", none.seen) };
    assert!(exploded > 1e6, "{exploded}");
}

#[test]
fn six_blocks_overflow_where_the_article_says_and_norms_cure_it() {
    let finding = find(Measure::Overflow, "hello-world-six-blocks-explode", "hello-world-six-blocks-residual-norm");
    let Seen::Overflow([[_, exploded], [_, cured]]) = &finding.seen else { panic!("{:?}", finding.seen) };
    assert_eq!(exploded.first.unwrap().to_string(), "encoder.2.self_attention.head.0.weights");
    assert_eq!(cured.first, None);
    let stable = find(Measure::Overflow, "hello-world-six-blocks-explode", "hello-world-six-blocks-stable");
    let Seen::Overflow([_, [_, stable]]) = &stable.seen else { panic!("{:?}", stable.seen) };
    assert!(stable.first.is_none() && stable.largest > 1e6, "{stable:?}");
}

#[test]
fn without_a_divisor_attention_becomes_sharp_with_the_width() {
    let finding = find(Measure::Divisor, "compare-divisor-root", "compare-divisor-none");
    assert!(finding.headline[0] > 3.0 && finding.headline[1] < 0.5, "{:?}", finding.headline);
    // With d_k = 1 the two are the same.
    let at_one = [Side::A, Side::B].map(|side| points(&finding, side, Quantity::Entropy)[0]);
    assert_eq!(at_one[0], at_one[1]);
    let fixed = find(Measure::Divisor, "compare-divisor-root", "compare-divisor-30");
    let narrow = points(&fixed, Side::B, Quantity::Entropy)[0].1;
    assert!((narrow - 4.0).abs() < 0.05, "over 30, narrow keys are hardly told apart: {narrow} of 4 bits");
}

#[test]
fn under_a_causal_mask_a_later_token_moves_nothing() {
    let finding = find(Measure::LaterToken, "causal-mask", "self-attention");
    assert_eq!(finding.seen, Seen::LaterToken { rows: [0, 3], earlier: [3, 3] });
    let words = find(Measure::LaterToken, "hand-cheating-masked", "hand-cheating");
    assert_eq!(words.headline[0], 0.0);
    assert!(words.headline[1] > 0.0);
}

#[test]
fn beam_search_finds_what_the_model_holds_more_likely() {
    let finding = find(Measure::Decoding, "compare-greedy", "beam-search");
    assert!(finding.headline[1] > finding.headline[0], "{:?}", finding.headline);
    let Seen::Decoding { tokens, .. } = &finding.seen else { panic!("{:?}", finding.seen) };
    assert_eq!(tokens.each_ref().map(|tokens| tokens.join(" ")), ["hola mundo world", "hola a world"]);
}

#[test]
fn where_epsilon_stands_decides_from_which_spread_on_a_row_counts() {
    let finding = find(Measure::NearlyConstant, "compare-epsilon-under-root", "compare-epsilon-beside");
    // A constant row is 0 on both sides: √ε = 0.0032 and ε tell them apart.
    assert_eq!((finding.counts, finding.headline), (Quantity::Spread, [1e-2, 1e-5]));
    for &(spread, output) in points(&finding, Side::A, Quantity::Output) {
        // The numbers 1 ± σ keep about 16 digits, so σ itself is known to 2⁻⁵³ / σ only.
        let expected = spread / (spread * spread + 1e-5).sqrt();
        assert!((output - expected).abs() <= expected * (1e-12 + 4e-16 / spread), "{spread}: {output} {expected}");
    }
    for &(spread, output) in points(&finding, Side::B, Quantity::Output) {
        let expected = spread / (spread + 1e-5);
        assert!((output - expected).abs() <= expected * (1e-12 + 4e-16 / spread), "{spread}: {output} {expected}");
    }
    let none = find(Measure::NearlyConstant, "compare-epsilon-under-root", "compare-epsilon-none");
    assert_eq!((none.counts, none.headline[0]), (Quantity::Output, 0.0));
    assert!(none.headline[1].is_nan());
}

#[test]
fn kept_keys_and_values_make_a_token_cost_one_row() {
    let finding = find(Measure::Cache, "compare-cache-on", "compare-cache-off");
    let Seen::Cache { tokens, flops: [kept, again] } = finding.seen else { panic!("{:?}", finding.seen) };
    assert_eq!(tokens, [27, 27]);
    // The last of the 24 tokens is read off 27 rows: all of them calculated again, or one.
    assert!((24..30).contains(&(again / kept)), "{again} : {kept}");
    let flops = points(&finding, Side::A, Quantity::Flops);
    // The first step calculates the prompt, all others one row each; what grows is its scores: a few operations for each key and head.
    let growth: Vec<f64> = flops.windows(2).skip(1).map(|pair| pair[1].1 - pair[0].1).collect();
    assert!(growth.iter().all(|&more| more > 0.0 && more == growth[0]), "{growth:?}");
}

#[test]
fn any_two_experiments_are_compared_value_by_value() {
    let finding = find(Measure::Differences, "hello-world-encoder-30", "hello-world-encoder-root-3");
    let Seen::Differences { first, .. } = finding.seen else { panic!("{:?}", finding.seen) };
    assert_eq!(first.unwrap().to_string(), "encoder.0.self_attention.head.0.scaled");
    let same = find(Measure::Differences, "causal-mask", "causal-mask");
    assert!(same.seen.to_string().starts_with("All "), "{}", same.seen);
}

#[test]
fn a_side_without_what_is_measured_is_named() {
    let [a, b] = ["compare-positions-before", "layer-norm"].map(|name| Preset::find(name).unwrap().experiment().unwrap());
    let error = compare([(&a, None), (&b, None)], Measure::Permutation, &Control::default()).unwrap_err();
    assert!(error.to_string().starts_with("B: "), "{error}");
}
