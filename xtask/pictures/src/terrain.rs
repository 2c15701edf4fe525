//! The picture of terrain: the paths of several agents, and below the map the cost of each path and each terrain.

use crate::canvas::Canvas;
use crate::color::{Color, INK, PALE_INK};
use crate::found::{AgentPath, Cell};
use crate::layout::Layout;
use crate::legend::Strip;
use crate::map_file::{self, MapFile};
use crate::overlay;
use std::collections::HashSet;

/// What the C# program's searches count.
const RULE: &str = "a step costs its length times the mean of its two cells' costs";

/// Columns of the table, in letters: the agent's name begins at the first, cost and length end at the next two, and
/// the terrains begin at the fourth.
const AGENT: u32 = 12;
const COST: u32 = 31;
const LENGTH: u32 = 42;
const FIRST_TERRAIN: u32 = 46;
const TERRAIN: u32 = 12;

/// What the longest line of the strip has room for.
pub(crate) const LETTERS: u32 = FIRST_TERRAIN + 4 * TERRAIN + 3;

/// Dark on light terrain and far from the color of water, for any color vision.
const COLORS: [Color; 3] = [Color(0x1A, 0x1A, 0x1A), Color(0xD5, 0x5E, 0x00), Color(0xA0, 0x2C, 0x7A)];

/// Number of lines below the map: the title, the table with its head, the terrains that block every agent.
pub(crate) fn lines(agents: &[AgentPath]) -> u32 {
    3 + agents.len() as u32
}

pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout, map: &MapFile, agents: &[AgentPath]) {
    // A path below another one is wider, and all edges lie below all paths: on common cells both paths are visible.
    let widths: Vec<f32> = (0..agents.len())
        .map(|index| overlay::path_width(layout) * 1.25 * (1.0 + paths_above(agents, index) as f32))
        .collect();
    for (path, &width) in agents.iter().zip(&widths) {
        overlay::path_edge(canvas, layout, &path.cells, width);
    }
    for (index, path) in agents.iter().enumerate().rev() {
        overlay::path_line(canvas, layout, &path.cells, widths[index], color(index));
    }
    for (index, path) in agents.iter().enumerate() {
        let start = place(layout, agents, index, |path| path.start);
        overlay::start_mark(canvas, layout, start, &path.label, color(index));
        let goal = place(layout, agents, index, |path| path.goal);
        overlay::goal_mark(canvas, layout, goal, &path.label, color(index));
    }
    draw_legend(&mut Strip { canvas, layout, line: 0 }, map, agents);
}

fn color(index: usize) -> Color {
    COLORS[index % COLORS.len()]
}

/// How many of the agents before an agent have cells in common with its path.
fn paths_above(agents: &[AgentPath], index: usize) -> usize {
    let own: HashSet<Cell> = agents[index].cells.iter().copied().collect();
    agents[..index].iter().filter(|path| path.cells.iter().any(|cell| own.contains(cell))).count()
}

/// Where the mark of an agent's end belongs: on the cell, or side by side with the marks of others on the same cell.
fn place(layout: &Layout, agents: &[AgentPath], index: usize, end: impl Fn(&AgentPath) -> Cell) -> (f32, f32) {
    let same: Vec<usize> = (0..agents.len()).filter(|&other| end(&agents[other]) == end(&agents[index])).collect();
    let rank = same.iter().take_while(|&&other| other < index).count() as f32;
    let width = layout.text.height() as f32 * 1.24 + 6.0;
    let (x, y) = layout.center(end(&agents[index]));
    (x + (rank - (same.len() - 1) as f32 / 2.0) * width, y)
}

fn draw_legend(strip: &mut Strip, map: &MapFile, agents: &[AgentPath]) {
    strip.text(0, &format!("GridStar on {}: terrain", map.name), INK);
    strip.text(map.name.len() as u32 + 24, RULE, PALE_INK);
    strip.line += 1;
    strip.text(0, "start, goal", PALE_INK);
    strip.text_before(COST, "cost", PALE_INK);
    strip.text_before(LENGTH, "length", PALE_INK);
    let columns = || (FIRST_TERRAIN..).step_by(TERRAIN as usize);
    for (column, terrain) in columns().zip(agents.iter().take(1).flat_map(|path| &path.terrains)) {
        let color = map_file::terrain_of(terrain.mark).map_or(Color::WHITE, |terrain| terrain.color);
        strip.terrain(column, color, &terrain.name);
    }
    for (index, path) in agents.iter().enumerate() {
        strip.line += 1;
        strip.path_sample(0, &path.label, color(index));
        strip.text(AGENT, &path.agent, INK);
        let (cost, length) = match path.cost {
            Some(cost) => (format!("{cost:.2}"), format!("{:.2}", path.length)),
            None => ("no path".into(), "-".into()),
        };
        strip.text_before(COST, &cost, INK);
        strip.text_before(LENGTH, &length, INK);
        for (column, terrain) in columns().zip(&path.terrains) {
            let (text, ink) = terrain.cost.map_or(("blocked".into(), PALE_INK), |cost| (cost.to_string(), INK));
            strip.text(column + 3, &text, ink);
        }
    }
    strip.line += 1;
    strip.text(0, "blocked for all:", PALE_INK);
    let is_entered = |mark: u8| agents.iter().flat_map(|path| &path.terrains).any(|own| own.mark == char::from(mark));
    let mut column = 18;
    for terrain in map.terrains().filter(|terrain| !terrain.marks.iter().any(|&mark| is_entered(mark))) {
        strip.terrain(column, terrain.color, terrain.name);
        column += terrain.name.len() as u32 + 6;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn agent(start: Cell, cells: &[Cell]) -> AgentPath {
        let terrains =
            json!([{"mark": "W", "name": "water", "cost": 1.5}, {"mark": "G", "name": "road", "cost": null}]);
        let path = json!({"agent": "a", "label": "A", "start": start, "goal": [9, 9], "cost": null, "length": 0.0,
            "terrains": terrains, "cells": cells});
        serde_json::from_value(path).unwrap()
    }

    #[test]
    fn only_a_path_below_another_one_is_wider() {
        let agents = [agent((0, 0), &[(0, 0), (1, 0)]), agent((5, 5), &[(5, 5)]), agent((1, 0), &[(1, 0), (5, 5)])];
        assert_eq!([0, 1, 2].map(|index| paths_above(&agents, index)), [0, 0, 2]);
    }

    #[test]
    fn marks_on_the_same_cell_stand_side_by_side() {
        let rows = "....................\n".repeat(20);
        let map = MapFile::parse("a.map".into(), format!("type octile\nheight 20\nwidth 20\nmap\n{rows}").as_bytes());
        let agents = [agent((3, 3), &[]), agent((8, 8), &[]), agent((3, 3), &[])];
        let layout = Layout::new(&map.unwrap(), lines(&agents), LETTERS);
        let [first, alone, second] = [0, 1, 2].map(|index| place(&layout, &agents, index, |path| path.start));
        assert_eq!(alone, layout.center((8, 8)));
        assert!(second.0 - first.0 > 1.24 * layout.text.height() as f32, "{first:?} {second:?}");
        assert_eq!(((first.0 + second.0) / 2.0, first.1), layout.center((3, 3)));
    }
}
