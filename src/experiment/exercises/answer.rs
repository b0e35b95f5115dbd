//! From a reference to what the lab computes for it.

use std::path::Path;
use std::sync::Arc;

use ndarray::Array2;

use super::amount::{Address, Amount};
use super::error::Flaw;
use super::reference::Reference;
use super::settings::Setting;
use super::variant::{Names, Value};
use crate::cost;
use crate::experiment::{Experiment, Outcome, Prepared, RunError, Runner, Table, cosine, generate, parameters};
use crate::graph::{Control, NodeId, Op, Part, Quantity, Shape, Site, Stack};
use crate::transformer::{Feed, Output};

/// An answer: what the lab computes, or what the right option is.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Numbers; one alone is a matrix of one cell, a vector one of one row.
    Numbers(Array2<f64>),
    /// Tokens in order.
    Tokens(Vec<String>),
    /// Which option, from 0.
    Choice(usize),
}

impl Answer {
    fn number(value: f64) -> Self {
        Self::Numbers(Array2::from_elem((1, 1), value))
    }

    fn count(value: usize) -> Self {
        Self::number(value as f64)
    }

    fn row(values: Vec<f64>) -> Self {
        Self::Numbers(Array2::from_shape_vec((1, values.len()), values).unwrap_or_default())
    }

    fn numbers(self) -> Result<Array2<f64>, Flaw> {
        match self {
            Self::Numbers(numbers) => Ok(numbers),
            Self::Tokens(_) | Self::Choice(_) => Err(Flaw::Words),
        }
    }
}

/// As a text speaks of it.
impl From<Answer> for Value {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Numbers(numbers) if numbers.len() == 1 => Self::Number(numbers.sum()),
            Answer::Numbers(numbers) => Self::Matrix(Table(numbers)),
            Answer::Tokens(tokens) => Self::Text(tokens.join(" ")),
            Answer::Choice(choice) => Self::Number(choice as f64),
        }
    }
}

/// The experiments of a variant, each run once and only where its values are asked for.
pub(super) struct Bench<'a> {
    names: &'a Names,
    folder: Option<&'a Path>,
    control: &'a Control,
    models: Vec<Model>,
}

#[derive(Clone)]
struct Model {
    prepared: Arc<Prepared>,
    outcome: Option<Arc<Outcome>>,
}

impl<'a> Bench<'a> {
    /// A bench with one experiment on it.
    pub fn new(experiment: Experiment, names: &'a Names, folder: Option<&'a Path>, control: &'a Control) -> Result<Self, Flaw> {
        let mut bench = Self { names, folder, control, models: Vec::new() };
        bench.put(experiment)?;
        Ok(bench)
    }

