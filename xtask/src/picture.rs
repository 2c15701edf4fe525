//! The pictures of `cargo xtask demo`: the map, the cells that one search expanded, all paths, and a legend below; and searches step by
//! step, frame by frame and as an animation.

mod animation;
mod canvas;
mod layout;
mod legend;
mod map_file;
mod overlay;
mod report;
mod steps;
mod steps_cell;
mod steps_drawing;
mod steps_panel;
mod terrain;

pub(crate) use map_file::MapFile;
pub(crate) use report::Report;
pub(crate) use steps::{Search, StepsReport};

use anyhow::Result;
use canvas::{Canvas, Color};
use layout::Layout;
use std::path::Path;

/// What the paths are drawn in, the first one first: told apart by people with any color vision, also by lightness.
const PATH_COLORS: [Color; 4] =
    [Color(0x1A, 0x1A, 0x1A), Color(0xD5, 0x5E, 0x00), Color(0x00, 0x72, 0xB2), Color(0xB0, 0x3A, 0x86)];

const PAPER: Color = Color(0xFA, 0xFA, 0xF6);

fn path_color(index: usize) -> Color {
    PATH_COLORS[index % PATH_COLORS.len()]
}

/// Seconds for which the end of an animation is shown.
const END_SECONDS: f32 = 3.0;

/// What [`draw_steps`] has written.
pub(crate) struct DrawnSteps {
    /// Number of pictures, which is that of the animation's frames.
    pub(crate) frames: usize,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) animation: std::path::PathBuf,
}

/// Draws each step of a search into `NAME-000.png` and so on, and all of them into the animation `NAME.png`.
pub(crate) fn draw_steps(report: &StepsReport, search: &Search, folder: &Path, name: &str) -> Result<DrawnSteps> {
    let mut drawing = steps_drawing::StepsDrawing::new(report, search)?;
    let mut animation = animation::Animation::new(drawing.width, drawing.height);
    for (index, frame) in search.frames.iter().enumerate() {
        let canvas = drawing.draw(frame);
        canvas.save(&folder.join(format!("{name}-{index:03}.png")))?;
        let is_last = index + 1 == search.frames.len();
        animation.add(canvas, if is_last { END_SECONDS } else { search.seconds(frame) });
    }
    let file = folder.join(format!("{name}.png"));
    animation.save(&file)?;
    Ok(DrawnSteps { frames: search.frames.len(), width: drawing.width, height: drawing.height, animation: file })
}

/// Draws and writes a PNG. Returns its size in pixels.
pub(crate) fn draw(map: &MapFile, report: &Report, png: &Path) -> Result<(u32, u32)> {
    let layout = Layout::new(map, report.paths.len(), legend::LETTERS);
    let mut canvas = Canvas::new(layout.width, layout.height, PAPER)?;
    terrain::draw(&mut canvas, &layout, map);
    if let Some(first) = report.paths.first() {
        overlay::expanded_cells(&mut canvas, &layout, first);
    }
    // The first path lies on top.
    for (index, path) in report.paths.iter().enumerate().rev() {
        overlay::path_line(&mut canvas, &layout, &path.cells, path_color(index));
    }
    for (index, path) in report.paths.iter().enumerate().rev() {
        overlay::ends(&mut canvas, &layout, path, path_color(index));
    }
    legend::draw(&mut canvas, &layout, map, report);
    canvas.save(png)?;
    Ok((layout.width, layout.height))
}
