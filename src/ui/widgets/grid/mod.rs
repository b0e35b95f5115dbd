//! One matrix: its description, and how it is measured, drawn and used.

mod bands;
mod editor;
mod fit;
mod geometry;
mod in_place;
mod input;
mod measure;
mod overview;
mod paint;
mod span;

use std::rc::Rc;

use eframe::egui::{AsIdSalt, Id, IdSalt, Response, Ui, Vec2, vec2};

pub use bands::Band;
pub use editor::Editing;
pub use fit::{Fit, Pitch, Sizes};
pub use geometry::{Geometry, Margins, TitlePlace};
pub use span::Span;

pub(super) use editor::edit;
pub(super) use fit::{fit, fit_squares};
pub(super) use geometry::BRACKET_OFFSET;
pub(super) use input::{Interaction, interact};
pub(super) use measure::{Measured, digits_width};
pub(super) use overview::overview_ui;
pub(super) use paint::{Emphasis, paint, paint_rings};

use super::cells::{Block, Cell, Cells};
use super::hue::Hue;
use super::notation;
use super::scale::{Colouring, Scale};
use crate::ui::numbers;

/// Within this lies a mini-map, if nothing else is said.
const MAP_SIZE: Vec2 = vec2(96.0, 32.0);

/// What kind of matrix it is, told by what is around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatrixKind {
    /// Brackets: computed, like most.
    #[default]
    Activation,
    /// A frame: learned. With a pencil where it can be edited.
    Weights,
    /// A strong frame: what this step computes.
    Result,
}

/// The names of rows or of columns.
#[derive(Clone, Default)]
pub enum Labels<'a> {
    /// No names, and no room for them.
    #[default]
    None,
    /// d0, d1, …
    Numbered(&'a str),
    /// Tokens and the like.
    Named(Rc<dyn Fn(usize) -> String + 'a>),
}

impl<'a> Labels<'a> {
    /// One word a row or column.
    pub fn words<S: AsRef<str>>(words: &'a [S]) -> Self {
        Self::Named(Rc::new(|index| words.get(index).map_or_else(String::new, |word| word.as_ref().to_owned())))
    }

    /// The name of a row or column.
    pub fn get(&self, index: usize) -> Option<String> {
        match self {
            Self::None => None,
            Self::Numbered(letter) => Some(format!("{letter}{index}")),
            Self::Named(name) => Some(name(index)),
        }
    }
}

/// Marks of a masked cell: what is written in it, and what a screen reader says.
#[derive(Clone, Copy, Debug)]
pub struct MaskedText<'a> {
    /// In the cell.
    pub written: &'a str,
    /// By a screen reader.
    pub spoken: &'a str,
}

/// A column of text beside the cells.
#[derive(Clone)]
pub(super) struct Totals<'a> {
    pub heading: &'a str,
    pub total: Rc<dyn Fn(usize) -> String + 'a>,
}

/// A matrix as it is to be shown: numbers, names, fills, digits.
#[derive(Clone)]
#[must_use = "nothing is drawn before it is shown"]
pub struct MatrixView<'a> {
    pub(super) salt: IdSalt,
    pub(super) cells: Cells<'a>,
    pub(super) title: String,
    pub(super) title_place: TitlePlace,
    pub(super) hue: Hue,
    pub(super) kind: MatrixKind,
    pub(super) row_labels: Labels<'a>,
    pub(super) column_labels: Labels<'a>,
    pub(super) row_axis: Option<&'a str>,
    pub(super) column_axis: Option<&'a str>,
    pub(super) row_bands: Vec<Band>,
    pub(super) column_bands: Vec<Band>,
    pub(super) totals: Option<Totals<'a>>,
    pub(super) colouring: Colouring,
    pub(super) digits: Rc<dyn Fn(f64) -> String + 'a>,
    pub(super) longest: usize,
    pub(super) masked: MaskedText<'a>,
    pub(super) changed: Option<Rc<dyn Fn(Cell) -> bool + 'a>>,
    pub(super) tooltip: Option<Rc<dyn Fn(Cell) -> String + 'a>>,
    pub(super) refusal: Option<&'a str>,
    pub(super) chosen: Option<Cell>,
    pub(super) blocks: bool,
    pub(super) corner: Option<Cell>,
    pub(super) sizes: Sizes,
    pub(super) spoken: Option<&'a str>,
    pub(super) map_name: &'a str,
    pub(super) map_size: Vec2,
}

