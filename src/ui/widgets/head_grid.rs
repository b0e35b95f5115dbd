//! All layers × heads of a stack as small maps.

use eframe::egui::{
    Align2, AsIdSalt, Color32, CornerRadius, EventFilter, IdSalt, Key, Modifiers, Rect, Response, Role, Sense, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::cells::Cells;
use super::count::float;
use super::heat_map::{HeatMap, LEAST_SIDE};
use super::scale::Colouring;
use super::stroke::{cut_text, ring};
use crate::ui::theme::{palette, space, text};

/// The names of layers at the left, and of heads above.
const ROW_TITLE: f32 = space::XXL + space::LARGE;
const LINE: f32 = 20.0;
const GAP: f32 = space::SMALL;
/// From line to line of a caption.
const CAPTION: f32 = 16.0;
/// The mark beside a row.
const EDGE: f32 = 3.0;

/// A head of a stack, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The block of the stack.
    pub layer: usize,
    /// The head within the block.
    pub head: usize,
}

/// What is marked on the map of a head.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadMark<'a> {
    /// A letter in its corner, where two heads are compared.
    pub letter: Option<&'a str>,
    /// The word over the map of a head that takes no part.
    pub off: Option<&'a str>,
    /// Rows that look at nothing.
    pub blind: Vec<usize>,
}

/// Layers down, heads across. A click pins a head, arrows walk; with Shift they choose the head that it is compared with.
#[must_use = "nothing is drawn before it is shown"]
pub struct HeadGrid<'a> {
    salt: IdSalt,
    name: &'a str,
    layers: usize,
    heads: usize,
    map: &'a dyn Fn(Head) -> Cells<'a>,
    row_title: &'a dyn Fn(usize) -> String,
    column_title: &'a dyn Fn(usize) -> String,
    caption: Option<(usize, &'a dyn Fn(Head) -> String)>,
    mark: Option<&'a dyn Fn(Head) -> HeadMark<'a>>,
    tooltip: Option<&'a dyn Fn(Head) -> String>,
    colouring: Colouring,
    chosen: Option<Head>,
    compared: Option<Head>,
    side: f32,
}

/// What the user did with the maps in this frame.
pub struct HeadGridOutput {
    /// All maps as one widget.
    pub response: Response,
    /// The head under the pointer.
    pub hovered: Option<Head>,
    /// The head that was chosen now, by click or arrow key.
    pub chosen: Option<Head>,
    /// The head that was chosen with Shift now, to be compared with the pinned one.
    pub compared: Option<Head>,
}

impl<'a> HeadGrid<'a> {
    /// `name` is what a screen reader calls the whole; the titles are those of a layer and of a head.
    pub fn new(
        id_salt: impl AsIdSalt,
        name: &'a str,
        [layers, heads]: [usize; 2],
        map: &'a dyn Fn(Head) -> Cells<'a>,
        row_title: &'a dyn Fn(usize) -> String,
        column_title: &'a dyn Fn(usize) -> String,
    ) -> Self {
        Self {
            salt: IdSalt::new(id_salt),
            name,
            layers,
            heads,
            map,
            row_title,
            column_title,
            caption: None,
            mark: None,
            tooltip: None,
            colouring: super::Scale::Probability.into(),
            chosen: None,
            compared: None,
            side: LEAST_SIDE,
        }
    }

    /// What the fills mean; probabilities if not set.
    pub fn colouring(self, colouring: impl Into<Colouring>) -> Self {
        Self { colouring: colouring.into(), ..self }
    }

    /// So many lines under each map: what was measured of it.
    pub fn caption(self, lines: usize, caption: &'a dyn Fn(Head) -> String) -> Self {
        Self { caption: Some((lines, caption)), ..self }
    }

    /// What is marked on each map.
    pub fn mark(self, mark: &'a dyn Fn(Head) -> HeadMark<'a>) -> Self {
        Self { mark: Some(mark), ..self }
    }

    /// What is said of the map under the pointer.
    pub fn tooltip(self, tooltip: &'a dyn Fn(Head) -> String) -> Self {
        Self { tooltip: Some(tooltip), ..self }
    }

