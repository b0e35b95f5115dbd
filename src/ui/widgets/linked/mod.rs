//! The matrices of one step, and which cells of the operands a cell of the result comes from.
//!
//! One mechanism serves every operation: a result, its operands, and a function from a result cell to blocks of operand
//! cells. Products, sums, softmax, norms, concatenations differ only in that function and in how they are arranged. A
//! matrix on its own is a result without operands.

mod arrangement;
mod axes;
mod paint;

use std::rc::Rc;

use eframe::egui::{Id, Rect, Sense, Ui, Vec2};

use self::arrangement::{Form, Layout, Piece};
use self::axes::Axes;
use super::cells::{Block, Cell};
use super::grid::{self, Editing, Emphasis, Fit, Geometry, Interaction, MatrixOutput, MatrixView, Measured, Pitch, Sizes};
use crate::ui::theme::CellSize;

/// What is written between matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign<'a> {
    /// A sign as it stands in a formula: "+", "=".
    Written(&'a str),
    /// An arrow from the operand to the result, with the name of the operation.
    Arrow(&'a str),
}

/// How the matrices stand to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrangement<'a> {
    /// A product of two operands: the result at the crossing.
    Crossing,
    /// Beside or under each other, whichever leaves larger cells, with a sign after each operand.
    Row(Vec<Sign<'a>>),
}

/// Cells of an operand that a result cell comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Index of the operand.
    pub operand: usize,
    /// The cells of that operand.
    pub block: Block,
    /// Whether a band joins them to the result cell; what only leads to another operand is lit alone.
    pub joined: bool,
}

impl Source {
    /// Cells from which the result cell is made.
    pub fn new(operand: usize, block: Block) -> Self {
        Self { operand, block, joined: true }
    }
}

/// What the caller keeps between frames: the parts that are shown, and the cell that is edited.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridState {
    /// First row or column that is shown, for each axis.
    first: Vec<usize>,
    /// What the wheel has moved so far, less than a cell.
    rest: Vec2,
    /// The selections that were already brought into view.
    revealed: Vec<Option<Cell>>,
    editing: Option<(usize, Editing)>,
}

/// Operands and result of a step, ready to be shown.
#[must_use = "nothing is drawn before it is shown"]
pub struct Linked<'a> {
    /// The result last.
    views: Vec<MatrixView<'a>>,
    arrangement: Arrangement<'a>,
    sources: Rc<dyn Fn(Cell) -> Vec<Source> + 'a>,
    room: Option<Vec2>,
}

/// What happened in this frame.
pub struct LinkedOutput {
    /// In the order they were given.
    pub operands: Vec<MatrixOutput>,
    /// Of the result.
    pub result: MatrixOutput,
    /// The result cell that is explained: the one under the pointer, else the chosen one.
    pub shown: Option<Cell>,
    /// The size of the cells.
    pub pitch: Pitch,
    /// Everything that was drawn.
    pub rect: Rect,
}

impl MatrixView<'_> {
    /// Shows the matrix on its own.
    pub fn show(self, ui: &mut Ui, state: &mut GridState) -> MatrixOutput {
        let room = ui.available_size();
        self.show_within(ui, state, room)
    }

    /// Shows the matrix on its own, in less room than there is.
    pub fn show_within(self, ui: &mut Ui, state: &mut GridState, room: Vec2) -> MatrixOutput {
        let alone = Linked::new(Vec::new(), self, Arrangement::Row(Vec::new()));
        alone.room(room).show(ui, state).result
    }
}

impl<'a> Linked<'a> {
    /// `operands` in the order of the formula.
    pub fn new(operands: Vec<MatrixView<'a>>, result: MatrixView<'a>, arrangement: Arrangement<'a>) -> Self {
        let mut views = operands;
        views.push(result);
        Self { views, arrangement, sources: Rc::new(|_| Vec::new()), room: None }
    }

    /// Where a cell of the result comes from.
    pub fn sources(self, sources: impl Fn(Cell) -> Vec<Source> + 'a) -> Self {
        Self { sources: Rc::new(sources), ..self }
    }

