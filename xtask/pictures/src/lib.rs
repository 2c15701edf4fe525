//! The pictures of `cargo xtask demo`: paths on a map, the paths of several agents over terrain, a search step by step,
//! a crowd that follows a target, a field of costs, paths over hexagons, a house with thin walls, and small ones of
//! these and others.

mod animation;
mod canvas;
mod color;
mod crowd;
mod field;
mod floors;
mod forks;
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

/// Whether two PNGs show the same first frame and carry the same figures, however they are packed.
pub fn are_alike(first: &Path, second: &Path) -> Result<bool> {
    Ok(figures_of(first)? == figures_of(second)? && pixels_of(first)? == pixels_of(second)?)
}

fn pixels_of(png: &Path) -> Result<(u32, Vec<u8>)> {
    let mut decoder = decoder(png)?;
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("the picture is too large")?];
    reader.next_frame(&mut pixels)?;
    Ok((reader.info().width, pixels))
}

fn open(file: &Path) -> Result<png::Reader<std::io::BufReader<std::fs::File>>> {
    Ok(decoder(file)?.read_info()?)
}

fn decoder(file: &Path) -> Result<png::Decoder<std::io::BufReader<std::fs::File>>> {
    let opened = std::fs::File::open(file).with_context(|| format!("there is no {}", file.display()))?;
    Ok(png::Decoder::new(std::io::BufReader::new(opened)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use canvas::Canvas;
    use color::Color;

    #[test]
    fn a_pixel_or_a_figure_makes_pictures_unlike() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["a.png", "b.png"].map(|name| folder.path().join(name));
        let mut canvas = Canvas::new(6, 4, Color::WHITE).unwrap();
        canvas.save(&first, "cost 3").unwrap();
        canvas.save(&second, "cost 3").unwrap();
        assert!(are_alike(&first, &second).unwrap());
        canvas.save(&second, "cost 4").unwrap();
        assert!(!are_alike(&first, &second).unwrap());
        canvas.set(5, 3, Color(255, 255, 254));
        canvas.save(&second, "cost 3").unwrap();
        assert!(!are_alike(&first, &second).unwrap());
        let other = Canvas::new(4, 6, Color::WHITE).unwrap();
        other.save(&second, "cost 3").unwrap();
        assert!(!are_alike(&first, &second).unwrap());
    }
}
