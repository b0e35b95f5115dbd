//! Scenes as SVG, read back as any program would.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

use std::sync::Arc;

use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{
    Align2, Color32, ColorImage, CornerRadius, FontId, Id, Mesh, Rect, Shape, Stroke, StrokeKind, TextureOptions, Theme, Ui, pos2, vec2,
};
use roxmltree::{Document, Node};

use transformer_lab::ui::export::svg;
use transformer_lab::ui::picture::Picture;
use transformer_lab::ui::theme::{Palette, text};

fn written(contents: impl FnMut(&mut Ui)) -> String {
    let mut scene = Picture::new(vec2(200.0, 100.0), Theme::Light).scene(contents).unwrap();
    svg(&mut scene).unwrap()
}

fn elements<'a>(document: &'a Document<'_>, name: &'a str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name(name)).collect()
}

fn at(node: &Node<'_, '_>, name: &str) -> f32 {
    node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(f32::NAN)
}

#[test]
fn shapes_are_shapes_and_text_is_text() {
    let file = written(|ui| {
        let painter = ui.painter();
        let place = Rect::from_min_size(pos2(10.0, 20.0), vec2(30.0, 40.0));
        painter.rect(place, CornerRadius::same(4), Color32::RED, Stroke::new(2.0, Color32::BLUE), StrokeKind::Inside);
        painter.line_segment([pos2(1.0, 2.0), pos2(3.0, 4.0)], Stroke::new(1.0, Color32::BLACK));
        painter.circle_filled(pos2(50.0, 50.0), 5.0, Color32::from_rgba_unmultiplied(0, 255, 0, 51));
        let points = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0), pos2(20.0, 10.0)];
        painter.add(CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::new(3.0, Color32::BLACK)));
        painter.text(pos2(100.0, 50.0), Align2::LEFT_CENTER, "niño & <0.61>", text::strong_digits(), Color32::BLACK);
    });
    let document = Document::parse(&file).unwrap();
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 200 100"));

    let rects = elements(&document, "rect");
    let ground = Palette::of(Theme::Light).bg;
    assert_eq!(rects[0].attribute("fill"), Some(format!("#{:02x}{:02x}{:02x}", ground.r(), ground.g(), ground.b()).as_str()));
    // Half of a stroke that is drawn inside lies on either side of its own middle.
    let rect = rects.iter().find(|rect| rect.attribute("fill") == Some("#ff0000")).unwrap();
    assert_eq!(["x", "y", "width", "height", "rx"].map(|name| at(rect, name)), [11.0, 21.0, 28.0, 38.0, 3.0]);

    let circle = elements(&document, "circle")[0];
    assert_eq!((circle.attribute("fill"), at(&circle, "fill-opacity")), (Some("#00ff00"), 0.2));
    assert_eq!(elements(&document, "line").len(), 1);
    assert_eq!(elements(&document, "path")[0].attribute("d"), Some("M0 0C 10 0 10 10 20 10"));

    let words = elements(&document, "text")[0];
    assert_eq!(words.text(), Some("niño & <0.61>"));
    assert_eq!((at(&words, "x"), words.attribute("font-weight")), (100.0, Some("600")));
    assert!(words.attribute("font-family").unwrap().starts_with("JetBrains Mono"));
    assert!(at(&words, "textLength") > 80.0, "{}", at(&words, "textLength"));
}

#[test]
fn runs_of_a_text_keep_their_fonts_and_rows() {
    let file = written(|ui| {
        let mut job = transformer_lab::ui::widgets::notation::layout("W_Q", &FontId::proportional(13.0), Color32::BLACK);
        job.append("\nsecond", 0.0, eframe::egui::TextFormat::simple(text::small(), Color32::RED));
        job.break_on_newline = true;
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(pos2(10.0, 10.0), galley, Color32::BLACK);
    });
    let document = Document::parse(&file).unwrap();
    let runs: Vec<(&str, f32, Option<&str>)> =
        elements(&document, "text").iter().map(|run| (run.text().unwrap(), at(run, "font-size"), run.attribute("fill"))).collect();
    assert_eq!(runs, [("W", 13.0, Some("#000000")), ("Q", 11.0, Some("#000000")), ("second", 11.0, Some("#ff0000"))]);
    let heights: Vec<f32> = elements(&document, "text").iter().map(|run| at(run, "y")).collect();
    assert!(heights[0] < heights[1] && heights[1] < heights[2], "{heights:?}");
}

