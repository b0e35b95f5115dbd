//! Next, previous, play.

use eframe::egui::{Key, Modifiers, Ui};

use super::{Place, StepsState, steps_of};
use crate::graph::NodeId;
use crate::lab::{Command, Group};
use crate::ui::context::Context;

/// Seconds a step stays in view while playing.
const PACE: f64 = 1.5;

/// The step before or after the present one, through all groups.
pub fn neighbour(ctx: &Context<'_>, groups: &[Group], place: &Place, forward: bool) -> Option<NodeId> {
    let steps = steps_of(ctx, &groups[place.group], place.head);
    let now = steps.iter().position(|&step| step == place.node)?;
    let within = if forward { steps.get(now + 1) } else { now.checked_sub(1).and_then(|before| steps.get(before)) };
    if let Some(&step) = within {
        return Some(step);
    }
    let group = if forward { groups.get(place.group + 1) } else { place.group.checked_sub(1).and_then(|before| groups.get(before)) }?;
    let steps = steps_of(ctx, group, place.head);
    if forward { steps.first().copied() } else { steps.last().copied() }
}

/// Goes to the step before or after.
pub fn go(ctx: &mut Context<'_>, groups: &[Group], place: &Place, forward: bool) -> bool {
    let Some(step) = neighbour(ctx, groups, place, forward) else { return false };
    let site = ctx.prepared().graph.node(step).site;
    ctx.send(Command::Select(site));
    true
}

/// Arrow keys step, space plays; a field that is being typed in keeps its keys.
pub fn keys(ui: &Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, state: &mut StepsState) {
    if !ui.egui_wants_keyboard_input() {
        let focused = ui.memory(|memory| memory.focused().is_some());
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if !focused && pressed(Key::ArrowRight) {
            go(ctx, groups, place, true);
        } else if !focused && pressed(Key::ArrowLeft) {
            go(ctx, groups, place, false);
        } else if !focused && pressed(Key::Space) {
            toggle(ui, state);
        }
    }
    if let Some(next) = state.playing {
        let now = ui.input(|input| input.time);
        if now >= next {
            state.playing = go(ctx, groups, place, true).then_some(now + PACE);
        }
        ui.request_repaint_after(std::time::Duration::from_secs_f64((next - now).clamp(0.02, PACE)));
    }
}

/// Starts or stops to play.
pub fn toggle(ui: &Ui, state: &mut StepsState) {
    state.playing = match state.playing {
        Some(_) => None,
        None => Some(ui.input(|input| input.time) + PACE),
    };
}
