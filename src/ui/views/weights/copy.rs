//! Copying numbers, so that a spreadsheet or Python has all their digits.

use eframe::egui::Ui;

use super::background::Background;
use super::now::Now;
use crate::experiment::matrix_text::{python_list, tab_separated};
use crate::graph::Matrix;
use crate::ui::widgets::Block;

/// Up to so many numbers are written within a frame.
const AT_ONCE: usize = 1 << 14;

/// As what numbers are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of numbers between tabs.
    Table,
    /// A list of lists.
    Python,
}

impl Form {
    fn write(self, matrix: &Matrix) -> String {
        match (self, matrix) {
            (Self::Table, Matrix::F32(values)) => tab_separated(values),
            (Self::Table, Matrix::F64(values)) => tab_separated(values),
            (Self::Python, Matrix::F32(values)) => python_list(values),
            (Self::Python, Matrix::F64(values)) => python_list(values),
        }
    }
}

/// What is being copied, and how many numbers were copied last.
#[derive(Default)]
pub struct Copying {
    work: Option<(usize, Background<String>)>,
    copied: Option<usize>,
}

impl Copying {
    /// Copies a block of numbers; one that takes longer than a frame is written meanwhile.
    pub fn start(&mut self, ui: &Ui, now: &Now, block: &Block, form: Form) {
        let (count, matrix) = (block.count(), now.block(block));
        if count <= AT_ONCE {
            ui.copy_text(form.write(&matrix));
            (self.work, self.copied) = (None, Some(count));
        } else {
            self.copied = None;
            self.work = Background::start(ui, move || form.write(&matrix)).map(|work| (count, work));
        }
    }

    /// Hands over what was written meanwhile, and tells how many numbers were copied last.
    pub fn poll(&mut self, ui: &Ui) -> Option<usize> {
        if let Some((count, work)) = &self.work
            && let Some(result) = work.poll()
        {
            if let Ok(text) = result {
                ui.copy_text(text);
                self.copied = Some(*count);
            }
            self.work = None;
        }
        self.copied
    }

    /// Whether numbers are being written.
    pub fn is_under_way(&self) -> bool {
        self.work.is_some()
    }
}
