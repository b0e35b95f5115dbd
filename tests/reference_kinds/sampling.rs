//! Hugging Face's logits processors.

use ndarray::Array2;
use transformer_lab::graph::Element;
use transformer_lab::transformer::decoding::{Filter, Filters};

use super::answers::Answers;
use super::manifest::{Case, Result};

/// The filters of the configuration, in the order in which the library applies them, on each row of logits.
pub fn sampling<T: Element>(case: &Case) -> Result<Answers> {
    let filters = Filters::new(filters(case)?).map_err(|error| error.to_string())?;
    let logits = case.input("logits")?.matrix()?.mapv(T::of);
    let mut answers = Answers::default();
    let mut greedy = Vec::new();
    for (row, logits) in logits.rows().into_iter().enumerate() {
        let logits: Vec<f64> = logits.iter().map(|logit| logit.wide()).collect();
        let previous = case.input("input_ids")?.at(row)?.counts()?;
        let filtered = filters.apply(&logits, &previous).map_err(|error| error.to_string())?;
        greedy.push(filtered.highest().token);
        for (name, row) in
            [("filtered_logits", filtered.logits), ("probs", filtered.probabilities), ("log_probs", filtered.log_probabilities)]
        {
            let row = Array2::from_shape_vec((1, row.len()), row).map_err(|error| error.to_string())?;
            answers.add(&format!("out.{name}"), &row.mapv(T::of));
        }
    }
    answers.add_wholes("out.greedy", greedy);
    Ok(answers)
}

fn filters(case: &Case) -> Result<Vec<Filter>> {
    let number = |key: &str| case.find_number(key);
    let top_k = number("top_k").map(|_| case.size("top_k").map(Filter::TopK)).transpose()?;
    let chain = [
        number("repetition_penalty").map(Filter::RepetitionPenalty),
        number("temperature").map(Filter::Temperature),
        top_k,
        number("top_p").map(Filter::TopP),
        number("min_p").map(Filter::MinP),
    ];
    Ok(chain.into_iter().flatten().collect())
}
