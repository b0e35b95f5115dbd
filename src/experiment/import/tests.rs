//! Files made by PyTorch, NumPy and in the manner of a spreadsheet, brought into experiments; `tests/data/make.py` says how they were made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::{Array2, array};

use super::*;
use crate::experiment::{Experiment, Prepared, Runner, WeightSource, from_text, weight};
use crate::graph::Control;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn prepared(model: &str, input: &str) -> Prepared {
    let text = format!("(version: 1, model: ({model}), input: ({input}))");
    Prepared::new(Arc::new(from_text(&text, "test").unwrap()), None).unwrap()
}

/// `torch.nn.TransformerEncoder` of two layers, as make.py has it.
fn encoder() -> Prepared {
    prepared(
        "subject: Encoder, d_model: 4, heads: 2, d_ff: 8, encoder_blocks: 2, attention_bias: true, feed_forward_bias: true, \
         positions: None, final_norm: false, output: None, precision: F64",
        "source: Vectors(rows: [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])",
    )
}

fn attention() -> Prepared {
    prepared("subject: MultiHeadAttention, d_model: 4, heads: 2, output: None", "source: Length(3)")
}

fn site(text: &str) -> Site {
    text.parse().unwrap()
}

fn verdict<'a>(plan: &'a Plan, at: &str) -> &'a Verdict {
    &plan.rows.iter().find(|row| row.site == site(at)).unwrap().verdict
}

fn fits(entry: &str, transposed: bool, third: Option<usize>) -> Verdict {
    Verdict::Fits(Choice { entry: entry.to_owned(), how: How { transposed, third } })
}

fn value(experiment: &Experiment, at: &str) -> Array2<f64> {
    let prepared = Prepared::new(Arc::new(experiment.clone()), None).unwrap();
    weight(&prepared, site(at)).unwrap()
}

#[test]
fn the_state_of_a_torch_encoder_makes_of_an_input_what_torch_makes_of_it() {
    let (prepared, source) = (encoder(), Source::open(&data("torch_encoder.safetensors")).unwrap());
    let mut plan = Plan::propose(&prepared, &source);
    let q = "encoder.1.self_attention.w_q";
    assert_eq!(*verdict(&plan, q), fits("layers.1.self_attn.in_proj_weight", true, Some(0)));
    assert_eq!(*verdict(&plan, "encoder.0.self_attention.b_v"), fits("layers.0.self_attn.in_proj_bias", false, Some(2)));
    // A square matrix, turned as the others of its file are.
    assert_eq!(*verdict(&plan, "encoder.0.self_attention.w_o"), fits("layers.0.self_attn.out_proj.weight", true, None));
    assert_eq!(*verdict(&plan, "encoder.1.feed_forward_norm.gamma"), fits("layers.1.norm2.weight", false, None));
    let input = prepared.graph.leaves().find(|(_, node, _)| node.site.quantity == crate::graph::Quantity::Embeddings).unwrap().1.site;
    plan.choose(&source, input, Some("x")).unwrap();
    assert!(plan.rows.iter().all(|row| matches!(row.verdict, Verdict::Fits(_))), "{plan:?}");
    assert_eq!(plan.unused(&source), [("y".to_owned(), Unused::Name(Shape::new(3, 4)))]);

    let experiment = plan.apply(&prepared.experiment, &source, None).unwrap();
    let prepared = Arc::new(Prepared::new(Arc::new(experiment), None).unwrap());
    let outcome = Runner::default().run(&prepared, &Control::default()).unwrap();
    let output = outcome.values.matrix(prepared.graph.find(site("encoder.output")).unwrap()).to_f64();
    let expected = source.matrix("y").unwrap();
    for (got, expected) in output.iter().zip(&expected) {
        assert!((got - expected).abs() < 2e-6, "{output} is not {expected}");
    }
}

#[test]
fn half_the_digits_are_read_as_what_they_are() {
    let (prepared, source) = (encoder(), Source::open(&data("torch_encoder_bf16.safetensors")).unwrap());
    let experiment = Plan::propose(&prepared, &source).apply(&prepared.experiment, &source, None).unwrap();
    let fused = source.matrix("layers.0.self_attn.in_proj_weight").unwrap();
    let keys = value(&experiment, "encoder.0.self_attention.w_k");
    // [out, in]: the keys are rows 4 to 7, and one of them is a column of W_K.
    assert_eq!(keys.column(1), fused.row(5));
    assert!(keys.iter().all(|value| value.to_bits().trailing_zeros() >= 45), "8 digits of bf16");
}

