//! How long the engine takes for a whole model, for small ones, and after an edit.
//!
//! ```text
//! cargo bench --bench forward
//! python benches/pytorch.py
//! ```
//!
//! The second line times the same large model in `PyTorch` (`pip install torch`) and prints the seconds of each run. Run both by
//! turns on a machine that does nothing else, and compare medians: what else runs, and the temperature, change more than the code
//! does. `RAYON_NUM_THREADS=2` gives the engine the two threads that the script gives `PyTorch`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime};
use transformer_lab::graph::{Control, Graph, Keep, Leaf, Leaves, NodeId, Overrides, Part, Quantity, Run, Scope, Shape, Stack};
use transformer_lab::transformer::{Feed, Feeds, Initialiser, Model, Output, Positions, Subject, build};

/// 12 encoder blocks of d_model 512, 8 heads, d_ff 2048.
fn large() -> Model {
    Model {
        subject: Subject::Encoder,
        encoder_blocks: 12,
        attention_bias: true,
        positions: Positions::None,
        output: Output::None,
        ..Model::default()
    }
}

/// 6 + 6 blocks that can be followed by hand.
fn hello_world() -> Model {
    Model { d_model: 4, heads: 2, d_k: Some(3), d_ff: 8, ..Model::default() }
}

fn vectors(rows: usize, columns: usize) -> Feeds {
    Feeds { source: Some(Feed::Vectors(Shape::new(rows, columns))), ..Feeds::default() }
}

fn hello() -> Feeds {
    Feeds { source: Some(Feed::Tokens(vec![0, 2])), target: Some(Feed::Tokens(vec![6])), vocabulary: 10, ..Feeds::default() }
}

/// Vectors of length about 1 a dimension, weights that keep it so.
fn leaves(graph: &Graph) -> Leaves<f32> {
    let drawn = graph.leaves().map(|(id, node, leaf)| {
        let initialiser = match (leaf, node.site.quantity) {
            (Leaf::Input(_) | Leaf::Constant(_), _) => Initialiser::Normal(1.0),
            (_, Quantity::Gamma) => Initialiser::Ones,
            _ => Initialiser::XavierUniform,
        };
        (id, Arc::new(initialiser.draw(node.shape, 1, node.site)))
    });
    drawn.collect()
}

fn run(graph: &Arc<Graph>, leaves: &Leaves<f32>, keep: Keep, earlier: Option<&Run<f32>>) -> Option<Run<f32>> {
    Run::new(Arc::clone(graph), leaves.clone(), Overrides::default(), keep, earlier, &Control::default()).ok()
}

/// A whole run, and a run after one number of the last block's W_2 was edited. The results are released outside the time measured.
fn whole_and_edited(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, model: &Model, feeds: &Feeds, keep: Keep) {
    let Ok(graph) = build(model, feeds).map(Arc::new) else { return };
    let leaves = leaves(&graph);
    group.bench_function(format!("{name}, whole"), |bencher| bencher.iter_with_large_drop(|| run(&graph, &leaves, keep, None)));
    let Some(edited) = last_second_weight(&graph) else { return };
    let first = run(&graph, &leaves, keep, None);
    let mut changed = leaves.clone();
    if let Some(weight) = changed.get_mut(&edited) {
        Arc::make_mut(weight)[(0, 0)] += 1.0;
    }
    group.bench_function(format!("{name}, one weight edited"), |bencher| {
        bencher.iter_with_large_drop(|| run(&graph, &changed, keep, first.as_ref()));
    });
}

fn last_second_weight(graph: &Graph) -> Option<NodeId> {
    let in_block = |stack, block| graph.find(Scope::stack(stack).block(block).part(Part::FeedForward).at(Quantity::SecondWeight));
    let in_stack = |stack| (0..graph.len()).map_while(move |block| in_block(stack, block)).last();
    in_stack(Stack::Decoder).or_else(|| in_stack(Stack::Encoder))
}

fn large_models(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    whole_and_edited(&mut group, "12 blocks of 512, n = 1000", &large(), &vectors(1000, 512), Keep::AttentionWeights);
    group.finish();
}

fn small_models(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("small");
    whole_and_edited(&mut group, "6 + 6 blocks of 4, n = 2", &hello_world(), &hello(), Keep::Everything);
    group.bench_function("6 + 6 blocks of 4, graph", |bencher| bencher.iter(|| build(black_box(&hello_world()), black_box(&hello()))));
    let middle = Model { encoder_blocks: 2, d_model: 64, d_ff: 256, ..large() };
    whole_and_edited(&mut group, "2 blocks of 64, n = 32", &middle, &vectors(32, 64), Keep::Everything);
    group.finish();
}

criterion_group!(benches, large_models, small_models);
criterion_main!(benches);
