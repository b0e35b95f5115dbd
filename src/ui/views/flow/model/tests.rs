use std::collections::HashSet;

use super::super::samples::{graph, graphs, model, openings};
use super::*;
use crate::graph::{Op, Part, Quantity, Site};
use crate::transformer::{Model, Norm, NormPlace, PositionsPlace, Subject};

fn site(graph: &Graph, diagram: &Diagram, piece: PieceId) -> Site {
    graph.node(diagram.piece(piece).main).site
}

/// What is added where a residual connection ends.
fn residuals<'a>(graph: &'a Graph, diagram: &'a Diagram) -> impl Iterator<Item = &'a Edge> {
    diagram
        .edges
        .iter()
        .filter(|edge| site(graph, diagram, edge.to).quantity == Quantity::Residual && diagram.piece(edge.to).form == Form::Sum)
}

#[test]
fn every_node_that_calculates_has_one_box_and_every_box_a_node() {
    for (name, graph) in graphs() {
        for opened in openings(graph) {
            let diagram = Diagram::new(graph, opened);
            let mut seen = HashSet::new();
            for id in diagram.ids() {
                let piece = diagram.piece(id);
                assert!(piece.nodes.contains(&piece.main), "{name}: {piece:?}");
                for &node in &piece.nodes {
                    assert!(seen.insert(node), "{name}: {} stands in two boxes", graph.node(node).site);
                    assert_eq!(diagram.home(node), Some(id));
                }
            }
            for (id, node) in graph.nodes() {
                let calculates = !matches!(node.op, Op::Leaf(_));
                assert!(!calculates || seen.contains(&id), "{name}: {} stands in no box", node.site);
                assert!(diagram.home(id).is_some(), "{name}: {} belongs to no box", node.site);
            }
        }
    }
}

#[test]
fn every_box_stands_in_one_place_of_one_lane() {
    for (name, graph) in graphs() {
        for opened in openings(graph) {
            let diagram = Diagram::new(graph, opened);
            let units = diagram.lanes.iter().flat_map(|lane| &lane.trunk).flat_map(Station::units);
            let mut places: Vec<PieceId> = units.flat_map(|unit| diagram.members(unit)).collect();
            places.sort_unstable();
            assert_eq!(places, diagram.ids().collect::<Vec<_>>(), "{name} {opened:?}");
        }
    }
}

#[test]
fn the_residual_is_drawn_where_it_is_and_nowhere_else() {
    let with = graph(model());
    let diagram = Diagram::new(&with, Opened::default());
    // Two additions in the open block of the encoder, three in the decoder's, each of two values.
    assert_eq!(residuals(&with, &diagram).count(), 2 * (2 + 3));
    assert!(diagram.lanes.iter().all(|lane| lane.stream > 0));
    for station in diagram.lanes.iter().flat_map(|lane| &lane.trunk) {
        let added = matches!(station.unit, Unit::Piece(piece) if site(&with, &diagram, piece).quantity == Quantity::Residual);
        assert_eq!(added, !station.branch.is_empty());
    }

    let without = graph(Model { residual: false, ..model() });
    let diagram = Diagram::new(&without, Opened::default());
    assert_eq!(residuals(&without, &diagram).count(), 0);
    assert!(diagram.lanes.iter().all(|lane| lane.stream == 0 && lane.trunk.iter().all(|station| station.branch.is_empty())));
}

#[test]
fn every_block_of_the_decoder_reads_the_memory_once() {
    let graph = graph(model());
    for decoder in 0..4 {
        for part in [None, Some(Scope::stack(Stack::Decoder).block(decoder).part(Part::CrossAttention))] {
            let diagram = Diagram::new(&graph, Opened { decoder, part, ..Opened::default() });
            let memory = graph.find(Scope::stack(Stack::Encoder).at(Quantity::Output)).unwrap();
            let reading = diagram.edges.iter().filter(|edge| edge.value == memory);
            // Unfolded, it goes into keys and values.
            let twice = usize::from(part.is_some());
            assert_eq!(reading.map(|edge| edge.readers).sum::<usize>(), 4 + twice);
            assert_eq!(diagram.lanes[0].trunk.last().map(|station| station.unit), diagram.home(memory).map(|piece| diagram.unit(piece)));
        }
    }
}

