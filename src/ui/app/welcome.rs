//! The first start: what can be done here, each line a way to do it at once.

use eframe::egui::{Label, Modal, RichText, ScrollArea, Ui, vec2};

use super::{Action, Id, frame};
use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

const WIDTH: f32 = 600.0;
/// Room for what is said above the ways, and for the button under them.
const AROUND: f32 = 176.0;

/// Draws the card; what was chosen in it, and whether it stays open.
pub fn welcome_ui(ui: &mut Ui, ctx: &Context<'_>) -> (Option<Action>, bool) {
    let mut picked = None;
    let mut open = true;
    let ways = [
        ("welcome-flow", Action::View(View::Flow)),
        ("welcome-steps", Action::View(View::Steps)),
        ("welcome-attention", Action::View(View::Attention)),
        ("welcome-weights", Action::View(View::Weights)),
        ("welcome-generate", Action::View(View::Generate)),
        ("welcome-cost", Action::View(View::Cost)),
        ("welcome-compare", Action::View(View::Compare)),
        ("welcome-exercises", Action::View(View::Exercises)),
        ("welcome-palette", Action::Palette),
    ];
    let modal = Modal::new(Id::unique("welcome")).frame(frame::over(ui)).show(ui.ctx(), |ui| {
        let room = frame::room_over(ui, vec2(WIDTH, f32::INFINITY));
        ui.set_width(room.x);
        ui.label(RichText::new(ctx.locale.text("welcome-title")).font(text::answer()).color(palette(ui).text));
        ui.add_space(space::XS);
        ui.label(RichText::new(ctx.locale.text("welcome-what")).font(text::body()).color(palette(ui).text2));
        ui.add_space(space::MEDIUM);
        ScrollArea::vertical().auto_shrink([false, true]).max_height(room.y - AROUND).show(ui, |ui| {
            for (key, action) in ways {
                ui.horizontal(|ui| {
                    let name = match &action {
                        Action::View(view) => view.title(ctx.locale),
                        other => other.shortcut_text(ui.ctx(), ctx.locale).unwrap_or_default(),
                    };
                    let button = ui.scope(|ui| {
                        ui.set_min_width(space::INSPECTOR / 3.0);
                        ui.add(Button::secondary(&name))
                    });
                    if button.inner.clicked() {
                        picked = Some(action.clone());
                    }
                    ui.add(Label::new(RichText::new(ctx.locale.text(key)).font(text::body()).color(palette(ui).text)).wrap());
                });
            }
        });
        ui.add_space(space::MEDIUM);
        ui.label(RichText::new(ctx.locale.text("welcome-again")).font(text::small()).color(palette(ui).text3));
        ui.add_space(space::SMALL);
        if ui.add(Button::primary(&ctx.locale.text("welcome-start"))).clicked() {
            open = false;
        }
    });
    open = open && picked.is_none() && !modal.should_close();
    (picked, open)
}
