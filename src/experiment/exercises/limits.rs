//! What the window leaves out or holds fast while an exercise is not solved.

use std::fmt;

use serde::Deserialize;

use crate::experiment::Experiment;

/// A part of the window that an exercise may hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Screen {
    /// The model as the paper draws it.
    Flow,
    /// The formulas of the model.
    Equations,
    /// The calculation, step by step.
    Steps,
    /// The attention of all layers and heads.
    Attention,
    /// Every weight.
    Weights,
    /// Token by token.
    Generate,
    /// Parameters, operations, bytes.
    Cost,
    /// Two experiments side by side.
    Compare,
    /// The tokens of what enters, wherever they stand beside a view: where cutting a text is what is asked for.
    Tokens,
}

/// Choices that an exercise may hold fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Lock {
    /// All of them.
    Everything,
    /// All choices of the model, its masks included.
    Model,
    /// d_model, heads, widths and blocks.
    Sizes,
    /// Masks.
    Masks,
    /// Kind and place of the norms, and the residual connections.
    Norms,
    /// What tells the positions apart, and where it is added.
    Positions,
    /// The divisor of the scores and the softmax.
    Scaling,
    /// What enters.
    Input,
    /// The tokenizer and the vocabulary.
    Tokens,
    /// Every weight, the seed, and numbers put in the place of computed ones.
    Weights,
    /// How tokens are chosen.
    Decoding,
}

impl Lock {
    /// Whether two states of an experiment differ in what this holds fast.
    pub fn forbids(self, before: &Experiment, after: &Experiment) -> bool {
        let (a, b) = (&before.model, &after.model);
        match self {
            Self::Everything => before != after,
            Self::Model => a != b,
            Self::Sizes => {
                let sizes = |model: &crate::transformer::Model| {
                    let widths = (model.d_model, model.heads, model.d_k, model.d_v, model.d_ff);
                    (widths, model.encoder_blocks, model.decoder_blocks, model.subject)
                };
                sizes(a) != sizes(b)
            }
            Self::Masks => a.masks != b.masks,
            Self::Norms => (a.norm, a.final_norm, a.residual) != (b.norm, b.final_norm, b.residual),
            Self::Positions => (a.positions, a.positions_place, a.longest) != (b.positions, b.positions_place, b.longest),
            Self::Scaling => (a.divisor, a.softmax) != (b.divisor, b.softmax),
            Self::Input => before.input != after.input,
            Self::Tokens => (&before.tokenizer, &before.vocabulary) != (&after.tokenizer, &after.vocabulary),
            Self::Weights => (&before.weights, &before.overrides) != (&after.weights, &after.overrides),
            Self::Decoding => before.decoding != after.decoding,
        }
    }
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Everything => "everything",
            Self::Model => "the model",
            Self::Sizes => "the sizes",
            Self::Masks => "the masks",
            Self::Norms => "norms and residual connections",
            Self::Positions => "the positions",
            Self::Scaling => "divisor and softmax",
            Self::Input => "the input",
            Self::Tokens => "tokenizer and vocabulary",
            Self::Weights => "the weights",
            Self::Decoding => "the way of choosing tokens",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transformer::{Mask, Model};

    #[test]
    fn a_lock_holds_what_it_names_and_nothing_else() {
        let before = Experiment::default();
        let mut masked = before.clone();
        masked.model.masks.encoder_self.push(Mask::Causal);
        let wider = Experiment { model: Model { d_model: 8, ..Model::default() }, ..Experiment::default() };
        let mut reseeded = before.clone();
        reseeded.weights.seed = 9;
        let held = |after: &Experiment| {
            let locks = [Lock::Everything, Lock::Model, Lock::Sizes, Lock::Masks, Lock::Weights, Lock::Input];
            locks.map(|lock| lock.forbids(&before, after))
        };
        assert_eq!(held(&before), [false; 6]);
        assert_eq!(held(&masked), [true, true, false, true, false, false]);
        assert_eq!(held(&wider), [true, true, true, false, false, false]);
        assert_eq!(held(&reseeded), [true, false, false, false, true, false]);
    }
}
