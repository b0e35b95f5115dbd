//! Bringing numbers in: a file is read, what goes where is shown and can be changed row by row, and all of it is one change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Align, Button as PlainButton, Label, Layout, Modal, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::{Id, frame};
use crate::experiment::import::{Choice, How, ImportError, Plan, Row, Source, Unused, Verdict};
use crate::experiment::{Experiment, Prepared};
use crate::graph::{Shape, Site};
use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::describe;
use crate::ui::locale::Locale;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};

const WIDTH: f32 = 1184.0;
const HEIGHT: f32 = 340.0;
/// Room for what is said above and under the table.
const AROUND: f32 = 180.0;
/// Of the columns: the place, its shape; the rest is for what goes there.
const PLACE: f32 = 372.0;
const ADDRESS: f32 = 264.0;
/// What goes there has as much at least.
const FROM: f32 = 424.0;
const SHAPE: f32 = 72.0;

/// Work on a thread of its own, and what came of it.
pub struct Imports {
    answers: (Sender<Came>, Receiver<Came>),
}

/// What came of reading a file, or of taking its numbers over.
pub enum Came {
    /// What goes where.
    Plan(Box<ImportState>),
    /// The experiment with the numbers.
    Experiment(Box<Experiment>),
    /// Neither.
    Refused(ImportError),
}

impl Default for Imports {
    fn default() -> Self {
        Self { answers: channel() }
    }
}

impl Imports {
    /// Reads a file and proposes what goes where; `chosen` is the value that is looked at.
    pub fn read(&self, path: PathBuf, prepared: Arc<Prepared>, chosen: Option<Site>, wake: impl FnOnce() + Send + 'static) {
        self.start(wake, move || Ok(Came::Plan(Box::new(ImportState::read(&path, prepared, chosen)?))));
    }

    /// Takes the numbers over.
    pub fn apply(&self, state: ImportState, wake: impl FnOnce() + Send + 'static) {
        self.start(wake, move || {
            let ImportState { prepared, source, plan } = state;
            let experiment = plan.apply(&prepared.experiment, &source, prepared.folder.as_deref())?;
            Ok(Came::Experiment(Box::new(experiment)))
        });
    }

    fn start(&self, wake: impl FnOnce() + Send + 'static, work: impl FnOnce() -> Result<Came, ImportError> + Send + 'static) {
        let answers = self.answers.0.clone();
        // A thread that cannot be started leaves everything as it is, as a dialog that is closed does.
        let _ = std::thread::Builder::new().name("import".to_owned()).spawn(move || {
            let _ = answers.send(work().unwrap_or_else(Came::Refused));
            wake();
        });
    }

    /// The next answer.
    pub fn answer(&self) -> Option<Came> {
        self.answers.1.try_recv().ok()
    }
}

/// A file, and what of it goes where.
pub struct ImportState {
    prepared: Arc<Prepared>,
    source: Source,
    plan: Plan,
}

impl ImportState {
    /// Reads a file and proposes what goes where.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(path: &Path, prepared: Arc<Prepared>, chosen: Option<Site>) -> Result<Self, ImportError> {
        let source = Source::open(path)?;
        let mut plan = Plan::propose(&prepared, &source);
        if let Some(site) = chosen {
            plan.prefer(&source, site);
        }
        // What something was found for is seen first, in the order of the model.
        plan.rows.sort_by_key(|row| row.verdict == Verdict::Nothing);
        Ok(Self { prepared, source, plan })
    }
}

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Take the numbers over.
    Apply,
    /// Leave everything as it is.
    Close,
}

/// Draws the table; what was decided, once something is.
pub fn import_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut ImportState) -> Option<Decision> {
    let locale = ctx.locale;
    let mut decision = None;
    let modal = Modal::new(Id::unique("import")).frame(frame::over(ui)).show(ui.ctx(), |ui| {
        let room = frame::room_over(ui, vec2(WIDTH, HEIGHT + AROUND));
        ui.set_width(room.x);
        let name = state.source.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.label(RichText::new(locale.with("import-title", &[("name", name.into())])).font(text::title()).color(palette(ui).text));
        let taken = state.plan.rows.iter().filter(|row| matches!(row.verdict, Verdict::Fits(_))).count();
        let count = |count: usize| count.to_string().into();
        let sentence = locale.with("import-count", &[("count", count(taken)), ("all", count(state.plan.rows.len()))]);
        ui.label(RichText::new(sentence).font(text::body()).color(palette(ui).text2));
        ui.add_space(space::SMALL);
        heading_ui(ui, locale);
        let mut chosen: Option<(Site, Verdict)> = None;
        ScrollArea::vertical().auto_shrink([false, true]).max_height(room.y - AROUND).show_rows(
            ui,
            space::CONTROL_HEIGHT,
            state.plan.rows.len(),
            |ui, range| {
                for row in state.plan.rows.get(range).unwrap_or_default() {
                    if let Some(verdict) = row_ui(ui, locale, state, row) {
                        chosen = Some((row.site, verdict));
                    }
                }
            },
        );
        if let Some((site, verdict)) = chosen {
            state.plan.set(site, verdict);
        }
        unused_ui(ui, locale, state);
        ui.add_space(space::MEDIUM);
        ui.horizontal(|ui| {
            if ui.add_enabled(taken > 0, Button::primary(&locale.text("import-apply"))).clicked() {
                decision = Some(Decision::Apply);
            }
            if ui.add(Button::secondary(&locale.text("import-cancel"))).clicked() {
                decision = Some(Decision::Close);
            }
        });
    });
    if frame::escaped(&modal) { decision.or(Some(Decision::Close)) } else { decision }
}

