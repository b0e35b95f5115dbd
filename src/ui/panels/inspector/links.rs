//! The two ways along which a number can be followed: what it is made from, and what reads it.

use std::rc::Rc;

use eframe::egui::{RichText, Ui};

use super::{Subject, go, named};
use crate::graph::Cell;
use crate::lab::{Link, origins, readers};
use crate::ui::context::Context;
use crate::ui::controls::{LinkRow, section};
use crate::ui::theme::{palette, space, text};

/// Places that are named, at most.
const LINKS: usize = 8;

/// What the section keeps between frames: what was found for the value of this revision and a cell of it.
#[derive(Default)]
pub struct LinksState {
    known: Option<(u64, Option<Cell>, Rc<Found>)>,
}

/// The two ways on.
#[derive(Default)]
struct Found {
    origins: Vec<Link>,
    readers: Vec<Link>,
}

impl LinksState {
    fn found(&mut self, ctx: &Context<'_>, subject: &Subject) -> Rc<Found> {
        let key = (subject.look.revision, subject.cell);
        if let Some((_, _, found)) = self.known.as_ref().filter(|(revision, cell, _)| (*revision, *cell) == key) {
            return Rc::clone(found);
        }
        let Some(outcome) = ctx.lab.outcome() else { return Rc::default() };
        let found = Rc::new(Found {
            origins: origins(outcome, subject.id, subject.cell),
            readers: readers(&outcome.prepared.graph, subject.id, subject.cell),
        });
        self.known = Some((key.0, key.1, Rc::clone(&found)));
        found
    }
}

/// What the number, or the value, is made from, and what reads it.
pub fn links_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, state: &mut LinksState) {
    let found = state.found(ctx, subject);
    let graph = ctx.prepared().graph.clone();
    let node = graph.node(subject.id);
    let overrides = &ctx.prepared().experiment.overrides;
    let put = subject.cell.zip(overrides.get(&node.site)).is_some_and(|(cell, change)| change.concerns(cell.row, cell.column));
    if !node.inputs.is_empty() && !put {
        let (title, none) = (ctx.locale.text("inspector-origins"), ctx.locale.text("inspector-no-origin"));
        list_ui(ui, ctx, subject, "←", (&title, &none), &found.origins);
        ui.add_space(space::MEDIUM);
    }
    let (title, none) = (ctx.locale.text("inspector-readers"), ctx.locale.text("inspector-unread"));
    list_ui(ui, ctx, subject, "→", (&title, &none), &found.readers);
}

fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, arrow: &str, (title, none): (&str, &str), links: &[Link]) {
    section(ui, title);
    let note = |ui: &mut Ui, told: String| ui.label(RichText::new(told).font(text::body()).color(palette(ui).text2));
    if links.is_empty() {
        note(ui, none.to_owned());
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for link in links.iter().take(LINKS) {
            let cell = link.cell.map_or_else(String::new, |cell| cell.to_string());
            if ui.add(LinkRow::new(arrow, &named(ctx, link.node, subject.id)).note(&cell)).clicked() {
                go(ctx, link.node, link.cell);
            }
        }
        if links.len() > LINKS {
            ui.add_space(space::XS);
            let count = links.len() - LINKS;
            note(ui, ctx.locale.with("strip-more", &[("count", count.to_string().into())]));
        }
    });
}
