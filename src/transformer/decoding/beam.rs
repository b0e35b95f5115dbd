//! Beam search by the rules of Hugging Face transformers 4.57.
//!
//! With K beams, every step ranks all continuations (beam, token) by the log-probability accumulated since the prompt and looks
//! at the 2K best. A continuation ends with the end token or at the length limit; it becomes a hypothesis only if it
//! ranks among the first K, with the score
//!
//! ```text
//! score = Σ log p / n^length_penalty        n = number of generated tokens, the end token included
//! ```
//!
//! and the K best hypotheses are kept. The K best continuations that have not ended run on. The search is over when there are K
//! hypotheses and either early stopping is asked for or the best running beam, scored at its present length, is not above
//! the worst hypothesis. Of equal log-probabilities the lower beam comes first, then the lower token.
//!
//! The search begins with the prompt as its only beam, so with a small vocabulary it takes a few steps until K beams run.

use std::sync::Arc;

use super::{Filters, GenerationError, Limit, NextToken, SettingError, Stop};

/// More sequences at a time are refused: each keeps a distribution over the vocabulary.
pub(super) const MOST_BEAMS: usize = 1024;

/// How wide the search is and how it judges length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamSettings {
    /// K: how many sequences run at a time, and how many hypotheses are kept.
    pub beams: usize,
    /// Exponent of the length in the score. 0 compares plain sums, 1 means; above 0 favours longer hypotheses.
    pub length_penalty: f64,
    /// Stop as soon as there are K hypotheses.
    pub early_stopping: bool,
}

/// A sequence that ran when a step was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Beam {
    /// The prompt and what was added.
    pub sequence: Vec<usize>,
    /// Σ log p of the added tokens.
    pub accumulated: f64,
    /// The model's answer to it, one logit for each token.
    pub logits: Vec<f64>,
    /// The distribution of its next token: log p = logit − log Σ exp(logits).
    pub log_probabilities: Vec<f64>,
}

/// One of the 2K best continuations of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// Which of the step's beams it continues.
    pub beam: usize,
    /// The token added.
    pub token: usize,
    /// log p of this token.
    pub log_probability: f64,
    /// Σ log p of all added tokens.
    pub accumulated: f64,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fate {
    /// Among the K best that have not ended.
    RunsOn {
        /// Its place among the beams of the next step.
        beam: usize,
    },
    /// Ended among the K best of all, and so became a hypothesis; a later, better one may have displaced it.
    Ended {
        /// Its score.
        score: f64,
    },
    /// Ended, but K candidates or more ranked above it.
    EndedTooLow,
    /// Outdone by K candidates that run on.
    Dropped,
}

/// What one step saw and decided.
#[derive(Debug, Clone, PartialEq)]
pub struct BeamStep {
    /// The sequences that ran, best first.
    pub beams: Vec<Beam>,
    /// Their 2K best continuations (fewer if fewer are possible), best first.
    pub candidates: Vec<Candidate>,
}

/// A sequence that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// The prompt and what was added.
    pub sequence: Vec<usize>,
    /// log p of each added token.
    pub log_probabilities: Vec<f64>,
    /// For each added token the beam of its step that it continued: the way through the tree.
    pub path: Vec<usize>,
    /// Σ log p / n^`length_penalty`.
    pub score: f64,
    /// The end token or the length limit.
    pub stop: Stop,
}

impl Hypothesis {
    /// Σ log p.
    pub fn log_probability(&self) -> f64 {
        self.log_probabilities.iter().sum()
    }
}

/// A beam search in progress, with the record of its steps. A clone shares the records.
#[derive(Debug, Clone)]
pub struct BeamSearch {
    settings: BeamSettings,
    limit: Limit,
    /// Best first.
    running: Vec<Running>,
    /// Best first, at most K.
    hypotheses: Vec<Hypothesis>,
    steps: Vec<Arc<BeamStep>>,
    stopped: Option<Stop>,
}

/// A sequence that is still growing.
#[derive(Debug, Clone)]
struct Running {
    sequence: Vec<usize>,
    accumulated: f64,
    log_probabilities: Vec<f64>,
    path: Vec<usize>,
}

impl Running {
    fn continued(&self, candidate: &Candidate) -> Self {
        let mut next = self.clone();
        next.sequence.push(candidate.token);
        next.accumulated = candidate.accumulated;
        next.log_probabilities.push(candidate.log_probability);
        next.path.push(candidate.beam);
        next
    }
}

