//! `F.scaled_dot_product_attention` and `nn.MultiheadAttention`.

use std::sync::Arc;

use ndarray::Array2;
use transformer_lab::graph::{Element, Part, Quantity, Run, Scope, Site};
use transformer_lab::transformer::{Divisor, Memory, Model, Subject};

use super::answers::Answers;
use super::bench::{Bench, value_at};
use super::manifest::{Case, Result};
use super::masking::{Flag, Masking};
use super::parameters::{attention_weight, check_count};
use super::tensor::Tensor;

/// An attention that stands alone.
pub const ALONE: Scope = Scope::alone(Part::Attention);

/// What an attention gives, and its weights.
pub struct Attended<T> {
    pub output: Arc<Array2<T>>,
    pub weights: Arc<Array2<T>>,
}

/// Attention of given queries to given keys and values.
pub fn attend<T: Element>(divisor: Divisor, [query, key, value]: [&Tensor; 3], masking: Masking) -> Result<Attended<T>> {
    let model = Model { subject: Subject::Attention, divisor, ..Model::default() };
    let mut bench = Bench::new(&model)?;
    let q = bench.input(query.matrix()?, ALONE.at(Quantity::Query));
    let k = bench.input(key.matrix()?, ALONE.at(Quantity::Key));
    let v = bench.input(value.matrix()?, ALONE.at(Quantity::Value));
    let mask = bench.mask(masking, ALONE);
    bench.parts.scaled_dot_product(q, k, v, &mask, ALONE);
    let run = bench.run()?;
    Ok(Attended { output: value_at(&run, ALONE.at(Quantity::Output))?, weights: value_at(&run, ALONE.at(Quantity::Weights))? })
}

/// Scaled dot-product attention: q, k, v \[batch, head, n, d\].
pub fn sdpa<T: Element>(case: &Case) -> Result<Answers> {
    let (batch, heads, queries, keys) = (case.size("batch")?, case.size("heads")?, case.size("n_q")?, case.size("n_k")?);
    let divisor = if case.flag("scale_is_default")? { Divisor::RootOfKeyWidth } else { Divisor::Number(case.number("scale")?.recip()) };
    let mask = case.find_input("mask").map(|mask| mask.broadcast(&[batch, heads, queries, keys])).transpose()?;
    let mut answers = Answers::default();
    for sequence in 0..batch {
        for head in 0..heads {
            let of = |tensor: &Tensor| tensor.at(sequence)?.at(head);
            let masking = match &mask {
                Some(mask) => Masking::union((queries, keys), [&of(mask)?], Flag::Attended)?,
                None if case.flag("is_causal")? => Masking::causal(queries, keys),
                None => Masking::default(),
            };
            let (q, k, v) = (of(case.input("q")?)?, of(case.input("k")?)?, of(case.input("v")?)?);
            let attended = attend::<T>(divisor, [&q, &k, &v], masking)?;
            answers.add("out.y", &attended.output);
            answers.add("out.weights", &attended.weights);
        }
    }
    Ok(answers)
}

/// Multi-head attention of a batch. Keys are the queries' vectors and values the keys' where they are not given.
pub fn mha<T: Element>(case: &Case) -> Result<Answers> {
    let (batch, heads) = (case.size("batch")?, case.size("heads")?);
    let queries = case.input("q")?;
    let keys = case.find_input("k");
    let values = case.find_input("v").or(keys);
    let mut answers = Answers::default();
    for sequence in 0..batch {
        let other = keys.zip(values).map(|(keys, values)| Ok::<_, String>((keys.at(sequence)?, values.at(sequence)?))).transpose()?;
        let masks = head_masks(case, sequence, heads)?;
        let run = multi_head::<T>(case, heads, &queries.at(sequence)?, other.as_ref(), masks)?;
        let weights = head_weights(&run, ALONE, heads)?;
        answers.add("out.y", &*value_at(&run, ALONE.at(Quantity::Output))?);
        for weights in &weights {
            answers.add("out.weights", weights);
        }
        let sum = weights.iter().skip(1).fold(weights[0].as_ref().clone(), |sum: Array2<T>, weights| sum + &**weights);
        answers.add("out.weights_avg", &(sum / T::of(heads as f64)));
    }
    Ok(answers)
}

/// One sequence through `nn.MultiheadAttention`, attending to itself or to other keys and values.
pub fn multi_head<T: Element>(
    case: &Case,
    heads: usize,
    queries: &Tensor,
    other: Option<&(Tensor, Tensor)>,
    masks: Vec<Masking>,
) -> Result<Run<T>> {
    let x = queries.matrix()?;
    let model = Model {
        subject: Subject::MultiHeadAttention,
        d_model: x.ncols(),
        heads,
        attention_bias: case.has_parameter("in_proj_bias"),
        ..Model::default()
    };
    let mut bench = Bench::new(&model)?;
    let x = bench.input(x, ALONE.at(Quantity::Input));
    let memory = match other {
        Some((keys, values)) => {
            let keys = bench.input(keys.matrix()?, ALONE.at(Quantity::Memory));
            let values = bench.input(values.matrix()?, VALUES);
            Memory::Vectors(keys, values)
        }
        None => Memory::Itself(0),
    };
    let masks: Vec<_> = masks.into_iter().enumerate().map(|(head, masking)| bench.mask(masking, ALONE.head(head))).collect();
    bench.parts.multi_head(x, memory, &masks, ALONE);
    let run = bench.run_with(|site| attention_weight(case, "", site))?;
    check_count(case, run.graph())?;
    Ok(run)
}

/// The vectors that values are made of, where they are not those that keys are made of.
pub const VALUES: Site = Scope::alone(Part::CrossAttention).at(Quantity::Memory);

/// One mask for all heads, or one for each where the mask has three axes, \[batch · heads, queries, keys\].
fn head_masks(case: &Case, sequence: usize, heads: usize) -> Result<Vec<Masking>> {
    let padding = case.find_input("key_padding_mask").map(|mask| mask.at(sequence)).transpose()?;
    let attention = case.find_input("attn_mask");
    let shape = (case.size("n_q")?, case.size("n_k")?);
    let union = |attention: Option<&Tensor>| Masking::union(shape, attention.into_iter().chain(&padding), Flag::Hidden);
    match attention {
        Some(mask) if mask.shape().len() == 3 => (0..heads).map(|head| union(Some(&mask.at(sequence * heads + head)?))).collect(),
        attention => Ok(vec![union(attention)?]),
    }
}

/// The weights of each head.
pub fn head_weights<T: Element>(run: &Run<T>, attention: Scope, heads: usize) -> Result<Vec<Arc<Array2<T>>>> {
    (0..heads).map(|head| value_at(run, attention.head(head).at(Quantity::Weights))).collect()
}
