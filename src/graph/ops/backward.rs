//! What an operation is given to pass a gradient on, and what it passes on.

use std::sync::Arc;

use ndarray::{Array2, Axis, s};

use super::{Element, Inputs};
use crate::graph::shape::Shape;

/// The gradient of an operation's result, G = ∂L/∂y, and what stands around the operation.
///
/// The values are looked up only by the operations that need them: a sum needs none, softmax its result alone.
pub struct Upstream<'a, T> {
    gradient: Arc<Array2<T>>,
    shapes: &'a [Shape],
    input: &'a dyn Fn(usize) -> Arc<Array2<T>>,
    result: &'a dyn Fn() -> Arc<Array2<T>>,
}

impl<'a, T: Element> Upstream<'a, T> {
    /// The gradient of a result that was made from inputs of these shapes, and where to find input i and the result.
    pub fn new(
        gradient: Arc<Array2<T>>,
        shapes: &'a [Shape],
        input: &'a dyn Fn(usize) -> Arc<Array2<T>>,
        result: &'a dyn Fn() -> Arc<Array2<T>>,
    ) -> Self {
        Self { gradient, shapes, input, result }
    }

    /// G, of the shape of the result.
    pub(super) fn gradient(&self) -> Arc<Array2<T>> {
        Arc::clone(&self.gradient)
    }

    /// The shapes of the inputs.
    pub(super) fn shapes(&self) -> &[Shape] {
        self.shapes
    }

    /// The value of an input.
    pub(super) fn input(&self, index: usize) -> Arc<Array2<T>> {
        (self.input)(index)
    }

    /// The value of the result.
    pub(super) fn result(&self) -> Arc<Array2<T>> {
        (self.result)()
    }

    /// G, and others beside it, for an operation that goes row by row: in place where nobody else needs G.
    pub(super) fn beside<const N: usize>(self, others: [Arc<Array2<T>>; N]) -> Inputs<T> {
        Inputs::new([self.gradient].into_iter().chain(others).collect())
    }
}

/// What an operation adds to the gradient of one of its inputs. Where only some cells were read, only theirs are held.
pub enum Contribution<T> {
    /// To all cells.
    Whole(Arc<Array2<T>>),
    /// To the columns from this one on.
    Columns(usize, Arc<Array2<T>>),
    /// Row i to row `indices[i]`; a row may be named more than once.
    Rows(Arc<[usize]>, Arc<Array2<T>>),
}

impl<T: Element> Contribution<T> {
    /// A contribution to all cells.
    pub(super) fn whole(gradient: Array2<T>) -> Self {
        Self::Whole(Arc::new(gradient))
    }

    /// Adds to the gradient that an input of this shape has so far.
    pub(in crate::graph) fn add_to(self, total: &mut Option<Arc<Array2<T>>>, shape: Shape) {
        let zeros = || Arc::new(Array2::zeros((shape.rows, shape.columns)));
        match self {
            Self::Whole(mut part) => match total {
                None => *total = Some(part),
                Some(total) => {
                    // Into whichever of the two nobody else holds, since the sum is the same.
                    if Arc::get_mut(total).is_none() {
                        std::mem::swap(total, &mut part);
                    }
                    *Arc::make_mut(total) += &*part;
                }
            },
            Self::Columns(first, part) => {
                let total = Arc::make_mut(total.get_or_insert_with(zeros));
                let mut columns = total.slice_mut(s![.., first..first + part.ncols()]);
                columns += &*part;
            }
            Self::Rows(indices, part) => {
                let total = Arc::make_mut(total.get_or_insert_with(zeros));
                for (&index, row) in indices.iter().zip(part.rows()) {
                    let mut target = total.index_axis_mut(Axis(0), index);
                    target += &row;
                }
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use ndarray::array;

    use super::*;
    use crate::graph::Operation;

    /// The gradients that an operation passes to its inputs, each as a whole matrix.
    pub fn backward<T: Element>(op: &impl Operation, inputs: &[Array2<T>], gradient: Array2<T>) -> Vec<Array2<T>> {
        let inputs: Vec<Arc<Array2<T>>> = inputs.iter().cloned().map(Arc::new).collect();
        let shapes: Vec<Shape> = inputs.iter().map(|input| Shape::new(input.nrows(), input.ncols())).collect();
        let input = |index: usize| Arc::clone(&inputs[index]);
        let result = || Arc::new(op.forward(Inputs::new(inputs.clone())));
        let passed = op.backward(Upstream::new(Arc::new(gradient), &shapes, &input, &result));
        assert_eq!(passed.len(), shapes.len(), "{} has a gradient for each input", op.name());
        let whole = |(part, shape): (Contribution<T>, &Shape)| {
            let mut total = None;
            part.add_to(&mut total, *shape);
            Arc::unwrap_or_clone(total.unwrap())
        };
        passed.into_iter().zip(&shapes).map(whole).collect()
    }

    /// Panics unless two matrices agree to the last digits of 1.
    pub fn assert_close(got: &Array2<f64>, expected: &Array2<f64>) {
        assert_eq!(got.dim(), expected.dim());
        let worst = got.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst <= 1e-14, "{got} is not {expected}");
    }

    #[test]
    fn contributions_add_up_whoever_else_holds_them() {
        let shape = Shape::new(2, 3);
        let mut total = None;
        let held = Arc::new(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        Contribution::Whole(Arc::clone(&held)).add_to(&mut total, shape);
        Contribution::Columns(1, Arc::new(array![[10.0], [20.0]])).add_to(&mut total, shape);
        Contribution::Rows([1, 1].into(), Arc::new(array![[0.5, 0.0, 0.0], [0.25, 0.0, 0.0]])).add_to(&mut total, shape);
        Contribution::Whole(Arc::clone(&held)).add_to(&mut total, shape);
        assert_eq!(*total.unwrap(), array![[2.0, 14.0, 6.0], [8.75, 30.0, 12.0]]);
        assert_eq!(*held, array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    }

    #[test]
    fn what_nobody_read_is_zero() {
        let mut total = None;
        Contribution::Columns(1, Arc::new(array![[7.0]])).add_to(&mut total, Shape::new(1, 3));
        assert_eq!(*total.unwrap(), array![[0.0, 7.0, 0.0]]);
    }
}
