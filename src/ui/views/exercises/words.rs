//! What is said of an answer.

use super::sheet::Draft;
use crate::experiment::exercises::{Asked, Kind, Mark, Marked, Remark, written};
use crate::ui::context::Context;
use crate::ui::numbers;

/// Cells that are named, at most.
const NAMED: usize = 4;

/// Which places differ, and by how much.
pub fn what_differs(
    ctx: &Context<'_>,
    asked: &Asked,
    marked: &Marked,
    draft: &Draft,
    rows: &dyn Fn(usize) -> String,
    columns: &dyn Fn(usize) -> String,
) -> String {
    let all: Vec<(usize, usize, Mark)> = marked.all().collect();
    let place = |row: usize, column: usize| match asked.kind {
        Kind::Vector => format!("[{}]", columns(column)),
        _ => format!("[{}, {}]", rows(row), columns(column)),
    };
    let missing = || all.iter().filter(|(_, _, mark)| *mark == Mark::Missing);
    let unread: Vec<(usize, usize, &str)> =
        missing().map(|&(row, column, _)| (row, column, draft.typed(row, column))).filter(|(_, _, typed)| !typed.is_empty()).collect();
    let empty = missing().count() - unread.len();
    let wrong: Vec<(usize, usize, f64)> = all
        .iter()
        .filter_map(|&(row, column, mark)| match mark {
            Mark::Wrong { by } => Some((row, column, by)),
            Mark::Right | Mark::Missing => None,
        })
        .collect();
    let mut sentences = Vec::new();
    if !unread.is_empty() {
        let name = |&(row, column, typed): &(usize, usize, &str)| match asked.kind {
            Kind::Vector | Kind::Matrix => {
                ctx.locale.with("exercise-unread-cell", &[("typed", typed.into()), ("place", place(row, column).into())])
            }
            _ => ctx.locale.with("exercise-unread", &[("typed", typed.into())]),
        };
        let list: Vec<String> = unread.iter().map(name).collect();
        let arguments = [("count", (unread.len() as u64).into()), ("list", first_of(ctx, list).into())];
        sentences.push(ctx.locale.with("exercise-no-number", &arguments));
    }
    if empty > 0 {
        sentences.push(match asked.kind {
            Kind::Choice => ctx.locale.text("exercise-choose"),
            _ => ctx.locale.with("exercise-missing", &[("count", (empty as u64).into())]),
        });
    }
    if !wrong.is_empty() {
        sentences.push(match asked.kind {
            Kind::Choice => ctx.locale.text("exercise-wrong-choice"),
            Kind::Token => ctx.locale.text("exercise-wrong-token"),
            Kind::Tokens => {
                let places: Vec<String> = wrong.iter().map(|(_, column, _)| (column + 1).to_string()).collect();
                ctx.locale.with("exercise-wrong-tokens", &[("places", places.join(", ").into())])
            }
            Kind::Number => ctx.locale.with("exercise-wrong-number", &[("by", difference(wrong[0].2).into())]),
            Kind::Vector | Kind::Matrix => {
                let name = |&(row, column, by): &(usize, usize, f64)| {
                    ctx.locale.with("exercise-wrong-cell", &[("place", place(row, column).into()), ("by", difference(by).into())])
                };
                let list = first_of(ctx, wrong.iter().map(name).collect());
                let counts = [("wrong", (wrong.len() as u64).into()), ("all", all.len().to_string().into()), ("list", list.into())];
                ctx.locale.with("exercise-wrong-cells", &counts)
            }
        });
    }
    if sentences.is_empty() {
        // All that was asked for is right, but there is more.
        sentences.push(ctx.locale.text("exercise-too-much"));
    }
    sentences.join(" ")
}

/// What may have gone wrong.
pub fn remark(ctx: &Context<'_>, remark: &Remark) -> String {
    match remark {
        Remark::Rounded(decimals) => ctx.locale.with("exercise-rounded", &[("decimals", (*decimals as u64).into())]),
        Remark::Transposed => ctx.locale.text("exercise-transposed"),
        Remark::Factor(factor) => ctx.locale.with("exercise-factor", &[("factor", written(*factor, Some(3)).into())]),
        Remark::Known(says) => super::say(ctx, says),
        Remark::Shape { expected, got } => {
            let shape = |shape: &crate::graph::Shape| numbers::shape(shape.rows, shape.columns);
            ctx.locale.with("exercise-shape", &[("expected", shape(expected).into()), ("got", shape(got).into())])
        }
        Remark::Order => ctx.locale.text("exercise-order"),
        Remark::Words { expected, got } => {
            ctx.locale.with("exercise-count", &[("expected", (*expected as u64).into()), ("got", got.to_string().into())])
        }
    }
}

/// The first of what is named, and how many more there are.
fn first_of(ctx: &Context<'_>, mut list: Vec<String>) -> String {
    let more = list.len().saturating_sub(NAMED);
    list.truncate(NAMED);
    if more > 0 {
        list.push(ctx.locale.with("exercise-wrong-more", &[("count", more.to_string().into())]));
    }
    list.join("; ")
}

/// Three significant digits; a count in full.
fn difference(by: f64) -> String {
    if !by.is_finite() {
        return numbers::shortest(by);
    }
    if by.fract() == 0.0 && by < 1e15 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number from 0 that fits")]
        return numbers::count(by as u64);
    }
    let digits = if by >= 100.0 {
        0
    } else if by >= 1.0 {
        2
    } else {
        4
    };
    if by < 1e-4 { written(by, None) } else { written(by, Some(digits)) }
}
