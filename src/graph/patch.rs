//! Numbers put at single cells of a matrix.

use std::collections::BTreeMap;
use std::fmt;

use ndarray::Array2;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::element::Element;
use super::shape::{Cell, Shape};

/// Whether two numbers are the same: NaN is the same as NaN.
///
/// What a user wrote must be equal to its copy, whatever numbers it holds; else it would count as changed for ever.
pub fn same_number(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

/// Numbers put at single cells of a matrix, at most one a cell. In a document: a list of (row, column, value), of which the last
/// counts where a cell stands twice.
///
/// ```
/// use transformer_lab::graph::{Cell, Patch};
/// let mut patch: Patch = [(Cell::new(1, 0), 0.5)].into_iter().collect();
/// patch.put(Cell::new(0, 2), f64::NAN);
/// assert_eq!(patch.at(Cell::new(1, 0)), Some(0.5));
/// assert_eq!(patch, patch.clone());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patch {
    cells: BTreeMap<Cell, f64>,
}

impl Patch {
    /// Puts a number at a cell, in the place of the one put there before.
    pub fn put(&mut self, cell: Cell, value: f64) {
        self.cells.insert(cell, value);
    }

    /// Takes the number at a cell away.
    pub fn take(&mut self, cell: Cell) -> Option<f64> {
        self.cells.remove(&cell)
    }

    /// The number put at a cell, if one was.
    pub fn at(&self, cell: Cell) -> Option<f64> {
        self.cells.get(&cell).copied()
    }

    /// All cells with their numbers, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, f64)> {
        self.cells.iter().map(|(&cell, &value)| (cell, value))
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The first cell that a matrix of this shape does not have.
    pub fn outside(&self, shape: Shape) -> Option<Cell> {
        self.cells.keys().copied().find(|cell| !shape.contains(*cell))
    }

    /// Puts the numbers into a matrix; those outside it are left out.
    pub fn apply<T: Element>(&self, values: &mut Array2<T>) {
        for (cell, value) in self.iter() {
            if let Some(place) = values.get_mut((cell.row, cell.column)) {
                *place = T::of(value);
            }
        }
    }
}

impl PartialEq for Patch {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other.iter()).all(|((at, a), (there, b))| at == there && same_number(a, b))
    }
}

impl FromIterator<(Cell, f64)> for Patch {
    fn from_iter<I: IntoIterator<Item = (Cell, f64)>>(cells: I) -> Self {
        Self { cells: cells.into_iter().collect() }
    }
}

impl Extend<(Cell, f64)> for Patch {
    fn extend<I: IntoIterator<Item = (Cell, f64)>>(&mut self, cells: I) {
        self.cells.extend(cells);
    }
}

impl Serialize for Patch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(cell, value)| (cell.row, cell.column, value)))
    }
}

impl<'de> Deserialize<'de> for Patch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Triples;

        impl<'de> Visitor<'de> for Triples {
            type Value = Patch;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of (row, column, value)")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Patch, A::Error> {
                let mut patch = Patch::default();
                while let Some((row, column, value)) = list.next_element()? {
                    patch.put(Cell::new(row, column), value);
                }
                Ok(patch)
            }
        }

        deserializer.deserialize_seq(Triples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_of_a_cell_counts() {
        let patch: Patch = ron::from_str("[(1, 0, 5), (0, 2, NaN), (1, 0, 6.5)]").unwrap();
        assert_eq!(patch.len(), 2);
        assert_eq!(patch.at(Cell::new(1, 0)), Some(6.5));
        assert_eq!(ron::to_string(&patch).unwrap(), "[(0,2,NaN),(1,0,6.5)]");
    }

    #[test]
    fn a_patch_equals_its_copy_and_nothing_else() {
        let cell = Cell::new(0, 0);
        let patch = |value| [(cell, value)].into_iter().collect::<Patch>();
        assert_eq!(patch(f64::NAN), patch(f64::NAN));
        assert_ne!(patch(f64::NAN), patch(0.0));
        assert_ne!(patch(1.0), Patch::default());
        assert_ne!(patch(1.0), [(Cell::new(0, 1), 1.0)].into_iter().collect());
    }

    #[test]
    fn what_lies_outside_is_named_and_left_out() {
        let patch: Patch = [(Cell::new(0, 1), 2.0), (Cell::new(2, 0), 3.0)].into_iter().collect();
        assert_eq!(patch.outside(Shape::new(2, 2)), Some(Cell::new(2, 0)));
        assert_eq!(patch.outside(Shape::new(3, 2)), None);
        let mut values = Array2::<f32>::zeros((2, 2));
        patch.apply(&mut values);
        assert_eq!(values, ndarray::array![[0.0, 2.0], [0.0, 0.0]]);
    }
}