impl BeamSearch {
    pub(super) fn new(prompt: Vec<usize>, limit: Limit, settings: BeamSettings) -> Result<Self, SettingError> {
        if !(1..=MOST_BEAMS).contains(&settings.beams) {
            return Err(SettingError::Beams { value: settings.beams });
        }
        if !settings.length_penalty.is_finite() {
            return Err(SettingError::LengthPenalty { value: settings.length_penalty });
        }
        let start = Running { sequence: prompt, accumulated: 0.0, log_probabilities: Vec::new(), path: Vec::new() };
        Ok(Self { settings, limit, running: vec![start], hypotheses: Vec::new(), steps: Vec::new(), stopped: None })
    }

    pub(super) fn step<M: NextToken>(&mut self, model: &mut M) -> Result<Option<Stop>, GenerationError<M::Error>> {
        if self.stopped.is_some() {
            return Ok(self.stopped);
        }
        let beams = self.ask(model)?;
        let mut candidates = best_continuations(&beams, 2 * self.settings.beams);
        self.advance(&mut candidates);
        self.steps.push(Arc::new(BeamStep { beams, candidates }));
        self.stopped = self.verdict();
        Ok(self.stopped)
    }

    /// The distribution after each running sequence.
    fn ask<M: NextToken>(&self, model: &mut M) -> Result<Vec<Beam>, GenerationError<M::Error>> {
        let step = self.steps.len() + 1;
        let plain = Filters::default();
        self.running
            .iter()
            .map(|Running { sequence, accumulated, .. }| {
                let logits = model.logits(sequence).map_err(|source| GenerationError::Model { step, source })?;
                let filtered = plain.apply(&logits, sequence).map_err(|source| GenerationError::Logits { step, source })?;
                let log_probabilities = filtered.log_probabilities;
                Ok(Beam { sequence: sequence.clone(), accumulated: *accumulated, logits, log_probabilities })
            })
            .collect()
    }

    /// Decides the fate of each candidate: hypotheses are stored, and the running sequences become those of the next step.
    fn advance(&mut self, candidates: &mut [Candidate]) {
        let beams = self.settings.beams;
        let mut next = Vec::with_capacity(beams);
        for (rank, candidate) in candidates.iter_mut().enumerate() {
            let continued = self.running[candidate.beam].continued(candidate);
            candidate.fate = match self.limit.reached(continued.sequence.len(), candidate.token) {
                Some(stop) if rank < beams => {
                    let score = self.score(continued.accumulated, continued.path.len());
                    let Running { sequence, log_probabilities, path, .. } = continued;
                    self.hypotheses.push(Hypothesis { sequence, log_probabilities, path, score, stop });
                    Fate::Ended { score }
                }
                Some(_) => Fate::EndedTooLow,
                None if next.len() < beams => {
                    next.push(continued);
                    Fate::RunsOn { beam: next.len() - 1 }
                }
                None => Fate::Dropped,
            };
        }
        self.running = next;
        self.hypotheses.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.hypotheses.truncate(beams);
    }

    fn score(&self, accumulated: f64, generated: usize) -> f64 {
        accumulated / libm::pow(generated as f64, self.settings.length_penalty)
    }

    /// Whether the search is over after the step that was just taken.
    fn verdict(&self) -> Option<Stop> {
        let generated = self.steps.len();
        let Some(best) = self.running.first() else {
            let at_limit = generated == self.limit.max_new_tokens;
            return Some(if at_limit { Stop::LengthLimit } else { Stop::NothingRunsOn });
        };
        if self.hypotheses.len() < self.settings.beams {
            return None;
        }
        if self.settings.early_stopping {
            return Some(Stop::EarlyStopping);
        }
        let worst = self.hypotheses.last()?;
        (self.score(best.accumulated, generated) <= worst.score).then_some(Stop::NoBetterScore)
    }

    /// The settings it runs with.
    pub fn settings(&self) -> BeamSettings {
        self.settings
    }

    /// How many tokens of every sequence were given.
    pub fn prompt_length(&self) -> usize {
        self.limit.prompt
    }

    /// The tree: one record for each step. The candidate whose fate is [`Fate::RunsOn`] is that beam of the next step.
    pub fn steps(&self) -> &[Arc<BeamStep>] {
        &self.steps
    }

    /// The best sequences that have ended so far, best first.
    pub fn hypotheses(&self) -> &[Hypothesis] {
        &self.hypotheses
    }

