//! `F.cross_entropy`.

use transformer_lab::graph::Element;
use transformer_lab::transformer::{CrossEntropy, Reduction};

use super::answers::Answers;
use super::manifest::{Case, Result};

/// Cross-entropy of the rows of logits against their targets, and its gradient.
#[expect(clippy::cast_possible_truncation, reason = "the index that names no token is a whole number")]
pub fn loss<T: Element>(case: &Case) -> Result<Answers> {
    let reduction = match case.word("reduction") {
        Ok("sum") => Reduction::Sum,
        Ok("mean") | Err(_) => Reduction::Mean,
        Ok(other) => return Err(format!("this test knows no reduction {other}")),
    };
    let entropy = CrossEntropy { reduction, label_smoothing: case.find_number("label_smoothing").unwrap_or(0.0) };
    let ignored = case.find_number("ignore_index").map(|index| index as i64);
    let targets = case.input("target")?.names(ignored)?;
    let loss = entropy.of(&case.input("logits")?.matrix()?.mapv(T::of), &targets).map_err(|error| error.to_string())?;
    let mut answers = Answers::default();
    answers.add_number("out.loss", loss.value);
    answers.add("out.dlogits", &loss.gradient);
    Ok(answers)
}
