//! Pictures of few colors. A pixel is one byte then, which makes a file half as large.

use crate::color::Color;
use anyhow::Result;
use color_quant::NeuQuant;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use std::collections::{BTreeSet, HashMap};
use std::io::Write;

/// The colors of a picture. Number 0 is transparent.
pub(crate) struct Palette {
    /// Number 1 and on.
    colors: Vec<Color>,
    numbers: HashMap<Color, u8>,
}

/// The key of the text in a PNG that has the figures of the run that drew it.
pub(crate) const FIGURES: &str = "Figures";
/// A pixel that keeps what lies below it.
const TRANSPARENT: u8 = 0;
/// How many a palette has beside the transparent one.
const MOST: usize = 95;
/// One pixel of so many is looked at where colors are chosen.
const SAMPLED: i32 = 20;

impl Palette {
    /// For pictures with these pixels: exactly their colors where [`MOST`] suffice, else the best that a small neural
    /// network finds (Dekker, Kohonen neural networks for optimal color quantization, 1994).
    pub(crate) fn new(pixels: impl Iterator<Item = Color>) -> Self {
        let pixels: Vec<Color> = pixels.collect();
        // Neighbors are mostly equal: one of them is enough to look at.
        let found: BTreeSet<Color> = pixels.chunk_by(PartialEq::eq).map(|equal| equal[0]).collect();
        if found.len() <= MOST {
            let numbers = found.iter().copied().zip(TRANSPARENT + 1..=u8::MAX).collect();
            return Self { colors: found.into_iter().collect(), numbers };
        }
        let bytes: Vec<u8> = pixels.into_iter().flat_map(rgba).collect();
        let quantizer = NeuQuant::new(SAMPLED, MOST, &bytes);
        let colors = quantizer.color_map_rgb().chunks_exact(3).map(|rgb| Color(rgb[0], rgb[1], rgb[2])).collect();
        let number = |color: &Color| quantizer.index_of(&rgba(*color)) as u8 + 1;
        let numbers = found.iter().map(|color| (*color, number(color))).collect();
        Self { colors, numbers }
    }

    /// The numbers of pixels whose colors the palette was made for. None is transparent.
    pub(crate) fn numbers(&self, pixels: impl Iterator<Item = Option<Color>>) -> Vec<u8> {
        let mut last = (None, TRANSPARENT);
        let number = |pixel: Option<Color>| {
            if pixel != last.0 {
                last = (pixel, pixel.map_or(TRANSPARENT, |color| self.numbers[&color]));
            }
            last.1
        };
        pixels.map(number).collect()
    }

    /// An encoder of pictures whose pixels are numbers of this palette. `figures` are what the run found that a
    /// picture shows, for pages to be held against.
    pub(crate) fn encoder<W: Write>(
        &self,
        out: W,
        (width, height): (u32, u32),
        figures: &str,
    ) -> Result<Encoder<'_, W>> {
        let mut encoder = Encoder::new(out, width, height);
        if !figures.is_empty() {
            encoder.add_text_chunk(FIGURES.to_owned(), figures.to_owned())?;
        }
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        encoder.set_filter(Filter::NoFilter);
        let colors = self.colors.iter().flat_map(|&Color(red, green, blue)| [red, green, blue]);
        encoder.set_palette([0; 3].into_iter().chain(colors).collect::<Vec<u8>>());
        encoder.set_trns(vec![0]);
        Ok(encoder)
    }
}

fn rgba(Color(red, green, blue): Color) -> [u8; 4] {
    [red, green, blue, 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Color that is shown for each color.
    fn shown(palette: &Palette, colors: &[Color]) -> Vec<Color> {
        let numbers = palette.numbers(colors.iter().copied().map(Some));
        numbers.into_iter().map(|number| palette.colors[usize::from(number) - 1]).collect()
    }

    #[test]
    fn few_colors_are_kept_exactly() {
        let colors: Vec<Color> = (0..MOST as u8).map(|number| Color(number, 255 - number, number / 2)).collect();
        let palette = Palette::new(colors.iter().copied());
        assert_eq!(shown(&palette, &colors), colors);
        assert_eq!(palette.numbers([None].into_iter()), [TRANSPARENT]);
    }

    #[test]
    fn of_many_colors_each_has_a_near_one() {
        let colors: Vec<Color> = (0..4096_u32).map(|at| Color((at % 64) as u8 * 4, (at / 64) as u8 * 4, 128)).collect();
        // As many pixels as a picture has.
        let palette = Palette::new(colors.iter().flat_map(|&color| [color; 64]));
        assert_eq!(palette.colors.len(), MOST);
        for (color, shown) in colors.iter().zip(shown(&palette, &colors)) {
            let apart = [(color.0, shown.0), (color.1, shown.1), (color.2, shown.2)].map(|(a, b)| a.abs_diff(b));
            assert!(apart.iter().all(|&apart| apart <= 48), "{color:?} is shown as {shown:?}");
        }
    }
}
