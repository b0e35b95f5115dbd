//! Changing the weights of an experiment, and telling which are no longer those of the preset or file.

use std::collections::BTreeSet;

use ndarray::s;

use super::command::Refusal;
use crate::experiment::{Experiment, ExperimentError, Prepared, Table, WeightOrigin, WeightSource, Weights};
use crate::graph::{Cell, Leaf, NodeId, Op, Patch, Shape, Site, same_number};

/// Whether a node is a weight: a matrix, bias, table or norm parameter that is learned.
pub fn is_weight(prepared: &Prepared, id: NodeId) -> bool {
    matches!(prepared.graph.node(id).op, Op::Leaf(Leaf::Weight(_)))
}

/// Changes a number where it is written, or notes it as an edit of what is drawn or read.
pub(super) fn set_cell(weights: &mut Weights, site: Site, cell: Cell, value: f64) {
    if let Some(WeightSource::Rows(rows)) = weights.values.get_mut(&site)
        && let Some(place) = rows.0.get_mut((cell.row, cell.column))
    {
        *place = value;
        forget(weights, site, [cell]);
    } else {
        weights.edits.entry(site).or_default().put(cell, value);
    }
}

/// Puts a block of numbers into a weight, its first at `corner`.
///
/// # Errors
/// No such weight, or not enough room from `corner` on.
pub(super) fn set_block(prepared: &Prepared, weights: &mut Weights, site: Site, corner: Cell, block: &Table) -> Result<(), Refusal> {
    let id = prepared.graph.find(site).filter(|&id| is_weight(prepared, id)).ok_or(ExperimentError::NoWeight(site))?;
    let shape = prepared.graph.node(id).shape;
    if !shape.contains(corner) {
        return Err(ExperimentError::NoCell { site, cell: corner, shape });
    }
    let (size, room) = (block.shape(), Shape::new(shape.rows - corner.row, shape.columns - corner.column));
    if size.rows > room.rows || size.columns > room.columns {
        return Err(ExperimentError::BlockRoom { site, block: size, corner, room });
    }
    let cells = || block.0.indexed_iter().map(|((row, column), &value)| (Cell::new(corner.row + row, corner.column + column), value));
    if size == shape {
        weights.edits.remove(&site);
        weights.values.insert(site, WeightSource::Rows(block.clone()));
    } else if let Some(WeightSource::Rows(rows)) = weights.values.get_mut(&site) {
        rows.0.slice_mut(s![corner.row..corner.row + size.rows, corner.column..corner.column + size.columns]).assign(&block.0);
        forget(weights, site, cells().map(|(cell, _)| cell));
    } else {
        weights.edits.entry(site).or_default().extend(cells());
    }
    Ok(())
}

/// Takes edits away that lie over numbers written later.
fn forget(weights: &mut Weights, site: Site, cells: impl IntoIterator<Item = Cell>) {
    if let Some(edits) = weights.edits.get_mut(&site) {
        for cell in cells {
            edits.take(cell);
        }
        if edits.is_empty() {
            weights.edits.remove(&site);
        }
    }
}

/// Another source for a weight; without one it is drawn like its kind. Edits of the old numbers go with them.
pub(super) fn set_source(weights: &mut Weights, site: Site, source: Option<WeightSource>) {
    weights.edits.remove(&site);
    match source {
        Some(source) => weights.values.insert(site, source),
        None => weights.values.remove(&site),
    };
}

/// Gives a weight the numbers that it has in `saved`. One that was drawn from the common seed keeps the seed of then, where the
/// common seed has changed since.
pub(super) fn restore(weights: &mut Weights, saved: &Weights, site: Site) {
    set_source(weights, site, saved.values.get(&site).cloned());
    if let WeightOrigin::Drawn { initialiser, seed } = saved.origin(site)
        && weights.origin(site) != saved.origin(site)
    {
        weights.values.insert(site, WeightSource::Drawn { initialiser, seed });
    }
    if let Some(edits) = saved.edits.get(&site) {
        weights.edits.insert(site, edits.clone());
    }
}

/// The weights of a model whose numbers come about in another way than in the saved experiment, or were edited since.
pub(super) fn changed_weights(saved: &Experiment, now: &Prepared) -> BTreeSet<Site> {
    let (old, new) = (&saved.weights, &now.experiment.weights);
    let weights = now.graph.leaves().filter(|(_, _, leaf)| matches!(leaf, Leaf::Weight(_))).map(|(_, node, _)| node.site);
    weights.filter(|&site| old.origin(site) != new.origin(site) || old.edits.get(&site) != new.edits.get(&site)).collect()
}

/// The number of a weight at a cell, where the document itself says it.
pub fn written(weights: &Weights, site: Site, cell: Cell) -> Option<f64> {
    let edited = weights.edits.get(&site).and_then(|edits| edits.at(cell));
    edited.or_else(|| match weights.values.get(&site) {
        Some(WeightSource::Rows(rows)) => rows.0.get((cell.row, cell.column)).copied(),
        _ => None,
    })
}