    /// The room there is, if it is not all that is left.
    pub fn room(self, room: Vec2) -> Self {
        Self { room: Some(room), ..self }
    }

    /// Draws all matrices in the middle of the width there is, and takes the input of each.
    pub fn show(self, ui: &mut Ui, state: &mut GridState) -> LinkedOutput {
        let ids: Vec<Id> = self.views.iter().map(|view| view.id(ui)).collect();
        let room = self.room.unwrap_or_else(|| ui.available_size());
        let axes = Axes::of(&self.views, &self.arrangement);
        state.first.resize(axes.totals.len(), 0);
        state.revealed.resize(self.views.len(), None);

        let measured: Vec<Measured> = (self.views.iter()).map(|view| Measured::of(ui, view)).collect();
        let (fit, form) = self.best_form(ui, &measured, &axes, room);
        self.reveal(&axes, &fit, state);
        let layout = lay_out(&measured, &axes, &fit, form, &self.sign_sizes(ui, form));
        let width = layout.size.x.max(ui.available_width().min(room.x));
        let (place, _) = ui.allocate_exact_size(Vec2::new(width, layout.size.y), Sense::hover());
        let origin = place.min + Vec2::new(((width - layout.size.x) / 2.0).floor(), 0.0);
        let grids: Vec<Geometry> = (0..self.views.len())
            .map(|index| {
                let [rows, columns] = axes.spans(index, &state.first, &fit.shown);
                let margins = measured[index].margins(fit.pitch, rows, columns);
                let origin = origin + layout.origins[index].to_vec2();
                Geometry::place(origin, fit.pitch, rows, columns, margins)
            })
            .collect();

        let interactions: Vec<Interaction> =
            (self.views.iter().zip(&grids).zip(&ids)).map(|((view, grid), &id)| grid::interact(ui, view, grid, id)).collect();
        let last = self.views.len() - 1;
        let chosen = (interactions[last].chosen).or(self.views[last].chosen.filter(|_| !interactions[last].released));
        let chosen = chosen.filter(|&cell| self.views[last].cells.contains(cell));
        let shown = interactions[last].hovered.or(chosen);
        let sources = shown.map(|cell| (self.sources)(cell));

        if let (Some(cell), Some(sources)) = (shown, &sources) {
            paint::bands(ui, &self.views, &grids, cell, sources);
        }
        for (index, view) in self.views.iter().enumerate() {
            let emphasis = if index == last {
                result_emphasis(shown, chosen, view.block())
            } else {
                operand_emphasis(index, view, &interactions[index], sources.as_deref())
            };
            grid::paint(ui, view, &grids[index], &emphasis);
            if index == last
                && let (Some(cell), Some(sources)) = (shown, &sources)
            {
                paint::paths(ui, &self.views, &grids, cell, sources);
            }
            paint::focus(ui, &grids[index], &interactions[index].response);
            paint::tooltip(ui, view, &grids[index], &interactions[index]);
        }
        if let Arrangement::Row(signs) = &self.arrangement {
            let upright = matches!(form, Form::Line);
            for (index, (sign, place)) in signs.iter().zip(&layout.signs).enumerate() {
                let downward = !upright && (form == Form::Stack || index + 1 == signs.len());
                paint::sign(ui, sign, place.translate(origin.to_vec2()), downward);
            }
        }

        self.move_windows(ui, &axes, &grids, &ids, &interactions, state);
        let edits = self.edits(ui, &grids, &ids, &interactions, state);
        // What is pasted while a number is typed belongs to its field.
        let typing = state.editing.is_some();
        let mut outputs: Vec<MatrixOutput> = (interactions.into_iter().zip(grids).zip(edits))
            .map(|((interaction, geometry), edit)| MatrixOutput {
                copied: interaction.copied.filter(|_| !typing),
                pasted: interaction.pasted.filter(|_| !typing),
                response: interaction.response,
                geometry,
                hovered: interaction.hovered,
                chosen: interaction.chosen,
                extended: interaction.extended,
                released: interaction.released,
                opened: interaction.opened,
                edit,
            })
            .collect();
        let result = outputs.remove(last);
        LinkedOutput { operands: outputs, result, shown, pitch: fit.pitch, rect: Rect::from_min_size(origin, layout.size) }
    }

