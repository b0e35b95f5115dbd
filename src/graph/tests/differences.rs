//! Gradients held against differences of values.

use std::fmt;

use ndarray::{Array2, ArrayView1};

use super::graph::{Activation, Cell, Control, EpsilonPlace, Gradients, Keep, LayerNorm, NodeId, Op, Override, RmsNorm, Run};

/// The largest step.
const STEP: f64 = 1.0 / 2048.0;
/// How many steps, each half of the one before.
const STEPS: i32 = 4;

/// A slope, and how far it may be off.
struct Slope {
    value: f64,
    error: f64,
}

/// The slope at 0 of a function whose values are right to `rounding`.
///
/// Central differences (f(h) − f(−h)) / 2h have an error in even powers of h. Those of steps h, h/2, h/4 and h/8 are combined such
/// that one power after the other falls out (Ridders, 1982; Press et al., "Numerical Recipes", section 5.7).
///
/// The error is what two causes leave. The function is no parabola: once improved, the differences still lie apart, and the last
/// improvement is nearer to the slope than the farthest of them. And its values are rounded: a difference of two is off by up to
/// 2 · rounding / 2h, and the combination makes at most (5/3) · (17/15) · (65/63) < 2 times as much of it.
fn slope(rounding: f64, f: impl Fn(f64) -> f64) -> Slope {
    let step = |level: i32| STEP / f64::from(1 << level);
    let central = |h: f64| (f(h) - f(-h)) / (2.0 * h);
    let mut column: Vec<f64> = (0..STEPS).map(|level| central(step(level))).collect();
    let mut improved_once = Vec::new();
    for order in 1..STEPS {
        let power = f64::from(1 << (2 * order));
        column = column.windows(2).map(|pair| (power * pair[1] - pair[0]) / (power - 1.0)).collect();
        if order == 1 {
            improved_once.clone_from(&column);
        }
    }
    let value = column[0];
    let apart = improved_once.iter().map(|other| (other - value).abs()).fold(0.0, f64::max);
    Slope { value, error: apart + 2.0 * rounding / step(STEPS - 1) }
}

/// The derivative of L along a direction in which the value of one node moves.
pub struct Compared {
    /// As the gradient says.
    pub got: f64,
    /// As differences say.
    pub expected: f64,
    /// How far they may lie apart.
    pub error: f64,
}

impl Compared {
    /// Whether they agree.
    pub fn agree(&self) -> bool {
        (self.got - self.expected).abs() <= self.error
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, expected {} ± {:e}", self.got, self.expected, self.error)
    }
}

/// Holds the gradient of one node against differences of `loss`; nothing where L is bent between the largest steps.
///
/// All gradients must have been kept.
pub fn compare(
    base: &Run<f64>,
    loss: &dyn Fn(&Run<f64>) -> f64,
    all: &Gradients<f64>,
    id: NodeId,
    direction: &Array2<f64>,
) -> Option<Compared> {
    let (graph, value) = (base.graph(), base.value(id));
    let shifted = |t: f64| {
        let cells = value.indexed_iter().filter(|(_, value)| value.is_finite());
        let cells = cells.map(|((row, column), value)| (Cell::new(row, column), value + t * direction[(row, column)])).collect();
        let mut overrides = base.overrides().clone();
        overrides.insert(graph.node(id).site, Override::Cells(cells));
        Run::new(graph.clone(), base.leaves().clone(), overrides, Keep::Everything, Some(base), &Control::default()).ok()
    };
    let loss_at = |t: f64| shifted(t).map_or(f64::NAN, |run| loss(&run));
    if [STEP, -STEP].into_iter().any(|t| shifted(t).is_none_or(|after| bent(base, &after))) {
        return None;
    }
    // A sum of k products has 2k − 1 roundings, and no sum is longer than the longest side; functions and quotients have a few more.
    let longest = graph.nodes().map(|(_, node)| node.shape.rows.max(node.shape.columns)).max().unwrap_or(0);
    let rounding = (2 * longest + 8) as f64 * f64::EPSILON;
    // To first order, a number v that is off by ε·|v| puts L off by its gradient times as much; and L itself is rounded.
    let of_node = |id: NodeId, gradient: &Array2<f64>| -> f64 {
        gradient.iter().zip(&*base.value(id)).filter(|(_, value)| value.is_finite()).map(|(slope, value)| (slope * value).abs()).sum()
    };
    let of_values: f64 = graph.nodes().filter_map(|(id, _)| Some(of_node(id, all.of(id)?))).sum();
    let expected = slope(rounding * (of_values + loss(base).abs()), loss_at);
    let along = all.of(id).map_or_else(|| Array2::zeros(direction.dim()), |gradient| direction * &**gradient);
    let of_gradients = rounding * graph.len() as f64 * along.mapv(f64::abs).sum();
    Some(Compared { got: along.sum(), expected: expected.value, error: expected.error + of_gradients })
}

/// Whether between two runs there is a kink of a ReLU, or a norm divides by numbers so small that they change by a tenth: there
/// differences say nothing of the derivative.
fn bent(before: &Run<f64>, after: &Run<f64>) -> bool {
    let same_side = |(a, b): (&f64, &f64)| (*a > 0.0) == (*b > 0.0);
    let near = |(a, b): (f64, f64)| (a - b).abs() <= 0.1 * a.abs();
    before.graph().nodes().any(|(_, node)| {
        let values = || node.inputs.first().map(|&x| (before.value(x), after.value(x)));
        let rows = |divisor: fn(&ArrayView1<f64>) -> f64, epsilon: f64| {
            let divisors = |x: &Array2<f64>| x.rows().into_iter().map(|row| divisor(&row).hypot(epsilon.sqrt())).collect::<Vec<_>>();
            values().is_some_and(|(a, b)| !divisors(&a).into_iter().zip(divisors(&b)).all(near))
        };
        match &node.op {
            Op::Activation(Activation::Relu) => values().is_some_and(|(a, b)| !a.iter().zip(&*b).all(same_side)),
            Op::LayerNorm(LayerNorm { place: EpsilonPlace::BesideSigma, .. }) => rows(|row| row.std(0.0), 0.0),
            Op::LayerNorm(LayerNorm { epsilon, .. }) => rows(|row| row.std(0.0), *epsilon),
            Op::RmsNorm(RmsNorm { epsilon }) => rows(|row| (row.dot(row) / row.len() as f64).sqrt(), *epsilon),
            _ => false,
        }
    })
}
