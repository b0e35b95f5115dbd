//! The choices in which two experiments differ, each with both values.

use std::rc::Rc;
use std::sync::Arc;

use crate::experiment::{Experiment, Input, Sequence};
use crate::transformer::decoding::{DecodingConfig, End, Strategy};
use crate::transformer::tokenizer::TokenizerConfig;
use crate::transformer::{Divisor, Mask, Masks, Model, Norm, Output};
use crate::ui::choices;
use crate::ui::locale::{Language, Locale};
use crate::ui::numbers;

/// Longer texts are cut.
const TEXT: usize = 48;

/// A choice made in two ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The choice.
    pub name: String,
    /// What A has, and what B has.
    pub values: [String; 2],
}

/// What was found last: there may be millions of numbers to compare, which is not done in every frame.
#[derive(Default)]
pub struct Last(Option<(Language, [Arc<Experiment>; 2], Rc<[Differing]>)>);

impl Last {
    /// All choices in which two experiments differ.
    pub fn of(&mut self, locale: &Locale, experiments: &[Arc<Experiment>; 2]) -> Rc<[Differing]> {
        let same = |then: &[Arc<Experiment>; 2]| then.iter().zip(experiments).all(|(then, now)| Arc::ptr_eq(then, now));
        match &self.0 {
            Some((language, then, found)) if *language == locale.language() && same(then) => Rc::clone(found),
            _ => {
                let found: Rc<[Differing]> = differing(locale, &experiments[0], &experiments[1]).into();
                self.0 = Some((locale.language(), experiments.clone(), Rc::clone(&found)));
                found
            }
        }
    }
}

/// All choices in which two experiments differ, in the order of the drawer.
fn differing(locale: &Locale, a: &Experiment, b: &Experiment) -> Vec<Differing> {
    let mut list = List { locale, found: Vec::new() };
    list.model(&a.model, &b.model);
    list.input(&a.input, &b.input);
    let tokens = |experiment: &Experiment| match &experiment.tokenizer {
        TokenizerConfig::Words => locale.text("tokenizer-words"),
        TokenizerConfig::Characters => locale.text("tokenizer-characters"),
        TokenizerConfig::BytePair { .. } => locale.text("tokenizer-byte-pair"),
    };
    list.written("drawer-tokenizer", a.tokenizer != b.tokenizer, [a, b].map(tokens));
    let listed = |experiment: &Experiment| numbers::count(experiment.vocabulary.tokens.len() as u64);
    list.written("drawer-listed", a.vocabulary != b.vocabulary, [a, b].map(listed));
    list.written("drawer-seed", a.weights.seed != b.weights.seed, [a, b].map(|experiment| experiment.weights.seed.to_string()));
    let given = (&a.weights.values, &a.weights.edits) != (&b.weights.values, &b.weights.edits);
    let count = |experiment: &Experiment| (experiment.weights.values.len() + experiment.weights.edits.len()).to_string();
    list.written("compare-given-weights", given, [a, b].map(count));
    list.written("compare-overrides", a.overrides != b.overrides, [a, b].map(|experiment| experiment.overrides.len().to_string()));
    list.decoding(a.decoding.as_ref(), b.decoding.as_ref());
    list.found
}

struct List<'a> {
    locale: &'a Locale,
    found: Vec<Differing>,
}

