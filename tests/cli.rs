//! The command line, driven as a user drives it: the program itself, its output, its errors and its exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use tempfile::TempDir;
use transformer_lab::experiment::matrix_file::MatrixFile;
use transformer_lab::experiment::{Outcome, Prepared, Runner, exercises, from_text, presets};
use transformer_lab::graph::Control;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transformer-lab"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

/// What the program said, and how it ended.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn lab<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Ran {
    let output = program().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Ran {
    #[track_caller]
    fn well(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The one sentence that the program was refused with.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert_eq!(self.err.lines().count(), 1, "one sentence: {}", self.err);
        self.err.trim_end().strip_prefix("error: ").unwrap_or_else(|| panic!("{}", self.err)).to_owned()
    }
}

/// A folder with files in it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

/// Two heads over two words, with a causal mask.
const ATTENTION: &str = r#"(
    version: 1,
    title: (en: "Two words"),
    model: (subject: MultiHeadAttention, d_model: 4, heads: 2, masks: (encoder_self: [Causal]), precision: F64),
    input: (source: Vectors(rows: [[1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4]], labels: ["hello", "world"])),
    expect: [Shape(site: "attention.output", rows: 2, columns: 4)],
)"#;

fn outcome(text: &str) -> Outcome {
    let prepared = Prepared::new(Arc::new(from_text(text, "test").unwrap()), None).unwrap();
    Runner::default().run(&Arc::new(prepared), &Control::default()).unwrap()
}

// check

#[test]
fn the_shipped_presets_and_exercises_pass() {
    let out = lab(["check"]).well();
    for name in presets().iter().map(|preset| preset.name).chain(exercises::names()) {
        assert!(out.lines().any(|line| line.starts_with(&format!("{name}: "))), "{name} is not in {out}");
    }
    let held = out.lines().filter(|line| line.starts_with("  ok ")).count();
    assert!(held > 0);
    assert_eq!(out.lines().last(), Some(format!("{held} passed, 0 failed").as_str()));
    let (presets, exercises) = (out.matches("largest difference").count(), out.matches("pass their own check").count());
    assert_eq!((presets + exercises, exercises), (held, exercises::names().len()));
}

/// The text of a preset with another first digit in the first number it expects: the site, the number expected now, and the text.
fn with_a_wrong_digit() -> (String, f64, String) {
    for preset in presets() {
        let places = || {
            let expect = preset.text.find("expect:")?;
            let values = expect + preset.text[expect..].find("Values(")?;
            let site = values + preset.text[values..].find("site: \"")? + "site: \"".len();
            let numbers = site + preset.text[site..].find("values:")?;
            let digit = numbers + preset.text[numbers..].find(|sign: char| sign.is_ascii_digit())?;
            Some((site, digit))
        };
        if let Some((site, digit)) = places() {
            let site = preset.text[site..].split('"').next().unwrap().to_owned();
            let number = |text: &str| {
                let start = text[..digit].rfind(['[', ',', ' ']).unwrap() + 1;
                let length = text[start..].find([',', ']', ' ', '\n']).unwrap();
                text[start..start + length].parse::<f64>().unwrap()
            };
            let wrong = if preset.text[digit..].starts_with('9') { "8" } else { "9" };
            let text = format!("{}{wrong}{}", &preset.text[..digit], &preset.text[digit + 1..]);
            assert_ne!(number(preset.text).to_bits(), number(&text).to_bits());
            return (site, number(&text), text);
        }
    }
    panic!("no preset expects values");
}

