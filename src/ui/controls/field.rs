//! Where the name of a control stands, and the box of what is typed in.

use eframe::egui::response::Flags;
use eframe::egui::{
    Align, Align2, Color32, Direction, Id, Key, Layout, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    vec2,
};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// A name and its control. In a column the two stand at the ends of its width, in a row side by side.
///
/// `control` gets the id of the name, to say that it is [labelled by](Response::labelled_by) it.
pub(super) fn named<R>(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui, Id) -> R) -> R {
    if ui.layout().is_horizontal() {
        // As high as the control, so that both stand on one height in a row that goes on under itself.
        let galley = ui.painter().layout_no_wrap(name.to_owned(), text::body(), palette(ui).text2);
        let size = vec2(galley.size().x, space::CONTROL_HEIGHT);
        if ui.layout().main_wrap && ui.available_size_before_wrap().x < size.x + 2.0 * space::XXL {
            ui.end_row();
        }
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), name));
        paint::place(ui, galley, rect, Align2::LEFT_CENTER);
        return control(ui, response.id);
    }
    ui.horizontal(|ui| {
        ui.set_min_height(space::CONTROL_HEIGHT);
        let id = ui.next_auto_id().with("name");
        // The control takes what it needs, and the name the rest.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let answer = control(ui, id);
            name_ui(ui, name, id);
            answer
        })
        .inner
    })
    .inner
}

/// A name in the room that is left for it: in small letters where the usual ones are too wide, and in two lines where those are.
fn name_ui(ui: &mut Ui, name: &str, id: Id) {
    let room = ui.available_width();
    let layout = |font, width| ui.painter().layout(name.to_owned(), font, palette(ui).text2, width);
    let usual = layout(text::body(), f32::INFINITY);
    let galley = if usual.size().x <= room { usual } else { layout(text::small(), room) };
    let (rect, _) = ui.allocate_exact_size(vec2(room, space::CONTROL_HEIGHT), Sense::hover());
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), name));
    paint::place(ui, galley, rect, Align2::LEFT_CENTER);
}

/// A field of a number, in which Esc brings back the number that was there.
///
/// egui tells of a lost focus in two passes: in that of the key, where it lets go of what was typed, and in the one after it, where
/// it would apply it after all. The answer says whether this is one of the two.
pub(super) fn restored_by_escape<T: Copy>(ui: &mut Ui, value: &mut T, field: impl FnOnce(&mut Ui, &mut T) -> Response) -> (Response, bool) {
    let before = *value;
    let mut response = field(ui, value);
    let mark = response.id.with("escaped");
    let escaped = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    let earlier = ui.data_mut(|data| data.remove_temp::<bool>(mark)).is_some();
    if escaped {
        ui.data_mut(|data| data.insert_temp(mark, true));
    }
    let restored = escaped || (earlier && response.lost_focus());
    if restored {
        *value = before;
        response.flags.remove(Flags::CHANGED);
    }
    (response, restored)
}

/// A sunken box with a frame around one of egui's fields, which then draws none itself.
pub(super) struct InputBox {
    pub rect: Rect,
    pub id: Id,
}

impl InputBox {
    /// Takes `size` from the layout.
    pub fn new(ui: &mut Ui, size: Vec2, refused: bool) -> Self {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        Self::at(ui, rect, response.id, refused)
    }

    /// A box in a place that was taken before.
    pub fn at(ui: &Ui, rect: Rect, id: Id, refused: bool) -> Self {
        let p = palette(ui);
        let frame = if refused { Stroke::new(space::FRAME, p.wrong) } else { Stroke::new(space::LINE, p.line) };
        ui.painter().rect(rect, space::CONTROL_RADIUS, p.sunken, frame, StrokeKind::Inside);
        Self { rect, id }
    }

    /// Shows an egui field in `part` of the box, and the focus ring around the whole of it.
    pub fn show(&self, ui: &mut Ui, part: Rect, field: impl FnOnce(&mut Ui) -> Response) -> Response {
        let layout = Layout::centered_and_justified(Direction::LeftToRight);
        let mut inner = ui.new_child(UiBuilder::new().id_salt(self.id).max_rect(part).layout(layout));
        let visuals = inner.visuals_mut();
        let widgets = &mut visuals.widgets;
        for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open] {
            state.weak_bg_fill = Color32::TRANSPARENT;
            state.bg_stroke = Stroke::NONE;
        }
        visuals.text_edit_bg_color = Some(Color32::TRANSPARENT);
        visuals.selection.stroke.width = 0.0;
        let response = field(&mut inner);
        paint::focus_ring(ui, &response, self.rect, space::CONTROL_RADIUS);
        response
    }
}