impl<'a> MatrixView<'a> {
    /// A matrix named `title` (`_` lowers and `^` raises what follows), with signed fills up to ±1 and two decimals.
    pub fn new(id_salt: impl AsIdSalt, title: impl Into<String>, cells: Cells<'a>) -> Self {
        Self {
            salt: IdSalt::new(id_salt),
            cells,
            title: title.into(),
            title_place: TitlePlace::Above,
            hue: Hue::Plain,
            kind: MatrixKind::Activation,
            row_labels: Labels::None,
            column_labels: Labels::None,
            row_axis: None,
            column_axis: None,
            row_bands: Vec::new(),
            column_bands: Vec::new(),
            totals: None,
            colouring: Scale::Signed { limit: 1.0 }.into(),
            digits: Rc::new(|value| numbers::fixed(value, numbers::DECIMALS)),
            longest: 0,
            masked: MaskedText { written: numbers::MINUS_INFINITY, spoken: numbers::MASKED },
            changed: None,
            tooltip: None,
            refusal: None,
            chosen: None,
            blocks: false,
            corner: None,
            sizes: Sizes::default(),
            spoken: None,
            map_name: "",
            map_size: MAP_SIZE,
        }
    }

    /// The hue of title, rings and bands.
    pub fn hue(self, hue: Hue) -> Self {
        Self { hue, ..self }
    }

    /// What is around the cells.
    pub fn kind(self, kind: MatrixKind) -> Self {
        Self { kind, ..self }
    }

    /// Above the matrix, or below.
    pub fn title_place(self, title_place: TitlePlace) -> Self {
        Self { title_place, ..self }
    }

    /// Names at the left.
    pub fn row_labels(self, row_labels: Labels<'a>) -> Self {
        Self { row_labels, ..self }
    }

    /// Names above.
    pub fn column_labels(self, column_labels: Labels<'a>) -> Self {
        Self { column_labels, ..self }
    }

    /// What the rows are and what the columns are, where that must be said.
    pub fn axes(self, rows: &'a str, columns: &'a str) -> Self {
        Self { row_axis: Some(rows), column_axis: Some(columns), ..self }
    }

    /// Rows that belong together, named at the left in the place of an axis.
    pub fn row_bands(self, row_bands: Vec<Band>) -> Self {
        Self { row_bands, ..self }
    }

    /// Columns that belong together, named above in the place of an axis.
    pub fn column_bands(self, column_bands: Vec<Band>) -> Self {
        Self { column_bands, ..self }
    }

    /// A further column of text at the right, under `heading`: sums of rows, say.
    pub fn totals(self, heading: &'a str, total: impl Fn(usize) -> String + 'a) -> Self {
        Self { totals: Some(Totals { heading, total: Rc::new(total) }), ..self }
    }

    /// Takes the column of totals away.
    pub fn without_totals(self) -> Self {
        Self { totals: None, ..self }
    }

    /// What the fills mean.
    pub fn colouring(self, colouring: impl Into<Colouring>) -> Self {
        Self { colouring: colouring.into(), ..self }
    }

    /// How a number is written in its cell.
    pub fn digits(self, digits: impl Fn(f64) -> String + 'a) -> Self {
        Self { digits: Rc::new(digits), ..self }
    }

    /// The signs of the longest number, where that is longer than the ends of the scale.
    pub fn longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// What stands in masked cells.
    pub fn masked(self, masked: MaskedText<'a>) -> Self {
        Self { masked, ..self }
    }

    /// Cells that differ from what they were get a dot.
    pub fn changed(self, changed: impl Fn(Cell) -> bool + 'a) -> Self {
        Self { changed: Some(Rc::new(changed)), ..self }
    }

    /// At most three lines beside the cell under the pointer. Cells without digits say name and value by themselves.
    pub fn tooltip(self, tooltip: impl Fn(Cell) -> String + 'a) -> Self {
        Self { tooltip: Some(Rc::new(tooltip)), ..self }
    }

    /// Its cells can be edited, which a pencil says; `refusal` is shown where what was typed is no number.
    pub fn editable(self, refusal: &'a str) -> Self {
        Self { refusal: Some(refusal), ..self }
    }

    /// The selected cell.
    pub fn chosen(self, chosen: Option<Cell>) -> Self {
        Self { chosen, ..self }
    }

