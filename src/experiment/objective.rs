//! The number L at the end of an experiment that its gradients are the derivatives of.

use ndarray::Array2;

use super::gradients::GradientsError;
use super::outcome::Outcome;
use super::prepare::Prepared;
use crate::graph::{Cell, Element, Explanation, Expression, Graph, NodeId, Quantity, Scope, Site, Stack};
use crate::transformer::{CrossEntropy, Feed, Loss, LossError, Output, next_tokens};

const LOGITS: Site = Scope::stack(Stack::Head).at(Quantity::Logits);

/// The number L that is differentiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// How badly each position predicts the token after it when the target is fed as it stands (teacher forcing): the mean of −ln p
    /// over the positions that a token follows which is not padding.
    CrossEntropy,
    /// The sum of the output's numbers: which way everything pulls.
    Sum,
    /// Half the sum of the squares of the output's numbers: what makes it large.
    HalfSquares,
}

impl Objective {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::CrossEntropy, Self::Sum, Self::HalfSquares];

    /// The one for an experiment where nobody chose: cross-entropy where there is a next token to predict, else half the squares.
    pub fn usual(prepared: &Prepared) -> Self {
        if Self::CrossEntropy.applies(prepared) { Self::CrossEntropy } else { Self::HalfSquares }
    }

    /// Whether the experiment has what L needs. The sums need nothing; cross-entropy needs a decoder with the logits of a vocabulary,
    /// and a target of tokens in which a token that is not padding follows another.
    pub fn applies(self, prepared: &Prepared) -> bool {
        self != Self::CrossEntropy || targets(prepared).is_some_and(|targets| targets.iter().any(Option::is_some))
    }

    /// Its formula, with y the output, n its rows that count, and tᵢ₊₁ the token after position i.
    pub const fn formula(self) -> &'static str {
        match self {
            Self::CrossEntropy => "L = Σᵢ −ln softmax(yᵢ)[tᵢ₊₁] / n",
            Self::Sum => "L = Σᵢⱼ yᵢⱼ",
            Self::HalfSquares => "L = ½ Σᵢⱼ yᵢⱼ²",
        }
    }

    pub(super) fn of<T: Element>(self, output: &Array2<T>, prepared: &Prepared) -> Result<Loss<T>, GradientsError> {
        match self {
            Self::CrossEntropy => {
                let targets = targets(prepared).ok_or(GradientsError::NothingToPredict)?;
                CrossEntropy::default().of(output, &targets).map_err(|error| match error {
                    LossError::NoTarget => GradientsError::NothingToPredict,
                    other => other.into(),
                })
            }
            Self::Sum => Ok(Loss::sum(output)),
            Self::HalfSquares => Ok(Loss::half_squares(output)),
        }
    }

    /// How what one row adds to L came from the numbers of the output, which are input 0; nothing where the row does not count.
    pub fn explain_row(self, outcome: &Outcome, row: usize) -> Option<Explanation> {
        let output = outcome.values.matrix(output(&outcome.prepared.graph)?);
        if row >= output.shape().rows {
            return None;
        }
        let number = |column: usize| {
            let cell = Cell::new(row, column);
            Expression::Cell { input: 0, cell, value: output.at(cell) }
        };
        let columns = 0..output.shape().columns;
        match self {
            Self::CrossEntropy => {
                let target = targets(&outcome.prepared)?.get(row).copied()??;
                Some(CrossEntropy::default().explain_row(&output, row, target))
            }
            Self::Sum => Some(Explanation::direct(Expression::Sum(columns.map(number).collect()))),
            Self::HalfSquares => {
                let squares = columns.map(|column| Expression::Square(Box::new(number(column)))).collect();
                Some(Explanation::direct(Expression::Product(vec![Expression::Number(0.5), Expression::Sum(squares)])))
            }
        }
    }

    /// How ∂L/∂y came at a cell of the output y, which is input 0.
    pub(super) fn explain_slope(self, outcome: &Outcome, output: NodeId, cell: Cell) -> Option<Explanation> {
        let y = outcome.values.matrix(output);
        Some(match self {
            Self::Sum => Explanation::direct(Expression::Number(1.0)),
            Self::HalfSquares => Explanation::direct(Expression::Cell { input: 0, cell, value: y.at(cell) }),
            Self::CrossEntropy => {
                let targets = targets(&outcome.prepared)?;
                match targets.get(cell.row).copied()? {
                    Some(target) => CrossEntropy::default().explain_slope(&y, &targets, target, cell),
                    None => Explanation::direct(Expression::Number(0.0)),
                }
            }
        })
    }
}

/// What each row of the logits is to predict, where the experiment has logits of tokens and a target of tokens.
fn targets(prepared: &Prepared) -> Option<Vec<Option<usize>>> {
    let Some(Feed::Tokens(tokens)) = &prepared.feeds.target else { return None };
    let rows = prepared.graph.find(LOGITS).map(|id| prepared.graph.node(id).shape.rows)?;
    let one_each = prepared.experiment.model.subject.has_decoder() && rows == tokens.len();
    let of_tokens = prepared.experiment.model.output == Output::Vocabulary;
    (one_each && of_tokens).then(|| next_tokens(tokens, &prepared.feeds.target_padding))
}

/// The value that L is made from: the logits, or what is calculated last where there are none.
pub(super) fn output(graph: &Graph) -> Option<NodeId> {
    graph.find(LOGITS).or_else(|| graph.nodes().next_back().map(|(id, _)| id))
}
