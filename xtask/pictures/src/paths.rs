//! The picture of paths: a map with the cells that one search expanded, all paths, and below them the cost of each.

use crate::canvas::TextSize;
use crate::color::{Color, INK, PALE_INK};
use crate::map_file::{MapFile, TERRAINS};
use crate::report::read_lines;
use crate::sheet::{Cell, MARGIN, Sheet};
use anyhow::Result;
use serde::Deserialize;
use std::path::Path;

/// A path that was looked for.
#[derive(Deserialize)]
pub(crate) struct FoundPath {
    pub(crate) label: String,
    pub(crate) start: Cell,
    pub(crate) goal: Cell,
    /// `None`: there is no path.
    pub(crate) cost: Option<f64>,
    pub(crate) expansions: u64,
    pub(crate) cells: Vec<Cell>,
    /// In the order of expansion; empty for all but the first path.
    pub(crate) expanded: Vec<Cell>,
}

/// The width of a small map, about, in pixels.
const WIDTH: usize = 1280;
/// Width and height of the wide picture at most: what sites show of a page.
const WIDE: (u32, u32) = (1200, 630);

/// The rule and costs by which the C# program searches for the picture.
const RULE: &str = "no corner cut, costs 1 and sqrt(2)";

/// Columns of the table, each by where it ends, in letters. Times are not in it: they belong to a machine.
const COST: u32 = 22;
const EXPANDED: u32 = 35;
/// Letters of the longest line, which has the gradient.
const LETTERS: u32 = 97;

/// Colors of paths, the first one first: told apart by people with any color vision, also by lightness.
const COLORS: [Color; 4] =
    [Color(0x1A, 0x1A, 0x1A), Color(0xD5, 0x5E, 0x00), Color(0x00, 0x72, 0xB2), Color(0xB0, 0x3A, 0x86)];

pub(crate) fn colors() -> impl Iterator<Item = Color> {
    COLORS.into_iter().cycle()
}

/// Draws the paths of a report, and the middle of the same map with a short legend, for a page's head.
pub fn draw_paths(map: &MapFile, report: &Path, png: &Path, wide: &Path) -> Result<()> {
    let paths: Vec<FoundPath> = read_lines(report)?;
    let figures = figures(map, &paths);
    // The title, the table with its head, the gradient, the terrains.
    let mut sheet = paths_on_map(map, &paths, WIDTH, 4 + paths.len() as u32, LETTERS)?;
    draw_legend(&mut sheet, map, &paths);
    sheet.canvas.save(png, &figures)?;
    // Half a map less, because the size of cells is rounded to the nearest pixel and both sides of the map are shown.
    let width = ((WIDE.0 - 2 * MARGIN) as usize).saturating_sub(map.width / 2);
    let mut sheet = paths_on_map(map, &paths, width, 0, 0)?;
    draw_short_legend(&mut sheet, &paths)?;
    sheet.canvas.save(wide, &figures)
}

fn paths_on_map(map: &MapFile, paths: &[FoundPath], width: usize, lines: u32, letters: u32) -> Result<Sheet> {
    let expanded = paths.first().map_or(&[][..], |path| &path.expanded);
    let mut sheet = Sheet::new(map, width, lines, letters, expanded)?;
    let width = sheet.path_width();
    // The first path lies on top, and all marks lie above all paths.
    let with_colors: Vec<_> = paths.iter().zip(colors()).collect();
    for (path, color) in with_colors.iter().rev() {
        sheet.path_edge(&path.cells, width);
        sheet.path_line(&path.cells, width, *color);
    }
    for (path, color) in with_colors.iter().rev() {
        sheet.start_mark(sheet.center(path.start), &path.label, *color);
        sheet.goal_mark(sheet.center(path.goal), &path.label, *color);
    }
    Ok(sheet)
}

fn draw_legend(sheet: &mut Sheet, map: &MapFile, paths: &[FoundPath]) {
    let title = format!("GridStar on {}, {} x {} cells", map.name, map.width, map.height);
    sheet.text(0, &title, INK);
    sheet.text(title.len() as u32 + 3, RULE, PALE_INK);
    sheet.next_line();
    sheet.text(0, "start, goal", PALE_INK);
    sheet.text_before(COST, "cost", PALE_INK);
    sheet.text_before(EXPANDED, "expanded", PALE_INK);
    for (path, color) in paths.iter().zip(colors()) {
        sheet.next_line();
        sheet.path_sample(0, &path.label, color);
        let cost = path.cost.map_or("no path".into(), |cost| format!("{cost:.2}"));
        sheet.text_before(COST, &cost, INK);
        sheet.text_before(EXPANDED, &thousands(path.expansions), INK);
    }
    sheet.next_line();
    draw_gradient(sheet, paths);
    sheet.next_line();
    let mut column = 0;
    for terrain in map.terrains() {
        let name = terrain.name.to_owned() + if terrain.is_blocked { " (blocked)" } else { "" };
        column = sheet.terrain(column, terrain.color, &name);
    }
}

/// Cuts the picture to its size, and says below what colors and marks mean.
fn draw_short_legend(sheet: &mut Sheet, paths: &[FoundPath]) -> Result<()> {
    let text = TextSize::TITLE;
    let legend = 2 * text.line() + text.height();
    sheet.cut(WIDE.0, WIDE.1 - legend, legend, text)?;
    let columns = (0..).step_by(12);
    for ((path, color), column) in paths.iter().zip(colors()).zip(columns) {
        sheet.path_sample(column, &path.label, color);
    }
    sheet.text(12 * paths.len() as u32 + 1, "start (round), path, goal (square)", PALE_INK);
    sheet.next_line();
    draw_gradient(sheet, paths);
    Ok(())
}

fn draw_gradient(sheet: &mut Sheet, paths: &[FoundPath]) {
    let Some(FoundPath { label, .. }) = paths.first() else { return };
    sheet.text(0, &format!("cells that the search of path {label} expanded:"), PALE_INK);
    let begin = 41 + label.len() as u32 + 1;
    sheet.text(begin, "first", INK);
    sheet.text(begin + 28, "last", INK);
    sheet.gradient([begin + 6, begin + 27], TERRAINS[0].color);
}

/// The numbers that do not depend on the machine: pages may name them.
fn figures(map: &MapFile, paths: &[FoundPath]) -> String {
    let path = |path: &FoundPath| {
        let cost = path.cost.map_or("no path".into(), |cost| format!("cost {cost:.2}"));
        format!(", {} {cost} expanded {}", path.label, path.expansions)
    };
    format!("{} x {} cells", map.width, map.height) + &paths.iter().map(path).collect::<String>()
}

/// 12,345.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