    /// Why it is over, if it is.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// The best hypothesis, or else the best running sequence.
    pub(super) fn best(&self) -> &[usize] {
        self.best_way().map_or(&[], |(sequence, _)| sequence)
    }

    /// The way to it through the tree: for each of its added tokens, the place among the candidates of that step.
    pub fn winning_candidates(&self) -> Vec<usize> {
        let Some((sequence, path)) = self.best_way() else { return Vec::new() };
        let tokens = sequence.iter().skip(self.limit.prompt);
        let place = |((step, &beam), &token): ((&Arc<BeamStep>, &usize), &usize)| {
            step.candidates.iter().position(|candidate| (candidate.beam, candidate.token) == (beam, token))
        };
        self.steps.iter().zip(path).zip(tokens).map_while(place).collect()
    }

    /// The best sequence, and for each added token the beam that it continued.
    fn best_way(&self) -> Option<(&[usize], &[usize])> {
        let ended = self.hypotheses.first().map(|hypothesis| (hypothesis.sequence.as_slice(), hypothesis.path.as_slice()));
        ended.or_else(|| self.running.first().map(|running| (running.sequence.as_slice(), running.path.as_slice())))
    }
}

/// The `count` best continuations of all beams; impossible ones (probability 0) are none.
fn best_continuations(beams: &[Beam], count: usize) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = beams
        .iter()
        .enumerate()
        .flat_map(|(beam, Beam { accumulated, log_probabilities, .. })| {
            log_probabilities.iter().enumerate().map(move |(token, &log_probability)| Candidate {
                beam,
                token,
                log_probability,
                accumulated: accumulated + log_probability,
                fate: Fate::Dropped,
            })
        })
        .filter(|candidate| candidate.accumulated > f64::NEG_INFINITY)
        .collect();
    // Stable: of equals the lower beam and token stay first.
    candidates.sort_by(|a, b| b.accumulated.total_cmp(&a.accumulated));
    candidates.truncate(count);
    candidates
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{DecodingConfig, Generation, Strategy};
    use super::*;

    const END: usize = 2;

    /// Two letters 0 and 1, and the end. Greedy goes 0, then 50:50, and never finds that 1, end is more probable than all.
    #[expect(clippy::unnecessary_wraps, reason = "a model answers with a Result")]
    fn garden_path(sequence: &[usize]) -> Result<Vec<f64>, Infallible> {
        let probabilities = match sequence[1..] {
            [] => [0.6, 0.4, 0.0],
            [0] => [0.45, 0.45, 0.1],
            [1] => [0.05, 0.05, 0.9],
            _ => [0.2, 0.2, 0.6],
        };
        Ok(probabilities.map(f64::ln).to_vec())
    }

    fn start(beams: usize, length_penalty: f64, early_stopping: bool, max_new_tokens: usize) -> BeamSearch {
        let strategy = Strategy::Beam { beams, length_penalty, early_stopping };
        match Generation::new(&DecodingConfig::new(strategy, max_new_tokens), Some(END), vec![1]).unwrap() {
            Generation::Beam(search) => search,
            Generation::TokenByToken(_) => panic!("a beam search was asked for"),
        }
    }

    fn run(mut search: BeamSearch) -> BeamSearch {
        while search.step(&mut garden_path).unwrap().is_none() {}
        search
    }

    #[test]
    fn two_beams_find_what_greedy_misses() {
        let search = run(start(2, 1.0, false, 6));
        let best = &search.hypotheses()[0];
        assert_eq!(best.sequence, [1, 1, END]);
        assert!((best.log_probability() - 0.36_f64.ln()).abs() < 1e-14);
        assert!((best.score - 0.36_f64.ln() / 2.0).abs() < 1e-14);
        assert_eq!((best.path.as_slice(), best.stop), (&[0, 1][..], Stop::EndToken));
        assert_eq!(search.best(), [1, 1, END]);
        let way = search.winning_candidates();
        assert_eq!(way, [1, 0]);
        assert_eq!(search.steps()[1].candidates[way[1]].fate, Fate::Ended { score: best.score });
    }

    #[test]
    fn before_anything_has_ended_the_best_beam_leads() {
        let mut search = start(2, 1.0, false, 6);
        assert!(search.winning_candidates().is_empty());
        search.step(&mut garden_path).unwrap();
        assert_eq!((search.best(), search.winning_candidates()), (&[1, 0][..], vec![0]));
        let beam = &search.steps()[0].beams[0];
        assert_eq!(beam.logits, garden_path(&[1]).unwrap());
    }

    #[test]
    fn the_tree_by_hand() {
        let search = run(start(2, 1.0, false, 6));
        let seen = |step: usize| -> Vec<(usize, usize, f64, Fate)> {
            let candidates = &search.steps()[step].candidates;
            candidates.iter().map(|c| (c.beam, c.token, (c.accumulated.exp() * 1e6).round() / 1e6, c.fate)).collect()
        };
        // The end has probability 0 and is no candidate.
        assert_eq!(seen(0), [(0, 0, 0.6, Fate::RunsOn { beam: 0 }), (0, 1, 0.4, Fate::RunsOn { beam: 1 })]);
        let score = search.hypotheses()[0].score;
        let second = [
            (1, END, 0.36, Fate::Ended { score }),
            (0, 0, 0.27, Fate::RunsOn { beam: 0 }),
            (0, 1, 0.27, Fate::RunsOn { beam: 1 }),
            (0, END, 0.06, Fate::EndedTooLow),
        ];
        assert_eq!(seen(1), second);
        assert_eq!(search.steps()[1].beams[1].sequence, [1, 1]);
        // Both running beams end next with 0.27 · 0.6 = 0.162, and no running beam can beat ln 0.162 / 3.
        let third = &search.steps()[2].candidates;
        assert!(third[..2].iter().all(|c| matches!(c.fate, Fate::Ended { .. })), "{third:?}");
        assert_eq!(search.stopped(), Some(Stop::NoBetterScore));
        assert_eq!(search.steps().len(), 3);
    }

    #[test]
    fn early_stopping_ends_with_the_kth_hypothesis() {
        // After three steps there are three hypotheses, the worst of which ln 0.054 / 3⁴ can still beat.
        let hasty = run(start(3, 4.0, true, 6));
        assert_eq!((hasty.stopped(), hasty.steps().len()), (Some(Stop::EarlyStopping), 3));
        let patient = run(start(3, 4.0, false, 6));
        assert_eq!((patient.stopped(), patient.steps().len()), (Some(Stop::NoBetterScore), 4));
    }

    #[test]
    fn the_length_penalty_turns_the_order() {
        let length = |penalty| run(start(3, penalty, false, 5)).hypotheses()[0].path.len();
        assert_eq!(length(0.0), 2);
        assert_eq!(length(4.0), 4);
    }

    #[test]
    fn at_the_length_limit_what_runs_becomes_a_hypothesis() {
        let search = run(start(2, 1.0, false, 1));
        let ended: Vec<_> = search.hypotheses().iter().map(|h| (h.sequence.clone(), h.stop)).collect();
        assert_eq!(ended, [(vec![1, 0], Stop::LengthLimit), (vec![1, 1], Stop::LengthLimit)]);
    }

    #[test]
    fn a_search_in_which_everything_ends_is_over() {
        let mut only_the_end = |_: &[usize]| Ok::<_, Infallible>(vec![f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0]);
        let mut search = start(3, 1.0, false, 9);
        assert_eq!(search.step(&mut only_the_end).unwrap(), Some(Stop::NothingRunsOn));
        assert_eq!(search.hypotheses().len(), 1);
        assert_eq!(search.step(&mut only_the_end).unwrap(), Some(Stop::NothingRunsOn));
    }

    #[test]
    fn not_a_number_names_the_step_and_changes_nothing() {
        let mut breaks = |sequence: &[usize]| {
            if sequence.len() > 1 { Ok(vec![f64::NAN; 3]) } else { garden_path(sequence) }
        };
        let mut search = start(2, 1.0, false, 6);
        search.step(&mut breaks).unwrap();
        let error = search.step(&mut breaks).unwrap_err();
        assert_eq!(error.to_string(), "at step 2 the logit of token 0 is NaN");
        assert_eq!((search.steps().len(), search.best()), (1, &[1, 0][..]));
    }

    #[test]
    fn more_beams_than_sequences_find_every_sequence() {
        // Every sequence of at most two tokens: 0 0, 0 1, 0 end, 1 0, 1 1, 1 end.
        let search = run(start(6, 0.0, false, 2));
        let sum: f64 = search.hypotheses().iter().map(|hypothesis| hypothesis.score.exp()).sum();
        assert_eq!(search.hypotheses().len(), 6);
        assert!((sum - 1.0).abs() < 1e-14);
    }
}