    /// The same models under more names.
    pub fn with_names<'b>(self, names: &'b Names) -> Bench<'b>
    where
        'a: 'b,
    {
        Bench { names, folder: self.folder, control: self.control, models: self.models }
    }

    /// The experiment that stands on the bench from the beginning.
    pub fn prepared(&self) -> Option<&Arc<Prepared>> {
        self.models.first().map(|model| &model.prepared)
    }

    /// What a reference refers to.
    pub fn answer(&mut self, reference: &Reference) -> Result<Answer, Flaw> {
        self.of(0, reference)
    }

    /// Puts an experiment on the bench, unless it stands there already, and tells its place.
    fn put(&mut self, experiment: Experiment) -> Result<usize, Flaw> {
        if let Some(at) = self.models.iter().position(|model| *model.prepared.experiment == experiment) {
            return Ok(at);
        }
        let prepared = Arc::new(Prepared::new(Arc::new(experiment), self.folder)?);
        self.models.push(Model { prepared, outcome: None });
        Ok(self.models.len() - 1)
    }

    fn changed(&mut self, model: usize, settings: &[Setting]) -> Result<usize, Flaw> {
        let mut experiment = Experiment::clone(&self.models[model].prepared.experiment);
        for setting in settings {
            setting.apply(&mut experiment, self.names)?;
        }
        self.put(experiment)
    }

    fn outcome(&mut self, model: usize) -> Result<Arc<Outcome>, Flaw> {
        let model = &mut self.models[model];
        if let Some(outcome) = &model.outcome {
            return Ok(Arc::clone(outcome));
        }
        let outcome = Runner::default().run(&model.prepared, self.control).map(Arc::new)?;
        model.outcome = Some(Arc::clone(&outcome));
        Ok(outcome)
    }

    fn node(&self, model: usize, address: &Address) -> Result<(NodeId, Shape), Flaw> {
        let site = address.site(self.names)?;
        let graph = &self.models[model].prepared.graph;
        let id = graph.find(site).ok_or_else(|| Flaw::NoSite { text: address.text().to_owned(), site })?;
        Ok((id, graph.node(id).shape))
    }

    fn values(&mut self, model: usize, address: &Address) -> Result<Array2<f64>, Flaw> {
        let (id, _) = self.node(model, address)?;
        Ok(self.outcome(model)?.values.matrix(id).to_f64())
    }

    fn row(&mut self, model: usize, address: &Address, row: &Amount) -> Result<Vec<f64>, Flaw> {
        let values = self.values(model, address)?;
        let row = row.index(self.names, values.nrows())?;
        Ok(values.row(row).to_vec())
    }

    fn of(&mut self, model: usize, reference: &Reference) -> Result<Answer, Flaw> {
        if self.control.is_cancelled() {
            return Err(Flaw::Run(RunError::Cancelled(crate::graph::Cancelled)));
        }
        let names = self.names;
        Ok(match reference {
            Reference::Matrix(at) => Answer::Numbers(self.values(model, at)?),
            Reference::Row(at, row) => Answer::row(self.row(model, at, row)?),
            Reference::Column(at, column) => {
                let values = self.values(model, at)?;
                let column = column.index(names, values.ncols())?;
                Answer::row(values.column(column).to_vec())
            }
            Reference::Cell(at, row, column) => {
                let values = self.row(model, at, row)?;
                let column = column.index(names, values.len())?;
                Answer::number(values[column])
            }
            Reference::Rows(at) => Answer::count(self.node(model, at)?.1.rows),
            Reference::Columns(at) => Answer::count(self.node(model, at)?.1.columns),
            Reference::Count(at) => Answer::count(self.node(model, at)?.1.cells()),
            Reference::Visible(at) => {
                let (id, shape) = self.node(model, at)?;
                Answer::count(match &self.models[model].prepared.graph.node(id).op {
                    Op::Mask(mask) => mask.visible.iter().filter(|&&seen| seen).count(),
                    _ => shape.cells(),
                })
            }
            Reference::Largest(at) => {
                let larger = |a: f64, b: f64| if a > b || a.is_nan() { a } else { b };
                Answer::number(self.values(model, at)?.iter().map(|value| value.abs()).fold(0.0, larger))
            }
            Reference::Sum(at, row) => Answer::number(self.row(model, at, row)?.iter().sum()),
            Reference::Mean(at, row) => Answer::number(mean(&self.row(model, at, row)?)),
            Reference::Deviation(at, row) => Answer::number(deviation(&self.row(model, at, row)?)),
            Reference::Entropy(at, row) => {
                let row = self.row(model, at, row)?;
                Answer::number(row.iter().filter(|&&p| p != 0.0).map(|&p| -p * p.log2()).sum::<f64>() + 0.0)
            }
            Reference::Cosine(at, a, b) => Answer::number(cosine(&self.row(model, at, a)?, &self.row(model, at, b)?)),
            Reference::Angle(at, a, b) => {
                let cosine = cosine(&self.row(model, at, a)?, &self.row(model, at, b)?);
                Answer::number(cosine.clamp(-1.0, 1.0).acos().to_degrees())
            }
            Reference::Likeliest(at, row) => self.likeliest(model, at, row)?,
            Reference::Parameters(of) => Answer::count(parameters(&self.models[model].prepared.graph, &super::variant::fill(of, names)?)),
            Reference::Scores => {
                let kinds = cost::scores(&self.models[model].prepared.graph);
                Answer::count(kinds.iter().map(cost::Scores::total).sum())
            }
            Reference::SourceTokens => Answer::Tokens(self.models[model].prepared.source_labels.clone()),
            Reference::SourceIds => match &self.models[model].prepared.feeds.source {
                Some(Feed::Tokens(ids)) => Answer::row(ids.iter().map(|&id| id as f64).collect()),
                _ => return Err(Flaw::Words),
            },
            Reference::TargetTokens => Answer::Tokens(self.models[model].prepared.target_labels.clone()),
            Reference::Generated => Answer::Tokens(generate(self.outcome(model)?.as_ref())?.tokens()),
            Reference::GeneratedCount => Answer::count(generate(self.outcome(model)?.as_ref())?.tokens().len()),
            Reference::Number(amount) => Answer::number(amount.number(names)?),
            Reference::Transposed(of) => Answer::Numbers(self.numbers(model, of)?.reversed_axes()),
            Reference::Add(all) => self.fold(model, all, |a, b| a + b)?,
            Reference::Times(all) => self.fold(model, all, |a, b| a * b)?,
            Reference::Difference(a, b) => self.pair(model, a, b, |a, b| a - b)?,
            Reference::Ratio(a, b) => self.pair(model, a, b, |a, b| a / b)?,
            Reference::Root(of) => Answer::Numbers(self.numbers(model, of)?.mapv(f64::sqrt)),
            Reference::Exp(of) => Answer::Numbers(self.numbers(model, of)?.mapv(f64::exp)),
            Reference::Ln(of) => Answer::Numbers(self.numbers(model, of)?.mapv(f64::ln)),
            Reference::With(settings, of) => {
                let changed = self.changed(model, settings)?;
                self.of(changed, of)?
            }
            Reference::Choice(choice) => Answer::Choice(*choice),
        })
    }

    fn numbers(&mut self, model: usize, reference: &Reference) -> Result<Array2<f64>, Flaw> {
        self.of(model, reference)?.numbers()
    }

    fn fold(&mut self, model: usize, all: &[Reference], with: fn(f64, f64) -> f64) -> Result<Answer, Flaw> {
        let mut parts = all.iter();
        let Some(first) = parts.next() else { return Err(Flaw::Words) };
        let first = self.numbers(model, first)?;
        parts.try_fold(first, |so_far, part| together(&so_far, &self.numbers(model, part)?, with)).map(Answer::Numbers)
    }

    fn pair(&mut self, model: usize, a: &Reference, b: &Reference, with: fn(f64, f64) -> f64) -> Result<Answer, Flaw> {
        together(&self.numbers(model, a)?, &self.numbers(model, b)?, with).map(Answer::Numbers)
    }

    /// The name of the column with the largest number of a row.
    fn likeliest(&mut self, model: usize, address: &Address, row: &Amount) -> Result<Answer, Flaw> {
        /// Closer than this to the largest, as a part of it, is as good as equal.
        const EQUAL: f64 = 1e-9;
        let values = self.values(model, address)?;
        let site = address.site(self.names)?;
        let row = row.index(self.names, values.nrows())?;
        let numbers = values.row(row);
        let largest = (0..numbers.len()).fold(0, |best, at| if numbers[at] > numbers[best] { at } else { best });
        let as_large = |at: &usize| *at != largest && (numbers[*at] - numbers[largest]).abs() <= EQUAL * numbers[largest].abs();
        if (0..numbers.len()).any(|at| as_large(&at)) {
            return Err(Flaw::Tie { text: address.text().to_owned(), site, row });
        }
        let name = column_name(&self.models[model].prepared, site, largest).ok_or(Flaw::NoTokens(site))?;
        Ok(Answer::Tokens(vec![name]))
    }
}

