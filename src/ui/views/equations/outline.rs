//! The model as equations: which lines there are, read off the graph. What is there several times in the same way is told once.

use std::ops::Range;

use super::repeats::{same_block, same_heads};
use crate::experiment::Prepared;
use crate::graph::{Graph, Leaf, NodeId, Op, Part, Scope, Site};
use crate::lab::{Group, groups};
use crate::ui::equation::{Counters, equation, is_part};
use crate::ui::widgets::Math;

/// A part of a model: an input, blocks that repeat, an output, or a piece that stands alone.
pub struct Section {
    /// Where it belongs; of blocks that repeat, the first.
    pub scope: Scope,
    /// The blocks that are told at once, where it is about blocks.
    pub blocks: Option<Range<usize>>,
    /// Its sublayers, in the order of the calculation.
    pub sublayers: Vec<Sublayer>,
}

/// The equations of a sublayer, or of a section that has none.
pub struct Sublayer {
    /// Which.
    pub part: Option<Part>,
    /// The lines, in the order of the calculation.
    pub lines: Vec<Line>,
}

/// One equation.
pub struct Line {
    /// From 1, through all sections.
    pub number: usize,
    /// The value that it gives; of heads and blocks told at once, the first.
    pub id: NodeId,
    /// All values that are calculated in it.
    pub tells: Vec<NodeId>,
    /// The weights that stand in it.
    pub weights: Vec<NodeId>,
    /// How many pairs of query and key its mask hides, where it has one.
    pub hides: Option<usize>,
    /// How many heads it is told for, where it is told for all heads at once.
    pub heads: Option<usize>,
    /// The equation.
    pub math: Math,
}

/// The equations of a model.
pub fn outline(prepared: &Prepared) -> Vec<Section> {
    let graph = &prepared.graph;
    let mut parts: Vec<(Group, usize)> = Vec::new();
    for group in groups(graph) {
        match parts.last_mut() {
            Some((first, count)) if same_block(graph, first, &group) => *count += 1,
            _ => parts.push((group, 1)),
        }
    }
    let mut number = 0;
    parts.iter().map(|(group, count)| section(prepared, group, *count, &mut number)).collect()
}

/// All lines of an outline.
#[cfg(test)]
pub fn lines(sections: &[Section]) -> impl Iterator<Item = &Line> {
    sections.iter().flat_map(|section| &section.sublayers).flat_map(|sublayer| &sublayer.lines)
}

fn section(prepared: &Prepared, group: &Group, count: usize, number: &mut usize) -> Section {
    let graph = &prepared.graph;
    let Scope { stack, block, .. } = group.scope;
    let together = same_heads(graph, &group.steps);
    let counters = Counters { heads: together, block: stack.zip(block).filter(|_| count > 1) };
    let mut sublayers: Vec<Sublayer> = Vec::new();
    for &id in &group.steps {
        let scope = graph.node(id).site.scope;
        if (together && scope.head.is_some_and(|head| head > 0)) || is_part(prepared, id) {
            continue;
        }
        *number += 1;
        let heads = scope.head.filter(|_| together).map(|_| group.heads(graph));
        let tells = tells(prepared, id);
        let weights = weights(graph, &tells);
        let hides = match &graph.node(id).op {
            Op::Mask(mask) => Some(mask.visible.iter().filter(|&&seen| !seen).count()),
            _ => None,
        };
        let line = Line { number: *number, id, tells, weights, hides, heads, math: equation(prepared, id, counters) };
        let part = scope.part.filter(|_| block.is_some()).map(sublayer);
        match sublayers.last_mut() {
            Some(last) if last.part == part => last.lines.push(line),
            _ => sublayers.push(Sublayer { part, lines: vec![line] }),
        }
    }
    Section { scope: group.scope, blocks: block.map(|first| first..first + count), sublayers }
}

/// The sublayer that a norm belongs to.
fn sublayer(part: Part) -> Part {
    match part {
        Part::SelfAttentionNorm => Part::SelfAttention,
        Part::CrossAttentionNorm => Part::CrossAttention,
        Part::FeedForwardNorm => Part::FeedForward,
        part => part,
    }
}

/// The value of a line, after those that are written within it.
fn tells(prepared: &Prepared, id: NodeId) -> Vec<NodeId> {
    let inputs = &prepared.graph.node(id).inputs;
    let within = inputs.iter().filter(|&&input| is_part(prepared, input)).flat_map(|&input| tells(prepared, input));
    within.chain([id]).collect()
}

fn weights(graph: &Graph, tells: &[NodeId]) -> Vec<NodeId> {
    let inputs = tells.iter().flat_map(|&id| &graph.node(id).inputs).copied();
    inputs.filter(|&input| matches!(graph.node(input).op, Op::Leaf(Leaf::Weight(_)))).collect()
}

impl Section {
    /// Whether `site` is one of those that `told` stands for: the same but for block and head.
    pub fn stands_for(&self, told: Site, heads: Option<usize>, site: Site) -> bool {
        let block = match (&self.blocks, site.scope.block) {
            (Some(blocks), Some(block)) => blocks.contains(&block),
            (None, None) => true,
            _ => false,
        };
        let head = if heads.is_some() { site.scope.head.is_some() } else { site.scope.head == told.scope.head };
        let elsewhere = Scope { block: told.scope.block, head: told.scope.head, ..site.scope };
        block && head && elsewhere == told.scope && site.quantity == told.quantity
    }

    /// Whether a line tells the value or the weight that is chosen.
    pub fn is_about(&self, line: &Line, graph: &Graph, chosen: NodeId) -> bool {
        let site = graph.node(chosen).site;
        line.tells.iter().chain(&line.weights).any(|&told| told == chosen || self.stands_for(graph.node(told).site, line.heads, site))
    }

    /// The value that a line stands for in a block, if it is told for that, and in a head.
    pub fn value(&self, line: &Line, graph: &Graph, block: Option<usize>, head: usize) -> Site {
        let Site { scope, quantity } = graph.node(line.id).site;
        let inside = block.filter(|block| self.blocks.as_ref().is_some_and(|blocks| blocks.contains(block)));
        let head = if line.heads.is_some() { Some(head.min(line.heads.unwrap_or(1) - 1)) } else { scope.head };
        Scope { block: inside.or(scope.block), head, ..scope }.at(quantity)
    }
}
