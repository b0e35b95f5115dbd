//! The card that spells a number out.

use eframe::egui::vec2;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::ui::numbers;

fn sum(pairs: &[[f64; 2]]) -> Calculation {
    let factor = |value, hue| Factor { value, hue };
    let terms: Vec<Term> = (pairs.iter().enumerate())
        .map(|(index, &[q, k])| Term::product(format!("d{index}"), factor(q, Hue::Query), factor(k, Hue::Key)))
        .collect();
    Calculation {
        title: "Cell S[5, 1]:".to_owned(),
        words: vec![Word::new("mat", Hue::Query), Word::new(" asks, ", Hue::Plain), Word::new("cat", Hue::Key)],
        lines: vec![CalculationLine {
            name: "S[5, 1]".to_owned(),
            value: terms.iter().map(|term| term.value).sum(),
            expression: Expression::Terms(terms),
        }],
        next: Some("Next: divide by 2.".to_owned()),
    }
}

/// What a screen reader hears of the card.
fn spoken(calculation: &Calculation, width: f32) -> String {
    let harness = window(vec2(width, 200.0), (), |ui, ()| {
        let digits = |value| numbers::fixed(value, 2);
        let more = |count| format!("… {count} more");
        CalculationStrip::new(calculation, Scale::Signed { limit: 3.0 }, &digits, &more).show(ui);
    });
    let node = harness.get_by_label_contains(&calculation.title);
    node.accesskit_node().label().unwrap_or_default()
}

use egui_kittest::kittest::NodeT as _;

#[test]
fn a_sum_is_written_with_its_numbers() {
    let text = spoken(&sum(&[[-0.41, -0.5], [1.04, -0.02], [-0.18, -0.34], [-1.56, 0.06]]), 736.0);
    assert!(text.contains("Cell S[5, 1]: mat asks, cat"), "{text}");
    assert!(text.contains("(−0.41) × (−0.50) + 1.04 × (−0.02) + (−0.18) × (−0.34) + (−1.56) × 0.06 = 0.15"), "{text}");
    assert!(text.ends_with("Next: divide by 2."), "{text}");
    // 0.014 twice: what is shown is 0.01 + 0.01, and 0.03.
    let rounded = spoken(&sum(&[[0.1, 0.14], [0.1, 0.14]]), 736.0);
    assert!(rounded.contains("0.10 × 0.14 + 0.10 × 0.14 ≈ 0.03"), "{rounded}");
}

#[test]
fn a_long_sum_is_abridged() {
    let mut pairs = vec![[0.5, 0.5]; 14];
    pairs[9] = [-2.0, 2.0];
    let text = spoken(&sum(&pairs), 736.0);
    assert!(text.contains("(−2.00) × 2.00"), "{text}");
    assert!(text.contains("(… 10 more = 2.50)"), "{text}");
    assert!(text.contains("= −0.75"), "{text}");
}

#[test]
fn the_card_can_be_narrow_or_empty() {
    let long = vec![[12.34, -56.78]; 40];
    for width in [60.0, 200.0, 400.0, 1200.0] {
        spoken(&sum(&long), width);
        spoken(&sum(&[]), width);
    }
}

#[test]
fn other_operations_are_written_in_lines() {
    let line = |name: &str, text: &str, gives, value| CalculationLine {
        name: name.to_owned(),
        expression: Expression::Written { text: text.to_owned(), gives },
        value,
    };
    let calculation = Calculation {
        title: "A[5, 1]".to_owned(),
        words: Vec::new(),
        lines: vec![
            line("max", "max(0.97, 0.16, 1.19)", 1.19, 1.19),
            line("exp", "e^(0.16 − 1.19)", (-1.03_f64).exp(), (-1.031_5_f64).exp()),
            line("sum", "0.80 + 0.36 + 1.00", 2.16, 2.164_9),
            line("A", "0.36 / 2.16", 0.36 / 2.16, 0.161_1),
        ],
        next: None,
    };
    let text = spoken(&calculation, 736.0);
    assert!(text.contains("max = max(0.97, 0.16, 1.19) = 1.19"), "{text}");
    assert!(text.contains("sum = 0.80 + 0.36 + 1.00 = 2.16"), "{text}");
    assert!(text.contains("A = 0.36 / 2.16 ≈ 0.16"), "{text}");
}