#[test]
fn a_wrong_digit_fails_with_site_cell_expected_and_got() {
    let folder = Folder::new();
    let (site, expected, text) = with_a_wrong_digit();
    let path = folder.with("wrong.ron", &text);
    let ran = lab([OsStr::new("check"), path.as_os_str()]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{}", ran.out);
    let line = ran.out.lines().find(|line| line.starts_with("  FAIL")).unwrap();
    assert!(line.contains(&site) && line.contains("cell [") && line.contains(&format!("expected {expected}, got ")), "{line}");
    assert!(ran.out.trim_end().ends_with(" failed") && !ran.out.contains(" 0 failed"), "{}", ran.out);
}

#[test]
fn a_folder_is_checked_to_its_end_and_a_broken_file_named() {
    let folder = Folder::new();
    folder.with("a.ron", "(version: 1,\n  modle: ())");
    folder.with("b.ron", ATTENTION);
    folder.with("notes.txt", "no experiment");
    let ran = lab([OsStr::new("check"), folder.0.path().as_os_str()]);
    assert!(ran.out.ends_with("1 passed, 0 failed, 1 could not be checked\n"), "{}", ran.out);
    let sentence = ran.refused();
    assert!(sentence.contains("a.ron:2:") && sentence.contains("modle"), "{sentence}");
}

// bad input

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let vectors = "source: Vectors(rows: [[1, 2, 3, 4]])";
    let attention = |model: &str, rest: &str| {
        format!("(version: 1,\n model: (subject: MultiHeadAttention, d_model: 4, {model}),\n input: ({vectors}),\n {rest})")
    };
    let encoder = |model: &str, input: &str| {
        format!(
            "(version: 1, model: (subject: Encoder, {model}), input: (source: {input}), \
             vocabulary: (tokens: [\"hello\", \"world\"]))"
        )
    };
    let cases = [
        ("unknown field", attention("heads: 2, colour: 3", ""), vec![":2:", "there is no field \"colour\" here"]),
        (
            "row length",
            attention("heads: 2", "weights: (values: {\"attention.w_q\": Rows([[1, 2, 3, 4], [5, 6]])})"),
            vec![":4:", "row 1 has 2 numbers, but row 0 has 4"],
        ),
        (
            "shape of a weight",
            attention("heads: 2", "weights: (values: {\"attention.w_q\": Rows([[1, 2, 3], [5, 6, 7]])})"),
            vec!["attention.w_q is given with shape 2 × 3, but the model needs 4 × 4"],
        ),
        ("heads", attention("heads: 3", ""), vec!["3 heads do not divide d_model = 4"]),
        (
            "weights file",
            attention("heads: 2", "weights: (values: {\"attention.w_q\": File(file: \"gone.safetensors\")})"),
            vec!["attention.w_q", "gone.safetensors"],
        ),
        ("unknown token", encoder("d_model: 8, heads: 2", "Text(\"hello sun\")"), vec!["\"sun\" at character 7"]),
        ("empty text", encoder("d_model: 8, heads: 2", "Text(\"\")"), vec!["the source: the text is empty"]),
        ("empty list", encoder("d_model: 8, heads: 2", "Tokens([])"), vec!["the source is empty"]),
        ("size of 0", attention("heads: 0", ""), vec!["heads is 0; it must be at least 1"]),
        ("negative size", attention("heads: -1", ""), vec![":2:"]),
        ("not RON", "version = 1".to_owned(), vec![":1:"]),
        ("nothing", String::new(), vec![":1:1: "]),
        ("newer format", "(version: 7)".to_owned(), vec!["has version 7 of the format"]),
    ];
    let folder = Folder::new();
    for (what, text, parts) in cases {
        let path = folder.with("bad.ron", &text);
        for command in ["check", "run"] {
            let sentence = lab([OsStr::new(command), path.as_os_str()]).refused();
            assert!(sentence.starts_with(path.to_str().unwrap()), "{what}: {sentence}");
            for part in &parts {
                assert!(sentence.contains(part), "{what}: \"{part}\" is not in: {sentence}");
            }
        }
    }
}

#[test]
fn sizes_beyond_the_machine_are_refused_with_the_predicted_bytes() {
    let folder = Folder::new();
    for size in ["d_model: 80000000", "d_ff: 99999999999999", "encoder_blocks: 18446744073709551615", "heads: 2, d_k: 1000000000000000000"]
    {
        let text = format!("(version: 1, model: (subject: Encoder, {size}), input: (source: Length(3)))");
        let sentence = lab([OsStr::new("run"), folder.with("large.ron", &text).as_os_str()]).refused();
        let bytes = sentence.split(" bytes").next().unwrap().rsplit(' ').next().unwrap();
        assert!(bytes.parse::<f64>().is_ok_and(|bytes| bytes > 1e12), "{size}: {sentence}");
    }
}

