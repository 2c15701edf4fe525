//! Small pictures of one size: walls, floors, fog of war, fields, a huge world, tilemaps, a crowd and a saved grid.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PAPER};
use crate::crowd;
use crate::field::{Field, field_on_map};
use crate::floors;
use crate::forks;
use crate::hexagons::paths_on_hexagons;
use crate::map_file::{MapFile, Terrain};
use crate::paths::{FoundPath, colors, thousands};
use crate::report::read_lines;
use crate::sheet::{Cell, Sheet};
use crate::walls;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The reports of the programs that the pictures show.
pub struct TourReports {
    /// A field, of `--field`.
    pub field: PathBuf,
    /// Paths over hexagons, of `--hex`.
    pub hexagons: PathBuf,
    /// Agents that keep apart, of `--avoid`.
    pub crowd: PathBuf,
    /// A house with walls between cells, of `--walls`.
    pub walls: PathBuf,
    /// Three storeys, of `--floors`.
    pub floors: PathBuf,
    /// Fog of war, of `--forks`.
    pub forks: PathBuf,
    /// The rest, of `--tour`.
    pub tour: PathBuf,
}

/// A world of copies of the map with two paths, a path over the map, and what has changed on it.
#[derive(Deserialize)]
struct Tour {
    columns: usize,
    rows: usize,
    best: Vec<Cell>,
    best_expansions: u64,
    within: Vec<Cell>,
    within_expansions: u64,
    bound: f64,
    path: Vec<Cell>,
    saved: u64,
    changes: u64,
    opened: Vec<Cell>,
    closed: Vec<Cell>,
}

/// Size of the pictures, in pixels, and of the line of text below.
const SIZE: (u32, u32) = (480, 270);
const LINE: u32 = 26;
/// A frame of the crowd in which its streams have met.
const FRAME: usize = 30;
/// The upper left corner of what is shown: of the field, the hexagons and the saved grid, in pixels of their pictures.
const FIELD: (i32, i32) = (508, 714);
const HEXAGONS: (i32, i32) = (790, 440);
const SAVED: (i32, i32) = (576, 490);
/// The cell in the middle of the isometric map, and half the width of its cells, in pixels.
const MIDDLE: (f32, f32) = (196.0, 152.0);
const HALF: f32 = 4.0;
/// How far walls stand up, in pixels.
const WALL: f32 = 7.0;

const OPENED: Color = Color(0xF0, 0xA0, 0x30);
const CLOSED: Color = Color(0xB0, 0x1E, 0x2E);

/// Draws all of them, each named by its end, and returns the files.
pub fn draw_tour(map: &MapFile, market: &MapFile, reports: &TourReports, folder: &Path) -> Result<Vec<PathBuf>> {
    let tours: Vec<Tour> = read_lines(&reports.tour)?;
    let tour = tours.first().context("the report is empty")?;
    let pictures = [
        field(map, reports)?,
        world(map, tour)?,
        tilemaps(map, reports, tour)?,
        agents(market, reports)?,
        saved(map, tour)?,
        house(reports)?,
        storeys(reports)?,
        fog(reports)?,
    ];
    let names = ["field", "world", "tilemaps", "crowd", "saved", "walls", "floors", "forks"];
    let mut files = Vec::new();
    for (name, (picture, caption)) in names.iter().zip(pictures) {
        let file = folder.join(format!("tour-{name}.png"));
        let mut canvas = picture.with_room_below(LINE, PAPER)?;
        canvas.text(2, SIZE.1 + (LINE - TextSize::SMALL.height()) / 2, &caption, TextSize::SMALL, false, INK);
        canvas.save(&file, &caption)?;
        files.push(file);
    }
    Ok(files)
}

fn cut(canvas: &Canvas, (x, y): (i32, i32)) -> Result<Canvas> {
    canvas.part(x, y, SIZE.0, SIZE.1)
}

fn field(map: &MapFile, reports: &TourReports) -> Result<(Canvas, String)> {
    let fields: Vec<Field> = read_lines(&reports.field)?;
    let sheet = field_on_map(map, fields.first().context("the report is empty")?, 0, 0)?;
    Ok((cut(&sheet.canvas, FIELD)?, "costs and ways to G, and what unit U can reach".to_owned()))
}

/// Copies of the map beside and below each other: a pixel shows one cell of several.
fn world(map: &MapFile, tour: &Tour) -> Result<(Canvas, String)> {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1, PAPER)?;
    let (width, height) = (tour.columns * map.width, tour.rows * map.height);
    for (row, column) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (row, column))) {
        let (x, y) = (column as usize * width / SIZE.0 as usize, row as usize * height / SIZE.1 as usize);
        canvas.set(column, row, map.terrain(x % map.width, y % map.height).color);
    }
    let scale = SIZE.0 as f32 / width as f32;
    let paths: Vec<_> = [&tour.best, &tour.within].into_iter().zip(colors()).collect();
    for (wider, white) in [(2.0, true), (0.0, false)] {
        for (cells, color) in &paths {
            let points = cells.iter().map(|&(x, y)| (x as f32 * scale, y as f32 * scale));
            canvas.line(points, 2.0 + wider, if white { Color::WHITE } else { *color });
        }
    }
    let [best, within] = [tour.best_expansions, tour.within_expansions].map(thousands);
    Ok((canvas, format!("{width} x {height}: best path {best} expanded, within {} {within}", tour.bound)))
}

