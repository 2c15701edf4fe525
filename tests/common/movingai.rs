//! Reads `.map` and `.scen` files of the MovingAI benchmarks (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding",
//! IEEE TCIAIG 4(2), 2012).
//!
//! - A map is a header (`type T`, `height H`, `width W`, in any order, then `map`) and H rows of W characters. `.`, `G`
//!   and `S` are walkable; `@`, `O`, `T` and `W` are obstacles. The first row is y = 0.
//! - A scenario is `version V`, then one query for each line: bucket, map, width, height, start x, start y, goal x,
//!   goal y, optimal length. Tabs separate the fields; in a line without tabs, white space does.
//! - A byte-order mark before the first line is left out. Lines may end in LF, CRLF or CR, or in one of the line ends
//!   of Unicode (U+0085, U+2028, U+2029). The last line needs no line end.

use super::cell_map::CellMap;
use gridstar::grid::{Cell, MAX_SIDE};
use std::path::Path;

/// One line of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioQuery {
    /// The line as written in the file.
    pub line: String,
    /// Number of the line, counted from 1.
    pub line_number: usize,
    pub start: Cell,
    pub goal: Cell,
    /// Length of an optimal path; 0 if the start is the goal, or if there is no path.
    pub reference: f64,
    /// Largest correct difference between a path's length and the reference, which is rounded.
    pub tolerance: f64,
}

/// Most files write lengths with six significant digits.
const RELATIVE_TOLERANCE: f64 = 1e-5;

/// Reads a `.map` file.
pub fn load_map(path: &Path) -> Result<CellMap, String> {
    parse_map(&read(path)?).map_err(|problem| format!("{}: {problem}", path.display()))
}

/// Reads a `.scen` file for a map. Every query must name the map's width and height.
pub fn load_scenario(path: &Path, map: &CellMap) -> Result<Vec<ScenarioQuery>, String> {
    parse_scenario(&read(path)?, map).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    // Old files have names in various encodings.
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The text without a byte-order mark, each of its lines with a line feed at its end.
fn with_line_feeds(text: &str) -> String {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    text.replace("\r\n", "\n").replace(['\r', '\u{85}', '\u{2028}', '\u{2029}'], "\n")
}

/// Reads the cell characters of a `.map` file, whatever they are: columns, rows, and the characters row by row.
#[allow(dead_code, reason = "not every test that reads maps reads their characters")]
pub fn load_characters(path: &Path) -> Result<(u32, u32, Vec<char>), String> {
    parse_cells(&read(path)?, Some).map_err(|problem| format!("{}: {problem}", path.display()))
}

pub fn parse_map(text: &str) -> Result<CellMap, String> {
    let is_obstacle = |drawn| match drawn {
        '.' | 'G' | 'S' => Some(false),
        '@' | 'O' | 'T' | 'W' => Some(true),
        _ => None,
    };
    let (width, height, obstacles) = parse_cells(text, is_obstacle)?;
    let mut map = CellMap::new(width, height);
    for (cell, obstacle) in map.cells().zip(obstacles) {
        map.set_obstacle(cell, obstacle);
    }
    Ok(map)
}

/// Columns, rows, and what `cell` makes of each cell character; `None` refuses a character.
fn parse_cells<T>(text: &str, cell: impl Fn(char) -> Option<T>) -> Result<(u32, u32, Vec<T>), String> {
    let text = with_line_feeds(text);
    let mut lines = text.lines().zip(1..);
    let (mut width, mut height) = (None, None);
    loop {
        let (line, number) = lines.next().ok_or("the header has no line `map`")?;
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("type"), Some(_)) | (None, _) => {}
            (Some("width"), Some(count)) => width = Some(side(count, number)?),
            (Some("height"), Some(count)) => height = Some(side(count, number)?),
            (Some("map"), None) => break,
            _ => return Err(format!("line {number}: {line:?} is not a header line")),
        }
    }
    let width = width.ok_or("the header has no width")?;
    let height = height.ok_or("the header has no height")?;
    let mut cells = Vec::new();
    for y in 0..height {
        let (row, number) = lines.next().ok_or(format!("the header says {height} rows, the file has {y}"))?;
        read_row(&mut cells, width, row, &cell).map_err(|problem| format!("line {number}: {problem}"))?;
    }
    match lines.find(|(line, _)| !line.trim().is_empty()) {
        Some((_, number)) => Err(format!("line {number}: a row after the last of {height}")),
        None => Ok((width, height, cells)),
    }
}

