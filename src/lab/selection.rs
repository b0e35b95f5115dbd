//! What is chosen: one selection for all views.

use crate::graph::{Cell, Scope, Site};

/// What is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The value in view.
    pub site: Option<Site>,
    /// The cell of it.
    pub cell: Option<Cell>,
    /// The head whose steps are shown, where a block has several.
    pub head: usize,
}

impl Selection {
    /// Chooses a value. The cell stays chosen: where the next value has one at its place, it is followed from step to step.
    pub fn choose(&mut self, site: Site) {
        self.site = Some(site);
        self.head = site.scope.head.unwrap_or(self.head);
    }

    /// The scope of the chosen value.
    pub fn scope(&self) -> Option<Scope> {
        self.site.map(|site| site.scope)
    }
}
