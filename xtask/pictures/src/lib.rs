//! The pictures of `cargo xtask demo`: a map with the cells that one search expanded, all paths and a legend below; the
//! paths of several agents over terrain; searches step by step, frame by frame and as an animation; and a crowd that
//! follows a target, as an animation with a histogram of its frame times. Beside them, the icons of the components.

mod animation;
mod canvas;
mod color;
mod crowd;
mod found;
mod icons;
mod layout;
mod legend;
mod map_file;
mod overlay;
mod palette;
mod search;
mod search_drawing;
mod terrain;

pub use crowd::{CrowdPictures, draw_crowd};
pub use icons::icons;
pub use map_file::MapFile;

use animation::Animation;
use anyhow::{Context, Result};
use canvas::Canvas;
use color::PAPER;
use found::read_lines;
use layout::Layout;
use search::Frame;
use search_drawing::SearchDrawing;
use std::path::{Path, PathBuf};

/// Width and height that a wide picture has at most, in pixels: what sites show of a page.
const WIDE: (u32, u32) = (1200, 630);

/// Draws what the C# program found on a map and writes a PNG. Returns its size in pixels.
pub fn draw(map: &MapFile, report: &Path, png: &Path) -> Result<(u32, u32)> {
    let paths: Vec<found::FoundPath> = read_lines(report)?;
    let layout = Layout::new(map, legend::lines(paths.len()), legend::LETTERS);
    let mut canvas = paths_on_map(&layout, map, &paths)?;
    legend::draw(&mut canvas, &layout, map, &paths);
    canvas.save(png, &found::figures(map, &paths))?;
    Ok((layout.width, layout.height))
}

/// Draws the same with two lines of legend, and of a high map only its middle: a picture for a page's head. Returns its
/// size in pixels.
pub fn draw_wide(map: &MapFile, report: &Path, png: &Path) -> Result<(u32, u32)> {
    let paths: Vec<found::FoundPath> = read_lines(report)?;
    // Half a map less, as the layout rounds the size of cells to the nearest pixel and the map's sides are to stay.
    let wanted = (WIDE.0 - 2 * layout::MARGIN) as usize;
    let layout = Layout::of_width(wanted.saturating_sub(map.width / 2), map, 0, 0);
    let legend = legend::short_height();
    let middle = paths_on_map(&layout, map, &paths)?.middle(WIDE.0, WIDE.1 - legend)?;
    let upper = middle.size().1;
    let mut canvas = middle.with_room_below(legend, PAPER)?;
    legend::draw_short(&mut canvas, &layout, upper, &paths);
    canvas.save(png, &found::figures(map, &paths))?;
    Ok(canvas.size())
}

fn paths_on_map(layout: &Layout, map: &MapFile, paths: &[found::FoundPath]) -> Result<Canvas> {
    let mut canvas = Canvas::new(layout.width, layout.height, PAPER)?;
    overlay::map(&mut canvas, layout, map, paths.first());
    // The first path lies on top.
    for (index, path) in paths.iter().enumerate().rev() {
        let width = overlay::path_width(layout);
        overlay::path_edge(&mut canvas, layout, &path.cells, width);
        overlay::path_line(&mut canvas, layout, &path.cells, width, overlay::path_color(index));
    }
    for (index, path) in paths.iter().enumerate().rev() {
        overlay::ends(&mut canvas, layout, path, index);
    }
    Ok(canvas)
}

/// Draws the paths of agents over a map's terrain, with a legend of their costs, and writes a PNG. Returns its size in
/// pixels.
pub fn draw_terrain(map: &MapFile, report: &Path, png: &Path) -> Result<(u32, u32)> {
    let agents: Vec<found::AgentPath> = read_lines(report)?;
    let layout = Layout::new(map, terrain::lines(&agents), terrain::LETTERS);
    let mut canvas = Canvas::new(layout.width, layout.height, PAPER)?;
    overlay::map(&mut canvas, &layout, map, None);
    terrain::draw(&mut canvas, &layout, map, &agents);
    let costs = agents.iter().filter_map(|agent| Some(format!("{} cost {:.2}", agent.agent, agent.cost?)));
    canvas.save(png, &costs.collect::<Vec<_>>().join(", "))?;
    Ok((layout.width, layout.height))
}

/// The pictures of one search.
pub struct Drawn {
    /// What their files' names begin with; the animation is `NAME.png`.
    pub name: &'static str,
    /// Number of pictures, which is that of the animation's frames.
    pub frames: usize,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// All frames in one file.
    pub animation: PathBuf,
}

/// Draws each frame of each search that the C# program made into `NAME-000.png` and so on, and all frames of a search
/// into the animation `NAME.png`.
pub fn draw_searches(report: &Path, folder: &Path) -> Result<Vec<Drawn>> {
    let frames: Vec<Frame> = read_lines(report)?;
    frames.chunk_by(|one, next| one.title == next.title).map(|search| draw_search(search, folder)).collect()
}

fn draw_search(frames: &[Frame], folder: &Path) -> Result<Drawn> {
    // Seconds for which the end of an animation is shown.
    const END: f32 = 3.0;
    let name = search::file_name(&frames[0].title);
    let mut drawing = SearchDrawing::new(&frames[0])?;
    let mut animation = Animation::new(drawing.width, drawing.height);
    for (index, frame) in frames.iter().enumerate() {
        let canvas = drawing.draw(frame);
        canvas.save(&folder.join(format!("{name}-{index:03}.png")), &frame.figures(index))?;
        animation.add(canvas, if index + 1 == frames.len() { END } else { search::seconds(frames, frame) });
    }
    let file = folder.join(format!("{name}.png"));
    animation.save(&file, &frames[frames.len() - 1].figures(frames.len() - 1))?;
    Ok(Drawn { name, frames: frames.len(), size: (drawing.width, drawing.height), animation: file })
}

/// The figures that a PNG carries; nothing if it carries none.
pub fn figures_of(png: &Path) -> Result<String> {
    let file = std::fs::File::open(png).with_context(|| format!("there is no {}", png.display()))?;
    let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info()?;
    let mut texts = reader.info().uncompressed_latin1_text.iter();
    Ok(texts.find(|text| text.keyword == palette::FIGURES).map(|text| text.text.clone()).unwrap_or_default())
}

/// Width, height and number of frames of a PNG.
pub fn size_of(png: &Path) -> Result<(u32, u32, u32)> {
    let file = std::fs::File::open(png).with_context(|| format!("there is no {}", png.display()))?;
    let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info()?;
    let info = reader.info();
    Ok((info.width, info.height, info.animation_control.map_or(1, |control| control.num_frames)))
}
