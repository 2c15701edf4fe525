//! The picture of terrain: the paths of several agents, and below the map the cost of each path and each terrain.

use crate::color::{Color, INK, PALE_INK};
use crate::map_file::{MapFile, TERRAINS};
use crate::report::read_lines;
use crate::sheet::{Cell, Sheet};
use anyhow::Result;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::Path;

/// The cost of a step on a terrain for an agent.
#[derive(Deserialize)]
struct TerrainCost {
    /// The terrain's character on the map.
    mark: char,
    name: String,
    /// `None`: blocked.
    cost: Option<f64>,
}

/// An agent and its path over terrain.
#[derive(Deserialize)]
struct AgentPath {
    agent: String,
    label: String,
    start: Cell,
    goal: Cell,
    cost: f64,
    /// In straight steps.
    length: f64,
    /// Terrains, in one order for all agents.
    terrains: Vec<TerrainCost>,
    cells: Vec<Cell>,
}

/// How the C# program's searches count costs.
const RULE: &str = "a step costs its length times the mean of its two cells' costs";

/// The width of a small map, about, in pixels.
const WIDTH: usize = 1280;

/// Columns of the table, in letters: the agent's name begins at the first, cost and length end at the next two, and
/// the terrains begin at the fourth.
const AGENT: u32 = 12;
const COST: u32 = 31;
const LENGTH: u32 = 42;
const FIRST_TERRAIN: u32 = 46;
const TERRAIN: u32 = 12;
/// Letters of the longest line.
const LETTERS: u32 = FIRST_TERRAIN + 4 * TERRAIN + 3;

/// Dark on light terrain and far from the color of water, for any color vision.
const COLORS: [Color; 3] = [Color(0x1A, 0x1A, 0x1A), Color(0xD5, 0x5E, 0x00), Color(0xA0, 0x2C, 0x7A)];

/// Draws the agents and paths of a report.
pub fn draw_terrain(map: &MapFile, report: &Path, png: &Path) -> Result<()> {
    let agents: Vec<AgentPath> = read_lines(report)?;
    // The title, the table with its head, the terrains that block every agent.
    let mut sheet = Sheet::new(map, WIDTH, 3 + agents.len() as u32, LETTERS, &[])?;
    draw_agents(&mut sheet, &agents);
    draw_legend(&mut sheet, map, &agents);
    let costs: Vec<_> = agents.iter().map(|agent| format!("{} cost {:.2}", agent.agent, agent.cost)).collect();
    sheet.canvas.save(png, &costs.join(", "))
}

fn draw_agents(sheet: &mut Sheet, agents: &[AgentPath]) {
    // A path below another one is wider, and all edges lie below all paths: on common cells both paths are visible.
    let widths: Vec<f32> =
        (0..agents.len()).map(|index| sheet.path_width() * 1.25 * (1.0 + paths_above(agents, index) as f32)).collect();
    for (path, &width) in agents.iter().zip(&widths) {
        sheet.path_edge(&path.cells, width);
    }
    for (index, path) in agents.iter().enumerate().rev() {
        sheet.path_line(&path.cells, widths[index], color(index));
    }
    for (index, path) in agents.iter().enumerate() {
        sheet.start_mark(place(sheet, agents, index, |path| path.start), &path.label, color(index));
        sheet.goal_mark(place(sheet, agents, index, |path| path.goal), &path.label, color(index));
    }
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
fn place(sheet: &Sheet, agents: &[AgentPath], index: usize, end: impl Fn(&AgentPath) -> Cell) -> (f32, f32) {
    let same: Vec<usize> = (0..agents.len()).filter(|&other| end(&agents[other]) == end(&agents[index])).collect();
    let rank = same.iter().take_while(|&&other| other < index).count() as f32;
    let width = sheet.text.height() as f32 * 1.24 + 6.0;
    let (x, y) = sheet.center(end(&agents[index]));
    (x + (rank - (same.len() - 1) as f32 / 2.0) * width, y)
}

fn draw_legend(sheet: &mut Sheet, map: &MapFile, agents: &[AgentPath]) {
    sheet.text(0, &format!("GridStar on {}: terrain", map.name), INK);
    sheet.text(map.name.len() as u32 + 24, RULE, PALE_INK);
    sheet.next_line();
    sheet.text(0, "start, goal", PALE_INK);
    sheet.text_before(COST, "cost", PALE_INK);
    sheet.text_before(LENGTH, "length", PALE_INK);
    let columns = || (FIRST_TERRAIN..).step_by(TERRAIN as usize);
    for (column, terrain) in columns().zip(agents.iter().take(1).flat_map(|path| &path.terrains)) {
        let color = TERRAINS.iter().find(|own| is_of(own.marks, terrain)).map_or(Color::WHITE, |own| own.color);
        sheet.terrain(column, color, &terrain.name);
    }
    for (index, path) in agents.iter().enumerate() {
        sheet.next_line();
        sheet.path_sample(0, &path.label, color(index));
        sheet.text(AGENT, &path.agent, INK);
        sheet.text_before(COST, &format!("{:.2}", path.cost), INK);
        sheet.text_before(LENGTH, &format!("{:.2}", path.length), INK);
        for (column, terrain) in columns().zip(&path.terrains) {
            let (text, ink) = terrain.cost.map_or(("blocked".into(), PALE_INK), |cost| (cost.to_string(), INK));
            sheet.text(column + 3, &text, ink);
        }
    }
    sheet.next_line();
    sheet.text(0, "blocked for all:", PALE_INK);
    let is_entered = |marks: &[u8]| agents.iter().flat_map(|path| &path.terrains).any(|terrain| is_of(marks, terrain));
    let mut column = 18;
    for terrain in map.terrains().filter(|terrain| !is_entered(terrain.marks)) {
        column = sheet.terrain(column, terrain.color, terrain.name);
    }
}

/// Whether a terrain has one of these marks.
fn is_of(marks: &[u8], terrain: &TerrainCost) -> bool {
    marks.iter().any(|&mark| terrain.mark == char::from(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn agent(start: Cell, cells: &[Cell]) -> AgentPath {
        let path = json!({"agent": "a", "label": "A", "start": start, "goal": [9, 9], "cost": 1.0, "length": 0.0,
            "terrains": [], "cells": cells});
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
        let sheet = Sheet::new(&map.unwrap(), WIDTH, 0, LETTERS, &[]).unwrap();
        let [first, alone, second] = [0, 1, 2].map(|index| place(&sheet, &agents, index, |path| path.start));
        assert_eq!(alone, sheet.center((8, 8)));
        assert!(second.0 - first.0 > 1.24 * sheet.text.height() as f32, "{first:?} {second:?}");
        assert_eq!(((first.0 + second.0) / 2.0, first.1), sheet.center((3, 3)));
    }
}
