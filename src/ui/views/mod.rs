//! The views: one folder each, from a [`Context`](super::context::Context) to pixels.
//!
//! To add one: a folder with a `…_ui` function, a variant here, and its two strings.

pub mod attention;
pub mod compare;
pub mod cost;
pub mod equations;
pub mod exercises;
pub mod flow;
pub mod generate;
pub mod steps;
pub mod weights;

use super::context::Context;
use super::controls::{Notice, notice, segmented};
use super::locale::Locale;
use super::panels::inspector::{InspectorState, inspector_ui};
use crate::experiment::exercises::Screen;
use crate::lab::RunState;
use eframe::egui::Ui;

/// The views, in the order of their tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum View {
    /// The model as the paper draws it.
    Flow,
    /// The model as equations.
    Equations,
    /// The calculation, step by step.
    #[default]
    Steps,
    /// The attention of all layers and heads.
    Attention,
    /// Every weight.
    Weights,
    /// Token by token.
    Generate,
    /// Where the parameters are, and what length costs.
    Cost,
    /// Two experiments that differ in one choice.
    Compare,
    /// Questions whose answers the lab knows.
    Exercises,
}

impl View {
    /// All views.
    pub const ALL: [Self; 9] = [
        Self::Flow,
        Self::Equations,
        Self::Steps,
        Self::Attention,
        Self::Weights,
        Self::Generate,
        Self::Cost,
        Self::Compare,
        Self::Exercises,
    ];

    /// The name on its tab.
    pub fn title(self, locale: &Locale) -> String {
        locale.text(match self {
            Self::Flow => "view-flow",
            Self::Equations => "view-equations",
            Self::Steps => "view-steps",
            Self::Attention => "view-attention",
            Self::Weights => "view-weights",
            Self::Generate => "view-generate",
            Self::Cost => "view-cost",
            Self::Compare => "view-compare",
            Self::Exercises => "view-exercises",
        })
    }

    /// Its names in exercises, which hide it by any of them. The equations stand under the tab of Flow.
    pub const fn screens(self) -> &'static [Screen] {
        match self {
            Self::Flow => &[Screen::Flow],
            Self::Equations => &[Screen::Flow, Screen::Equations],
            Self::Steps => &[Screen::Steps],
            Self::Attention => &[Screen::Attention],
            Self::Weights => &[Screen::Weights],
            Self::Generate => &[Screen::Generate],
            Self::Cost => &[Screen::Cost],
            Self::Compare => &[Screen::Compare],
            Self::Exercises => &[],
        }
    }

    /// Whether a chosen value is looked into beside it.
    pub const fn has_inspector(self) -> bool {
        !matches!(self, Self::Cost | Self::Compare | Self::Exercises)
    }
}

impl View {
    /// The view under whose tab it is found: the equations are another picture of what Flow draws.
    pub const fn tab(self) -> Self {
        match self {
            Self::Equations => Self::Flow,
            other => other,
        }
    }
}

/// The choice between the drawing of the model and its equations.
pub fn picture_choice_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let (drawing, equations) = (ctx.locale.text("flow-drawing"), ctx.locale.text("view-equations"));
    let mut view = ctx.settings.view;
    if segmented(ui, "", &mut view, &[(View::Flow, &drawing), (View::Equations, &equations)]).changed() {
        ctx.open(view);
    }
}

/// What each view keeps between frames.
#[derive(Default)]
pub struct ViewStates {
    /// Of the steps.
    pub steps: steps::StepsState,
    /// Of the attention maps.
    pub attention: attention::AttentionState,
    /// Of the equations.
    pub equations: equations::EquationsState,
    /// Of the drawing of the model.
    pub flow: flow::FlowState,
    /// Of the weights.
    pub weights: weights::WeightsState,
    /// Of the generation.
    pub generate: generate::GenerateState,
    /// Of the costs.
    pub cost: cost::CostState,
    /// Of the exercises.
    pub exercises: exercises::ExercisesState,
    /// Of the comparisons.
    pub compare: compare::CompareState,
}

/// Draws a view.
pub fn view_ui(ui: &mut Ui, view: View, ctx: &mut Context<'_>, states: &mut ViewStates) {
    match view {
        View::Steps => steps::steps_ui(ui, ctx, &mut states.steps),
        View::Attention => attention::attention_ui(ui, ctx, &mut states.attention),
        View::Equations => equations::equations_ui(ui, ctx, &mut states.equations),
        View::Flow => flow::flow_ui(ui, ctx, &mut states.flow),
        View::Weights => weights::weights_ui(ui, ctx, &mut states.weights),
        View::Generate => generate::generate_ui(ui, ctx, &mut states.generate),
        View::Cost => cost::cost_ui(ui, ctx, &mut states.cost),
        View::Exercises => exercises::exercises_ui(ui, ctx, &mut states.exercises),
        View::Compare => compare::compare_ui(ui, ctx, &mut states.compare),
    }
}

/// Draws what the panel at the right says of a view: what is chosen in it, by default a number.
pub fn inspect_ui(ui: &mut Ui, view: View, ctx: &mut Context<'_>, states: &mut ViewStates, inspector: &mut InspectorState) {
    match view {
        View::Generate => generate::inspector_ui(ui, ctx, &mut states.generate),
        View::Steps | View::Attention | View::Flow | View::Equations | View::Weights | View::Cost | View::Compare | View::Exercises => {
            inspector_ui(ui, ctx, inspector);
        }
    }
}

/// A stage with nothing but a few words on it.
pub fn empty_ui(ui: &mut Ui, words: impl FnOnce(&mut Ui)) {
    crate::ui::app::frame::stage(ui).show(ui, |ui| {
        ui.take_available_space();
        words(ui);
    });
}

/// What stands where the values would be, as long as there are none.
pub fn waiting_ui(ui: &mut Ui, ctx: &Context<'_>) {
    match ctx.lab.run_state() {
        RunState::Failed(why) => {
            notice(ui, Notice::Wrong, why);
        }
        RunState::Counted => {
            notice(ui, Notice::Hint, &ctx.locale.text("stage-counted"));
        }
        RunState::Running | RunState::Done | RunState::Stopped => {
            notice(ui, Notice::Hint, &ctx.locale.text("stage-running"));
        }
    }
}
