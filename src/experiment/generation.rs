//! Generating tokens with the model of an experiment.

use std::sync::Arc;

use super::document::{Input, Sequence};
use super::error::{ExperimentError, NoGeneration};
use super::language_model::AnyLanguageModel;
use super::outcome::Outcome;
use super::prepare::Prepared;
use crate::graph::{Control, Quantity, Scope, Site, Stack};
use crate::transformer::decoding::{DecodingConfig, End, Generation, Stop};
use crate::transformer::tokenizer::Vocabulary;
use crate::transformer::{Feed, Positions};

/// Tokens that were generated, and every step on the way. A clone shares the records of the steps.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The steps.
    pub generation: Generation,
    /// How many tokens were given.
    pub prompt: usize,
    /// Why it ended.
    pub stop: Option<Stop>,
    /// The token that ends a sequence.
    pub end: Option<usize>,
    /// For each step how many positions of the decoder were calculated.
    pub rows: Vec<usize>,
    prepared: Arc<Prepared>,
}

impl Generated {
    /// The experiment that it is a generation of.
    pub fn prepared(&self) -> &Arc<Prepared> {
        &self.prepared
    }

    /// The tokens that were added, by name.
    pub fn tokens(&self) -> Vec<String> {
        let added = self.generation.sequence().get(self.prompt..).unwrap_or_default();
        added.iter().map(|&id| self.name(id).to_owned()).collect()
    }

    /// The name of a token.
    pub fn name(&self, id: usize) -> &str {
        self.prepared.tokenizer.as_ref().and_then(|tokenizer| tokenizer.token(id)).unwrap_or_default()
    }

    /// Takes one step, unless it is over. Answers why it is over, or `None` while it goes on.
    ///
    /// # Errors
    /// The model fails or is stopped, or its logits are no basis for a choice; no step was taken then.
    pub fn step(&mut self, model: &mut AnyLanguageModel) -> Result<Option<Stop>, NoGeneration> {
        if self.stop.is_some() {
            return Ok(self.stop);
        }
        let before = model.rows();
        self.stop = self.generation.step(model).map_err(|error| NoGeneration::Step(Box::new(error)))?;
        self.rows.push(model.rows() - before);
        Ok(self.stop)
    }

    /// The input of an experiment whose target is `sequence`, tokens of this generation: the run of that experiment shows the
    /// pass in which the model read them.
    ///
    /// # Errors
    /// A vocabulary that is collected from the texts and would become another one.
    pub fn with_target(&self, sequence: &[usize]) -> Result<Input, NoGeneration> {
        let Some(tokenizer) = &self.prepared.tokenizer else { return Err(NoGeneration::Prompt) };
        let names = sequence.iter().map(|&id| self.name(id).to_owned()).collect();
        let stays = |target: Sequence| {
            let input = Input { target: Some(target), ..self.prepared.experiment.input.clone() };
            let experiment = super::Experiment { input: input.clone(), ..super::Experiment::clone(&self.prepared.experiment) };
            let changed = super::prepare::tokenizer(&experiment, Some(&self.prepared), &Control::default()).ok().flatten()?;
            (changed.vocabulary() == tokenizer.vocabulary()).then_some(input)
        };
        let text = tokenizer.decode(sequence);
        let reads_back = tokenizer.encode(&text).is_ok_and(|ids| ids == sequence);
        stays(Sequence::Tokens(names))
            .or_else(|| reads_back.then(|| stays(Sequence::Text(text))).flatten())
            .ok_or(NoGeneration::VocabularyWouldChange)
    }
}

/// The site of the logits.
pub(super) const LOGITS: Site = Scope::stack(Stack::Head).at(Quantity::Logits);

/// Whether the model of an experiment generates tokens at all.
///
/// # Errors
/// No decoder with a vocabulary, or no target tokens to begin with.
pub fn generates(prepared: &Prepared) -> Result<(), NoGeneration> {
    prompt(prepared).map(|_| ())
}

fn prompt(prepared: &Prepared) -> Result<(&[usize], &Vocabulary), NoGeneration> {
    if prepared.graph.find(LOGITS).is_none() || !prepared.experiment.model.subject.has_decoder() {
        return Err(NoGeneration::Decoder);
    }
    let (Some(Feed::Tokens(prompt)), Some(tokenizer)) = (&prepared.feeds.target, &prepared.tokenizer) else {
        return Err(NoGeneration::Prompt);
    };
    Ok((prompt, tokenizer.vocabulary()))
}

