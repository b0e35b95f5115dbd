//! The small widgets of every view: plain data in, a [`Response`](eframe::egui::Response) out.
//!
//! Each has an accessible name, answers to the keyboard and takes its colours and sizes from the theme.

mod answer_field;
mod button;
mod card;
mod choice;
mod field;
mod integer;
mod link;
mod list_row;
mod notice;
mod number;
mod paint;
mod properties;
mod prose;
mod radio;
mod section;
mod segmented;
mod slider;
mod stops;
mod tab;
mod text_area;
mod text_field;
mod toggle;
mod token;
mod typed;
mod verdict_row;

#[cfg(test)]
mod gallery;
#[cfg(test)]
mod tests;

pub use answer_field::AnswerField;
pub use button::Button;
pub use card::card;
pub use choice::choice;
pub use integer::IntegerField;
pub use link::LinkRow;
pub use list_row::ListRow;
pub use notice::{Notice, notice, notice_line};
pub use number::NumberField;
pub use paint::line;
pub use properties::{Property, properties};
pub use prose::{marked, prose, prose_lines};
pub use radio::Radio;
pub use section::{section, section_of_token};
pub use segmented::{segmented, segments};
pub use slider::IntegerSlider;
pub use stops::Stops;
pub use tab::Tab;
pub use text_area::TextArea;
pub use text_field::TextField;
pub use toggle::toggle;
pub use token::{TokenChip, TokenStrip, TokenStripResponse, visible};
pub use typed::{Misread, whole_digits};
pub use verdict_row::VerdictRow;
