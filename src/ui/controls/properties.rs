use std::sync::Arc;

use eframe::egui::{Align2, Galley, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// A name and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    name: &'a str,
    value: &'a str,
    number: bool,
}

impl<'a> Property<'a> {
    /// A property in words.
    pub fn text(name: &'a str, value: &'a str) -> Self {
        Self {
            name,
            value,
            number: false,
        }
    }

    /// A property whose value is a number, set in the font of digits.
    pub fn number(name: &'a str, value: &'a str) -> Self {
        Self {
            name,
            value,
            number: true,
        }
    }
}

/// Narrowest column of names.
const NAMES: f32 = 84.0;

/// Rows of names and, in a column of their own, values. Long values take more lines.
pub fn properties(ui: &mut Ui, rows: &[Property<'_>]) {
    let p = palette(ui);
    let width = ui.available_width();
    let names: Vec<Arc<Galley>> = rows
        .iter()
        .map(|row| paint::line(ui, row.name, text::body(), p.text2, 0.6 * width))
        .collect();
    let widest = names.iter().map(|name| name.size().x).fold(NAMES, f32::max);
    let column = widest + space::LARGE;

    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (row, name) in rows.iter().zip(names) {
            let font = if row.number {
                text::digits()
            } else {
                text::body()
            };
            let value = paint::lines(ui, row.value, font, p.text, width - column);
            let height = space::PROPERTY_ROW + value.size().y - text::LINE_HEIGHT;
            let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            response.widget_info(|| {
                WidgetInfo::labeled(
                    Role::Label,
                    ui.is_enabled(),
                    format!("{}: {}", row.name, row.value),
                )
            });
            let first_line = Rect::from_min_size(rect.min, vec2(width, space::PROPERTY_ROW));
            paint::place(ui, name, first_line, Align2::LEFT_CENTER);
            let value_rect = Rect::from_min_max(pos2(rect.left() + column, rect.top()), rect.max);
            paint::place(ui, value, value_rect, Align2::LEFT_CENTER);
        }
    });
}
