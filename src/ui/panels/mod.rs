//! What stands around the views: tabs, strip, drawer, inspector, status.

pub mod checks;
pub mod drawer;
pub mod inspector;
pub mod side;
pub mod status;
pub mod strip;
pub mod top;
