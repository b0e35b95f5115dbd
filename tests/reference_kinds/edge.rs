//! Extremes: huge scores, queries that see nothing, single positions and dimensions, rows without variance.

use ndarray::Array2;
use transformer_lab::graph::{Element, Part, Quantity, Scope};
use transformer_lab::transformer::{Divisor, Norm, NormKind};

use super::activations::{log_softmax, of_rows, softmax};
use super::answers::Answers;
use super::attention::{attend, head_weights, multi_head};
use super::bench::value_at;
use super::layers::encoder_stack_with;
use super::manifest::{Case, Result};
use super::masking::{Flag, Masking};
use super::norms::normalised;
use super::tensor::Tensor;

const ATTENTION: Scope = Scope::alone(Part::Attention);

/// One of the extremes, by its variant.
pub fn edge<T: Element>(case: &Case) -> Result<Answers> {
    match case.entry.variant.as_str() {
        "softmax_rows" => softmax_rows::<T>(case),
        "layernorm_extremes" => norms::<T>(case),
        "sdpa_large_scores" => large_scores::<T>(case),
        "sdpa_fully_masked_row" => fully_masked_row::<T>(case),
        "n1_dk1" => single::<T>(case),
        "encoder_fully_padded_and_fastpath" => encoder_stack_with::<T>(case, "pad"),
        other => Err(format!("this test knows no extreme {other}")),
    }
}

/// Softmax, its logarithm, and ln Σ eˣ = x − log softmax(x), which holds of every x of a row and is read at the largest.
fn softmax_rows<T: Element>(case: &Case) -> Result<Answers> {
    let x = case.input("x")?.matrix()?;
    let probabilities = of_rows::<T>(x.clone(), softmax)?;
    let logarithms = of_rows::<T>(x.clone(), log_softmax)?;
    let largest = |row: usize| (0..x.ncols()).max_by(|&a, &b| x[(row, a)].total_cmp(&x[(row, b)])).unwrap_or(0);
    let sums = (0..x.nrows()).map(|row| x[(row, largest(row))] - logarithms[(row, largest(row))].wide()).collect();
    let mut answers = Answers::default();
    for precision in ["", "_f32"] {
        answers.add(&format!("out.softmax{precision}"), &*probabilities);
        answers.add(&format!("out.log_softmax{precision}"), &*logarithms);
    }
    answers.add_column("out.logsumexp", sums);
    Ok(answers)
}

/// Both norms on each input; γ and β only for the width that the case has parameters for.
fn norms<T: Element>(case: &Case) -> Result<Answers> {
    let epsilon = case.number("eps")?;
    let mut answers = Answers::default();
    for which in case.inputs_after("x") {
        let x = case.input(&format!("x{which}"))?.matrix()?;
        let prefix = format!("ln{}.", x.ncols());
        let learned = |end: &str| case.find_parameter(&format!("{prefix}{end}")).is_some();
        let layer = Norm { epsilon, gamma: learned("weight"), beta: learned("bias"), ..Norm::default() };
        let rms = Norm { kind: NormKind::Rms, epsilon, gamma: false, beta: false, ..Norm::default() };
        answers.add(&format!("out.layernorm{which}"), &*normalised::<T>(case, &prefix, layer, x.clone())?);
        answers.add(&format!("out.rmsnorm{which}"), &*normalised::<T>(case, &prefix, rms, x)?);
    }
    Ok(answers)
}

/// Attention for every q_{scale}, k_{scale}, v_{scale}.
fn large_scores<T: Element>(case: &Case) -> Result<Answers> {
    let mut answers = Answers::default();
    for scale in case.inputs_after("q_") {
        let y = heads::<T>(case, scale, &Masking::default())?;
        add_all(&mut answers, &[format!("out.y_{scale}"), format!("out.y_math_{scale}")], &y);
    }
    Ok(answers)
}

/// A query that may see nothing, in each form of mask and on each path of the library: zeros from the attention.
fn fully_masked_row<T: Element>(case: &Case) -> Result<Answers> {
    let mask = case.input("mask")?;
    let Tensor::Flags(flags) = mask else { return Err("the mask is not one of flags".to_owned()) };
    let &[queries, keys] = flags.shape() else { return Err("the mask is not one of queries and keys".to_owned()) };
    let added = Tensor::Floats(flags.mapv(|seen| if seen { 0.0 } else { f64::NEG_INFINITY }));
    let mut answers = Answers::default();
    for name in case.expected().filter(|name| name.starts_with("out.sdpa.")) {
        let mask = match name.split('.').nth(3) {
            Some("bool") => mask,
            Some("float_-inf") => &added,
            _ => continue,
        };
        let masking = Masking::union((queries, keys), [mask], Flag::Attended)?;
        add_all(&mut answers, &[name.to_owned()], &heads::<T>(case, "", &masking)?);
    }
    let masking = Masking::union((queries, keys), [mask], Flag::Attended)?;
    let x = case.input("x")?;
    for sequence in 0..x.shape()[0] {
        let run = multi_head::<T>(case, case.size("heads")?, &x.at(sequence)?, None, vec![masking.clone()])?;
        answers.add("out.mha_y_need_weights_False", &*value_at(&run, ATTENTION.at(Quantity::Output))?);
    }
    Ok(answers)
}

/// One position, one dimension, heads of one dimension.
fn single<T: Element>(case: &Case) -> Result<Answers> {
    let mut answers = Answers::default();
    for which in case.inputs_after("q_") {
        let shape = case.input(&format!("q_{which}"))?.shape();
        let n = shape[shape.len() - 2];
        add_all(&mut answers, &[format!("out.y_{which}")], &heads::<T>(case, which, &Masking::default())?);
        add_all(&mut answers, &[format!("out.y_{which}_causal")], &heads::<T>(case, which, &Masking::causal(n, n))?);
    }
    for which in case.inputs_after("x_mha_") {
        let x = case.input(&format!("x_mha_{which}"))?;
        let count = case.size("mha_heads")?;
        for sequence in 0..x.shape()[0] {
            let run = multi_head::<T>(case, count, &x.at(sequence)?, None, vec![Masking::default()])?;
            answers.add(&format!("out.y_mha_{which}"), &*value_at(&run, ATTENTION.at(Quantity::Output))?);
            for weights in head_weights(&run, ATTENTION, count)? {
                answers.add(&format!("out.w_mha_{which}"), &*weights);
            }
        }
    }
    Ok(answers)
}

/// What the attention of each sequence and head gives, with q, k, v of names that end alike, \[batch, head, n, d\].
fn heads<T: Element>(case: &Case, ending: &str, masking: &Masking) -> Result<Vec<Array2<T>>> {
    let name = |letter: &str| if ending.is_empty() { letter.to_owned() } else { format!("{letter}_{ending}") };
    let [q, k, v] = [case.input(&name("q"))?, case.input(&name("k"))?, case.input(&name("v"))?];
    let mut outputs = Vec::new();
    for sequence in 0..q.shape()[0] {
        for head in 0..q.shape()[1] {
            let of = |tensor: &Tensor| tensor.at(sequence)?.at(head);
            let attended = attend::<T>(Divisor::RootOfKeyWidth, [&of(q)?, &of(k)?, &of(v)?], masking.clone())?;
            outputs.push(attended.output.as_ref().clone());
        }
    }
    Ok(outputs)
}

fn add_all<T: Element>(answers: &mut Answers, names: &[String], outputs: &[Array2<T>]) {
    for name in names {
        for output in outputs {
            answers.add(name, output);
        }
    }
}