/// Whether a number of a weight is not that of the saved experiment, as far as the two say so themselves.
pub fn weight_changed(saved: &Experiment, now: &Experiment, site: Site, cell: Cell) -> bool {
    match (written(&saved.weights, site, cell), written(&now.weights, site, cell)) {
        (Some(old), Some(new)) => !same_number(old, new),
        (old, new) => old.is_some() != new.is_some(),
    }
}

/// How many numbers of a weight were edited by hand since its source was chosen.
pub fn edited_cells(weights: &Weights, site: Site) -> usize {
    weights.edits.get(&site).map_or(0, Patch::len)
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::experiment::weight;
    use crate::graph::Override;
    use crate::lab::{Change, Command, Lab};
    use crate::transformer::Initialiser;

    /// With numbers written in the document.
    const WRITTEN: (&str, &str) = ("hello-world-encoder-30", "encoder.0.self_attention.w_q");
    /// With numbers drawn from the seed.
    const DRAWN: (&str, &str) = ("encoder-only-classifier", "encoder.0.self_attention.w_q");

    fn open((preset, site): (&'static str, &str)) -> (Lab, Site) {
        let mut lab = Lab::new(|| {}).unwrap();
        lab.apply(Command::OpenPreset(preset)).unwrap();
        (lab, site.parse().unwrap())
    }

    fn numbers(lab: &Lab, site: Site) -> Table {
        Table(weight(lab.prepared(), site).unwrap())
    }

    fn block(lab: &mut Lab, site: Site, row: usize, column: usize, block: ndarray::Array2<f64>) -> Result<Vec<Site>, Refusal> {
        lab.apply(Command::SetCells(site, Cell::new(row, column), Box::new(Table(block))))
    }

    #[test]
    fn a_block_is_one_change_that_can_be_taken_back_and_done_again() {
        for source in [WRITTEN, DRAWN] {
            let (mut lab, site) = open(source);
            let before = numbers(&lab, site);
            block(&mut lab, site, 1, 2, array![[10.0, 20.0], [30.0, f64::NAN]]).unwrap();
            let after = numbers(&lab, site);
            let mut expected = before.clone();
            expected.0.slice_mut(s![1..3, 2..4]).assign(&array![[10.0, 20.0], [30.0, f64::NAN]]);
            assert_eq!(after, expected);
            assert_eq!(lab.history().undoable(), Some(Change::Block(site)));
            assert_eq!(lab.document().changed_weights().iter().collect::<Vec<_>>(), [&site]);

            lab.apply(Command::Undo).unwrap();
            assert_eq!(numbers(&lab, site), before);
            assert!(!lab.document().is_changed() && lab.document().changed_weights().is_empty());
            lab.apply(Command::Redo).unwrap();
            assert_eq!(numbers(&lab, site), after);
            assert!(lab.document().is_changed());
        }
    }

    #[test]
    fn a_block_as_large_as_the_weight_becomes_its_source() {
        let (mut lab, site) = open(DRAWN);
        lab.apply(Command::SetWeight(site, Cell::new(0, 0), 5.0)).unwrap();
        let whole = numbers(&lab, site).0.mapv(|value| value + 1.0);
        block(&mut lab, site, 0, 0, whole.clone()).unwrap();
        assert_eq!(lab.document().experiment().weights.origin(site), WeightOrigin::Rows(&Table(whole)));
        assert_eq!(edited_cells(&lab.document().experiment().weights, site), 0);
    }

    #[test]
    fn a_block_that_does_not_fit_is_refused_and_nothing_changes() {
        let (mut lab, site) = open(WRITTEN);
        let before = lab.document().experiment().clone();
        let mut refused = |site, row, column, numbers| block(&mut lab, site, row, column, numbers).unwrap_err().to_string();
        let sentence = refused(site, 3, 5, array![[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(sentence, "the block is 2 × 2, but from cell [3, 5] of encoder.0.self_attention.w_q on there is room for 1 × 1");
        let sentence = refused(site, 4, 0, array![[1.0]]);
        assert_eq!(sentence, "encoder.0.self_attention.w_q has no cell [4, 0]: its shape is 4 × 6");
        let computed = "encoder.0.self_attention.query".parse().unwrap();
        assert_eq!(refused(computed, 0, 0, array![[1.0]]), "the model has no weight encoder.0.self_attention.query");
        assert!(lab.apply(Command::SetWeight(computed, Cell::new(0, 0), 1.0)).is_err());
        assert!(std::sync::Arc::ptr_eq(lab.document().experiment(), &before));
        assert_eq!(lab.history().undoable(), None);
    }

    #[test]
    fn a_number_written_later_prevails_over_an_edit() {
        let (mut lab, site) = open(WRITTEN);
        let mut experiment = Experiment::clone(lab.document().experiment());
        experiment.weights.edits.entry(site).or_default().put(Cell::new(0, 0), 9.0);
        set_cell(&mut experiment.weights, site, Cell::new(0, 0), 4.0);
        assert_eq!(written(&experiment.weights, site, Cell::new(0, 0)), Some(4.0));
        lab.apply(Command::SetWeight(site, Cell::new(0, 0), 4.0)).unwrap();
        assert_eq!(numbers(&lab, site).0[(0, 0)], 4.0);
    }

    #[test]
    fn a_weight_is_drawn_anew_and_restored() {
        let (mut lab, site) = open(DRAWN);
        let before = numbers(&lab, site);
        lab.apply(Command::SetWeight(site, Cell::new(1, 1), 7.0)).unwrap();
        let source = WeightSource::Drawn { initialiser: Initialiser::Identity, seed: None };
        lab.apply(Command::SetWeightSource(site, Some(Box::new(source)))).unwrap();
        assert_eq!(lab.history().undoable(), Some(Change::Source(site)));
        let identity = numbers(&lab, site).0;
        assert!(identity.indexed_iter().all(|((row, column), &value)| value == f64::from(u8::from(row == column))));
        lab.apply(Command::RestoreWeight(site)).unwrap();
        assert_eq!(lab.history().undoable(), Some(Change::Restored(Some(site))));
        assert_eq!(numbers(&lab, site), before);
        assert!(!lab.document().is_changed());
    }

    /// The common seed says how a restored weight was drawn, but it may be another one by now.
    #[test]
    fn a_weight_is_restored_after_the_common_seed_has_changed() {
        let (mut lab, site) = open(DRAWN);
        let before = numbers(&lab, site);
        let seed = lab.document().experiment().weights.seed;
        lab.apply(Command::Reseed(seed + 1)).unwrap();
        assert_ne!(numbers(&lab, site), before);
        // Zeros and ones are drawn from nothing, so they are as before.
        let changed = lab.document().changed_weights().clone();
        assert!(
            changed.contains(&site) && changed.iter().all(|site| site.to_string().contains("w_") || site.to_string().contains("table"))
        );
        lab.apply(Command::RestoreWeight(site)).unwrap();
        assert_eq!(numbers(&lab, site), before);
        assert!(!lab.document().changed_weights().contains(&site));
        lab.apply(Command::RestoreAllWeights).unwrap();
        assert!(!lab.document().is_changed());
    }

    #[test]
    fn all_weights_are_restored_as_far_as_they_fit() {
        let (mut lab, site) = open(WRITTEN);
        let other: Site = "encoder.0.self_attention.w_k".parse().unwrap();
        block(&mut lab, site, 0, 0, array![[1.0, 2.0]]).unwrap();
        lab.apply(Command::SetWeight(other, Cell::new(0, 0), 3.0)).unwrap();
        lab.apply(Command::RestoreAllWeights).unwrap();
        assert!(!lab.document().is_changed());
        lab.apply(Command::Undo).unwrap();
        assert_eq!(lab.document().changed_weights().len(), 2);

        // In a wider model the numbers of the preset have no place.
        let mut model = lab.document().experiment().model.clone();
        model.d_k = Some(5);
        lab.apply(Command::SetModel(Box::new(model))).unwrap();
        let gone = lab.apply(Command::RestoreAllWeights).unwrap();
        assert!(gone.contains(&site), "{gone:?}");
        assert!(matches!(lab.apply(Command::RestoreWeight(site)), Err(ExperimentError::WeightShape { .. })));
    }

    #[test]
    fn nan_does_not_make_a_document_differ_from_itself() {
        let (mut lab, site) = open(DRAWN);
        let cell = Cell::new(0, 0);
        lab.apply(Command::SetWeight(site, cell, f64::NAN)).unwrap();
        let output = "encoder.0.output".parse().unwrap();
        lab.apply(Command::SetOverride(output, cell, Some(f64::NAN))).unwrap();
        let state = lab.document().experiment().clone();
        assert_eq!(*state, Experiment::clone(&state));
        assert!(!weight_changed(&state, &Experiment::clone(&state), site, cell));
        let put = |lab: &Lab| lab.document().experiment().overrides()[&output].clone();
        assert_eq!(put(&lab), Override::Cells([(cell, f64::NAN)].into_iter().collect()));

        // Once saved it is unchanged, also where it is written once more.
        let file = tempfile::NamedTempFile::new().unwrap();
        lab.apply(Command::Save(file.path().to_owned())).unwrap();
        lab.apply(Command::SetWeight(site, cell, f64::NAN)).unwrap();
        lab.apply(Command::SetOverride(output, cell, Some(f64::NAN))).unwrap();
        assert!(!lab.document().is_changed());
        lab.apply(Command::Open(file.path().to_owned())).unwrap();
        assert_eq!(*lab.document().experiment(), state);
    }
}
