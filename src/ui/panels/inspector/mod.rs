//! The inspector: the chosen cell, how it is calculated, where it comes from and goes, and the matrix as a whole.

mod arithmetic;
mod blocks;
mod cell;
mod change;
mod gradient;
mod head;
mod links;
mod matrix;
mod row;
mod trail;

use std::rc::Rc;

use eframe::egui::{Align, Key, KeyboardShortcut, Layout, Modifiers, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use crate::graph::{Cell, NodeId, Quantity};
use crate::lab::Command;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{Button, section};
use crate::ui::describe;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::notation::plain;
use arithmetic::ArithmeticState;
use change::ChangeState;
use gradient::GradientState;
use links::LinksState;
use trail::Trail;

/// What the panel keeps between frames.
#[derive(Default)]
pub struct InspectorState {
    trail: Trail,
    arithmetic: ArithmeticState,
    links: LinksState,
    change: ChangeState,
    gradient: GradientState,
}

/// A width from which the sections stand beside each other: the panel is then at the bottom of the window, wide and low.
const WIDE: f32 = 2.0 * space::INSPECTOR;
/// The width of a section beside others.
const COLUMN: f32 = space::INSPECTOR - 2.0 * space::LARGE;

/// The value that is inspected.
struct Subject {
    id: NodeId,
    look: Rc<Look>,
    cell: Option<Cell>,
}

/// A part of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Section {
    Cell,
    Arithmetic,
    Links,
    Head,
    Change,
    Why,
    Row,
    Gradient,
    Blocks,
    Matrix,
}

impl Section {
    /// Those that there is something to say in, in their order.
    fn of(ctx: &Context<'_>, subject: &Subject) -> Vec<Self> {
        let graph = &ctx.prepared().graph;
        let node = graph.node(subject.id);
        let leaf = node.inputs.is_empty();
        let all = if ctx.lab.slopes().wish().is_some() {
            // What was asked for stands in sight, after the arithmetic of the number itself.
            let first = [Self::Cell, Self::Arithmetic, Self::Gradient, Self::Blocks];
            first.into_iter().chain([Self::Links, Self::Head, Self::Change, Self::Why, Self::Row, Self::Matrix])
        } else {
            let first = [Self::Cell, Self::Arithmetic, Self::Links, Self::Head];
            first.into_iter().chain([Self::Change, Self::Why, Self::Row, Self::Gradient, Self::Blocks, Self::Matrix])
        };
        let has = |section: &Self| match section {
            Self::Cell | Self::Why | Self::Gradient | Self::Matrix => true,
            Self::Blocks => blocks::has_blocks(ctx),
            Self::Arithmetic => !leaf && subject.cell.is_some(),
            Self::Links => !leaf || !graph.consumers(subject.id).is_empty(),
            Self::Row => subject.cell.is_some(),
            Self::Change => subject.cell.is_some() || !ctx.lab.document().experiment().overrides.is_empty(),
            Self::Head => head::output(ctx, subject.id).is_some(),
        };
        all.filter(has).collect()
    }

    fn ui(self, ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, state: &mut InspectorState) {
        match self {
            Self::Cell => {
                let heading = section(ui, &ctx.locale.text("inspector-cell"));
                back_ui(ui, ctx, heading.rect, state);
                cell::cell_ui(ui, ctx, subject);
            }
            Self::Arithmetic => arithmetic::arithmetic_ui(ui, ctx, subject, &mut state.arithmetic),
            Self::Links => links::links_ui(ui, ctx, subject, &mut state.links),
            Self::Why => cell::why_ui(ui, ctx, subject.id),
            Self::Row => row::row_ui(ui, ctx, subject),
            Self::Change => change::change_ui(ui, ctx, subject, &mut state.change),
            Self::Head => head::head_ui(ui, ctx, subject.id),
            Self::Gradient => gradient::gradient_ui(ui, ctx, subject, &mut state.gradient),
            Self::Blocks => blocks::blocks_ui(ui, ctx),
            Self::Matrix => matrix::matrix_ui(ui, ctx, subject),
        }
    }
}

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut InspectorState) {
    let prepared = ctx.prepared().clone();
    state.trail.follow(ctx.lab.selection());
    let writing = ui.egui_wants_keyboard_input();
    let alt_left = KeyboardShortcut::new(Modifiers::ALT, Key::ArrowLeft);
    if !writing && ui.input_mut(|input| input.consume_shortcut(&alt_left)) {
        go_back(ctx, state);
    }
    let Some(id) = ctx.lab.selection().site.and_then(|site| prepared.graph.find(site)) else {
        section(ui, &ctx.locale.text("inspector-cell"));
        ui.label(RichText::new(ctx.locale.text("inspector-empty")).font(text::body()).color(palette(ui).text2));
        return;
    };
    let Some(look) = ctx.look(id) else { return };
    let shape = look.matrix.shape();
    let cell = ctx.lab.selection().cell.filter(|cell| cell.row < shape.rows && cell.column < shape.columns);
    let subject = Subject { id, look, cell };
    let sections = Section::of(ctx, &subject);
    if ui.available_width() > WIDE {
        columns_ui(ui, ctx, &subject, &sections, state);
    } else {
        // What is chosen anew is read from its head on.
        ScrollArea::vertical().id_salt((subject.id, subject.cell)).auto_shrink(false).show(ui, |ui| {
            for part in sections {
                part.ui(ui, ctx, &subject, state);
                ui.add_space(space::LARGE);
            }
        });
    }
}

