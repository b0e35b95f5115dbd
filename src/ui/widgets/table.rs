//! Numbers in rows under their heads, with shares of a whole as bars.

use std::sync::Arc;

use eframe::egui::text::TextWrapping;
use eframe::egui::{Align2, CornerRadius, Galley, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::count::{float, narrow};
use super::notation;
use crate::ui::theme::{palette, space, text};

/// Between two columns.
const GAP: f32 = space::MEDIUM;
/// The narrowest that the column which gives way becomes.
const NARROWEST: f32 = 48.0;
/// Width of the longest bar, and its height.
const BAR: f32 = 48.0;
const BAR_HEIGHT: f32 = 8.0;

/// The sign of a product between spaces at which no line ends.
const PRODUCT: &str = "\u{A0}·\u{A0}";

/// What stands in a row under one head.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// Words, or a formula: `_` lowers and `^` raises.
    Words(String),
    /// The same, stepping back.
    Aside(String),
    /// Digits, flush right.
    Digits(String),
    /// A part of a whole, from 0 to 1: a bar, and the part as it is written.
    Share(f64, String),
    /// Nothing.
    Empty,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableRow {
    /// A cell for each head.
    pub cells: Vec<TableCell>,
    /// Whether it is the sum of those above it.
    pub sum: bool,
}

/// Rows under heads.
#[must_use = "nothing is drawn before it is shown"]
pub struct Table<'a> {
    heads: &'a [String],
    rows: &'a [TableRow],
    yielding: usize,
}

impl<'a> Table<'a> {
    /// The first column gives way where there is no room for all.
    pub fn new(heads: &'a [String], rows: &'a [TableRow]) -> Self {
        Self { heads, rows, yielding: 0 }
    }

    /// Another column gives way, and takes what is left.
    pub fn yielding(self, column: usize) -> Self {
        Self { yielding: column, ..self }
    }

    /// Draws it over the width there is.
    pub fn show(self, ui: &mut Ui) {
        let widths = self.widths(ui);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            self.head_ui(ui, &widths);
            for row in self.rows {
                self.row_ui(ui, row, &widths);
            }
        });
    }

    /// What each column needs; the one that gives way gets what is left.
    fn widths(&self, ui: &Ui) -> Vec<f32> {
        let head = |title: &String| ui.painter().layout_no_wrap(title.clone(), text::small(), palette(ui).text3).size().x;
        let mut widths: Vec<f32> = self.heads.iter().map(head).collect();
        for row in self.rows {
            for (width, cell) in widths.iter_mut().zip(&row.cells) {
                let needed = match cell {
                    TableCell::Share(..) => BAR + GAP / 2.0 + layout(ui, cell, row.sum, f32::INFINITY).size().x,
                    _ => layout(ui, cell, row.sum, f32::INFINITY).size().x,
                };
                *width = width.max(needed.ceil());
            }
        }
        let gaps = GAP * float(widths.len().saturating_sub(1));
        let left = ui.available_width() - gaps - widths.iter().sum::<f32>();
        if let Some(width) = widths.get_mut(self.yielding) {
            *width = (*width + left).max(NARROWEST);
        }
        widths
    }

    fn head_ui(&self, ui: &mut Ui, widths: &[f32]) {
        let p = palette(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::hover());
        for (column, (title, place)) in self.heads.iter().zip(places(rect, widths)).enumerate() {
            let right = self.rows.iter().any(|row| matches!(row.cells.get(column), Some(TableCell::Digits(_))));
            let (at, align) = if right { (place.right_center(), Align2::RIGHT_CENTER) } else { (place.left_center(), Align2::LEFT_CENTER) };
            ui.painter().text(at, align, title, text::small(), p.text3);
        }
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(space::LINE, p.divider));
    }

    fn row_ui(&self, ui: &mut Ui, row: &TableRow, widths: &[f32]) {
        let p = palette(ui);
        let galleys: Vec<Arc<Galley>> = row.cells.iter().zip(widths).map(|(cell, &width)| layout(ui, cell, row.sum, width)).collect();
        let higher = galleys.iter().filter(|galley| galley.rows.len() > 1).map(|galley| galley.size().y + space::SMALL);
        let height = higher.fold(space::PROPERTY_ROW, f32::max);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Row, ui.is_enabled(), self.spoken(row)));
        if row.sum {
            ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(space::LINE, p.line));
        }
        // What stands in one line stands beside the first line of what does not.
        let line = Rect::from_min_size(rect.min, vec2(rect.width(), space::PROPERTY_ROW));
        for ((cell, galley), place) in row.cells.iter().zip(galleys).zip(places(line, widths)) {
            let right = matches!(cell, TableCell::Digits(_) | TableCell::Share(..));
            if let TableCell::Share(share, _) = cell {
                let length = narrow(share.clamp(0.0, 1.0)) * BAR;
                let bar = Rect::from_min_size(pos2(place.left(), place.center().y - BAR_HEIGHT / 2.0), vec2(length.max(1.0), BAR_HEIGHT));
                ui.painter().rect_filled(bar, CornerRadius::ZERO, p.line);
            }
            let align = if right { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
            let first = vec2(galley.size().x, galley.rows.first().map_or(0.0, |row| row.height()));
            let at: Pos2 = align.align_size_within_rect(first, place).min;
            ui.painter().galley(at, galley, p.text);
        }
    }

    fn spoken(&self, row: &TableRow) -> String {
        let cell = |(title, cell): (&String, &TableCell)| {
            let said = match cell {
                TableCell::Words(words) | TableCell::Aside(words) => notation::spoken(words),
                TableCell::Digits(written) | TableCell::Share(_, written) => written.clone(),
                TableCell::Empty => return None,
            };
            Some(if title.is_empty() { said } else { format!("{title} {said}") })
        };
        let mut cells = self.heads.iter().zip(&row.cells);
        // The first cell names the row; its head would only repeat what all rows are.
        let name = cells.next().and_then(|(_, first)| cell((&String::new(), first)));
        name.into_iter().chain(cells.filter_map(cell)).collect::<Vec<_>>().join(", ")
    }
}

/// The text of a cell, in several lines where it is too wide.
fn layout(ui: &Ui, cell: &TableCell, sum: bool, width: f32) -> Arc<Galley> {
    let p = palette(ui);
    let (body, digits) = if sum { (text::strong(), text::strong_digits()) } else { (text::body(), text::digits()) };
    let mut job = match cell {
        TableCell::Words(words) => notation::layout(words, &body, p.text),
        // A product is not torn apart as long as a sum or an equation can be.
        TableCell::Aside(words) => notation::layout(&words.replace(" · ", PRODUCT), &text::small_digits(), p.text2),
        TableCell::Digits(written) => notation::layout(written, &digits, p.text),
        TableCell::Share(_, written) => notation::layout(written, &digits, p.text2),
        TableCell::Empty => notation::layout("", &body, p.text),
    };
    job.wrap = TextWrapping::wrap_at_width(width);
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The place of each column in a row.
fn places(row: Rect, widths: &[f32]) -> impl Iterator<Item = Rect> + '_ {
    let mut left = row.left();
    widths.iter().map(move |width| {
        let place = Rect::from_x_y_ranges(left..=left + width, row.y_range());
        left += width + GAP;
        place
    })
}
