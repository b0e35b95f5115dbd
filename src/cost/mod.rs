//! What a model costs, before it is run: parameters, operations, bytes; and how they grow with the length.

mod account;
mod additions;
mod architecture;
mod fit;
mod formula;
mod growth;
mod heads;
mod ledger;
mod memory;
mod polynomial;
mod scores;
mod work;

pub use account::{Account, Place};
pub use additions::Additions;
pub use architecture::{Architecture, Costs};
pub use fit::{PowerLaw, fit};
pub use formula::{Formula, Product, Size};
pub use growth::{Counting, Growth, Held, Storage, causal_scores};
pub use heads::{HeadCount, head_counts};
pub use ledger::{Blocks, Entry, Ledger};
pub use memory::{NODE_BYTES, graph_bytes, machine_memory, predicted_bytes, value_bytes};
pub use polynomial::Polynomial;
pub use scores::{Scores, scores};
pub use work::{Work, work};