#[test]
fn what_is_not_there_is_named() {
    assert!(lab(["run", "no-such-preset"]).refused().contains(presets()[0].name));
    assert_eq!(lab(["cost", "no/such/file.ron"]).refused(), "no/such/file.ron: there is no such file");
    let folder = Folder::new();
    std::fs::write(folder.path("binary.ron"), b"(version: 1,\n \xff").unwrap();
    let binary = lab([OsStr::new("run"), folder.path("binary.ron").as_os_str()]).refused();
    assert!(binary.ends_with("the file is not text (UTF-8): what stands in line 2, column 2 is no character"), "{binary}");
    let folder = Folder::new();
    let empty = lab([OsStr::new("check"), folder.0.path().as_os_str()]);
    assert!(empty.out.ends_with("0 passed, 0 failed, 1 could not be checked\n"), "{}", empty.out);
    assert!(empty.refused().contains("no experiment"));
    let sentence = lab(["run", presets()[0].name, "--site", "decoder.77.output"]).refused();
    assert!(sentence.contains("no value at decoder.77.output"), "{sentence}");
}

#[test]
fn wrong_usage_is_one_sentence_too() {
    let preset = presets()[0].name;
    let cases: [(&[&str], &str); 7] = [
        (&["run"], "FILE|PRESET"),
        (&["run", preset, "--sight", "x"], "--sight"),
        (&["run", preset, "--site", "encoder.0.colour"], "\"colour\" in the site"),
        (&["run", preset, "--precision", "f16"], "[possible values: f32, f64]"),
        (&["picture", preset, "--view", "steps", "--out", "p.png", "--size", "wide"], "1280x800"),
        (&["picture", preset, "--view", "steps"], "--out"),
        (&["picture", preset, "--view", "steps", "--out", "p.png", "--scale", "0"], "0.25"),
    ];
    for (arguments, part) in cases {
        let sentence = lab(arguments).refused();
        assert!(sentence.contains(part), "{arguments:?}: {sentence}");
    }
    assert!(lab(["--help"]).well().contains("check"));
    assert!(lab(["--version"]).well().contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_display_the_other_commands_are_named() {
    if cfg!(all(target_os = "linux", feature = "gui")) {
        let folder = Folder::new();
        let path = folder.with("two words.ron", ATTENTION);
        for arguments in [&[][..], &[path.as_os_str()]] {
            let sentence = lab(arguments).refused();
            assert!(sentence.contains("display") && ["check", "run", "cost"].iter().all(|name| sentence.contains(name)), "{sentence}");
        }
        assert!(lab([folder.with("bad.ron", "(")]).refused().contains("bad.ron:1:"));
    }
}

#[test]
fn no_file_is_written_under_the_name_of_another_kind() {
    let preset = "self-attention";
    let cases: [(&[&str], &str); 2] = [
        (&["export", preset, "--to", "python", "--out", "script.txt"], "script.txt: a script is written to a file that ends in .py"),
        (&["import", "none.npz", "--into", preset, "--out", "new.txt"], "new.txt: an experiment is written to a file that ends in .ron"),
    ];
    for (arguments, told) in cases {
        assert_eq!(lab(arguments).refused(), told);
    }
    if cfg!(feature = "gui") {
        let told = lab(["export", preset, "--to", "report.html", "--out", "report.md"]).refused();
        assert_eq!(told, "report.md: this report is written to a file that ends in .html");
    }
}

// run

/// The numbers of a printed matrix, without the row of column names and the column of row names.
fn numbers(out: &str, rows: usize) -> Vec<Vec<f64>> {
    let lines: Vec<&str> = out.lines().collect();
    let first = lines.iter().position(|line| line.starts_with(' ')).unwrap() + 1;
    let row = |line: &&str| line.split_whitespace().skip(1).map(|number| number.parse().unwrap()).collect();
    lines[first..first + rows].iter().map(row).collect()
}

#[test]
fn one_value_is_printed_to_its_last_bit_with_its_tokens() {
    let folder = Folder::new();
    let path = folder.with("two.ron", ATTENTION);
    let site = "attention.head.1.weights";
    let out = lab([OsStr::new("run"), path.as_os_str(), OsStr::new("--site"), OsStr::new(site)]).well();
    assert!(out.contains("2 × 2, f64"), "{out}");
    assert!(out.lines().any(|line| line.split_whitespace().eq(["hello", "world"])), "the keys: {out}");
    assert_eq!(out.lines().filter(|line| line.starts_with("hello ") || line.starts_with("world ")).count(), 2, "the queries: {out}");
    let outcome = outcome(ATTENTION);
    let node = outcome.prepared.graph.find(site.parse().unwrap()).unwrap();
    let expected = outcome.values.matrix(node).to_f64();
    assert_eq!(numbers(&out, 2), expected.rows().into_iter().map(|row| row.to_vec()).collect::<Vec<_>>());
    assert!(expected.iter().any(|value| value.fract() != 0.0));
}

#[test]
fn the_table_lists_every_value() {
    let folder = Folder::new();
    let out = lab([OsStr::new("run"), folder.with("two.ron", ATTENTION).as_os_str()]).well();
    let outcome = outcome(ATTENTION);
    for (_, node) in outcome.prepared.graph.nodes() {
        let line = out.lines().find(|line| line.split_whitespace().next() == Some(node.site.to_string().as_str()));
        assert!(line.is_some_and(|line| line.contains(&node.shape.to_string())), "{} in {out}", node.site);
    }
    let input = out.lines().find(|line| line.starts_with("attention.input")).unwrap();
    assert!(input.split_whitespace().skip(1).eq(["2", "×", "4", "0.1", "4", "1.375", "1", "2", "3", "4", "…"]), "{input}");
}

#[test]
fn the_precision_can_be_chosen() {
    let folder = Folder::new();
    let path = folder.with("two.ron", ATTENTION);
    let printed = |precision: &str| {
        let out = lab([OsStr::new("run"), path.as_os_str()]
            .into_iter()
            .chain(["--site", "attention.input", "--precision", precision].map(OsStr::new)));
        out.well()
    };
    for precision in ["f32", "f64"] {
        let out = printed(precision);
        assert!(out.contains(&format!("2 × 4, {precision}")), "{out}");
        // 0.1 in single precision is 0.10000000149011612 in double precision: the digits shown are those of the precision.
        assert_eq!(numbers(&out, 2)[1], [0.1, 0.2, 0.3, 0.4], "{out}");
    }
}

#[test]
fn warnings_name_the_site_and_the_cell() {
    let folder = Folder::new();
    let blind = ATTENTION.replace("[Causal]", "[Causal, Hidden([0])]");
    let out = lab([OsStr::new("run"), folder.with("blind.ron", &blind).as_os_str()]).well();
    assert!(out.contains("warning: at attention.head.0.masked the mask hides every key from query 0"), "{out}");
    let nan = ATTENTION.replace("0.2, 0.3", "NaN, 0.3");
    let out = lab([OsStr::new("run"), folder.with("nan.ron", &nan).as_os_str()]).well();
    assert!(out.contains("warning: the first NaN appears at attention.input, cell [1, 1]"), "{out}");
    let large = ATTENTION.replace("0.2, 0.3", "1e300, 1e308");
    let out = lab([OsStr::new("run"), folder.with("large.ron", &large).as_os_str()]).well();
    assert!(out.contains("warning: the first infinity appears at attention.head."), "{out}");
}

#[test]
fn generated_tokens_are_shown() {
    let text = r#"(
        version: 1,
        model: (subject: Decoder, d_model: 8, heads: 2, d_ff: 16, decoder_blocks: 2),
        vocabulary: (tokens: ["a", "b", "c"]),
        input: (target: Text("a b")),
        weights: (seed: 3),
        decoding: (strategy: Greedy, max_new_tokens: 4),
    )"#;
    let folder = Folder::new();
    let out = lab([OsStr::new("run"), folder.with("generate.ron", text).as_os_str()]).well();
    let expected = transformer_lab::experiment::generate(&outcome(text)).unwrap().tokens();
    assert_eq!(expected.len(), 4);
    assert!(out.ends_with(&format!("generated: {} (the length limit was reached)\n", expected.join(" "))), "{out}");
}

fn dump(folder: &Folder, name: &str, further: &[&str]) -> PathBuf {
    let path = folder.path(name);
    let experiment = folder.with("two.ron", ATTENTION);
    let arguments = [OsStr::new("run"), experiment.as_os_str(), OsStr::new("--dump"), path.as_os_str()];
    lab(arguments.into_iter().chain(further.iter().map(OsStr::new))).well();
    path
}

#[test]
fn dumped_values_read_back() {
    let folder = Folder::new();
    let outcome = outcome(ATTENTION);
    let graph = &outcome.prepared.graph;
    let read = |path: &Path, site: &str| MatrixFile::open(path).unwrap().matrix(site).unwrap();
    let (npz, safetensors) = (dump(&folder, "all.npz", &[]), dump(&folder, "all.safetensors", &[]));
    let json = std::fs::read_to_string(dump(&folder, "all.json", &[])).unwrap();
    let rows: BTreeMap<String, Vec<Vec<serde_json::Value>>> = serde_json::from_str(&json).unwrap();
    for (id, _) in graph.nodes() {
        for site in graph.sites(id).map(|site| site.to_string()) {
            let expected = outcome.values.matrix(id).to_f64();
            assert_eq!(read(&npz, &site), expected, "{site}");
            assert_eq!(read(&safetensors, &site), expected, "{site}");
            assert_eq!(rows[&site].len(), expected.nrows(), "{site}");
            let start = json.find(&format!("\"{site}\": [")).unwrap();
            for (line, row) in json[start..].lines().skip(1).zip(expected.rows()) {
                let numbers = line.trim().trim_start_matches('[').trim_end_matches([']', ',']).split(", ");
                let numbers: Vec<f64> = numbers.map(|number| number.trim_matches('"').parse().unwrap()).collect();
                assert_eq!(numbers, row.to_vec(), "{site}");
            }
        }
    }
    let one = MatrixFile::open(&dump(&folder, "one.npz", &["--site", "attention.output"])).unwrap();
    assert_eq!(one.entries().iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["attention.output"]);
}

#[test]
fn a_dump_that_cannot_be_written_is_refused() {
    let preset = presets()[0].name;
    for (file, part) in [("values.csv", ".npz, .safetensors or .json"), ("no/such/folder/values.npz", "no/such/folder/values.npz")] {
        let sentence = lab(["run", preset, "--dump", file]).refused();
        assert!(sentence.contains(part), "{sentence}");
    }
}

// cost

/// The twelve blocks of the concept card, on vectors.
const CARD: &str = "(version: 1, count_only: true, model: (subject: Encoder, encoder_blocks: 12, feed_forward_bias: false, \
                    norm: (kind: None)), input: (source: Length(1000)))";

/// The cells of the line that begins with `name`.
fn cells(out: &str, name: &str) -> Vec<String> {
    let line = out.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} is not in {out}"));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_cost_of_the_card_is_counted_without_a_run() {
    let folder = Folder::new();
    let path = folder.with("card.ron", CARD);
    let out = lab([OsStr::new("cost"), path.as_os_str()]).well();
    let cells = |name: &str| cells(&out, name);
    assert_eq!(cells("parameters"), ["parameters", "formula", "encoder 0–11, each", "total", "share"]);
    assert_eq!(cells("W_Q"), ["W_Q", "d_model · h · d_k = 512 · 8 · 64", "262,144", "3,145,728", "8.3 %"]);
    assert_eq!(cells("feed-forward  "), ["feed-forward", "2 · d_model · d_ff = 2 · 512 · 2048", "2,097,152", "25,165,824", "66.7 %"]);
    assert_eq!(cells("total"), ["total", "3,145,728", "37,748,736", "100.0 %"]);
    assert_eq!(cells("encoder.self_attention"), ["encoder.self_attention", "1,000 × 1,000", "1,000,000", "96", "96,000,000"]);
    assert!(lab([OsStr::new("run"), path.as_os_str()]).refused().contains("only counted, not run"));
}

