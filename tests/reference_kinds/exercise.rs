//! The exercises of the documents, as the library answers them.

use transformer_lab::graph::Element;
use transformer_lab::transformer::{Divisor, Norm};

use super::answers::Answers;
use super::attention::attend;
use super::manifest::{Case, Result};
use super::masking::Masking;
use super::norms::normalised;

/// ε of the library's layer norm where no other is named.
const USUAL_EPSILON: f64 = 1e-5;

/// Attention with and without a causal mask and a divisor, or a layer norm with several ε.
pub fn exercise<T: Element>(case: &Case) -> Result<Answers> {
    match case.entry.variant.as_str() {
        "attention" => attention::<T>(case),
        "layernorm" => layer_norm::<T>(case),
        other => Err(format!("this test knows no exercise {other}")),
    }
}

fn attention<T: Element>(case: &Case) -> Result<Answers> {
    let [q, k, v] = [case.input("Q")?, case.input("K")?, case.input("V")?];
    let causal = Masking::causal(q.matrix()?.nrows(), k.matrix()?.nrows());
    let mut answers = Answers::default();
    for (masked, masking) in [("", Masking::default()), ("_causal", causal)] {
        for (scaled, divisor) in [("", Divisor::RootOfKeyWidth), ("_unscaled", Divisor::None)] {
            let attended = attend::<T>(divisor, [q, k, v], masking.clone())?;
            answers.add(&format!("out.y{masked}{scaled}"), &*attended.output);
            answers.add(&format!("out.weights{masked}{scaled}"), &*attended.weights);
        }
    }
    Ok(answers)
}

/// The names of the answers end in ε: `out.y_eps1e-6`.
fn layer_norm<T: Element>(case: &Case) -> Result<Answers> {
    let mut answers = Answers::default();
    for name in case.expected() {
        let epsilon = match name.strip_prefix("out.y") {
            Some("") => Some(USUAL_EPSILON),
            Some(rest) => rest.strip_prefix("_eps").and_then(|epsilon| epsilon.parse().ok()),
            None => None,
        };
        if let Some(epsilon) = epsilon {
            let norm = Norm { epsilon, gamma: false, beta: false, ..Norm::default() };
            answers.add(name, &*normalised::<T>(case, "", norm, case.input("x")?.matrix()?)?);
        }
    }
    Ok(answers)
}