impl List<'_> {
    /// Where both are written alike, the numbers behind are not.
    fn push(&mut self, name: String, values: [String; 2]) {
        let alike = values[0] == values[1];
        let values = if alike { values.map(|value| self.locale.with("compare-own", &[("value", value.into())])) } else { values };
        self.found.push(Differing { name, values });
    }

    fn written(&mut self, name: &str, differs: bool, values: [String; 2]) {
        if differs {
            self.push(self.locale.text(name), values);
        }
    }

    fn number(&mut self, name: &str, values: [usize; 2]) {
        self.written(name, values[0] != values[1], values.map(|value| numbers::count(value as u64)));
    }

    /// A choice whose name says only with its section what it is about.
    fn within<T: PartialEq>(&mut self, section: &str, name: &str, values: [&T; 2], write: impl Fn(&Self, &T) -> String) {
        if values[0] != values[1] {
            let values = values.map(|value| write(self, value));
            let parts = [section, name].into_iter().filter(|key| !key.is_empty()).map(|key| self.locale.text(key));
            self.push(parts.collect::<Vec<_>>().join(" · "), values);
        }
    }

    fn option<T: PartialEq>(&mut self, section: &str, name: &str, values: [&T; 2], options: &[(T, &'static str)]) {
        self.within(section, name, values, |list, value| list.locale.text(choices::key(options, value)));
    }

    fn switch(&mut self, section: &str, name: &str, values: [&bool; 2]) {
        self.within(section, name, values, |list, on| list.locale.text(if *on { "compare-yes" } else { "compare-no" }));
    }

    fn model(&mut self, a: &Model, b: &Model) {
        // Every field is named, so that a new one is not forgotten.
        let Model {
            subject,
            d_model,
            heads,
            d_k,
            d_v,
            d_ff,
            encoder_blocks,
            decoder_blocks,
            attention_bias,
            feed_forward_bias,
            output_bias,
            feed_forward,
            norm,
            final_norm,
            residual,
            positions,
            positions_place,
            longest,
            scale_embeddings,
            divisor,
            softmax,
            masks,
            output,
            tied_output,
            precision,
        } = a;
        self.option("", "drawer-subject", [subject, &b.subject], &choices::SUBJECTS);
        self.number("drawer-d-model", [*d_model, b.d_model]);
        self.number("drawer-heads", [*heads, b.heads]);
        let width =
            |list: &Self, width: &Option<usize>| width.map_or_else(|| list.locale.text("compare-shared-out"), |width| width.to_string());
        self.within("", "drawer-d-k", [d_k, &b.d_k], width);
        self.within("", "drawer-d-v", [d_v, &b.d_v], width);
        self.number("drawer-d-ff", [*d_ff, b.d_ff]);
        self.number("drawer-encoder-blocks", [*encoder_blocks, b.encoder_blocks]);
        self.number("drawer-decoder-blocks", [*decoder_blocks, b.decoder_blocks]);
        self.option("", "drawer-precision", [precision, &b.precision], &choices::PRECISIONS);
        self.masks(masks, &b.masks);
        self.within("", "drawer-divisor", [divisor, &b.divisor], |list, divisor| match divisor {
            Divisor::RootOfKeyWidth => list.locale.text("divisor-root"),
            Divisor::None => list.locale.text("divisor-none"),
            Divisor::Number(value) => numbers::shortest(*value),
        });
        self.option("", "drawer-softmax", [softmax, &b.softmax], &choices::SOFTMAX);
        self.switch("", "drawer-attention-bias", [attention_bias, &b.attention_bias]);
        self.option("", "drawer-activation", [feed_forward, &b.feed_forward], &choices::ACTIVATIONS);
        self.switch("drawer-feed-forward", "drawer-feed-forward-bias", [feed_forward_bias, &b.feed_forward_bias]);
        self.norm(norm, &b.norm);
        self.switch("", "drawer-residual", [residual, &b.residual]);
        self.switch("", "drawer-final-norm", [final_norm, &b.final_norm]);
        self.option("", "drawer-positions", [positions, &b.positions], &choices::POSITIONS);
        self.option("drawer-positions", "drawer-positions-place", [positions_place, &b.positions_place], &choices::POSITION_PLACES);
        self.number("drawer-longest", [*longest, b.longest]);
        self.switch("", "drawer-scale-embeddings", [scale_embeddings, &b.scale_embeddings]);
        self.within("", "drawer-output", [output, &b.output], |list, output| match output {
            Output::None => list.locale.text("output-none"),
            Output::Vocabulary => list.locale.text("output-vocabulary"),
            Output::Classifier { classes, pooling } => {
                let pooling = list.locale.text(choices::key(&choices::POOLINGS, pooling));
                format!("{}, {classes}, {pooling}", list.locale.text("output-classifier"))
            }
        });
        self.switch("", "drawer-tied", [tied_output, &b.tied_output]);
        self.switch("", "drawer-output-bias", [output_bias, &b.output_bias]);
    }

    fn norm(&mut self, a: &Norm, b: &Norm) {
        let Norm { kind, place, epsilon, epsilon_place, gamma, beta } = a;
        self.option("", "drawer-norm", [kind, &b.kind], &choices::NORMS);
        self.option("drawer-norm", "drawer-norm-place", [place, &b.place], &choices::NORM_PLACES);
        self.within("", "drawer-epsilon", [epsilon, &b.epsilon], |_, epsilon| numbers::shortest(*epsilon));
        self.option("", "drawer-epsilon-place", [epsilon_place, &b.epsilon_place], &choices::EPSILON_PLACES);
        self.switch("drawer-norm", "drawer-gamma", [gamma, &b.gamma]);
        self.switch("drawer-norm", "drawer-beta", [beta, &b.beta]);
    }

    fn masks(&mut self, a: &Masks, b: &Masks) {
        let Masks { encoder_self, decoder_self, cross } = a;
        let write = |list: &Self, masks: &Vec<Mask>| {
            let names: Vec<String> = masks.iter().map(|mask| list.mask(mask)).collect();
            if names.is_empty() { list.locale.text("compare-no-mask") } else { names.join(", ") }
        };
        self.within("", "masks-encoder", [encoder_self, &b.encoder_self], write);
        self.within("", "masks-decoder", [decoder_self, &b.decoder_self], write);
        self.within("", "masks-cross", [cross, &b.cross], write);
    }

    fn mask(&self, mask: &Mask) -> String {
        match mask {
            Mask::Causal => self.locale.text("mask-causal"),
            Mask::Padding => self.locale.text("mask-padding"),
            Mask::Hidden(keys) => {
                let keys: Vec<String> = keys.iter().map(usize::to_string).collect();
                format!("{}: {}", self.locale.text("mask-keys"), keys.join(", "))
            }
            Mask::Window { before, after } => format!("{}: −{before} … +{after}", self.locale.text("mask-window")),
            Mask::Painted(_) => self.locale.text("mask-painter"),
        }
    }

    fn input(&mut self, a: &Input, b: &Input) {
        let Input { source, target, memory, query, key, value } = a;
        let write = |list: &Self, sequence: &Option<Sequence>| match sequence {
            None => list.locale.text("compare-nothing"),
            Some(Sequence::Text(text)) => cut(text),
            Some(Sequence::Tokens(tokens)) => cut(&tokens.join(" ")),
            Some(Sequence::Vectors { rows, .. }) => numbers::shape(rows.shape().rows, rows.shape().columns),
            Some(Sequence::Length(length)) => format!("{} {length}", list.locale.text("input-positions")),
        };
        self.within("", "drawer-source", [source, &b.source], write);
        self.within("", "drawer-target", [target, &b.target], write);
        self.within("", "drawer-memory", [memory, &b.memory], write);
        let tables = [(query, &b.query, "Q"), (key, &b.key, "K"), (value, &b.value, "V")];
        for (a, b, name) in tables.into_iter().filter(|(a, b, _)| a != b) {
            let shape = |table: &crate::experiment::Table| numbers::shape(table.shape().rows, table.shape().columns);
            let values = [a, b].map(|table| table.as_ref().map_or_else(|| self.locale.text("compare-nothing"), shape));
            self.push(name.to_owned(), values);
        }
    }

    fn decoding(&mut self, a: Option<&DecodingConfig>, b: Option<&DecodingConfig>) {
        let (Some(a), Some(b)) = (a, b) else {
            let write = |config: Option<&DecodingConfig>| {
                config.map_or_else(|| self.locale.text("compare-nothing"), |config| self.locale.text(strategy(&config.strategy)))
            };
            self.written("settings-choosing", a != b, [a, b].map(write));
            return;
        };
        let DecodingConfig { strategy: way, max_new_tokens, end, cache } = a;
        self.within("", "settings-choosing", [way, &b.strategy], Self::strategy);
        self.number("settings-length", [*max_new_tokens, b.max_new_tokens]);
        self.within("", "settings-end-token", [end, &b.end], |list, end| match end {
            End::Vocabulary => list.locale.text("settings-end-unnamed"),
            End::Never => list.locale.text("settings-end-never"),
            End::Token(token) => token.clone(),
        });
        self.switch("", "settings-cache", [cache, &b.cache]);
    }

    /// A way of choosing tokens, with its numbers.
    fn strategy(&self, way: &Strategy) -> String {
        let name = self.locale.text(strategy(way));
        match way {
            Strategy::Greedy => name,
            Strategy::Sample { seed, .. } => format!("{name}, {} {seed}", self.locale.text("settings-seed")),
            Strategy::Beam { beams, .. } => format!("{name}, K = {beams}"),
        }
    }
}

const fn strategy(strategy: &Strategy) -> &'static str {
    match strategy {
        Strategy::Greedy => "strategy-greedy",
        Strategy::Sample { .. } => "strategy-sample",
        Strategy::Beam { .. } => "strategy-beam",
    }
}

fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(TEXT).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::comparison::{Measure, PAIRS};
    use crate::experiment::{Preset, Table};

    fn between(a: &str, b: &str) -> Vec<Differing> {
        let [a, b] = [a, b].map(|name| Preset::find(name).unwrap().experiment().unwrap());
        differing(&Locale::new(Language::English), &a, &b)
    }

    #[test]
    fn each_pair_differs_and_the_choice_is_named() {
        for (_, a, b) in PAIRS {
            let found = between(a, b);
            assert!(!found.is_empty(), "{a} {b}");
            assert!(found.iter().all(|choice| choice.values[0] != choice.values[1]), "{found:?}");
        }
        let (_, post, pre) = PAIRS.iter().find(|(measure, ..)| *measure == Measure::Depth).unwrap();
        let place =
            Differing { name: "Norm · Place".to_owned(), values: ["after (post-norm)".to_owned(), "before (pre-norm)".to_owned()] };
        assert!(between(post, pre).contains(&place), "{:?}", between(post, pre));
    }

    #[test]
    fn an_experiment_does_not_differ_from_itself() {
        for (_, a, _) in PAIRS {
            assert!(between(a, a).is_empty());
        }
    }

    #[test]
    fn numbers_that_look_alike_are_said_to_be_others() {
        let queries = |number: f64| {
            let query = Some(Table(ndarray::array![[number, 0.0, 0.0]]));
            Experiment { input: Input { query, ..Input::default() }, ..Experiment::default() }
        };
        let found = differing(&Locale::new(Language::English), &queries(1.0), &queries(2.0));
        assert_eq!(found, [Differing { name: "Q".to_owned(), values: [(); 2].map(|()| "1 × 3, its own".to_owned()) }]);
    }
}