/// The sections beside each other, each scrolling for itself.
fn columns_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, sections: &[Section], state: &mut InspectorState) {
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let height = ui.available_height();
            for (index, part) in sections.iter().enumerate() {
                if index > 0 {
                    ui.add_space(space::SMALL);
                }
                ui.allocate_ui(vec2(COLUMN, height), |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(COLUMN);
                        ScrollArea::vertical().id_salt(*part).auto_shrink(false).show(ui, |ui| {
                            // The bar of the scroll area would lie on the numbers.
                            ui.set_width(COLUMN - space::MEDIUM);
                            part.ui(ui, ctx, subject, state);
                        });
                    });
                });
            }
        });
    });
}

/// The way back to what was inspected before, at the right of the heading.
fn back_ui(ui: &mut Ui, ctx: &mut Context<'_>, heading: Rect, state: &mut InspectorState) {
    let prepared = ctx.prepared().clone();
    let Some(place) = state.trail.previous(|site| prepared.graph.find(site).is_some()) else { return };
    let Some(id) = prepared.graph.find(place.site) else { return };
    let sign = plain(&describe::sign(&prepared, id));
    let written = place.cell.map_or_else(|| sign.clone(), |cell| format!("{sign}{cell}"));
    let name = ctx.locale.with("inspector-back", &[("place", written.clone().into())]);
    let mut corner = beside_heading(ui, heading, "back");
    if corner.add(Button::icon(&format!("◂ {written}"), &name)).clicked() {
        go_back(ctx, state);
    }
}

/// The right end of a heading, for what belongs to the whole section.
fn beside_heading(ui: &mut Ui, heading: Rect, salt: &str) -> Ui {
    ui.new_child(UiBuilder::new().id_salt(salt).max_rect(heading).layout(Layout::right_to_left(Align::Center)))
}

fn go_back(ctx: &mut Context<'_>, state: &mut InspectorState) {
    let prepared = ctx.prepared().clone();
    if state.trail.previous(|site| prepared.graph.find(site).is_some()).is_none() {
        return;
    }
    if let Some(place) = state.trail.back() {
        ctx.send(Command::Select(place.site));
        ctx.send(Command::SelectCell(place.cell));
    }
}

/// Chooses a cell of a value, here and in all views.
fn go(ctx: &mut Context<'_>, id: NodeId, cell: Option<Cell>) {
    ctx.send(Command::Select(ctx.prepared().graph.node(id).site));
    if cell.is_some() {
        ctx.send(Command::SelectCell(cell));
    }
}

/// How a value is named where it stands among others: its sign, what it is, and its part of the model where that is another than `from`.
fn named(ctx: &Context<'_>, id: NodeId, from: NodeId) -> String {
    let prepared = ctx.prepared();
    let graph = &prepared.graph;
    let node = graph.node(id);
    let sign = plain(&describe::sign(prepared, id));
    let what = match node.op {
        crate::graph::Op::Leaf(crate::graph::Leaf::Weight(_)) => ctx.locale.text("inspector-learned"),
        crate::graph::Op::Leaf(_) if node.site.quantity != Quantity::Positions => ctx.locale.text("inspector-given"),
        _ => describe::words(ctx.locale, prepared, id).name,
    };
    let (own, other) = (node.site.scope, graph.node(from).site.scope);
    if (own.stack, own.block) == (other.stack, other.block) {
        format!("{sign} · {what}")
    } else {
        format!("{sign} · {what} · {}", describe::place(ctx.locale, crate::graph::Scope { part: None, head: None, ..own }))
    }
}
