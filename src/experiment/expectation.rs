//! What must come out of an experiment.

use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::graph::Site;

/// The tolerance where none is given: half a unit of the eighth decimal.
fn usual_tolerance() -> f64 {
    5e-9
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_usual_tolerance(tolerance: &f64) -> bool {
    tolerance.eq(&usual_tolerance())
}

/// Whether a field may be left out when it is written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// One thing that must come out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// The numbers at a site, from row `first` on.
    Values {
        /// Where.
        site: Site,
        /// The first row compared.
        #[serde(default, skip_serializing_if = "is_default")]
        first: usize,
        /// The numbers.
        values: Table,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance", skip_serializing_if = "is_usual_tolerance")]
        tolerance: f64,
        /// Largest difference allowed as a part of the number expected, on top of that.
        #[serde(default, skip_serializing_if = "is_default")]
        relative: f64,
    },
    /// The mean of each row.
    RowMeans {
        /// Where.
        site: Site,
        /// The means.
        values: Vec<f64>,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance", skip_serializing_if = "is_usual_tolerance")]
        tolerance: f64,
    },
    /// The standard deviation of each row (of the whole population).
    RowDeviations {
        /// Where.
        site: Site,
        /// The deviations.
        values: Vec<f64>,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance", skip_serializing_if = "is_usual_tolerance")]
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
        #[serde(default = "usual_tolerance", skip_serializing_if = "is_usual_tolerance")]
        tolerance: f64,
    },
    /// The angle between two rows, in degrees.
    Angle {
        /// Where.
        site: Site,
        /// Which rows.
        rows: (usize, usize),
        /// The angle.
        degrees: f64,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance", skip_serializing_if = "is_usual_tolerance")]
        tolerance: f64,
    },
    /// The largest absolute value at a site.
    Largest {
        /// Where.
        site: Site,
        /// The value.
        value: f64,
        /// Largest difference allowed.
        #[serde(default = "usual_tolerance", skip_serializing_if = "is_usual_tolerance")]
        tolerance: f64,
        /// Largest difference allowed as a part of the value expected, on top of that.
        #[serde(default, skip_serializing_if = "is_default")]
        relative: f64,
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
    /// How many numbers stand at a site.
    Count {
        /// Where.
        site: Site,
        /// How many.
        value: usize,
    },
    /// How many parameters the weights have whose sites begin with `of`; all weights where it is empty.
    Parameters {
        /// The beginning of the sites, such as `encoder.0.feed_forward`.
        #[serde(default, skip_serializing_if = "is_default")]
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
    /// The tokens that the source is cut into.
    SourceTokens {
        /// In order.
        tokens: Vec<String>,
    },
    /// The tokens that are generated.
    Generated {
        /// In order.
        tokens: Vec<String>,
    },
}

impl Expectation {
    /// The value that it speaks of; of a whole model there is none.
    pub const fn site(&self) -> Option<Site> {
        match self {
            Self::Values { site, .. }
            | Self::RowMeans { site, .. }
            | Self::RowDeviations { site, .. }
            | Self::Cosine { site, .. }
            | Self::Angle { site, .. }
            | Self::Largest { site, .. }
            | Self::Shape { site, .. }
            | Self::Count { site, .. }
            | Self::FirstNaN { site }
            | Self::FirstInfinity { site }
            | Self::Finite { site } => Some(*site),
            Self::Parameters { .. } | Self::SourceTokens { .. } | Self::Generated { .. } => None,
        }
    }
}

/// Two expectations are the same if they are written the same; so one of NaN equals its copy.
impl PartialEq for Expectation {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && format!("{self:?}") == format!("{other:?}")
    }
}
