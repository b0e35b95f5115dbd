//! What is asked before changes are lost, and after a crash.

use eframe::egui::{Modal, RichText, Ui, vec2};

use super::{Id, frame};
use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::theme::{palette, space, text};

const WIDTH: f32 = 440.0;

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save, or bring back.
    Keep,
    /// Let it go.
    Discard,
    /// Do nothing.
    Stay,
}

/// The keys of a question's texts.
pub struct Words<'a> {
    pub title: &'a str,
    pub sentence: &'a str,
    pub keep: &'a str,
    pub discard: &'a str,
    /// Doing nothing, as Esc does; without a button where it is missing.
    pub stay: Option<&'a str>,
}

/// Before an experiment with changes is left.
pub const UNSAVED: Words<'static> = Words {
    title: "unsaved-title",
    sentence: "unsaved-sentence",
    keep: "unsaved-save",
    discard: "unsaved-discard",
    stay: Some("unsaved-stay"),
};

/// After a crash.
pub const LEFT_BEHIND: Words<'static> =
    Words { title: "recovery-title", sentence: "recovery-sentence", keep: "recovery-restore", discard: "recovery-discard", stay: None };

/// Draws the question about an experiment; the answer, once there is one.
pub fn question_ui(ui: &mut Ui, ctx: &Context<'_>, words: &Words<'_>, name: &str) -> Option<Answer> {
    let mut answer = None;
    let modal = Modal::new(Id::unique("question")).frame(frame::over(ui)).show(ui.ctx(), |ui| {
        let width = frame::room_over(ui, vec2(WIDTH, 0.0)).x;
        ui.set_width(width);
        ui.label(RichText::new(ctx.locale.text(words.title)).font(text::title()).color(palette(ui).text));
        ui.add_space(space::XS);
        let sentence = ctx.locale.with(words.sentence, &[("name", name.to_owned().into())]);
        ui.label(RichText::new(sentence).font(text::body()).color(palette(ui).text2));
        ui.add_space(space::MEDIUM);
        ui.horizontal(|ui| {
            if ui.add(Button::primary(&ctx.locale.text(words.keep))).clicked() {
                answer = Some(Answer::Keep);
            }
            if ui.add(Button::secondary(&ctx.locale.text(words.discard))).clicked() {
                answer = Some(Answer::Discard);
            }
            if let Some(stay) = words.stay
                && ui.add(Button::secondary(&ctx.locale.text(stay))).clicked()
            {
                answer = Some(Answer::Stay);
            }
        });
    });
    if frame::escaped(&modal) { answer.or(Some(Answer::Stay)) } else { answer }
}
