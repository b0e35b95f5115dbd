//! The part of an axis that is shown, when rows or columns are too many.

use std::ops::Range;

/// Rows or columns `first .. first + shown` of `total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Span {
    first: usize,
    shown: usize,
    total: usize,
}

impl Span {
    /// Everything.
    pub fn all(total: usize) -> Self {
        Self { first: 0, shown: total, total }
    }

    /// `shown` of `total`, from `first` on or as near to it as there are enough.
    pub fn window(first: usize, shown: usize, total: usize) -> Self {
        let shown = shown.min(total);
        Self { first: first.min(total - shown), shown, total }
    }

    /// The first that is shown.
    pub fn first(self) -> usize {
        self.first
    }

    /// How many are shown.
    pub fn shown(self) -> usize {
        self.shown
    }

    /// How many there are.
    pub fn total(self) -> usize {
        self.total
    }

    /// Those that are shown.
    pub fn range(self) -> Range<usize> {
        self.first..self.first + self.shown
    }

    /// Whether anything is left out.
    pub fn is_cut(self) -> bool {
        self.shown < self.total
    }

    /// Whether anything is left out at the beginning.
    pub fn is_cut_before(self) -> bool {
        self.first > 0
    }

    /// Whether anything is left out at the end.
    pub fn is_cut_after(self) -> bool {
        self.first + self.shown < self.total
    }

    /// What of `range` is shown.
    pub fn clip(self, range: &Range<usize>) -> Range<usize> {
        let start = range.start.max(self.first);
        start..range.end.min(self.first + self.shown).max(start)
    }

    /// Moved by `steps`, as far as there is room.
    pub fn moved(self, steps: isize) -> Self {
        Self::window(self.first.saturating_add_signed(steps), self.shown, self.total)
    }

    /// Moved as little as shows `index`.
    pub fn revealing(self, index: usize) -> Self {
        let first = if index < self.first {
            index
        } else if index >= self.first + self.shown {
            (index + 1).saturating_sub(self.shown)
        } else {
            self.first
        };
        Self::window(first, self.shown, self.total)
    }

    /// Moved so that `index` lies in the middle.
    pub fn centred_on(self, index: usize) -> Self {
        Self::window(index.saturating_sub(self.shown / 2), self.shown, self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_stays_inside() {
        assert_eq!(Span::window(90, 16, 100).range(), 84..100);
        assert_eq!(Span::window(3, 16, 10), Span::all(10));
        assert_eq!(Span::window(5, 16, 0).range(), 0..0);
        assert_eq!(Span::window(4, 4, 100).moved(-9).range(), 0..4);
    }

    #[test]
    fn revealing_moves_as_little_as_needed() {
        let span = Span::window(10, 5, 100);
        assert_eq!(span.revealing(12), span);
        assert_eq!(span.revealing(9).first(), 9);
        assert_eq!(span.revealing(15).first(), 11);
        assert_eq!(span.revealing(99).range(), 95..100);
        assert_eq!(span.centred_on(50).range(), 48..53);
    }

    #[test]
    fn clip_may_be_empty() {
        let span = Span::window(10, 5, 100);
        assert_eq!(span.clip(&(0..12)), 10..12);
        assert!(span.clip(&(0..4)).is_empty());
        assert!(span.clip(&(40..60)).is_empty());
    }
}
