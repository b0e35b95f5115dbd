//! `picture`: a view of the window, drawn into a file. No display is needed.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Status;
use super::experiments::{find, load, prepare};
use super::failure::Failure;
use super::output::Console;
use super::window;
use crate::graph::Site;

/// A view of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// The calculation, step by step.
    Steps,
    /// The maps of all layers and heads.
    Attention,
}

/// The ground that the window stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// Light.
    #[default]
    Light,
    /// Dark.
    Dark,
}

/// A language of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

/// What a picture shows, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureRequest {
    /// The view.
    pub view: View,
    /// Width and height in points.
    pub size: (u16, u16),
    /// Pixels of a point.
    pub scale: f32,
    /// Light or dark.
    pub theme: Theme,
    /// English or Spanish.
    pub language: Language,
    /// The value that is chosen.
    pub site: Option<Site>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET")]
    experiment: PathBuf,
    /// The view
    #[arg(long)]
    view: View,
    /// The file to draw into
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
    /// Width and height in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    size: (u16, u16),
    /// Light or dark ground
    #[arg(long, default_value = "light")]
    theme: Theme,
    /// English or Spanish
    #[arg(long, default_value = "en")]
    lang: Language,
    /// Pixels of a point
    #[arg(long, default_value = "1", value_parser = scale)]
    scale: f32,
    /// The value that is chosen: encoder.0.self_attention.head.1.weights
    #[arg(long)]
    site: Option<Site>,
}

/// Draws one picture.
pub(super) fn picture(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let origin = find(&arguments.experiment)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    if let Some(site) = arguments.site.filter(|site| prepared.graph.find(*site).is_none()) {
        return Err(Failure::NoSite { experiment: origin.to_string(), site });
    }
    let Arguments { view, size, scale, theme, lang: language, site, .. } = *arguments;
    let request = PictureRequest { view, size, scale, theme, language, site };
    window::draw(origin, &request, &arguments.out)?;
    writeln!(console.out, "{} was drawn", arguments.out.display())?;
    Ok(Status::Well)
}

/// Reads `1280x800`.
fn size(text: &str) -> Result<(u16, u16), String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.filter(|&(width, height)| width > 0 && height > 0).ok_or_else(|| "a size reads like 1280x800".to_owned())
}

/// Reads a factor such as 1.5.
fn scale(text: &str) -> Result<f32, String> {
    let factor = text.parse().ok().filter(|factor| (0.25..=8.0).contains(factor));
    factor.ok_or_else(|| "a scale is a number from 0.25 to 8".to_owned())
}