/// How many tokens can follow the prompt before a learned table of positions has no row left; `None` where there is no such table.
/// The last token is not read any more, so that it needs no row.
pub fn room_for_tokens(prepared: &Prepared) -> Option<usize> {
    let model = &prepared.experiment.model;
    let (prompt, _) = prompt(prepared).ok()?;
    (model.positions == Positions::Learned).then(|| (model.longest + 1).saturating_sub(prompt.len()))
}

/// A generation that has taken no step yet, as the experiment asks for it.
///
/// # Errors
/// An experiment that does not generate: no decoder, no vocabulary, no target tokens, no way of choosing.
pub fn begin(prepared: &Arc<Prepared>) -> Result<Generated, NoGeneration> {
    let config = prepared.experiment.decoding.as_ref().ok_or(NoGeneration::Undecided)?;
    begin_with(prepared, config)
}

/// A generation that has taken no step yet, with a way of choosing of its own.
///
/// # Errors
/// As [`begin`], or a setting out of its range.
pub fn begin_with(prepared: &Arc<Prepared>, config: &DecodingConfig) -> Result<Generated, NoGeneration> {
    let (prompt, vocabulary) = prompt(prepared)?;
    let end = match &config.end {
        End::Vocabulary => vocabulary.end(),
        End::Never => None,
        End::Token(name) => Some(vocabulary.id(name).ok_or_else(|| NoGeneration::EndToken(name.clone()))?),
    };
    let generation = Generation::new(config, end, prompt.to_vec())?;
    Ok(Generated { generation, prompt: prompt.len(), stop: None, end, rows: Vec::new(), prepared: Arc::clone(prepared) })
}

/// The model of a run, with its keys and values kept or not, as `config` says.
pub fn language_model(outcome: &Outcome, config: &DecodingConfig) -> AnyLanguageModel {
    let model = AnyLanguageModel::new(outcome);
    if config.cache { model } else { model.without_cache() }
}

