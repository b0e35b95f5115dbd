//! The product of two matrices, shared out among threads.

use faer::linalg::matmul::matmul;
use faer::traits::ComplexField;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::{Array2, ArrayRef2, CowArray, Ix2, LinalgScalar};

/// Below this many multiplications a product is not worth sharing out.
const SHARED_FROM: usize = 1 << 20;

/// Parts for each thread: a thread that is held up, or slower than others, leaves the second part to them.
const PARTS_A_THREAD: usize = 2;

/// a · b; the shapes are known to fit. A factor is read as it is stored, so that a transposed view costs nothing.
pub(super) fn product<T: ComplexField + LinalgScalar>(a: &ArrayRef2<T>, b: &ArrayRef2<T>) -> Array2<T> {
    let mut out = Array2::zeros((a.nrows(), b.ncols()));
    let (left, right) = (side_by_side(a), side_by_side(b));
    if let (Some(left), Some(right), Some(result)) = (stored(&left), stored(&right), out.as_slice_mut()) {
        let result = MatMut::from_row_major_slice_mut(result, a.nrows(), b.ncols());
        in_parts(result, left, right, rayon::current_num_threads() * PARTS_A_THREAD);
    }
    out
}

/// The matrix itself where it is stored row after row or column after column, else a copy.
fn side_by_side<T: Clone>(matrix: &ArrayRef2<T>) -> CowArray<'_, T, Ix2> {
    if matrix.t().is_standard_layout() { matrix.view().into() } else { matrix.as_standard_layout() }
}

fn stored<'a, T>(matrix: &'a CowArray<'_, T, Ix2>) -> Option<MatRef<'a, T>> {
    let (rows, columns) = matrix.dim();
    let by_rows = matrix.as_slice().map(|cells| MatRef::from_row_major_slice(cells, rows, columns));
    by_rows.or_else(|| matrix.as_slice_memory_order().map(|cells| MatRef::from_column_major_slice(cells, rows, columns)))
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
    use ndarray::s;

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
            let by_columns = |matrix: &Array2<T>| matrix.t().as_standard_layout().into_owned().reversed_axes();
            let spread = |matrix: &Array2<T>| Array2::from_shape_fn((2 * matrix.nrows(), matrix.ncols()), |(i, j)| matrix[(i / 2, j)]);
            let (spread_a, spread_b) = (spread(&a), spread(&b));
            let ways = [
                T::multiply(&a, &b),
                T::multiply(&a, &by_columns(&b)),
                T::multiply(&by_columns(&a), &b),
                T::multiply(&by_columns(&a), &by_columns(&b)),
                T::multiply(&spread_a.slice(s![..;2, ..]), &spread_b.slice(s![..;2, ..])),
            ];
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
