//! The choices inside a block, and at the ends of a model.

use eframe::egui::Ui;

use super::{equation_of, formula, formulas, in_stack, pick, switch};
use crate::graph::{Part, Quantity};
use crate::transformer::{Divisor, Model, NormKind, Output, Pooling, Positions, Subject};
use crate::ui::choices;
use crate::ui::context::Context;
use crate::ui::controls::{IntegerField, NumberField, section};
use crate::ui::equation::positions_formula;

/// Attention: divisor, softmax, biases.
pub fn attention_ui(ui: &mut Ui, ctx: &Context<'_>, model: &mut Model) {
    if matches!(model.subject, Subject::Norm | Subject::FeedForward) {
        return;
    }
    section(ui, &ctx.locale.text("drawer-attention"));
    let number = match model.divisor {
        Divisor::Number(value) => value,
        Divisor::RootOfKeyWidth | Divisor::None => 30.0,
    };
    let options = [(0, "divisor-root"), (1, "divisor-none"), (2, "divisor-number")];
    let mut kind = match model.divisor {
        Divisor::RootOfKeyWidth => 0,
        Divisor::None => 1,
        Divisor::Number(_) => 2,
    };
    pick(ui, ctx, "drawer-divisor", &mut kind, &options);
    model.divisor = match kind {
        0 => Divisor::RootOfKeyWidth,
        1 => Divisor::None,
        _ => Divisor::Number(number),
    };
    if let Divisor::Number(value) = &mut model.divisor {
        ui.add(NumberField::new(&ctx.locale.text("drawer-divisor-number"), value, f64::MIN..=f64::MAX));
    }
    formula(ui, ctx, [formulas::attention(model)]);
    pick(ui, ctx, "drawer-softmax", &mut model.softmax, &choices::SOFTMAX);
    formula(ui, ctx, formulas::softmax(model));
    if model.subject.has_heads() {
        switch(ui, ctx, "drawer-attention-bias", &mut model.attention_bias);
        equation_of(ui, ctx, |node| node.site.quantity == Quantity::Query && node.site.scope.head.is_none());
    }
}

/// The feed-forward network, norms and residual connections.
pub fn block_ui(ui: &mut Ui, ctx: &Context<'_>, model: &mut Model) {
    if in_stack(model) || model.subject == Subject::FeedForward {
        section(ui, &ctx.locale.text("drawer-feed-forward"));
        pick(ui, ctx, "drawer-activation", &mut model.feed_forward, &choices::ACTIVATIONS);
        formula(ui, ctx, formulas::activation(model));
        switch(ui, ctx, "drawer-feed-forward-bias", &mut model.feed_forward_bias);
        formula(ui, ctx, formulas::feed_forward(model));
    }
    if in_stack(model) || model.subject == Subject::Norm {
        norm_ui(ui, ctx, model);
    }
    if in_stack(model) {
        switch(ui, ctx, "drawer-residual", &mut model.residual);
        formula(ui, ctx, [formulas::sublayer(model)]);
        switch(ui, ctx, "drawer-final-norm", &mut model.final_norm);
        equation_of(ui, ctx, |node| node.site.scope.part == Some(Part::FinalNorm));
    }
}

fn norm_ui(ui: &mut Ui, ctx: &Context<'_>, model: &mut Model) {
    section(ui, &ctx.locale.text("drawer-norm"));
    let norm = &mut model.norm;
    pick(ui, ctx, "drawer-norm-kind", &mut norm.kind, &choices::NORMS);
    if norm.kind == NormKind::None {
        return;
    }
    if model.subject != Subject::Norm {
        pick(ui, ctx, "drawer-norm-place", &mut norm.place, &choices::NORM_PLACES);
        formula(ui, ctx, [formulas::sublayer(model)]);
    }
    let norm = &mut model.norm;
    ui.add(NumberField::new(&ctx.locale.text("drawer-epsilon"), &mut norm.epsilon, 0.0..=f64::MAX));
    if norm.kind == NormKind::Layer {
        pick(ui, ctx, "drawer-epsilon-place", &mut norm.epsilon_place, &choices::EPSILON_PLACES);
        switch(ui, ctx, "drawer-beta", &mut norm.beta);
    }
    switch(ui, ctx, "drawer-gamma", &mut norm.gamma);
    formula(ui, ctx, formulas::norm(norm));
}

/// Positions and embeddings before the stacks, logits after them.
pub fn ends_ui(ui: &mut Ui, ctx: &Context<'_>, model: &mut Model) {
    if !in_stack(model) {
        return;
    }
    section(ui, &ctx.locale.text("drawer-positions"));
    pick(ui, ctx, "drawer-positions-kind", &mut model.positions, &choices::POSITIONS);
    formula(ui, ctx, positions_formula(model.positions));
    if model.positions != Positions::None {
        pick(ui, ctx, "drawer-positions-place", &mut model.positions_place, &choices::POSITION_PLACES);
        formula(ui, ctx, [formulas::positions_place(model)]);
    }
    if model.positions == Positions::Learned {
        ui.add(IntegerField::new(&ctx.locale.text("drawer-longest"), &mut model.longest, 1..=1_000_000));
    }
    switch(ui, ctx, "drawer-scale-embeddings", &mut model.scale_embeddings);
    // The embeddings, unless their factor follows, in whose equation they stand.
    equation_of(ui, ctx, |node| match node.site.quantity {
        Quantity::Embeddings => !model.scale_embeddings,
        quantity => quantity == Quantity::ScaledEmbeddings,
    });
    section(ui, &ctx.locale.text("drawer-output"));
    output_ui(ui, ctx, model);
}

fn output_ui(ui: &mut Ui, ctx: &Context<'_>, model: &mut Model) {
    let mut kind = match model.output {
        Output::None => 0,
        Output::Vocabulary => 1,
        Output::Classifier { .. } => 2,
    };
    pick(ui, ctx, "drawer-output-kind", &mut kind, &[(0, "output-none"), (1, "output-vocabulary"), (2, "output-classifier")]);
    let (mut classes, mut pooling) = match model.output {
        Output::Classifier { classes, pooling } => (classes, pooling),
        Output::None | Output::Vocabulary => (2, Pooling::First),
    };
    if kind == 2 {
        ui.add(IntegerField::new(&ctx.locale.text("drawer-classes"), &mut classes, 1..=100_000));
        pick(ui, ctx, "drawer-pooling", &mut pooling, &choices::POOLINGS);
        equation_of(ui, ctx, |node| node.site.quantity == Quantity::Pooled);
    }
    model.output = match kind {
        0 => Output::None,
        1 => Output::Vocabulary,
        _ => Output::Classifier { classes, pooling },
    };
    if kind == 1 {
        switch(ui, ctx, "drawer-tied", &mut model.tied_output);
    }
    if kind != 0 {
        switch(ui, ctx, "drawer-output-bias", &mut model.output_bias);
        equation_of(ui, ctx, |node| node.site.quantity == Quantity::Logits);
    }
}
