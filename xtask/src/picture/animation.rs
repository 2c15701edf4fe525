//! Animated PNG, which browsers and what shows Markdown play; what can't play it shows the last frame. Chosen over GIF because it is of half the
//! size here and the `png` crate is part of the drawing library anyway.
//!
//! All frames share one palette. A frame after the first is as large as what has changed, and transparent where nothing has.

use super::canvas::{Canvas, Color};
use anyhow::{Context, Result};
use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, Filter, Writer};
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

/// Colors of the palette; its last place is for what is transparent.
const COLORS: usize = 255;
const TRANSPARENT: u8 = 255;

/// Frames to be written into one file.
pub(super) struct Animation {
    width: u32,
    height: u32,
    /// The pixels of the last frame.
    shown: Vec<Color>,
    parts: Vec<Part>,
}

/// What a frame changes.
struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    /// Row by row; nothing where it stays as it is.
    pixels: Vec<Option<Color>>,
    /// How long it is shown.
    seconds: f32,
}

impl Animation {
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { width, height, shown: Vec::new(), parts: Vec::new() }
    }

    pub(super) fn add(&mut self, canvas: &Canvas, seconds: f32) {
        let now: Vec<Color> = canvas.pixels().collect();
        self.parts.push(self.difference(&now, seconds));
        self.shown = now;
    }

    pub(super) fn save(&self, file: &Path) -> Result<()> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).context("the animation could not be packed")?;
        std::fs::write(file, bytes).with_context(|| format!("{} can't be written", file.display()))
    }

    fn write(&self, out: impl Write) -> Result<()> {
        let palette = Palette::of(&self.parts);
        let mut writer = self.begin(out, &palette)?;
        // What is shown where animations are not.
        writer.write_image_data(&palette.places(self.shown.iter().copied().map(Some)))?;
        for (index, part) in self.parts.iter().enumerate() {
            writer.set_frame_delay((part.seconds * 1000.0).round() as u16, 1000)?;
            // Size and place are each refused while they reach over the edge together with what the other was before.
            writer.reset_frame_position()?;
            writer.set_frame_dimension(part.width, part.height)?;
            writer.set_frame_position(part.x, part.y)?;
            writer.set_blend_op(if index == 0 { BlendOp::Source } else { BlendOp::Over })?;
            writer.write_image_data(&palette.places(part.pixels.iter().copied()))?;
        }
        Ok(writer.finish()?)
    }

    fn begin<W: Write>(&self, out: W, palette: &Palette) -> Result<Writer<W>> {
        let mut encoder = Encoder::new(out, self.width, self.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        encoder.set_filter(Filter::NoFilter);
        encoder.set_palette(palette.bytes());
        let mut opacity = vec![255; COLORS];
        opacity.push(0);
        encoder.set_trns(opacity);
        encoder.set_animated(self.parts.len() as u32, 0)?;
        encoder.set_sep_def_img(true)?;
        Ok(encoder.write_header()?)
    }

    /// The smallest rectangle with all that differs from the last frame; one pixel where nothing does.
    fn difference(&self, now: &[Color], seconds: f32) -> Part {
        let (width, height) = (self.width, self.height);
        if self.shown.is_empty() {
            return Part { x: 0, y: 0, width, height, pixels: now.iter().copied().map(Some).collect(), seconds };
        }
        let (mut left, mut upper, mut right, mut lower) = (width, height, 0, 0);
        for (index, _) in (0..).zip(self.shown.iter().zip(now)).filter(|(_, (old, new))| old != new) {
            let (x, y) = (index % width, index / width);
            (left, upper) = (left.min(x), upper.min(y));
            (right, lower) = (right.max(x + 1), lower.max(y + 1));
        }
        if left >= right {
            return Part { x: 0, y: 0, width: 1, height: 1, pixels: vec![None], seconds };
        }
        let places = (upper..lower).flat_map(|y| (left..right).map(move |x| (y * width + x) as usize));
        let pixels = places.map(|place| (self.shown[place] != now[place]).then_some(now[place])).collect();
        Part { x: left, y: upper, width: right - left, height: lower - upper, pixels, seconds }
    }
}

/// The colors that occur most, and where each color that occurs is, or the one nearest to it.
struct Palette {
    colors: Vec<Color>,
    places: HashMap<Color, u8>,
}

