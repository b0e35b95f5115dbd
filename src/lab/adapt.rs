//! Making the rest of an experiment fit another model or another input.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::experiment::{Change, Experiment, Prepared, Sequence, Table, WeightSource};
use crate::graph::{Control, Op, Part, Quantity, Scope, Shape, Site};
use crate::transformer::{Initialiser, Mask, SEEN, Subject};

/// Positions of an input that has to be made up.
const POSITIONS: usize = 4;

/// Gives the subject the inputs that it needs and does not have: drawn from the seed.
pub(super) fn complete_input(experiment: &mut Experiment) {
    let subject = experiment.model.subject;
    let d_model = experiment.model.d_model;
    let input = &mut experiment.input;
    let length = |sequence: &Option<Sequence>| match sequence {
        Some(Sequence::Vectors { rows, .. }) => rows.shape().rows,
        Some(Sequence::Length(count)) => *count,
        Some(Sequence::Tokens(tokens)) => tokens.len(),
        Some(Sequence::Text(text)) => text.split_whitespace().count(),
        None => POSITIONS,
    };
    let alone = matches!(subject, Subject::Norm | Subject::MultiHeadAttention | Subject::FeedForward);
    let fits = |sequence: &Option<Sequence>| matches!(sequence, Some(Sequence::Vectors { rows, .. }) if rows.shape().columns == d_model);
    if alone && !fits(&input.source) && !matches!(input.source, Some(Sequence::Length(_))) {
        input.source = Some(Sequence::Length(length(&input.source)));
    }
    if subject.has_encoder() && input.source.is_none() {
        input.source = Some(Sequence::Length(POSITIONS));
    }
    if subject.has_decoder() && input.target.is_none() {
        input.target = Some(Sequence::Length(POSITIONS));
    }
    if subject == Subject::DecoderWithMemory && input.memory.is_none() {
        input.memory = Some(Sequence::Length(length(&input.source)));
    }
    if subject == Subject::Attention {
        let width = experiment.model.d_k.unwrap_or(POSITIONS);
        let drawn = |quantity| {
            let site = Scope::alone(Part::Attention).at(quantity);
            Table(Initialiser::Normal(1.0).draw(Shape::new(POSITIONS, width), experiment.weights.seed, site))
        };
        input.query.get_or_insert_with(|| drawn(Quantity::Query));
        input.key.get_or_insert_with(|| drawn(Quantity::Key));
        input.value.get_or_insert_with(|| drawn(Quantity::Value));
    }
}

/// Takes away the weights, edits and overrides that have no place in the experiment's model any more, and names them. They are
/// then drawn from the seed; undo brings them back.
///
/// `last` is what was prepared last, from which preparing takes over what is the same, and then what was prepared here.
pub(super) fn prune(experiment: &mut Experiment, last: &mut Arc<Prepared>, control: &Control) -> Vec<Site> {
    let bare = Experiment {
        weights: crate::experiment::Weights { values: BTreeMap::new(), edits: BTreeMap::new(), ..experiment.weights.clone() },
        overrides: BTreeMap::new(),
        ..experiment.clone()
    };
    // Where the model cannot be built at all, that is told when it is tried in full.
    let Ok(prepared) = Prepared::watched(Arc::new(bare), last.folder.as_deref(), Some(last), control) else { return Vec::new() };
    *last = Arc::new(prepared);
    let graph = &last.graph;
    let node = |site: Site| graph.find(site).map(|id| graph.node(id));
    let mut gone = Vec::new();
    let mut keep = |site: &Site, fits: bool| {
        if !fits && !gone.contains(site) {
            gone.push(*site);
        }
        fits
    };
    experiment.weights.values.retain(|site, source| {
        let leaf = node(*site).filter(|node| matches!(node.op, Op::Leaf(_)));
        let fits = leaf.is_some_and(|node| !matches!(source, WeightSource::Rows(rows) if rows.shape() != node.shape));
        keep(site, fits)
    });
    experiment.weights.edits.retain(|site, edits| keep(site, node(*site).is_some_and(|node| edits.outside(node.shape).is_none())));
    experiment.overrides.retain(|site, change| {
        let inside = |shape: Shape| match &*change {
            Change::Zero => true,
            Change::Cells(cells) => cells.outside(shape).is_none(),
        };
        keep(site, node(*site).is_some_and(|node| inside(node.shape)))
    });
    gone
}

/// Gives painted masks the sizes of the scores that they are laid on; what is new is seen.
pub(super) fn resize_masks(experiment: &mut Experiment, last: &mut Arc<Prepared>, control: &Control) {
    let mut bare = experiment.clone();
    let without = |masks: &mut Vec<Mask>| masks.retain(|mask| !matches!(mask, Mask::Painted(_)));
    without(&mut bare.model.masks.encoder_self);
    without(&mut bare.model.masks.decoder_self);
    without(&mut bare.model.masks.cross);
    prune(&mut bare, last, control);
    let Ok(prepared) = Prepared::watched(Arc::new(bare), last.folder.as_deref(), Some(last), control) else { return };
    let (source, target) = (prepared.source_labels.len(), prepared.target_labels.len());
    let memory = if prepared.memory_labels.is_empty() { source } else { prepared.memory_labels.len() };
    let alone = prepared.experiment.model.subject == Subject::MultiHeadAttention && !prepared.memory_labels.is_empty();
    let attention = prepared.feeds.attention.map(|[query, key, _]| (query.rows, key.rows));
    let encoder = attention.unwrap_or((source, if alone { memory } else { source }));
    let masks = &mut experiment.model.masks;
    for (list, (queries, keys)) in
        [(&mut masks.encoder_self, encoder), (&mut masks.decoder_self, (target, target)), (&mut masks.cross, (target, memory))]
    {
        for mask in list {
            if let Mask::Painted(rows) = mask {
                resize(rows, queries, keys);
            }
        }
    }
}

fn resize(rows: &mut Vec<String>, queries: usize, keys: usize) {
    let fitted = |row: &str| row.chars().chain(std::iter::repeat(SEEN)).take(keys).collect::<String>();
    *rows = (0..queries).map(|query| fitted(rows.get(query).map_or("", String::as_str))).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_painted_mask_grows_with_what_is_seen_and_shrinks() {
        let mut rows = vec!["x.".to_owned(), ".x".to_owned()];
        resize(&mut rows, 3, 3);
        assert_eq!(rows, ["x.x", ".xx", "xxx"]);
        resize(&mut rows, 1, 2);
        assert_eq!(rows, ["x."]);
    }
}
