//! What holds of the values of every model.

use std::sync::Arc;

use ndarray::{Array2, s};
use proptest::prelude::*;
use transformer_lab::cost::{Architecture, Held, Ledger, Scores, scores, work};
use transformer_lab::graph::{Op, Part, Quantity, Run, Scope, Site, Stack, Trouble};
use transformer_lab::transformer::{Feeds, Mask, Masks, Model, Norm, NormKind, Output, Pooling, Positions, Subject, build};

use super::models::{LOGITS, answer, any_model, feeds, leaves, painted, run, tokens, value};

/// An error unless two matrices agree to `digits` of the larger of 1 and the numbers themselves.
fn close(a: &Array2<f64>, b: &Array2<f64>, digits: f64) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.dim(), b.dim());
    for (a, b) in a.iter().zip(b) {
        prop_assert!((a - b).abs() <= digits * a.abs().max(1.0), "{a} and {b}");
    }
    Ok(())
}

/// A model with masks on all its attentions, its source and its target.
fn masked() -> impl Strategy<Value = (Model, Vec<usize>, Vec<usize>)> {
    (any_model(Subject::EncoderDecoder), tokens(1..6), tokens(1..6)).prop_flat_map(|(model, source, target)| {
        let (n, m) = (source.len(), target.len());
        let masks = (painted(n, n), painted(m, m), painted(m, n), any::<bool>());
        masks.prop_map(move |(encoder, decoder, cross, causal)| {
            let decoder_self = [decoder].into_iter().chain(causal.then_some(Mask::Causal)).collect();
            let masks = Masks { encoder_self: vec![encoder], decoder_self, cross: vec![cross] };
            (Model { masks, ..model.clone() }, source.clone(), target.clone())
        })
    })
}

/// A model whose decoder is causal, alone or with an encoder.
fn causal() -> impl Strategy<Value = Model> {
    let subject = prop::sample::select(vec![Subject::Decoder, Subject::EncoderDecoder]);
    let window = prop::option::of(0_usize..4);
    (subject.prop_flat_map(any_model), window).prop_map(|(model, window)| {
        let window = window.map(|before| Mask::Window { before, after: 0 });
        let decoder_self = [Mask::Causal].into_iter().chain(window).collect();
        Model { masks: Masks { decoder_self, ..model.masks.clone() }, ..model }
    })
}

/// Models with blocks.
fn any_stack() -> impl Strategy<Value = Model> {
    prop::sample::select(vec![Subject::Encoder, Subject::Decoder, Subject::EncoderDecoder]).prop_flat_map(any_model)
}

