//! Losses: one number that says how far an output is from what was wanted, and its derivatives with respect to the output.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1, Axis};

use crate::graph::{Cell, Element, Explanation, Expression, Inputs, LogSoftmax, Matrix, Operation, Softmax};

/// A number L that is made from the rows of an output, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss<T> {
    /// L.
    pub value: f64,
    /// ∂L/∂output, of the shape of the output.
    pub gradient: Array2<T>,
    /// What each row adds, before any mean is taken; nothing where a row does not count.
    pub rows: Vec<Option<f64>>,
    reduction: Reduction,
}

/// What becomes of the losses of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// Their mean over the rows that count.
    #[default]
    Mean,
    /// Their sum.
    Sum,
}

/// A loss that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LossError {
    /// Targets for more or fewer rows than there are.
    #[error("there are {rows} rows of logits but {targets} targets; give one for each row")]
    Rows {
        /// Rows of the logits.
        rows: usize,
        /// Targets.
        targets: usize,
    },
    /// A target that has no logit.
    #[error("the target of row {row} is token {target}, but there are {vocabulary} logits")]
    Target {
        /// Which row, from 0.
        row: usize,
        /// Its target.
        target: usize,
        /// Columns of the logits.
        vocabulary: usize,
    },
    /// No row has a target.
    #[error("no row has a target, so there is nothing to predict")]
    NoTarget,
    /// A part of the target that is no part.
    #[error("the label smoothing is {0}; it must be between 0 and 1")]
    Smoothing(f64),
}

impl<T: Element> Loss<T> {
    /// L = Σᵢⱼ yᵢⱼ, with the gradient 1 everywhere.
    pub fn sum(output: &Array2<T>) -> Self {
        Self::of_rows(output, |row| row.iter().map(|y| y.wide()).sum(), output.mapv(|_| T::one()))
    }

    /// L = ½ Σᵢⱼ yᵢⱼ², with the gradient y.
    pub fn half_squares(output: &Array2<T>) -> Self {
        Self::of_rows(output, |row| row.iter().map(|y| 0.5 * y.wide() * y.wide()).sum(), output.clone())
    }

    fn of_rows(output: &Array2<T>, loss: impl Fn(ArrayView1<'_, T>) -> f64, gradient: Array2<T>) -> Self {
        let rows: Vec<Option<f64>> = output.rows().into_iter().map(|row| Some(loss(row))).collect();
        Self::reduced(rows, Reduction::Sum, gradient)
    }

    fn reduced(rows: Vec<Option<f64>>, reduction: Reduction, gradient: Array2<T>) -> Self {
        let sum: f64 = rows.iter().flatten().sum();
        let value = sum / reduction.divisor(&rows);
        Self { value, gradient, rows, reduction }
    }

    /// How L came from the losses of the rows.
    pub fn explain(&self) -> Explanation {
        let sum = Expression::Sum(self.rows.iter().flatten().map(|&loss| Expression::Number(loss)).collect());
        Explanation::direct(match self.reduction {
            Reduction::Sum => sum,
            Reduction::Mean => Expression::Quotient(Box::new(sum), Box::new(Expression::Number(self.reduction.divisor(&self.rows)))),
        })
    }
}

impl Reduction {
    fn divisor(self, rows: &[Option<f64>]) -> f64 {
        match self {
            Self::Mean => rows.iter().flatten().count() as f64,
            Self::Sum => 1.0,
        }
    }
}

/// The cross-entropy of softmax(logits) against target tokens.
///
/// With p the softmax of a row of V logits, t its target and ε the label smoothing, the loss of the row is −Σₖ qₖ ln pₖ with
/// qₖ = (1 − ε)·δₖₜ + ε / V, which is −ln pₜ where ε = 0. The gradient of a row is p − q, over the number of rows that count where
/// their mean is taken. Rows without a target do not count and have the gradient 0.
///
/// Source: Vaswani et al., 2017, section 5.4, for the smoothing Szegedy et al., 2016, section 7; the numbers are those of
/// `PyTorch`'s `F.cross_entropy`, whose `ignore_index` is a row without a target here.
///
/// ```
/// use ndarray::array;
/// use transformer_lab::transformer::CrossEntropy;
/// // Four tokens alike: p = ¼ each, and −ln ¼ = 1.3863.
/// let loss = CrossEntropy::default().of(&array![[0.0, 0.0, 0.0, 0.0]], &[Some(1)])?;
/// assert!((loss.value - 1.3863).abs() < 1e-4);
/// assert_eq!(loss.gradient, array![[0.25, -0.75, 0.25, 0.25]]);
/// # Ok::<(), transformer_lab::transformer::LossError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrossEntropy {
    /// Mean or sum.
    pub reduction: Reduction,
    /// ε: how much of the target is spread over all tokens alike.
    pub label_smoothing: f64,
}

