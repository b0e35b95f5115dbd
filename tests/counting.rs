//! Parameters and operations against those that PyTorch and transformers count (`params.json`, `flops.json`), and against what the
//! authors of published architectures state.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use transformer_lab::cost::{Account, Additions, Architecture, Counting, Entry, Held, Ledger, Place, Storage, Work, work};
use transformer_lab::experiment::{Prepared, architectures, presets};
use transformer_lab::graph::Shape;
use transformer_lab::transformer::{Feed, FeedForwardKind, Feeds, Model, Norm, NormKind, NormPlace, Output, Positions, Subject, build};

/// A table of the reference data.
fn table(name: &str) -> Value {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let folder = std::env::var_os("TRANSFORMER_LAB_REFERENCE").map_or(own, PathBuf::from);
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// The numbers of a configuration.
struct Config<'a>(&'a Value);

impl Config<'_> {
    fn size(&self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| panic!("no {name} in {}", self.0))
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.0[name].as_u64().map(|size| usize::try_from(size).unwrap())
    }

    fn holds(&self, name: &str) -> bool {
        self.0[name].as_bool().unwrap_or(false)
    }
}

/// The architecture of a module of the library; `None` for a kind that is not known here.
fn architecture(kind: &str, config: &Config<'_>) -> Option<Architecture> {
    let class = kind.split([' ', '(']).next().unwrap();
    Some(match class {
        "GPT2LMHeadModel" => gpt_2(config),
        "BertModel" | "BertForMaskedLM" => bert(config, class == "BertForMaskedLM"),
        "DistilBertModel" => distilbert(config),
        "T5ForConditionalGeneration" => t5(config),
        "LlamaForCausalLM" => llama(config),
        "nn.Transformer" => transformer(config),
        _ => return None,
    })
}

fn gpt_2(config: &Config<'_>) -> Architecture {
    let d_model = config.size("n_embd");
    let model = Model {
        subject: Subject::Decoder,
        d_model,
        heads: config.size("n_head"),
        d_ff: config.find("n_inner").unwrap_or(4 * d_model),
        decoder_blocks: config.size("n_layer"),
        attention_bias: true,
        feed_forward: FeedForwardKind::GeluTanh,
        norm: Norm { place: NormPlace::Before, ..Norm::default() },
        final_norm: true,
        positions: Positions::Learned,
        longest: config.size("n_positions"),
        ..Model::default()
    };
    Architecture::new(model, config.size("vocab_size"), Additions::default())
}

fn bert(config: &Config<'_>, masked_tokens: bool) -> Architecture {
    let model = Model {
        subject: Subject::Encoder,
        d_model: config.size("hidden_size"),
        heads: config.size("num_attention_heads"),
        d_ff: config.size("intermediate_size"),
        encoder_blocks: config.size("num_hidden_layers"),
        attention_bias: true,
        output_bias: true,
        feed_forward: FeedForwardKind::Gelu,
        positions: Positions::Learned,
        longest: config.size("max_position_embeddings"),
        output: if masked_tokens { Output::Vocabulary } else { Output::None },
        ..Model::default()
    };
    let segments = config.size("type_vocab_size");
    let additions = Additions { segments, embedding_norm: true, pooler: !masked_tokens, masked_tokens, ..Additions::default() };
    Architecture::new(model, config.size("vocab_size"), additions)
}

fn distilbert(config: &Config<'_>) -> Architecture {
    let model = Model {
        subject: Subject::Encoder,
        d_model: config.size("dim"),
        heads: config.size("n_heads"),
        d_ff: config.size("hidden_dim"),
        encoder_blocks: config.size("n_layers"),
        attention_bias: true,
        positions: Positions::Learned,
        longest: config.size("max_position_embeddings"),
        output: Output::None,
        ..Model::default()
    };
    Architecture::new(model, config.size("vocab_size"), Additions { embedding_norm: true, ..Additions::default() })
}

