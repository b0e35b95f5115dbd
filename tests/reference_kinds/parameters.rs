//! Where the numbers of our weights stand among the parameters of the library.
//!
//! `nn.Linear` keeps W as \[out, in\]; ours are \[in, out\], so each is transposed.

use ndarray::{Array2, s};
use transformer_lab::graph::{Graph, Quantity, Site};

use super::manifest::{Case, Result};

/// An error unless the graph has as many parameters as the library's module.
pub fn check_count(case: &Case, graph: &Graph) -> Result<()> {
    let (ours, theirs) = (graph.parameters(), case.parameters());
    if ours == theirs { Ok(()) } else { Err(format!("the graph has {ours} parameters, the library {theirs}")) }
}

/// The weight of a linear layer: \[out, in\] → \[in, out\].
pub fn linear(case: &Case, name: &str) -> Result<Array2<f64>> {
    Ok(case.parameter(name)?.matrix()?.reversed_axes())
}

/// A vector as a row.
pub fn row(case: &Case, name: &str) -> Result<Array2<f64>> {
    let vector = case.parameter(name)?;
    vector.rows_of(vector.shape().len())
}

/// A weight of `nn.MultiheadAttention`.
pub fn attention_weight(case: &Case, prefix: &str, site: Site) -> Result<Array2<f64>> {
    let name = |end: &str| format!("{prefix}{end}");
    // The rows of W_Q, W_K and W_V stand one below the other, or apart where keys or values have another width.
    let third = |rows: &Array2<f64>, which: usize| {
        let count = rows.nrows() / 3;
        rows.slice(s![which * count..(which + 1) * count, ..]).to_owned()
    };
    let projection = |which: usize, apart: &str| match case.find_parameter(&name("in_proj_weight")) {
        Some(stacked) => Ok(third(&stacked.matrix()?, which).reversed_axes()),
        None => linear(case, &name(apart)),
    };
    let bias = |which: usize| Ok(third(&row(case, &name("in_proj_bias"))?.reversed_axes(), which).reversed_axes());
    match site.quantity {
        Quantity::QueryWeight => projection(0, "q_proj_weight"),
        Quantity::KeyWeight => projection(1, "k_proj_weight"),
        Quantity::ValueWeight => projection(2, "v_proj_weight"),
        Quantity::QueryBias => bias(0),
        Quantity::KeyBias => bias(1),
        Quantity::ValueBias => bias(2),
        Quantity::OutputWeight => linear(case, &name("out_proj.weight")),
        Quantity::OutputBias => row(case, &name("out_proj.bias")),
        _ => unknown(site),
    }
}

/// A parameter of a norm.
pub fn norm_weight(case: &Case, prefix: &str, site: Site) -> Result<Array2<f64>> {
    match site.quantity {
        Quantity::Gamma => row(case, &format!("{prefix}weight")),
        Quantity::Beta => row(case, &format!("{prefix}bias")),
        _ => unknown(site),
    }
}

/// A weight of the feed-forward network of `nn.TransformerEncoderLayer`.
pub fn feed_forward_weight(case: &Case, prefix: &str, site: Site) -> Result<Array2<f64>> {
    match site.quantity {
        Quantity::FirstWeight => linear(case, &format!("{prefix}linear1.weight")),
        Quantity::FirstBias => row(case, &format!("{prefix}linear1.bias")),
        Quantity::SecondWeight => linear(case, &format!("{prefix}linear2.weight")),
        Quantity::SecondBias => row(case, &format!("{prefix}linear2.bias")),
        _ => unknown(site),
    }
}

/// A site for which the library has nothing.
pub fn unknown<V>(site: Site) -> Result<V> {
    Err(format!("the library has no parameter for {site}"))
}
