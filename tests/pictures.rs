//! Every view, in both themes and both languages, with the smallest preset, Hello World and a large model, drawn without a
//! driver and compared with the pictures in `tests/pictures`.
//!
//! The pictures are kept at a quarter of their size, which shows whatever is moved, cut off or gone. Where one differs, the
//! new one is written beside the test's temporary files. `TRANSFORMER_LAB_UPDATE_PICTURES=1 cargo test --test pictures` keeps
//! the new ones: look at each before it is committed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

use std::path::{Path, PathBuf};

use eframe::egui::{Context, Theme, vec2};
use image::imageops::{FilterType, resize};
use image::{Rgba, RgbaImage};
use transformer_lab::lab::{Command, Lab};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::picture::Picture;
use transformer_lab::ui::theme;
use transformer_lab::ui::views::View;

const SIZE: (f32, f32) = (1280.0, 800.0);
/// A kept picture is smaller by this factor.
const SMALLER: u32 = 4;
/// The line at the bottom says how long the run took, which is never the same.
const CLOCK: u32 = 40 / SMALLER;
/// Two pixels that differ by more than this in a channel are different.
const CHANNEL: u8 = 20;
/// So many of a thousand pixels may be different: a last digit that another processor rounds otherwise.
const PER_MILLE: u32 = 2;

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

fn open(command: Command) -> App {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(command).unwrap();
    lab.finish();
    App::new(lab, Settings::plain(Language::English, ThemeChoice::Light, View::Steps))
}

/// Draws every view of a model and compares each picture; the names of those that differ.
fn walk(model: &str, command: Command) -> Vec<String> {
    let mut app = open(command);
    let mut different = Vec::new();
    for view in View::ALL {
        for (theme, choice) in [(Theme::Light, ThemeChoice::Light), (Theme::Dark, ThemeChoice::Dark)] {
            for language in Language::ALL {
                app.set_settings(Settings::plain(language, choice, view));
                let name = format!("{model}-{view:?}-{choice:?}-{}", language.code()).to_lowercase();
                let ctx = Context::default();
                theme::install(&ctx);
                egui_extras::install_image_loaders(&ctx);
                let picture = Picture::new(vec2(SIZE.0, SIZE.1), theme).draw_in(&ctx, |ui| app.frame(ui)).unwrap();
                let small = resize(&picture, picture.width() / SMALLER, picture.height() / SMALLER, FilterType::Triangle);
                if !compare(&name, &small) {
                    picture.save(Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"))).unwrap();
                    different.push(name);
                }
            }
        }
    }
    different
}

fn compare(name: &str, picture: &RgbaImage) -> bool {
    let path = kept().join(format!("{name}.png"));
    if std::env::var_os("TRANSFORMER_LAB_UPDATE_PICTURES").is_some() {
        picture.save(path).unwrap();
        return true;
    }
    let Ok(before) = image::open(path) else { return false };
    let before = before.to_rgba8();
    before.dimensions() == picture.dimensions() && different(&before, picture) * 1000 <= PER_MILLE * picture.width() * picture.height()
}

/// How many pixels differ, those of the clock's line left out.
fn different(a: &RgbaImage, b: &RgbaImage) -> u32 {
    let unlike = |a: &Rgba<u8>, b: &Rgba<u8>| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > CHANNEL);
    let above = |y: u32| y < a.height() - CLOCK;
    let pairs = a.enumerate_pixels().zip(b.pixels());
    u32::try_from(pairs.filter(|((_, y, a), b)| above(*y) && unlike(a, b)).count()).unwrap()
}

fn assert_same(different: &[String]) {
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(different.is_empty(), "{} pictures differ from tests/pictures; the new ones are in {folder}: {different:#?}", different.len());
}

#[test]
fn the_smallest_preset() {
    assert_same(&walk("smallest", Command::OpenPreset("self-attention")));
}

#[test]
fn hello_world() {
    assert_same(&walk("hello", Command::OpenPreset("hello-world-hola-mundo")));
}

#[test]
fn twelve_blocks_of_512_with_200_positions() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/twelve-blocks.ron");
    assert_same(&walk("large", Command::Open(path)));
}

#[test]
fn a_moved_line_is_seen_and_a_last_digit_is_not() {
    let ground = RgbaImage::from_pixel(320, 200, Rgba([255, 255, 255, 255]));
    let with = |width: u32, height: u32| {
        let mut picture = ground.clone();
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (40 + x, 40 + y))) {
            picture.put_pixel(x, y, Rgba([0, 0, 0, 255]));
        }
        picture
    };
    assert_eq!(different(&ground, &with(200, 1)), 200);
    assert!(different(&ground, &with(200, 1)) * 1000 > PER_MILLE * 320 * 200);
    assert!(different(&ground, &with(3, 3)) * 1000 <= PER_MILLE * 320 * 200);
}