fn t5(config: &Config<'_>) -> Architecture {
    let blocks = config.size("num_layers");
    let model = Model {
        d_model: config.size("d_model"),
        heads: config.size("num_heads"),
        d_k: config.find("d_kv"),
        d_ff: config.size("d_ff"),
        encoder_blocks: blocks,
        decoder_blocks: config.find("num_decoder_layers").unwrap_or(blocks),
        feed_forward_bias: false,
        norm: Norm { kind: NormKind::Rms, place: NormPlace::Before, ..Norm::default() },
        final_norm: true,
        positions: Positions::None,
        tied_output: config.holds("tie_word_embeddings"),
        ..Model::default()
    };
    let buckets = config.size("relative_attention_num_buckets");
    Architecture::new(model, config.size("vocab_size"), Additions { buckets, ..Additions::default() })
}

fn llama(config: &Config<'_>) -> Architecture {
    let model = Model {
        subject: Subject::Decoder,
        d_model: config.size("hidden_size"),
        heads: config.size("num_attention_heads"),
        d_ff: config.size("intermediate_size"),
        decoder_blocks: config.size("num_hidden_layers"),
        feed_forward_bias: false,
        feed_forward: FeedForwardKind::SwiGlu,
        norm: Norm { kind: NormKind::Rms, place: NormPlace::Before, ..Norm::default() },
        final_norm: true,
        positions: Positions::None,
        tied_output: config.holds("tie_word_embeddings"),
        ..Model::default()
    };
    let key_heads = config.find("num_key_value_heads");
    Architecture::new(model, config.size("vocab_size"), Additions { key_heads, ..Additions::default() })
}

fn transformer(config: &Config<'_>) -> Architecture {
    let model = Model {
        d_model: config.size("d_model"),
        heads: config.size("heads"),
        d_ff: config.size("d_ff"),
        encoder_blocks: config.size("enc_layers"),
        decoder_blocks: config.size("dec_layers"),
        attention_bias: config.holds("attention_bias"),
        final_norm: true,
        ..Model::default()
    };
    Architecture::new(model, config.size("vocab"), Additions::default())
}

/// The parameters of a part, as the library's table divides them: norms apart, biases in their layer.
fn component(ledger: &Ledger, name: &str, attentions_apart: bool) -> Option<usize> {
    let of = |account| Some(ledger.of(account));
    let in_place = |wanted: fn(Place) -> bool| {
        let apart = [Account::Norms, Account::Embeddings, Account::Positions, Account::Segments];
        Some(ledger.sum_of(|entry: &Entry| wanted(entry.place) && !apart.contains(&entry.account)))
    };
    match name {
        "token_embedding" => of(Account::Embeddings),
        "position_embedding" => of(Account::Positions),
        "type_embedding" => of(Account::Segments),
        "norms" => of(Account::Norms),
        "attention" if attentions_apart => in_place(|place| place == Place::Attention),
        "attention" => in_place(|place| matches!(place, Place::Attention | Place::CrossAttention)),
        "cross_attention" => in_place(|place| place == Place::CrossAttention),
        "ffn" => in_place(|place| place == Place::FeedForward),
        "pooler" => in_place(|place| place == Place::Pooler),
        "head" => in_place(|place| place == Place::Output),
        _ => None,
    }
}

#[test]
fn parameters_are_those_of_the_library() {
    let all = table("params.json");
    let models = all["models"].as_object().unwrap();
    let mut checked = 0;
    for (name, model) in models {
        let Some(architecture) = architecture(model["model"].as_str().unwrap(), &Config(&model["config"])) else {
            println!("{name}: not of a kind that is counted here");
            continue;
        };
        let ledger = architecture.costs().unwrap().ledger;
        assert_eq!(ledger.total() as u64, model["total"].as_u64().unwrap(), "{name}");
        let parts = model["components"].as_object().unwrap();
        for (part, count) in parts {
            let counted = component(&ledger, part, parts.contains_key("cross_attention"));
            assert_eq!(counted.map(|count| count as u64), count.as_u64(), "{name}: {part}");
        }
        assert_eq!(parts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), ledger.total() as u64, "{name}");
        if let Some(without) = model["total_without_the_two_final_norms (2017 paper)"].as_u64() {
            let mut paper = architecture.clone();
            paper.model.final_norm = false;
            assert_eq!(paper.costs().unwrap().ledger.total() as u64, without, "{name}");
        }
        checked += 1;
    }
    assert!(checked > 0, "nothing of {} models was counted", models.len());
    println!("{checked} of {} models", models.len());
}

