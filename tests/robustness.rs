//! Whatever stands in an experiment, the answer is a result or a sentence, never a panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use transformer_lab::cost::{Ledger, graph_bytes, predicted_bytes, scores, value_bytes};
use transformer_lab::experiment::{
    Experiment, Objective, Prepared, Runner, Sequence, check_outcome, from_text, generate, gradients, presets, to_text,
};
use transformer_lab::graph::{Control, Keep, Shape};
use transformer_lab::transformer::{Feed, Feeds};

/// Numbers that no one expects.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "1e18",
    "1e308",
    "-1e400",
    "NaN",
    "inf",
    "0.5",
    "999999999999",
    "1000000000000000000",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
];

/// A choice of many.
struct Choice(ChaCha8Rng);

impl Choice {
    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.next_u64() % count.max(1) as u64).unwrap()
    }
}

/// The places of the numbers in a text.
fn numbers(text: &[char]) -> Vec<(usize, usize)> {
    let in_number = |index: usize| {
        let word = |index: usize| text[index].is_alphanumeric() || text[index] == '.' || text[index] == '_';
        let start = (0..=index).rev().take_while(|&index| word(index)).last();
        start.is_some_and(|start| text[start].is_ascii_digit())
    };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for index in (0..text.len()).filter(|&index| in_number(index)) {
        match found.last_mut() {
            Some((_, end)) if *end == index => *end = index + 1,
            _ => found.push((index, index + 1)),
        }
    }
    found
}

/// One change: signs deleted, doubled or replaced, or a number replaced.
fn mutate(text: &mut Vec<char>, choice: &mut Choice) {
    let start = choice.below(text.len());
    let end = (start + 1 + choice.below(6)).min(text.len());
    match choice.below(6) {
        0 => drop(text.drain(start..end)),
        1 => {
            let doubled = text[start..end].to_vec();
            text.splice(end..end, doubled);
        }
        2 => text[start] = ['(', ')', '[', ',', '"', '9', '-', 'x', 'ñ', '\0'][choice.below(10)],
        _ => {
            let places = numbers(text);
            if let Some(&(start, end)) = places.get(choice.below(places.len())) {
                text.splice(start..end, NUMBERS[choice.below(NUMBERS.len())].chars());
            }
        }
    }
}

/// What this machine could hold, but a test should not wait for.
fn takes_long(experiment: &Experiment) -> bool {
    const BYTES: f64 = 64e6;
    let model = &experiment.model;
    let Ok(dims) = model.dims() else { return false };
    let feed = |sequence: &Option<Sequence>| match sequence {
        Some(Sequence::Length(count)) => Some(Feed::Vectors(Shape::new(*count, dims.d_model))),
        _ => None,
    };
    let feeds = Feeds { source: feed(&experiment.input.source), target: feed(&experiment.input.target), ..Feeds::default() };
    let needed = if experiment.count_only { graph_bytes(model, &dims, &feeds) } else { predicted_bytes(model, &dims, &feeds) };
    let refused = needed > transformer_lab::cost::machine_memory() as f64;
    needed > BYTES && !refused
}

/// How far a text comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    Read,
    Prepared,
    Ran,
}

/// All that the program does with an experiment; the errors are whatever they are.
fn exercise(text: &str) -> Option<Reached> {
    let experiment = from_text(text, "mutated").ok()?;
    if takes_long(&experiment) {
        return None;
    }
    let again = to_text(&experiment).unwrap();
    let saved = from_text(&again, "saved").unwrap();
    assert_eq!(to_text(&saved).unwrap(), again);
    let Ok(prepared) = Prepared::new(Arc::new(experiment), None).map(Arc::new) else { return Some(Reached::Read) };
    // Whatever can be opened is equal to its copy, also where it holds NaN; else it would count as changed for ever.
    assert_eq!(*prepared.experiment, saved);
    assert_eq!(Ledger::new(&prepared.graph).total(), prepared.graph.parameters());
    scores(&prepared.graph);
    let small = value_bytes(&prepared.graph, Keep::Everything, prepared.experiment.model.precision) < 2e6;
    if prepared.experiment.count_only || !small {
        let _ = check_outcome(&prepared, None);
        return Some(Reached::Prepared);
    }
    let Ok(outcome) = Runner::default().run(&prepared, &Control::default()) else { return Some(Reached::Prepared) };
    for objective in Objective::ALL {
        let _ = gradients(&outcome, objective, &Control::default());
        let _ = objective.explain_row(&outcome, 0);
    }
    let generates = prepared.experiment.decoding.as_ref().is_some_and(|decoding| decoding.max_new_tokens <= 20);
    if generates {
        let _ = generate(&outcome);
    }
    if generates || prepared.experiment.decoding.is_none() {
        let _ = check_outcome(&prepared, Some(&outcome));
    }
    Some(Reached::Ran)
}

#[test]
fn numbers_without_end_are_refused_or_meant() {
    let attention = |masks: &str, rest: &str| {
        format!(
            "(version: 1, model: (subject: MultiHeadAttention, d_model: 2, heads: 1, masks: (encoder_self: [{masks}])), \
             input: (source: Vectors(rows: [[1, 2], [3, 4]])), {rest})"
        )
    };
    let counted = |sizes: &str| format!("(version: 1, count_only: true, model: (subject: Encoder, {sizes}), input: (source: Length(3)))");
    let window = format!("Window(before: {0}, after: {0})", usize::MAX);
    assert_eq!(exercise(&attention(&window, "")), Some(Reached::Ran));
    let expected = format!("expect: [Values(site: \"attention.output\", first: {}, values: [[1, 2]])]", usize::MAX);
    assert_eq!(exercise(&attention("", &expected)), Some(Reached::Ran));
    for sizes in ["d_ff: 18446744073709551615", "heads: 2, d_k: 9223372036854775808", "d_model: 4294967296, heads: 1, d_k: 4294967296"] {
        assert_eq!(exercise(&counted(sizes)), Some(Reached::Read), "{sizes}");
    }
    assert_eq!(exercise(&counted("d_ff: 10000000000000")), Some(Reached::Prepared));
}

#[test]
fn no_text_makes_the_program_panic() {
    const CHANGES: usize = 800;
    let mut choice = Choice(ChaCha8Rng::seed_from_u64(20_170_612));
    let mut reached = Vec::new();
    for round in 0..CHANGES {
        let preset = presets()[round % presets().len()];
        let mut text: Vec<char> = preset.text.chars().collect();
        for _ in 0..=choice.below(3) {
            mutate(&mut text, &mut choice);
        }
        let text: String = text.into_iter().collect();
        let result = catch_unwind(AssertUnwindSafe(|| exercise(&text)));
        reached.push(result.unwrap_or_else(|_| panic!("round {round}, from {}:\n{text}", preset.name)));
    }
    // A text that is not read tests the reader alone: enough of them must come through.
    let came_to = |stage| reached.iter().filter(|&&far| far >= stage).count();
    let (read, prepared) = (came_to(Some(Reached::Read)), came_to(Some(Reached::Prepared)));
    assert!(read * 5 > CHANGES && prepared < read, "{read} of {CHANGES} texts were read, {prepared} of them prepared");
}