#[test]
fn every_type_and_layout_of_numpy_by_the_names_of_a_notebook() {
    let (prepared, source) = (
        prepared("subject: MultiHeadAttention, d_model: 4, heads: 2, d_k: Some(3), d_v: Some(3), output: None", "source: Length(3)"),
        Source::open(&data("attention.npz")).unwrap(),
    );
    let plan = Plan::propose(&prepared, &source);
    assert_eq!(*verdict(&plan, "attention.w_q"), fits("W_Q", false, None));
    assert_eq!(*verdict(&plan, "attention.w_k"), fits("W_K", true, None));
    assert_eq!(*verdict(&plan, "attention.w_o"), Verdict::Shape { entry: "W_O".to_owned(), got: Shape::new(5, 4) });
    let unused = plan.unused(&source);
    assert!(unused.contains(&("W_O".to_owned(), Unused::Place(Shape::new(5, 4)))), "{unused:?}");
    assert!(unused.contains(&("history".to_owned(), Unused::Dimensions(vec![2, 2, 2]))), "{unused:?}");
    assert!(unused.contains(&("epoch".to_owned(), Unused::Name(Shape::new(1, 1)))), "{unused:?}");
    let experiment = plan.apply(&prepared.experiment, &source, None).unwrap();
    assert_eq!(value(&experiment, "attention.w_q"), source.matrix("W_Q").unwrap());
    assert_eq!(value(&experiment, "attention.w_v"), source.matrix("W_V").unwrap().reversed_axes());
    assert_ne!(value(&experiment, "attention.w_q")[(0, 0)], 0.0);
}

#[test]
fn a_table_of_a_spreadsheet_goes_where_it_is_sent() {
    let expected = array![[1.0, 0.5, -0.25, 0.001], [0.0, -2.0, 3.75, -4.0]];
    for name in ["spreadsheet.csv", "spreadsheet.txt"] {
        let source = Source::open(&data(name)).unwrap();
        assert_eq!(source.matrix("spreadsheet").unwrap(), expected, "{name}");
        let lone = prepared("subject: MultiHeadAttention, d_model: 4, heads: 2, output: None", "source: Length(2)");
        let mut plan = Plan::propose(&lone, &source);
        // The only place of this shape.
        let input = plan.rows.iter().find(|row| row.shape == Shape::new(2, 4)).unwrap().site;
        assert_eq!(*verdict(&plan, &input.to_string()), fits("spreadsheet", false, None));
        let experiment = plan.apply(&lone.experiment, &source, None).unwrap();
        assert_eq!(value(&experiment, &input.to_string()), expected);
        let refused = plan.choose(&source, site("attention.w_q"), Some("spreadsheet")).unwrap_err().to_string();
        assert_eq!(refused, "\"spreadsheet\" is 2 × 4, but attention.w_q is 4 × 4");
        assert!(plan.choose(&source, site("attention.scores"), Some("spreadsheet")).is_err());
        assert!(plan.choose(&source, input, Some("other")).is_err());
    }
}

#[test]
fn large_weights_are_named_with_their_file_and_small_ones_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights.npz");
    let wide = Array2::from_shape_fn((4, 2000), |(row, column)| (row * 2000 + column) as f64);
    let matrix = |name: &str, values: &Array2<f64>| crate::experiment::matrix_file::NamedMatrix {
        name: name.to_owned(),
        values: values.clone().into(),
        precision: crate::experiment::matrix_file::Precision::F64,
    };
    let w_q = array![[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.0, 0.0, 0.0, 1.0], [9.0, 0.0, 0.0, 0.0]];
    let arrays = [matrix("encoder.0.feed_forward.w_1", &wide), matrix("encoder.0.self_attention.w_q", &w_q)];
    crate::experiment::matrix_file::write(&path, &arrays).unwrap();
    let prepared = prepared("subject: Encoder, d_model: 4, heads: 2, d_ff: 2000, encoder_blocks: 1, output: None", "source: Length(2)");
    let source = Source::open(&path).unwrap();
    let experiment = Plan::propose(&prepared, &source).apply(&prepared.experiment, &source, Some(folder.path())).unwrap();
    let w_1 = &experiment.weights.values[&site("encoder.0.feed_forward.w_1")];
    let WeightSource::File { file, transposed: false, .. } = w_1 else { panic!("{w_1:?}") };
    assert_eq!(file, Path::new("weights.npz"));
    // Square, and under its own name: as it is.
    assert_eq!(
        value(
            &Experiment {
                weights: crate::experiment::Weights {
                    values: [experiment.weights.values.clone().remove_entry(&site("encoder.0.self_attention.w_q")).unwrap()].into(),
                    ..Default::default()
                },
                ..experiment
            },
            "encoder.0.self_attention.w_q"
        ),
        w_q
    );
}

#[test]
fn an_attention_alone_takes_nothing_from_a_file_without_its_names() {
    let source = Source::open(&data("types.npz")).unwrap();
    let plan = Plan::propose(&attention(), &source);
    assert!(plan.rows.iter().all(|row| row.verdict == Verdict::Nothing), "{plan:?}");
}

#[test]
fn a_lone_matrix_without_a_name_goes_where_one_looks() {
    let model = "subject: Encoder, d_model: 4, heads: 2, d_ff: 2, encoder_blocks: 1, output: None";
    let (prepared, source) = (prepared(model, "source: Length(2)"), Source::open(&data("spreadsheet.csv")).unwrap());
    let proposal = Plan::propose(&prepared, &source);
    assert!(proposal.rows.iter().all(|row| row.verdict == Verdict::Nothing));
    let looking_at = |at: &str| {
        let mut plan = proposal.clone();
        plan.prefer(&source, site(at));
        verdict(&plan, at).clone()
    };
    assert_eq!(looking_at("encoder.0.feed_forward.w_2"), fits("spreadsheet", false, None));
    assert_eq!(looking_at("encoder.0.feed_forward.w_1"), fits("spreadsheet", true, None));
    assert_eq!(looking_at("encoder.0.self_attention.w_q"), Verdict::Nothing);
}