    /// The pinned head.
    pub fn chosen(self, chosen: Option<Head>) -> Self {
        Self { chosen, ..self }
    }

    /// The head that the pinned one is compared with.
    pub fn compared(self, compared: Option<Head>) -> Self {
        Self { compared, ..self }
    }

    /// How much larger a map becomes where there is room.
    pub const GROWTH: f32 = 1.75;

    /// Maps as large as let all heads stand in this width, but no smaller than usual, nor too large for small pictures.
    pub fn within(self, width: f32) -> Self {
        let side = (width - Self::width(self.heads, 0.0)) / float(self.heads.max(1));
        Self { side: side.floor().clamp(LEAST_SIDE, LEAST_SIDE * Self::GROWTH), ..self }
    }

    /// Draws all maps; those out of sight are not read.
    pub fn show(self, ui: &mut Ui) -> HeadGridOutput {
        let size = vec2(Self::width(self.heads, self.side), LINE + float(self.layers) * self.step().y + space::XS);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let id = ui.make_persistent_id(self.salt);
        let response = ui.interact(rect, id, Sense::focusable_noninteractive());
        let (mut chosen, mut compared) = self.walked(ui, &response);
        if let Some(head) = chosen.or(compared) {
            ui.scroll_to_rect(self.place(rect, head).expand(GAP + LINE), None);
        }
        let mut hovered = None;
        for layer in 0..self.layers {
            for head in 0..self.heads {
                let head = Head { layer, head };
                let place = self.place(rect, head);
                if !ui.is_rect_visible(place) {
                    continue;
                }
                let mark = self.mark.map_or_else(HeadMark::default, |mark| mark(head));
                let place_name = format!("{} {}", (self.row_title)(layer), (self.column_title)(head.head));
                let name = mark.off.map_or_else(|| place_name.clone(), |off| format!("{place_name}, {off}"));
                let cells = (self.map)(head);
                let map = HeatMap::new(&cells, self.colouring, &name).chosen(self.chosen == Some(head)).show_at(ui, place, id.with(head));
                marks(ui, place, cells.rows(), &mark, self.compared == Some(head));
                if map.hovered() {
                    hovered = Some(head);
                }
                if map.clicked() {
                    response.request_focus();
                    if ui.input(|input| input.modifiers.shift) {
                        compared = Some(head);
                    } else {
                        chosen = Some(head);
                    }
                }
                if let Some(tooltip) = self.tooltip {
                    map.on_hover_ui(|ui| {
                        ui.label(tooltip(head));
                    });
                }
            }
        }
        self.titles(ui, rect);
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Grid, ui.is_enabled(), self.name);
            info.current_text_value =
                chosen.or(self.chosen).map(|Head { layer, head }| format!("{} {}", (self.row_title)(layer), (self.column_title)(head)));
            info
        });
        HeadGridOutput { response, hovered, chosen, compared }
    }

    /// The width that so many heads take, with maps of the least size.
    pub fn least_width(heads: usize) -> f32 {
        Self::width(heads, LEAST_SIDE)
    }

    fn width(heads: usize, side: f32) -> f32 {
        ROW_TITLE + float(heads) * (side + GAP) - GAP + 2.0 * space::XS
    }

    fn step(&self) -> Vec2 {
        let caption = self.caption.map_or(0.0, |(lines, _)| space::XS + CAPTION * float(lines));
        vec2(self.side + GAP, self.side + GAP + caption)
    }

    fn place(&self, rect: Rect, Head { layer, head }: Head) -> Rect {
        let corner = rect.min + vec2(ROW_TITLE, LINE) + vec2(float(head), float(layer)) * self.step();
        Rect::from_min_size(corner + Vec2::splat(space::FRAME), Vec2::splat(self.side))
    }

    fn titles(&self, ui: &Ui, rect: Rect) {
        let palette = palette(ui);
        let painter = ui.painter();
        let style = |strong: bool| {
            if strong { (text::small_strong(), palette.text) } else { (text::small(), palette.text3) }
        };
        for head in 0..self.heads {
            let place = self.place(rect, Head { layer: 0, head });
            let at = pos2(place.center().x, rect.top() + LINE / 2.0);
            let (font, ink) = style(self.chosen.is_some_and(|chosen| chosen.head == head));
            painter.text(at, Align2::CENTER_CENTER, (self.column_title)(head), font, ink);
        }
        for layer in 0..self.layers {
            let place = self.place(rect, Head { layer, head: 0 });
            let at = pos2(rect.left(), place.center().y);
            let (font, ink) = style(self.chosen.is_some_and(|chosen| chosen.layer == layer));
            painter.text(at, Align2::LEFT_CENTER, (self.row_title)(layer), font, ink);
        }
        let Some((lines, caption)) = self.caption else { return };
        for layer in 0..self.layers {
            for head in 0..self.heads {
                let head = Head { layer, head };
                let place = self.place(rect, head);
                if ui.is_rect_visible(place.expand(CAPTION * float(lines))) {
                    // Semibold would be wider than the map.
                    let (font, ink) = (text::small(), if self.chosen == Some(head) { palette.text } else { palette.text3 });
                    for (line, written) in caption(head).lines().take(lines).enumerate() {
                        let galley = cut_text(painter, written, font.clone(), ink, place.width());
                        let top = place.bottom() + space::XS + CAPTION * float(line);
                        painter.galley(pos2(place.center().x - galley.size().x / 2.0, top), galley, ink);
                    }
                }
            }
        }
    }

    /// Where arrows lead from the chosen head, and where they lead with Shift from the one that it is compared with.
    fn walked(&self, ui: &Ui, response: &Response) -> (Option<Head>, Option<Head>) {
        if !response.has_focus() || self.layers == 0 || self.heads == 0 {
            return (None, None);
        }
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let compared = self.steps(ui, Modifiers::SHIFT, self.compared.or(self.chosen));
        (self.steps(ui, Modifiers::NONE, self.chosen), compared)
    }

    fn steps(&self, ui: &Ui, modifiers: Modifiers, from: Option<Head>) -> Option<Head> {
        let mut walked = None;
        for (key, down, right) in [(Key::ArrowUp, -1, 0), (Key::ArrowDown, 1, 0), (Key::ArrowLeft, 0, -1), (Key::ArrowRight, 0, 1)] {
            for _ in 0..ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) {
                walked = Some(match walked.or(from) {
                    Some(Head { layer, head }) => Head {
                        layer: layer.saturating_add_signed(down).min(self.layers - 1),
                        head: head.saturating_add_signed(right).min(self.heads - 1),
                    },
                    None => Head { layer: 0, head: 0 },
                });
            }
        }
        walked
    }
}