/// Hexagons on the left, isometric cells on the right.
fn tilemaps(map: &MapFile, reports: &TourReports, tour: &Tour) -> Result<(Canvas, String)> {
    let paths: Vec<FoundPath> = read_lines(&reports.hexagons)?;
    let (hexagons, _) = paths_on_hexagons(map, &paths, 0)?;
    let mut canvas = isometric(map, &tour.path)?;
    canvas.lay(0, 0, &cut(&hexagons, HEXAGONS)?.part(0, 0, SIZE.0 / 2 - 1, SIZE.1)?);
    let middle = SIZE.0 as f32 / 2.0;
    canvas.line([(middle, 0.0), (middle, SIZE.1 as f32)], 3.0, PAPER);
    Ok((canvas, "hexagons, isometric and rectangular tilemaps".to_owned()))
}

/// The map with cells as diamonds, from the back to the front, in the right half of a picture.
fn isometric(map: &MapFile, path: &[Cell]) -> Result<Canvas> {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1, PAPER)?;
    let point = |x: f32, y: f32| {
        let (x, y) = (x - MIDDLE.0, y - MIDDLE.1);
        (SIZE.0 as f32 * 0.75 + (x - y) * HALF, SIZE.1 as f32 / 2.0 + (x + y) * HALF / 2.0)
    };
    let diamond = |x: usize, y: usize, up: f32| {
        let (x, y) = (x as f32, y as f32);
        [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)].map(|(x, y)| point(x, y)).map(|(x, y)| (x, y - up))
    };
    let terrains = |stands: bool| {
        let cells = (0..map.width * map.height).map(|index| (index % map.width, index / map.width));
        let mut cells: Vec<_> = cells.filter(|&(x, y)| map.terrain(x, y).side.is_some() == stands).collect();
        cells.sort_by_key(|&(x, y)| x + y);
        cells
    };
    for (x, y) in terrains(false) {
        canvas.polygon(diamond(x, y, 0.0), map.terrain(x, y).color);
    }
    let points: Vec<_> = path.iter().map(|&(x, y)| point(x as f32 + 0.5, y as f32 + 0.5)).collect();
    let color = colors().nth(1).unwrap_or(INK);
    canvas.line(points.iter().copied(), 5.5, Color::WHITE);
    canvas.line(points, 3.0, color);
    for (x, y) in terrains(true) {
        let Terrain { color, side: Some(side), .. } = map.terrain(x, y) else { continue };
        let (low, high) = (diamond(x, y, 0.0), diamond(x, y, WALL));
        canvas.polygon([high[1], high[2], high[3], low[3], low[2], low[1]], *side);
        canvas.polygon(high, *color);
    }
    Ok(canvas)
}

fn agents(market: &MapFile, reports: &TourReports) -> Result<(Canvas, String)> {
    let (canvas, count) = crowd::frame_of(market, &reports.crowd, FRAME)?;
    let (width, _) = canvas.size();
    let left = (width - SIZE.0) as i32 / 2;
    Ok((cut(&canvas, (left, 30))?, format!("{count} agents keep apart, across a market")))
}

/// The map, with cells that were opened and closed since it was saved.
fn saved(map: &MapFile, tour: &Tour) -> Result<(Canvas, String)> {
    let mut sheet = Sheet::new(map, 1024, 0, 0, &[])?;
    for (cells, color) in [(&tour.opened, OPENED), (&tour.closed, CLOSED)] {
        for &(x, y) in cells {
            let ((left, upper), (right, lower)) =
                (sheet.point((x as f32, y as f32)), sheet.point((x as f32 + 1.0, y as f32 + 1.0)));
            sheet.canvas.rect(left, upper, right - left, lower - upper, color);
        }
    }
    let [level, changes] = [tour.saved, tour.changes].map(thousands);
    Ok((cut(&sheet.canvas, SAVED)?, format!("a level in {level} bytes, a siege in {changes} more")))
}

/// A path through the doors of a house to its terrace, and the jump down.
fn house(reports: &TourReports) -> Result<(Canvas, String)> {
    let (canvas, [up, down]) = walls::small_house(&reports.walls)?;
    ensure!(canvas.size() == SIZE, "the house is drawn as {:?} pixels", canvas.size());
    Ok((canvas, format!("up through the doors: {up:.1}, down from the ledge: {down:.1}")))
}

fn storeys(reports: &TourReports) -> Result<(Canvas, String)> {
    let (canvas, cost) = floors::building(&reports.floors, SIZE)?;
    Ok((canvas, format!("a path over three floors, by stairs: {cost:.1}")))
}

fn fog(reports: &TourReports) -> Result<(Canvas, String)> {
    let (canvas, [first, second, truth]) = forks::fog(&reports.forks, SIZE)?;
    Ok((canvas, format!("orange expects {first:.1}, blue {second:.1}, the true path costs {truth:.1}")))
}
