//! The choices as they are typed: numbers that cannot be are kept until they can.

use crate::transformer::decoding::{DecodingConfig, End, Filter, Filters, SettingError, Strategy};

/// How a token is chosen, without its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The highest logit.
    #[default]
    Greedy,
    /// A draw.
    Sample,
    /// Several sequences at a time.
    Beam,
}

/// All choices, those of the kinds that are not chosen included, so that they are there again when their kind is.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The kind.
    pub kind: Kind,
    /// Of sampling, in their order.
    pub filters: Vec<Filter>,
    /// Of sampling.
    pub seed: usize,
    /// Of beam search.
    pub beams: usize,
    /// Of beam search.
    pub length_penalty: f64,
    /// Of beam search.
    pub early_stopping: bool,
    /// The length limit.
    pub max_new_tokens: usize,
    /// The end token.
    pub end: End,
    /// Whether keys and values are kept.
    pub cache: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            kind: Kind::Greedy,
            filters: vec![Filter::Temperature(1.0)],
            seed: 1,
            beams: 3,
            length_penalty: 1.0,
            early_stopping: false,
            max_new_tokens: 1,
            end: End::Vocabulary,
            cache: true,
        }
    }
}

impl Draft {
    /// Takes over what is set; the numbers of other kinds stay.
    pub fn take(&mut self, config: &DecodingConfig) {
        match &config.strategy {
            Strategy::Greedy => self.kind = Kind::Greedy,
            Strategy::Sample { filters, seed } => {
                self.kind = Kind::Sample;
                self.filters = filters.as_slice().to_vec();
                self.seed = usize::try_from(*seed).unwrap_or(usize::MAX);
            }
            &Strategy::Beam { beams, length_penalty, early_stopping } => {
                self.kind = Kind::Beam;
                (self.beams, self.length_penalty, self.early_stopping) = (beams, length_penalty, early_stopping);
            }
        }
        self.max_new_tokens = config.max_new_tokens;
        self.end.clone_from(&config.end);
        self.cache = config.cache;
    }

    /// What is to be set.
    ///
    /// # Errors
    /// The first number that cannot be.
    pub fn config(&self) -> Result<DecodingConfig, SettingError> {
        let strategy = match self.kind {
            Kind::Greedy => Strategy::Greedy,
            Kind::Sample => Strategy::Sample { filters: Filters::new(self.filters.clone())?, seed: self.seed as u64 },
            Kind::Beam => Strategy::Beam { beams: self.beams, length_penalty: self.length_penalty, early_stopping: self.early_stopping },
        };
        Ok(DecodingConfig { end: self.end.clone(), cache: self.cache, ..DecodingConfig::new(strategy, self.max_new_tokens) })
    }

    /// Switches a filter on or off. A new one stands where its kind usually does: penalty, temperature, top-k, top-p, min-p.
    pub fn switch(&mut self, filter: Filter, on: bool) {
        let kind = std::mem::discriminant(&filter);
        self.filters.retain(|other| std::mem::discriminant(other) != kind);
        if on {
            let place = self.filters.iter().position(|other| usual_place(*other) > usual_place(filter)).unwrap_or(self.filters.len());
            self.filters.insert(place, filter);
        }
    }
}

fn usual_place(filter: Filter) -> usize {
    match filter {
        Filter::RepetitionPenalty(_) => 0,
        Filter::Temperature(_) => 1,
        Filter::TopK(_) => 2,
        Filter::TopP(_) => 3,
        Filter::MinP(_) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Draft {
        let mut draft = Draft::default();
        draft.take(&ron::from_str(text).unwrap());
        draft
    }

    #[test]
    fn what_is_taken_over_is_what_is_set() {
        for text in [
            "(strategy: Greedy, max_new_tokens: 5, cache: false)",
            "(strategy: Sample(filters: [TopP(0.9), Temperature(0.5)], seed: 7), max_new_tokens: 3, end: Never)",
            "(strategy: Beam(beams: 4, length_penalty: 0.5, early_stopping: true), max_new_tokens: 9)",
        ] {
            assert_eq!(taken(text).config().unwrap(), ron::from_str(text).unwrap(), "{text}");
        }
    }

    #[test]
    fn the_numbers_of_other_kinds_come_back() {
        let mut draft = taken("(strategy: Sample(filters: [TopK(5)], seed: 7), max_new_tokens: 3)");
        draft.kind = Kind::Greedy;
        draft.take(&draft.config().unwrap());
        draft.kind = Kind::Sample;
        assert_eq!((draft.filters.as_slice(), draft.seed), (&[Filter::TopK(5)][..], 7));
    }

    #[test]
    fn a_new_filter_takes_its_usual_place_and_others_keep_theirs() {
        let mut draft = taken("(strategy: Sample(filters: [TopP(0.9), Temperature(0.5)]), max_new_tokens: 3)");
        draft.switch(Filter::TopK(3), true);
        assert_eq!(draft.filters, [Filter::TopK(3), Filter::TopP(0.9), Filter::Temperature(0.5)]);
        draft.switch(Filter::TopP(0.0), false);
        draft.switch(Filter::MinP(0.1), true);
        assert_eq!(draft.filters, [Filter::TopK(3), Filter::Temperature(0.5), Filter::MinP(0.1)]);
    }

    #[test]
    fn a_number_that_cannot_be_is_named_and_kept() {
        let mut draft = taken("(strategy: Sample(filters: [Temperature(0.5)]), max_new_tokens: 3)");
        draft.filters[0] = Filter::Temperature(0.0);
        assert_eq!(draft.config(), Err(SettingError::Temperature { value: 0.0 }));
    }
}
