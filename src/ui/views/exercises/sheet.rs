//! The sheet on which an exercise is answered: what was typed, what was checked, what was uncovered.

use std::sync::Arc;

use eframe::egui::{Ui, Vec2};

use crate::experiment::exercises::{Answer, Asked, ExerciseError, Kind, Mark, Marked, Reply, Variant, Worked, check};
use crate::lab::{Report, Task};
use crate::ui::widgets::GridState;

/// An answer while it is being written.
pub enum Draft {
    /// Numbers, cell by cell.
    Cells(Vec<Vec<String>>),
    /// One line: a number, or tokens.
    Line(String),
    /// One of several.
    Choice(Option<usize>),
}

impl Draft {
    /// What stands in a field of numbers; nothing where another kind of answer is asked for.
    pub fn typed(&self, row: usize, column: usize) -> &str {
        match self {
            Self::Cells(cells) => cells.get(row).and_then(|cells| cells.get(column)).map_or("", |typed| typed.trim()),
            Self::Line(line) => line.trim(),
            Self::Choice(_) => "",
        }
    }

    fn of(asked: &Asked) -> Self {
        match (&asked.answer, asked.kind) {
            (Answer::Numbers(numbers), Kind::Vector | Kind::Matrix) => {
                Self::Cells(vec![vec![String::new(); numbers.ncols()]; numbers.nrows()])
            }
            (Answer::Choice(_), _) => Self::Choice(None),
            _ => Self::Line(String::new()),
        }
    }

    fn reply(&self, kind: Kind) -> Reply {
        match self {
            Self::Cells(cells) => Reply::of_cells(cells),
            Self::Line(text) => Reply::of_text(kind, text),
            Self::Choice(choice) => Reply::Choice(*choice),
        }
    }

    /// Whether nothing was written.
    fn is_empty(&self) -> bool {
        match self {
            Self::Cells(cells) => cells.iter().flatten().all(|text| text.trim().is_empty()),
            Self::Line(text) => text.trim().is_empty(),
            Self::Choice(choice) => choice.is_none(),
        }
    }
}

/// What is known of a variant.
pub enum Work {
    /// Its answers are being worked out.
    UnderWay(Task<Result<Box<Worked>, Box<ExerciseError>>>),
    /// They are there.
    Done(Box<Worked>),
    /// They cannot be had, and why.
    Failed(Box<ExerciseError>),
    /// The system gives no thread to work them out on.
    NoThread(std::io::Error),
    /// Somebody stopped it.
    Stopped,
}

/// The sheet of one variant.
pub struct Sheet {
    /// Which.
    pub variant: Arc<Variant>,
    /// What is known of it.
    pub work: Work,
    /// An answer for each question.
    pub drafts: Vec<Draft>,
    /// How each fared when it was checked last; it goes when the answer is changed.
    pub marked: Vec<Option<Marked>>,
    /// The answer that is to be brought into view: the first one that is not right.
    pub reveal: Option<usize>,
    /// Hints that are open.
    pub hints: usize,
    /// Whether the solution is open.
    pub solution: bool,
    /// The parts of large matrices that are shown.
    pub grids: Vec<GridState>,
    /// The room that matrices took when they were drawn last: those given, then those of the solution.
    pub measured: Vec<Option<Vec2>>,
}

impl Sheet {
    /// An empty sheet; its answers are worked out beside the window.
    pub fn new(ui: &Ui, variant: &Arc<Variant>) -> Self {
        let work = begin(ui, variant);
        Self {
            variant: Arc::clone(variant),
            work,
            drafts: Vec::new(),
            marked: Vec::new(),
            reveal: None,
            hints: 0,
            solution: false,
            grids: Vec::new(),
            measured: Vec::new(),
        }
    }

    /// Works them out once more.
    pub fn again(&mut self, ui: &Ui) {
        self.work = begin(ui, &self.variant);
    }

    /// Takes in what has been worked out.
    pub fn poll(&mut self) {
        if let Work::UnderWay(task) = &mut self.work {
            let stopping = task.is_stopping();
            match task.poll() {
                Some(_) if stopping => self.work = Work::Stopped,
                Some(result) => self.take(result),
                None => {}
            }
        }
    }

    /// Waits for it.
    pub fn finish(&mut self) {
        if let Work::UnderWay(task) = &mut self.work
            && let Some(result) = task.wait()
        {
            self.take(result);
        }
    }

    fn take(&mut self, result: Result<Box<Worked>, Box<ExerciseError>>) {
        match result {
            Ok(worked) => {
                self.drafts = worked.asked.iter().map(Draft::of).collect();
                self.marked = vec![None; worked.asked.len()];
                let matrices = worked.given.len() + worked.asked.len();
                self.measured = vec![None; matrices];
                self.grids.resize_with(matrices, GridState::default);
                self.work = Work::Done(worked);
            }
            Err(why) => self.work = Work::Failed(why),
        }
    }

    /// Whether anything was written.
    pub fn is_empty(&self) -> bool {
        self.drafts.iter().all(Draft::is_empty)
    }

    /// Whether something stands on it that is not to be lost.
    pub fn is_begun(&self) -> bool {
        !self.is_empty() || self.hints > 0 || self.solution
    }

    /// Looks at all answers; whether all are right.
    pub fn check(&mut self) -> bool {
        let Work::Done(worked) = &self.work else { return false };
        self.marked = worked.asked.iter().zip(&self.drafts).map(|(asked, draft)| Some(check(asked, &draft.reply(asked.kind)))).collect();
        self.reveal = self.marked.iter().position(|marked| !marked.as_ref().is_some_and(Marked::is_right));
        self.is_right()
    }

    /// Whether all answers were looked at and are right.
    pub fn is_right(&self) -> bool {
        !self.marked.is_empty() && self.marked.iter().all(|marked| marked.as_ref().is_some_and(Marked::is_right))
    }

    /// Whether an answer was looked at since it was changed last.
    pub fn was_checked(&self) -> bool {
        self.marked.iter().any(Option::is_some)
    }
}

fn begin(ui: &Ui, variant: &Arc<Variant>) -> Work {
    let repaint = ui.ctx().clone();
    let mut task = Task::new("exercise", Arc::new(move || repaint.request_repaint()));
    let own = Arc::clone(variant);
    let work = move |report: &Report<Result<Box<Worked>, Box<ExerciseError>>>| {
        report.send(own.work_out(report.control()).map(Box::new).map_err(Box::new));
    };
    match task.start(work) {
        Ok(()) => Work::UnderWay(task),
        Err(error) => Work::NoThread(error),
    }
}

/// How one cell of an answer fared: nothing where it was not looked at, or is not filled in.
pub fn fared(marked: Option<&Marked>, row: usize, column: usize) -> Option<bool> {
    match marked?.cells.get(row)?.get(column)? {
        Mark::Right => Some(true),
        Mark::Wrong { .. } => Some(false),
        Mark::Missing => None,
    }
}
