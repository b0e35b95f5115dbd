//! The kinds of cases: which function answers which, and what is left for later.

mod activations;
pub mod answers;
mod attention;
mod bench;
mod edge;
mod exercise;
mod gradient_norms;
mod gradients;
mod language_models;
mod layers;
mod losses;
pub mod manifest;
mod masking;
mod norms;
mod parameters;
mod positions;
mod sampling;
mod tensor;

use answers::Answers;
use manifest::{Case, Entry, Result, Role};

/// A kind of cases, answered in both precisions.
pub struct Kind {
    pub name: &'static str,
    pub double: fn(&Case) -> Result<Answers>,
    pub single: fn(&Case) -> Result<Answers>,
}

macro_rules! kinds {
    ($($name:literal: $module:ident::$function:ident,)+) => {
        /// The kinds that the engine answers.
        pub const KINDS: &[Kind] = &[$(Kind { name: $name, double: $module::$function::<f64>, single: $module::$function::<f32> },)+];
    };
}

kinds! {
    "sdpa": attention::sdpa,
    "mha": attention::mha,
    "layernorm": norms::layernorm,
    "rmsnorm": norms::rmsnorm,
    "activation": activations::activation,
    "encoder_layer": layers::encoder_layer,
    "encoder_stack": layers::encoder_stack,
    "decoder_layer": layers::decoder_layer,
    "transformer": layers::transformer,
    "posenc": positions::posenc,
    "sampling": sampling::sampling,
    "edge": edge::edge,
    "exercise": exercise::exercise,
    "loss": losses::loss,
    "grad": gradients::grad,
    "gradnorm": gradient_norms::gradnorm,
}

/// The kinds that the engine does not answer yet.
pub const LATER: &[&str] = &["rope", "alibi", "t5_bucket", "gqa_attention", "hf", "generate", "optim", "schedule"];

/// Why a case of an answered kind is left for later, if it is.
pub fn case_left(case: &Entry) -> Option<&'static str> {
    match case.kind.as_str() {
        "sdpa" if case.has_grouped_heads() => Some("grouped heads"),
        "edge" if case.model_dir.is_some() => Some("pretrained models"),
        _ => None,
    }
}

/// Whether a case can be asked of an engine in single precision, or why not.
///
/// Every number of the inputs and parameters must be a number of f32 that can be squared there, every expected number must lie
/// within its range, and the inputs must bear rounding: `survives_rounding` tells whether the same calculation in double precision,
/// from inputs rounded to f32, still gives what is expected.
pub fn single_precision(case: &Case, survives_rounding: impl FnOnce() -> bool) -> std::result::Result<(), &'static str> {
    let squarable = |number: f64| {
        let square = number * number;
        number == 0.0 || !number.is_finite() || (square >= f64::from(f32::MIN_POSITIVE) && square <= f64::from(f32::MAX))
    };
    let in_range = |number: f64| !number.is_finite() || number.abs() <= f64::from(f32::MAX);
    let all = |role: Role, holds: &dyn Fn(f64) -> bool| {
        case.of_role(role).all(|(.., tensor)| tensor.floats().map_or(true, |numbers| numbers.iter().all(|&number| holds(number))))
    };
    if !(all(Role::Input, &squarable) && all(Role::Param, &squarable) && all(Role::Expected, &in_range)) {
        Err("beyond its range")
    } else if !survives_rounding() {
        Err("lost by rounding the inputs")
    } else {
        Ok(())
    }
}
