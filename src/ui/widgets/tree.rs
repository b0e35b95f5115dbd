//! A search as a tree: a column a step, a node a candidate, lines from those that were continued.

use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{Align2, Color32, Id, Pos2, Rangef, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

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

/// Where a node hangs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeLink {
    /// The node of the column before that it continues.
    pub parent: usize,
    /// What became of it.
    pub fate: NodeFate,
    /// Whether the way to the winner leads over it.
    pub on_way: bool,
}

/// What is written on a node.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeLabel {
    /// In the first line.
    pub word: String,
    /// At the right of it.
    pub digits: String,
    /// In the second line.
    pub below: String,
    /// At the right of it.
    pub note: String,
    /// What a screen reader says.
    pub spoken: String,
}

/// Columns of nodes after a root.
#[must_use = "nothing is drawn before it is shown"]
pub struct Tree<'a> {
    root: &'a str,
    columns: usize,
    links: &'a dyn Fn(usize) -> Vec<TreeLink>,
    labels: &'a dyn Fn(usize, usize) -> TreeLabel,
    headings: &'a dyn Fn(usize) -> String,
    chosen: Option<(usize, usize)>,
}

impl<'a> Tree<'a> {
    /// `root` is what all continue. `links` has the nodes of a column, `labels` what stands on one of them, `headings` the names of
    /// the columns; they are asked for what is in sight.
    pub fn new(
        root: &'a str,
        columns: usize,
        links: &'a dyn Fn(usize) -> Vec<TreeLink>,
        labels: &'a dyn Fn(usize, usize) -> TreeLabel,
        headings: &'a dyn Fn(usize) -> String,
    ) -> Self {
        Self { root, columns, links, labels, headings, chosen: None }
    }

    /// The chosen node: its column and its place in it.
    pub fn chosen(self, chosen: Option<(usize, usize)>) -> Self {
        Self { chosen, ..self }
    }

    /// How high a tree is whose largest column has so many nodes.
    pub fn height(nodes: usize) -> f32 {
        HEADING + PITCH.y * float(nodes.max(1))
    }

    /// Draws what of the tree is in sight, `tallest` nodes high; returns the node that was clicked.
    pub fn show(self, ui: &mut Ui, tallest: usize) -> Option<(usize, usize)> {
        let size = vec2(PITCH.x * float(self.columns) + NODE.x + 2.0 * space::XS, Self::height(tallest));
        let (rect, whole) = ui.allocate_exact_size(size, Sense::hover());
        let place = |column: usize, node: usize, nodes: usize| {
            let above = PITCH.y * (float(tallest) - float(nodes)) / 2.0;
            let corner = vec2(space::XS + PITCH.x * float(column), HEADING + space::XS / 2.0 + above + PITCH.y * float(node));
            Rect::from_min_size(rect.min + corner, NODE)
        };
        // Of a column the lines to it are seen, too.
        let seen = |column: usize| {
            let left = rect.left() + PITCH.x * float(column);
            ui.clip_rect().x_range().intersects(Rangef::new(left, left + 2.0 * PITCH.x))
        };
        let columns: Vec<(usize, Vec<TreeLink>)> =
            (0..self.columns).filter(|&column| seen(column)).map(|column| (column, (self.links)(column))).collect();
        // Lines first, those of the way last of them, then the nodes over both.
        for on_way in [false, true] {
            for (column, links) in &columns {
                let before = column.checked_sub(1).map_or(1, |before| (self.links)(before).len());
                for (node, link) in links.iter().enumerate().filter(|(_, link)| link.on_way == on_way) {
                    line(ui, place(*column, link.parent, before), place(column + 1, node, links.len()), *link);
                }
            }
        }
        self.root_ui(ui, place(0, 0, 1));
        let mut clicked = None;
        for (column, links) in columns {
            let centre = place(column + 1, 0, links.len()).center().x;
            let heading = pos2(centre, rect.top() + HEADING / 2.0);
            ui.painter().text(heading, Align2::CENTER_CENTER, (self.headings)(column), text::small(), palette(ui).text3);
            for (node, link) in links.iter().enumerate() {
                let place = place(column + 1, node, links.len());
                if ui.is_rect_visible(place) && self.node_ui(ui, place, whole.id, (column, node), *link) {
                    clicked = Some((column, node));
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

    /// Draws a node; whether it was clicked.
    fn node_ui(&self, ui: &Ui, place: Rect, id: Id, at: (usize, usize), link: TreeLink) -> bool {
        let p = palette(ui);
        let (label, chosen) = ((self.labels)(at.0, at.1), self.chosen == Some(at));
        let response = ui.interact(place, id.with(at), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), chosen, &label.spoken));
        let painter = ui.painter();
        let (fill, edge, ink, faint) = match link.fate {
            NodeFate::Pruned => (p.bg, p.divider, p.text3, p.text3),
            NodeFate::Kept | NodeFate::Ended => (p.surface, p.line, p.text, p.text2),
        };
        let fill = if response.hovered() { p.hover() } else { fill };
        let frame = if link.on_way { Stroke::new(space::FRAME, p.accent) } else { Stroke::new(space::LINE, edge) };
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
        let violet = if link.fate == NodeFate::Pruned { faint } else { p.probability };
        let taken = right(0, &label.digits, violet);
        let font = if link.fate == NodeFate::Pruned { text::body() } else { text::strong() };
        left(0, &label.word, font, ink, taken);
        let taken = right(1, &label.note, faint);
        left(1, &label.below, text::small_digits(), faint, taken);
        if chosen || response.has_focus() {
            let ink = if chosen { p.text } else { p.accent };
            painter.rect_stroke(place.expand(1.0), space::CARD_RADIUS, Stroke::new(space::FRAME, ink), StrokeKind::Outside);
        }
        response.clicked()
    }
}

fn line(ui: &Ui, from: Rect, to: Rect, link: TreeLink) {
    let p = palette(ui);
    let stroke = match (link.on_way, link.fate) {
        (true, _) => Stroke::new(space::FRAME, p.accent),
        (false, NodeFate::Kept | NodeFate::Ended) => Stroke::new(space::LINE, p.line),
        (false, NodeFate::Pruned) => Stroke::new(space::LINE, p.divider),
    };
    let (start, end): (Pos2, Pos2) = (from.right_center(), to.left_center());
    let bend = vec2((end.x - start.x) / 2.0, 0.0);
    ui.painter().add(CubicBezierShape::from_points_stroke([start, start + bend, end - bend, end], false, Color32::TRANSPARENT, stroke));
}