impl CrossEntropy {
    /// The loss of logits \[n, V\] against a target for each row. Finite for all finite logits, however large.
    ///
    /// # Errors
    /// Targets that do not fit the logits, or a label smoothing outside 0 … 1.
    pub fn of<T: Element>(&self, logits: &Array2<T>, targets: &[Option<usize>]) -> Result<Loss<T>, LossError> {
        let (rows, vocabulary) = logits.dim();
        self.fits(rows, vocabulary, targets)?;
        let logits = Arc::new(logits.clone());
        let logarithms = LogSoftmax.forward(Inputs::new(vec![Arc::clone(&logits)]));
        let losses: Vec<Option<f64>> =
            targets.iter().zip(logarithms.rows()).map(|(target, row)| target.map(|target| self.of_row(&row, target))).collect();
        let weight = self.reduction.divisor(&losses).recip();
        let mut gradient = Softmax::Stable.forward(Inputs::new(vec![logits]));
        for (mut row, target) in gradient.axis_iter_mut(Axis(0)).zip(targets) {
            let Some(target) = *target else {
                row.fill(T::zero());
                continue;
            };
            let spread = T::of(self.label_smoothing / vocabulary as f64);
            row.mapv_inplace(|p| p - spread);
            row[target] -= T::of(1.0 - self.label_smoothing);
            row.mapv_inplace(|difference| difference * T::of(weight));
        }
        Ok(Loss::reduced(losses, self.reduction, gradient))
    }

    /// (1 − ε)·(−ln pₜ) + ε·mean(−ln p).
    fn of_row<T: Element>(&self, logarithms: &ArrayView1<'_, T>, target: usize) -> f64 {
        let own = -logarithms[target].wide();
        if self.label_smoothing == 0.0 {
            // The mean may be infinite where some token has no probability, and must not come in.
            return own;
        }
        let mean = -logarithms.iter().map(|logarithm| logarithm.wide()).sum::<f64>() / logarithms.len() as f64;
        (1.0 - self.label_smoothing) * own + self.label_smoothing * mean
    }

    fn fits(&self, rows: usize, vocabulary: usize, targets: &[Option<usize>]) -> Result<(), LossError> {
        if !(0.0..=1.0).contains(&self.label_smoothing) {
            return Err(LossError::Smoothing(self.label_smoothing));
        }
        if rows != targets.len() {
            return Err(LossError::Rows { rows, targets: targets.len() });
        }
        let outside = |(row, target): (usize, &Option<usize>)| target.filter(|&target| target >= vocabulary).map(|target| (row, target));
        if let Some((row, target)) = targets.iter().enumerate().find_map(outside) {
            return Err(LossError::Target { row, target, vocabulary });
        }
        if targets.iter().all(Option::is_none) { Err(LossError::NoTarget) } else { Ok(()) }
    }

