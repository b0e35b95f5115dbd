//! Activations, softmax and its logarithm, and the gated feed-forward network.

use std::sync::Arc;

use ndarray::Array2;
use transformer_lab::graph::{Activation, Element, GraphBuilder, NodeId, Part, Quantity, Run, Scope, Site, Softmax};
use transformer_lab::transformer::{FeedForwardKind, Model, Subject};

use super::answers::Answers;
use super::bench::{Bench, gradient_at, gradients, value_at};
use super::manifest::{Case, Result};
use super::parameters::{check_count, linear, unknown};
use super::tensor::Tensor;

/// A feed-forward network that stands alone.
const ALONE: Scope = Scope::alone(Part::FeedForward);
const INPUT: Site = ALONE.at(Quantity::Input);
const OUTPUT: Site = ALONE.at(Quantity::Output);

/// A function of the rows of x.
pub fn activation<T: Element>(case: &Case) -> Result<Answers> {
    let x = case.input("x")?.matrix()?;
    let run = match case.entry.variant.as_str() {
        "relu" => run_rows::<T>(x, |g, x| g.activation(x, Activation::Relu, OUTPUT)),
        "gelu_exact" => run_rows(x, |g, x| g.activation(x, Activation::Gelu, OUTPUT)),
        "gelu_tanh" => run_rows(x, |g, x| g.activation(x, Activation::GeluTanh, OUTPUT)),
        "silu" => run_rows(x, |g, x| g.activation(x, Activation::Silu, OUTPUT)),
        "softmax" => run_rows(x, softmax),
        "log_softmax" => run_rows(x, log_softmax),
        "swiglu_llama_mlp" => swiglu(case, x),
        other => Err(format!("this test knows no activation {other}")),
    }?;
    let y = value_at(&run, OUTPUT)?;
    let mut answers = Answers::default();
    answers.add("out.y", &*y);
    // The slope of a function of each number, or what comes back from the gradient of the result.
    let ones = || Ok(Array2::ones(y.dim()));
    let upstream = case.find_input("g").map_or_else(ones, Tensor::matrix)?;
    let dx = gradient_at(&run, &gradients(&run, OUTPUT, &upstream)?, INPUT)?;
    answers.add("out.dydx", &*dx);
    answers.add("out.dx", &*dx);
    Ok(answers)
}

/// The result of one operation on the rows of `x`.
pub fn of_rows<T: Element>(x: Array2<f64>, write: impl FnOnce(&mut GraphBuilder, NodeId) -> NodeId) -> Result<Arc<Array2<T>>> {
    value_at(&run_rows(x, write)?, OUTPUT)
}

/// One operation on the rows of `x`, evaluated.
fn run_rows<T: Element>(x: Array2<f64>, write: impl FnOnce(&mut GraphBuilder, NodeId) -> NodeId) -> Result<Run<T>> {
    let model = Model::default();
    let mut bench = Bench::new(&model)?;
    let x = bench.input(x, INPUT);
    write(bench.g(), x);
    bench.run()
}

/// Softmax of the rows.
pub fn softmax(g: &mut GraphBuilder, x: NodeId) -> NodeId {
    g.softmax(x, Softmax::Stable, OUTPUT)
}

/// The logarithm of softmax of the rows.
pub fn log_softmax(g: &mut GraphBuilder, x: NodeId) -> NodeId {
    g.log_softmax(x, OUTPUT)
}

/// Llama's feed-forward network: down(silu(gate(x)) ⊙ up(x)).
fn swiglu<T: Element>(case: &Case, x: Array2<f64>) -> Result<Run<T>> {
    if case.word("hidden_act")? != "silu" {
        return Err("the gate of SwiGLU is silu".to_owned());
    }
    let model = Model {
        subject: Subject::FeedForward,
        d_model: x.ncols(),
        d_ff: case.size("intermediate_size")?,
        feed_forward: FeedForwardKind::SwiGlu,
        feed_forward_bias: case.flag("bias")?,
        ..Model::default()
    };
    let mut bench = Bench::new(&model)?;
    let x = bench.input(x, INPUT);
    bench.parts.feed_forward(x, ALONE);
    let run = bench.run_with(|site| match site.quantity {
        Quantity::GateWeight => linear(case, "gate_proj.weight"),
        Quantity::FirstWeight => linear(case, "up_proj.weight"),
        Quantity::SecondWeight => linear(case, "down_proj.weight"),
        _ => unknown(site),
    })?;
    check_count(case, run.graph())?;
    Ok(run)
}
