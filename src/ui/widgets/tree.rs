//! A search as a tree: a column a step, a node a candidate, lines from those that were continued.

use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{Align2, Color32, Id, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::count::float;
use super::stroke::cut_text;
use crate::ui::theme::{palette, space, text};

const NODE: Vec2 = vec2(132.0, 44.0);
/// From one column to the next, and from one node to the one below.
const PITCH: Vec2 = vec2(132.0 + 36.0, 44.0 + 8.0);
const HEADING: f32 = 24.0;

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeFate {
    /// It is continued.
    Kept,
    /// It has ended well.
    Ended,
    /// It is not followed any more.
    Pruned,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// In the first line.
    pub word: String,
    /// At the right of it.
    pub digits: String,
    /// In the second line.
    pub below: String,
    /// At the right of it.
    pub note: String,
    /// The node of the column before that it continues.
    pub parent: usize,
    /// What became of it.
    pub fate: NodeFate,
    /// Whether the way to the winner leads over it.
    pub on_way: bool,
    /// What a screen reader says.
    pub spoken: String,
}

/// Columns of nodes after a root.
#[must_use = "nothing is drawn before it is shown"]
pub struct Tree<'a> {
    root: &'a str,
    columns: &'a [Vec<TreeNode>],
    headings: &'a dyn Fn(usize) -> String,
    chosen: Option<(usize, usize)>,
}

impl<'a> Tree<'a> {
    /// `root` is what all continue, `headings` names the columns.
    pub fn new(root: &'a str, columns: &'a [Vec<TreeNode>], headings: &'a dyn Fn(usize) -> String) -> Self {
        Self { root, columns, headings, chosen: None }
    }

    /// The chosen node: its column and its place in it.
    pub fn chosen(self, chosen: Option<(usize, usize)>) -> Self {
        Self { chosen, ..self }
    }

    /// How high a tree is whose largest column has so many nodes.
    pub fn height(nodes: usize) -> f32 {
        HEADING + PITCH.y * float(nodes.max(1))
    }

    /// Draws what of the tree is in sight; returns the node that was clicked.
    pub fn show(self, ui: &mut Ui) -> Option<(usize, usize)> {
        let tallest = self.columns.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let size = vec2(PITCH.x * float(self.columns.len()) + NODE.x + 2.0 * space::XS, Self::height(tallest));
        let (rect, whole) = ui.allocate_exact_size(size, Sense::hover());
        let place = |column: usize, node: usize, nodes: usize| {
            let above = PITCH.y * (float(tallest) - float(nodes)) / 2.0;
            let corner = vec2(space::XS + PITCH.x * float(column), HEADING + space::XS / 2.0 + above + PITCH.y * float(node));
            Rect::from_min_size(rect.min + corner, NODE)
        };
        let seen = |column: usize| {
            let left = rect.left() + PITCH.x * float(column);
            ui.clip_rect().x_range().intersects(eframe::egui::Rangef::new(left - PITCH.x, left + PITCH.x))
        };
        // Lines first, those of the way last of them, then the nodes over both.
        for on_way in [false, true] {
            for (column, nodes) in self.columns.iter().enumerate().filter(|(column, _)| seen(column + 1)) {
                let before = column.checked_sub(1).map_or(1, |before| self.columns[before].len());
                for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.on_way == on_way) {
                    line(ui, place(column, node.parent, before), place(column + 1, index, nodes.len()), node);
                }
            }
        }
        self.root_ui(ui, place(0, 0, 1));
        let mut clicked = None;
        for (column, nodes) in self.columns.iter().enumerate().filter(|(column, _)| seen(column + 1)) {
            let centre = place(column + 1, 0, nodes.len()).center().x;
            let heading = pos2(centre, rect.top() + HEADING / 2.0);
            ui.painter().text(heading, Align2::CENTER_CENTER, (self.headings)(column), text::small(), palette(ui).text3);
            for (index, node) in nodes.iter().enumerate() {
                let chosen = self.chosen == Some((column, index));
                if node_ui(ui, place(column + 1, index, nodes.len()), whole.id.with((column, index)), node, chosen) {
                    clicked = Some((column, index));
                }
            }
        }
        clicked
    }

    fn root_ui(&self, ui: &Ui, place: Rect) {
        let p = palette(ui);
        ui.painter().rect(place, space::CARD_RADIUS, p.sunken, Stroke::new(space::LINE, p.divider), StrokeKind::Inside);
        let word = cut_text(ui.painter(), self.root, text::body(), p.text2, NODE.x - 2.0 * space::SMALL);
        ui.painter().galley(place.center() - word.size() / 2.0, word, p.text2);
    }
}

fn line(ui: &Ui, from: Rect, to: Rect, node: &TreeNode) {
    let p = palette(ui);
    let stroke = match (node.on_way, node.fate) {
        (true, _) => Stroke::new(space::FRAME, p.accent),
        (false, NodeFate::Kept | NodeFate::Ended) => Stroke::new(space::LINE, p.line),
        (false, NodeFate::Pruned) => Stroke::new(space::LINE, p.divider),
    };
    let (start, end): (Pos2, Pos2) = (from.right_center(), to.left_center());
    let bend = vec2((end.x - start.x) / 2.0, 0.0);
    ui.painter().add(CubicBezierShape::from_points_stroke([start, start + bend, end - bend, end], false, Color32::TRANSPARENT, stroke));
}

/// Draws a node; whether it was clicked.
fn node_ui(ui: &Ui, place: Rect, id: Id, node: &TreeNode, chosen: bool) -> bool {
    let p = palette(ui);
    let response = ui.interact(place, id, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), chosen, &node.spoken));
    if !ui.is_rect_visible(place) {
        return response.clicked();
    }
    let painter = ui.painter();
    let (fill, edge, ink, faint) = match node.fate {
        NodeFate::Pruned => (p.bg, p.divider, p.text3, p.text3),
        NodeFate::Kept | NodeFate::Ended => (p.surface, p.line, p.text, p.text2),
    };
    let fill = if response.hovered() { p.hover() } else { fill };
    let frame = if node.on_way { Stroke::new(space::FRAME, p.accent) } else { Stroke::new(space::LINE, edge) };
    painter.rect(place, space::CARD_RADIUS, fill, frame, StrokeKind::Inside);
    let inner = place.shrink2(vec2(space::SMALL, space::XS));
    let rows = [inner.top() + inner.height() * 0.27, inner.top() + inner.height() * 0.75];
    let right = |row: usize, words: &str, ink: Color32| {
        painter.text(pos2(inner.right(), rows[row]), Align2::RIGHT_CENTER, words, text::small_digits(), ink).width()
    };
    let left = |row: usize, words: &str, font, ink: Color32, taken: f32| {
        let galley = cut_text(painter, words, font, ink, inner.width() - taken - space::XS);
        painter.galley(pos2(inner.left(), rows[row] - galley.size().y / 2.0), galley, ink);
    };
    let violet = if node.fate == NodeFate::Pruned { faint } else { p.probability };
    let taken = right(0, &node.digits, violet);
    let font = if node.fate == NodeFate::Pruned { text::body() } else { text::strong() };
    left(0, &node.word, font, ink, taken);
    let taken = right(1, &node.note, faint);
    left(1, &node.below, text::small_digits(), faint, taken);
    if chosen || response.has_focus() {
        let ink = if chosen { p.text } else { p.accent };
        painter.rect_stroke(place.expand(1.0), space::CARD_RADIUS, Stroke::new(space::FRAME, ink), StrokeKind::Outside);
    }
    response.clicked()
}