#[test]
fn operations_and_memory_are_counted_for_the_lengths_that_are_asked_for() {
    let folder = Folder::new();
    let path = folder.with("card.ron", CARD);
    let out = lab([OsStr::new("cost"), path.as_os_str(), OsStr::new("--n"), OsStr::new("1000,2000")]).well();
    let cells = |name: &str| cells(&out, name);
    assert_eq!(cells("operations"), ["operations", "n = 1,000", "n = 2,000"]);
    assert_eq!(cells("per head"), ["per head", "n²", "1,000,000", "4,000,000"]);
    // 12 blocks of 8 heads: 2 · 64 for each score.
    assert_eq!(cells("scores Q·Kᵀ"), ["scores Q·Kᵀ", "12,288 · n²", "12,288,000,000", "49,152,000,000"]);
    // Twelve times what PyTorch counts for a layer of 512, 8 heads, 2048 and 1000 positions.
    let products = ["matrix products", "24,576 · n² + 75,497,472 · n", "100,073,472,000", "249,298,944,000"];
    assert_eq!(cells("matrix products"), products);
    assert_eq!(cells("times the column before"), ["times the column before", "2.491 ×"]);
    assert_eq!(cells("weights"), ["weights", "any", "75,497,472", "150,994,944", "301,989,888"]);
    assert!(out.contains("from n = 3,072 on, what grows with the square"), "{out}");
    let heads: Vec<&str> = out.lines().filter(|line| line.trim_start().starts_with("16 ")).collect();
    assert!(matches!(heads[..], [line] if line.contains("37,748,736") && line.contains("50,331,648")), "{out}");
    let causal = CARD.replace("norm:", "masks: (encoder_self: [Causal]), norm:");
    let out = lab([OsStr::new("cost"), folder.with("causal.ron", &causal).as_os_str()]).well();
    assert!(out.contains("a causal mask needs 500,500 of the 1,000,000 scores of a head for n = 1,000"), "{out}");
}

