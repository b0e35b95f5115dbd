//! Why a token was picked, in sentences.

use super::digits;
use crate::experiment::Generated;
use crate::transformer::decoding::{DecodingConfig, Filter, Pick, Reason, Stage, Stop, Strategy, TokenStep};
use crate::ui::context::Context;
use crate::ui::controls::{marked, visible};
use crate::ui::locale::Value;
use crate::ui::numbers;
use crate::ui::widgets::Hue;

/// Decimals of draws and intervals: enough to see on which side a draw fell.
pub const FINE: usize = 4;

/// Why the token of a step was picked: the filters in their order, then the choice; a line each.
pub fn reasons(ctx: &Context<'_>, generated: &Generated, config: &DecodingConfig, step: &TokenStep, full_bar: f64) -> Vec<String> {
    let token = step.pick.token;
    let mut before = step.probabilities[token];
    let mut sentences = Vec::new();
    for stage in &step.filtered.stages {
        sentences.push(filter(ctx, stage, [before, stage.probabilities[token]].map(|p| digits(p, full_bar))));
        before = stage.probabilities[token];
    }
    sentences.push(choice(ctx, generated, config, step));
    sentences
}

/// What a filter did: to one token, whose probability it changed, or to all.
fn filter(ctx: &Context<'_>, stage: &Stage, [before, after]: [String; 2]) -> String {
    let change: [(&str, Value<'_>); 2] = [("before", before.into()), ("after", after.into())];
    let kept: [(&str, Value<'_>); 3] = [
        ("kept", numbers::count(stage.kept as u64).into()),
        ("all", numbers::count(stage.probabilities.len() as u64).into()),
        ("mass", numbers::percent(stage.mass).into()),
    ];
    let said = |key: &str, value: String, more: &[(&str, Value<'_>)]| {
        let mut arguments = vec![("value", Value::from(value))];
        arguments.extend_from_slice(more);
        ctx.locale.with(key, &arguments)
    };
    match stage.filter {
        Filter::Temperature(value) => said("generate-did-temperature", numbers::shortest(value), &change),
        Filter::RepetitionPenalty(value) => said("generate-did-penalty", numbers::shortest(value), &change),
        Filter::TopK(value) => said("generate-did-top-k", value.to_string(), &kept),
        Filter::TopP(value) => said("generate-did-top-p", numbers::shortest(value), &kept),
        Filter::MinP(value) => said("generate-did-min-p", numbers::shortest(value), &kept),
    }
}

/// How the token was chosen from what the filters left.
pub fn choice(ctx: &Context<'_>, generated: &Generated, config: &DecodingConfig, step: &TokenStep) -> String {
    let Pick { token, reason } = step.pick;
    let name = marked(Hue::Probability, &visible(generated.name(token)));
    match reason {
        Reason::Highest { equals } => {
            let logit = numbers::fixed(step.logits[token], ctx.decimals());
            let arguments = [("token", name.into()), ("logit", logit.into()), ("count", equals.to_string().into())];
            ctx.locale.with(if equals == 0 { "generate-why-greedy" } else { "generate-why-equals" }, &arguments)
        }
        Reason::Drawn { draw, from, to } => {
            let seed = match &config.strategy {
                Strategy::Sample { seed, .. } => seed.to_string(),
                Strategy::Greedy | Strategy::Beam { .. } => String::new(),
            };
            let fine = |value| numbers::fixed(value, FINE);
            ctx.locale.with(
                "generate-why-drawn",
                &[
                    ("seed", seed.into()),
                    ("draw", fine(draw).into()),
                    ("from", fine(from).into()),
                    ("to", fine(to).into()),
                    ("token", name.into()),
                ],
            )
        }
    }
}

/// A filter with its number.
pub fn filter_name(ctx: &Context<'_>, filter: Filter) -> String {
    let (key, value) = match filter {
        Filter::Temperature(value) => ("filter-temperature", numbers::shortest(value)),
        Filter::TopK(value) => ("filter-top-k", value.to_string()),
        Filter::TopP(value) => ("filter-top-p", numbers::shortest(value)),
        Filter::MinP(value) => ("filter-min-p", numbers::shortest(value)),
        Filter::RepetitionPenalty(value) => ("filter-penalty-short", numbers::shortest(value)),
    };
    format!("{} {value}", ctx.locale.text(key))
}

/// Which filters took tokens away, for the line between what is kept and what is not.
pub fn cut(ctx: &Context<'_>, step: &TokenStep) -> String {
    let names: Vec<String> = (step.filtered.stages.iter())
        .scan(step.probabilities.len(), |before, stage| Some((std::mem::replace(before, stage.kept), stage)))
        .filter(|(before, stage)| stage.kept < *before)
        .map(|(_, stage)| {
            let name = filter_name(ctx, stage.filter);
            ctx.locale.with("generate-cut", &[("filter", name.into()), ("mass", numbers::percent(stage.mass).into())])
        })
        .collect();
    names.join(" · ")
}

/// Why a generation is over.
pub fn stop(ctx: &Context<'_>, generated: &Generated, stop: Stop, limit: usize) -> String {
    match stop {
        Stop::EndToken => {
            let name = generated.end.map_or_else(String::new, |end| visible(generated.name(end)));
            ctx.locale.with("generate-stop-end", &[("token", name.into())])
        }
        Stop::LengthLimit => ctx.locale.with("generate-stop-length", &[("count", limit.to_string().into())]),
        Stop::EarlyStopping => ctx.locale.text("generate-stop-early"),
        Stop::NoBetterScore => ctx.locale.text("generate-stop-better"),
        Stop::NothingRunsOn => ctx.locale.text("generate-stop-nothing"),
    }
}