impl Palette {
    fn of(parts: &[Part]) -> Self {
        let mut counts: HashMap<Color, u64> = HashMap::new();
        for &color in parts.iter().flat_map(|part| part.pixels.iter().flatten()) {
            *counts.entry(color).or_default() += 1;
        }
        let mut by_count: Vec<(Color, u64)> = counts.into_iter().collect();
        // The same picture gives the same file: equally frequent colors come by their value.
        by_count.sort_by_key(|&(Color(red, green, blue), count)| (std::cmp::Reverse(count), red, green, blue));
        let colors: Vec<Color> = by_count.iter().take(COLORS).map(|&(color, _)| color).collect();
        let places = by_count.iter().map(|&(color, _)| (color, nearest(&colors, color))).collect();
        Self { colors, places }
    }

    fn places(&self, pixels: impl Iterator<Item = Option<Color>>) -> Vec<u8> {
        pixels.map(|pixel| pixel.and_then(|color| self.places.get(&color).copied()).unwrap_or(TRANSPARENT)).collect()
    }

    /// Red, green and blue of all places, the transparent one among them.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flat_map(|&Color(red, green, blue)| [red, green, blue]).collect();
        bytes.resize(3 * (COLORS + 1), 0);
        bytes
    }
}

fn nearest(colors: &[Color], wanted: Color) -> u8 {
    let distance = |color: &Color| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(color.0, wanted.0) + square(color.1, wanted.1) + square(color.2, wanted.2)
    };
    (0..).zip(colors).min_by_key(|(_, color)| distance(color)).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a file as a viewer does: the frame that is shown where animations are not, and all others.
    fn play(bytes: &[u8]) -> (Vec<Color>, Vec<Vec<Color>>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let count = reader.info().animation_control.unwrap().num_frames;
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut buffer).unwrap();
        let still = buffer.chunks_exact(4).map(|pixel| Color(pixel[0], pixel[1], pixel[2])).collect();
        let mut screen = vec![Color(0, 0, 0); width * height];
        let mut played = Vec::new();
        for _ in 0..count {
            reader.next_frame(&mut buffer).unwrap();
            let part = *reader.info().frame_control.as_ref().unwrap();
            for (index, pixel) in buffer.chunks_exact(4).take((part.width * part.height) as usize).enumerate() {
                let (x, y) = (index as u32 % part.width + part.x_offset, index as u32 / part.width + part.y_offset);
                if pixel[3] == 255 {
                    screen[y as usize * width + x as usize] = Color(pixel[0], pixel[1], pixel[2]);
                }
            }
            played.push(screen.clone());
        }
        (still, played)
    }

    #[test]
    fn what_is_played_is_what_was_added() {
        let mut animation = Animation::new(8, 6);
        let mut canvas = Canvas::new(8, 6, Color::WHITE).unwrap();
        let mut drawn = Vec::new();
        for place in [None, Some((7, 5)), Some((0, 0)), None, Some((3, 2)), Some((7, 5))] {
            if let Some((x, y)) = place {
                canvas.set(x, y, Color(x as u8 * 30, drawn.len() as u8, 200));
            }
            animation.add(&canvas, 0.25);
            drawn.push(canvas.pixels().collect::<Vec<_>>());
        }
        let mut bytes = Vec::new();
        animation.write(&mut bytes).unwrap();
        let (still, played) = play(&bytes);
        assert_eq!(&still, drawn.last().unwrap());
        assert_eq!(played, drawn);
    }

    #[test]
    fn rare_colors_beyond_the_palette_become_their_neighbors() {
        let mut canvas = Canvas::new(1000, 1, Color::WHITE).unwrap();
        for x in 0..1000 {
            canvas.set(x, 0, if x < 600 { Color((x % 200) as u8, 0, 0) } else { Color(9, (x % 100) as u8, 1) });
        }
        let mut animation = Animation::new(1000, 1);
        animation.add(&canvas, 1.0);
        let palette = Palette::of(&animation.parts);
        assert_eq!(palette.colors.len(), COLORS);
        assert_eq!(nearest(&palette.colors, Color(9, 3, 1)), palette.places[&Color(9, 3, 1)]);
        assert_eq!(nearest(&[Color(0, 0, 0), Color(10, 10, 10)], Color(9, 8, 7)), 1);
    }
}