#[test]
fn a_piece_without_scores_or_parameters_is_counted_too() {
    let out = lab(["cost", "layer-norm"]).well();
    assert!(!out.contains("scores") && !out.contains("NaN") && out.contains("all operations"), "{out}");
    let out = lab(["cost", "self-attention"]).well();
    assert!(out.contains("no parameters") && cells(&out, "times the column before")[1] == "4.000 ×", "{out}");
}

#[test]
fn published_architectures_are_counted_beside_what_their_authors_say() {
    let out = lab(["cost", "--list"]).well();
    let all = transformer_lab::experiment::architectures().unwrap();
    assert_eq!(out.lines().count(), all.len() + 1);
    assert_eq!(cells(&out, "gpt-2 ")[2..5], ["124,439,808", "117,000,000", "+6.4 %"]);
    for published in &all {
        let out = lab(["cost", "--architecture", published.name]).well();
        let total = published.architecture.costs().unwrap().ledger.total();
        let digits = |cell: &String| cell.replace(',', "").parse::<usize>().ok();
        assert!(cells(&out, "total").iter().any(|cell| digits(cell) == Some(total)), "{}: {out}", published.name);
        assert!(out.contains(&published.about.en) && out.contains(&published.source), "{}", published.name);
    }
    let gpt_2 = lab(["cost", "--architecture", "gpt-2", "--n", "1024,2048"]).well();
    assert!(gpt_2.contains("published: 117,000,000 (Radford et al., 2019, table 2); counted: +7,439,808, +6.4 %"), "{gpt_2}");
    assert!(gpt_2.contains("one of its own would add 38,597,376"), "{gpt_2}");
    assert!(gpt_2.contains("its table of positions ends at n = 1,024"), "{gpt_2}");
    assert!(lab(["cost", "--architecture", "gpt-9"]).refused().contains("there is no architecture \"gpt-9\"; there are card,"));
    assert!(lab(["cost"]).refused().contains("FILE|PRESET"));
    assert!(lab(["cost", "card-exercise", "--n", "0"]).refused().contains("--n"));
    assert!(lab(["cost", "card-exercise", "--list"]).refused().contains("--list"));
}

