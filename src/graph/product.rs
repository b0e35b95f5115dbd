//! The product of two matrices, shared out among threads.

use faer::linalg::matmul::matmul;
use faer::traits::ComplexField;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::{Array2, ArrayRef2, LinalgScalar};

/// Below this many multiplications a product is not worth sharing out.
const SHARED_FROM: usize = 1 << 20;

/// Parts for each thread: a thread that is held up, or slower than others, leaves the second part to them.
const PARTS_A_THREAD: usize = 2;

/// a · b, or a · bᵀ when `transposed`; the shapes are known to fit.
pub(super) fn product<T: ComplexField + LinalgScalar>(a: &ArrayRef2<T>, b: &ArrayRef2<T>, transposed: bool) -> Array2<T> {
    let columns = if transposed { b.nrows() } else { b.ncols() };
    let mut out = Array2::zeros((a.nrows(), columns));
    let (left, right) = (a.as_standard_layout(), b.as_standard_layout());
    if let (Some(left), Some(right), Some(result)) = (left.as_slice(), right.as_slice(), out.as_slice_mut()) {
        let left = MatRef::from_row_major_slice(left, a.nrows(), a.ncols());
        let right = MatRef::from_row_major_slice(right, b.nrows(), b.ncols());
        let right = if transposed { right.transpose() } else { right };
        let result = MatMut::from_row_major_slice_mut(result, a.nrows(), columns);
        in_parts(result, left, right, rayon::current_num_threads() * PARTS_A_THREAD);
    }
    out
}

/// result = left · right, cut along the longer side until there are enough parts; whoever is free takes one.
fn in_parts<T: ComplexField>(result: MatMut<'_, T>, left: MatRef<'_, T>, right: MatRef<'_, T>, parts: usize) {
    let (rows, columns) = (result.nrows(), result.ncols());
    if parts == 1 || rows * columns * left.ncols() < SHARED_FROM {
        return matmul(result, Accum::Replace, left, right, T::one_impl(), Par::Seq);
    }
    let some = parts / 2;
    let share = |side: usize| side * some / parts;
    if rows >= columns {
        let (result, rest) = result.split_at_row_mut(share(rows));
        let (left, left_rest) = left.split_at_row(share(rows));
        rayon::join(|| in_parts(result, left, right, some), || in_parts(rest, left_rest, right, parts - some));
    } else {
        let (result, rest) = result.split_at_col_mut(share(columns));
        let (right, right_rest) = right.split_at_col(share(columns));
        rayon::join(|| in_parts(result, left, right, some), || in_parts(rest, left, right_rest, parts - some));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Element;

    /// The definition: yᵢⱼ = Σₖ aᵢₖ × bₖⱼ, in f64.
    fn by_definition<T: Element>(a: &Array2<T>, b: &Array2<T>) -> Array2<f64> {
        Array2::from_shape_fn((a.nrows(), b.ncols()), |(i, j)| (0..a.ncols()).map(|k| a[(i, k)].wide() * b[(k, j)].wide()).sum())
    }

    fn numbers<T: Element>(rows: usize, columns: usize, start: usize) -> Array2<T> {
        Array2::from_shape_fn((rows, columns), |(i, j)| T::of((((start + i * columns + j) * 7919) % 2003) as f64 / 1001.0 - 1.0))
    }

    fn holds<T: Element>(rounding: f64) {
        // Single numbers, no inner side, single rows and columns, odd sizes, and sizes that are shared out along either side.
        for (n, k, m) in
            [(1, 1, 1), (3, 0, 2), (1, 300, 5), (300, 1, 7), (5, 3, 2), (33, 65, 17), (1, 700, 1600), (1501, 31, 97), (97, 257, 130)]
        {
            let (a, b) = (numbers::<T>(n, k, 1), numbers::<T>(k, m, 2));
            let bound = rounding * (1.0 + k as f64);
            let exact = by_definition(&a, &b);
            let transposed = b.t().as_standard_layout().into_owned();
            let by_columns = transposed.t().into_owned();
            let ways = [T::multiply(&a, &b, false), T::multiply(&a, &transposed, true), T::multiply(&a, &by_columns, false)];
            for got in ways {
                assert_eq!(got.dim(), (n, m));
                let worst = got.iter().zip(&exact).map(|(got, exact)| (got.wide() - exact).abs()).fold(0.0, f64::max);
                assert!(worst <= bound, "[{n}, {k}] · [{k}, {m}]: off by {worst:e}");
            }
        }
    }

    #[test]
    fn a_product_is_what_its_definition_says() {
        holds::<f32>(1e-7);
        holds::<f64>(1e-16);
    }
}