    /// Of the forms an arrangement may take, the one with the largest cells, and of those the one that shows most.
    fn best_form(&self, ui: &Ui, measured: &[Measured], axes: &Axes, room: Vec2) -> (Fit, Form) {
        let forms: &[Form] = match self.arrangement {
            Arrangement::Crossing => &[Form::Crossing],
            Arrangement::Row(_) if self.views.len() == 1 => &[Form::Line],
            Arrangement::Row(_) => &[Form::Line, Form::ResultUnder, Form::Stack],
        };
        let sizes = &self.views[self.views.len() - 1].sizes;
        let digits_width = |size| (self.views.iter().map(|view| grid::digits_width(ui, view, size))).fold(0.0, f32::max);
        // A window of one row or column is taken only where there is no better.
        let narrowest = |fit: &Fit| fit.shown.iter().zip(&axes.totals).map(|(&shown, &total)| if shown < total { shown } else { 3 }).min();
        // Of parts the one that shows most counts, not the one whose few cells have grown.
        let size = |fit: &Fit| if fit.shown == axes.totals { fit.pitch.size } else { fit.pitch.size.min(sizes.part) };
        let rank = |fit: &Fit| (size(fit), narrowest(fit).map(|least| least.min(3)), fit.shown.iter().sum::<usize>());
        let mut best: Option<(Fit, Form)> = None;
        let mut try_all = |sizes: &Sizes| {
            for &form in forms {
                let signs = self.sign_sizes(ui, form);
                let extent = |pitch: Pitch, shown: &[usize]| {
                    let fit = Fit { pitch, shown: shown.to_vec() };
                    lay_out(measured, axes, &fit, form, &signs).size
                };
                let fit = grid::fit(&axes.totals, sizes, room, digits_width, extent);
                if best.as_ref().is_none_or(|(other, _)| rank(&fit) > rank(other)) {
                    best = Some((fit, form));
                }
            }
            best.as_ref().is_some_and(|(fit, _)| fit.pitch.size.digits().is_some())
        };
        // Where digits can be read in one form, a part with digits in another may show more of them.
        if try_all(sizes) && sizes.grow && forms.len() > 1 {
            try_all(&Sizes { whole: CellSize::M..=*sizes.whole.end(), ..sizes.clone() });
        }
        best.unwrap_or_else(|| {
            let pitch = Pitch::new(sizes.part, digits_width);
            let shown = axes.totals.clone();
            (Fit { pitch, shown }, Form::Line)
        })
    }

    fn sign_sizes(&self, ui: &Ui, form: Form) -> Vec<Vec2> {
        match &self.arrangement {
            Arrangement::Crossing => Vec::new(),
            Arrangement::Row(signs) => (signs.iter().map(|sign| paint::sign_size(ui, sign, form))).collect(),
        }
    }

    /// Brings a selection that is new into view, with the cells it comes from.
    fn reveal(&self, axes: &Axes, fit: &Fit, state: &mut GridState) {
        for (index, view) in self.views.iter().enumerate() {
            // Of a block the corner that is moved.
            let chosen = view.corner.or(view.chosen).filter(|&cell| view.cells.contains(cell));
            if state.revealed[index] == chosen {
                continue;
            }
            state.revealed[index] = chosen;
            let Some(cell) = chosen else { continue };
            axes.reveal(index, &Block::cell(cell), &fit.shown, &mut state.first);
            if index + 1 == self.views.len() {
                for source in (self.sources)(cell) {
                    axes.reveal(source.operand, &source.block, &fit.shown, &mut state.first);
                }
            }
        }
    }