#[test]
fn textures_and_shaded_surfaces_are_pictures() {
    let file = written(|ui| {
        let texels = vec![Color32::RED, Color32::GREEN, Color32::BLUE, Color32::WHITE];
        let image = Arc::new(ColorImage::new([2, 2], texels));
        let texture = ui.load_texture_cached("texels", Id::unique("texels"), image, TextureOptions::NEAREST);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture.id(), Rect::from_min_size(pos2(10.0, 10.0), vec2(40.0, 40.0)), whole, Color32::WHITE);
        let mut mesh = Mesh::default();
        for (x, colour) in [(100.0, Color32::BLACK), (120.0, Color32::WHITE)] {
            mesh.colored_vertex(pos2(x, 60.0), colour);
            mesh.colored_vertex(pos2(x, 70.0), colour);
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(1, 2, 3);
        ui.painter().add(Shape::mesh(mesh));
    });
    let document = Document::parse(&file).unwrap();
    let pictures: Vec<image::RgbaImage> = elements(&document, "image")
        .iter()
        .map(|picture| {
            let encoded = picture.attribute("href").and_then(|href| href.strip_prefix("data:image/png;base64,")).unwrap();
            let bytes = base64::Engine::decode(&base64::prelude::BASE64_STANDARD, encoded).unwrap();
            image::load_from_memory(&bytes).unwrap().into_rgba8()
        })
        .collect();
    assert_eq!(pictures[0].dimensions(), (2, 2));
    assert_eq!(pictures[0].get_pixel(1, 0).0, Color32::GREEN.to_array());
    assert_eq!(pictures[1].dimensions(), (20, 10));
    let shades: Vec<u8> = (0..20).map(|x| pictures[1].get_pixel(x, 5).0[0]).collect();
    assert!(shades.is_sorted() && shades[0] < 30 && shades[19] > 220, "{shades:?}");
}

#[test]
fn what_is_cut_is_cut_and_what_is_out_of_sight_is_left_out() {
    let file = written(|ui| {
        let window = Rect::from_min_size(pos2(20.0, 20.0), vec2(50.0, 50.0));
        let painter = ui.painter().with_clip_rect(window);
        painter.rect_filled(window.expand(10.0), 0.0, Color32::RED);
        painter.rect_filled(Rect::from_min_size(pos2(100.0, 0.0), vec2(10.0, 10.0)), 0.0, Color32::GREEN);
        ui.painter().rect_filled(Rect::from_min_size(pos2(0.0, 0.0), vec2(10.0, 10.0)), 0.0, Color32::BLUE);
    });
    let document = Document::parse(&file).unwrap();
    let clips = elements(&document, "clipPath");
    assert_eq!(clips.len(), 1);
    let clip = clips[0].first_element_child().unwrap();
    assert_eq!(["x", "y", "width", "height"].map(|name| at(&clip, name)), [20.0, 20.0, 50.0, 50.0]);
    let of = |fill: &str| elements(&document, "rect").into_iter().filter(|rect| rect.attribute("fill") == Some(fill)).collect::<Vec<_>>();
    let red = of("#ff0000");
    assert_eq!(red[0].parent_element().unwrap().attribute("clip-path"), Some("url(#clip0)"));
    assert!(of("#00ff00").is_empty());
    assert_eq!(of("#0000ff")[0].parent_element().unwrap().attribute("clip-path"), None);
}

/// Another program draws the file as this one draws the scene, but for text, which that one does not read here.
#[test]
fn the_file_looks_like_the_picture() {
    let mut scene = Picture::new(vec2(200.0, 100.0), Theme::Dark)
        .scene(|ui| {
            let painter = ui.painter();
            for row in 0_u8..4 {
                for column in 0_u8..6 {
                    let corner = pos2(8.0 + 26.0 * f32::from(column), 8.0 + 20.0 * f32::from(row));
                    let fill = Color32::from_rgb(40 * column, 60 * row, 120);
                    painter.rect_filled(Rect::from_min_size(corner, vec2(25.0, 19.0)), 0.0, fill);
                }
            }
            let frame = Rect::from_min_size(pos2(60.0, 28.0), vec2(52.0, 40.0));
            painter.rect_stroke(frame, CornerRadius::ZERO, Stroke::new(4.0, Color32::WHITE), StrokeKind::Outside);
            painter.circle_filled(pos2(160.0, 50.0), 20.0, Color32::from_rgba_unmultiplied(255, 255, 255, 128));
            let cut = painter.with_clip_rect(Rect::from_min_size(pos2(170.0, 0.0), vec2(20.0, 100.0)));
            cut.rect_filled(Rect::from_min_size(pos2(150.0, 80.0), vec2(60.0, 10.0)), 0.0, Color32::YELLOW);
        })
        .unwrap();
    let file = svg(&mut scene).unwrap();
    let ours = scene.draw().unwrap();
    let tree = resvg::usvg::Tree::from_str(&file, &resvg::usvg::Options::default()).unwrap();
    let mut theirs = resvg::tiny_skia::Pixmap::new(200, 100).unwrap();
    resvg::render(&tree, resvg::tiny_skia::Transform::default(), &mut theirs.as_mut());
    let differs = |(ours, theirs): &(&image::Rgba<u8>, &[u8])| ours.0.iter().zip(*theirs).any(|(a, b)| a.abs_diff(*b) > 4);
    // Edges of the disc are smoothed in two ways.
    let different = ours.pixels().zip(theirs.data().chunks_exact(4)).filter(differs).count();
    assert!(different < 200, "{different} pixels of 20 000 differ");
}
