//! The program held against golden data: every case of a folder, as PyTorch and transformers answer it.
//!
//! The folder is `tests/reference`, or the one that the environment variable `TRANSFORMER_LAB_REFERENCE` names. Each case is
//! answered in double precision at the manifest's tolerance, and in single precision at 10⁻⁴; what the library itself computed in
//! single precision is expected of our single precision at the manifest's tolerance. An expected tensor without an answer fails, and so does a
//! case of an unknown kind.
//!
//! `cargo test --test reference -- mha` runs the cases whose name contains a word.

mod reference_kinds;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use reference_kinds::answers::{Answers, Comparison};
use reference_kinds::manifest::{Case, Entry, Manifest, Result, Role, Tolerance};
use reference_kinds::{KINDS, Kind, LATER, case_left, single_precision};

/// The tolerance of single precision against expectations in double precision.
const SINGLE: Tolerance = Tolerance { abs: 1e-4, rel: 1e-4 };
/// What rounding the inputs may use up of it, so that a tenth is left to the arithmetic.
const ROUNDING: Tolerance = Tolerance { abs: 0.9e-4, rel: 0.9e-4 };

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if asked("--list") {
        // Runners that list tests first see one, which is never ignored.
        if !asked("--ignored") {
            println!("reference: test");
        }
        return ExitCode::SUCCESS;
    }
    let word = arguments.iter().find(|argument| !argument.starts_with('-')).map_or("", String::as_str);
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let folder = std::env::var_os("TRANSFORMER_LAB_REFERENCE").map_or(usual, PathBuf::from);
    match Manifest::read(&folder) {
        Ok(manifest) => report(&folder, &manifest, word),
        Err(error) => {
            println!("FAILED {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the cases whose name contains `word`, and prints a line a kind.
fn report(folder: &Path, manifest: &Manifest, word: &str) -> ExitCode {
    let asked = |case: &&Entry| format!("reference {}", case.id).contains(word);
    let mut kinds: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut later: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in manifest.cases.iter().filter(asked) {
        if LATER.contains(&entry.kind.as_str()) {
            *later.entry(&entry.kind).or_default() += 1;
            continue;
        }
        let tally = kinds.entry(&entry.kind).or_default();
        tally.cases += 1;
        match (case_left(entry), KINDS.iter().find(|kind| kind.name == entry.kind)) {
            (Some(why), _) => *tally.left.entry(why).or_default() += 1,
            (None, Some(kind)) => tally.run(folder, entry, kind),
            (None, None) => tally.fail(entry, "", "this test knows no such kind"),
        }
    }
    if kinds.is_empty() && later.is_empty() {
        println!("0 passed, 0 failed");
        return ExitCode::SUCCESS;
    }
    println!("\nreference: {}", folder.display());
    println!("{:<14} {:>5} {:>5} {:>5} {:>9} {:>10} {:>10}", "kind", "cases", "f64", "f32", "numbers", "worst f64", "worst f32");
    for (name, tally) in &kinds {
        println!("{name:<14} {tally}");
    }
    let later: Vec<String> = later.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    println!("kinds left for later: {}", if later.is_empty() { "none".to_owned() } else { later.join(", ") });
    let passed: usize = kinds.values().map(|tally| tally.passed).sum();
    let failed: usize = kinds.values().map(|tally| tally.failed).sum();
    println!("{passed} passed, {failed} failed\n");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of the cases of a kind.
#[derive(Default)]
struct Tally {
    cases: usize,
    /// Cases answered in each precision, and the worst difference there.
    double: Precision,
    single: Precision,
    /// Numbers compared.
    numbers: usize,
    passed: usize,
    failed: usize,
    /// Cases left for later, and cases left out of single precision, by reason.
    left: BTreeMap<&'static str, usize>,
    not_single: BTreeMap<&'static str, usize>,
}

#[derive(Default)]
struct Precision {
    cases: usize,
    worst: f64,
}

/// Which expected tensors are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// Those that the library computed in double precision, and whole numbers.
    Double,
    /// Those that the library computed in single precision.
    Single,
}

impl Tally {
    /// Answers one case in both precisions.
    fn run(&mut self, folder: &Path, entry: &Entry, kind: &Kind) {
        let failed = self.failed;
        match Case::read(folder, entry) {
            Ok(case) => self.both(&case, kind),
            Err(error) => self.fail(entry, "", &error),
        }
        if self.failed == failed {
            self.passed += 1;
        } else {
            self.failed = failed + 1;
        }
    }

    fn both(&mut self, case: &Case, kind: &Kind) {
        let entry = case.entry;
        self.double.cases += 1;
        match answer(kind.double, case) {
            Ok(answers) => self.double.worst = self.compare(case, "f64", &answers, Expected::Double, None).max(self.double.worst),
            Err(error) => self.fail(entry, "f64", &error),
        }

        let fits = single_precision(case, || survives_rounding(case, kind));
        let from_single = case.of_role(Role::Expected).any(|(_, facts, _)| facts.is_single());
        if let Err(why) = fits {
            *self.not_single.entry(why).or_default() += 1;
        }
        if fits.is_err() && !from_single {
            return;
        }
        self.single.cases += 1;
        match answer(kind.single, case) {
            Ok(answers) => {
                let mut worst = self.compare(case, "f32", &answers, Expected::Single, None);
                if fits.is_ok() {
                    worst = worst.max(self.compare(case, "f32", &answers, Expected::Double, Some(SINGLE)));
                }
                self.single.worst = worst.max(self.single.worst);
            }
            Err(error) => self.fail(entry, "f32", &error),
        }
    }

    /// Compares answers with what is expected, at `tolerance` or the manifest's; the worst difference.
    fn compare(&mut self, case: &Case, precision: &str, answers: &Answers, which: Expected, tolerance: Option<Tolerance>) -> f64 {
        let mut worst = 0.0_f64;
        for (name, comparison) in comparisons(case, answers, which, tolerance) {
            match comparison {
                Ok(comparison) => {
                    self.numbers += comparison.entries;
                    worst = worst.max(comparison.worst);
                    if let Some(first) = comparison.first {
                        let counts = format!("{} of {} differ", comparison.differing, comparison.entries);
                        self.fail(case.entry, precision, &format!("{name}: {first}; {counts}"));
                    }
                }
                Err(error) => self.fail(case.entry, precision, &format!("{name}: {error}")),
            }
        }
        worst
    }

    fn fail(&mut self, entry: &Entry, precision: &str, why: &str) {
        self.failed += 1;
        println!("FAILED {} {precision} {why}", entry.id);
    }
}

/// Answers a case; a panic of the engine is an error of the case.
fn answer(function: fn(&Case) -> Result<Answers>, case: &Case) -> Result<Answers> {
    catch_unwind(AssertUnwindSafe(|| function(case))).unwrap_or_else(|_| Err("the engine panicked".to_owned()))
}

/// Each expected tensor, held against its answer.
fn comparisons<'a>(
    case: &'a Case,
    answers: &'a Answers,
    which: Expected,
    tolerance: Option<Tolerance>,
) -> impl Iterator<Item = (&'a str, Result<Comparison>)> {
    let wanted = case.of_role(Role::Expected).filter(move |(_, facts, _)| facts.is_single() == (which == Expected::Single));
    wanted.map(move |(name, facts, expected)| {
        let tolerance = tolerance.or(facts.tolerance).unwrap_or(case.entry.tolerance);
        (name, answers.compare(name, expected, tolerance))
    })
}

/// Whether double precision, from inputs rounded to f32, still gives what is expected, as far as single precision is asked.
fn survives_rounding(case: &Case, kind: &Kind) -> bool {
    let Ok(answers) = answer(kind.double, &case.rounded()) else { return true };
    comparisons(case, &answers, Expected::Double, Some(ROUNDING)).all(|(_, comparison)| match comparison {
        Ok(comparison) => comparison.first.is_none(),
        // What is wrong beyond rounding shall be told by the comparison itself.
        Err(_) => true,
    })
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (double, single) = (&self.double, &self.single);
        write!(
            f,
            "{:>5} {:>5} {:>5} {:>9} {:>10.1e} {:>10.1e}",
            self.cases, double.cases, single.cases, self.numbers, double.worst, single.worst
        )?;
        let left = self.left.iter().map(|(why, count)| format!("left for later: {count} {why}"));
        let not_single = self.not_single.iter().map(|(why, count)| format!("not in f32: {count} {why}"));
        let notes: Vec<String> = left.chain(not_single).collect();
        write!(f, "  {}", notes.join("; "))
    }
}
