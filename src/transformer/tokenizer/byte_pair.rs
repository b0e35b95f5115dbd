//! Byte-pair encoding (Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with Subword Units",
//! section 3.2), over characters rather than bytes.
//!
//! Training: every word of the text begins as its characters and, last, [`END_OF_WORD`]. Again and again the pair of
//! neighbouring symbols that occurs most often is merged into one symbol, everywhere, from left to right. Of pairs that occur
//! equally often, the one met first is taken, reading the distinct words in the order in which they first appear in
//! the text. A merge never crosses from one word into the next.
//!
//! Encoding replays the merges in the order in which they were learned. Decoding strings the symbols together, and the end of
//! a word becomes a space (none after the last word).

use std::collections::HashMap;

use super::learning::Learning;
use super::{Piece, TokenizerError, between_spaces, in_order_of_appearance};
use crate::graph::Control;

/// The symbol that ends every word, alone or at the end of a merged symbol.
pub const END_OF_WORD: &str = "</w>";

/// One learned merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// The left symbol of the pair.
    pub left: String,
    /// The right symbol of the pair.
    pub right: String,
    /// How often the pair occurred in the training text when it was chosen.
    pub count: usize,
}

impl Merge {
    /// The symbol that the pair became.
    pub fn symbol(&self) -> String {
        format!("{}{}", self.left, self.right)
    }
}

/// A distinct word of the training text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrainingWord {
    /// How often it occurs in the text.
    pub count: usize,
    word: Word,
}

impl TrainingWord {
    /// The symbols it consists of by now.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.word.symbols()
    }
}

/// A word on its way from characters to tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The merge that led here, by its place among all; `None` for the characters.
    pub merge: Option<usize>,
    /// The symbols of the word.
    pub symbols: Vec<String>,
}

/// The merges learned from a text.
///
/// ```
/// use transformer_lab::transformer::tokenizer::{Tokenizer, TokenizerConfig, VocabularyConfig};
///
/// let config = TokenizerConfig::BytePair { text: "low low lower".to_owned(), merges: 2 };
/// let tokenizer = Tokenizer::new(&config, &VocabularyConfig::default(), &[])?;
/// let byte_pair = tokenizer.byte_pair().unwrap();
/// let learned: Vec<_> = byte_pair.merges().iter().map(|merge| (merge.symbol(), merge.count)).collect();
/// assert_eq!(learned, [("lo".to_owned(), 3), ("low".to_owned(), 3)]);
/// let lower = &byte_pair.words_after(2)[1];
/// assert_eq!(lower.symbols().collect::<Vec<_>>(), ["low", "e", "r", "</w>"]);
/// # Ok::<_, transformer_lab::transformer::tokenizer::TokenizerError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BytePair {
    /// The distinct words of the training text as characters, in the order in which they first appear.
    words: Vec<TrainingWord>,
    merges: Vec<Merge>,
    /// For each character and end of each word, the merge that joined it to what stands before it; the first of a word has none.
    joined: Vec<Option<usize>>,
}

impl BytePair {
    /// Learns up to `merges` merges from a text; fewer when every word has become a single symbol.
    pub(super) fn train(text: &str, merges: usize, control: &Control) -> Result<Self, TokenizerError> {
        if text.contains(END_OF_WORD) {
            return Err(TokenizerError::EndOfWordInTrainingText);
        }
        // Finding the distinct words is much quicker than learning from them.
        control.expect(text.len() / 16)?;
        let words = distinct_words(text);
        control.advance(text.len() / 16)?;
        if words.is_empty() {
            return Err(TokenizerError::EmptyTrainingText);
        }
        let mut learning = Learning::new(&words, control)?;
        while learning.merges().len() < merges && learning.learn(control)? {}
        let (merges, joined) = learning.learned();
        Ok(Self { words, merges, joined })
    }

