//! A crowd of followers: an animation of what they do on the map, and a histogram of how long frames took.

use crate::animation::Animation;
use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::found::read_lines;
use crate::layout::Layout;
use crate::map_file::MapFile;
use crate::overlay;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A place in cells of the map's file.
type Place = (f32, f32);

/// A line of the report.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Frame(Box<Frame>),
    Times { times: Vec<f64> },
}

#[derive(Deserialize)]
struct Frame {
    /// Nothing: the map has no drawbridge.
    bridge: Option<(u32, u32, u32, u32)>,
    bridge_closed: bool,
    target: Place,
    milliseconds: f64,
    followers: Vec<Place>,
    /// The corners of some of the followers' paths.
    paths: Vec<Vec<Place>>,
}

/// What was drawn.
pub struct CrowdPictures {
    /// The animation.
    pub animation: PathBuf,
    /// A small one of the map's middle, for a page: followers and drawbridge alone.
    pub wide: PathBuf,
    /// Number of frames of the first.
    pub frames: usize,
    /// The histogram of frame times.
    pub histogram: PathBuf,
}

/// The map's part of the picture is about this wide, in pixels.
const MAP_WIDTH: usize = 800;
/// Seconds for which a frame is shown: every fifth of 60 a second.
const FRAME_SECONDS: f32 = 5.0 / 60.0;
const LETTERS: u32 = 70;
/// The small animation: width of the map, size at most, how many frames become one, and how many
/// are taken: a period of the drawbridge.
const WIDE_MAP: usize = 512;
const WIDE: (u32, u32) = (560, 320);
const WIDE_EACH: usize = 2;
const WIDE_FRAMES: usize = 96;

const FOLLOWER: Color = Color(0x00, 0x72, 0xB2);
const TARGET: Color = Color(0xD5, 0x5E, 0x00);
const PATH: Color = Color(0x1A, 0x1A, 0x1A);
const CLOSED: Color = Color(0xB0, 0x1E, 0x2E);

/// Draws the animations `crowd.png` and `crowd-wide.png` and the histogram `crowd-times.png` into a folder.
pub fn draw_crowd(map: &MapFile, report: &Path, folder: &Path) -> Result<CrowdPictures> {
    let (mut frames, mut times) = (Vec::new(), Vec::new());
    for line in read_lines::<Line>(report)? {
        match line {
            Line::Frame(frame) => frames.push(frame),
            Line::Times { times: all } => times = all,
        }
    }
    let layout = Layout::of_width(MAP_WIDTH, map, 2, LETTERS);
    let mut ground = Canvas::new(layout.width, layout.height, PAPER)?;
    overlay::map(&mut ground, &layout, map, None);
    let mut animation = Animation::new(layout.width, layout.height);
    for frame in &frames {
        let mut canvas = ground.clone();
        draw_frame(&mut canvas, &layout, frame);
        animation.add(&canvas, FRAME_SECONDS);
    }
    let pictures = CrowdPictures {
        animation: folder.join("crowd.png"),
        wide: folder.join("crowd-wide.png"),
        frames: frames.len(),
        histogram: folder.join("crowd-times.png"),
    };
    let figures = format!("{} followers", frames.first().map_or(0, |frame| frame.followers.len()));
    animation.save(&pictures.animation, &figures)?;
    wide_animation(map, &frames)?.save(&pictures.wide, &figures)?;
    histogram(&times).context("the report has no times")?.save(&pictures.histogram, &figures)?;
    Ok(pictures)
}

fn wide_animation(map: &MapFile, frames: &[Box<Frame>]) -> Result<Animation> {
    let layout = Layout::of_width(WIDE_MAP, map, 0, 0);
    let mut ground = Canvas::new(layout.width, layout.height, PAPER)?;
    overlay::map(&mut ground, &layout, map, None);
    let (width, height) = ground.clone().middle(WIDE.0, WIDE.1)?.size();
    let mut animation = Animation::new(width, height);
    for frame in frames.iter().take(WIDE_FRAMES).step_by(WIDE_EACH) {
        let mut canvas = ground.clone();
        draw_bridge(&mut canvas, &layout, frame);
        draw_followers(&mut canvas, &layout, frame);
        animation.add(&canvas.middle(WIDE.0, WIDE.1)?, WIDE_EACH as f32 * FRAME_SECONDS);
    }
    Ok(animation)
}

/// The point of the picture at a place of the map.
fn point(layout: &Layout, (x, y): Place) -> (f32, f32) {
    let along = |part: f32| part * layout.cell as f32 / layout.cells_per_pixel as f32;
    (layout.map_x as f32 + along(x), layout.map_y as f32 + along(y))
}

fn draw_bridge(canvas: &mut Canvas, layout: &Layout, frame: &Frame) {
    if let Some((x, y, width, height)) = frame.bridge.filter(|_| frame.bridge_closed) {
        let (left, upper) = point(layout, (x as f32, y as f32));
        let (right, lower) = point(layout, ((x + width) as f32, (y + height) as f32));
        canvas.rect(left, upper, right - left, lower - upper, CLOSED);
    }
}

