//! Fields of numbers that are typed: what was typed becomes the number, or is refused with a sentence, and never becomes another number.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use eframe::egui::emath::Numeric;
use eframe::egui::{Context as Egui, DragValue, Id, Response, Ui};

use super::field;
use crate::ui::locale::Locale;
use crate::ui::numbers::{self, NoNumber};

/// A number that was typed in a field and cannot stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The name of the field.
    field: String,
    typed: String,
    why: NoNumber,
    /// The end of the range that it lies beyond, or the nearest.
    limit: String,
}

impl Misread {
    /// What was refused since it was last asked, by any field.
    pub fn take(egui: &Egui) -> Option<Self> {
        egui.data_mut(|data| data.remove_temp::<Option<Self>>(Id::NULL)).flatten()
    }

    fn tell(self, egui: &Egui) {
        egui.data_mut(|data| data.insert_temp(Id::NULL, Some(self)));
    }

    /// What it says to the one who typed it.
    pub fn sentence(&self, locale: &Locale) -> String {
        let key = match self.why {
            NoNumber::NotWhole => "number-not-whole",
            NoNumber::Unreadable => "number-unreadable",
            NoNumber::Above => "number-above",
            NoNumber::Below => "number-below",
        };
        let arguments = [("field", &self.field), ("typed", &self.typed), ("limit", &self.limit)];
        locale.with(key, &arguments.map(|(name, text)| (name, text.clone().into())))
    }
}

/// The digits of a whole number, which can be typed, dragged by `speed` for each point, or stepped with the arrow keys.
///
/// `name` is that of the field where it says what it refused; to give it to the widget is left to the caller.
pub fn whole_digits(ui: &mut Ui, name: &str, value: &mut usize, range: RangeInclusive<usize>, speed: f64) -> Response {
    let before = *value;
    // Beyond 2⁵³ a drag, which counts in f64, does not know the number exactly.
    let write = move |x: f64| if x == before as f64 { before.to_string() } else { format!("{x:.0}") };
    let ends = [numbers::count(*range.start() as u64), numbers::count(*range.end() as u64)];
    digits(ui, name, value, range, ends, speed, write, numbers::whole)
}

/// The digits of a real number, as [`whole_digits`].
pub fn real_digits(ui: &mut Ui, name: &str, value: &mut f64, range: RangeInclusive<f64>, speed: f64) -> Response {
    let ends = [*range.start(), *range.end()].map(numbers::shortest);
    digits(ui, name, value, range, ends, speed, numbers::shortest, numbers::real)
}

#[expect(clippy::too_many_arguments, reason = "what the two kinds of numbers differ in")]
fn digits<T: Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    range: RangeInclusive<T>,
    [start, end]: [String; 2],
    speed: f64,
    write: impl Fn(f64) -> String,
    read: impl Fn(&str, &RangeInclusive<T>) -> Result<T, NoNumber>,
) -> Response {
    let typed = RefCell::new(None);
    let (mut response, escaped) = field::restored_by_escape(ui, value, |ui, value| {
        // What is typed does not go through egui, which would round it and move it into the range.
        let keep = |text: &str| {
            *typed.borrow_mut() = Some(text.trim().to_owned());
            None
        };
        let before = *value;
        let drag = DragValue::new(value).range(range.clone()).clamp_existing_to_range(false).speed(speed).update_while_editing(false);
        let response = ui.add(drag.custom_formatter(|x, _| write(x)).custom_parser(keep));
        if !range.contains(value) {
            // An arrow key at the end of the range.
            *value = before;
        }
        response
    });
    let typed = typed.into_inner().filter(|typed| !escaped && !typed.is_empty());
    if let Some(typed) = typed {
        match read(&typed, &range) {
            Ok(number) if number != *value => {
                *value = number;
                response.mark_changed();
            }
            Ok(_) => {}
            Err(why) => {
                let limit = if why == NoNumber::Below { start } else { end };
                Misread { field: name.to_owned(), typed, why, limit }.tell(ui);
            }
        }
    }
    response
}
