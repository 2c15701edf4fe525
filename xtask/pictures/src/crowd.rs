//! A crowd of followers on the middle of a map, as a small animation.

use crate::animation::Animation;
use crate::canvas::Canvas;
use crate::color::Color;
use crate::map_file::MapFile;
use crate::report::read_lines;
use crate::sheet::Sheet;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// A place in cells of the map's file.
type Place = (f32, f32);

#[derive(Deserialize)]
struct Frame {
    /// The corners of the drawbridge, while it is closed.
    bridge: Option<[Place; 2]>,
    target: Option<Place>,
    followers: Vec<Place>,
    /// Agents that go the other way.
    #[serde(default)]
    others: Vec<Place>,
    /// Radius of agents, in cells; without one they are dots.
    radius: Option<f32>,
}

/// The map's width, and the largest size of the picture, in pixels.
const MAP_WIDTH: usize = 512;
const SIZE: (u32, u32) = (560, 320);
/// Seconds for which a frame is shown: every tenth of 60 a second.
const FRAME_SECONDS: f32 = 10.0 / 60.0;

const FOLLOWER: Color = Color(0x00, 0x72, 0xB2);
const TARGET: Color = Color(0xD5, 0x5E, 0x00);
const CLOSED: Color = Color(0xB0, 0x1E, 0x2E);

/// One frame of a report, without edges, and the number of agents.
pub(crate) fn frame_of(map: &MapFile, report: &Path, number: usize) -> Result<(Canvas, usize)> {
    let frames: Vec<Frame> = read_lines(report)?;
    let frame = frames.get(number).context("the report has fewer frames")?;
    let sheet = Sheet::new(map, MAP_WIDTH, 0, 0, &[])?;
    Ok((drawn(&sheet, frame), frame.followers.len() + frame.others.len()))
}

/// Draws the frames of a report into one animation, and the last one alone.
pub fn draw_crowd(map: &MapFile, report: &Path, png: &Path, last: &Path) -> Result<()> {
    let frames: Vec<Frame> = read_lines(report)?;
    let sheet = Sheet::new(map, MAP_WIDTH, 0, 0, &[])?;
    let (width, height) = sheet.canvas.middle(SIZE.0, SIZE.1)?.size();
    let mut animation = Animation::new(width, height);
    for frame in &frames {
        animation.add(&drawn(&sheet, frame).middle(SIZE.0, SIZE.1)?, FRAME_SECONDS);
    }
    animation.save(png, last, &format!("{} followers", frames[0].followers.len() + frames[0].others.len()))
}

fn drawn(sheet: &Sheet, frame: &Frame) -> Canvas {
    let mut canvas = sheet.canvas.clone();
    if let Some([(left, upper), (right, lower)]) = frame.bridge.map(|corners| corners.map(|at| sheet.point(at))) {
        canvas.rect(left, upper, right - left, lower - upper, CLOSED);
    }
    for (places, color) in [(&frame.followers, FOLLOWER), (&frame.others, TARGET)] {
        for &(column, row) in places {
            let (x, y) = sheet.point((column, row));
            match frame.radius {
                Some(radius) => canvas.disc(x, y, sheet.point((column + radius, row)).0 - x, color),
                // On whole pixels all dots are alike, and the file is smaller.
                None => canvas.disc(x.round(), y.round(), 2.0, color),
            }
        }
    }
    if let Some((x, y)) = frame.target.map(|target| sheet.point(target)) {
        canvas.disc(x, y, 8.0, Color::WHITE);
        canvas.disc(x, y, 6.0, TARGET);
    }
    canvas
}
