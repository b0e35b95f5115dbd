//! How much room labels, titles and digits need.

use eframe::egui::{FontId, Ui, Vec2, vec2};

use super::fit::Pitch;
use super::geometry::{LABEL_LINE, Margins, TitlePlace};
use super::{Labels, MatrixView, Span, Totals};
use crate::ui::theme::{CellSize, space, text};
use crate::ui::widgets::count::float;
use crate::ui::widgets::notation;

/// Longer labels are cut; the whole word is in the tooltip.
const LONGEST_LABEL: f32 = 96.0;
/// Of longer axes only so many labels are measured.
const LABELS_MEASURED: usize = 256;
/// Between title and shape.
const TITLE_GAP: f32 = space::MEDIUM;
/// Left of the digits.
const DIGITS_LEFT: f32 = 2.0;
/// A mini-map is at least so thick, however long the matrix.
const MAP_LEAST: f32 = 12.0;

/// What a matrix needs beside its cells, whatever their size.
#[derive(Clone, Debug)]
pub struct Measured {
    row_label: f32,
    column_label: Option<f32>,
    totals: f32,
    title: Option<(TitlePlace, f32)>,
    row_axis: f32,
    column_axis: f32,
    map: Vec2,
}

impl Measured {
    pub fn of(ui: &Ui, view: &MatrixView<'_>) -> Self {
        let totals = view.totals.as_ref().map_or(0.0, |Totals { heading, total }| {
            let total = text_width(ui, &total(0), text::small_digits());
            space::LARGE + total.max(text_width(ui, heading, text::small()))
        });
        let columns = view.cells.columns();
        Self {
            row_label: longest_label(ui, &view.row_labels, view.cells.rows()),
            column_label: (!matches!(view.column_labels, Labels::None)).then(|| longest_label(ui, &view.column_labels, columns)),
            totals,
            title: (!view.title.is_empty()).then(|| (view.title_place, title_width(ui, view))),
            row_axis: if view.row_axis.is_some() || !view.row_bands.is_empty() { LABEL_LINE } else { 0.0 },
            column_axis: if view.column_axis.is_some() || !view.column_bands.is_empty() { LABEL_LINE } else { 0.0 },
            map: map_size([view.cells.rows(), columns], view.map_size),
        }
    }

    /// What is needed around cells of `pitch`.
    pub fn margins(&self, pitch: Pitch, rows: Span, columns: Span) -> Margins {
        Margins {
            row_axis: self.row_axis,
            row_labels: (self.row_label * label_growth(pitch)).ceil(),
            column_axis: self.column_axis,
            column_labels: (self.column_label).map_or(0.0, |longest| label_line(pitch, longest * label_growth(pitch))),
            totals: (self.totals * label_growth(pitch)).ceil(),
            title: self.title,
            map: if rows.is_cut() || columns.is_cut() { self.map } else { Vec2::ZERO },
        }
    }
}

/// The width of a cell in which every number up to the ends of the scale can be written.
pub fn digits_width(ui: &Ui, view: &MatrixView<'_>, size: CellSize) -> f32 {
    let Some(font) = size.digits() else { return 0.0 };
    let longest =
        (view.colouring.scale.ends().into_iter()).map(|end| (view.digits)(end).chars().count()).max().unwrap_or(0).max(view.longest);
    let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    float(longest) * digit + CellSize::PADDING + DIGITS_LEFT
}

/// How much larger labels are than those that were measured.
fn label_growth(pitch: Pitch) -> f32 {
    let [small, here] = [CellSize::L, pitch.size].map(|size| size.labels()[1].size);
    here / small
}

/// The height of the column labels: more than a line where they are written upwards, since cells without digits are too
/// narrow for words.
fn label_line(pitch: Pitch, longest: f32) -> f32 {
    if pitch.size.digits().is_none() && longest > pitch.cell.x - space::XS {
        (longest + space::MEDIUM).max(LABEL_LINE + 1.0)
    } else {
        LABEL_LINE
    }
}

/// The mini-map has the shape of the matrix, but no side too thin to grasp.
fn map_size(shape: [usize; 2], within: Vec2) -> Vec2 {
    let [rows, columns] = shape.map(float);
    let scale = (within.x / columns).min(within.y / rows);
    vec2((columns * scale).max(MAP_LEAST).round(), (rows * scale).max(MAP_LEAST).round())
}

fn title_width(ui: &Ui, view: &MatrixView<'_>) -> f32 {
    let ink = ui.visuals().text_color();
    let title = notation::layout(&view.title, &text::strong(), ink);
    let title = ui.fonts_mut(|fonts| fonts.layout_job(title)).size().x;
    let pencil = if view.refusal.is_some() { space::LARGE } else { 0.0 };
    title + pencil + TITLE_GAP + text_width(ui, &view.shape(), text::small_digits())
}

fn longest_label(ui: &Ui, labels: &Labels<'_>, count: usize) -> f32 {
    let width = |index: usize| labels.get(index).map_or(0.0, |label| text_width(ui, &label, text::small_strong()));
    let longest = match labels {
        Labels::None => 0.0,
        Labels::Numbered(_) => count.checked_sub(1).map_or(0.0, width),
        Labels::Named(_) => (0..count.min(LABELS_MEASURED)).map(width).fold(0.0, f32::max),
    };
    longest.min(LONGEST_LABEL).ceil()
}

fn text_width(ui: &Ui, text: &str, font: FontId) -> f32 {
    let ink = ui.visuals().text_color();
    ui.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font, ink)).size().x
}
