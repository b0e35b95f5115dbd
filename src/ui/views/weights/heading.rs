//! What a weight is for, where it belongs, and how its numbers came about.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{RichText, Ui};

use super::initialisers::{Kind, formula};
use crate::experiment::WeightOrigin;
use crate::graph::{NodeId, Quantity, Shape, Site};
use crate::lab::edited_cells;
use crate::ui::context::Context;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::notation;
use crate::ui::{describe, numbers};

/// Draws the heading.
pub fn heading_ui(ui: &mut Ui, ctx: &Context<'_>, id: NodeId) {
    let p = palette(ui);
    let prepared = ctx.prepared();
    let node = prepared.graph.node(id);
    let sign = describe::sign(prepared, id);
    let mut title = notation::layout(&sign, &text::title(), p.text);
    // As high as its letters, so that an index stands no lower than elsewhere.
    title.sections.iter_mut().for_each(|section| section.format.line_height = None);
    append(&mut title, &format!(": {}", ctx.locale.text(question(node.site.quantity))), TextFormat::simple(text::title(), p.text));
    let spoken = title.text.clone();
    ui.horizontal_wrapped(|ui| {
        ui.label(title).accessible_name(spoken);
        describe::address_ui(ui, ctx.locale, node.site);
    });
    for sentence in [whereabouts(ctx, node.site, node.shape), made(ctx, node.site, node.shape)] {
        ui.add_space(space::XS);
        ui.label(RichText::new(sentence).font(text::body()).color(p.text2));
    }
    ui.add_space(space::MEDIUM);
}

fn append(job: &mut LayoutJob, text: &str, format: TextFormat) {
    job.append(text, 0.0, TextFormat { valign: eframe::egui::Align::Center, ..format });
}

/// The part of the model, how many numbers there are, and how large a share of all.
fn whereabouts(ctx: &Context<'_>, site: Site, shape: Shape) -> String {
    let all = ctx.prepared().graph.parameters();
    ctx.locale.with(
        "weights-whereabouts",
        &[
            ("place", describe::place(ctx.locale, site.scope).into()),
            ("shape", numbers::shape(shape.rows, shape.columns).into()),
            ("count", numbers::count(shape.cells() as u64).into()),
            ("share", numbers::percent(shape.cells() as f64 / all.max(1) as f64).into()),
        ],
    )
}

/// How the numbers came about.
fn made(ctx: &Context<'_>, site: Site, shape: Shape) -> String {
    let weights = &ctx.lab.document().experiment().weights;
    let origin = match weights.origin(site) {
        WeightOrigin::Rows(_) => ctx.locale.text("weights-made-written"),
        WeightOrigin::Drawn { initialiser, seed } => {
            let arguments = [("how", Kind::of(initialiser).name(ctx.locale).into()), ("formula", formula(initialiser, shape).into())];
            match seed {
                Some(seed) => {
                    let [how, formula] = arguments;
                    ctx.locale.with("weights-made-drawn", &[how, formula, ("seed", seed.to_string().into())])
                }
                None => ctx.locale.with("weights-made-set", &arguments),
            }
        }
        WeightOrigin::File { file, name, transposed } => {
            let name = name.map_or_else(|| site.to_string(), str::to_owned);
            let key = if transposed { "weights-made-read-transposed" } else { "weights-made-read" };
            ctx.locale.with(key, &[("file", file.display().to_string().into()), ("name", name.into())])
        }
    };
    match edited_cells(weights, site) {
        0 => origin,
        count => ctx.locale.with("weights-made-edited", &[("origin", origin.into()), ("count", count.into())]),
    }
}

/// The key of the question that a weight answers.
fn question(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::EmbeddingTable => "weights-ask-embedding",
        Quantity::PositionTable => "weights-ask-position",
        Quantity::QueryWeight => "weights-ask-query",
        Quantity::KeyWeight => "weights-ask-key",
        Quantity::ValueWeight => "weights-ask-value",
        Quantity::OutputWeight => "weights-ask-output",
        Quantity::FirstWeight => "weights-ask-first",
        Quantity::SecondWeight => "weights-ask-second",
        Quantity::GateWeight => "weights-ask-gate",
        Quantity::Gamma => "weights-ask-gamma",
        Quantity::Beta => "weights-ask-beta",
        Quantity::LogitsWeight => "weights-ask-logits",
        Quantity::LogitsBias => "weights-ask-logits-bias",
        _ => "weights-ask-bias",
    }
}
