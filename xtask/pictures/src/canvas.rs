//! Pixels, shapes and text.

use crate::color::Color;
use crate::palette::Palette;
use anyhow::{Context, Result, ensure};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use std::path::Path;
use tiny_skia::{FillRule, IntRect, LineCap, LineJoin, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// The sizes in which the font comes.
#[derive(Clone, Copy)]
pub(crate) struct TextSize(RasterHeight);

impl TextSize {
    /// The smallest one.
    pub(crate) const SMALL: Self = Self(RasterHeight::Size16);
    /// For titles.
    pub(crate) const TITLE: Self = Self(RasterHeight::Size20);

    /// The largest size at which this number of letters fits into a width, or else the smallest size.
    pub(crate) fn fitting(letters: u32, width: u32) -> Self {
        let sizes = [RasterHeight::Size32, RasterHeight::Size24, RasterHeight::Size20].map(Self);
        sizes.into_iter().find(|size| letters * size.letter() <= width).unwrap_or(Self(RasterHeight::Size16))
    }

    /// Height of a letter.
    pub(crate) fn height(self) -> u32 {
        self.0.val() as u32
    }

    /// From one line to the next.
    pub(crate) fn line(self) -> u32 {
        self.height() * 3 / 2
    }

    /// Width of every letter.
    pub(crate) fn letter(self) -> u32 {
        get_raster_width(FontWeight::Regular, self.0) as u32
    }
}

/// A picture without transparency.
#[derive(Clone)]
pub(crate) struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32, color: Color) -> Result<Self> {
        let mut pixmap = Pixmap::new(width, height).context("the picture is too large")?;
        pixmap.fill(tiny_skia::Color::from_rgba8(color.0, color.1, color.2, 255));
        Ok(Self { pixmap })
    }

    pub(crate) fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    /// The middle of the picture, at most this large.
    pub(crate) fn middle(&self, width: u32, height: u32) -> Result<Self> {
        let (all_width, all_height) = self.size();
        let (width, height) = (width.min(all_width), height.min(all_height));
        let corner = ((all_width - width) as i32 / 2, (all_height - height) as i32 / 2);
        let middle = IntRect::from_xywh(corner.0, corner.1, width, height).context("the picture is empty")?;
        Ok(Self { pixmap: self.pixmap.clone_rect(middle).context("the picture is empty")? })
    }

    /// A part of the picture, which must lie inside.
    pub(crate) fn part(&self, x: i32, y: i32, width: u32, height: u32) -> Result<Self> {
        let part = IntRect::from_xywh(x, y, width, height).context("the part is empty")?;
        let part = Self { pixmap: self.pixmap.clone_rect(part).context("the part lies outside")? };
        ensure!(part.size() == (width, height), "a part at {x}, {y} lies outside in part");
        Ok(part)
    }

    /// Lays another picture over this one, whose upper left corner is given.
    pub(crate) fn lay(&mut self, x: u32, y: u32, other: &Self) {
        let (width, height) = other.size();
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let from = other.offset(column, row);
            let to = self.offset(x + column, y + row);
            let pixel = &other.pixmap.data()[from..from + 4];
            self.pixmap.data_mut()[to..to + 4].copy_from_slice(pixel);
        }
    }

    /// Returns this canvas with room below.
    pub(crate) fn with_room_below(&self, height: u32, color: Color) -> Result<Self> {
        let mut taller = Self::new(self.pixmap.width(), self.pixmap.height() + height, color)?;
        taller.pixmap.data_mut()[..self.pixmap.data().len()].copy_from_slice(self.pixmap.data());
        Ok(taller)
    }

    /// The pixel must lie inside.
    pub(crate) fn set(&mut self, x: u32, y: u32, color: Color) {
        let at = self.offset(x, y);
        self.pixmap.data_mut()[at..at + 3].copy_from_slice(&[color.0, color.1, color.2]);
    }

    /// Lays `share` of a color, 0 to 1, over a pixel, which must lie inside.
    pub(crate) fn tint(&mut self, x: u32, y: u32, color: Color, share: f32) {
        let at = self.offset(x, y);
        let below = self.pixmap.data();
        let below = Color(below[at], below[at + 1], below[at + 2]);
        self.set(x, y, below.mixed(color, share));
    }

    fn offset(&self, x: u32, y: u32) -> usize {
        (y as usize * self.pixmap.width() as usize + x as usize) * 4
    }

    pub(crate) fn disc(&mut self, x: f32, y: f32, radius: f32, color: Color) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, color);
        }
    }

    /// A shape by its corners.
    pub(crate) fn polygon(&mut self, corners: impl IntoIterator<Item = (f32, f32)>, color: Color) {
        let mut builder = along(corners);
        builder.close();
        if let Some(path) = builder.finish() {
            self.fill(&path, color);
        }
    }

    /// A square by its center and half its side.
    pub(crate) fn square(&mut self, x: f32, y: f32, half: f32, color: Color) {
        self.rect(x - half, y - half, 2.0 * half, 2.0 * half, color);
    }

    pub(crate) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, color: Color) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            self.fill(&PathBuilder::from_rect(rect), color);
        }
    }

    /// A square of a color with an edge, as legends have them, by its upper left corner.
    pub(crate) fn sample(&mut self, x: u32, y: u32, side: u32, edge: Color, color: Color) {
        let (x, y, side) = (x as f32, y as f32, side as f32);
        self.rect(x, y, side, side, edge);
        self.rect(x + 1.0, y + 1.0, side - 2.0, side - 2.0, color);
    }

    fn fill(&mut self, path: &tiny_skia::Path, color: Color) {
        self.pixmap.fill_path(path, &color.paint(), FillRule::Winding, Transform::identity(), None);
    }

    /// A line with round corners and ends.
    pub(crate) fn line(&mut self, points: impl IntoIterator<Item = (f32, f32)>, width: f32, color: Color) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = along(points).finish() {
            self.pixmap.stroke_path(&path, &color.paint(), &stroke, Transform::identity(), None);
        }
    }

    /// Writes a line of text whose upper left corner is given; what does not fit is cut off. The font has ASCII alone.
    pub(crate) fn text(&mut self, x: u32, y: u32, text: &str, size: TextSize, bold: bool, color: Color) {
        let weight = if bold { FontWeight::Bold } else { FontWeight::Regular };
        let mut left = x;
        for letter in text.chars() {
            let Some(raster) = get_raster(letter, weight, size.0).or_else(|| get_raster('?', weight, size.0)) else {
                continue;
            };
            for (row, pixels) in (y..self.pixmap.height()).zip(raster.rows()) {
                for (column, &coverage) in (left..self.pixmap.width()).zip(pixels) {
                    self.tint(column, row, color, f32::from(coverage) / 255.0);
                }
            }
            left += raster.width() as u32;
        }
    }

    /// A disc with a letter, where a path begins.
    pub(crate) fn start_mark(&mut self, (x, y): (f32, f32), label: &str, size: TextSize, color: Color) {
        let radius = size.height() as f32 * 0.62;
        self.disc(x, y, radius + 2.0, Color::WHITE);
        self.disc(x, y, radius, color);
        self.letter(x, y, label, size);
    }

    /// A square with a letter, where a path ends.
    pub(crate) fn goal_mark(&mut self, (x, y): (f32, f32), label: &str, size: TextSize, color: Color) {
        let half = size.height() as f32 * 0.56;
        self.square(x, y, half + 2.0, Color::WHITE);
        self.square(x, y, half, color);
        self.letter(x, y, label, size);
    }

    fn letter(&mut self, x: f32, y: f32, label: &str, size: TextSize) {
        let left = (x - size.letter() as f32 / 2.0).max(0.0).round() as u32;
        let upper = (y - size.height() as f32 / 2.0).max(0.0).round() as u32;
        self.text(left, upper, label, size, true, Color::WHITE);
    }

    /// All pixels, row by row.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = Color> + '_ {
        self.pixmap.data().chunks_exact(4).map(|pixel| Color(pixel[0], pixel[1], pixel[2]))
    }

    /// Writes a PNG that carries `figures`.
    pub(crate) fn save(&self, file: &Path, figures: &str) -> Result<()> {
        let png = self.packed(figures).context("the picture could not be packed")?;
        std::fs::write(file, png).with_context(|| format!("{} can't be written", file.display()))
    }

    fn packed(&self, figures: &str) -> Result<Vec<u8>> {
        let palette = Palette::new(self.pixels());
        let mut bytes = Vec::new();
        let mut writer = palette.encoder(&mut bytes, self.size(), figures)?.write_header()?;
        writer.write_image_data(&palette.numbers(self.pixels().map(Some)))?;
        writer.finish()?;
        Ok(bytes)
    }
}

fn along(points: impl IntoIterator<Item = (f32, f32)>) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (x, y) in points {
        if builder.is_empty() {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
    builder
}