/// Generates to the end.
///
/// # Errors
/// As [`begin`]; or logits that are no basis for a choice, with the step.
pub fn generate(outcome: &Outcome) -> Result<Generated, ExperimentError> {
    let mut generated = begin(&outcome.prepared)?;
    let config = outcome.prepared.experiment.decoding.as_ref().ok_or(NoGeneration::Undecided)?;
    let mut model = language_model(outcome, config);
    while generated.step(&mut model)?.is_none() {}
    Ok(generated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, Preset, Runner};
    use crate::graph::Cell;

    fn outcome(experiment: Experiment) -> Outcome {
        let prepared = Arc::new(Prepared::new(Arc::new(experiment), None).unwrap());
        Runner::default().run(&prepared, &Control::default()).unwrap()
    }

    fn preset(name: &str) -> Experiment {
        Experiment::clone(&Preset::find(name).unwrap().experiment().unwrap())
    }

    fn with(name: &str, change: impl FnOnce(&mut DecodingConfig)) -> Outcome {
        let mut experiment = preset(name);
        change(experiment.decoding.as_mut().unwrap());
        outcome(experiment)
    }

    fn distributions(generated: &Generated) -> Vec<Vec<f64>> {
        match &generated.generation {
            Generation::TokenByToken(steps) => steps.steps().iter().map(|step| step.probabilities.clone()).collect(),
            Generation::Beam(search) => search.steps().iter().flat_map(|step| &step.beams).map(|beam| beam.logits.clone()).collect(),
        }
    }

    #[test]
    fn kept_keys_and_values_change_the_work_and_not_the_tokens() {
        for name in ["hello-world-hola-mundo", "beam-search", "decoder-only", "swiglu-rms"] {
            let cached = generate(&with(name, |_| {})).unwrap();
            let whole = generate(&with(name, |decoding| decoding.cache = false)).unwrap();
            assert_eq!(cached.tokens(), whole.tokens(), "{name}");
            let pairs = distributions(&cached).into_iter().flatten().zip(distributions(&whole).into_iter().flatten());
            assert!(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) < 1e-4, "{name}");
            assert!(cached.rows[1..] < whole.rows[1..], "{name}: {:?} {:?}", cached.rows, whole.rows);
        }
        let rows = |cache| generate(&with("hello-world-hola-mundo", |decoding| decoding.cache = cache)).unwrap().rows;
        assert_eq!((rows(true), rows(false)), (vec![1, 1, 1], vec![1, 2, 3]));
    }

    #[test]
    fn the_end_token_is_chosen_by_name_or_left_out() {
        let generate = |end| generate(&with("hello-world-hola-mundo", |decoding| decoding.end = end));
        let mundo = generate(End::Token("mundo".to_owned())).unwrap();
        assert_eq!((mundo.tokens().join(" "), mundo.stop), ("hola mundo".to_owned(), Some(Stop::EndToken)));
        let never = generate(End::Never).unwrap();
        assert_eq!((never.tokens().len(), never.stop), (7, Some(Stop::LengthLimit)));
        let error = generate(End::Token("fin".to_owned())).unwrap_err();
        assert_eq!(error.to_string(), "the end token \"fin\" is not in the vocabulary");
    }

    #[test]
    fn a_table_of_positions_leaves_so_much_room() {
        let prepared = |name: &str| Prepared::new(Arc::new(preset(name)), None).unwrap();
        assert_eq!(room_for_tokens(&prepared("hello-world-hola-mundo")), Some(8));
        assert_eq!(room_for_tokens(&prepared("beam-search")), None);
        let longest = |max_new_tokens| {
            generate(&with("hello-world-hola-mundo", |decoding| {
                *decoding = DecodingConfig { end: End::Never, ..DecodingConfig::new(decoding.strategy.clone(), max_new_tokens) };
            }))
        };
        assert_eq!(longest(8).unwrap().tokens().len(), 8);
        assert!(longest(9).unwrap_err().to_string().starts_with("at step 9 the model failed: "));
    }

    #[test]
    fn the_pass_of_a_step_can_be_run_as_an_experiment() {
        for name in ["hello-world-hola-mundo", "decoder-only"] {
            let outcome_of_prompt = outcome(preset(name));
            let generated = generate(&outcome_of_prompt).unwrap();
            let sequence = generated.generation.sequence();
            let read = &sequence[..sequence.len() - 1];
            let passed = outcome(Experiment { input: generated.with_target(read).unwrap(), ..preset(name) });
            let logits = passed.values.matrix(passed.prepared.graph.find(LOGITS).unwrap());
            let last = distributions(&generated).pop().unwrap();
            let expected: Vec<f64> = (0..last.len()).map(|token| logits.at(Cell::new(read.len() - 1, token)).exp()).collect();
            let sum: f64 = expected.iter().sum();
            for (got, expected) in last.iter().zip(&expected) {
                assert!((got - expected / sum).abs() < 1e-5, "{name}: {got} {}", expected / sum);
            }
        }
    }

    #[test]
    fn a_target_that_would_change_the_collected_vocabulary_is_refused() {
        let experiment = |tokenizer: &str, special: &str| {
            let text = format!(
                "(version: 1, model: (subject: Decoder, d_model: 4, heads: 1, d_ff: 4, decoder_blocks: 1), tokenizer: {tokenizer}, \
                 vocabulary: (special: ({special})), input: (target: Text(\"abba\")), decoding: (strategy: Greedy, max_new_tokens: 2))"
            );
            outcome(crate::experiment::from_text(&text, "test").unwrap())
        };
        let letters = generate(&experiment("Characters", "")).unwrap();
        // As tokens the letters would be joined with spaces, which would become letters too.
        assert_eq!(letters.with_target(&[0, 1, 1]).unwrap().target, Some(Sequence::Text("abb".to_owned())));
        // The end, written out between letters, would be read as letters.
        let ended = generate(&experiment("Characters", "end: Some(\"<end>\")")).unwrap();
        assert!(matches!(ended.with_target(&[0, 2]), Err(NoGeneration::VocabularyWouldChange)));
    }

    #[test]
    fn what_does_not_generate_says_why() {
        let why = |name: &str| generates(&Prepared::new(Arc::new(preset(name)), None).unwrap()).unwrap_err().to_string();
        assert_eq!(why("self-attention"), "only a decoder with a vocabulary on top generates tokens");
        assert_eq!(why("encoder-only-classifier"), "only a decoder with a vocabulary on top generates tokens");
    }
}
