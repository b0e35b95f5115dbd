//! One equation of the page.

use std::sync::Arc;

use eframe::egui::{Color32, FontId, Galley, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::outline::{Line, Section};
use super::page::place;
use super::words;
use crate::graph::NodeId;
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::equation::sign;
use crate::ui::formula::copy_menu;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;
use crate::ui::widgets::{Math, Typeset};

/// Room for the numbers of lines.
const NUMBERS: f32 = 24.0;
/// Where the bracket beside the equations of heads stands.
pub const BRACKET: f32 = NUMBERS + space::MEDIUM;

/// What is chosen, and whether it has to be brought into sight.
pub struct Sight {
    /// The value.
    pub chosen: Option<NodeId>,
    /// Whether it was chosen elsewhere.
    pub follow: bool,
}

/// Where the parts of lines stand, from the left edge.
pub struct Columns {
    /// How large equations are.
    font: FontId,
    /// Where the equals signs begin.
    equals: f32,
    /// How wide the weights with their shapes are.
    weights: f32,
    /// Whether there is no room for the weights beside the shapes, so that they stand under them.
    stacked: bool,
}

impl Columns {
    /// The columns in which the lines of some sections fit.
    pub fn of(ui: &Ui, ctx: &Context<'_>, sections: &[&Section], font: &FontId) -> Self {
        let lines: Vec<(&Line, Typeset)> = (sections.iter())
            .flat_map(|section| &section.sublayers)
            .flat_map(|sublayer| &sublayer.lines)
            .map(|line| (line, Typeset::new(&line.math, font.size)))
            .collect();
        let widest = |width: &dyn Fn(&(&Line, Typeset)) -> f32| lines.iter().map(width).fold(0.0, f32::max);
        let left = |typeset: &Typeset| typeset.equals().unwrap_or(0.0);
        let equals = NUMBERS + space::XL + widest(&|(_, typeset)| left(typeset));
        let weights = widest(&|(line, _)| Weights::of(ui, ctx, line, Color32::PLACEHOLDER).width());
        let needed = widest(&|(line, typeset)| {
            let result = shape(ui, ctx, line.id, Color32::PLACEHOLDER).size().x;
            equals + typeset.width() - left(typeset) + space::LARGE + result + space::LARGE + weights + space::SMALL
        });
        Self { font: font.clone(), equals, weights, stacked: needed > ui.available_width() }
    }
}

/// The shape of a value.
fn shape(ui: &Ui, ctx: &Context<'_>, id: NodeId, ink: Color32) -> Arc<Galley> {
    let shape = ctx.prepared().graph.node(id).shape;
    ui.painter().layout_no_wrap(shape.to_string(), text::digits(), ink)
}

/// The weights of a line, each with its shape: W_Q 4 × 6.
struct Weights(Vec<(Typeset, Arc<Galley>)>);

impl Weights {
    fn of(ui: &Ui, ctx: &Context<'_>, line: &Line, ink: Color32) -> Self {
        let graph = &ctx.prepared().graph;
        let weight = |&id: &NodeId| {
            let sign = Math::written(&sign(ctx.prepared(), id));
            let shape = ui.painter().layout_no_wrap(graph.node(id).shape.to_string(), text::small_digits(), ink);
            (Typeset::new(&sign, text::small().size), shape)
        };
        Self(line.weights.iter().map(weight).collect())
    }

    fn width(&self) -> f32 {
        let gaps = space::MEDIUM * self.0.len().saturating_sub(1) as f32;
        self.0.iter().map(|(sign, shape)| sign.width() + space::XS + shape.size().x).sum::<f32>() + gaps
    }

    fn paint(&self, ui: &Ui, left: f32, rect: Rect, ink: Color32) {
        let mut left = left;
        for (sign, shape) in &self.0 {
            sign.paint_in(ui, left, rect, &|_| ink);
            left = place(ui, Arc::clone(shape), rect, left + sign.width() + space::XS) + space::MEDIUM;
        }
    }
}

/// One equation, with its number, what its mask hides, and the shapes at the right. A click chooses its value, two clicks show
/// its numbers; so does Enter, pressed once and again.
pub fn line_ui(ui: &mut Ui, ctx: &mut Context<'_>, section: &Section, line: &Line, columns: &Columns, sight: &Sight) -> Response {
    let graph = ctx.prepared().graph.clone();
    let lit = sight.chosen.is_some_and(|chosen| section.is_about(line, &graph, chosen));
    let p = palette(ui);
    let quiet = |ink: Color32| if lit { p.accent_ink } else { ink };
    let note = words::note(ctx.locale, ctx.prepared(), line).map(|note| ui.painter().layout_no_wrap(note, text::small(), quiet(p.text3)));
    let weights = Weights::of(ui, ctx, line, quiet(p.text3));
    let result = shape(ui, ctx, line.id, quiet(p.text2));
    let second_row = note.is_some() || (columns.stacked && !weights.0.is_empty());
    let size = vec2(ui.available_width(), space::LIST_ROW + if second_row { space::LARGE } else { 0.0 });
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let name = format!("{}: {}, {}", line.number, line.math.text(), result.text());
        WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), lit, name)
    });
    if lit && sight.follow {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(rect) {
        let fill = match (lit, response.hovered()) {
            (true, _) => p.accent,
            (false, true) => p.hover(),
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, fill);
        let first = Rect::from_min_size(rect.min, vec2(rect.width(), space::LIST_ROW));
        let second = Rect::from_min_max(pos2(rect.left(), first.bottom() - space::SMALL), rect.max);
        let number = ui.painter().layout_no_wrap(line.number.to_string(), text::small_digits(), quiet(p.text3));
        let number_left = rect.left() + NUMBERS - number.size().x;
        place(ui, number, first, number_left);
        let typeset = Typeset::new(&line.math, columns.font.size);
        let equals = rect.left() + columns.equals;
        typeset.paint_in(ui, equals - typeset.equals().unwrap_or(0.0), first, &|hue| if lit { p.accent_ink } else { hue.ink(p) });
        if let Some(note) = note {
            place(ui, note, second, equals + space::LARGE);
        }
        let right = rect.right() - space::SMALL;
        if columns.stacked {
            weights.paint(ui, right - weights.width(), second, quiet(p.text3));
        } else {
            weights.paint(ui, right - columns.weights, first, quiet(p.text3));
        }
        let right = if columns.stacked { right } else { right - columns.weights - space::LARGE };
        let left = right - result.size().x;
        place(ui, result, first, left);
        focus_ring(ui, &response, rect);
    }
    if response.clicked() {
        let chosen = ctx.lab.selection();
        let site = section.value(line, &graph, chosen.site.and_then(|site| site.scope.block), chosen.head);
        ctx.send(Command::Select(site));
        let again_by_key = lit && !response.clicked_by(PointerButton::Primary);
        if response.double_clicked() || again_by_key {
            ctx.open(View::Steps);
        }
    }
    copy_menu(&response, ctx.locale, &line.math);
    let told = describe::words(ctx.locale, ctx.prepared(), line.id);
    response.on_hover_text(format!("{}: {}", told.name, told.question))
}

fn focus_ring(ui: &Ui, response: &Response, rect: Rect) {
    if response.has_focus() {
        let ring = Stroke::new(space::FRAME, palette(ui).accent);
        ui.painter().rect_stroke(rect.expand(1.0), space::CONTROL_RADIUS, ring, StrokeKind::Inside);
    }
}
