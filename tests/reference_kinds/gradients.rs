//! Gradients of modules and of small language models with respect to every parameter and input.

use std::collections::BTreeMap;

use ndarray::Array2;
use transformer_lab::graph::{Element, Gradients, Leaf, Part, Quantity, Run, Site};
use transformer_lab::transformer::{Norm, Subject};

use super::answers::Answers;
use super::attention::{self, multi_head};
use super::bench::{gradient_at, gradients, value_at};
use super::language_models;
use super::layers::{self, DECODER, ENCODER, LAYER, SOURCE, Sequence, TARGET};
use super::manifest::{Case, Result, Role};
use super::masking::{Flag, Masking};
use super::norms;
use super::parameters::{attention_weight, norm_weight};

/// Where the numbers of a weight stand among the parameters of a case.
pub type WeightOf<'a> = dyn Fn(&Case, Site) -> Result<Array2<f64>> + 'a;

/// The gradients of a module where the configuration names one, else of a language model.
pub fn grad<T: Element>(case: &Case) -> Result<Answers> {
    match case.word("module") {
        Ok(module) => of_module::<T>(case, module),
        Err(_) => language_models::grad::<T>(case),
    }
}

/// The gradients of Σ coef ⊙ y, where y is what the module gives.
fn of_module<T: Element>(case: &Case, module: &str) -> Result<Answers> {
    let mut batch = Batch::default();
    let mut loss = 0.0;
    for index in 0..case.size("batch")? {
        let Evaluated { run, output, inputs } = evaluate::<T>(case, module, index)?;
        let coefficients = case.input("coef")?.at(index)?.matrix()?;
        let y = value_at(&run, output)?;
        loss += y.iter().zip(&coefficients).map(|(y, coefficient)| y.wide() * coefficient).sum::<f64>();
        batch.answers.add("out.y", &*y);
        batch.add(&run, &gradients(&run, output, &coefficients)?, &inputs)?;
    }
    batch.answers.add_number("out.loss", loss);
    batch.answers(case, &|case, site| match site.scope.part {
        Some(Part::Norm) => norm_weight(case, "", site),
        Some(Part::Attention) => attention_weight(case, "", site),
        _ => layers::weight(case, &LAYER, site),
    })
}

/// A module that was given one sequence: where its output stands, and where each of its inputs entered.
struct Evaluated<T> {
    run: Run<T>,
    output: Site,
    inputs: Vec<(&'static str, Site)>,
}

fn evaluate<T: Element>(case: &Case, module: &str, index: usize) -> Result<Evaluated<T>> {
    let x = case.input("x")?.at(index)?;
    let memory = case.find_input("memory").map(|memory| memory.at(index)).transpose()?;
    match module {
        "LayerNorm" => {
            let norm = Norm { epsilon: case.number("layer_norm_eps")?, ..Norm::default() };
            let run = norms::run(case, "", norm, x.matrix()?)?;
            let inputs = vec![("x", norms::ALONE.at(Quantity::Input))];
            Ok(Evaluated { run, output: norms::ALONE.at(Quantity::Output), inputs })
        }
        "MultiheadAttention" => {
            let shape = (case.size("n")?, case.size(if memory.is_some() { "n_memory" } else { "n" })?);
            let masking = Masking::union(shape, case.find_input("attn_mask"), Flag::Hidden)?;
            let other = memory.map(|memory| (memory.clone(), memory));
            let run = multi_head(case, case.size("heads")?, &x, other.as_ref(), vec![masking])?;
            let alone = attention::ALONE;
            let mut inputs = vec![("x", alone.at(Quantity::Input))];
            if other.is_some() {
                inputs.extend([("memory", alone.at(Quantity::Memory)), ("memory", attention::VALUES)]);
            }
            Ok(Evaluated { run, output: alone.at(Quantity::Output), inputs })
        }
        "TransformerEncoderLayer" => {
            let model = layers::model(case, Subject::Encoder, 1, 0)?;
            let sequence = Sequence::of_encoder(case, index, "x", "src_key_padding_mask")?;
            let run = layers::run(case, &model, sequence, &LAYER)?;
            Ok(Evaluated { run, output: ENCODER.at(Quantity::Output), inputs: vec![("x", SOURCE)] })
        }
        "TransformerDecoderLayer" => {
            let model = layers::model(case, Subject::DecoderWithMemory, 0, 1)?;
            let memory = memory.map(|memory| memory.matrix()).transpose()?;
            let sequence = Sequence { memory, ..Sequence::of_decoder(case, index, "x", case.size("n_memory")?)? };
            let run = layers::run(case, &model, sequence, &LAYER)?;
            let inputs = vec![("x", TARGET), ("memory", ENCODER.at(Quantity::Output))];
            Ok(Evaluated { run, output: DECODER.at(Quantity::Output), inputs })
        }
        other => Err(format!("this test knows no module {other}")),
    }
}

/// The gradients of a batch: those of the inputs one below the other, those of the weights added up.
#[derive(Default)]
pub struct Batch {
    pub answers: Answers,
    weights: BTreeMap<Site, Array2<f64>>,
}

impl Batch {
    /// Adds a sequence. The gradients of inputs of one name are added up.
    pub fn add<T: Element>(&mut self, run: &Run<T>, gradients: &Gradients<T>, inputs: &[(&str, Site)]) -> Result<()> {
        for (_, node, _) in run.graph().leaves().filter(|(.., leaf)| matches!(leaf, Leaf::Weight(_))) {
            let gradient = gradient_at(run, gradients, node.site)?.mapv(Element::wide);
            self.weights.entry(node.site).and_modify(|sum| *sum += &gradient).or_insert(gradient);
        }
        let mut of_inputs: BTreeMap<&str, Array2<T>> = BTreeMap::new();
        for &(name, site) in inputs {
            let gradient = gradient_at(run, gradients, site)?;
            of_inputs.entry(name).and_modify(|sum| *sum += &*gradient).or_insert_with(|| gradient.as_ref().clone());
        }
        for (name, gradient) in &of_inputs {
            self.answers.add(&format!("grad.in.{name}"), gradient);
        }
        Ok(())
    }

    /// The answers, with the gradients of the weights under the library's names and in its layout: each number goes to where `weight`
    /// reads the weight's own number from.
    pub fn answers(mut self, case: &Case, weight: &WeightOf) -> Result<Answers> {
        let mut numbers = vec![0.0; case.parameters()];
        let places = case.with_places();
        for (site, gradient) in &self.weights {
            let places = weight(&places, *site)?;
            if places.dim() != gradient.dim() {
                return Err(format!("the gradient of {site} is {:?}, its parameter {:?}", gradient.dim(), places.dim()));
            }
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places are whole numbers from 0 on")]
            places.iter().zip(gradient).for_each(|(&place, number)| numbers[place as usize] += number);
        }
        let mut numbers = numbers.into_iter();
        for (name, _, tensor) in case.of_role(Role::Param) {
            let name = name.strip_prefix("w.").unwrap_or(name);
            self.answers.add_tensor(&format!("grad.{name}"), tensor.shape(), numbers.by_ref().take(tensor.len()).collect());
        }
        Ok(self.answers)
    }
}
