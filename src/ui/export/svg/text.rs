//! Text as text: run by run, each where the window has it and as long as it is there.

use std::fmt::Write as _;

use eframe::egui::epaint::TextShape;
use eframe::egui::epaint::text::{Glyph, LayoutSection, TextFormat};
use eframe::egui::{Color32, FontFamily, Pos2, Stroke, Vec2};

use super::{Element, File, Number};
use crate::ui::theme::text;

impl File {
    pub(super) fn text(&mut self, shape: &TextShape) {
        let job = &shape.galley.job;
        // The glyphs of all rows are the letters of the text in their order, but for the ends of lines and the sign of a cut.
        let mut rest = job.text.char_indices().peekable();
        let mut section = 0;
        for row in &shape.galley.rows {
            let mut run: Vec<&Glyph> = Vec::new();
            let origin = shape.pos + row.pos.to_vec2();
            let mut of_run = section;
            for glyph in &row.glyphs {
                if let Some(&(byte, letter)) = rest.peek()
                    && letter == glyph.chr
                {
                    section = section_at(&job.sections, byte, section);
                    rest.next();
                }
                if section != of_run {
                    self.run(shape, &job.sections, of_run, origin, &run);
                    run.clear();
                    of_run = section;
                }
                run.push(glyph);
            }
            self.run(shape, &job.sections, of_run, origin, &run);
            if row.ends_with_newline {
                rest.next();
            }
        }
    }

    fn run(&mut self, shape: &TextShape, sections: &[LayoutSection], section: usize, origin: Pos2, glyphs: &[&Glyph]) {
        let (Some(format), [first, .., last] | [first @ last]) = (sections.get(section).map(|section| &section.format), glyphs) else {
            return;
        };
        let written: String = glyphs.iter().map(|glyph| glyph.chr).collect();
        if written.trim().is_empty() {
            return;
        }
        let at = origin + first.pos.to_vec2();
        let ink = ink(shape, format.color);
        if format.background != Color32::TRANSPARENT {
            let top = at - Vec2::new(0.0, first.font_ascent);
            let size = Vec2::new(last.max_x() - first.pos.x, first.font_height);
            let ground = eframe::egui::Rect::from_min_size(top, size).expand(format.expand_bg);
            self.element("rect").rect(ground).fill(format.background).turned(shape.angle, shape.pos).close();
        }
        let element = self.element("text").number("x=", at.x).number("y=", at.y);
        let element = element.font(format).fill(ink).number("textLength=", last.max_x() - first.pos.x).turned(shape.angle, shape.pos);
        element.0.push_str(" xml:space=\"preserve\">");
        escape(&written, element.0);
        element.0.push_str("</text>\n");
    }
}

impl Element<'_> {
    fn font(self, format: &TextFormat) -> Self {
        let (families, weight) = family(&format.font_id.family);
        let element = self.attribute("font-family=", families).attribute("font-size=", Number(format.font_id.size));
        let element = if weight == REGULAR { element } else { element.attribute("font-weight=", weight) };
        let element = if format.italics { element.attribute("font-style=", "italic") } else { element };
        if format.underline == Stroke::NONE { element } else { element.attribute("text-decoration=", "underline") }
    }
}

const REGULAR: u16 = 400;
const SEMIBOLD: u16 = 600;

/// The fonts of a family of the window, and their weight.
fn family(family: &FontFamily) -> (&'static str, u16) {
    const WORDS: &str = "Inter, Helvetica, Arial, sans-serif";
    const DIGITS: &str = "JetBrains Mono, Menlo, Consolas, monospace";
    let semibold = [text::semibold(), text::mono_semibold()].contains(family);
    let weight = if semibold { SEMIBOLD } else { REGULAR };
    let digits = *family == FontFamily::Monospace || *family == text::mono_semibold();
    (if digits { DIGITS } else { WORDS }, weight)
}

/// The section in which a letter stands, from the one of the letter before on.
fn section_at(sections: &[LayoutSection], byte: usize, from: usize) -> usize {
    (from..sections.len()).find(|&index| sections.get(index).is_some_and(|section| byte < section.byte_range.end.0)).unwrap_or(from)
}

fn ink(shape: &TextShape, own: Color32) -> Color32 {
    let colour = match shape.override_text_color {
        Some(colour) => colour,
        None if own == Color32::PLACEHOLDER => shape.fallback_color,
        None => own,
    };
    colour.gamma_multiply(shape.opacity_factor)
}

/// Signs that mean something in XML, written otherwise; those that XML does not know are left out.
fn escape(text: &str, into: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            letter if letter.is_control() => {}
            letter => {
                let _ = write!(into, "{letter}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_xml_is_written_otherwise() {
        let mut written = String::new();
        escape("a < b & c > \"d\"\u{1}", &mut written);
        assert_eq!(written, "a &lt; b &amp; c &gt; \"d\"");
    }
}
