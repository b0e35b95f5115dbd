//! What must come out of an experiment.

use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::graph::Site;

/// The tolerance where none is given: half a unit of the eighth decimal.
fn usual_tolerance() -> f64 {
    5e-9
}

/// One thing that must come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Expectation {
    /// The numbers at a site, from row `first` on.
    Values {
        /// Where.
        site: Site,
        /// The first row compared.
        #[serde(default)]
        first: usize,
        /// The numbers.
        values: Table,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance")]
        tolerance: f64,
        /// Largest difference allowed as a part of the number expected, on top of that.
        #[serde(default)]
        relative: f64,
    },
    /// The mean of each row.
    RowMeans {
        /// Where.
        site: Site,
        /// The means.
        values: Vec<f64>,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance")]
        tolerance: f64,
    },
    /// The standard deviation of each row (of the whole population).
    RowDeviations {
        /// Where.
        site: Site,
        /// The deviations.
        values: Vec<f64>,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance")]
        tolerance: f64,
    },
    /// The cosine of the angle between two rows.
    Cosine {
        /// Where.
        site: Site,
        /// Which rows.
        rows: (usize, usize),
        /// The cosine.
        value: f64,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance")]
        tolerance: f64,
    },
    /// The shape at a site.
    Shape {
        /// Where.
        site: Site,
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// How many parameters the weights have whose sites begin with `of`; all weights where it is empty.
    Parameters {
        /// The beginning of the sites, such as `encoder.0.feed_forward`.
        #[serde(default)]
        of: String,
        /// How many.
        value: usize,
    },
    /// Where the first NaN of the run appears.
    FirstNaN {
        /// Where.
        site: Site,
    },
    /// Where the first infinity of the run appears.
    FirstInfinity {
        /// Where.
        site: Site,
    },
    /// No NaN and no infinity at a site.
    Finite {
        /// Where.
        site: Site,
    },
    /// The tokens that are generated.
    Generated {
        /// In order.
        tokens: Vec<String>,
    },
}
