//! All layers × heads of a stack as small maps.

use eframe::egui::{Align2, AsIdSalt, EventFilter, IdSalt, Key, Modifiers, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::cells::Cells;
use super::count::float;
use super::heat_map::{HeatMap, LEAST_SIDE};
use super::scale::Colouring;
use super::stroke::cut_text;
use crate::ui::theme::{palette, space, text};

/// The names of layers at the left, and of heads above.
const ROW_TITLE: f32 = space::XXL;
const LINE: f32 = 20.0;
const GAP: f32 = space::MEDIUM;

/// A head of a stack, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The block of the stack.
    pub layer: usize,
    /// The head within the block.
    pub head: usize,
}

/// Layers down, heads across. A click pins a head, arrows walk.
#[must_use = "nothing is drawn before it is shown"]
pub struct HeadGrid<'a> {
    salt: IdSalt,
    name: &'a str,
    layers: usize,
    heads: usize,
    map: &'a dyn Fn(Head) -> Cells<'a>,
    row_title: &'a dyn Fn(usize) -> String,
    column_title: &'a dyn Fn(usize) -> String,
    caption: Option<&'a dyn Fn(Head) -> String>,
    colouring: Colouring,
    chosen: Option<Head>,
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
            colouring: super::Scale::Probability.into(),
            chosen: None,
            side: LEAST_SIDE,
        }
    }

    /// What the fills mean; probabilities if not set.
    pub fn colouring(self, colouring: impl Into<Colouring>) -> Self {
        Self { colouring: colouring.into(), ..self }
    }

    /// A line under each map: what was measured of it.
    pub fn caption(self, caption: &'a dyn Fn(Head) -> String) -> Self {
        Self { caption: Some(caption), ..self }
    }

    /// The pinned head.
    pub fn chosen(self, chosen: Option<Head>) -> Self {
        Self { chosen, ..self }
    }

    /// The side of a map, at least [`LEAST_SIDE`].
    pub fn side(self, side: f32) -> Self {
        Self { side: side.max(LEAST_SIDE), ..self }
    }

    /// Draws all maps; those out of sight are not read.
    pub fn show(self, ui: &mut Ui) -> HeadGridOutput {
        let size = vec2(ROW_TITLE, LINE) + vec2(float(self.heads), float(self.layers)) * self.step() + Vec2::splat(space::XS);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let id = ui.make_persistent_id(self.salt);
        let response = ui.interact(rect, id, Sense::focusable_noninteractive());
        let mut chosen = self.walked(ui, &response);
        let mut hovered = None;
        for layer in 0..self.layers {
            for head in 0..self.heads {
                let head = Head { layer, head };
                let place = self.place(rect, head);
                if !ui.is_rect_visible(place) {
                    continue;
                }
                let name = format!("{} {}", (self.row_title)(layer), (self.column_title)(head.head));
                let cells = (self.map)(head);
                let map = HeatMap::new(&cells, self.colouring, &name).chosen(self.chosen == Some(head)).show_at(ui, place, id.with(head));
                if map.hovered() {
                    hovered = Some(head);
                }
                if map.clicked() {
                    response.request_focus();
                    chosen = Some(head);
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
        HeadGridOutput { response, hovered, chosen }
    }

    fn step(&self) -> Vec2 {
        let caption = if self.caption.is_some() { LINE } else { 0.0 };
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
        let Some(caption) = self.caption else { return };
        for layer in 0..self.layers {
            for head in 0..self.heads {
                let head = Head { layer, head };
                let place = self.place(rect, head);
                if ui.is_rect_visible(place.expand(LINE)) {
                    let (font, ink) = style(self.chosen == Some(head));
                    let galley = cut_text(painter, caption(head), font, ink, place.width());
                    let at = pos2(place.center().x - galley.size().x / 2.0, place.bottom() + space::XS);
                    painter.galley(at, galley, ink);
                }
            }
        }
    }

    /// Where arrows lead from the chosen head.
    fn walked(&self, ui: &Ui, response: &Response) -> Option<Head> {
        if !response.has_focus() || self.layers == 0 || self.heads == 0 {
            return None;
        }
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let mut walked = None;
        for (key, down, right) in [(Key::ArrowUp, -1, 0), (Key::ArrowDown, 1, 0), (Key::ArrowLeft, 0, -1), (Key::ArrowRight, 0, 1)] {
            for _ in 0..ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) {
                walked = Some(match walked.or(self.chosen) {
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