/// The parts of the library's table, and ours.
const PARTS: [(&str, Work); 8] = [
    ("q_proj", Work::Query),
    ("k_proj", Work::Key),
    ("v_proj", Work::Value),
    ("out_proj", Work::Output),
    ("scores_qk", Work::Scores),
    ("attn_value", Work::Weighted),
    ("ffn_1", Work::First),
    ("ffn_2", Work::Second),
];

#[test]
fn operations_are_those_of_the_library_part_by_part() {
    let all = table("flops.json");
    let layers = all["layers"].as_array().unwrap();
    assert!(!layers.is_empty());
    for layer in layers {
        let (id, config) = (layer["id"].as_str().unwrap(), Config(&layer["config"]));
        let (n, batch) = (config.size("n"), config.size("batch") as u64);
        let model = |subject| Model {
            subject,
            d_model: config.size("d_model"),
            heads: config.size("heads"),
            d_k: config.find("d_head"),
            d_ff: config.size("d_ff"),
            encoder_blocks: 1,
            decoder_blocks: 1,
            attention_bias: true,
            output: Output::None,
            ..Model::default()
        };
        let rows = |n| Some(Feed::Vectors(Shape::new(n, config.size("d_model"))));
        let growth = |subject| Architecture::new(model(subject), 0, Additions::default()).costs().unwrap().growth;
        let encoder = growth(Subject::Encoder);
        let built = work(&build(&model(Subject::Encoder), &Feeds { source: rows(n), ..Feeds::default() }).unwrap());
        for (part, ours) in PARTS {
            let expected = layer["parts"][part].as_u64().unwrap();
            assert_eq!(batch * encoder.work(ours).at(n), expected, "{id}: {part} by its formula");
            assert_eq!(batch * built[&ours].total(), expected, "{id}: {part} in the graph");
            assert_eq!(built[&ours].multiplications, built[&ours].additions, "{id}: {part}");
        }
        let products = |growth: &transformer_lab::cost::Growth| batch * growth.total(Counting::Products).at(n);
        for (expected, counted) in [
            (&layer["parts_sum"], products(&encoder)),
            (&layer["encoder_layer_forward"], products(&encoder)),
            (&layer["encoder_layer_forward_causal"], products(&encoder)),
            (&layer["multihead_attention"]["need_weights_true"], products(&growth(Subject::MultiHeadAttention))),
        ] {
            assert_eq!(Some(counted), expected.as_u64(), "{id}");
        }
        // The decoder's layer reads a memory of another length, so that it is counted in its graph.
        let memory = usize::try_from(layer["decoder_layer_forward"]["n_memory"].as_u64().unwrap()).unwrap();
        let feeds = Feeds { target: rows(n), memory: Some(Shape::new(memory, config.size("d_model"))), ..Feeds::default() };
        let decoder = work(&build(&model(Subject::DecoderWithMemory), &feeds).unwrap());
        let counted: u64 = decoder.iter().filter(|(work, _)| work.is_product()).map(|(_, flops)| flops.total()).sum();
        assert_eq!(Some(batch * counted), layer["decoder_layer_forward"]["flops"].as_u64(), "{id}");
    }
    let mut checked = 0;
    for model in all["models"].as_array().unwrap() {
        let (id, config) = (model["id"].as_str().unwrap(), Config(&model["config"]));
        let kind = model["model"].as_str().unwrap();
        let Some(architecture) = architecture(kind, &config) else { continue };
        let (n, batch) = (model["n"].as_u64().unwrap(), model["batch"].as_u64().unwrap());
        let counted = architecture.costs().unwrap().growth.total(Counting::Products).at(usize::try_from(n).unwrap());
        // The library makes the angles of its rotations, d_k / 2 for each position, by a product as well: once for the whole batch.
        let angles = if kind == "LlamaForCausalLM" { n * architecture.model.dims().unwrap().d_k as u64 } else { 0 };
        assert_eq!(Some(batch * counted + angles), model["total"].as_u64(), "{id}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn the_ledger_of_every_preset_is_the_sum_of_its_weights() {
    for preset in presets() {
        let prepared = Prepared::new(preset.experiment().unwrap(), None).unwrap();
        let ledger = Ledger::new(&prepared.graph);
        assert_eq!(ledger.total(), prepared.graph.parameters(), "{}", preset.name);
        let costs = Architecture::of(&prepared.experiment.model, &prepared.feeds).costs().unwrap();
        assert_eq!(costs.ledger.total(), ledger.total(), "{}", preset.name);
        assert_eq!(ledger.accounts().map(|(_, parameters)| parameters).sum::<usize>(), ledger.total(), "{}", preset.name);
        for (account, parameters) in ledger.accounts() {
            let blocks: usize = ledger.blocks().iter().map(|kind| kind.count * kind.formula(account).value()).sum();
            assert_eq!(ledger.outside(account).value() + blocks, parameters, "{}: {account}", preset.name);
        }
    }
}

#[test]
fn published_architectures_have_the_counts_that_are_known() {
    let shipped = architectures().unwrap();
    let known = [
        ("card", 37_748_736),
        ("transformer-base", 63_045_632),
        ("transformer-big", 214_171_648),
        ("bert-base", 109_482_240),
        ("bert-large", 335_141_888),
        ("distilbert", 66_362_880),
        ("minilm-l6", 22_713_216),
        ("minilm-l12", 33_360_000),
        ("gpt-2", 124_439_808),
        ("gpt-2-medium", 354_823_168),
        ("gpt-2-large", 774_030_080),
        ("gpt-2-xl", 1_557_611_200),
        ("gpt-3", 174_604_259_328),
        ("t5-small", 60_506_624),
        ("t5-base", 222_903_552),
        ("llama-3-8b", 8_030_261_248),
    ];
    let counted: Vec<(&str, usize)> =
        shipped.iter().map(|published| (published.name, published.architecture.costs().unwrap().ledger.total())).collect();
    assert_eq!(counted, known);
    for (published, (_, counted)) in shipped.iter().zip(known) {
        let off = (counted as f64 - published.published as f64) / counted as f64;
        assert!(off.abs() < 0.07, "{}: {} against {counted}", published.name, published.published);
        for text in [&published.title.en, &published.about.en, &published.about.es, &published.source] {
            assert!(!text.trim().is_empty(), "{} lacks a text", published.name);
        }
    }
}

#[test]
fn a_head_of_its_own_costs_another_table() {
    let mut gpt_2 = architectures().unwrap().into_iter().find(|published| published.name == "gpt-2").unwrap().architecture;
    let tied = gpt_2.costs().unwrap().ledger;
    assert_eq!(tied.of(Account::Head), 0);
    gpt_2.model.tied_output = false;
    let untied = gpt_2.costs().unwrap().ledger;
    assert_eq!(untied.total() - tied.total(), 50_257 * 768);
    assert_eq!(untied.outside(Account::Head).to_string(), "V · d_model = 50257 · 768");
    assert_eq!(untied.total(), 163_037_184);
}

#[test]
fn the_memory_of_an_architecture_is_that_of_its_numbers() {
    let gpt_3 = architectures().unwrap().into_iter().find(|published| published.name == "gpt-3").unwrap();
    let growth = gpt_3.architecture.costs().unwrap().growth;
    assert_eq!(growth.bytes(Held::Weights, Storage::Half).at(1), 2 * 174_604_259_328);
    // Two rows of 12 288 for each position and block.
    assert_eq!(growth.bytes(Held::KeysAndValues, Storage::Half).at(2048), 2 * 2 * 12_288 * 96 * 2048);
    assert_eq!(growth.bytes(Held::Scores, Storage::Single).at(2048), 4 * 2048 * 2048 * 96 * 96);
}

#[test]
fn a_graph_and_its_architecture_agree_on_a_preset_that_runs() {
    let prepared = Arc::new(Prepared::new(presets()[0].experiment().unwrap(), None).unwrap());
    let source = prepared.feeds.source.as_ref().map_or(0, Feed::len);
    let feeds = Feeds { target: Some(Feed::Tokens(vec![0; source])), ..prepared.feeds.clone() };
    let graph = build(&prepared.experiment.model, &feeds).unwrap();
    let growth = Architecture::of(&prepared.experiment.model, &feeds).costs().unwrap().growth;
    for (part, flops) in work(&graph) {
        assert_eq!(growth.flops(part, source), flops, "{part}");
    }
}