    /// By wheel and mini-map.
    fn move_windows(&self, ui: &Ui, axes: &Axes, grids: &[Geometry], ids: &[Id], interactions: &[Interaction], state: &mut GridState) {
        for (index, view) in self.views.iter().enumerate() {
            let [row_axis, column_axis] = axes.of[index];
            let grid = &grids[index];
            if let Some((rows, columns)) = grid::overview_ui(ui, view, grid, ids[index]) {
                state.first[row_axis] = rows.first();
                state.first[column_axis] = columns.first();
                ui.request_repaint();
            }
            let scrolled = interactions[index].scrolled;
            if scrolled != Vec2::ZERO {
                let sum = state.rest + scrolled;
                let steps = Vec2::new(sum.x.trunc(), sum.y.trunc());
                state.rest = sum - steps;
                state.first[row_axis] = axes::moved(grid.rows, steps.y).first();
                state.first[column_axis] = axes::moved(grid.columns, steps.x).first();
                ui.request_repaint();
            }
        }
    }

    /// Begins an edit where one was asked for, and goes on with the one that is open.
    fn edits(
        &self,
        ui: &mut Ui,
        grids: &[Geometry],
        ids: &[Id],
        interactions: &[Interaction],
        state: &mut GridState,
    ) -> Vec<Option<grid::Edit>> {
        for (index, interaction) in interactions.iter().enumerate() {
            let view = &self.views[index];
            if view.refusal.is_none() {
                continue;
            }
            if let Some(cell) = interaction.opened {
                state.editing = Some((index, Editing::number(cell, view.cells.value(cell))));
            } else if let (Some(cell), Some(text)) = (view.chosen, &interaction.typed) {
                state.editing = Some((index, Editing::typed(cell, text.clone())));
            }
        }
        let mut edits = vec![None; self.views.len()];
        if let Some((index, editing)) = state.editing.take()
            && let Some(view) = self.views.get(index)
        {
            let mut editing = Some(editing);
            edits[index] = grid::edit(ui, view, &grids[index], ids[index], &mut editing);
            state.editing = editing.map(|editing| (index, editing));
        }
        edits
    }
}

fn lay_out(measured: &[Measured], axes: &Axes, fit: &Fit, form: Form, signs: &[Vec2]) -> Layout {
    let pieces: Vec<Piece> = (measured.iter().enumerate())
        .map(|(index, measured)| {
            let [rows, columns] = axes.spans(index, &[], &fit.shown);
            let margins = measured.margins(fit.pitch, rows, columns);
            Piece {
                extent: Geometry::extent(fit.pitch, rows, columns, &margins),
                body: Geometry::body_in_extent(fit.pitch, rows, columns, &margins),
            }
        })
        .collect();
    arrangement::layout(form, &pieces, signs)
}

fn result_emphasis(shown: Option<Cell>, chosen: Option<Cell>, block: Option<Block>) -> Emphasis {
    let block = block.filter(|block| block.count() > 1);
    let strong = shown.map(Block::cell).into_iter().chain(block.clone());
    Emphasis {
        shown,
        pinned: chosen.filter(|_| chosen != shown),
        lit: None,
        strong_rows: strong.clone().map(|block| block.rows).collect(),
        strong_columns: strong.map(|block| block.columns).collect(),
        block,
    }
}

fn operand_emphasis(index: usize, view: &MatrixView<'_>, interaction: &Interaction, sources: Option<&[Source]>) -> Emphasis {
    let lit: Option<Vec<Block>> =
        sources.map(|sources| (sources.iter().filter(|source| source.operand == index)).map(|source| source.block.clone()).collect());
    // A block as long as the matrix says nothing about which row or column it is.
    let blocks = || lit.iter().flatten();
    Emphasis {
        strong_rows: (blocks().map(|block| block.rows.clone())).filter(|rows| rows.len() < view.cells.rows()).collect(),
        strong_columns: (blocks().map(|block| block.columns.clone())).filter(|columns| columns.len() < view.cells.columns()).collect(),
        shown: view.chosen,
        pinned: interaction.hovered,
        lit,
        block: None,
    }
}