    /// The merges in the order in which they were learned.
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// The words of the training text as they stood after the first `merges` merges.
    pub fn words_after(&self, merges: usize) -> Vec<TrainingWord> {
        let mut joined = self.joined.iter();
        let mut words = self.words.clone();
        for TrainingWord { word, .. } in &mut words {
            let last = word.text.len();
            // Each character has its cut before it, and the word one more at its end.
            word.cuts.retain(|&cut| cut == last || joined.next().copied().flatten().is_none_or(|by| by >= merges));
        }
        words
    }

    /// The vocabulary: characters, [`END_OF_WORD`], what the merges made.
    pub(super) fn tokens(&self) -> Vec<String> {
        let characters = self.words.iter().flat_map(TrainingWord::symbols).filter(|&symbol| symbol != END_OF_WORD);
        in_order_of_appearance(characters.map(str::to_owned).chain([END_OF_WORD.to_owned()]).chain(self.merges.iter().map(Merge::symbol)))
    }

    /// The symbols of a text; a word that is a special token stands as it is.
    pub(super) fn pieces(&self, text: &str, is_special: impl Fn(&str) -> bool) -> Vec<Piece> {
        between_spaces(text).flat_map(|piece| if is_special(&piece.text) { vec![piece] } else { self.symbols_of(&piece) }).collect()
    }

    /// How a word of any text is encoded: its characters, then what is left after each merge that finds its pair in it.
    ///
    /// ```
    /// use transformer_lab::transformer::tokenizer::{Tokenizer, TokenizerConfig, VocabularyConfig};
    ///
    /// let config = TokenizerConfig::BytePair { text: "low low lower".to_owned(), merges: 2 };
    /// let tokenizer = Tokenizer::new(&config, &VocabularyConfig::default(), &[])?;
    /// let splits = tokenizer.byte_pair().unwrap().splits("owl");
    /// assert_eq!(splits[0].symbols, ["o", "w", "l", "</w>"]);
    /// assert_eq!(splits.len(), 1); // neither l, o nor lo, w stand in it
    /// # Ok::<_, transformer_lab::transformer::tokenizer::TokenizerError>(())
    /// ```
    pub fn splits(&self, word: &str) -> Vec<Split> {
        let mut word = Word::new(word);
        let split = |merge, word: &Word| Split { merge, symbols: word.symbols().map(str::to_owned).collect() };
        let mut splits = vec![split(None, &word)];
        for (index, merge) in self.merges.iter().enumerate() {
            if word.merge(merge) {
                splits.push(split(Some(index), &word));
            }
        }
        splits
    }

    fn symbols_of(&self, piece: &Piece) -> Vec<Piece> {
        let mut word = Word::new(&piece.text);
        for merge in &self.merges {
            word.merge(merge);
        }
        let mut character = piece.character;
        word.symbols()
            .map(|symbol| {
                let piece = Piece { text: symbol.to_owned(), character };
                character += symbol.chars().count();
                piece
            })
            .collect()
    }
}

/// Symbols to text; `stands_alone` says which symbols are words in themselves.
pub(super) fn join<'t>(symbols: impl Iterator<Item = &'t str>, stands_alone: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for symbol in symbols {
        if stands_alone(symbol) {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            text.push_str(symbol);
            text.push(' ');
        } else if let Some(last) = symbol.strip_suffix(END_OF_WORD) {
            text.push_str(last);
            text.push(' ');
        } else {
            text.push_str(symbol);
        }
    }
    text.truncate(text.trim_end_matches(' ').len());
    text
}

fn distinct_words(text: &str) -> Vec<TrainingWord> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_default() += 1;
    }
    in_order_of_appearance(text.split_whitespace().map(str::to_owned))
        .into_iter()
        .map(|word| TrainingWord { count: counts[word.as_str()], word: Word::new(&word) })
        .collect()
}

/// A word with its end, and the places where it is cut into symbols. To merge two symbols is to take away the cut between them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    text: String,
    /// Byte places in `text`, its beginning and its end among them.
    cuts: Vec<usize>,
}

impl Word {
    fn new(word: &str) -> Self {
        let text = format!("{word}{END_OF_WORD}");
        let cuts = word.char_indices().map(|(place, _)| place).chain([word.len(), text.len()]).collect();
        Self { text, cuts }
    }

