//! The report of a calculation, read back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

use std::fs;
use std::sync::Arc;

use transformer_lab::experiment::{Outcome, Prepared, Preset, Runner};
use transformer_lab::graph::{Control, Op};
use transformer_lab::lab::Statistics;
use transformer_lab::ui::export::report::{ReportKind, save};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::numbers;

fn outcome(preset: &str) -> Outcome {
    let experiment = Preset::find(preset).unwrap().experiment().unwrap();
    let prepared = Arc::new(Prepared::new(experiment, None).unwrap());
    Runner::default().run(&prepared, &Control::default()).unwrap()
}

fn written(preset: &str, language: Language, kind: ReportKind) -> (String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("report.{}", kind.extension()));
    save(&outcome(preset), language, kind, &path).unwrap();
    (fs::read_to_string(&path).unwrap(), folder)
}

#[test]
fn every_step_has_its_formula_its_operands_and_its_numbers() {
    let (page, _folder) = written("self-attention", Language::Spanish, ReportKind::Html);
    let page = page
        .replace("<!doctype html>", "")
        .replace("<meta charset=\"utf-8\">", "")
        .replace("<meta name=\"viewport\" content=\"width=device-width\">", "");
    let document = roxmltree::Document::parse(&page).unwrap();
    let all = |tag: &str| document.descendants().filter(|node| node.has_tag_name(tag)).collect::<Vec<_>>();
    let graph = outcome("self-attention").prepared;
    let steps = graph.graph.nodes().filter(|(_, node)| !matches!(node.op, Op::Leaf(_))).count();
    assert_eq!(all("section").len(), steps);
    assert_eq!(document.root_element().attribute("lang"), Some("es"));
    let scores = all("section").into_iter().find(|section| section.attribute("id") == Some("step1")).unwrap();
    let texts = |tag: &str| {
        let nodes = scores.descendants().filter(|node| node.has_tag_name(tag));
        nodes
            .map(|node| node.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text()).collect::<String>())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts("figcaption"), ["Q 4 × 3", "K 4 × 3", "S 4 × 4"]);
    assert!(texts("p").contains(&"¿Cuánto encaja cada consulta con cada clave?".to_owned()), "{:?}", texts("p"));
    // Row 1 of Q is all 1, row 3 of K all 0.4, and d_k is 3.
    assert_eq!(texts("td").last_chunk::<4>().unwrap(), &["0.0900", "0.1800", "0.2700", "0.3600"]);
    assert!(texts("td").contains(&"1.2000".to_owned()));
}

#[test]
fn large_matrices_are_pictures_with_what_is_measured_of_them() {
    let (text, folder) = written("compare-post-norm", Language::English, ReportKind::Markdown);
    let pictures: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("![")?.split_once("](")).collect();
    assert!(!pictures.is_empty());
    for (_, file) in &pictures {
        let picture = image::open(folder.path().join(file.trim_end_matches(')'))).unwrap();
        assert!(picture.width() >= 8 && picture.height() >= 8, "{file}");
    }
    let values = outcome("compare-post-norm");
    let input = values.prepared.graph.find("source.input".parse().unwrap()).unwrap();
    let mean = numbers::fixed(Statistics::of(&values.values.matrix(input)).mean, 4);
    assert!(text.contains(&format!("mean {mean}")), "{mean}");
    assert!(text.contains("of each attention the first head") && !text.contains("## Encoder · Block 2"));
}