// picture

#[cfg(feature = "gui")]
#[test]
fn a_picture_is_drawn_without_a_display() {
    let folder = Folder::new();
    let (experiment, path) = (folder.with("two.ron", ATTENTION), folder.path("steps.png"));
    let arguments =
        ["--view", "steps", "--size", "900x600", "--scale", "1.5", "--theme", "dark", "--lang", "es", "--site", "attention.scores"];
    let start = [OsStr::new("picture"), experiment.as_os_str(), OsStr::new("--out"), path.as_os_str()];
    let draw = |further: &[&str]| lab(start.into_iter().chain(further.iter().map(OsStr::new)));
    assert!(draw(&arguments).refused().contains("no value at attention.scores"));
    let site = ["--site", "attention.head.1.scores"];
    assert!(draw(&[&arguments[..10], &site].concat()).well().ends_with("1350 × 900 pixels\n"));
    let dark = image::open(&path).unwrap().into_rgb8();
    assert_eq!(dark.dimensions(), (1350, 900));
    assert!(dark.pixels().any(|pixel| pixel != dark.get_pixel(0, 0)), "the picture is empty");
    draw(&["--view", "steps", "--size", "900x600", "--scale", "1.5"]).well();
    assert!(image::open(&path).unwrap().into_rgb8() != dark, "the theme and the language change nothing");
    let other = lab(["picture", presets()[0].name, "--view", "attention", "--out", "p.jpg"]).refused();
    assert_eq!(other, "p.jpg: a picture is written to a file that ends in .png");
    let nowhere = lab(["picture", presets()[0].name, "--view", "attention", "--out", "no/such/folder/p.png"]).refused();
    assert!(nowhere.contains("no/such/folder/p.png"), "{nowhere}");
}