    fn symbols(&self) -> impl Iterator<Item = &str> {
        self.cuts.windows(2).map(|cuts| &self.text[cuts[0]..cuts[1]])
    }

    /// Merges the pair wherever it stands; whether it did anywhere.
    fn merge(&mut self, Merge { left, right, .. }: &Merge) -> bool {
        let before = self.cuts.len();
        let mut i = 1;
        while i + 1 < self.cuts.len() {
            let (start, cut, end) = (self.cuts[i - 1], self.cuts[i], self.cuts[i + 1]);
            if self.text[start..cut] == **left && self.text[cut..end] == **right {
                self.cuts.remove(i);
            } else {
                i += 1;
            }
        }
        self.cuts.len() < before
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::graph::Cancelled;

    fn trained(text: &str, merges: usize) -> BytePair {
        BytePair::train(text, merges, &Control::default()).unwrap()
    }

    fn learned(text: &str, merges: usize) -> Vec<(String, String, usize)> {
        let trained = trained(text, merges);
        trained.merges.into_iter().map(|merge| (merge.left, merge.right, merge.count)).collect()
    }

    fn symbols(word: &TrainingWord) -> String {
        word.symbols().collect::<Vec<_>>().join(" ")
    }

    /// The dictionary of the paper's algorithm 1: low 5, lower 2, newest 6, widest 3.
    fn paper() -> String {
        [("low ", 5), ("lower ", 2), ("newest ", 6), ("widest ", 3)].map(|(word, count)| word.repeat(count)).concat()
    }

    #[test]
    fn the_dictionary_of_the_paper_merges_by_hand() {
        let expected = [("e", "s", 9), ("es", "t", 9), ("est", "</w>", 9), ("l", "o", 7), ("lo", "w", 7)];
        assert_eq!(learned(&paper(), 5), expected.map(|(left, right, count)| (left.into(), right.into(), count)));
    }

    #[test]
    fn the_words_can_be_seen_after_each_merge() {
        let trained = trained(&paper(), 4);
        let newest = |merges| symbols(&trained.words_after(merges)[2]);
        assert_eq!(newest(0), "n e w e s t </w>");
        assert_eq!(newest(1), "n e w es t </w>");
        assert_eq!(newest(3), "n e w est</w>");
        assert_eq!(symbols(&trained.words_after(usize::MAX)[0]), "lo w </w>");
        assert_eq!(trained.words_after(0).iter().map(|word| word.count).collect::<Vec<_>>(), [5, 2, 6, 3]);
    }

    #[test]
    fn a_word_that_was_never_seen_is_split_step_by_step() {
        let trained = trained(&paper(), 5);
        let seen: Vec<_> = trained.splits("lowest").into_iter().map(|split| (split.merge, split.symbols.join(" "))).collect();
        let expected = [
            (None, "l o w e s t </w>"),
            (Some(0), "l o w es t </w>"),
            (Some(1), "l o w est </w>"),
            (Some(2), "l o w est</w>"),
            (Some(3), "lo w est</w>"),
            (Some(4), "low est</w>"),
        ];
        assert_eq!(seen, expected.map(|(merge, symbols)| (merge, symbols.to_owned())));
        assert_eq!(trained.splits("xyz").len(), 1);
    }

    #[test]
    fn of_equal_counts_the_pair_met_first_wins() {
        assert_eq!(learned("zy ab", 1), [("z".into(), "y".into(), 1)]);
        assert_eq!(learned("ab zy zy ab", 1), [("a".into(), "b".into(), 2)]);
    }

    #[test]
    fn a_run_of_the_same_symbol_merges_from_the_left() {
        let trained = trained("aaa", 1);
        assert_eq!(symbols(&trained.words_after(1)[0]), "aa a </w>");
    }

    #[test]
    fn training_ends_when_nothing_is_left_to_merge() {
        let trained = trained("ab", 100);
        assert_eq!(trained.merges().len(), 2);
        assert_eq!(trained.tokens(), ["a", "b", "</w>", "ab", "ab</w>"]);
    }

    #[test]
    fn a_typed_end_of_word_is_text() {
        let trained = trained("< / w > </ w>", 9);
        let found: Vec<_> = trained.pieces("</w>", |_| false).into_iter().map(|piece| piece.text).collect();
        assert_eq!(join(found.iter().map(String::as_str), |_| false), "</w>");
    }

    /// The plain way: count all pairs anew, merge the first of the most frequent, and so on.
    fn plainly(text: &str, merges: usize) -> (Vec<Merge>, Vec<TrainingWord>) {
        let (mut words, mut learned) = (distinct_words(text), Vec::new());
        while learned.len() < merges {
            let mut counted: Vec<Merge> = Vec::new();
            for TrainingWord { count, word } in &words {
                for (left, right) in word.symbols().zip(word.symbols().skip(1)) {
                    match counted.iter_mut().find(|known| known.left == left && known.right == right) {
                        Some(known) => known.count += count,
                        None => counted.push(Merge { left: left.to_owned(), right: right.to_owned(), count: *count }),
                    }
                }
            }
            let Some(most) = counted.iter().map(|merge| merge.count).max() else { break };
            let Some(merge) = counted.into_iter().find(|merge| merge.count == most) else { break };
            for word in &mut words {
                word.word.merge(&merge);
            }
            learned.push(merge);
        }
        (learned, words)
    }

    #[test]
    fn learning_ends_when_it_is_told_to_and_does_not_begin_beyond_a_limit() {
        let control = Control::default();
        control.cancel();
        let train = |control: &Control| BytePair::train(&paper(), 5, control);
        assert_eq!(train(&control), Err(Cancelled.into()));
        assert_eq!(train(&Control::limited(5)), Err(Cancelled.into()));
        let enough = Control::limited(1000);
        assert!(train(&enough).is_ok());
        let (done, expected) = enough.progress();
        assert!(0 < done && done <= expected, "{done} of {expected}");
    }

    proptest! {
        #[test]
        fn the_counts_that_are_kept_give_what_counting_anew_gives(text in "([abc]{1,9} ?|aaaa|ñ小 |abab ){1,40}a", merges in 0_usize..60) {
            let trained = trained(&text, merges);
            let (learned, words) = plainly(&text, merges);
            prop_assert_eq!(trained.merges(), learned.as_slice());
            prop_assert_eq!(trained.words_after(usize::MAX), words);
            // What the words were after some of the merges is what those merges alone make of them.
            prop_assert_eq!(trained.words_after(merges / 2), plainly(&text, merges / 2).1);
        }

        #[test]
        fn merges_never_add_a_symbol(text in "[abcñ小 ]{1,60}[a-c]", merges in 0_usize..20) {
            let trained = trained(&text, merges);
            let symbols = |merges| -> usize {
                trained.words_after(merges).iter().map(|word| word.count * word.symbols().count()).sum()
            };
            for (index, merge) in trained.merges().iter().enumerate() {
                let (before, after) = (symbols(index), symbols(index + 1));
                prop_assert!(after < before, "merge {} {:?}: {} -> {}", index, merge, before, after);
                // An overlapping run such as aaa counts two pairs and merges one.
                prop_assert!(before - after <= merge.count);
            }
        }

        #[test]
        fn encoding_the_training_text_replays_the_training(text in "[abc ]{1,40}[a-c]", merges in 0_usize..20) {
            let trained = trained(&text, merges);
            let words = trained.words_after(merges);
            for word in &words {
                let plain = word.word.text.strip_suffix(END_OF_WORD).unwrap();
                let pieces: Vec<_> = trained.pieces(plain, |_| false).into_iter().map(|piece| piece.text).collect();
                prop_assert_eq!(&pieces, &word.symbols().map(str::to_owned).collect::<Vec<_>>());
                prop_assert_eq!(pieces, trained.splits(plain).pop().unwrap().symbols);
            }
        }
    }
}
