//! The window: theme, widgets, views, panels. Shows what the lab holds; never the other way round.

pub mod controls;
pub mod locale;
pub mod numbers;
pub mod picture;
pub mod theme;
pub mod widgets;