fn side(count: &str, line_number: usize) -> Result<u32, String> {
    match count.parse() {
        Ok(side @ 1..=MAX_SIDE) => Ok(side),
        _ => Err(format!("line {line_number}: {count:?} is not a width or height (1 to {MAX_SIDE})")),
    }
}

fn read_row<T>(cells: &mut Vec<T>, width: u32, row: &str, cell: impl Fn(char) -> Option<T>) -> Result<(), String> {
    let row = row.trim_end();
    let length = row.chars().count();
    if length != width as usize {
        return Err(format!("a row of {length} cells on a map that is {width} wide"));
    }
    for drawn in row.chars() {
        cells.push(cell(drawn).ok_or_else(|| format!("{drawn:?} is not a cell character"))?);
    }
    Ok(())
}

pub fn parse_scenario(text: &str, map: &CellMap) -> Result<Vec<ScenarioQuery>, String> {
    let text = with_line_feeds(text);
    let mut lines = text.lines().zip(1..);
    if !lines.next().is_some_and(|(line, _)| line.trim_start().starts_with("version")) {
        return Err("line 1: a scenario must begin with its version".into());
    }
    let mut queries = Vec::new();
    let mut decimals = Vec::new();
    for (line, number) in lines.filter(|(line, _)| !line.trim().is_empty()) {
        let (query, length) =
            parse_query(line, number, map).map_err(|problem| format!("line {number}: {problem}: {line:?}"))?;
        decimals.push(length.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32));
        queries.push(query);
    }
    for query in &mut queries {
        query.tolerance = (RELATIVE_TOLERANCE * query.reference).max(rounding(&decimals));
    }
    Ok(queries)
}

impl ScenarioQuery {
    /// Whether the reference has too few digits for the relative tolerance.
    #[allow(dead_code, reason = "the example reports it")]
    pub fn is_rounded(&self) -> bool {
        self.tolerance > RELATIVE_TOLERANCE * self.reference
    }
}

/// Half a unit of the last decimal, if a scenario has at least ten lengths and writes all with the same number of
/// decimals, at least two. Long lengths then have more than six digits, and short ones fewer. Other scenarios drop
/// trailing zeros, so a length does not show its rounding.
fn rounding(decimals: &[i32]) -> f64 {
    match decimals {
        [first, rest @ ..] if *first >= 2 && rest.len() >= 9 && rest.iter().all(|other| other == first) => {
            0.5001 * 0.1_f64.powi(*first)
        }
        _ => 0.0,
    }
}

/// The query of a line, and its length as written.
fn parse_query<'a>(line: &'a str, line_number: usize, map: &CellMap) -> Result<(ScenarioQuery, &'a str), String> {
    let fields: Vec<&str> = match line.contains('\t') {
        true => line.split('\t').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    };
    let [_bucket, _map, width, height, start_x, start_y, goal_x, goal_y, length] = fields[..] else {
        return Err(format!("{} fields instead of 9", fields.len()));
    };
    let whole = |field: &str| field.parse::<i32>().map_err(|_| format!("{field:?} is not a whole number"));
    if (whole(width)?, whole(height)?) != (map.width(), map.height()) {
        return Err(format!("the query is not for this map of {} x {}", map.width(), map.height()));
    }
    let reference = match length.parse::<f64>() {
        Ok(length) if length.is_finite() && length >= 0.0 => length,
        _ => return Err(format!("{length:?} is not a length")),
    };
    let query = ScenarioQuery {
        line: line.to_owned(),
        line_number,
        start: Cell::new(whole(start_x)?, whole(start_y)?),
        goal: Cell::new(whole(goal_x)?, whole(goal_y)?),
        reference,
        tolerance: 0.0,
    };
    match [query.start, query.goal].into_iter().find(|&end| !map.contains(end)) {
        Some(outside) => Err(format!("({}, {}) lies outside the map", outside.x, outside.y)),
        None => Ok((query, length)),
    }
}
