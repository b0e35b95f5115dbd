use eframe::egui::{Response, Slider, Ui, Widget};

use super::slider::style_rail;
use crate::ui::theme::space;

/// A rail over a few sensible whole numbers; whatever else is wanted is typed into the field beside it.
#[must_use = "add it to a ui"]
pub struct Stops<'a> {
    name: &'a str,
    value: &'a mut usize,
    places: &'a [usize],
}

impl<'a> Stops<'a> {
    /// The rail of `value` over `stops`, in rising order.
    pub fn new(name: &'a str, value: &'a mut usize, stops: &'a [usize]) -> Self {
        Self { name, value, places: stops }
    }
}

impl Widget for Stops<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let Self { name, value, places: stops } = self;
        // Between two stops the handle stands at the lower one.
        let mut at = stops.iter().rposition(|stop| *stop <= *value).unwrap_or(0);
        let before = at;
        let width = ui.available_width();
        let response = ui.scope(|ui| {
            style_rail(ui);
            ui.spacing_mut().slider_width = width;
            ui.spacing_mut().interact_size.y = space::HIT_TARGET;
            ui.add(Slider::new(&mut at, 0..=stops.len().saturating_sub(1)).show_value(false))
        });
        if at != before
            && let Some(&stop) = stops.get(at)
        {
            *value = stop;
        }
        response.inner.accessible_name(name)
    }
}