/// The token that a column of a table stands for: one of the vocabulary, or a key.
fn column_name(prepared: &Prepared, site: Site, column: usize) -> Option<String> {
    match site.quantity {
        Quantity::Logits | Quantity::Probabilities if !matches!(prepared.experiment.model.output, Output::Classifier { .. }) => {
            prepared.tokenizer.as_ref()?.token(column).map(str::to_owned)
        }
        Quantity::Scores | Quantity::Scaled | Quantity::Masked | Quantity::Weights => {
            let crosses = site.scope.part == Some(Part::CrossAttention) || site.scope.part == Some(Part::Attention);
            let keys = match site.scope.stack {
                _ if crosses && !prepared.memory_labels.is_empty() => &prepared.memory_labels,
                Some(Stack::Decoder) if !crosses => &prepared.target_labels,
                _ => &prepared.source_labels,
            };
            keys.get(column).cloned()
        }
        _ => None,
    }
}

/// Two matrices number by number; a single number goes with every number of the other.
fn together(a: &Array2<f64>, b: &Array2<f64>, with: fn(f64, f64) -> f64) -> Result<Array2<f64>, Flaw> {
    let shape = |values: &Array2<f64>| Shape::new(values.nrows(), values.ncols());
    if a.dim() == b.dim() {
        Ok(Array2::from_shape_fn(a.dim(), |at| with(a[at], b[at])))
    } else if b.len() == 1 {
        Ok(a.mapv(|value| with(value, b.sum())))
    } else if a.len() == 1 {
        Ok(b.mapv(|value| with(a.sum(), value)))
    } else {
        Err(Flaw::Shapes(shape(a), shape(b)))
    }
}

fn mean(row: &[f64]) -> f64 {
    row.iter().sum::<f64>() / row.len() as f64
}

fn deviation(row: &[f64]) -> f64 {
    let mean = mean(row);
    (row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / row.len() as f64).sqrt()
}
