//! Names of matrices as they are written: `W_Q`, `K^T`, `x_{12}`.

use eframe::egui::text::LayoutJob;
use eframe::egui::{Align, Color32, FontId, TextFormat};

use crate::ui::theme::text;

/// Of a line, in sizes of its font.
const LINE_HEIGHT: f32 = 1.4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Height {
    Line,
    Lowered,
    Raised,
}

/// `name` on one line; what follows `_` is lowered and what follows `^` raised, one letter or all within braces.
pub fn layout(name: &str, font: &FontId, ink: Color32) -> LayoutJob {
    let small = FontId::new(text::small().size.min(font.size), font.family.clone());
    let mut job = LayoutJob::default();
    for (part, height) in parts(name) {
        // In a line higher than its letters, what is aligned at the bottom lies lower than what is centred.
        let (font_id, line_height, valign) = match height {
            Height::Line => (font.clone(), Some((LINE_HEIGHT * font.size).round()), Align::Center),
            Height::Lowered => (small.clone(), None, Align::BOTTOM),
            Height::Raised => (small.clone(), None, Align::TOP),
        };
        let format = TextFormat { font_id, line_height, color: ink, valign, ..TextFormat::default() };
        job.append(&part, 0.0, format);
    }
    job.break_on_newline = false;
    job
}

/// `name` as it is read aloud, without the signs that raise and lower.
pub fn spoken(name: &str) -> String {
    let mut spoken = String::new();
    for (part, height) in parts(name) {
        if height != Height::Line && !spoken.is_empty() {
            spoken.push(' ');
        }
        spoken.push_str(&part);
    }
    spoken
}

/// A sign in a line of plain text: `S_1` as S₁, `head_{12}` as head₁₂, `K^T` as Kᵀ.
pub fn plain(sign: &str) -> String {
    const LOWERED: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
    let mut plain = String::new();
    let mut rest = sign;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let inner = rest.strip_prefix('{').and_then(|inner| inner.split('}').next());
        let (index, length) =
            inner.map_or_else(|| (rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default(), 0), |inner| (inner, "{}".len()));
        if letter == '_' && !index.is_empty() && index.chars().all(|c| c.is_ascii_digit()) {
            plain.extend(index.chars().filter_map(|c| LOWERED.get(c.to_digit(10)? as usize)));
            rest = &rest[index.len() + length..];
        } else if letter == '^' && rest.starts_with('T') {
            plain.push('ᵀ');
            rest = &rest["T".len()..];
        } else {
            plain.push(letter);
        }
    }
    plain
}

fn parts(name: &str) -> Vec<(String, Height)> {
    let mut parts: Vec<(String, Height)> = Vec::new();
    let mut letters = name.chars().peekable();
    let push = |letter: char, height: Height, parts: &mut Vec<(String, Height)>| match parts.last_mut() {
        Some((part, last)) if *last == height => part.push(letter),
        _ => parts.push((letter.to_string(), height)),
    };
    while let Some(letter) = letters.next() {
        let height = match letter {
            '_' => Height::Lowered,
            '^' => Height::Raised,
            _ => {
                push(letter, Height::Line, &mut parts);
                continue;
            }
        };
        if letters.next_if_eq(&'{').is_some() {
            for inner in letters.by_ref().take_while(|&inner| inner != '}') {
                push(inner, height, &mut parts);
            }
        } else if let Some(single) = letters.next() {
            push(single, height, &mut parts);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowered_and_raised_parts() {
        let part = |text: &str, height| (text.to_owned(), height);
        assert_eq!(
            parts("Q·K^T/√d_{k}"),
            [part("Q·K", Height::Line), part("T", Height::Raised), part("/√d", Height::Line), part("k", Height::Lowered),]
        );
        assert_eq!(parts("W_{12"), [part("W", Height::Line), part("12", Height::Lowered)]);
        assert_eq!(parts("W_"), [part("W", Height::Line)]);
    }

    #[test]
    fn spoken_without_signs() {
        assert_eq!(spoken("S = Q·K^T"), "S = Q·K T");
        assert_eq!(spoken("W_Q"), "W Q");
        assert_eq!(spoken("mat"), "mat");
    }

    #[test]
    fn indices_are_lowered_and_the_t_of_transposed_raised() {
        assert_eq!(plain("S'_{12} = Q_{12}·K_1^T"), "S'₁₂ = Q₁₂·K₁ᵀ");
        assert_eq!(plain("W_Q"), "W_Q");
        assert_eq!(plain("K_{<t}_"), "K_{<t}_");
    }
}
