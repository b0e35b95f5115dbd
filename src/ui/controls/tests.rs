//! The controls as a hand, a keyboard and a screen reader meet them.

use eframe::egui::{Key, Role, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::ui::locale::{Language, Locale};
use crate::ui::theme;

/// A harness with the theme around one piece of `ui`. It fails by itself where a control lacks a name or a glyph.
fn harness<'a, S: 'a>(state: S, mut ui: impl FnMut(&mut Ui, &mut S) + 'a) -> Harness<'a, S> {
    Harness::builder().with_context_setup(theme::install).build_ui_state(move |harness_ui, state| ui(harness_ui, state), state)
}

#[test]
fn an_integer_is_stepped_typed_and_kept_in_its_range() {
    let mut harness = harness(3, |ui, heads| {
        ui.add(IntegerField::new("Heads", heads, 1..=4));
    });
    harness.get_by_label("+ Heads").click();
    harness.run();
    assert_eq!(*harness.state(), 4);
    harness.get_by_label("+ Heads").click();
    harness.run();
    assert_eq!(*harness.state(), 4);
    harness.get_by_label("− Heads").click();
    harness.run();
    assert_eq!(*harness.state(), 3);

    harness.get_by_role_and_label(Role::SpinButton, "Heads").focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert_eq!(*harness.state(), 2);
    harness.key_press(Key::Enter);
    harness.run();
}

/// Types into a field, and says what was refused of it.
fn typed<S>(harness: &mut Harness<'_, S>, field: &str, text: &str, leave: Key) -> Option<String> {
    harness.get_by_role_and_label(Role::SpinButton, field).focus();
    harness.run();
    harness.get_by_label(field).type_text(text);
    harness.run();
    harness.key_press(leave);
    harness.run();
    Misread::take(&harness.ctx).map(|misread| misread.sentence(&Locale::new(Language::English)))
}

#[test]
fn an_integer_never_becomes_another_number_than_was_typed() {
    let mut harness = harness(3, |ui, heads| {
        ui.add(IntegerField::new("Heads", heads, 1..=400));
    });
    let cases = [
        ("77", 77, None),
        ("2.5", 77, Some("Heads: a whole number in digits is needed; “2.5” is not one.")),
        ("abc", 77, Some("Heads: a whole number in digits is needed; “abc” is not one.")),
        ("401", 77, Some("Heads: 401 is too large; the field takes at most 400.")),
        ("1e21", 77, Some("Heads: 1e21 is too large; the field takes at most 400.")),
        ("0", 77, Some("Heads: 0 is too small; the field takes at least 1.")),
        ("1e2", 100, None),
    ];
    for (text, expected, refused) in cases {
        assert_eq!(typed(&mut harness, "Heads", text, Key::Enter).as_deref(), refused, "{text}");
        assert_eq!(*harness.state(), expected, "{text}");
    }
    assert_eq!(typed(&mut harness, "Heads", "2.5", Key::Escape), None);
    assert_eq!(*harness.state(), 100);
}

#[test]
fn a_large_seed_keeps_all_its_digits() {
    let mut harness = harness(7, |ui, seed| {
        ui.add(IntegerField::new("Seed", seed, 0..=usize::MAX));
    });
    assert_eq!(typed(&mut harness, "Seed", "9007199254740993", Key::Enter), None);
    assert_eq!(*harness.state(), 9_007_199_254_740_993);
    // Coming and going changes nothing, though an f64 does not know this number.
    harness.get_by_role_and_label(Role::SpinButton, "Seed").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(*harness.state(), 9_007_199_254_740_993);
}

#[test]
fn a_number_is_typed_as_people_write_it() {
    let mut harness = harness(1.0, |ui, divisor| {
        ui.add(NumberField::new("Divisor", divisor, -10.0..=10.0));
    });
    let cases = [
        ("−2,5", -2.5, None),
        ("1e-3", 0.001, None),
        ("nonsense", 0.001, Some("Divisor: a number is needed; “nonsense” is not one.")),
        ("99", 0.001, Some("Divisor: 99 is too large; the field takes at most 10.")),
    ];
    for (text, expected, refused) in cases {
        assert_eq!(typed(&mut harness, "Divisor", text, Key::Enter).as_deref(), refused);
        assert!((*harness.state() - expected).abs() < 1e-12, "{text}: {}", harness.state());
    }
}

/// A number that is left is applied, whatever takes the focus; Esc brings back what was there.
#[test]
fn a_number_is_applied_on_leaving_and_restored_by_escape() {
    let mut harness = harness((3, 0.5), |ui, (heads, divisor): &mut (usize, f64)| {
        ui.add(IntegerField::new("Heads", heads, 1..=99));
        ui.add(NumberField::new("Divisor", divisor, -10.0..=10.0));
        ui.add(Button::secondary("Elsewhere"));
    });
    for (field, typed, other) in [("Heads", "7", "Divisor"), ("Divisor", "2,5", "Elsewhere")] {
        for leaves in [false, true] {
            let before = *harness.state();
            harness.get_by_role_and_label(Role::SpinButton, field).focus();
            harness.run();
            harness.get_by_label(field).type_text(typed);
            harness.run();
            if leaves {
                harness.get_by_label(other).focus();
            } else {
                harness.key_press(Key::Escape);
            }
            harness.run();
            assert_eq!(*harness.state() != before, leaves, "{field}");
        }
    }
    assert_eq!(*harness.state(), (7, 2.5));
}

#[test]
fn a_field_has_room_for_its_number() {
    for seed in [1, 205_218, usize::MAX] {
        let harness = harness(seed, |ui, seed| {
            ui.add(IntegerField::new("Seed", seed, 0..=usize::MAX));
        });
        let (minus, plus) = (harness.get_by_label("− Seed").rect(), harness.get_by_label("+ Seed").rect());
        // A digit of 12 points is 7 wide.
        let needed = 7.0 * seed.to_string().len() as f32;
        assert!(plus.left() - minus.right() >= needed, "{seed}: {} for {needed}", plus.left() - minus.right());
    }
}

#[test]
fn a_slider_goes_with_the_arrow_keys() {
    let mut harness = harness(5, |ui, length| {
        ui.add(IntegerSlider::new("Length", length, 1..=10));
    });
    harness.get_by_role_and_label(Role::Slider, "Length").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(*harness.state(), 6);
}

#[test]
fn a_choice_opens_and_closes() {
    let mut harness = harness('l', |ui, norm| {
        choice(ui, "Norm", norm, &[('l', "Layer norm"), ('r', "RMS norm")]);
    });
    assert!(harness.query_by_label("RMS norm").is_none());
    harness.get_by_role_and_label(Role::ComboBox, "Norm").click();
    harness.run();
    harness.get_by_label("RMS norm").click();
    harness.run();
    assert_eq!(*harness.state(), 'r');
    assert!(harness.query_by_label("Layer norm").is_none());
}

#[test]
fn a_segment_says_whether_it_is_chosen() {
    let mut harness = harness(0, |ui, place| {
        segmented(ui, "Place", place, &[(0, "Before"), (1, "After")]);
    });
    harness.get_by_label("After").click();
    harness.run();
    assert_eq!(*harness.state(), 1);
    let toggled = |label| harness.get_by_label(label).accesskit_node().toggled();
    assert_ne!(toggled("After"), toggled("Before"));
}

#[test]
fn a_toggle_answers_to_hand_and_keyboard() {
    let mut harness = harness(false, |ui, residual| {
        toggle(ui, "Residual", residual);
    });
    harness.get_by_role_and_label(Role::Switch, "Residual").click();
    harness.run();
    assert!(*harness.state());
    harness.get_by_label("Residual").focus();
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    assert!(!*harness.state());
}

#[test]
fn a_disabled_button_does_nothing() {
    let mut harness = harness([0, 0], |ui, clicks: &mut [u32; 2]| {
        for (enabled, name, i) in [(true, "Run", 0), (false, "Reset", 1)] {
            if ui.add_enabled(enabled, Button::secondary(name)).clicked() {
                clicks[i] += 1;
            }
        }
    });
    harness.get_by_label("Run").click();
    harness.get_by_label("Reset").click();
    harness.run();
    assert_eq!(*harness.state(), [1, 0]);
}

#[test]
fn tokens_tabs_and_rows_are_chosen() {
    let mut harness = harness([0, 0, 0], |ui, [token, tab, row]: &mut [usize; 3]| {
        if let Some(clicked) = TokenStrip::new("Prompt", &["the", "cat", " \n"], Some(*token)).show(ui).clicked {
            *token = clicked;
        }
        for (i, name) in ["Flow", "Steps"].into_iter().enumerate() {
            if ui.add(Tab::new(name, *tab == i)).clicked() {
                *tab = i;
            }
            let step = ["Softmax", "Scores"][i];
            if ui.add(ListRow::new(step, *row == i).number(i)).clicked() {
                *row = i;
            }
        }
    });
    for label in ["1 cat", "Steps", "Scores"] {
        harness.get_by_label(label).click();
        harness.run();
    }
    assert_eq!(*harness.state(), [1, 1, 1]);
    harness.get_by_label("2  \n").click();
    harness.run();
    assert_eq!(harness.state()[0], 2);
}

#[test]
fn what_is_read_has_a_name() {
    let harness = harness((), |ui, ()| {
        section(ui, "Selected cell");
        properties(ui, &[Property::number("Exact", "0.158456")]);
        notice(ui, Notice::Right, "23 of 23 checks passed");
        prose(ui, &format!("{} asks", marked(crate::ui::widgets::Hue::Query, "mat")));
        ui.add(Button::icon("✕", "Close"));
    });
    for label in ["Selected cell", "Exact: 0.158456", "23 of 23 checks passed", "mat asks", "Close"] {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
}

/// A name that is wider than its room is broken, and never lies under its control.
#[test]
fn a_long_name_keeps_clear_of_its_control() {
    let mut harness = harness(3, |ui, blocks| {
        ui.set_width(240.0);
        ui.add(IntegerField::new("Bloques del decodificador", blocks, 1..=12));
    });
    harness.run();
    let name = harness.get_by_role_and_label(Role::Label, "Bloques del decodificador").rect();
    let minus = harness.get_by_label("− Bloques del decodificador").rect();
    assert!(name.width() > 40.0 && name.right() <= minus.left(), "{name} and {minus}");
}
