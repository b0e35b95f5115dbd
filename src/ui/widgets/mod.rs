//! Widgets that show matrices and what is computed from them: plain data in, what the user did out.
//!
//! Nothing of the engine is known here, and no text is written here: callers hand over numbers as functions
//! ([`Cells`]) and every word already in the user's language.

mod arcs;
mod attention_map;
mod bars;
mod calculation;
mod candidates;
mod cells;
mod count;
mod formula;
pub mod grid;
mod head_grid;
mod heat_map;
mod histogram;
mod hue;
mod legend;
pub mod linked;
mod mask_painter;
mod neuron;
mod norms;
pub mod notation;
mod scale;
mod scatter;
mod still_plot;
mod stroke;
mod sum_list;
mod table;
#[cfg(test)]
mod tests;
mod texture;
mod ticks;
mod tree;
mod unit_interval;
mod word_row;

pub use arcs::{TokenArcs, TokenArcsOutput};
pub use attention_map::{AttentionMap, AttentionWords};
pub use bars::{Bar, Bars, BarsOutput};
pub use calculation::{Calculation, CalculationLine, CalculationStrip, Expression, Factor, Term, Word};
pub use candidates::{CandidateLine, CandidateToken, Candidates};
pub use cells::{Block, Cell, Cells, Reading};
pub use formula::{Formula, Math, Typeset};
pub use grid::{Band, Edit, Labels, MaskedText, MatrixKind, MatrixOutput, MatrixView, Sizes, TitlePlace};
pub use head_grid::{Head, HeadGrid, HeadGridOutput, HeadMark};
pub use heat_map::HeatMap;
pub use histogram::{Bins, histogram};
pub use hue::Hue;
pub use legend::{ValueLegend, logarithm_switch};
pub use linked::{Arrangement, GridState, Linked, LinkedOutput, Sign, Source};
pub use mask_painter::{MaskCell, MaskPainter, MaskPainterOutput, MaskPainterState, MaskWords};
pub use neuron::{NeuronDrawing, NeuronInput, NeuronOutput, NeuronParts};
pub use norms::{NormRow, NormScale, norm_bars};
pub use scale::{Colouring, Scale};
pub use scatter::{Scatter, ScatterPoint};
pub use still_plot::{TICK_WIDTH, axis, draw_lines, still_plot};
pub use sum_list::{SumList, SumOrder, TERMS};
pub use table::{Table, TableCell, TableRow};
pub use ticks::{round_step, ticks};
pub use tree::{NodeFate, Tree, TreeLabel, TreeLink};
pub use unit_interval::{Segment, UnitInterval};
pub use word_row::{word_flow, word_row};