/// What a map alone does not show.
fn marks(ui: &Ui, place: Rect, rows: usize, mark: &HeadMark<'_>, compared: bool) {
    let palette = palette(ui);
    let painter = ui.painter();
    for &row in &mark.blind {
        let height = place.height() / float(rows.max(1));
        let top = place.top() + height * float(row);
        let edge = Rect::from_min_size(pos2(place.left() - EDGE - space::LINE, top), vec2(EDGE, height.max(space::LINE)));
        painter.rect_filled(edge, CornerRadius::ZERO, palette.wrong);
    }
    if compared {
        ring(painter, place.expand(space::FRAME), palette.text2);
    }
    let badge = |text: &str, anchor: Align2, ink: Color32| {
        let galley = painter.layout_no_wrap(text.to_owned(), text::small_strong(), ink);
        let size = galley.size() + vec2(space::SMALL, 0.0);
        let ground = anchor.align_size_within_rect(size, place);
        painter.rect_filled(ground, CornerRadius::ZERO, palette.surface);
        painter.galley(ground.center() - galley.size() / 2.0, galley, ink);
    };
    if let Some(off) = mark.off {
        let stroke = Stroke::new(space::BRACKET, palette.text2);
        painter.line_segment([place.left_top(), place.right_bottom()], stroke);
        painter.line_segment([place.left_bottom(), place.right_top()], stroke);
        badge(off, Align2::CENTER_CENTER, palette.text);
    }
    if let Some(letter) = mark.letter {
        badge(letter, Align2::RIGHT_TOP, palette.text);
    }
}