fn heading_ui(ui: &mut Ui, locale: &Locale) {
    let cells = ["import-place", "import-address", "import-shape", "import-from"].map(|key| locale.text(key));
    let ink = palette(ui).text3;
    let [place, address, rest] = widths(ui);
    ui.horizontal(|ui| {
        for (cell, width) in cells.iter().zip([place, address, SHAPE, rest]).filter(|(_, width)| *width > 0.0) {
            cell_ui(ui, width, |ui| ui.label(RichText::new(cell).font(text::small()).color(ink)));
        }
    });
}

/// Room for the place in words, for its address, and for what goes there: in a narrow window the address gives way first.
fn widths(ui: &Ui) -> [f32; 3] {
    let room = ui.available_width() - SHAPE;
    // A few letters of it would say nothing.
    let address = Some((room - PLACE - FROM).min(ADDRESS)).filter(|left| *left >= ADDRESS / 2.0).unwrap_or_default();
    let place = PLACE.min(room - address);
    [place, address, room - place - address]
}

/// What is drawn in a column of this width.
fn cell_ui<R>(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let (rect, _) = ui.allocate_exact_size(vec2(width - ui.spacing().item_spacing.x, space::CONTROL_HEIGHT), eframe::egui::Sense::hover());
    // A child that does not move its parent on: the column is as wide as the others, whatever stands in it.
    let mut cell = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    cell.set_clip_rect(ui.clip_rect().intersect(rect.expand(space::XS)));
    contents(&mut cell)
}

/// A place, and what goes there; `Some` where something else was chosen for it.
fn row_ui(ui: &mut Ui, locale: &Locale, state: &ImportState, row: &Row) -> Option<Verdict> {
    let p = palette(ui);
    let mut chosen = None;
    let [place, address, rest] = widths(ui);
    ui.horizontal(|ui| {
        let words = describe::absent_name(locale, row.site);
        let site = row.site.to_string();
        let cell = |ui: &mut Ui, text: RichText, whole: &str| ui.add(Label::new(text).truncate()).on_hover_text(whole);
        cell_ui(ui, place, |ui| cell(ui, RichText::new(&words).font(text::small()).color(p.text), &words));
        if address > 0.0 {
            cell_ui(ui, address, |ui| cell(ui, RichText::new(&site).font(text::small_digits()).color(p.text3), &site));
        }
        cell_ui(ui, SHAPE, |ui| ui.label(RichText::new(shape(row.shape)).font(text::small_digits()).color(p.text3)));
        cell_ui(ui, rest, |ui| {
            let (words, ink) = match &row.verdict {
                Verdict::Fits(choice) => (format!("✓ {}", told(locale, choice)), p.text),
                Verdict::Shape { entry, got } => {
                    let arguments = [("name", entry.clone().into()), ("shape", shape(*got).into())];
                    (format!("✕ {}", locale.with("import-misfit", &arguments)), p.wrong)
                }
                Verdict::Nothing => (locale.text("import-nothing"), p.text3),
            };
            let button = PlainButton::new(RichText::new(format!("{words} ▾")).font(text::body()).color(ink)).truncate();
            let (menu, _) = MenuButton::from_button(button).ui(ui, |ui| {
                ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
                    if ui.button(locale.text("import-nothing")).clicked() {
                        chosen = Some(Verdict::Nothing);
                        ui.close();
                    }
                    for choice in state.plan.choices(&state.source, row.site) {
                        if ui.button(told(locale, &choice)).clicked() {
                            chosen = Some(Verdict::Fits(choice));
                            ui.close();
                        }
                    }
                });
            });
            menu.on_hover_text(format!("{site}: {words}"));
        });
    });
    chosen
}

/// A choice in words: the matrix, and how it is read.
fn told(locale: &Locale, Choice { entry, how: How { transposed, third } }: &Choice) -> String {
    let part = third.and_then(|third| ["import-first", "import-second", "import-last"].get(third).copied());
    let turned = transposed.then(|| locale.text("import-transposed"));
    let ways: Vec<String> = part.map(|key| locale.text(key)).into_iter().chain(turned).collect();
    if ways.is_empty() { entry.clone() } else { format!("{entry} ({})", ways.join(", ")) }
}

/// What goes nowhere; the reasons are shown on pointing.
fn unused_ui(ui: &mut Ui, locale: &Locale, state: &ImportState) {
    const SHOWN: usize = 3;
    let unused = state.plan.unused(&state.source);
    if unused.is_empty() {
        return;
    }
    let reason = |why: &Unused| match why {
        Unused::Dimensions(shape) => locale.with("import-dimensions", &[("count", shape.len().to_string().into())]),
        Unused::Name(got) => locale.with("import-no-place", &[("shape", shape(*got).into())]),
        Unused::Place(got) => locale.with("import-other-shape", &[("shape", shape(*got).into())]),
    };
    let names: Vec<&str> = unused.iter().take(SHOWN).map(|(name, _)| name.as_str()).collect();
    let more = if unused.len() > SHOWN { ", …" } else { "" };
    let arguments = [("count", unused.len().to_string().into()), ("names", format!("{}{more}", names.join(", ")).into())];
    let reasons: Vec<String> = unused.iter().map(|(name, why)| format!("{name}: {}", reason(why))).collect();
    ui.add_space(space::XS);
    let label = RichText::new(locale.with("import-unused", &arguments)).font(text::small()).color(palette(ui).text3);
    ui.label(label).on_hover_text(reasons.join("\n"));
}

fn shape(shape: Shape) -> String {
    numbers::shape(shape.rows, shape.columns)
}
