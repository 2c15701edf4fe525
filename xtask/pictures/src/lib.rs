//! The pictures of `cargo xtask demo`: paths on a map, the paths of several agents over terrain, a search step by step,
//! a crowd that follows a target, a field of costs, paths over hexagons, a house with thin walls, and small ones of
//! these and others.

mod animation;
mod canvas;
mod color;
mod crowd;
mod field;
mod hexagons;
mod map_file;
mod palette;
mod paths;
mod report;
mod search;
mod search_drawing;
mod sheet;
mod terrain;
mod tour;
mod walls;

pub use crowd::draw_crowd;
pub use field::draw_field;
pub use hexagons::draw_hexagons;
pub use map_file::MapFile;
pub use paths::draw_paths;
pub use search_drawing::draw_search;
pub use terrain::draw_terrain;
pub use tour::{TourReports, draw_tour};
pub use walls::draw_walls;

use anyhow::{Context, Result};
use std::path::Path;

/// The figures that a PNG carries; nothing if it carries none.
pub fn figures_of(png: &Path) -> Result<String> {
    let reader = open(png)?;
    let mut texts = reader.info().uncompressed_latin1_text.iter();
    Ok(texts.find(|text| text.keyword == palette::FIGURES).map(|text| text.text.clone()).unwrap_or_default())
}

/// Width, height and number of frames of a PNG.
pub fn size_of(png: &Path) -> Result<(u32, u32, u32)> {
    let reader = open(png)?;
    let info = reader.info();
    Ok((info.width, info.height, info.animation_control.map_or(1, |control| control.num_frames)))
}

fn open(file: &Path) -> Result<png::Reader<std::io::BufReader<std::fs::File>>> {
    let opened = std::fs::File::open(file).with_context(|| format!("there is no {}", file.display()))?;
    Ok(png::Decoder::new(std::io::BufReader::new(opened)).read_info()?)
}
