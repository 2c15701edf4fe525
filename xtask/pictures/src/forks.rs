//! Fog of war: what two players have seen of one map, the paths that they believe in, and the true one.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PAPER};
use crate::map_file::TERRAINS;
use crate::paths::colors;
use crate::report::read_lines;
use crate::sheet::Cell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Fog {
    rows: Vec<String>,
    start: Cell,
    goal: Cell,
    truth: Way,
    players: [Player; 2],
}

#[derive(Deserialize)]
struct Player {
    scouts: Vec<Cell>,
    seen: Vec<Cell>,
    /// Answer of the player's fork.
    way: Way,
}

#[derive(Deserialize)]
struct Way {
    cost: f64,
    cells: Vec<Cell>,
}

/// The side of a cell in pixels.
const SIDE: f32 = 15.0;
/// Fog over cells that a player has not seen, and how much of it covers them.
const DARK: Color = Color(0x1E, 0x22, 0x2A);
const DARKNESS: f32 = 0.8;
/// A wall that a player does not know, from above and from its side.
const UNKNOWN: [Color; 2] = [Color(0x76, 0x7C, 0x8A), Color(0x5C, 0x62, 0x6F)];

/// Draws what each player of a report knows, side by side, and returns the costs of both paths and of the true one.
pub(crate) fn fog(report: &Path, (width, height): (u32, u32)) -> Result<(Canvas, [f64; 3])> {
    let fogs: Vec<Fog> = read_lines(report)?;
    let fog = fogs.first().context("the report is empty")?;
    let mut canvas = Canvas::new(width, height, PAPER)?;
    let half = width / 2;
    for ((player, color), left) in fog.players.iter().zip(colors().skip(1)).zip([0, half]) {
        canvas.lay(left, 0, &known(fog, player, color)?.part(0, 0, half, height)?);
    }
    canvas.line([(half as f32, 0.0), (half as f32, height as f32)], 3.0, PAPER);
    let [first, second] = &fog.players;
    Ok((canvas, [first.way.cost, second.way.cost, fog.truth.cost]))
}

/// The map as one player knows it.
fn known(fog: &Fog, player: &Player, color: Color) -> Result<Canvas> {
    let (columns, rows) = (fog.rows.first().map_or(0, String::len), fog.rows.len());
    let mut canvas = Canvas::new((columns as f32 * SIDE) as u32, (rows as f32 * SIDE) as u32, DARK)?;
    ensure!(!player.seen.is_empty(), "a player has seen nothing");
    for (y, row) in (0..).zip(&fog.rows) {
        for (x, mark) in (0..).zip(row.bytes()) {
            let is_seen = player.seen.contains(&(x, y));
            let wanted = if mark == b'#' { b'@' } else { mark };
            let terrain = TERRAINS.iter().find(|terrain| terrain.marks.contains(&wanted));
            let terrain = terrain.context("the report has a cell that is no terrain")?;
            let [top, side] = [terrain.color, terrain.side.unwrap_or(terrain.color)];
            let [top, side] = match mark {
                _ if is_seen => [top, side],
                b'#' => UNKNOWN,
                _ => [top, side].map(|color| color.mixed(DARK, DARKNESS)),
            };
            let (left, upper) = (x as f32 * SIDE, y as f32 * SIDE);
            canvas.rect(left, upper, SIDE, SIDE, top);
            canvas.rect(left, upper + SIDE * 2.0 / 3.0, SIDE, SIDE / 3.0, side);
        }
    }
    for (way, color) in [(&fog.truth, INK), (&player.way, color)] {
        canvas.line(way.cells.iter().map(|&cell| center(cell)), 5.5, Color::WHITE);
        canvas.line(way.cells.iter().map(|&cell| center(cell)), 3.0, color);
    }
    for &scout in &player.scouts {
        let (x, y) = center(scout);
        canvas.disc(x, y, 5.5, Color::WHITE);
        canvas.disc(x, y, 4.0, color);
    }
    canvas.start_mark(center(fog.start), "S", TextSize::SMALL, color);
    canvas.goal_mark(center(fog.goal), "G", TextSize::SMALL, color);
    Ok(canvas)
}

fn center((x, y): Cell) -> (f32, f32) {
    ((x as f32 + 0.5) * SIDE, (y as f32 + 0.5) * SIDE)
}
