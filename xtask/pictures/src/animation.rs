//! Animated PNG, which browsers and what shows Markdown play; what can't play it shows the last frame. Chosen over GIF
//! because its files are smaller and the `png` crate is part of the drawing library anyway.
//!
//! A frame after the first is as large as what has changed, and transparent where nothing has.

use crate::canvas::Canvas;
use crate::color::Color;
use crate::palette::Palette;
use anyhow::{Context, Result};
use png::BlendOp;
use std::io::Write;
use std::path::Path;

/// Frames to be written into one file.
pub(crate) struct Animation {
    width: u32,
    height: u32,
    /// The pixels of the last frame.
    shown: Vec<Color>,
    parts: Vec<Part>,
}

/// Part of the picture that a frame changes.
struct Part {
    corner: (u32, u32),
    size: (u32, u32),
    /// Row by row; none where the last frame's stays.
    pixels: Vec<Option<Color>>,
    /// How long it is shown.
    seconds: f32,
}

impl Animation {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        Self { width, height, shown: Vec::new(), parts: Vec::new() }
    }

    /// Adds the smallest rectangle with all that differs from the last frame; one pixel where nothing does.
    pub(crate) fn add(&mut self, canvas: &Canvas, seconds: f32) {
        let now: Vec<Color> = canvas.pixels().collect();
        let differs = |place: usize| self.shown.get(place) != Some(&now[place]);
        let (mut left, mut upper, mut right, mut lower) = (self.width, self.height, 0, 0);
        for (index, _) in (0..).zip(&now).filter(|&(index, _)| differs(index as usize)) {
            let (x, y) = (index % self.width, index / self.width);
            (left, upper, right, lower) = (left.min(x), upper.min(y), right.max(x + 1), lower.max(y + 1));
        }
        if right == 0 {
            (left, upper, right, lower) = (0, 0, 1, 1);
        }
        let width = self.width;
        let places = (upper..lower).flat_map(|y| (left..right).map(move |x| (y * width + x) as usize));
        let pixels = places.map(|place| differs(place).then(|| now[place])).collect();
        self.parts.push(Part { corner: (left, upper), size: (right - left, lower - upper), pixels, seconds });
        self.shown = now;
    }

    /// Writes an animated PNG, and its last frame as a PNG of its own, which is a tenth as large. Both carry `figures`.
    pub(crate) fn save(&self, file: &Path, last: &Path, figures: &str) -> Result<()> {
        let (mut animated, mut still) = (Vec::new(), Vec::new());
        self.write(&mut animated, figures).context("the animation could not be packed")?;
        self.write_last(&mut still, figures).context("the last frame could not be packed")?;
        for (file, bytes) in [(file, animated), (last, still)] {
            std::fs::write(file, bytes).with_context(|| format!("{} can't be written", file.display()))?;
        }
        Ok(())
    }

    fn write_last(&self, out: impl Write, figures: &str) -> Result<()> {
        let palette = Palette::new(self.shown.iter().copied());
        let mut writer = palette.encoder(out, (self.width, self.height), figures)?.write_header()?;
        writer.write_image_data(&palette.numbers(self.shown.iter().copied().map(Some)))?;
        Ok(writer.finish()?)
    }

    fn write(&self, out: impl Write, figures: &str) -> Result<()> {
        let changed = self.parts.iter().flat_map(|part| part.pixels.iter().copied().flatten());
        let palette = Palette::new(self.shown.iter().copied().chain(changed));
        let mut encoder = palette.encoder(out, (self.width, self.height), figures)?;
        encoder.set_animated(self.parts.len() as u32, 0)?;
        encoder.set_sep_def_img(true)?;
        let mut writer = encoder.write_header()?;
        // What is shown where animations are not.
        writer.write_image_data(&palette.numbers(self.shown.iter().copied().map(Some)))?;
        for (index, part) in self.parts.iter().enumerate() {
            writer.set_frame_delay((part.seconds * 1000.0).round() as u16, 1000)?;
            // Size and place are each refused while they reach over the edge together with what the other was before.
            writer.reset_frame_position()?;
            writer.set_frame_dimension(part.size.0, part.size.1)?;
            writer.set_frame_position(part.corner.0, part.corner.1)?;
            writer.set_blend_op(if index == 0 { BlendOp::Source } else { BlendOp::Over })?;
            writer.write_image_data(&palette.numbers(part.pixels.iter().copied()))?;
        }
        Ok(writer.finish()?)
    }
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
        animation.write(&mut bytes, "steps 6").unwrap();
        let (still, played) = play(&bytes);
        assert_eq!(&still, drawn.last().unwrap());
        assert_eq!(played, drawn);
    }
}
