//! What the functions in the equations mean, and how large their letters are.

use crate::experiment::Prepared;
use crate::graph::{Op, Operation as _, Part, Quantity, Scope, Stack};
use crate::transformer::{Feed, NormKind, Subject};
use crate::ui::equation::{besides, formula, function, number, positions_formula};
use crate::ui::widgets::Math;

/// A function that the equations use.
pub struct Function {
    /// How it is called: y = softmax(x).
    pub call: Math,
    /// What it does, and what stands in that besides.
    pub formulas: Vec<Math>,
    /// A sign of the formulas, and the key of the words for it.
    pub note: Option<(Math, &'static str)>,
}

/// The functions of a model, in the order in which they are first used.
pub fn functions(prepared: &Prepared) -> Vec<Function> {
    let mut told: Vec<&str> = Vec::new();
    let mut functions: Vec<Function> = positions(prepared).into_iter().collect();
    for (id, node) in prepared.graph.nodes() {
        let Some(name) = function(&node.op, node.inputs.len()).filter(|_| !told.contains(&node.op.name())) else { continue };
        told.push(node.op.name());
        let formulas = formula(prepared, id).into_iter().chain(besides(&node.op));
        let note = matches!(node.op, Op::Mask(_)).then(|| (Math::written("𝒮_i"), "equations-seen"));
        functions.push(Function { call: Math::written(&format!("{name} ( x )")), formulas: formulas.collect(), note });
    }
    functions
}

/// The positions' vectors, where a formula makes them and no number of them is given by hand.
fn positions(prepared: &Prepared) -> Option<Function> {
    let weights = &prepared.experiment.weights;
    let by_formula = [Stack::Source, Stack::Target].into_iter().any(|side| {
        let site = Scope::stack(side).at(Quantity::Positions);
        let given = weights.values.contains_key(&site) || weights.edits.contains_key(&site);
        !given && prepared.graph.find(site).is_some_and(|id| matches!(prepared.graph.node(id).op, Op::Leaf(_)))
    });
    let formula = positions_formula(prepared.experiment.model.positions).filter(|_| by_formula)?;
    Some(Function { call: Math::written("PE"), formulas: vec![formula], note: None })
}

/// A letter of the equations.
pub struct Letter {
    /// What it is called, and how large it is: d_k = 64.
    pub math: Math,
    /// The key of the words for it.
    pub words: &'static str,
}

/// The letters of a model.
pub fn letters(prepared: &Prepared) -> Vec<Letter> {
    let (model, feeds, graph) = (&prepared.experiment.model, &prepared.feeds, &prepared.graph);
    let mut letters = Vec::new();
    let mut count = |notation: &str, words: &'static str, value: Option<usize>| {
        letters.extend(value.map(|value| Letter { math: Math::written(&format!("{notation} = {value}")), words }));
    };
    let length = |feed: &Option<Feed>| feed.as_ref().map(Feed::len);
    let memory = feeds.memory.map(|shape| shape.rows);
    let alone = |quantity| graph.find(Scope::alone(Part::Attention).at(quantity)).map(|id| graph.node(id).shape);
    match model.subject {
        Subject::Attention => {
            count("n", "letter-queries", alone(Quantity::Query).map(|shape| shape.rows));
            count("m", "letter-keys", alone(Quantity::Key).map(|shape| shape.rows));
            count("d_k", "letter-d-k", alone(Quantity::Key).map(|shape| shape.columns));
            count("d_v", "letter-d-v", alone(Quantity::Value).map(|shape| shape.columns));
        }
        Subject::EncoderDecoder => {
            count("n", "letter-source", length(&feeds.source));
            count("m", "letter-target", length(&feeds.target));
        }
        Subject::DecoderWithMemory => {
            count("n", "letter-memory", memory);
            count("m", "letter-target", length(&feeds.target));
        }
        Subject::Decoder => count("n", "letter-positions", length(&feeds.target)),
        Subject::Encoder | Subject::Norm | Subject::FeedForward => count("n", "letter-positions", length(&feeds.source)),
        Subject::MultiHeadAttention => {
            count("n", "letter-positions", length(&feeds.source));
            count("m", "letter-memory", memory);
        }
    }
    let dims = model.dims().ok().filter(|_| model.subject != Subject::Attention);
    let heads = dims.filter(|_| model.subject.has_heads());
    count("d_{model}", "letter-d-model", dims.map(|dims| dims.d_model));
    count("h", "letter-heads", heads.map(|dims| dims.heads));
    count("d_k", "letter-d-k", heads.map(|dims| dims.d_k));
    count("d_v", "letter-d-v", heads.filter(|dims| dims.d_v != dims.d_k).map(|dims| dims.d_v));
    let wide = model.subject == Subject::FeedForward || model.subject.has_encoder() || model.subject.has_decoder();
    count("d_{ff}", "letter-d-ff", dims.filter(|_| wide).map(|dims| dims.d_ff));
    count("|V|", "letter-vocabulary", Some(feeds.vocabulary).filter(|&size| size > 0));
    let normed = graph.nodes().any(|(_, node)| matches!(node.op, Op::LayerNorm(_) | Op::RmsNorm(_)));
    if normed && model.norm.kind != NormKind::None {
        letters.push(Letter { math: Math::written(&format!("ε = {}", number(model.norm.epsilon))), words: "letter-epsilon" });
    }
    letters
}