    /// How ∂L/∂logits came at a cell of a row with this target, from the logits, which are input 0: p − q, over the rows that count
    /// where their mean is taken.
    pub fn explain_slope(&self, logits: &Matrix, targets: &[Option<usize>], target: usize, cell: Cell) -> Explanation {
        let number = |value: f64| Expression::Number(value);
        let softmax = Softmax::Stable.explain(std::slice::from_ref(logits), cell);
        let spread = self.label_smoothing / logits.shape().columns as f64;
        let wanted = spread + if cell.column == target { 1.0 - self.label_smoothing } else { 0.0 };
        let p = softmax.result;
        let away = if wanted == 0.0 { p } else { Expression::Difference(Box::new(p), Box::new(number(wanted))) };
        let result = match self.reduction {
            Reduction::Sum => away,
            Reduction::Mean => Expression::Quotient(Box::new(away), Box::new(number(targets.iter().flatten().count() as f64))),
        };
        Explanation { helpers: softmax.helpers, result }
    }

    /// How the loss of one row came from its logits, which are input 0.
    pub fn explain_row(&self, logits: &Matrix, row: usize, target: usize) -> Explanation {
        let logits = std::slice::from_ref(logits);
        let logarithm = |column: usize| LogSoftmax.explain(logits, Cell::new(row, column));
        let less = |from: Expression, what: Expression| Expression::Difference(Box::new(from), Box::new(what));
        let own = logarithm(target);
        let result = if self.label_smoothing == 0.0 {
            less(Expression::Number(0.0), own.result)
        } else {
            let vocabulary = logits.first().map_or(0, |logits| logits.shape().columns);
            let smoothing = || Expression::Number(self.label_smoothing);
            let kept = Expression::Product(vec![less(Expression::Number(1.0), smoothing()), own.result]);
            let all = Expression::Sum((0..vocabulary).map(|column| logarithm(column).result).collect());
            let mean = Expression::Quotient(Box::new(all), Box::new(Expression::Number(vocabulary as f64)));
            less(less(Expression::Number(0.0), kept), Expression::Product(vec![smoothing(), mean]))
        };
        Explanation { helpers: own.helpers, result }
    }
}