// streams

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = program().arg("check").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().args(["cost", presets()[0].name]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(sentence.starts_with("error: the output cannot be written: ") && sentence.lines().count() == 1, "{sentence}");
}

// exercise

#[test]
fn exercises_are_listed_and_shown() {
    let list = lab(["exercise"]).well();
    assert_eq!(list.lines().count(), exercises::names().len());
    let english = lab(["exercise", "heads-card"]).well();
    assert!(english.contains("width 256 has 4 heads") && !english.contains("= 64"), "{english}");
    let spanish = lab(["exercise", "heads-card", "--lang", "es", "--solution"]).well();
    assert!(spanish.contains("anchura 256") && spanish.contains("= 64") && spanish.contains("= 10\u{202F}000"), "{spanish}");
    let variant = |number: &str| lab(["exercise", "heads-card", "--variant", number, "--solution"]).well();
    assert_eq!(variant("5"), variant("5"));
    assert_ne!(variant("5"), variant("0"));
    assert_eq!(lab(["exercise", "heads-cart"]).refused(), "there is no exercise \"heads-cart\"");
}

#[test]
fn an_exercise_in_a_file_is_checked_like_those_that_are_shipped() {
    let folder = Folder::new();
    let text = include_str!("../exercises/heads-card.ron");
    let mine = folder.with("mine.ron", text);
    let out = lab([OsStr::new("check"), mine.as_os_str()]).well();
    assert!(out.ends_with("  ok    the answers of variants 0 to 4 pass their own check\n1 passed, 0 failed\n"), "{out}");
    assert!(lab([OsStr::new("exercise"), mine.as_os_str()]).well().contains("(mine 0)"));
    let wrong = folder.with("wrong.ron", &text.replace("head.0.scores\")", "head.8.scores\")"));
    let error = lab([OsStr::new("check"), wrong.as_os_str()]).refused();
    assert!(
        error.contains("wrong.ron:") && error.ends_with("variant 0: the model has no value at encoder.0.self_attention.head.8.scores"),
        "{error}"
    );
}

