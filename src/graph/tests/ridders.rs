//! The slope of a function by its values alone, and how far it may be off: what gradients are held against.
//!
//! Central differences (f(h) − f(−h)) / 2h have an error in even powers of h. Those of steps h, h/2, h/4 and h/8 are combined such
//! that one power after the other falls out (Ridders, 1982; Press et al., "Numerical Recipes", section 5.7).

/// The largest step.
pub const STEP: f64 = 1.0 / 2048.0;
/// How many steps, each half of the one before.
const STEPS: i32 = 4;

/// A slope at 0.
pub struct Slope {
    pub value: f64,
    pub error: f64,
}

/// The slope at 0 of a function whose values are right to `rounding`.
///
/// The error is what two causes leave. The function is no parabola: once improved, the differences still lie apart, and the last
/// improvement is nearer to the slope than the farthest of them. And its values are rounded: a difference of two is off by up to
/// 2 · rounding / 2h, and the combination makes at most (5/3) · (17/15) · (65/63) < 2 times as much of it.
pub fn slope(rounding: f64, f: impl Fn(f64) -> f64) -> Slope {
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
