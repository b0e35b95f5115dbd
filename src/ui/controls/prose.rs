use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{Galley, Label, Response, Ui};

use crate::ui::theme::{palette, text};
use crate::ui::widgets::Hue;

/// Hues that a word can be marked with, each by a character that no text contains, from [`FIRST_MARK`] on.
const HUES: [Hue; 5] = [Hue::Plain, Hue::Query, Hue::Key, Hue::Value, Hue::Probability];
const FIRST_MARK: u32 = 0xE010;
const END: char = '\u{E00F}';

/// Lines of prose are no wider than this: about 72 characters.
const WIDEST: f32 = 460.0;

/// A word that prose sets semibold in the hue that its matrix or token has in the picture.
///
/// It is passed to a sentence as an argument like any other word, so that every language can put it where it belongs.
pub fn marked(hue: Hue, word: &str) -> String {
    let start = HUES.iter().zip(FIRST_MARK..).find_map(|(&known, mark)| (known == hue).then_some(mark));
    match start.and_then(char::from_u32) {
        Some(start) => format!("{start}{word}{END}"),
        None => word.to_owned(),
    }
}

/// A paragraph, with its [marked] words in their hues.
pub fn prose(ui: &mut Ui, paragraph: &str) -> Response {
    let job = set(ui, paragraph);
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(WIDEST));
        ui.add(Label::new(job).wrap())
    })
    .inner
}

/// The lines of a paragraph in a column of `width`, at most so many; they are painted by the caller.
pub fn prose_lines(ui: &Ui, paragraph: &str, width: f32, at_most: usize) -> Arc<Galley> {
    let mut job = set(ui, paragraph);
    job.wrap = TextWrapping { max_width: width.clamp(0.0, WIDEST), max_rows: at_most, ..TextWrapping::default() };
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

fn set(ui: &Ui, paragraph: &str) -> LayoutJob {
    let p = palette(ui);
    let mut job = LayoutJob::default();
    for (hue, run) in runs(paragraph) {
        let (font, ink) = hue.map_or_else(|| (text::body(), p.text2), |hue| (text::strong(), hue.ink(p)));
        let format = TextFormat { line_height: Some(text::LINE_HEIGHT), ..TextFormat::simple(font, ink) };
        // Lines may break at the thin space that groups digits; they must not.
        job.append(&run.replace('\u{202F}', "\u{A0}"), 0.0, format);
    }
    job
}

/// The pieces of a paragraph, each with its hue if it is marked.
fn runs(paragraph: &str) -> Vec<(Option<Hue>, &str)> {
    let hue_of = |mark: char| u32::from(mark).checked_sub(FIRST_MARK).and_then(|i| HUES.get(usize::try_from(i).ok()?));
    let mut runs = Vec::new();
    let (mut hue, mut start) = (None, 0);
    for (i, c) in paragraph.char_indices() {
        let next = if c == END { None } else { hue_of(c) };
        if c == END || next.is_some() {
            runs.push((hue, &paragraph[start..i]));
            (hue, start) = (next.copied(), i + c.len_utf8());
        }
    }
    runs.push((hue, &paragraph[start..]));
    runs.retain(|(_, run)| !run.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_words_keep_their_hue_wherever_they_stand() {
        let (mat, cat) = (marked(Hue::Query, "mat"), marked(Hue::Key, "cat"));
        assert_eq!(runs(&format!("{mat} asks, {cat}")), [(Some(Hue::Query), "mat"), (None, " asks, "), (Some(Hue::Key), "cat")]);
        assert_eq!(runs("no hue at all"), [(None, "no hue at all")]);
        assert_eq!(runs(&format!("{END}stray")), [(None, "stray")]);
        assert!(runs("").is_empty());
    }
}
