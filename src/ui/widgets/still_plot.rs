//! A plot that keeps still: nothing in it is dragged or zoomed, and its ticks are those of the lab.

use eframe::egui::{Response, Role, Ui, Vec2, WidgetInfo};
use egui_plot::{AxisHints, Line, Plot, PlotTransform};

use super::ticks;
use crate::ui::theme::{palette, text};

/// A tick for so many points of the axis.
pub const TICK_WIDTH: f64 = 72.0;
const TICK_HEIGHT: f64 = 36.0;

/// The plot, of a size; `logarithmic` says whether y counts powers of ten.
pub fn still_plot(ui: &Ui, id: &str, size: Vec2, logarithmic: bool) -> Plot<'static> {
    Plot::new(id)
        .width(size.x)
        .height(size.y)
        .show_background(false)
        .show_crosshair(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .set_margin_fraction(Vec2::ZERO)
        .grid_color(palette(ui).divider)
        .grid_fade(0.0)
        .grid_spacing(1.0..=2.0)
        .label_formatter(|_| None)
        .y_grid_spacer(move |input| ticks(input.bounds, f64::from(size.y) / TICK_HEIGHT, logarithmic))
}

/// An axis with its numbers as small digits.
pub fn axis<'a>(ui: &Ui, hints: AxisHints<'a>) -> AxisHints<'a> {
    hints.tick_label_color(palette(ui).text3).tick_label_font(text::small_digits()).label_spacing(1.0..=2.0)
}

/// Draws lines within bounds of x and of y. The plot's `name` is told to those who do not see it.
pub fn draw_lines(
    ui: &mut Ui,
    plot: Plot<'_>,
    [left, right]: [f64; 2],
    [low, high]: [f64; 2],
    lines: Vec<Line<'_>>,
    name: &str,
) -> (PlotTransform, Response) {
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(left..=right);
        plot.set_plot_bounds_y(low..=high);
        for line in lines {
            plot.line(line);
        }
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    (shown.transform, shown.response)
}
