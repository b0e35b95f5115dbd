//! The shipped exercises: complete, in both languages, right in every variant, and not content with what is wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use transformer_lab::experiment::exercises::{
    Answer, Base, ExerciseError, ExerciseFile, Kind, Mark, Reply, Topic, Variant, Worked, check, exercise, exercises, names,
};
use transformer_lab::experiment::{Texts, presets};
use transformer_lab::graph::Control;

const VARIANTS: u64 = 20;

fn worked(file: &Arc<ExerciseFile>, number: u64) -> Worked {
    let variant = Variant { file: Arc::clone(file), number };
    variant.work_out(&Control::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn texts(worked: &Worked) -> Vec<&Texts> {
    let mut all = vec![&worked.variant.file.exercise.title, &worked.variant.file.exercise.source, &worked.statement, &worked.solution];
    all.extend(&worked.hints);
    for asked in &worked.asked {
        all.extend([&asked.label, &asked.convention]);
        all.extend(&asked.options);
        all.extend(asked.mistakes.iter().map(|(_, says)| says));
    }
    all
}

#[test]
fn every_file_is_listed_and_every_listed_file_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("exercises");
    let files: BTreeSet<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    let listed: BTreeSet<String> = names().map(|name| format!("{name}.ron")).collect();
    assert_eq!(files, listed);
    assert_eq!(listed.len(), names().len(), "an exercise is listed twice");
    for name in names() {
        exercise(name).unwrap_or_else(|error| panic!("{error}"));
        assert!(presets().iter().all(|preset| preset.name != name), "{name} is the name of a preset, too");
    }
}

#[test]
fn they_cover_every_part_and_every_model_set_by_hand() {
    for topic in Topic::ALL {
        assert!(exercises().iter().any(|file| file.exercise.topic == topic), "nothing about {topic:?}");
    }
    for preset in presets().iter().filter(|preset| preset.name.starts_with("hand-")) {
        let base = Base::Preset(preset.name.to_owned());
        assert!(exercises().iter().any(|file| file.exercise.experiment == base), "nothing about {}", preset.name);
    }
    let own = exercises().iter().filter(|file| file.exercise.source.en.starts_with("Own exercise")).count();
    assert!(own >= 20 + 9, "{own} of our own");
}

#[test]
fn both_languages_are_filled_and_say_it_in_their_own_words() {
    for file in exercises() {
        assert_eq!(file.exercise.untranslated(), Vec::<&str>::new(), "{}", file.name);
        let exercise = &file.exercise;
        for texts in [&exercise.title, &exercise.source, &exercise.statement, &exercise.solution.text] {
            assert!(!texts.en.trim().is_empty() && texts.en != texts.es, "{}: {texts:?}", file.name);
        }
        // A formula reads alike in both languages.
        assert!(!exercise.hints.is_empty() && exercise.hints.iter().all(|hint| !hint.en.trim().is_empty()), "{}", file.name);
    }
}

#[test]
fn every_variant_accepts_its_own_solution_and_fills_every_placeholder() {
    for file in exercises() {
        for number in 0..VARIANTS {
            let worked = worked(file, number);
            assert_eq!(worked.refuted(), Vec::<&str>::new(), "{} {number}", file.name);
            for texts in texts(&worked) {
                for text in [&texts.en, &texts.es] {
                    assert!(!text.contains(['{', '}']), "{} {number}: {text}", file.name);
                }
            }
            for asked in &worked.asked {
                let finite =
                    !matches!(&asked.answer, Answer::Numbers(numbers) if numbers.is_empty() || numbers.iter().any(|x| !x.is_finite()));
                assert!(finite, "{} {number}: {:?}", file.name, asked.answer);
            }
        }
    }
}

#[test]
fn what_is_wrong_in_one_place_is_refused_at_that_place() {
    for file in exercises() {
        for number in [0, 1] {
            for asked in &worked(file, number).asked {
                match &asked.answer {
                    Answer::Numbers(numbers) => {
                        for ((row, column), &value) in numbers.indexed_iter() {
                            let mut wrong = numbers.clone();
                            wrong[(row, column)] += 2.0 * (asked.tolerance + asked.relative * value.abs()).max(1e-6 * value.abs().max(1.0));
                            let marked = check(asked, &Reply::of_answer(&Answer::Numbers(wrong)));
                            let places: Vec<_> = marked.all().filter(|(_, _, mark)| *mark != Mark::Right).map(|at| (at.0, at.1)).collect();
                            assert!(!marked.is_right(), "{} {number}", file.name);
                            assert_eq!(places, [(row, column)], "{} {number}", file.name);
                        }
                    }
                    Answer::Tokens(tokens) => {
                        let mut wrong = tokens.clone();
                        wrong[0].push('x');
                        assert!(!check(asked, &Reply::Tokens(wrong)).is_right(), "{} {number}", file.name);
                        let shorter = Reply::Tokens(tokens[1..].to_vec());
                        assert!(!check(asked, &shorter).is_right(), "{} {number}", file.name);
                    }
                    Answer::Choice(choice) => {
                        for other in (0..asked.options.len()).filter(|other| other != choice) {
                            assert!(!check(asked, &Reply::Choice(Some(other))).is_right(), "{} {number}", file.name);
                        }
                    }
                }
                assert!(!check(asked, &Reply::of_text(asked.kind, "")).is_right(), "{} {number}", file.name);
            }
        }
    }
}

#[test]
fn a_named_mistake_is_told_from_the_answer() {
    let mut told = 0;
    for file in exercises() {
        for asked in &worked(file, 0).asked {
            for (wrong, _) in &asked.mistakes {
                // In variant 0 no mistake leads to the right answer by accident.
                let marked = check(asked, &Reply::of_answer(wrong));
                assert!(!marked.is_right() && marked.remark.is_some(), "{}: {wrong:?}", file.name);
                told += 1;
            }
        }
    }
    assert!(told > 60, "only {told} mistakes");
}

#[test]
fn a_variant_is_repeated_from_its_number_and_the_next_one_differs() {
    for file in exercises() {
        let (once, again) = (worked(file, 7), worked(file, 7));
        assert_eq!((&once.statement, &once.asked, &once.given), (&again.statement, &again.asked, &again.given), "{}", file.name);
        match once.variant.next() {
            Some(next) => assert_ne!(next.experiment().unwrap(), once.variant.experiment().unwrap(), "{}", file.name),
            None => assert!(file.exercise.variables.is_empty(), "{} hardly varies", file.name),
        }
    }
}

fn numbers(name: &str, question: usize) -> Vec<f64> {
    match &worked(&exercise(name).unwrap(), 0).asked[question].answer {
        Answer::Numbers(numbers) => numbers.iter().copied().collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn variant_0_has_the_numbers_of_the_documents() {
    let near = |name: &str, question: usize, expected: &[f64], tolerance: f64| {
        let got = numbers(name, question);
        assert!(got.len() == expected.len() && got.iter().zip(expected).all(|(a, b)| (a - b).abs() <= tolerance), "{name}: {got:?}");
    };
    near("heads-card", 0, &[64.0], 0.0);
    near("heads-card", 1, &[10_000.0], 0.0);
    near("parameters-card", 1, &[1_048_576.0], 0.0);
    near("parameters-card", 2, &[2_097_152.0], 0.0);
    near("parameters-card", 3, &[3_145_728.0], 0.0);
    near("parameters-card", 4, &[37_748_736.0], 0.0);
    near("cost-doubling", 0, &[1_000_000.0], 0.0);
    near("cost-doubling", 1, &[4.0], 0.0);
    let attention = [0.25, 0.5, 0.5, 0.1892, 0.5432, 0.5857, 0.2372, 0.5087, 0.5173, 0.2309, 0.5130, 0.5260];
    near("softmax-self-attention", 1, &attention, 5e-5);
    near("masks-causal", 1, &[1.0, 0.0, 0.0, 0.4568, 0.5432, 0.0, 0.3219, 0.3332, 0.3449, 0.2309, 0.5130, 0.5260], 5e-5);
    near("norms-three-vectors", 2, &[-1.2247, 0.0, 1.2247, 0.0, 0.0, 0.0, 1.3838, -0.9446, -0.4392], 5e-5);
    near("tokens-similar", 0, &[0.9938], 5e-5);
    near("tokens-similar", 1, &[6.4], 0.05);
    near("positions-article", 0, &[0.8415, 0.99995, 0.0001, 1.0], 5e-5);
    near("positions-paper", 0, &[0.8415, 0.5403, 0.0100, 0.99995], 5e-5);
    near("positions-sum", 0, &[1.0, 3.0, 3.0, 5.0, 2.84, 3.99, 4.0, 6.0], 1e-9);
    near("projections-hello-world", 0, &[4.0, 8.0, 4.0, 6.84, 9.99, 6.84], 1e-9);
    near("scores-hello-world", 0, &[68.0, 105.21, 87.88, 135.5517], 1e-9);
    near("scores-hello-world", 1, &[39.259_818_3, 60.743_021_82, 50.737_541_66, 78.260_810_48], 5e-9);
    near("scaling-thirty", 1, &[4.676_955_73e-10], 5e-19);
    near("softmax-head-output", 1, &[7.543_487_84, 8.202_766_57, 6.202_766_57, 7.652_661_85, 8.358_572_69, 6.358_572_69], 5e-9);
    near("heads-join", 0, &[11.463_942_85, -13.180_164_71, -11.593_402_53, -17.043_878_29], 5e-9);
    near("residual-sum", 1, &[-4.588_375_67], 5e-9);
    near("norms-hello-world", 0, &[9.920_615_29], 5e-9);
    near("decoder-start", 0, &[1.0, 1.0, 0.0, 1.0], 0.0);
}

#[test]
fn an_error_says_where_and_what_in_one_sentence() {
    let right = include_str!("../exercises/heads-card.ron");
    let told = |from: &str, to: &str| {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right);
        let error = ExerciseFile::from_text(&wrong, "mine.ron")
            .map(Arc::new)
            .and_then(|file| Variant { file, number: 0 }.work_out(&Control::default()).map(|_| ()));
        error.unwrap_err().to_string()
    };
    assert_eq!(
        told("topic: Heads", "topic: Head"),
        "mine.ron:4:12: \"Head\" is none of the choices here: Tokens, Positions, Projections, Scores, Scaling, Softmax, Masks, Heads, \
        FeedForward, Residual, Norms, Decoder, CrossAttention, Decoding, Parameters, Cost, Errors"
    );
    assert_eq!(told("sequence of {n} positions", "sequence of {m} positions"), "mine.ron:7:180: there is no variable or value \"m\"");
    assert_eq!(told("Heads(\"heads\")", "Heads(\"haeds\")"), "mine.ron:11:40: there is no variable or value \"haeds\"");
    assert_eq!(told("Preset(\"card-exercise\")", "Preset(\"card\")"), "mine.ron:10:24: there is no preset \"card\"");
    assert_eq!(
        told("head.0.key\")", "head.9.key\")"),
        "mine.ron:18:35: variant 0: the model has no value at encoder.0.self_attention.head.9.key"
    );
    assert!(told("self_attention", "self_atention").starts_with("mine.ron:18:"));
    assert!(
        told("answer: Count(\"encoder.0.self_attention.head.0.scores\")", "answer: Number(10000)").contains("an answer must come from")
    );
    assert_eq!(told("version: 1", "version: 9"), "mine.ron has version 9 of the format, but this program reads version 1");
    assert!(matches!(exercise("no-such"), Err(ExerciseError::NoExercise(_))));
}

#[test]
fn every_kind_of_question_is_asked() {
    let kinds: BTreeSet<Kind> =
        exercises().iter().flat_map(|file| file.exercise.questions.iter().map(|question| question.answer.kind())).collect();
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

/// The example of the guide: the indented lines after its heading.
fn example() -> String {
    let readme = include_str!("../README.md");
    let guide = readme.split("## Write an exercise").nth(1).unwrap();
    let lines = guide.lines().skip_while(|line| !line.starts_with("    (")).take_while(|line| line.starts_with("    "));
    lines.map(|line| &line[4..]).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_guides_example_works_and_its_error_is_the_one_it_shows() {
    let text = example();
    let file = Arc::new(ExerciseFile::from_text(&text, "weights.ron").unwrap_or_else(|error| panic!("{error}")));
    for number in 0..VARIANTS {
        assert_eq!(worked(&file, number).refuted(), Vec::<&str>::new());
    }
    assert_eq!(file.exercise.untranslated(), Vec::<&str>::new());
    let wrong = text.replacen("DividedBy(\"divisor\")", "DividedBy(\"teiler\")", 1);
    let error = ExerciseFile::from_text(&wrong, "weights.ron").unwrap_err().to_string();
    assert!(include_str!("../README.md").contains(&format!("error: {error}")), "{error}");
}
