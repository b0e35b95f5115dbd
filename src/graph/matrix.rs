//! A matrix whose precision is known at run time: what views, checks and exports read.

use std::sync::Arc;

use ndarray::Array2;

use super::element::Element;
use super::shape::{Cell, Shape};

/// A shared matrix of f32 or f64.
#[derive(Clone, Debug)]
pub enum Matrix {
    /// Single precision.
    F32(Arc<Array2<f32>>),
    /// Double precision.
    F64(Arc<Array2<f64>>),
}

impl Matrix {
    /// Rows × columns.
    pub fn shape(&self) -> Shape {
        let (rows, columns) = match self {
            Self::F32(values) => values.dim(),
            Self::F64(values) => values.dim(),
        };
        Shape::new(rows, columns)
    }

    /// The number at a cell, exactly; NaN outside the matrix.
    pub fn at(&self, cell: Cell) -> f64 {
        let index = (cell.row, cell.column);
        match self {
            Self::F32(values) => values.get(index).map_or(f64::NAN, |value| value.wide()),
            Self::F64(values) => values.get(index).copied().unwrap_or(f64::NAN),
        }
    }

    /// The numbers of a row, exactly.
    pub fn row(&self, row: usize) -> Vec<f64> {
        (0..self.shape().columns).map(|column| self.at(Cell::new(row, column))).collect()
    }

    /// All numbers in f64.
    pub fn to_f64(&self) -> Array2<f64> {
        match self {
            Self::F32(values) => values.mapv(f64::from),
            Self::F64(values) => values.as_ref().clone(),
        }
    }

    /// Whether both are the same memory.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::F32(a), Self::F32(b)) => Arc::ptr_eq(a, b),
            (Self::F64(a), Self::F64(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl<T: Element> From<Arc<Array2<T>>> for Matrix {
    fn from(values: Arc<Array2<T>>) -> Self {
        T::erase(values)
    }
}