    /// Blocks of cells can be chosen, by drag, Shift and arrows, or Shift and click: from the selected cell to `corner`. The caller
    /// then is told what is to be copied; of other matrices it is the number of the selected cell.
    pub fn corner(self, corner: Option<Cell>) -> Self {
        Self { blocks: true, corner, ..self }
    }

    /// Which sizes of cells are tried.
    pub fn sizes(self, sizes: Sizes) -> Self {
        Self { sizes, ..self }
    }

    /// What a screen reader calls the matrix, if not by its title.
    pub fn spoken(self, spoken: &'a str) -> Self {
        Self { spoken: Some(spoken), ..self }
    }

    /// What a screen reader calls the mini-map of this matrix: "part of Q that is shown".
    pub fn map_name(self, map_name: &'a str) -> Self {
        Self { map_name, ..self }
    }

    /// The largest mini-map.
    pub fn map_size(self, map_size: Vec2) -> Self {
        Self { map_size, ..self }
    }

    /// What stands in a cell, as text.
    pub fn text_of(&self, cell: Cell) -> String {
        use super::cells::Reading;
        match self.cells.read(cell) {
            Reading::Number(value) => (self.digits)(value),
            Reading::Masked => self.masked.written.to_owned(),
            Reading::Infinite { positive: true } => "+∞".to_owned(),
            Reading::Infinite { positive: false } => numbers::MINUS_INFINITY.to_owned(),
            Reading::NotANumber => numbers::NAN.to_owned(),
        }
    }

    /// The chosen cells: the selected one, or the block that begins with it.
    pub(super) fn block(&self) -> Option<Block> {
        let chosen = self.chosen.filter(|&cell| self.cells.contains(cell))?;
        let corner = self.corner.filter(|&cell| self.cells.contains(cell));
        Some(Block::between(chosen, corner.unwrap_or(chosen)))
    }

    pub(super) fn id(&self, ui: &Ui) -> Id {
        ui.make_persistent_id(self.salt)
    }

    pub(super) fn shape(&self) -> String {
        numbers::shape(self.cells.rows(), self.cells.columns())
    }

    /// The name without its signs for lowering and raising.
    pub(super) fn plain_name(&self) -> String {
        (self.spoken).map_or_else(|| notation::spoken(&self.title), str::to_owned)
    }

    /// The name for a screen reader: title and shape.
    pub(super) fn spoken_name(&self) -> String {
        format!("{}, {}", self.plain_name(), self.shape())
    }

    /// A cell for a screen reader: where it is and what stands in it.
    pub(super) fn spoken_cell(&self, cell: Cell) -> String {
        let row = self.row_labels.get(cell.row);
        let column = self.column_labels.get(cell.column);
        let row = row.unwrap_or_else(|| cell.row.to_string());
        let column = column.unwrap_or_else(|| cell.column.to_string());
        let value = if self.cells.is_masked(cell) { self.masked.spoken.to_owned() } else { self.text_of(cell) };
        format!("{row}, {column}: {value}")
    }
}

/// What the user did with a matrix in this frame.
#[derive(Clone, Debug)]
pub struct MatrixOutput {
    /// The cells as one widget.
    pub response: Response,
    /// Where everything was drawn.
    pub geometry: Geometry,
    /// The cell under the pointer.
    pub hovered: Option<Cell>,
    /// The cell that was chosen now, by click or arrow key.
    pub chosen: Option<Cell>,
    /// The cell up to which the chosen block reaches from now on.
    pub extended: Option<Cell>,
    /// The choice was given up, with Esc.
    pub released: bool,
    /// The cell that was opened now: clicked twice, or Enter.
    pub opened: Option<Cell>,
    /// What came of an edit that ended now.
    pub edit: Option<Edit>,
    /// The chosen cells are to be copied now.
    pub copied: Option<Block>,
    /// Text that was pasted now, into cells that can be edited.
    pub pasted: Option<String>,
}

/// The end of an edit.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A number was typed, and the cell is to have it.
    Accepted {
        /// The cell that was edited.
        cell: Cell,
        /// What it is to hold.
        value: f64,
    },
    /// What was typed is no number; the cell keeps its value.
    Refused {
        /// The cell that was edited.
        cell: Cell,
        /// What was typed.
        text: String,
    },
}
