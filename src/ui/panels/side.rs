//! The list at the left of a view. Where there is no room for it beside the stage, it is folded to a button.

use eframe::egui::{Frame, Id, Panel, Ui};

use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::theme::space;

/// The list at the left of a view.
pub struct Side {
    id: &'static str,
    width: f32,
    frame: Frame,
    open: bool,
}

impl Side {
    /// A list so wide.
    pub fn new(id: &'static str, width: f32, frame: Frame) -> Self {
        Self { id, width, frame, open: false }
    }

    /// Where it can be folded, it is open until something is chosen.
    pub fn open_at_first(mut self, open: bool) -> Self {
        self.open = open;
        self
    }

    /// Draws the list; `contents` say whether something was chosen with which the list has done its duty.
    pub fn show(self, ui: &mut Ui, ctx: &mut Context<'_>, contents: impl FnOnce(&mut Ui, &mut Context<'_>) -> bool) {
        let slim = ui.available_width() < space::SLIM;
        let id = Id::unique((self.id, "unfolded"));
        let open = ui.data(|data| data.get_temp(id)).unwrap_or(self.open);
        let panel = Panel::left(self.id).resizable(false);
        if slim && !open {
            let margin = eframe::egui::Margin::from(eframe::egui::vec2(space::XS, space::SMALL));
            panel.exact_size(space::CONTROL_HEIGHT + 2.0 * space::XS).frame(self.frame.inner_margin(margin)).show(ui, |ui| {
                if ui.add(Button::icon("▸", &ctx.locale.text("side-open"))).clicked() {
                    ui.data_mut(|data| data.insert_temp(id, true));
                }
            });
            return;
        }
        panel.exact_size(self.width).frame(self.frame).show(ui, |ui| {
            let mut fold = false;
            if slim {
                let name = ctx.locale.text("side-close");
                fold = ui.add(Button::icon(&format!("◂ {name}"), &name)).clicked();
            }
            fold |= contents(ui, ctx);
            if fold && slim {
                ui.data_mut(|data| data.insert_temp(id, false));
            }
        });
    }
}
