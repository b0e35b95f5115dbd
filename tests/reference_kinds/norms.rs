//! `nn.LayerNorm` and `nn.RMSNorm`.

use std::sync::Arc;

use ndarray::Array2;
use transformer_lab::graph::{Element, Part, Quantity, Run, Scope};
use transformer_lab::transformer::{Model, Norm, NormKind, Subject};

use super::answers::Answers;
use super::bench::{Bench, value_at};
use super::manifest::{Case, Result};
use super::parameters::{check_count, norm_weight};

/// A norm that stands alone.
pub const ALONE: Scope = Scope::alone(Part::Norm);

/// `nn.LayerNorm` over the last axes, taken together.
pub fn layernorm<T: Element>(case: &Case) -> Result<Answers> {
    one::<T>(case, NormKind::Layer, case.list_len("normalized_shape")?)
}

/// `nn.RMSNorm`.
pub fn rmsnorm<T: Element>(case: &Case) -> Result<Answers> {
    one::<T>(case, NormKind::Rms, 1)
}

fn one<T: Element>(case: &Case, kind: NormKind, axes: usize) -> Result<Answers> {
    let x = case.input("x")?.rows_of(axes)?;
    let norm = Norm {
        kind,
        epsilon: case.number("eps")?,
        gamma: case.has_parameter("weight"),
        beta: case.has_parameter("bias"),
        ..Norm::default()
    };
    let y = normalised::<T>(case, "", norm, x)?;
    // Rows of several axes go back to rows of the last.
    let columns = case.input("x")?.shape().last().copied().unwrap_or(0);
    let y = Array2::from_shape_vec((y.len() / columns.max(1), columns), y.iter().copied().collect()).map_err(|error| error.to_string())?;
    let mut answers = Answers::default();
    answers.add("out.y", &y);
    // What the library gives as it is: it computes this norm in f32 whatever the precision of the rest.
    answers.add("out.y_lib_f32_upcast", &y);
    Ok(answers)
}

/// The rows of `x`, normalised with the parameters `{prefix}weight` and `{prefix}bias` as far as the norm has them.
pub fn normalised<T: Element>(case: &Case, prefix: &str, norm: Norm, x: Array2<f64>) -> Result<Arc<Array2<T>>> {
    value_at(&run(case, prefix, norm, x)?, ALONE.at(Quantity::Output))
}

/// The norm of the rows of `x`, evaluated.
pub fn run<T: Element>(case: &Case, prefix: &str, norm: Norm, x: Array2<f64>) -> Result<Run<T>> {
    let model = Model { subject: Subject::Norm, d_model: x.ncols(), norm, ..Model::default() };
    let mut bench = Bench::new(&model)?;
    let x = bench.input(x, ALONE.at(Quantity::Input));
    bench.parts.norm(x, ALONE);
    let run = bench.run_with(|site| norm_weight(case, prefix, site))?;
    if norm.gamma || norm.beta {
        check_count(case, run.graph())?;
    }
    Ok(run)
}
