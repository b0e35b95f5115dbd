//! Tables of sinusoidal positions.

use transformer_lab::graph::Element;
use transformer_lab::transformer::{Positions, position_vectors};

use super::answers::Answers;
use super::manifest::{Case, Result};

/// Rows of a table; the variant begins with the layout of its columns.
pub fn posenc<T: Element>(case: &Case) -> Result<Answers> {
    let layout = case.entry.variant.split('_').next().unwrap_or_default();
    let kind = match layout {
        "interleaved" => Positions::Sinusoidal,
        "halfsplit" => Positions::SinusoidalHalves,
        "fairseq" => Positions::SinusoidalTensor2Tensor,
        other => return Err(format!("this test knows no layout {other} of positions")),
    };
    let table = position_vectors(kind, &case.input("positions")?.counts()?, case.size("d_model")?);
    let mut answers = Answers::default();
    answers.add("out.table", &table.mapv(T::of));
    Ok(answers)
}