fn draw_followers(canvas: &mut Canvas, layout: &Layout, frame: &Frame) {
    for &follower in &frame.followers {
        let (x, y) = point(layout, follower);
        // On whole pixels all dots are alike, and the file is smaller.
        canvas.disc(x.round(), y.round(), 2.0, FOLLOWER);
    }
    let (x, y) = point(layout, frame.target);
    canvas.disc(x, y, 8.0, Color::WHITE);
    canvas.disc(x, y, 6.0, TARGET);
}

fn draw_frame(canvas: &mut Canvas, layout: &Layout, frame: &Frame) {
    draw_bridge(canvas, layout, frame);
    for path in &frame.paths {
        canvas.line(path.iter().map(|&place| point(layout, place)), 1.0, PATH);
    }
    draw_followers(canvas, layout, frame);
    let bridge = if frame.bridge_closed { "drawbridge up" } else { "drawbridge down" };
    let text = format!("{} followers, {bridge}, this frame {:.2} ms", frame.followers.len(), frame.milliseconds);
    canvas.text(layout.margin, layout.legend_y, &text, layout.text, true, INK);
}

/// A bar for each tenth of a millisecond, up to four; what took longer is in the last bar.
fn histogram(times: &[f64]) -> Result<Canvas> {
    const BARS: usize = 40;
    const BAR: u32 = 18;
    const LEFT: u32 = 40;
    const UPPER: u32 = 60;
    const HEIGHT: u32 = 260;
    anyhow::ensure!(!times.is_empty(), "no frame was measured");
    let mut counts = [0_u32; BARS];
    times.iter().for_each(|&time| counts[((time * 10.0).max(0.0) as usize).min(BARS - 1)] += 1);
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let mut canvas = Canvas::new(2 * LEFT + BARS as u32 * BAR, UPPER + HEIGHT + 60, PAPER)?;
    let title = format!(
        "{} frames: median {:.2} ms, 95 % {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
        times.len(),
        percentile(times, 0.5),
        percentile(times, 0.95),
        percentile(times, 0.99),
        percentile(times, 1.0)
    );
    canvas.text(LEFT, 20, &title, TextSize::SMALL, true, INK);
    for (place, &count) in (0..).zip(&counts) {
        let height = (count as f32 / most as f32 * HEIGHT as f32).max(if count > 0 { 1.0 } else { 0.0 });
        let (x, y) = ((LEFT + place * BAR) as f32, (UPPER + HEIGHT) as f32 - height);
        let color = if place < 20 { FOLLOWER } else { TARGET };
        canvas.rect(x + 1.0, y, BAR as f32 - 2.0, height, color);
        if place % 5 == 0 {
            let text = format!("{:.1}", f64::from(place) / 10.0);
            canvas.text(LEFT + place * BAR, UPPER + HEIGHT + 8, &text, TextSize::SMALL, false, PALE_INK);
        }
    }
    let note = "milliseconds of the main thread in a frame; the last bar has all longer ones";
    canvas.text(LEFT, UPPER + HEIGHT + 32, note, TextSize::SMALL, false, PALE_INK);
    Ok(canvas)
}

/// The smallest time that is at least as long as a share, 0 to 1, of all times, which must not be empty.
fn percentile(times: &[f64], share: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((share * sorted.len() as f64).ceil() as usize).clamp(1, sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_time_that_occurred() {
        let times: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!([0.0, 0.5, 0.99, 1.0].map(|share| percentile(&times, share)), [1.0, 50.0, 99.0, 100.0]);
        assert_eq!(percentile(&[7.0], 0.5), 7.0);
    }

    #[test]
    fn a_report_of_two_frames_becomes_an_animation_and_a_histogram() {
        let folder = std::env::temp_dir().join(format!("gridstar-crowd-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let report = folder.join("crowd.jsonl");
        let frame = |closed: bool| {
            format!(
                "{{\"bridge\": [1, 0, 1, 1], \"bridge_closed\": {closed}, \"target\": [0.5, 1.5], \
                 \"milliseconds\": 0.5, \"followers\": [[0.5, 0.5]], \"paths\": [[[0.5, 0.5], [2.5, 0.5]], []]}}"
            )
        };
        let lines = [frame(false), frame(true), "{\"times\": [0.31, 0.32, 9.0]}".to_owned()];
        std::fs::write(&report, lines.join("\n")).unwrap();
        let map = MapFile::parse("a.map".into(), b"type octile\nheight 2\nwidth 3\nmap\n...\n...\n").unwrap();
        let pictures = draw_crowd(&map, &report, &folder).unwrap();
        assert_eq!((pictures.frames, crate::size_of(&pictures.animation).unwrap().2), (2, 2));
        assert_eq!(crate::size_of(&pictures.wide).unwrap().2, 1);
        assert_eq!(crate::size_of(&pictures.histogram).unwrap().2, 1);
        let canvas = histogram(&[0.31, 0.32, 9.0]).unwrap();
        // Two of three frames took from 0.3 to 0.4 ms, one is in the last bar, and there is no other bar.
        let column = |bar: u32| {
            let x = (40 + bar * 18 + 9) as usize;
            let pixels: Vec<Color> = canvas.pixels().collect();
            let width = 2 * 40 + 40 * 18;
            (60..320).filter(|y| [FOLLOWER, TARGET].contains(&pixels[y * width + x])).count()
        };
        assert_eq!([column(3), column(39), column(10)], [260, 130, 0]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
