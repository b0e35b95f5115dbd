//! The window: theme, widgets, views, panels. Shows what the lab holds; never the other way round.

pub mod app;
pub mod choices;
pub mod context;
pub mod controls;
pub mod copied;
pub mod describe;
pub mod equation;
pub mod export;
pub mod formula;
pub mod gradients;
pub mod locale;
pub mod look;
pub mod looks;
pub mod measured;
pub mod numbers;
pub mod panels;
pub mod picture;
pub mod refusal;
pub mod search;
pub mod theme;
pub mod views;
pub mod widgets;
