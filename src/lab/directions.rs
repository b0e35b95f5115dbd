//! Vectors compared by where they point: cosines, angles, and the plane in which they differ most.

use ndarray::{Array1, Array2, ArrayRef2, Axis};

use crate::experiment::cosine;

/// Vectors compared with each other, each with each.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// cos θ = a·b / (‖a‖ ‖b‖), from −1 to 1; NaN where a vector is zero and points nowhere.
    pub cosines: Array2<f64>,
    /// ‖a‖ = √(a·a).
    pub norms: Vec<f64>,
    /// a·b.
    pub products: Array2<f64>,
}

impl Directions {
    /// Compares the rows of a matrix.
    pub fn of(rows: &ArrayRef2<f64>) -> Self {
        let products = rows.dot(&rows.t());
        let norms = products.diag().iter().map(|square| square.sqrt()).collect();
        let vectors: Vec<Vec<f64>> = rows.rows().into_iter().map(|row| row.to_vec()).collect();
        let between = |(a, b): (usize, usize)| cosine(&vectors[a], &vectors[b]);
        Self { cosines: Array2::from_shape_fn((vectors.len(), vectors.len()), between), norms, products }
    }

    /// The angle between two vectors, in degrees: θ = arccos(cos θ). Rounding may carry a cosine past ±1.
    pub fn angle(&self, a: usize, b: usize) -> f64 {
        self.cosines[(a, b)].clamp(-1.0, 1.0).acos().to_degrees()
    }

    /// The others, the nearest in direction first; those that point nowhere are left out.
    pub fn nearest(&self, to: usize) -> Vec<usize> {
        let mut others: Vec<usize> = (0..self.norms.len()).filter(|&other| other != to && !self.cosines[(to, other)].is_nan()).collect();
        others.sort_by(|&a, &b| self.cosines[(to, b)].total_cmp(&self.cosines[(to, a)]));
        others
    }
}

/// Points in the plane in which they spread most (principal component analysis).
///
/// With X less the mean of its rows and X·Xᵀ = U·Λ·Uᵀ, the coordinates of row i along the k-th direction are √λₖ·Uᵢₖ, and that
/// direction holds λₖ / Σλ of the variance. A direction has no sign of its own; here the coordinate farthest from 0 is positive.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// Coordinates of each row along the first and the second direction.
    pub points: Vec<[f64; 2]>,
    /// The share of the variance that each direction holds.
    pub shares: [f64; 2],
}

impl Plane {
    /// The plane of the rows of a matrix; `None` where there is none: fewer than two rows that differ, or numbers that are not
    /// finite.
    pub fn of(rows: &ArrayRef2<f64>) -> Option<Self> {
        let mean = rows.mean_axis(Axis(0)).filter(|_| rows.iter().all(|value| value.is_finite()))?;
        let centred = rows.to_owned() - &mean;
        let (values, vectors) = eigen(centred.dot(&centred.t()));
        let total: f64 = values.iter().map(|value| value.max(0.0)).sum();
        // What is left of rows that are all alike is rounding.
        let least = f64::EPSILON * rows.iter().map(|value| value * value).sum::<f64>();
        if !(total > least && total.is_finite()) {
            return None;
        }
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        let along = |direction: usize| {
            let k = order[direction];
            let column = vectors.column(k);
            let farthest = column.iter().copied().fold(0.0, |far: f64, x| if x.abs() > far.abs() { x } else { far });
            let length = values[k].max(0.0).sqrt().copysign(farthest);
            (column.iter().map(|x| x * length).collect::<Vec<f64>>(), values[k].max(0.0) / total)
        };
        let ((first, share), (second, rest)) = (along(0), along(1));
        Some(Self { points: first.into_iter().zip(second).map(|(x, y)| [x, y]).collect(), shares: [share, rest] })
    }
}