proptest! {
    #[test]
    fn weights_are_a_distribution_over_the_keys_that_are_seen((model, source, target) in masked(), seed: u64) {
        let run = answer::<f64>(&model, &feeds(&model, &source, &target), seed);
        let mut blind = Vec::new();
        for (id, node) in run.graph().nodes().filter(|(_, node)| node.site.quantity == Quantity::Weights) {
            let Op::Mask(mask) = &run.graph().node(node.inputs[0]).op else { panic!("{} is not masked", node.site) };
            let weights = run.value(id);
            for ((query, key), &weight) in weights.indexed_iter() {
                if mask.visible[(query, key)] {
                    prop_assert!((0.0..=1.0).contains(&weight));
                } else {
                    prop_assert_eq!(weight.to_bits(), 0);
                }
            }
            for (query, row) in weights.rows().into_iter().enumerate() {
                let sees = mask.visible.row(query).iter().any(|&seen| seen);
                prop_assert!((row.sum() - f64::from(u8::from(sees))).abs() < 1e-14);
            }
            let sightless: Vec<usize> = mask.blind_queries().collect();
            if !sightless.is_empty() {
                blind.push((run.graph().node(node.inputs[0]).site, Trouble::BlindQueries(sightless)));
            }
        }
        let told: Vec<_> = run.warnings().iter().map(|warning| (warning.site, warning.trouble.clone())).collect();
        prop_assert_eq!(told, blind);
    }

    #[test]
    fn a_later_token_never_changes_an_earlier_row(
        model in causal(), source in tokens(1..5), target in tokens(2..7), other in tokens(6..7), from: prop::sample::Index, seed: u64,
    ) {
        let from = 1 + from.index(target.len() - 1);
        let changed: Vec<usize> = target[..from].iter().chain(&other[from..target.len()]).copied().collect();
        let before = answer::<f64>(&model, &feeds(&model, &source, &target), seed);
        let after = answer::<f64>(&model, &feeds(&model, &source, &changed), seed);
        let of_target = |site: Site| matches!(site.scope.stack, Some(Stack::Target | Stack::Decoder | Stack::Head));
        for (id, node) in before.graph().nodes().filter(|(_, node)| of_target(node.site) && !matches!(node.op, Op::Leaf(_))) {
            let (before, after) = (before.value(id), after.value(id));
            // Rows are queries everywhere but in the keys and values of the encoder.
            let from_encoder = node.site.scope.part == Some(Part::CrossAttention) && before.nrows() != target.len();
            let rows = if from_encoder { before.nrows() } else { from };
            // A row of scores holds later keys too, until the mask hides them.
            let unmasked = matches!(node.site.quantity, Quantity::Scores | Quantity::Scaled);
            let keys = if unmasked && node.site.scope.part == Some(Part::SelfAttention) { from } else { before.ncols() };
            let part = s![..rows, ..keys];
            // What is hidden is multiplied by 0, which can turn −0 into 0: adding 0 takes the sign off both.
            let bits = |number: f64| (number + 0.0).to_bits();
            let same = before.slice(part).iter().zip(after.slice(part)).all(|(&a, &b)| bits(a) == bits(b));
            prop_assert!(same, "{}: {} and {}", node.site, before, after);
        }
    }

    #[test]
    fn without_positions_the_encoder_commutes_with_permutations(
        model in any_model(Subject::Encoder), (source, order) in tokens(1..7).prop_flat_map(|source| {
            let order = Just((0..source.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(source), order)
        }), seed: u64,
    ) {
        let model = Model { positions: Positions::None, ..model };
        let permuted: Vec<usize> = order.iter().map(|&index| source[index]).collect();
        let plain = answer::<f64>(&model, &feeds(&model, &source, &[]), seed);
        let mixed = answer::<f64>(&model, &feeds(&model, &permuted, &[]), seed);
        let output = Scope::stack(Stack::Encoder).at(Quantity::Output);
        close(&value(&plain, output).select(ndarray::Axis(0), &order), &value(&mixed, output), 1e-9)?;
    }

    #[test]
    fn padding_at_the_end_changes_no_class(model in any_model(Subject::Encoder), source in tokens(1..6), padding in 1_usize..4, seed: u64) {
        const PADDING: usize = 0;
        let output = Output::Classifier { classes: 3, pooling: Pooling::Mean };
        let masks = Masks { encoder_self: vec![Mask::Padding], ..Masks::default() };
        let model = Model { output, masks, ..model };
        let classes = |source: &[usize]| {
            let source_padding = source.iter().map(|&token| token == PADDING).collect();
            value(&answer::<f64>(&model, &Feeds { source_padding, ..feeds(&model, source, &[]) }, seed), LOGITS)
        };
        let words: Vec<usize> = source.iter().map(|&token| token.max(PADDING + 1)).collect();
        let padded: Vec<usize> = words.iter().copied().chain(std::iter::repeat_n(PADDING, padding)).collect();
        close(&classes(&padded), &classes(&words), 1e-9)?;
    }

    #[test]
    fn single_precision_agrees_with_double(
        model in any_model(Subject::EncoderDecoder), source in tokens(1..6), target in tokens(1..6), seed: u64,
    ) {
        // Without a norm the numbers grow from block to block, and softmax makes much of a small difference between large scores.
        let kind = if model.norm.kind == NormKind::None { NormKind::Layer } else { model.norm.kind };
        let model = Model { norm: Norm { kind, ..model.norm }, ..model };
        let feeds = feeds(&model, &source, &target);
        let double = answer::<f64>(&model, &feeds, seed);
        let single = answer::<f32>(&model, &feeds, seed);
        for (id, _) in double.graph().nodes() {
            close(&single.value(id).mapv(f64::from), &double.value(id), 1e-3)?;
        }
    }

    #[test]
    fn cached_decoding_equals_the_whole_pass(
        model in causal(), source in tokens(1..5), target in tokens(2..7), steps in prop::collection::vec(1_usize..3, 6), seed: u64,
    ) {
        let whole = value(&answer::<f64>(&model, &feeds(&model, &source, &target), seed), LOGITS);
        let mut earlier: Option<Run<f64>> = None;
        let mut past = 0;
        for step in steps {
            let next = (past + step).min(target.len());
            let feeds = Feeds { past, ..feeds(&model, &source, &target[past..next]) };
            let graph = build(&model, &feeds).unwrap();
            let mut leaves = leaves(&graph, &model, seed, past);
            for (id, node, _) in graph.leaves() {
                if let Some(kept) = earlier.as_ref().and_then(|run| kept(run, node.site)) {
                    leaves.insert(id, kept);
                }
            }
            let run = run(graph, leaves);
            close(&value(&run, LOGITS), &whole.slice(s![past..next, ..]).to_owned(), 1e-9)?;
            if next == target.len() {
                break;
            }
            (earlier, past) = (Some(run), next);
        }
    }

    #[test]
    fn one_block_of_each_stack_tells_what_the_whole_model_costs(model in any_stack(), n in 1_usize..8) {
        let feeds = feeds(&model, &vec![0; n], &vec![0; n]);
        let graph = build(&model, &feeds).unwrap();
        let (ledger, costs) = (Ledger::new(&graph), Architecture::of(&model, &feeds).costs().unwrap());
        prop_assert_eq!(ledger.total(), graph.parameters());
        prop_assert_eq!(&costs.ledger, &ledger);
        let outside: usize = ledger.accounts().map(|(account, _)| ledger.outside(account).value()).sum();
        let in_blocks: usize = ledger.blocks().iter().map(|kind| kind.count * kind.total()).sum();
        prop_assert_eq!(outside + in_blocks, ledger.total());
        let grown: Vec<_> = costs.growth.works().map(|part| (part, costs.growth.flops(part, n))).collect();
        prop_assert_eq!(grown, work(&graph).into_iter().collect::<Vec<_>>());
        let of_heads: usize = scores(&graph).iter().map(Scores::total).sum();
        prop_assert_eq!(costs.growth.numbers(Held::Scores).at(n), of_heads as u64);
    }
}

/// What an earlier run has for the leaf of kept keys or values at `site`: those it had kept itself, followed by its own.
fn kept(earlier: &Run<f64>, site: Site) -> Option<Arc<Array2<f64>>> {
    let names = match site.quantity {
        Quantity::CachedKey => [Quantity::AllKeys, Quantity::Key, Quantity::CachedKey],
        Quantity::CachedValue => [Quantity::AllValues, Quantity::Value, Quantity::CachedValue],
        _ => return None,
    };
    let id = names.into_iter().find_map(|quantity| earlier.graph().find(site.scope.at(quantity)))?;
    Some(earlier.value(id))
}
