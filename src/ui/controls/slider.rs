use std::ops::RangeInclusive;

use eframe::egui::{Rect, Response, Sense, Slider, Stroke, Ui, UiBuilder, Widget, vec2};

use super::field::{self, InputBox};
use super::paint;
use super::typed::whole_digits;
use crate::ui::theme::{palette, space};

/// A whole number as a place on a rail, with its name and a field for the exact value.
#[must_use = "add it to a ui"]
pub struct IntegerSlider<'a> {
    name: &'a str,
    value: &'a mut usize,
    range: RangeInclusive<usize>,
    logarithmic: bool,
}

impl<'a> IntegerSlider<'a> {
    const RAIL: f32 = 104.0;
    const FIELD: f32 = 52.0;

    /// The slider of `value` over `range`.
    pub fn new(name: &'a str, value: &'a mut usize, range: RangeInclusive<usize>) -> Self {
        Self { name, value, range, logarithmic: false }
    }

    /// For ranges that cover several orders of magnitude: equal distances on the rail are equal ratios.
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }
}

impl Widget for IntegerSlider<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let Self { name, value, range, logarithmic } = self;
        field::named(ui, name, |ui, label| {
            let size = vec2(Self::RAIL + space::SMALL + Self::FIELD, space::CONTROL_HEIGHT);
            let (rect, whole) = ui.allocate_exact_size(size, Sense::hover());
            let rail = Rect::from_min_size(rect.min, vec2(Self::RAIL, rect.height()));
            let digits = Rect::from_min_max(rail.right_top() + vec2(space::SMALL, 0.0), rect.max);

            let mut on_rail = ui.new_child(UiBuilder::new().id_salt(whole.id).max_rect(rail));
            style_rail(&mut on_rail);
            on_rail.spacing_mut().slider_width = Self::RAIL;
            let slider = Slider::new(value, range.clone()).logarithmic(logarithmic).show_value(false);
            let slid = on_rail.add(slider).labelled_by(label);

            paint::focus_ring(ui, &slid, rail, space::CONTROL_RADIUS);

            let field = InputBox::at(ui, digits, whole.id.with("digits"), false);
            let typed = field.show(ui, digits, |ui| whole_digits(ui, name, value, range, 1.0));
            let typed = typed.labelled_by(label);
            slid | typed
        })
    }
}

/// By how much the handle is drawn smaller than egui would.
const HANDLE_INSET: f32 = 4.0;

pub(super) fn style_rail(ui: &mut Ui) {
    let p = palette(ui);
    let visuals = ui.visuals_mut();
    visuals.selection.bg_fill = p.accent;
    let widgets = &mut visuals.widgets;
    for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
        state.bg_fill = p.divider;
        state.fg_stroke = Stroke::new(space::FRAME, p.accent);
        // The place that answers to the pointer stays as high as the control.
        state.expansion = -HANDLE_INSET;
    }
}
