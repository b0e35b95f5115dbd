use std::sync::{Arc, OnceLock};

use eframe::egui::vec2;

use super::super::model::{Opened, Unit};
use super::super::samples::{graph, graphs, model, openings};
use super::*;
use crate::transformer::{Model, Subject};

/// Stages of windows from 960 × 600 to 2000 × 1200.
const ROOMS: [Vec2; 3] = [vec2(912.0, 240.0), vec2(928.0, 529.0), vec2(1648.0, 960.0)];

/// A figure in a room.
struct Case {
    what: String,
    graph: Arc<Graph>,
    diagram: Arc<Diagram>,
    layout: Layout,
}

/// Every figure that is tested, placed once for all tests.
fn each(test: impl Fn(&str, &Graph, &Diagram, &Layout)) {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    let place = || {
        let mut cases = Vec::new();
        for (name, graph) in graphs() {
            for opened in openings(graph) {
                let diagram = Arc::new(Diagram::new(graph, opened));
                for (room, shapes) in ROOMS.map(|room| (room, true)).into_iter().chain([(ROOMS[1], false)]) {
                    let what = format!("{name}, {opened:?}, {room:?}, shapes: {shapes}");
                    let layout = Layout::new(graph, &diagram, room, shapes);
                    cases.push(Case { what, graph: Arc::clone(graph), diagram: Arc::clone(&diagram), layout });
                }
            }
        }
        cases
    };
    for case in CASES.get_or_init(place) {
        test(&case.what, &case.graph, &case.diagram, &case.layout);
    }
}

/// A box with the cards behind it.
fn body(diagram: &Diagram, layout: &Layout, piece: PieceId) -> Rect {
    let (form, cards) = (diagram.piece(piece).form, diagram.piece(piece).cards);
    let behind = if matches!(form, Form::Part(_)) { 0 } else { (cards - 1).min(BEHIND) };
    let up = if layout.upward(piece) { -1.0 } else { 1.0 };
    let rect = layout.rect(piece);
    rect.union(rect.translate(vec2(CARD, up * CARD) * behind as f32))
}

#[test]
fn no_two_boxes_overlap() {
    each(|what, _, diagram, layout| {
        for a in diagram.ids() {
            for b in diagram.ids().filter(|&b| b < a) {
                let (one, other) = (body(diagram, layout, a), body(diagram, layout, b));
                assert!(!one.shrink(0.5).intersects(other.shrink(0.5)), "{what}: {a:?} {one:?} overlaps {b:?} {other:?}");
            }
        }
    });
}

#[test]
fn no_way_crosses_a_box_and_every_way_joins_its_two() {
    each(|what, _, diagram, layout| {
        assert_eq!(layout.routes.len(), diagram.edges.len(), "{what}");
        for route in &layout.routes {
            let edge = diagram.edges[route.edge];
            for leg in route.points.windows(2) {
                assert!(leg[0].x == leg[1].x || leg[0].y == leg[1].y, "{what}: {route:?} slants");
                let leg = Rect::from_two_pos(leg[0], leg[1]).expand(0.25);
                for piece in diagram.ids() {
                    let rect = layout.rect(piece).shrink(1.0);
                    assert!(!leg.intersects(rect), "{what}: {route:?} of {edge:?} crosses {piece:?} {rect:?}");
                }
            }
            let (first, last) = (route.points[0], route.points[route.points.len() - 1]);
            assert!(layout.rect(edge.to).expand(1.0).contains(last), "{what}: {route:?} does not reach its end");
            let leaves = layout.rect(edge.from).expand(1.0).contains(first);
            assert!(leaves || route.forks, "{what}: {route:?} does not leave its beginning");
        }
    });
}

#[test]
fn shapes_are_written_clear_of_boxes_and_of_each_other() {
    each(|what, _, diagram, layout| {
        let labels: Vec<Rect> = layout.routes.iter().filter_map(|route| route.label).collect();
        for (index, label) in labels.iter().enumerate() {
            for piece in diagram.ids() {
                let body = body(diagram, layout, piece);
                assert!(!label.shrink(1.0).intersects(body), "{what}: the shape at {label:?} lies on {piece:?} {body:?}");
            }
            for other in &labels[..index] {
                assert!(!label.shrink(1.0).intersects(other.shrink(1.0)), "{what}: shapes at {label:?} and {other:?}");
            }
        }
    });
}

#[test]
fn boxes_are_large_enough_and_lie_on_their_grounds() {
    each(|what, graph, diagram, layout| {
        for piece in diagram.ids().filter(|&piece| diagram.piece(piece).form != Form::Sum) {
            let size = layout.rect(piece).size();
            assert!(size.x >= 72.0 && size.y >= 28.0, "{what}: {piece:?} has {size:?}");
        }
        for ground in &layout.grounds {
            let members: Vec<PieceId> = match ground.plot {
                Plot::Panel(panel) => diagram.members(Unit::Panel(panel)),
                Plot::Block(stack, block) => {
                    let inside = |piece: &PieceId| {
                        let scope = graph.node(diagram.piece(*piece).main).site.scope;
                        let open = !matches!(diagram.piece(*piece).form, Form::Blocks { .. });
                        open && (scope.stack, scope.block) == (Some(stack), Some(block))
                    };
                    diagram.ids().filter(inside).collect()
                }
            };
            assert!(!members.is_empty());
            for piece in members {
                assert!(ground.rect.contains_rect(body(diagram, layout, piece)), "{what}: {piece:?} leaves {ground:?}");
                assert!(!ground.title().shrink(1.0).intersects(layout.rect(piece)), "{what}: {piece:?} lies on the title of {ground:?}");
            }
        }
    });
}

#[test]
fn the_stream_is_a_straight_line() {
    each(|what, _, diagram, layout| {
        let streams: Vec<&Route> = layout.routes.iter().filter(|route| route.line == Line::Stream).collect();
        assert_eq!(streams.is_empty(), diagram.lanes.iter().all(|lane| lane.stream == 0), "{what}");
        for route in streams {
            assert_eq!(route.points.len(), 2, "{what}: {route:?}");
        }
    });
}

#[test]
fn the_figure_of_the_paper_fills_its_stage_and_can_be_read() {
    let one = Model { encoder_blocks: 1, decoder_blocks: 1, ..model() };
    for (model, least) in [(one, 0.88), (model(), 0.8), (Model { subject: Subject::Decoder, ..model() }, 0.9)] {
        let graph = graph(model);
        let diagram = Diagram::new(&graph, Opened::default());
        let room = ROOMS[1];
        let bounds = Layout::new(&graph, &diagram, room, true).bounds.size();
        let zoom = (room / bounds).min_elem();
        assert!(zoom >= least, "it is drawn at {zoom}");
        let filled = bounds.x * bounds.y * zoom * zoom / (room.x * room.y);
        assert!(filled >= 0.6, "it fills {filled} of the stage");
    }
}
