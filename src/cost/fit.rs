//! A power law through measured points.

/// y = factor · x^exponent.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerLaw {
    /// The exponent: how fast y grows; 1 in proportion, 2 with the square.
    pub exponent: f64,
    /// The value at x = 1.
    pub factor: f64,
    /// How far each point lies from the law, in the order of the points: ln y − ln (factor · x^exponent).
    pub residuals: Vec<f64>,
}

impl PowerLaw {
    /// The value of the law.
    pub fn at(&self, x: f64) -> f64 {
        self.factor * x.powf(self.exponent)
    }

    /// The residual farthest from the law, with its sign.
    pub fn farthest(&self) -> f64 {
        self.residuals.iter().copied().fold(0.0, |farthest, residual| if residual.abs() > f64::abs(farthest) { residual } else { farthest })
    }

    /// A residual as a part of the law's value: −0.1 is 10 % below it.
    pub fn part(residual: f64) -> f64 {
        residual.exp_m1()
    }
}

/// The power law with the least squares of distances in ln x and ln y: a straight line there. `None` for fewer than two different
/// x, or for numbers that have no logarithm.
///
/// With mean values x̄ and ȳ of the logarithms: exponent = Σ (x − x̄)(y − ȳ) / Σ (x − x̄)², factor = exp (ȳ − exponent · x̄).
///
/// ```
/// use transformer_lab::cost::fit;
/// let law = fit(&[(1.0, 3.0), (2.0, 12.0), (4.0, 48.0)]).unwrap();
/// assert!((law.exponent - 2.0).abs() < 1e-12 && (law.factor - 3.0).abs() < 1e-12);
/// ```
pub fn fit(points: &[(f64, f64)]) -> Option<PowerLaw> {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    if logarithms.is_empty() || logarithms.iter().any(|(x, y)| !x.is_finite() || !y.is_finite()) {
        return None;
    }
    let count = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    if spread == 0.0 {
        return None;
    }
    let exponent = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / spread;
    let intercept = mean_y - exponent * mean_x;
    let residuals = logarithms.iter().map(|(x, y)| y - (intercept + exponent * x)).collect();
    Some(PowerLaw { exponent, factor: intercept.exp(), residuals })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residuals_are_what_the_law_leaves() {
        // The logarithms of the y lie by +δ, −2δ, +δ beside a line: that is orthogonal to 1 and to x, so the line stays.
        let offset: f64 = 0.05;
        let points: Vec<(f64, f64)> = [(1.0, offset), (2.0, -2.0 * offset), (4.0, offset)]
            .map(|(x, beside): (f64, f64)| (x, 7.0 * x.powf(1.5) * beside.exp()))
            .to_vec();
        let law = fit(&points).unwrap();
        assert!((law.exponent - 1.5).abs() < 1e-12 && (law.factor - 7.0).abs() < 1e-11);
        for (residual, expected) in law.residuals.iter().zip([offset, -2.0 * offset, offset]) {
            assert!((residual - expected).abs() < 1e-12);
        }
        assert!((PowerLaw::part(law.farthest()) - ((-0.1_f64).exp() - 1.0)).abs() < 1e-12);
        assert!((law.at(4.0) - 56.0).abs() < 1e-10);
    }

    #[test]
    fn what_has_no_slope_has_no_law() {
        assert_eq!(fit(&[]), None);
        assert_eq!(fit(&[(2.0, 3.0)]), None);
        assert_eq!(fit(&[(2.0, 3.0), (2.0, 4.0)]), None);
        assert_eq!(fit(&[(1.0, 0.0), (2.0, 4.0)]), None);
        assert_eq!(fit(&[(1.0, f64::NAN), (2.0, 4.0)]), None);
    }
}
