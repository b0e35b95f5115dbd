//! `picture`: a view of the window, drawn into a file. No display is needed.

use std::path::PathBuf;

use eframe::egui::Theme;

use super::Status;
use super::experiments::{find, load, opening, prepare};
use super::failure::{Failure, must_end};
use super::named::named;
use super::output::Console;
use crate::graph::{Cell, Site};
use crate::ui::app::{self, Action, PictureRequest};
use crate::ui::locale::Language;
use crate::ui::picture::save_png;
use crate::ui::views::View;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET")]
    experiment: PathBuf,
    /// The view
    #[arg(long, value_parser = named(View::ALL.map(|view| (name(view), view)).to_vec()))]
    view: View,
    /// The file to draw into
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
    /// Width and height in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    size: (f32, f32),
    /// The ground
    #[arg(long, default_value = "light", value_parser = named(vec![("light", Theme::Light), ("dark", Theme::Dark)]))]
    theme: Theme,
    /// The language
    #[arg(long, default_value = "en", value_parser = named(Language::ALL.map(|language| (language.code(), language)).to_vec()))]
    lang: Language,
    /// Pixels of a point
    #[arg(long, default_value = "1", value_parser = scale)]
    scale: f32,
    /// The value that is chosen, such as encoder.0.self_attention.head.1.weights
    #[arg(long)]
    site: Option<Site>,
    /// The cell of it that is chosen
    #[arg(long, value_name = "ROW,COLUMN", requires = "site", value_parser = cell)]
    cell: Option<Cell>,
    /// What it is compared with in the view compare: a file, or the name of a shipped preset
    #[arg(long, value_name = "FILE|PRESET")]
    with: Option<PathBuf>,
    /// With the model drawer open
    #[arg(long)]
    drawer: bool,
    /// With the table in which the matrices of this file are brought in
    #[arg(long, value_name = "WEIGHTS", conflicts_with = "over")]
    import: Option<PathBuf>,
    /// With the gradients calculated; the steps show them in the place of the values
    #[arg(long)]
    gradients: bool,
    /// What lies over the window
    #[arg(long, value_parser = named(vec![("palette", Action::Palette), ("keys", Action::Keys), ("welcome", Action::Welcome)]))]
    over: Option<Action>,
}

/// Draws one picture.
pub(super) fn picture(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    must_end(&arguments.out, "a picture", "png")?;
    let origin = find(&arguments.experiment)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    if let Some(site) = arguments.site.filter(|site| prepared.graph.find(*site).is_none()) {
        return Err(Failure::NoSite { experiment: origin.to_string(), site });
    }
    let Arguments { view, size, theme, lang: language, scale, site, cell, drawer, gradients, .. } = *arguments;
    let (over, import) = (arguments.over.clone(), arguments.import.clone());
    let with = arguments.with.as_deref().map(find).transpose()?;
    let request = PictureRequest { view, size, scale, theme, language, drawer, site, cell, gradients, with, over, import };
    let image = app::picture(opening(origin)?, &request)?;
    save_png(&image, &arguments.out)?;
    writeln!(console.out, "{}: {} × {} pixels", arguments.out.display(), image.width(), image.height())?;
    Ok(Status::Well)
}

const fn name(view: View) -> &'static str {
    match view {
        View::Steps => "steps",
        View::Attention => "attention",
        View::Flow => "flow",
        View::Equations => "equations",
        View::Weights => "weights",
        View::Generate => "generate",
        View::Cost => "cost",
        View::Exercises => "exercises",
        View::Compare => "compare",
    }
}

/// Reads `1280x800`.
fn size(text: &str) -> Result<(f32, f32), String> {
    let side = |text: &str| text.parse::<u16>().ok().filter(|&side| side > 0).map(f32::from);
    let sides = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    // No window is smaller, and its panels have no room.
    let large_enough = sides.filter(|(width, height)| *width >= 480.0 && *height >= 360.0);
    large_enough.ok_or_else(|| "a size reads like 1280x800, and is at least 480x360".to_owned())
}

/// Reads a factor such as 1.5.
fn scale(text: &str) -> Result<f32, String> {
    let factor = text.parse().ok().filter(|factor| (0.25..=8.0).contains(factor));
    factor.ok_or_else(|| "a scale is a number from 0.25 to 8".to_owned())
}

/// Reads `0,2`.
fn cell(text: &str) -> Result<Cell, String> {
    let cell = text.split_once(',').and_then(|(row, column)| Some(Cell::new(row.trim().parse().ok()?, column.trim().parse().ok()?)));
    cell.ok_or_else(|| "a cell reads like 0,2: row and column, from 0".to_owned())
}
