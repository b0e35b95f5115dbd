//! Which matrix goes where: a proposal by name and shape, changed row by row, and what it makes of the experiment.

use std::path::Path;

use ndarray::{Array2, s};

use super::names::{Likeness, Model, Said};
use super::{ImportError, Source};
use crate::experiment::{Experiment, Prepared, Sequence, Table, WeightSource};
use crate::graph::{Leaf, Quantity, Shape, Site, Stack};

/// A weight of no more cells than this is written into the experiment; a larger one is named with its file.
const WRITTEN: usize = 4096;

/// How a matrix is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// Rows and columns exchanged: PyTorch's `Linear` stores \[out, in\].
    pub transposed: bool,
    /// Which third of a matrix that holds queries, keys and values.
    pub third: Option<usize>,
}

/// A matrix for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name in the file.
    pub entry: String,
    /// How it is read.
    pub how: How,
}

/// What was found for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This goes there.
    Fits(Choice),
    /// The name fits, the shape does not.
    Shape {
        /// The name in the file.
        entry: String,
        /// The shape there.
        got: Shape,
    },
    /// Nothing has a name like it.
    Nothing,
}

/// A place of the model, and what goes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place: a weight, or an input of vectors.
    pub site: Site,
    /// Its shape.
    pub shape: Shape,
    /// What was found for it.
    pub verdict: Verdict,
}

/// A matrix that goes nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unused {
    /// It has more than two dimensions.
    Dimensions(Vec<usize>),
    /// Its name says nothing, or of a part that this model has not.
    Name(Shape),
    /// It was not needed: something else goes where its name points, or its shape does not fit there.
    Place(Shape),
}

/// Which matrix of a file goes where.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All weights and inputs of the model, in its order.
    pub rows: Vec<Row>,
}

impl Plan {
    /// Proposes what goes where: by name first, then by shape; where only one place and one matrix of a shape are left, they belong
    /// together.
    pub fn propose(prepared: &Prepared, source: &Source) -> Self {
        let model = &prepared.experiment.model;
        let reading = Model {
            both_stacks: model.subject.has_encoder() && model.subject.has_decoder(),
            cross: prepared.graph.nodes().any(|(_, node)| node.site.scope.part == Some(crate::graph::Part::CrossAttention)),
        };
        let torch = stores_transposed(prepared, source, reading);
        let places = prepared.graph.leaves().filter(|(.., leaf)| !matches!(leaf, Leaf::Constant(_)));
        let rows = places.map(|(_, node, _)| {
            let verdict = by_name(source, node.site, node.shape, reading, torch);
            Row { site: node.site, shape: node.shape, verdict }
        });
        let mut plan = Self { rows: rows.collect() };
        plan.by_shape(source);
        plan
    }

    /// Joins places and matrices of which only one each is left that fit.
    fn by_shape(&mut self, source: &Source) {
        let unused: Vec<(String, Shape)> = self
            .unused(source)
            .into_iter()
            .filter_map(|(name, why)| match why {
                Unused::Name(shape) if Said::by(&name).is_none() || source.offered.len() == 1 => Some((name, shape)),
                _ => None,
            })
            .collect();
        for (name, shape) in &unused {
            let fits = |row: &&mut Row| row.verdict == Verdict::Nothing && fit(*shape, row.shape, None, false).is_some();
            let mut places: Vec<&mut Row> = self.rows.iter_mut().filter(fits).collect();
            let alike = unused.iter().filter(|(_, other)| other == shape || *other == turned(*shape)).count();
            if let ([row], 1) = (&mut places[..], alike)
                && let Some(how) = fit(*shape, row.shape, None, false)
            {
                row.verdict = Verdict::Fits(Choice { entry: name.clone(), how });
            }
        }
    }

    /// Sends a lone matrix that goes nowhere to a place, if it fits there: the one that somebody looks at.
    pub fn prefer(&mut self, source: &Source, site: Site) {
        let nothing = self.rows.iter().all(|row| row.verdict == Verdict::Nothing);
        if source.offered.len() == 1
            && nothing
            && let Some(choice) = self.choices(source, site).into_iter().find(|choice| choice.how.third.is_none())
        {
            self.set(site, Verdict::Fits(choice));
        }
    }

    /// What goes nowhere, and why.
    pub fn unused(&self, source: &Source) -> Vec<(String, Unused)> {
        let taken = |name: &str| self.rows.iter().any(|row| matches!(&row.verdict, Verdict::Fits(choice) if choice.entry == name));
        let pointed = |name: &str| self.rows.iter().any(|row| matches!(&row.verdict, Verdict::Shape { entry, .. } if entry == name));
        let left = source.offered.iter().filter(|offered| !taken(&offered.name));
        left.map(|offered| {
            let why = match &offered.shape {
                Err(dimensions) => Unused::Dimensions(dimensions.clone()),
                Ok(shape) if pointed(&offered.name) => Unused::Place(*shape),
                Ok(shape) => Unused::Name(*shape),
            };
            (offered.name.clone(), why)
        })
        .collect()
    }

