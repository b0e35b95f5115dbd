//! Learning byte-pair merges: the counts of all pairs are kept up to date instead of being taken anew for each merge.
//!
//! The symbols of all distinct words stand in one row of places, in the order in which a reader meets them. A merge joins two places
//! and changes the counts of their neighbours alone. As n places can be joined n − 1 times at most, learning takes
//! O(n · log n), however many merges are asked for.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::TrainingWord;
use super::byte_pair::Merge;
use crate::graph::{Cancelled, Control};

/// Letters of merged symbols that are written down in a step of a [`Control`].
const LETTERS_WRITTEN: usize = 1024;

/// A symbol, by its number.
type Symbol = usize;
/// Two neighbours.
type Pair = (Symbol, Symbol);
/// How often a pair occurs, and where first: the greatest is merged next.
type Rank = (usize, Reverse<usize>, Pair);

/// Where a symbol begins.
struct Place {
    symbol: Symbol,
    /// The places of the symbols beside it in its word.
    before: Option<usize>,
    after: Option<usize>,
    /// How often its word occurs.
    weight: usize,
    /// The merge that joined it to the symbol before it; it is no symbol of its own then.
    joined: Option<usize>,
}

#[derive(Default)]
struct Tally {
    count: usize,
    places: BTreeSet<usize>,
}

impl Tally {
    fn rank(&self, pair: Pair) -> Option<Rank> {
        self.places.first().map(|&first| (self.count, Reverse(first), pair))
    }
}

/// A training under way.
#[derive(Default)]
pub(super) struct Learning {
    places: Vec<Place>,
    /// The texts of the symbols, by number, and back: what two merges make in different ways may be the same.
    texts: Vec<String>,
    numbers: HashMap<String, Symbol>,
    tallies: HashMap<Pair, Tally>,
    ranks: BTreeSet<Rank>,
    merges: Vec<Merge>,
}

impl Learning {
    /// Counts the pairs of the words.
    pub(super) fn new(words: &[TrainingWord], control: &Control) -> Result<Self, Cancelled> {
        let mut learning = Self::default();
        for word in words {
            let first = learning.places.len();
            for symbol in word.symbols() {
                let (symbol, place) = (learning.number(symbol), learning.places.len());
                let before = (place > first).then(|| place - 1);
                learning.places.push(Place { symbol, before, after: Some(place + 1), weight: word.count, joined: None });
            }
            if let Some(last) = learning.places.last_mut() {
                last.after = None;
            }
        }
        // Every merge writes its symbol down, which is as long as the word where a text has no spaces.
        let written: usize = words.iter().map(|word| word.symbols().count()).map(|n| n * n / LETTERS_WRITTEN).sum();
        // A step for each place that is counted, and one for each that is joined.
        control.expect((2 * learning.places.len()).saturating_add(written))?;
        for place in 0..learning.places.len() {
            learning.count(place);
            control.advance(1)?;
        }
        Ok(learning)
    }

    /// The merges so far.
    pub(super) fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// Merges the most frequent pair everywhere, from left to right; whether there was one.
    pub(super) fn learn(&mut self, control: &Control) -> Result<bool, Cancelled> {
        let Some(&(count, _, pair)) = self.ranks.last() else { return Ok(false) };
        let merge = Merge { left: self.texts[pair.0].clone(), right: self.texts[pair.1].clone(), count };
        let symbol = self.number(&merge.symbol());
        let places: Vec<usize> = self.tallies.get(&pair).map_or_else(Vec::new, |tally| tally.places.iter().copied().collect());
        for place in places {
            // In a run such as aaa, the second pair is gone with the first.
            if self.pair(place) == Some(pair) {
                self.join(place, symbol);
                control.advance(1)?;
            }
        }
        self.merges.push(merge);
        Ok(true)
    }

    /// The merges, and by which of them each place was joined to the one before it.
    pub(super) fn learned(self) -> (Vec<Merge>, Vec<Option<usize>>) {
        (self.merges, self.places.into_iter().map(|place| place.joined).collect())
    }

    fn number(&mut self, text: &str) -> Symbol {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        self.numbers.insert(text.to_owned(), self.texts.len());
        self.texts.push(text.to_owned());
        self.texts.len() - 1
    }

    /// The symbol that begins at a place and the one after it.
    fn pair(&self, place: usize) -> Option<Pair> {
        let Place { symbol, after, joined, .. } = self.places[place];
        after.filter(|_| joined.is_none()).map(|after| (symbol, self.places[after].symbol))
    }

    /// Makes one symbol of that at a place and the one after it.
    fn join(&mut self, place: usize, symbol: Symbol) {
        let Place { before, after: Some(second), .. } = self.places[place] else { return };
        for place in before.into_iter().chain([place, second]) {
            self.discount(place);
        }
        let after = self.places[second].after;
        self.places[second].joined = Some(self.merges.len());
        (self.places[place].symbol, self.places[place].after) = (symbol, after);
        if let Some(after) = after {
            self.places[after].before = Some(place);
        }
        for place in before.into_iter().chain([place]) {
            self.count(place);
        }
    }

    fn count(&mut self, place: usize) {
        let weight = self.places[place].weight;
        self.change(place, |tally| {
            tally.count += weight;
            tally.places.insert(place);
        });
    }

    fn discount(&mut self, place: usize) {
        let weight = self.places[place].weight;
        self.change(place, |tally| {
            tally.count -= weight;
            tally.places.remove(&place);
        });
    }

    /// Changes the tally of the pair at a place, if there is one, and its rank with it.
    fn change(&mut self, place: usize, change: impl FnOnce(&mut Tally)) {
        let Some(pair) = self.pair(place) else { return };
        let tally = self.tallies.entry(pair).or_default();
        if let Some(rank) = tally.rank(pair) {
            self.ranks.remove(&rank);
        }
        change(tally);
        match tally.rank(pair) {
            Some(rank) => {
                self.ranks.insert(rank);
            }
            None => {
                self.tallies.remove(&pair);
            }
        }
    }
}
