//! The large map as plain data: what the window draws, and what a picture of it alone shows.

use std::cell::Cell as Kept;
use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{Frame, RichText, Ui, Vec2, vec2};

use super::{Kind, Maps, Mode, Numbers, captions};
use crate::experiment::Prepared;
use crate::graph::NodeId;
use crate::lab::{Axis, axes};
use crate::ui::context::Context;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{AttentionMap, AttentionWords, Cell, Colouring, GridState, Head, Labels, Scale};

/// Room for a picture: cells with digits up to some forty tokens.
const ROOM: f32 = 2400.0;
/// The least side of a cell, and room for labels, for the largest maps.
const LEAST: f32 = 4.0;
const MARGINS: f32 = 400.0;
/// The legend is at least so wide.
const LEGEND: f32 = 360.0;

/// The large map.
pub struct Figure {
    /// Which head, or what of several.
    pub heading: String,
    /// How the map is read.
    pub question: String,
    /// What was measured of it.
    pub measured: Vec<String>,
    /// The queries that see nothing.
    pub blind: Option<String>,
    /// The numbers.
    pub numbers: Numbers,
    /// What rows and columns stand for.
    pub axes: (Axis, Axis),
    /// The node of A.
    pub node: NodeId,
    /// What the fills mean.
    pub colouring: Colouring,
    mode: Mode,
    prepared: Arc<Prepared>,
    words: [String; 7],
    file_name: String,
}

impl Figure {
    /// What a head shows, alone, with the others of its layer, or less `other`.
    pub fn of(
        ctx: &Context<'_>,
        ui: &Ui,
        maps: &Maps,
        mode: Mode,
        (head, other): (Head, Head),
        scale: Scale,
        limit: &mut Option<([u64; 2], f64)>,
    ) -> Option<Self> {
        let numbers = Numbers::of(ctx, maps, mode, head, other)?;
        let node = maps.node(head)?;
        let prepared = ctx.prepared().clone();
        let axes = axes(&prepared, node);
        let say = |key| ctx.locale.text(key);
        let layer = (head.layer + 1).to_string();
        let (heading, question) = match mode {
            Mode::Head => {
                let place = [("layer", layer.into()), ("head", (head.head + 1).to_string().into())];
                (ctx.locale.with("attention-heading", &place), say("attention-question"))
            }
            Mode::Mean => (ctx.locale.with("attention-heading-mean", &[("layer", layer.into())]), say("attention-question")),
            Mode::Difference => {
                let pair = [("first", super::name(ctx, head).into()), ("second", super::name(ctx, other).into())];
                (ctx.locale.with("attention-heading-difference", &pair), ctx.locale.with("attention-question-difference", &pair))
            }
        };
        let measures = (mode == Mode::Head).then(|| numbers.look().attention(Kind::is_own(&prepared, node), ui.ctx()).cloned()).flatten();
        let (query, key) = (|row| axes.0.label(&prepared, row), |column| axes.1.label(&prepared, column));
        let measured = measures.as_ref().map_or_else(Vec::new, |measures| captions::full(ctx.locale, measures, &key));
        let blind = measures.as_ref().and_then(|measures| captions::blind(ctx.locale, measures, &query));
        let colouring = match mode {
            Mode::Difference => ctx.signed(numbers.limit(limit)),
            Mode::Head | Mode::Mean => Colouring { scale, map: ctx.map },
        };
        let legend = say(if mode == Mode::Difference { "legend-difference" } else { "legend-weight" });
        let words = [
            heading.clone(),
            say("attention-queries"),
            say("attention-keys"),
            say("attention-sum"),
            legend,
            say("cell-masked"),
            say("grid-part"),
        ];
        // The heading without its question, and without signs that a file may not be called by.
        let place = heading.split(':').next().unwrap_or_default().replace('·', "").replace("  ", " ");
        let title = ctx.title(&prepared.experiment).replace(['/', '\\', ':', '?'], " ");
        let file_name = format!("{title} {place}");
        Some(Self { heading, question, measured, blind, numbers, axes, node, colouring, mode, prepared, words, file_name })
    }

    /// The name offered for a file.
    pub fn file_name(&self) -> String {
        self.file_name.clone()
    }

    /// The map, ready to be shown.
    pub fn map(&self) -> AttentionMap<'_> {
        let [name, queries, keys, sum, legend, masked, part] = &self.words;
        let words = AttentionWords { name, queries, keys, sum, legend, masked, part };
        let labels = |axis: Axis| {
            let prepared = Arc::clone(&self.prepared);
            Labels::Named(Rc::new(move |index| axis.label(&prepared, index)))
        };
        let decimals = self.prepared.experiment.decimals.unwrap_or(numbers::DECIMALS);
        let (rows, columns) = self.axes;
        let difference = self.mode == Mode::Difference;
        let digits = move |value: f64| if difference { numbers::difference(value, decimals) } else { numbers::fixed(value, decimals) };
        let map = AttentionMap::new("map", self.numbers.cells(), labels(rows), labels(columns), words, digits);
        let map = map.colouring(self.colouring).tooltip(|cell| self.told(cell));
        if difference { map.without_sums() } else { map }
    }

    /// A pair of query and key, with the number in full.
    fn told(&self, cell: Cell) -> String {
        let (rows, columns) = self.axes;
        let (query, key) = (rows.label(&self.prepared, cell.row), columns.label(&self.prepared, cell.column));
        let value = self.numbers.at(crate::graph::Cell::new(cell.row, cell.column));
        let masked = self.numbers.look().is_hidden(crate::graph::Cell::new(cell.row, cell.column));
        let told = if masked { self.words[5].clone() } else { numbers::exact(value) };
        format!("{query} → {key}\n{told}")
    }

    /// Room for a picture of the whole map.
    pub fn room(&self) -> Vec2 {
        let shape = self.numbers.look().matrix.shape();
        Vec2::splat((LEAST * shape.rows.max(shape.columns) as f32 + MARGINS).max(ROOM))
    }

    /// Draws the map alone, with heading and legend, as large as its cells are. `known` keeps the width from pass to pass. The
    /// size that it takes.
    pub fn picture_ui(&self, ui: &mut Ui, known: &Kept<Option<f32>>) -> Vec2 {
        let p = palette(ui);
        let drawn = Frame::new().fill(p.bg).inner_margin(space::XL).show(ui, |ui| {
            if let Some(width) = known.get() {
                ui.set_max_width(width);
            }
            ui.label(RichText::new(&self.heading).font(text::title()).color(p.text));
            for line in self.measured.iter().chain(&self.blind) {
                ui.label(RichText::new(line).font(text::body()).color(p.text2));
            }
            ui.add_space(space::MEDIUM);
            let output = self.map().show(ui, &mut GridState::default());
            known.set(Some((output.geometry.outer.width() + 1.0).max(LEGEND)));
        });
        let rect = drawn.response.rect;
        vec2(rect.right(), rect.bottom())
    }
}