/// The sites of a lane's open block: of the stations, and of what hangs at each.
fn block(graph: &Graph, diagram: &Diagram, lane: usize) -> Vec<(Part, Vec<Part>)> {
    let part = |unit: Unit| site(graph, diagram, diagram.members(unit)[0]).scope.part.unwrap();
    let stations = diagram.lanes[lane].trunk.iter().filter(|station| station.block.is_some());
    stations.map(|station| (part(station.unit), station.branch.iter().map(|&unit| part(unit)).collect())).collect()
}

#[test]
fn the_norm_stands_after_the_addition_or_before_the_sublayer() {
    use Part::{FeedForward, FeedForwardNorm, SelfAttention, SelfAttentionNorm};
    let encoder = |norm| {
        let graph = graph(Model { subject: Subject::Encoder, norm, ..model() });
        block(&graph, &Diagram::new(&graph, Opened { encoder: 1, ..Opened::default() }), 0)
    };
    assert_eq!(
        encoder(Norm::default()),
        [(SelfAttention, vec![SelfAttention]), (SelfAttentionNorm, vec![]), (FeedForward, vec![FeedForward]), (FeedForwardNorm, vec![])]
    );
    assert_eq!(
        encoder(Norm { place: NormPlace::Before, ..Norm::default() }),
        [(SelfAttention, vec![SelfAttentionNorm, SelfAttention]), (FeedForward, vec![FeedForwardNorm, FeedForward])]
    );
}

#[test]
fn closed_blocks_are_counted_on_both_sides_of_the_open_one() {
    let graph = graph(model());
    let closed = |decoder| {
        let diagram = Diagram::new(&graph, Opened { decoder, ..Opened::default() });
        let forms = diagram.pieces.iter().map(|piece| piece.form);
        forms
            .filter_map(|form| match form {
                Form::Blocks { stack: Stack::Decoder, first, count } => Some((first, count)),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(closed(0), [(1, 3)]);
    assert_eq!(closed(2), [(0, 2), (3, 1)]);
    assert_eq!(closed(3), [(0, 3)]);
    assert_eq!(closed(99), closed(3));
}

#[test]
fn positions_are_added_where_they_are() {
    let sides = |place| {
        let graph = graph(Model { positions_place: place, ..model() });
        let diagram = Diagram::new(&graph, Opened::default());
        let adding = diagram.lanes[0].trunk.iter().filter(|station| !station.sides.is_empty());
        adding.map(|station| site(&graph, &diagram, diagram.members(station.unit)[0]).quantity).collect::<Vec<_>>()
    };
    assert_eq!(sides(PositionsPlace::BeforeAttention), [Quantity::Input]);
    assert_eq!(sides(PositionsPlace::AfterAttention), [Quantity::WithPositions]);
}

#[test]
fn heads_are_cards_and_the_head_in_view_is_on_top() {
    let graph = graph(model());
    let part = Scope::stack(Stack::Encoder).block(0).part(Part::SelfAttention);
    let diagram = Diagram::new(&graph, Opened { part: Some(part), head: 1, ..Opened::default() });
    let scores = diagram.home(graph.find(part.head(0).at(Quantity::Scores)).unwrap()).unwrap();
    assert_eq!(diagram.piece(scores).cards, 2);
    assert_eq!(site(&graph, &diagram, scores), part.head(1).at(Quantity::Scores));
    let carried = diagram.edges.iter().find(|edge| edge.from == scores).unwrap();
    assert_eq!(graph.node(carried.value).site, part.head(1).at(Quantity::Scores));
    assert_eq!(diagram.panels.len(), 1);
}

#[test]
fn what_is_unfolded_is_forgotten_where_the_model_has_it_not() {
    let part = Some(Scope::stack(Stack::Decoder).block(0).part(Part::CrossAttention));
    let graph = graph(Model { subject: Subject::Decoder, ..model() });
    assert_eq!(Diagram::new(&graph, Opened { part, ..Opened::default() }).opened.part, None);
}

#[test]
fn weights_make_a_box_learned() {
    let graph = graph(model());
    let diagram = Diagram::new(&graph, Opened::default());
    let learned = |quantity: Quantity, stack: Stack| {
        let of = |id: &PieceId| site(&graph, &diagram, *id).quantity == quantity && site(&graph, &diagram, *id).scope.stack == Some(stack);
        diagram.ids().find(of).map(|id| diagram.piece(id).learned)
    };
    assert_eq!(learned(Quantity::Positions, Stack::Source), Some(false));
    assert_eq!(learned(Quantity::ScaledEmbeddings, Stack::Source), Some(true));
    assert_eq!(learned(Quantity::Logits, Stack::Head), Some(true));
    assert_eq!(learned(Quantity::Probabilities, Stack::Head), Some(false));
}
