//! One page with every control, laid out like a view, to be looked at; and tests of what the controls do.

use std::error::Error;
use std::path::Path;

use eframe::egui::{
    Align, CentralPanel, Color32, Context, Event, Frame, Key, Layout, Margin, Modifiers, Panel, Pos2, RawInput, Rect, RichText, Theme, Ui,
    pos2, vec2,
};
use image::RgbaImage;

use super::{
    Button, IntegerField, IntegerSlider, ListRow, Notice, NumberField, Property, Tab, TextArea, TextField, TokenStrip, card, choice,
    marked, notice, properties, prose, section, segmented, toggle,
};
use crate::ui::picture::{self, Picture, PictureError, Rasteriser};
use crate::ui::theme::{self, Palette, palette, space, text};
use crate::ui::widgets::Hue;

/// What the page lets one change.
struct Page {
    heads: usize,
    width: usize,
    length: usize,
    epsilon: f64,
    divisor: f64,
    norm: usize,
    place: usize,
    residual: bool,
    bias: bool,
    prompt: String,
    numbers: String,
}

impl Default for Page {
    fn default() -> Self {
        Self {
            heads: 3,
            width: 8,
            length: 1000,
            epsilon: 1e-5,
            divisor: -2.5,
            norm: 0,
            place: 1,
            residual: true,
            bias: false,
            prompt: "niño ¿qué? 小狗 😀 שלום".to_owned(),
            numbers: "[[0.5, -0.25],\n [1.0, 2.0]]".to_owned(),
        }
    }
}

const WORDS: [&str; 12] = ["the", "cat", "sat", "on", "the", "mat", "niño", "¿qué?", "小狗", "😀", "שלום", " \n"];
const STEPS: [&str; 12] = [
    "Embed + position",
    "LayerNorm",
    "Q, K, V",
    "Scores Q·Kᵀ",
    "Scale, mask",
    "Softmax",
    "Weighted sum A·V",
    "Join heads, W₀",
    "Add residual",
    "LayerNorm",
    "MLP, a name too long for its row",
    "Add residual",
];

impl Page {
    fn ui(&mut self, ui: &mut Ui) {
        let p = palette(ui);
        let bar = |fill: Color32| Frame::new().fill(fill).inner_margin(Margin::symmetric(16, 0));
        Panel::top("tabs").exact_size(space::TAB_BAR).frame(bar(p.surface)).show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.label(RichText::new("Transformer Lab").font(text::strong()));
                ui.add_space(space::XXL);
                for name in ["Flow", "Steps", "Attention", "Weights", "Generate", "Cost", "Compare", "Exercises"] {
                    ui.add(Tab::new(name, name == "Steps"));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add(Button::icon("✕", "Close"));
                    ui.add(Button::icon("↷", "Redo"));
                });
            });
        });
        Panel::top("prompt").exact_size(space::PROMPT_STRIP).frame(bar(p.bg)).show(ui, |ui| {
            ui.horizontal_centered(|ui| TokenStrip::new("Prompt", &WORDS, Some(5)).show(ui));
        });
        let list = Frame::new().fill(p.surface).inner_margin(Margin::same(8));
        Panel::left("steps").exact_size(space::STEP_LIST).frame(list).show(ui, Self::steps_ui);
        let inspector = Frame::new().fill(p.surface).inner_margin(Margin::same(16));
        Panel::right("inspector").exact_size(space::INSPECTOR).frame(inspector).show(ui, Self::inspector_ui);
        let stage = Frame::new().fill(p.bg).inner_margin(Margin::same(24));
        CentralPanel::default().frame(stage).show(ui, |ui| self.stage_ui(ui));
    }

    fn steps_ui(ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 0.0;
        Frame::new().inner_margin(Margin::symmetric(8, 0)).show(ui, |ui| section(ui, "Block 1 · head 1"));
        for (number, step) in (1..).zip(STEPS) {
            ui.add(ListRow::new(step, number == 4).number(number).ahead(number > 4));
        }
        ui.add_space(space::LARGE);
        ui.add(ListRow::new("W_Q", false).sign().note("8 × 8").mark(Some("changed")));
        ui.add(ListRow::new("encoder", false).note("18"));
        ui.add(ListRow::new("block 0", false).depth(1));
        ui.add(ListRow::new("self attention", false).depth(2).note("6 × 6"));
    }

    fn inspector_ui(ui: &mut Ui) {
        section(ui, "Selected cell");
        ui.label(RichText::new("S[5, 1] = 0.16").font(text::answer()));
        properties(
            ui,
            &[
                Property::text("Row", "token 5 mat (query)"),
                Property::text("Column", "token 1 cat (key)"),
                Property::text("Rank in row", "5 of 6"),
                Property::number("Exact", "0.158456"),
                Property::text("Reads", "a value so long that it takes more than one line"),
            ],
        );
        ui.add_space(space::LARGE);
        section(ui, "Why");
        let (query, key) = (marked(Hue::Query, "mat"), marked(Hue::Key, "cat"));
        prose(
            ui,
            &format!(
                "The query of {query} and the key of {key} are multiplied dimension by dimension and summed. A large \
                 positive score means the two vectors point the same way."
            ),
        );
    }

    fn stage_ui(&mut self, ui: &mut Ui) {
        let p = palette(ui);
        ui.label(RichText::new("Scores: how much does each query match each key?").font(text::title()));
        ui.label(RichText::new("S = Q · Kᵀ   each cell is one row of Q times one column of Kᵀ").color(p.text2));
        ui.add_space(space::MEDIUM);
        ui.horizontal(|ui| {
            ui.add(IntegerField::new("d_model", &mut self.width, 1..=64));
            ui.add_space(space::MEDIUM);
            segmented(ui, "Mask", &mut self.place, &[(0, "None"), (1, "Causal"), (2, "Padding")]);
            ui.add_space(space::MEDIUM);
            toggle(ui, "Residual", &mut self.residual);
        });
        ui.add_space(space::MEDIUM);
        card(ui, |ui| {
            ui.set_width(320.0);
            section(ui, "Model");
            ui.add(IntegerField::new("Heads", &mut self.heads, 1..=3).refused(Some("8 is not divisible by 3.")));
            ui.add(IntegerSlider::new("Length", &mut self.length, 1..=4096).logarithmic());
            ui.add(NumberField::new("Epsilon", &mut self.epsilon, 0.0..=1.0));
            ui.add(NumberField::new("Divisor", &mut self.divisor, -100.0..=100.0));
            choice(ui, "Norm", &mut self.norm, &[(0, "Layer norm"), (1, "RMS norm"), (2, "None, as in the third document")]);
            segmented(ui, "Place", &mut self.place, &[(0, "Before"), (1, "After"), (2, "None")]);
            toggle(ui, "Residual", &mut self.residual);
            toggle(ui, "Bias", &mut self.bias);
            ui.add(TextField::new("Source", &mut self.prompt, 200.0).hint("A text to translate"));
            notice(ui, Notice::Wrong, "8 dimensions cannot be shared among 3 heads: 8 is not divisible by 3.");
        });
        ui.add_space(space::SMALL);
        ui.add(TextArea::new("Numbers", &mut self.numbers, vec2(240.0, 60.0)).hint("1 2"));
        ui.add_space(space::SMALL);
        notice(ui, Notice::Hint, "Running …");
        notice(ui, Notice::Right, "23 of 23 checks passed");
        notice(ui, Notice::Warning, "Row 2 of the mask sees nothing: its weights are all 0.");
        ui.horizontal(|ui| {
            ui.add(Button::secondary("◀ Back"));
            ui.add(Button::primary("Next step ▶"));
            ui.add_enabled(false, Button::secondary("Reset"));
            ui.add_enabled(false, Button::primary("Run"));
            ui.label(RichText::new("← → step  ↑↓ cell  Space play").font(text::small()).color(p.text3));
        });
    }
}

