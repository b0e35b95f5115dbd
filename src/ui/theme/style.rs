//! What egui's own widgets look like in this window.

use eframe::egui::style::{Selection, TextCursorStyle, WidgetVisuals, Widgets};
use eframe::egui::{
    Color32, Margin, Shadow, Stroke, Style, TextStyle, Theme, Vec2, Visuals, style::HandleShape,
    style::ScrollStyle, vec2,
};

use super::{MOVE, Palette, space, text};

pub(super) fn apply(style: &mut Style, theme: Theme) {
    style.text_styles = [
        (TextStyle::Heading, text::title()),
        (TextStyle::Body, text::body()),
        (TextStyle::Button, text::body()),
        (TextStyle::Monospace, text::digits()),
        (TextStyle::Small, text::small()),
    ]
    .into();
    style.explanation_tooltips = false;
    style.drag_value_text_style = TextStyle::Monospace;
    style.animation_time = MOVE;
    style.visuals = visuals(theme);

    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::splat(space::SMALL);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(8);
    spacing.button_padding = vec2(space::MEDIUM, space::XS);
    spacing.interact_size = vec2(space::CONTROL_HEIGHT, space::CONTROL_HEIGHT);
    spacing.indent = space::LARGE;
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 8.0;
    spacing.icon_spacing = space::SMALL;
    spacing.slider_rail_height = space::XS;
    spacing.tooltip_width = 280.0;
    spacing.menu_width = 280.0;
    spacing.scroll = ScrollStyle {
        bar_width: space::SMALL,
        ..ScrollStyle::thin()
    };

    // Cells answer at once; help that should wait asks for its own delay.
    style.interaction.tooltip_delay = 0.4;
    style.interaction.show_tooltips_only_when_still = false;
    style.interaction.selectable_labels = false;
}

fn visuals(theme: Theme) -> Visuals {
    let p = Palette::of(theme);
    let base = match theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };
    // Black, since a shadow is the absence of light in both themes.
    let shadow = Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: Color32::from_black_alpha(48),
    };
    Visuals {
        weak_text_color: Some(p.text3),
        widgets: widgets(p),
        // Its stroke is also the frame of a text field that is written in.
        selection: Selection {
            bg_fill: p.marked(),
            stroke: Stroke::new(space::LINE, p.text),
        },
        hyperlink_color: p.accent,
        faint_bg_color: p.bg,
        extreme_bg_color: p.sunken,
        code_bg_color: p.sunken,
        warn_fg_color: p.wrong,
        error_fg_color: p.wrong,
        window_corner_radius: space::CARD_RADIUS,
        window_shadow: shadow,
        window_fill: p.surface,
        window_stroke: Stroke::new(space::LINE, p.divider),
        window_highlight_topmost: false,
        menu_corner_radius: space::CARD_RADIUS,
        panel_fill: p.surface,
        popup_shadow: shadow,
        text_cursor: TextCursorStyle {
            stroke: Stroke::new(space::FRAME, p.accent),
            ..TextCursorStyle::default()
        },
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        ..base
    }
}

fn widgets(p: &Palette) -> Widgets {
    let widget = |fill, frame, ink| WidgetVisuals {
        bg_fill: p.sunken,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(space::LINE, frame),
        corner_radius: space::CONTROL_RADIUS,
        fg_stroke: Stroke::new(space::LINE, ink),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: WidgetVisuals {
            bg_fill: p.surface,
            ..widget(p.surface, p.divider, p.text)
        },
        inactive: widget(p.surface, p.line, p.text),
        hovered: widget(p.hover(), p.line, p.text),
        active: widget(p.pressed(), p.accent, p.text),
        open: widget(p.hover(), p.line, p.text),
    }
}
