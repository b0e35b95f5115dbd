//! What was inspected before, to go back to.

use crate::graph::{Cell, Site};
use crate::lab::Selection;

/// Values that are remembered.
const LONGEST: usize = 32;

/// A value and the cell of it that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The value.
    pub site: Site,
    /// The cell.
    pub cell: Option<Cell>,
}

/// The way that led to what is inspected now.
#[derive(Debug, Default)]
pub struct Trail {
    before: Vec<Place>,
    now: Option<Place>,
}

impl Trail {
    /// Takes in what is chosen. Another cell of the same value is no step on the way.
    pub fn follow(&mut self, selection: &Selection) {
        let Some(site) = selection.site else {
            *self = Self::default();
            return;
        };
        let place = Place { site, cell: selection.cell };
        if let Some(last) = self.now.filter(|last| last.site != site) {
            if self.before.len() == LONGEST {
                self.before.remove(0);
            }
            self.before.push(last);
        }
        self.now = Some(place);
    }

    /// Where the way back leads; places that the model no longer has are passed over.
    pub fn previous(&mut self, exists: impl Fn(Site) -> bool) -> Option<Place> {
        let here = self.now.map(|place| place.site);
        while let Some(&place) = self.before.last() {
            if exists(place.site) && Some(place.site) != here {
                return Some(place);
            }
            self.before.pop();
        }
        None
    }

    /// Goes back.
    pub fn back(&mut self) -> Option<Place> {
        let place = self.before.pop()?;
        self.now = Some(place);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Part, Quantity, Scope};

    fn chosen(quantity: Quantity, column: usize) -> Selection {
        Selection { site: Some(Scope::alone(Part::Attention).at(quantity)), cell: Some(Cell::new(0, column)), head: 0 }
    }

    #[test]
    fn the_way_back_leads_to_the_last_cell_of_each_value() {
        let mut trail = Trail::default();
        for (quantity, column) in [(Quantity::Weights, 0), (Quantity::Weights, 3), (Quantity::Scores, 3), (Quantity::Query, 1)] {
            trail.follow(&chosen(quantity, column));
        }
        assert_eq!(trail.previous(|_| true).map(|place| place.site.quantity), Some(Quantity::Scores));
        let back = trail.back().unwrap();
        trail.follow(&Selection { site: Some(back.site), cell: back.cell, head: 0 });
        let back = trail.back().unwrap();
        assert_eq!((back.site.quantity, back.cell), (Quantity::Weights, Some(Cell::new(0, 3))));
        trail.follow(&Selection { site: Some(back.site), cell: back.cell, head: 0 });
        assert_eq!(trail.previous(|_| true), None);
    }

    #[test]
    fn what_is_gone_is_passed_over() {
        let mut trail = Trail::default();
        for quantity in [Quantity::Query, Quantity::Scores, Quantity::Weights] {
            trail.follow(&chosen(quantity, 0));
        }
        let previous = trail.previous(|site| site.quantity != Quantity::Scores);
        assert_eq!(previous.map(|place| place.site.quantity), Some(Quantity::Query));
        trail.follow(&Selection::default());
        assert_eq!(trail.back(), None);
    }
}