/// Writes the page in both themes to the folder named by the environment variable `PICTURES`: at rest with the pointer
/// on a row, and with the keyboard on one control after the other.
#[test]
#[ignore = "draws pictures for people to look at"]
fn pictures() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var("PICTURES")?;
    let save = |picture: &RgbaImage, name: String| picture::save_png(picture, &Path::new(&folder).join(name));
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let page = Picture::new(vec2(1280.0, 900.0), theme);
        for scale in [1.0, 2.0] {
            let page = Picture { pixels_per_point: scale, pointer: Some(pos2(100.0, 240.0)), ..page };
            save(&page.draw(|ui| Page::default().ui(ui))?, format!("controls-{name}-{scale}x.png"))?;
        }
        let page = Picture { pointer: Some(pos2(1214.0, 20.0)), ..page };
        save(&page.draw(|ui| Page::default().ui(ui))?, format!("tooltip-{name}.png"))?;
        // To a tab, a token, a row, a field, a slider, and a list, which is then opened.
        for tabs in [2, 12, 24, 40, 46, 50] {
            let keys = [vec![Key::Tab; tabs], vec![Key::Space; usize::from(tabs == 50)]].concat();
            save(&after_keys(theme, &keys)?, format!("keys-{name}-{tabs}.png"))?;
        }
    }
    Ok(())
}

/// The page after some keys.
fn after_keys(theme: Theme, keys: &[Key]) -> Result<RgbaImage, PictureError> {
    let size = vec2(1280.0, 900.0);
    let ctx = Context::default();
    theme::install(&ctx);
    ctx.set_theme(theme);
    Rasteriser::prepare(&ctx);
    let (mut page, mut rasteriser) = (Page::default(), Rasteriser::default());
    let pass = |key: Option<Key>, time| RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
        time: Some(time),
        events: key
            .map(|key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE })
            .into_iter()
            .collect(),
        ..RawInput::default()
    };
    let mut shapes = Vec::new();
    let passes = keys.iter().copied().map(Some).chain([None; 3]);
    for (i, key) in (0_u32..).zip([None].into_iter().chain(passes)) {
        let mut output = ctx.run_ui(pass(key, f64::from(i)), |ui| page.ui(ui));
        rasteriser.apply(&mut output.textures_delta)?;
        shapes = output.shapes;
    }
    rasteriser.draw(&ctx.tessellate(shapes, 1.0), size, 1.0, Palette::of(theme).bg)
}
