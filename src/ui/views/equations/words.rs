//! What parts, heads and masks are called on the page.

use super::outline::{Line, Section};
use crate::experiment::Prepared;
use crate::graph::{Part, Scope, Stack};
use crate::transformer::{Mask, Masks};
use crate::ui::describe;
use crate::ui::locale::Locale;
use crate::ui::widgets::Math;

/// The title of a section; where it is told for several blocks, the words before their counter and the counter.
pub fn section(locale: &Locale, section: &Section) -> (String, Option<(String, Math)>) {
    let Scope { stack, part, .. } = section.scope;
    let title = match (stack, section.blocks.is_some(), part) {
        (Some(Stack::Source), ..) => locale.text("equations-source"),
        (Some(Stack::Target), ..) => locale.text("equations-target"),
        (Some(Stack::Encoder), true, _) => locale.text("equations-encoder"),
        (Some(Stack::Decoder), true, _) => locale.text("equations-decoder"),
        (Some(Stack::Encoder | Stack::Decoder), false, _) => locale.text("equations-after"),
        (Some(Stack::Head), ..) => locale.text("equations-output"),
        (None | Some(Stack::Vocabulary), ..) => describe::place(locale, section.scope),
    };
    let counter = section.blocks.as_ref().map(|blocks| {
        let (first, last) = (blocks.start + 1, blocks.end);
        if first == last {
            (locale.text("equations-one-block"), Math::written(&format!("ℓ = {first}")))
        } else {
            (locale.text("equations-each-block"), Math::written(&format!("ℓ = {first} … {last}")))
        }
    });
    (title, counter)
}

/// The words before the counter of the heads, and the counter.
pub fn heads(locale: &Locale, heads: usize) -> (String, Math) {
    if heads == 1 {
        (locale.text("equations-one-head"), Math::written("i = 1"))
    } else {
        (locale.text("equations-each-head"), Math::written(&format!("i = 1 … {heads}")))
    }
}

/// The title of a sublayer.
pub fn sublayer(locale: &Locale, part: Part) -> String {
    describe::place(locale, Scope::alone(part))
}

/// What is said beside an equation: what its mask hides.
pub fn note(locale: &Locale, prepared: &Prepared, line: &Line) -> Option<String> {
    let node = prepared.graph.node(line.id);
    let kinds: Vec<String> = masks(&prepared.experiment.model.masks, node.site.scope).iter().map(|mask| kind(locale, mask)).collect();
    let arguments =
        [("kinds", kinds.join("; ").into()), ("hidden", line.hides?.to_string().into()), ("pairs", node.shape.cells().to_string().into())];
    Some(locale.with("equations-mask", &arguments))
}

/// The masks of the attention that a scope belongs to.
fn masks(masks: &Masks, scope: Scope) -> &[Mask] {
    match (scope.stack, scope.part) {
        (_, Some(Part::CrossAttention)) => &masks.cross,
        (Some(Stack::Decoder), _) => &masks.decoder_self,
        _ => &masks.encoder_self,
    }
}

fn kind(locale: &Locale, mask: &Mask) -> String {
    match mask {
        Mask::Causal => locale.text("equations-causal"),
        Mask::Padding => locale.text("equations-padding"),
        Mask::Hidden(keys) => {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            locale.with("equations-hidden", &[("keys", keys.join(", ").into())])
        }
        Mask::Window { before, after } => {
            locale.with("equations-window", &[("before", before.to_string().into()), ("after", after.to_string().into())])
        }
        Mask::Painted(_) => locale.text("equations-painted"),
    }
}
