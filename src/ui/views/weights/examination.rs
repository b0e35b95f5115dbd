//! What is found out about a weight as a whole: how its numbers are distributed, and how far they are from those it was opened with.

use std::sync::Arc;

use eframe::egui::Ui;

use super::background::Background;
use super::now::Now;
use crate::experiment::Prepared;
use crate::graph::{Matrix, Site};
use crate::lab::{Difference, saved_numbers};
use crate::ui::context::Context;
use crate::ui::widgets::Bins;

/// Up to so many numbers are looked through within a frame, or drawn anew and compared.
const READ_AT_ONCE: usize = 1 << 20;
const DRAWN_AT_ONCE: usize = 1 << 16;
/// Bars of a histogram, at least and at most.
const FEWEST_BINS: usize = 8;
const MOST_BINS: usize = 40;

/// What was found out.
pub struct Findings {
    /// How the numbers are distributed.
    pub bins: Bins,
    /// How far they are from those that were opened; `None` where nothing was changed, and where there is nothing to compare with.
    pub difference: Option<Difference>,
}

/// The findings about the weight in view, and how they are come by.
#[derive(Default)]
pub struct Examination {
    subject: Option<Subject>,
    findings: Option<Arc<Findings>>,
    work: Option<Background<Findings>>,
}

/// What is examined.
#[derive(Clone)]
struct Subject {
    matrix: Matrix,
    site: Site,
    saved: Arc<Prepared>,
    changed: bool,
}

impl Subject {
    fn same(&self, other: &Self) -> bool {
        self.matrix.same(&other.matrix)
            && self.site == other.site
            && Arc::ptr_eq(&self.saved, &other.saved)
            && self.changed == other.changed
    }

    fn examine(&self) -> Findings {
        let cells = self.matrix.shape().cells();
        let count = cells.isqrt().clamp(FEWEST_BINS, MOST_BINS);
        let bins = match &self.matrix {
            Matrix::F32(values) => Bins::of(values.iter().map(|&value| f64::from(value)), count),
            Matrix::F64(values) => Bins::of(values.iter().copied(), count),
        };
        let before = self.changed.then(|| saved_numbers(&self.saved, self.site, &self.matrix).ok()).flatten();
        Findings { bins, difference: before.and_then(|before| Difference::between(&self.matrix, before)) }
    }
}

impl Examination {
    /// The findings about the numbers of the last run; those about earlier numbers as long as there are no newer ones.
    pub fn of(&mut self, ui: &Ui, ctx: &Context<'_>, now: &Now, site: Site) -> Option<Arc<Findings>> {
        let document = ctx.lab.document();
        let saved = Arc::clone(document.saved_prepared());
        let subject = Subject { matrix: now.look.matrix.clone(), site, saved, changed: document.changed_weights().contains(&site) };
        if !self.subject.as_ref().is_some_and(|last| last.same(&subject)) {
            self.subject = Some(subject.clone());
            self.work = None;
            let at_once = if subject.changed { DRAWN_AT_ONCE } else { READ_AT_ONCE };
            if subject.matrix.shape().cells() <= at_once {
                self.findings = Some(Arc::new(subject.examine()));
            } else {
                self.work = Background::start(ui, move || subject.examine());
            }
        }
        match self.work.as_ref().map(Background::poll) {
            Some(Some(result)) => {
                self.work = None;
                self.findings = result.ok().map(Arc::new).or(self.findings.take());
            }
            Some(None) => ui.request_repaint(),
            None => {}
        }
        self.findings.clone()
    }

    /// Whether newer findings are on their way.
    pub fn is_under_way(&self) -> bool {
        self.work.is_some()
    }
}
