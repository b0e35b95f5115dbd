//! PyTorch's masks as ours.
//!
//! A mask of flags says which keys are hidden (`nn.MultiheadAttention`, `nn.Transformer`) or which may be attended
//! (`scaled_dot_product_attention`). A mask of numbers is added to the scaled scores: −∞ hides, and what is finite is a bias.

use std::sync::Arc;

use ndarray::{Array2, Ix2};
use transformer_lab::graph::Visibility;

use super::manifest::Result;
use super::tensor::Tensor;

/// What a flag says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    Attended,
    Hidden,
}

/// Who may see whom, and what is added to the scores.
#[derive(Clone, Default, PartialEq)]
pub struct Masking {
    pub visible: Option<Arc<Visibility>>,
    pub bias: Option<Array2<f64>>,
}

impl Masking {
    /// Under a causal mask query i sees the keys 0 … i, counted from the first key even where there are more keys than queries.
    pub fn causal(queries: usize, keys: usize) -> Self {
        Self { visible: Some(Arc::new(Array2::from_shape_fn((queries, keys), |(query, key)| key <= query))), bias: None }
    }

    /// What several masks of one attention come to; each extends to \[queries, keys\].
    pub fn union<'a>(shape: (usize, usize), masks: impl IntoIterator<Item = &'a Tensor>, flag: Flag) -> Result<Self> {
        let mut visible: Option<Visibility> = None;
        let mut bias: Option<Array2<f64>> = None;
        let two = |error: ndarray::ShapeError| error.to_string();
        for mask in masks {
            let visible = visible.get_or_insert_with(|| Array2::from_elem(shape, true));
            match mask.broadcast(&[shape.0, shape.1])? {
                Tensor::Flags(flags) => {
                    let flags = flags.into_dimensionality::<Ix2>().map_err(two)?;
                    visible.zip_mut_with(&flags, |seen, &set| *seen &= set == (flag == Flag::Attended));
                }
                Tensor::Floats(added) => {
                    let added = added.into_dimensionality::<Ix2>().map_err(two)?;
                    visible.zip_mut_with(&added, |seen, &added| *seen &= added != f64::NEG_INFINITY);
                    let finite = added.mapv(|added| if added == f64::NEG_INFINITY { 0.0 } else { added });
                    if finite.iter().any(|&added| added != 0.0) {
                        bias = Some(bias.map_or_else(|| finite.clone(), |bias| bias + &finite));
                    }
                }
                Tensor::Wholes(_) => return Err("a mask of whole numbers is neither flags nor numbers to add".to_owned()),
            }
        }
        Ok(Self { visible: visible.map(Arc::new), bias })
    }
}
