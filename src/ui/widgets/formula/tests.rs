use eframe::egui::{Color32, Theme, vec2};
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::ui::picture::Picture;
use crate::ui::theme::{Palette, text};

/// The picture of a formula, and its pixels that are not ground.
fn inked(math: &Math, pixels_per_point: f32, theme: Theme) -> Vec<Color32> {
    let picture = Picture { pixels_per_point, ..Picture::new(vec2(400.0, 60.0), theme) };
    let drawn = picture.draw(|ui| {
        ui.add(Formula::new(math));
    });
    let ground = Palette::of(theme).bg;
    let pixels = drawn.unwrap().pixels().map(|pixel| Color32::from_rgb(pixel[0], pixel[1], pixel[2])).collect::<Vec<_>>();
    pixels.into_iter().filter(|&pixel| pixel != ground).collect()
}

#[test]
fn every_formula_and_every_sign_is_drawn() {
    for key in table::keys() {
        let math = Math::sign(table::find(key).unwrap());
        let pixels = inked(&math, 1.0, Theme::Light);
        assert!(pixels.len() >= 2 || key == "quad", "{key} inks {} pixels", pixels.len());
    }
}

#[test]
fn twice_as_fine_is_four_times_as_many_pixels() {
    let math = Math::named("layer_norm").unwrap();
    let (coarse, fine) = (inked(&math, 1.0, Theme::Light).len(), inked(&math, 2.0, Theme::Light).len());
    assert!((2 * coarse..5 * coarse).contains(&fine), "{coarse} and {fine}");
}

#[test]
fn it_wears_the_colours_of_the_theme_and_the_hues_of_roles() {
    let math = Math::default().and("S =").hued("Q", Hue::Query).hued("K^T", Hue::Key);
    for theme in [Theme::Light, Theme::Dark] {
        let p = Palette::of(theme);
        let pixels = inked(&math, 4.0, theme);
        for colour in [p.text, p.query, p.key] {
            assert!(pixels.contains(&colour), "{theme:?}: no pixel is {colour:?}");
        }
    }
}

#[test]
fn its_baseline_is_that_of_the_text_beside_it() {
    let lowest = |contents: &dyn Fn(&mut Ui)| {
        let drawn = Picture::new(vec2(100.0, 40.0), Theme::Light).draw(|ui| contents(ui)).unwrap();
        let ground = Palette::of(Theme::Light).bg.to_array();
        drawn.enumerate_pixels().filter(|(_, _, pixel)| pixel.0 != ground).map(|(_, y, _)| y).max()
    };
    let written = lowest(&|ui| {
        ui.label("H");
    });
    let typeset = lowest(&|ui| {
        ui.add(Formula::new(&Math::written("H")));
    });
    assert_eq!(written, typeset);
}

#[test]
fn it_is_named_by_its_plain_text() {
    let math = Math::written("A = softmax ( S )");
    let harness = egui_kittest::Harness::builder()
        .with_context_setup(crate::ui::theme::install)
        .build_ui(|ui| drop(ui.add(Formula::new(&math).font(&text::title()))));
    harness.get_by_label("A = softmax(S)");
}
