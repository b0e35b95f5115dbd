//! All layers and heads as small maps.

use eframe::egui::{Align, ComboBox, Layout, RichText, ScrollArea, Ui, UiBuilder};

use super::{AttentionState, Kind, Maps, Mode, captions};
use crate::experiment::Change;
use crate::graph::Quantity;
use crate::lab::{Command, axes};
use crate::ui::context::Context;
use crate::ui::controls::{Button, section};
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Cells, Colouring, Head, HeadGrid, HeadMark};

/// Lines under a map.
const LINES: usize = 2;
/// Height of the note at the foot.
const NOTE: f32 = 3.0 * text::LINE_HEIGHT;

/// Draws the overview.
pub fn overview_ui(ui: &mut Ui, ctx: &mut Context<'_>, kinds: &[Kind], maps: &Maps, state: &mut AttentionState) {
    let heading = section(ui, &ctx.locale.text("attention-all-heads"));
    let corner = UiBuilder::new().id_salt("hide").max_rect(heading.rect).layout(Layout::right_to_left(Align::Center));
    if ui.new_child(corner).add(Button::icon("◂", &ctx.locale.text("attention-hide-heads"))).clicked() {
        state.overview = Some(false);
    }
    if kinds.len() > 1 {
        let width = ui.available_width();
        kind_ui(ui, ctx, kinds, state, width);
    }
    ui.add_space(space::SMALL);
    let height = ui.available_height() - NOTE - space::SMALL;
    ScrollArea::both().auto_shrink(false).max_height(height).show(ui, |ui| heads_ui(ui, ctx, maps, state));
    ui.add_space(space::SMALL);
    ui.label(RichText::new(ctx.locale.text("attention-note")).font(text::small()).color(palette(ui).text3));
}

fn heads_ui(ui: &mut Ui, ctx: &mut Context<'_>, maps: &Maps, state: &mut AttentionState) {
    let prepared = ctx.prepared().clone();
    let egui = ui.ctx().clone();
    let look = |head: Head| maps.node(head).and_then(|id| ctx.look(id).map(|look| (id, look)));
    let map = |head: Head| look(head).map_or_else(|| Cells::new(0, 0, |_, _| 0.0), |(_, look)| look.kept_cells());
    let layer_title = |layer: usize| ctx.locale.with("attention-layer", &[("number", (layer + 1).to_string().into())]);
    let head_title = |head: usize| ctx.locale.with("attention-head", &[("number", (head + 1).to_string().into())]);
    let measured = |head: Head, tell: &dyn Fn(&crate::lab::AttentionMeasures, &dyn Fn(usize) -> String) -> String| {
        let Some((id, look)) = look(head) else { return String::new() };
        let (_, keys) = axes(&prepared, id);
        let measures = look.attention(Kind::is_own(&prepared, id), &egui);
        measures.map_or_else(|| "…".to_owned(), |measures| tell(measures, &|key| keys.label(&prepared, key)))
    };
    let caption = |head: Head| measured(head, &|measures, key| captions::short(ctx.locale, measures, key));
    let tooltip = |head: Head| measured(head, &|measures, key| captions::full(ctx.locale, measures, key).join("\n"));
    let off = ctx.locale.text("attention-off");
    let overrides = &ctx.lab.document().experiment().overrides;
    let comparing = state.mode == Mode::Difference;
    let (a, b) = (state.head, state.compared(maps));
    let mark = |head: Head| {
        let Some((id, look)) = look(head) else { return HeadMark::default() };
        let output = prepared.graph.node(id).site.scope.at(Quantity::Output);
        HeadMark {
            letter: comparing.then_some(if head == a { "A" } else { "B" }).filter(|_| head == a || head == b),
            off: (overrides.get(&output) == Some(&Change::Zero)).then_some(off.as_str()),
            blind: look.attention(Kind::is_own(&prepared, id), &egui).map_or_else(Vec::new, |measures| measures.blind.clone()),
        }
    };
    let name = ctx.locale.text("attention-all-heads");
    let output = HeadGrid::new("heads", &name, [maps.layers(), maps.heads()], &map, &layer_title, &head_title)
        .colouring(Colouring { scale: state.scale, map: ctx.map })
        .caption(LINES, &caption)
        .mark(&mark)
        .within(ui.available_width())
        .tooltip(&tooltip)
        .chosen((state.mode != Mode::Mean).then_some(a))
        .compared(comparing.then_some(b))
        .show(ui);
    // A pointer that rests where it clicked, or while keys walk, asks for nothing.
    let pointer = ui.input(|input| input.pointer.latest_pos());
    if output.chosen.or(output.compared).is_some() {
        state.rested = pointer;
    }
    state.preview = output.hovered.filter(|_| pointer != state.rested);
    if let Some(head) = output.compared {
        (state.other, state.mode) = (Some(head), Mode::Difference);
    }
    if let Some(head) = output.chosen {
        state.head = head;
        if state.mode == Mode::Mean {
            state.mode = Mode::Head;
        }
        if let Some(id) = maps.node(head) {
            let site = prepared.graph.node(id).site;
            state.followed = Some(site);
            ctx.send(Command::Select(site));
        }
    }
}

/// The choice between the attentions of an encoder–decoder.
pub fn kind_ui(ui: &mut Ui, ctx: &Context<'_>, kinds: &[Kind], state: &mut AttentionState, width: f32) {
    let name = |kind: Kind| ctx.locale.text(kind.name());
    ComboBox::from_id_salt("kind")
        .width(width)
        .selected_text(RichText::new(name(state.kind)).font(text::body()))
        .show_ui(ui, |ui| {
            for &kind in kinds {
                ui.selectable_value(&mut state.kind, kind, name(kind));
            }
        })
        .response
        .accessible_name(ctx.locale.text("attention-kind"));
}
