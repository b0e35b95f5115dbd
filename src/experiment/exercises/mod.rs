//! Exercises: a statement, questions whose answers the lab computes, hints, a solution; and fresh variants of the same.
//!
//! A teacher writes an exercise as RON ([`Exercise`]). A [`Variant`] of it is a pure function of its number: it fixes what the
//! [`Variable`]s hold, and with that the experiment and every text. [`Variant::work_out`] builds and runs that experiment and
//! takes each answer from it, so that it is right by construction; [`check`] holds a [`Reply`] against it.

mod amount;
mod answer;
mod answer_text;
mod check;
mod error;
mod format;
mod limits;
mod progress;
mod reference;
mod settings;
mod shipped;
mod variant;
mod work;

pub use amount::{Address, Amount};
pub use answer::Answer;
pub use answer_text::{Reading, table};
pub use check::{Mark, Marked, Remark, Reply, check};
pub use error::{ExerciseError, Flaw};
pub use format::{Base, Exercise, ExerciseFile, Explanation, Mistake, Named, Question, Topic, VERSION, is_exercise};
pub use limits::{Lock, Screen};
pub use progress::{Progress, Record, Standing};
pub use reference::{Kind, Reference};
pub use settings::{Matrix, Setting};
pub use shipped::{exercise, exercises, names};
pub use variant::{Draw, Names, Value, Variable, written};
pub use work::{Asked, Shown, Variant, Worked};