#[test]
fn a_script_goes_to_the_output_and_into_a_file_and_one_matrix_into_the_notation_of_its_ending() {
    let folder = Folder::new();
    let script = lab(["export", "self-attention", "--to", "python"]).well();
    assert!(script.starts_with("\"\"\"") && script.contains("attention_scores = attention_query @ attention_key.T"), "{script}");
    let path = folder.path("script.py");
    lab([OsStr::new("export"), "self-attention".as_ref(), "--to".as_ref(), "python".as_ref(), "--out".as_ref(), path.as_ref()]).well();
    assert_eq!(std::fs::read_to_string(path).unwrap(), script);
    let refused = lab(["export", "compare-post-norm", "--to", "torch"]).refused();
    assert!(refused.contains("too many for the text of a script"), "{refused}");
    let csv = folder.path("scores.csv");
    let dump = |site: &[&str]| {
        let arguments = ["run", "self-attention", "--dump", csv.to_str().unwrap()];
        lab(arguments.iter().chain(site))
    };
    dump(&["--site", "attention.key"]).well();
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().next(), Some("0.1,0.1,0.1"));
    assert!(dump(&[]).refused().contains("such a file holds a single matrix"));
}

#[test]
fn weights_are_brought_into_a_new_experiment() {
    let folder = Folder::new();
    let (weights, out) = (folder.path("w_q.csv"), folder.path("new.ron"));
    std::fs::write(&weights, "1;2;3;4;5;6\n0,5;0;0;0;0;0\n0;0;0;0;0;0\n0;0;0;0;0;-7\n").unwrap();
    let import = |map: &str| {
        let paths = [weights.to_str().unwrap(), "--into", "hello-world-encoder-30", "--out", out.to_str().unwrap(), "--map", map];
        lab(["import"].iter().chain(&paths))
    };
    let told = import("w_q=encoder.0.self_attention.w_k").well();
    assert!(told.lines().any(|line| line.split_whitespace().eq("encoder.0.self_attention.w_k 4 × 6 w_q as it is".split(' '))), "{told}");
    assert!(told.contains("1 of 10 places"), "{told}");
    let shown = lab(["run", out.to_str().unwrap(), "--site", "encoder.0.self_attention.w_k"]).well();
    assert!(shown.contains("-7.0") && shown.contains("0.5"), "{shown}");
    assert_eq!(import("w_q=encoder.0.self_attention.w_o").code, Some(0), "transposed");
    let refused = import("w_q=encoder.0.feed_forward.w_1").refused();
    assert_eq!(refused, "\"w_q\" is 4 × 6, but encoder.0.feed_forward.w_1 is 4 × 8");
}

#[test]
fn gradients_are_printed_like_values() {
    let text = presets().iter().find(|preset| preset.name == "decoder-only").unwrap().text;
    let outcome = outcome(text);
    let objective = transformer_lab::experiment::Objective::CrossEntropy;
    let found = transformer_lab::experiment::gradients(&outcome, objective, &Control::default()).unwrap();
    let site = "decoder.1.feed_forward.w_1";
    let out = lab(["run", "decoder-only", "--gradients", "--site", site]).well();
    let node = outcome.prepared.graph.find(site.parse().unwrap()).unwrap();
    let expected = found.matrix(node).unwrap().to_f64();
    let printed = numbers(&out, expected.nrows());
    for (printed, row) in printed.iter().zip(expected.rows()) {
        for (printed, slope) in printed.iter().zip(row) {
            assert!((printed - slope).abs() <= 1e-6 * slope.abs(), "{printed} and {slope}");
        }
    }
    let out = lab(["run", "decoder-only", "--gradients"]).well();
    assert!(out.contains("where y is output.logits") && out.contains("decoder.2  "), "{out}");
    assert!(out.contains("L is not calculated from 1 of the "), "{out}");
    let out = lab(["run", "decoder-only", "--gradients", "--site", "output.probabilities"]).well();
    assert!(out.contains("∂L/∂output.probabilities is 0"), "{out}");
    let refused = lab(["run", "self-attention", "--gradients", "--objective", "cross-entropy"]).refused();
    assert!(refused.contains("self-attention: cross-entropy needs a decoder"), "{refused}");
}