    /// The matrices that fit a place by their shape, with the way in which they do; a square one fits both ways.
    pub fn choices(&self, source: &Source, site: Site) -> Vec<Choice> {
        let Some(row) = self.rows.iter().find(|row| row.site == site) else { return Vec::new() };
        let mut choices = Vec::new();
        for offered in &source.offered {
            let Ok(shape) = offered.shape else { continue };
            for transposed in [false, true] {
                let own = if transposed { turned(shape) } else { shape };
                if own == row.shape && (!transposed || shape.rows > 1) {
                    choices.push(Choice { entry: offered.name.clone(), how: How { transposed, third: None } });
                }
            }
            for third in 0..3 {
                choices.extend(fit(shape, row.shape, Some(third), true).map(|how| Choice { entry: offered.name.clone(), how }));
            }
        }
        choices
    }

    /// Takes a matrix away from wherever it goes as a whole: what is sent by hand goes where it is sent, and nowhere else.
    pub fn release(&mut self, entry: &str) {
        let whole = |row: &&mut Row| matches!(&row.verdict, Verdict::Fits(choice) if choice.entry == entry && choice.how.third.is_none());
        for row in self.rows.iter_mut().filter(whole) {
            row.verdict = Verdict::Nothing;
        }
    }

    /// Takes one of the [choices](Self::choices) for a place, or nothing.
    pub fn set(&mut self, site: Site, verdict: Verdict) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.site == site) {
            row.verdict = verdict;
        }
    }

    /// Sends a matrix to a place, or nothing.
    ///
    /// # Errors
    /// A place or a name that there is not, or shapes that do not fit.
    pub fn choose(&mut self, source: &Source, site: Site, entry: Option<&str>) -> Result<(), ImportError> {
        let row = self.rows.iter_mut().find(|row| row.site == site).ok_or(ImportError::NoPlace(site))?;
        let Some(entry) = entry else {
            row.verdict = Verdict::Nothing;
            return Ok(());
        };
        let offered = source.offered.iter().find(|offered| offered.name == entry);
        let shape = offered.and_then(|offered| offered.shape.clone().ok()).ok_or_else(|| ImportError::NoEntry(entry.to_owned()))?;
        let third = Said::by(entry).and_then(|said| said.likeness(site, Model { both_stacks: false, cross: false })?.third);
        let how = fit(shape, row.shape, None, false).or_else(|| fit(shape, row.shape, third, false));
        let expected = row.shape;
        let how = how.ok_or_else(|| ImportError::Shape { entry: entry.to_owned(), got: shape, site, expected })?;
        row.verdict = Verdict::Fits(Choice { entry: entry.to_owned(), how });
        Ok(())
    }

    /// The experiment with the matrices in their places. What was edited by hand there before is gone; `folder` is the one that the
    /// experiment is or will be in, to which the names of files are relative.
    ///
    /// # Errors
    /// A matrix that cannot be read.
    pub fn apply(&self, experiment: &Experiment, source: &Source, folder: Option<&Path>) -> Result<Experiment, ImportError> {
        let mut experiment = experiment.clone();
        for row in &self.rows {
            let Verdict::Fits(choice) = &row.verdict else { continue };
            let site = row.site;
            let named = source.can_be_named() && choice.how.third.is_none() && row.shape.cells() > WRITTEN;
            if named && !is_input(site) {
                let absolute = std::path::absolute(&source.path).unwrap_or_else(|_| source.path.clone());
                let file = folder.and_then(|folder| std::path::absolute(folder).ok());
                let file = file.and_then(|folder| absolute.strip_prefix(folder).ok().map(Path::to_owned)).unwrap_or(absolute);
                let from = WeightSource::File { file, name: Some(choice.entry.clone()), transposed: choice.how.transposed };
                experiment.weights.values.insert(site, from);
            } else {
                let values = Table(choice.how.read(source.matrix(&choice.entry)?));
                if !put_input(&mut experiment, site, &values) {
                    experiment.weights.values.insert(site, WeightSource::Rows(values));
                }
            }
            experiment.weights.edits.remove(&site);
        }
        Ok(experiment)
    }
}

impl How {
    /// The numbers as the model takes them.
    fn read(self, matrix: Array2<f64>) -> Array2<f64> {
        let part = match self.third {
            None => matrix,
            Some(third) if self.transposed => {
                let count = matrix.nrows() / 3;
                matrix.slice(s![third * count..(third + 1) * count, ..]).to_owned()
            }
            Some(third) => {
                let count = matrix.ncols() / 3;
                matrix.slice(s![.., third * count..(third + 1) * count]).to_owned()
            }
        };
        let turned = if self.transposed { part.reversed_axes() } else { part };
        turned.as_standard_layout().into_owned()
    }
}

