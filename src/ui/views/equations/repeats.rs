//! Which blocks, and which heads, are calculated in the same way.

use crate::graph::{Graph, Node, NodeId, Op, Quantity, Scope, SliceColumns, Stack};
use crate::lab::Group;

/// Whether two blocks of a stack do the same: the same steps on the same shapes, each with weights of its own, and the second on
/// what the first has given.
pub fn same_block(graph: &Graph, first: &Group, second: &Group) -> bool {
    let (one, other) = (first.scope, second.scope);
    let moved = |scope: Scope| Scope { block: other.block, ..scope };
    let alike = |a: NodeId, b: NodeId| {
        let (a, b) = (graph.node(a), graph.node(b));
        let inputs = a.inputs.iter().zip(&b.inputs).all(|(&a, &b)| same_input(graph, (a, one), (b, other), moved));
        same_place(a, b, moved) && a.op == b.op && a.inputs.len() == b.inputs.len() && inputs
    };
    one.block.is_some()
        && one.stack == other.stack
        && first.steps.len() == second.steps.len()
        && first.steps.iter().zip(&second.steps).all(|(&a, &b)| alike(a, b))
}

/// Whether all heads among these steps do the same, each with its own columns.
pub fn same_heads(graph: &Graph, steps: &[NodeId]) -> bool {
    let of = |head: usize| steps.iter().map(|&id| graph.node(id)).filter(move |node| node.site.scope.head == Some(head));
    let heads = steps.iter().filter_map(|&id| graph.node(id).site.scope.head).max().map_or(0, |head| head + 1);
    (1..heads).all(|head| {
        let moved = |scope: Scope| Scope { head: scope.head.map(|_| head), ..scope };
        let inputs = |a: &Node, b: &Node| {
            let alike = |(&a, &b): (&NodeId, &NodeId)| a == b || same_place(graph.node(a), graph.node(b), moved);
            a.inputs.len() == b.inputs.len() && a.inputs.iter().zip(&b.inputs).all(alike)
        };
        let alike = |(a, b): (&Node, &Node)| same_place(a, b, moved) && of_head(&a.op, head) == b.op && inputs(a, b);
        of(0).count() == of(head).count() && of(0).zip(of(head)).all(alike)
    })
}

/// Whether two values are the same but for the place in which they are counted.
fn same_place(a: &Node, b: &Node, moved: impl Fn(Scope) -> Scope) -> bool {
    a.site.quantity == b.site.quantity && moved(a.site.scope) == b.site.scope && a.shape == b.shape
}

/// Whether what a step of block `one` reads corresponds to what a step of block `other` reads.
fn same_input(graph: &Graph, (a, one): (NodeId, Scope), (b, other): (NodeId, Scope), moved: impl Fn(Scope) -> Scope) -> bool {
    let (first, second) = (graph.node(a), graph.node(b));
    match (one.contains(&first.site.scope), other.contains(&second.site.scope)) {
        (true, true) => same_place(first, second, moved),
        // What both read from outside, such as the encoder's output; or each what came before its block.
        (false, false) => a == b || enters(graph, a, one) && enters(graph, b, other) && first.shape == second.shape,
        _ => false,
    }
}

/// Whether a value is what a block begins with: the output of the one before, or for the first what enters the stack.
fn enters(graph: &Graph, id: NodeId, block: Scope) -> bool {
    let before = match (block.stack, block.block) {
        (Some(Stack::Encoder), Some(0)) => Scope::stack(Stack::Source).at(Quantity::Input),
        (Some(Stack::Decoder), Some(0)) => Scope::stack(Stack::Target).at(Quantity::Input),
        (Some(stack), Some(block)) if block > 0 => Scope::stack(stack).block(block - 1).at(Quantity::Output),
        _ => return false,
    };
    graph.find(before) == Some(id)
}

/// What an operation of the first head is in another.
fn of_head(op: &Op, head: usize) -> Op {
    match op {
        Op::SliceColumns(slice) => Op::SliceColumns(SliceColumns { first: slice.first + head * slice.count, ..*slice }),
        op => op.clone(),
    }
}
