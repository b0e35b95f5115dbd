//! What somebody has tried and solved.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// How far somebody is with an exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Nothing was done.
    #[default]
    NotTried,
    /// It was tried, or its solution was looked at.
    Tried,
    /// A variant of it was solved without looking at its solution.
    Solved,
}

/// What is kept of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// How often an answer was checked.
    pub tries: u32,
    /// Variants that were solved.
    pub solved: BTreeSet<u64>,
    /// Variants whose solution was looked at before.
    pub shown: BTreeSet<u64>,
    /// The variant that was open last.
    pub variant: u64,
}

/// What is kept of all exercises, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    records: BTreeMap<String, Record>,
}

impl Progress {
    /// What is kept of an exercise.
    pub fn of(&self, name: &str) -> Option<&Record> {
        self.records.get(name)
    }

    /// How far somebody is with an exercise.
    pub fn standing(&self, name: &str) -> Standing {
        match self.of(name) {
            Some(record) if !record.solved.is_empty() => Standing::Solved,
            Some(record) if record.tries > 0 || !record.shown.is_empty() => Standing::Tried,
            _ => Standing::NotTried,
        }
    }

    /// Whether nothing of a variant needs to be hidden any more.
    pub fn is_settled(&self, name: &str, variant: u64) -> bool {
        self.of(name).is_some_and(|record| record.solved.contains(&variant) || record.shown.contains(&variant))
    }

    /// A variant was opened.
    pub fn open(&mut self, name: &str, variant: u64) {
        self.record(name).variant = variant;
    }

    /// An answer was checked. A variant whose solution was shown can no longer be solved; another one can.
    pub fn tried(&mut self, name: &str, variant: u64, right: bool) {
        let record = self.record(name);
        record.tries = record.tries.saturating_add(1);
        if right && !record.shown.contains(&variant) {
            record.solved.insert(variant);
        }
    }

    /// The solution of a variant was looked at.
    pub fn shown(&mut self, name: &str, variant: u64) {
        let record = self.record(name);
        if !record.solved.contains(&variant) {
            record.shown.insert(variant);
        }
    }

    fn record(&mut self, name: &str) -> &mut Record {
        self.records.entry(name.to_owned()).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_is_what_was_solved_without_the_solution() {
        let mut progress = Progress::default();
        progress.open("a", 3);
        assert_eq!(progress.standing("a"), Standing::NotTried);
        progress.tried("a", 3, false);
        assert_eq!(progress.standing("a"), Standing::Tried);
        progress.shown("a", 3);
        progress.tried("a", 3, true);
        assert_eq!((progress.standing("a"), progress.is_settled("a", 3), progress.is_settled("a", 4)), (Standing::Tried, true, false));
        progress.tried("a", 4, true);
        progress.shown("a", 4);
        assert_eq!(progress.standing("a"), Standing::Solved);
        assert_eq!(progress.of("a").map(|record| record.tries), Some(3));
    }

    #[test]
    fn what_is_kept_survives_and_what_is_unknown_does_not_matter() {
        let mut progress = Progress::default();
        progress.tried("a", 7, true);
        let text = ron::to_string(&progress).unwrap();
        assert_eq!(ron::from_str::<Progress>(&text).unwrap(), progress);
        assert_eq!(ron::from_str::<Progress>("(records: {\"b\": (tries: 2)}, later: 1)").unwrap().standing("b"), Standing::Tried);
    }
}