/// Eigenvalues and, as columns, eigenvectors of a symmetric matrix by the cyclic Jacobi method (Golub and Van Loan, Matrix
/// Computations, 4th edition, section 8.5): rotations that make one entry beside the diagonal zero after the other.
fn eigen(matrix: Array2<f64>) -> (Array1<f64>, Array2<f64>) {
    /// Convergence is quadratic; matrices of a hundred rows take about eight.
    const SWEEPS: usize = 40;
    let n = matrix.nrows();
    let mut a = matrix;
    let mut vectors = Array2::eye(n);
    for _ in 0..SWEEPS {
        let size: f64 = a.iter().map(|x| x * x).sum();
        let beside: f64 = a.indexed_iter().filter(|((i, j), _)| i != j).map(|(_, x)| x * x).sum();
        if beside <= f64::EPSILON * f64::EPSILON * size {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    (a.diag().to_owned(), vectors)
}

/// Turns the plane of two coordinates until the entry between them is zero.
fn rotate(a: &mut Array2<f64>, vectors: &mut Array2<f64>, p: usize, q: usize) {
    if a[(p, q)] == 0.0 {
        return;
    }
    let tau = (a[(q, q)] - a[(p, p)]) / (2.0 * a[(p, q)]);
    let tangent = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = tangent * cosine;
    let turn = |x: f64, y: f64| (cosine * x - sine * y, sine * x + cosine * y);
    for k in 0..a.nrows() {
        (a[(k, p)], a[(k, q)]) = turn(a[(k, p)], a[(k, q)]);
    }
    for k in 0..a.nrows() {
        (a[(p, k)], a[(q, k)]) = turn(a[(p, k)], a[(q, k)]);
        (vectors[(k, p)], vectors[(k, q)]) = turn(vectors[(k, p)], vectors[(k, q)]);
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn hello_and_world_as_in_the_document() {
        // Document C: hello (1, 2, 3, 4) and world (2, 3, 4, 5) have the cosine 40 / √(30·54) = 0.9938.
        let found = Directions::of(&array![[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], [0.0, 0.0, 0.0, 0.0], [-2.0, -4.0, -6.0, -8.0]]);
        assert!((found.cosines[(0, 1)] - 40.0 / 1620.0_f64.sqrt()).abs() < 1e-15);
        assert!((found.angle(0, 1) - 6.3794).abs() < 1e-4);
        assert!((found.angle(0, 0), found.angle(0, 3)) == (0.0, 180.0));
        assert!(found.cosines[(0, 2)].is_nan());
        assert_eq!(found.nearest(0), [1, 3]);
        assert_eq!((found.products[(0, 1)], found.norms[2]), (40.0, 0.0));
    }

    #[test]
    fn points_of_a_plane_keep_their_distances() {
        // Of a line through (1, 2) with the direction (3, 4)/5.
        let line = Plane::of(&array![[1.0, 2.0], [4.0, 6.0], [-2.0, -2.0]]).unwrap();
        let expected = [0.0, 5.0, -5.0];
        for ([x, y], expected) in line.points.iter().zip(expected) {
            assert!((x.abs() - f64::abs(expected)).abs() < 1e-12 && y.abs() < 1e-6, "{line:?}");
        }
        assert!((line.shares[0] - 1.0).abs() < 1e-12 && line.shares[1] < 1e-12);
        assert_eq!(Plane::of(&array![[0.1, 0.7], [0.1, 0.7], [0.1, 0.7]]), None);
        assert_eq!(Plane::of(&array![[1.0, 2.0]]), None);
        assert_eq!(Plane::of(&array![[1.0, f64::NAN], [0.0, 0.0]]), None);
        assert_eq!(Plane::of(&Array2::zeros((0, 3))), None);
    }

    fn matrix() -> impl Strategy<Value = Array2<f64>> {
        (2_usize..9, 1_usize..7).prop_flat_map(|(rows, columns)| {
            prop::collection::vec(-9.0_f64..9.0, rows * columns)
                .prop_map(move |values| Array2::from_shape_vec((rows, columns), values).unwrap())
        })
    }

    proptest! {
        #[test]
        fn the_eigenvectors_give_the_matrix_back(x in matrix()) {
            let symmetric = x.dot(&x.t());
            let (values, vectors) = eigen(symmetric.clone());
            let back = (&vectors * &values).dot(&vectors.t());
            prop_assert!((&back - &symmetric).iter().all(|difference| difference.abs() < 1e-9), "{back} {symmetric}");
            let identity = vectors.t().dot(&vectors) - Array2::<f64>::eye(x.nrows());
            prop_assert!(identity.iter().all(|difference| difference.abs() < 1e-12));
        }

        #[test]
        fn two_directions_hold_all_the_variance_of_two_columns(x in matrix()) {
            let Some(plane) = Plane::of(&x) else { return Ok(()) };
            prop_assert!(plane.shares[0] >= plane.shares[1] && plane.shares[0] + plane.shares[1] < 1.0 + 1e-12);
            // No pair of points is farther apart in the plane than it is; with two columns the plane is all there is.
            for a in 0..x.nrows() {
                for b in 0..a {
                    let [p, q] = [plane.points[a], plane.points[b]];
                    let seen = (p[0] - q[0]).hypot(p[1] - q[1]);
                    let true_distance = (&x.row(a) - &x.row(b)).iter().map(|d| d * d).sum::<f64>().sqrt();
                    prop_assert!(seen < true_distance + 1e-6);
                    prop_assert!(x.ncols() > 2 || (seen - true_distance).abs() < 1e-6);
                }
            }
        }
    }
}