/// The best matrix for a place by its name; of those whose shape does not fit, the best is told.
fn by_name(source: &Source, site: Site, shape: Shape, model: Model, torch: bool) -> Verdict {
    let own = site.to_string();
    let mut named: Vec<(Likeness, &str, Shape)> = Vec::new();
    for offered in &source.offered {
        let Ok(got) = offered.shape else { continue };
        if offered.name == own {
            named.push((Likeness { score: u32::MAX, third: None }, &offered.name, got));
        } else if let Some(likeness) = Said::by(&offered.name).and_then(|said| said.likeness(site, model)) {
            named.push((likeness, &offered.name, got));
        }
    }
    named.sort_by_key(|(likeness, ..)| std::cmp::Reverse(likeness.score));
    for &(likeness, entry, got) in &named {
        // A name of this program's own is stored as it is used.
        let turn = torch && likeness.score < u32::MAX && is_product(site);
        if let Some(how) = fit(got, shape, likeness.third, turn) {
            return Verdict::Fits(Choice { entry: entry.to_owned(), how });
        }
    }
    named.first().map_or(Verdict::Nothing, |&(_, entry, got)| Verdict::Shape { entry: entry.to_owned(), got })
}

/// How a matrix of shape `got` can be read as one of shape `wanted`; where it is square, `turn` decides.
fn fit(got: Shape, wanted: Shape, third: Option<usize>, turn: bool) -> Option<How> {
    let ways = if turn { [true, false] } else { [false, true] };
    ways.into_iter().find_map(|transposed| {
        let whole = if transposed { turned(got) } else { got };
        let wide = Shape::new(wanted.rows, if third.is_some() { wanted.columns * 3 } else { wanted.columns });
        (whole == wide).then_some(How { transposed, third })
    })
}

const fn turned(shape: Shape) -> Shape {
    Shape::new(shape.columns, shape.rows)
}

/// Whether the file stores its matrices \[out, in\]: something that is not square fits only so; where everything is square, names
/// that end as those of PyTorch's modules say so, but for GPT-2's, whose layers store \[in, out\].
fn stores_transposed(prepared: &Prepared, source: &Source, model: Model) -> bool {
    let (mut turned_only, mut straight_only) = (0_usize, 0_usize);
    for (_, node, _) in prepared.graph.leaves().filter(|(_, node, _)| is_product(node.site)) {
        for offered in &source.offered {
            let (Ok(got), Some(said)) = (&offered.shape, Said::by(&offered.name)) else { continue };
            let Some(likeness) = said.likeness(node.site, model) else { continue };
            let ways = [false, true].map(|turn| fit(*got, node.shape, likeness.third, turn));
            match ways {
                [Some(a), Some(b)] if a == b && a.transposed => turned_only += 1,
                [Some(a), Some(b)] if a == b => straight_only += 1,
                _ => {}
            }
        }
    }
    if turned_only + straight_only > 0 {
        return turned_only > straight_only;
    }
    let named = |end: &str| source.offered.iter().any(|offered| offered.name.contains(end));
    (named(".weight") || named("_proj_weight")) && !named("c_proj")
}

/// Whether a weight is the second factor of a product, which libraries store either way.
const fn is_product(site: Site) -> bool {
    matches!(
        site.quantity,
        Quantity::QueryWeight
            | Quantity::KeyWeight
            | Quantity::ValueWeight
            | Quantity::OutputWeight
            | Quantity::FirstWeight
            | Quantity::SecondWeight
            | Quantity::GateWeight
            | Quantity::LogitsWeight
    )
}

/// Whether the numbers of a leaf stand among the inputs of an experiment, not among its weights.
fn is_input(site: Site) -> bool {
    put_input(&mut Experiment::default(), site, &Table::default())
}

/// Puts numbers where an experiment keeps an input; `false` where the site is a weight.
fn put_input(experiment: &mut Experiment, site: Site, values: &Table) -> bool {
    let input = &mut experiment.input;
    let vectors = |side: &mut Option<Sequence>| {
        let labels = match side.take() {
            Some(Sequence::Vectors { labels, .. }) => labels,
            _ => Vec::new(),
        };
        *side = Some(Sequence::Vectors { rows: values.clone(), labels });
    };
    match (site.scope.stack, site.quantity) {
        (None, Quantity::Query) => input.query = Some(values.clone()),
        (None, Quantity::Key) => input.key = Some(values.clone()),
        (None, Quantity::Value) => input.value = Some(values.clone()),
        (None, Quantity::Input) | (Some(Stack::Source), Quantity::Embeddings) => vectors(&mut input.source),
        (Some(Stack::Target), Quantity::Embeddings) => vectors(&mut input.target),
        (None, Quantity::Memory) | (Some(Stack::Encoder), Quantity::Output) => vectors(&mut input.memory),
        _ => return false,
    }
    true
}