/// What each position of a text is to predict when the right tokens are fed whatever it would say (teacher forcing): the token after
/// it. The last position has no target, nor has one that padding follows.
pub fn next_tokens(tokens: &[usize], padding: &[bool]) -> Vec<Option<usize>> {
    let target = |row: usize| {
        let next = row + 1;
        tokens.get(next).copied().filter(|_| !padding.get(next).copied().unwrap_or(false))
    };
    (0..tokens.len()).map(target).collect()
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    /// Probabilities ¼ and ¾; alike.
    fn logits() -> Array2<f64> {
        array![[0.0, 3.0_f64.ln()], [5.0, 5.0]]
    }

    fn close(a: &Array2<f64>, b: &Array2<f64>) -> bool {
        a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15)
    }

    #[test]
    fn mean_and_sum_by_hand() {
        let (quarter, half) = (4.0_f64.ln(), 2.0_f64.ln());
        let mean = CrossEntropy::default().of(&logits(), &[Some(0), Some(1)]).unwrap();
        assert!((mean.value - f64::midpoint(quarter, half)).abs() < 1e-15);
        assert!(close(&mean.gradient, &array![[-0.375, 0.375], [0.25, -0.25]]), "{}", mean.gradient);
        let sum = CrossEntropy { reduction: Reduction::Sum, ..CrossEntropy::default() };
        let sum = sum.of(&logits(), &[Some(0), Some(1)]).unwrap();
        assert!((sum.value - quarter - half).abs() < 1e-15);
        assert!(close(&sum.gradient, &array![[-0.75, 0.75], [0.5, -0.5]]), "{}", sum.gradient);
    }

    #[test]
    fn a_row_without_a_target_does_not_count() {
        let loss = CrossEntropy::default().of(&logits(), &[None, Some(1)]).unwrap();
        assert!((loss.value - 2.0_f64.ln()).abs() < 1e-15);
        assert!(close(&loss.gradient, &array![[0.0, 0.0], [0.5, -0.5]]));
        assert_eq!(loss.rows[0], None);
    }

    #[test]
    fn smoothing_spreads_the_target_over_all_tokens() {
        let loss = CrossEntropy { label_smoothing: 0.5, ..CrossEntropy::default() }.of(&logits(), &[Some(0), None]).unwrap();
        // q = [¾, ¼] against p = [¼, ¾].
        let expected = 0.75 * 4.0_f64.ln() + 0.25 * (4.0_f64 / 3.0).ln();
        assert!((loss.value - expected).abs() < 1e-15);
        assert!(close(&loss.gradient, &array![[-0.5, 0.5], [0.0, 0.0]]));
    }

    #[test]
    fn large_logits_stay_finite() {
        let loss = CrossEntropy::default().of(&array![[1e300, -1e300, 0.0]], &[Some(1)]).unwrap();
        assert_eq!((loss.value, loss.gradient), (2e300, array![[1.0, -1.0, 0.0]]));
        let hidden = f64::NEG_INFINITY;
        let loss = CrossEntropy::default().of(&array![[0.0, hidden, 0.0]], &[Some(0)]).unwrap();
        assert!((loss.value - 2.0_f64.ln()).abs() < 1e-15 && close(&loss.gradient, &array![[-0.5, 0.0, 0.5]]));
    }

    #[test]
    fn an_explanation_gives_the_loss() {
        let targets = [Some(0), Some(1)];
        let matrix = Matrix::from(Arc::new(logits()));
        for label_smoothing in [0.0, 0.1] {
            let entropy = CrossEntropy { label_smoothing, ..CrossEntropy::default() };
            let loss = entropy.of(&logits(), &targets).unwrap();
            for (row, target) in targets.into_iter().flatten().enumerate() {
                let explained = entropy.explain_row(&matrix, row, target);
                assert!((explained.result.value() - loss.rows[row].unwrap()).abs() < 1e-14, "{}", explained.result);
                assert_eq!(explained.sources().len(), 2);
            }
            assert!((loss.explain().result.value() - loss.value).abs() < 1e-15);
        }
    }

    #[test]
    fn what_cannot_be_is_refused_in_a_sentence() {
        let told = |entropy: CrossEntropy, targets: &[Option<usize>]| entropy.of(&logits(), targets).unwrap_err().to_string();
        let usual = CrossEntropy::default();
        assert_eq!(told(usual, &[Some(0)]), "there are 2 rows of logits but 1 targets; give one for each row");
        assert_eq!(told(usual, &[Some(0), Some(2)]), "the target of row 1 is token 2, but there are 2 logits");
        assert_eq!(told(usual, &[None, None]), "no row has a target, so there is nothing to predict");
        let smoothed = CrossEntropy { label_smoothing: f64::NAN, ..usual };
        assert_eq!(told(smoothed, &[Some(0), None]), "the label smoothing is NaN; it must be between 0 and 1");
    }

    #[test]
    fn every_position_predicts_the_token_after_it() {
        assert_eq!(next_tokens(&[4, 5, 6], &[]), [Some(5), Some(6), None]);
        assert_eq!(next_tokens(&[4, 5, 0, 0], &[false, false, true, true]), [Some(5), None, None, None]);
        assert_eq!(next_tokens(&[], &[]), []);
    }

    #[test]
    fn sum_and_half_squares_by_hand() {
        let output = array![[1.0, -2.0], [3.0, 0.0]];
        let sum = Loss::sum(&output);
        assert_eq!((sum.value, &sum.gradient), (2.0, &array![[1.0, 1.0], [1.0, 1.0]]));
        let squares = Loss::half_squares(&output);
        assert_eq!((squares.value, &squares.gradient), (7.0, &output));
        assert_eq!(squares.rows, [Some(2.5), Some(4.5)]);
        assert_eq!(squares.explain().result.to_string(), "2.5 + 4.5");
    }
}
