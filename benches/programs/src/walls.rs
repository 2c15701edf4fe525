//! Walls between cells: rooms of thin walls with doors, beside the same rooms at twice the resolution with walls of
//! cells; ledges that are crossed in one direction, beside the same map with open sides.

use crate::timing::{fastest, geometric_mean, geometric_mean_of};
use anyhow::{Result, anyhow, ensure};
use common::abi::{TestGrid, default_grid_def};
use common::field::TestField;
use common::random_maps::Random;
use common::walls::{ONE_WAY, OPEN, WALL, set_passage};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::time::Duration;

const ROOM: u32 = 16;
const QUERIES: usize = 200;

/// Prints the tables.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("Rooms of {ROOM} cells with thin walls, a door of one cell in each; steps of 1 and 1.41 under BOTH_FREE.");
    println!("Each figure: thin walls / walls of cells at twice the resolution = share.\n");
    println!(
        "| side | memory, MB | first search, ms | whole map set again, ms | another map set, ms | a door, µs | \
         query, µs | expansions | field, ms |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let sides: &[u32] = if is_quick { &[64] } else { &[256, 512, 1024, 2048] };
    print_rows(sides, compare_rooms)?;
    println!("\nLedges every {ROOM} rows, which are crossed downwards only: one way / open = share.\n");
    println!("| side | query, µs | expansions |\n| ---: | ---: | ---: |");
    print_rows(sides, compare_ledges)
}

/// One of two figures that are compared, the other one, and how many digits are shown.
type Pair = (f64, f64, usize);

/// Prints a row of pairs for each side, and the geometric means of their shares.
fn print_rows(sides: &[u32], compare: impl Fn(u32) -> Result<Vec<Pair>>) -> Result<()> {
    let mut rows = Vec::new();
    for &side in sides {
        let row = compare(side)?;
        let cells = row
            .iter()
            .map(|&(one, other, digits)| format!(" {one:.digits$} / {other:.digits$} = {:.2} |", one / other));
        println!("| {side} |{}", cells.collect::<String>());
        rows.push(row);
    }
    let columns = 0..rows.first().map_or(0, Vec::len);
    let means = columns.map(|at| format!(" {:.2} |", geometric_mean_of(rows.iter().map(|row| row[at].0 / row[at].1))));
    println!("| mean |{}", means.collect::<String>());
    Ok(())
}

/// A map of rooms: for each cell, whether a wall closes the side to the right and the one below.
struct Rooms {
    side: u32,
    right: Vec<bool>,
    below: Vec<bool>,
    /// Some doors: the cell, and whether it leads to the right.
    doors: Vec<(Cell, bool)>,
}

impl Rooms {
    fn new(side: u32, seed: u32) -> Self {
        let mut random = Random::new(u64::from(side + seed));
        let cells = (side * side) as usize;
        let mut rooms = Self { side, right: vec![false; cells], below: vec![false; cells], doors: Vec::new() };
        for wall in (ROOM - 1..side - 1).step_by(ROOM as usize) {
            for room in (0..side).step_by(ROOM as usize) {
                let length = ROOM.min(side - room);
                let doors = [room + random.below(length), room + random.below(length)];
                for at in room..room + length {
                    rooms.right[(at * side + wall) as usize] = at != doors[0];
                    rooms.below[(wall * side + at) as usize] = at != doors[1];
                }
                rooms.doors.push((Cell::new(wall as i32, doors[0] as i32), true));
                rooms.doors.push((Cell::new(doors[1] as i32, wall as i32), false));
            }
        }
        rooms
    }

    /// The plane of passages.
    fn passages(&self) -> Vec<u8> {
        self.right.iter().zip(&self.below).map(|(&right, &below)| 3 * u8::from(right) + 12 * u8::from(below)).collect()
    }

    /// The cell types at twice the resolution: cells have even coordinates, and sides lie between.
    fn types(&self) -> (u32, Vec<u8>) {
        let (side, double) = (self.side, 2 * self.side - 1);
        let mut types = vec![0; (double * double) as usize];
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let index = (y * side + x) as usize;
            if self.right[index] {
                for up in [-1, 0, 1] {
                    let row = 2 * y as i32 + up;
                    if (0..double as i32).contains(&row) {
                        types[(row as u32 * double + 2 * x + 1) as usize] = 1;
                    }
                }
            }
            if self.below[index] {
                for aside in [-1, 0, 1] {
                    let column = 2 * x as i32 + aside;
                    if (0..double as i32).contains(&column) {
                        types[((2 * y + 1) * double + column as u32) as usize] = 1;
                    }
                }
            }
        }
        (double, types)
    }

    fn queries(&self) -> Vec<[Cell; 2]> {
        let mut random = Random::new(7);
        let mut cell = || Cell::new(random.below(self.side) as i32, random.below(self.side) as i32);
        (0..QUERIES).map(|_| [cell(), cell()]).collect()
    }
}

fn grid(side: u32) -> Result<TestGrid> {
    let def = GridstarGridDef { diagonal_rule: GridstarDiagonalRule::BothFree as u32, ..default_grid_def(side, side) };
    TestGrid::with_def(&def).map_err(|status| anyhow!("{status:?}"))
}

fn accept(status: GridstarStatus) -> Result<()> {
    ensure!(status == GridstarStatus::Ok, "{status:?}");
    Ok(())
}

fn set_plane(grid: &TestGrid, plane: GridstarCellPlane, bytes: &[u8]) -> Result<()> {
    let count = bytes.len() as u32;
    // SAFETY: the pointer and length of a slice.
    accept(unsafe { gridstar_grid_set_cells(grid.id(), plane as u32, std::ptr::null(), bytes.as_ptr(), count) })
}

/// Figures of one of the two maps.
struct Figures {
    bytes: f64,
    first: Duration,
    whole: Duration,
    other: Duration,
    door: Duration,
    query: f64,
    expansions: f64,
    field: Duration,
}

/// Asks all queries: the geometric mean of their times in nanoseconds, and the mean of their expansions.
fn ask(grid: &TestGrid, queries: &[[Cell; 2]]) -> Result<(f64, f64)> {
    let answers = fastest(queries.len(), |at| grid.find_path(queries[at][0], queries[at][1], None));
    let mut expansions = 0;
    for (_, answer) in &answers {
        ensure!(matches!(answer.status, GridstarStatus::Ok | GridstarStatus::NoPath), "{:?}", answer.status);
        expansions += answer.expansions;
    }
    Ok((geometric_mean(answers.iter().map(|(time, _)| *time)), f64::from(expansions) / queries.len() as f64))
}

fn measure(
    side: u32,
    set: impl Fn(&TestGrid, usize) -> Result<()>,
    door: impl Fn(&TestGrid, usize, bool) -> GridstarStatus,
    queries: &[[Cell; 2]],
) -> Result<Figures> {
    let first = fastest(1, |_| -> Result<Duration> {
        let grid = grid(side)?;
        set(&grid, 0)?;
        let begun = std::time::Instant::now();
        grid.find_path(queries[0][0], queries[0][1], None);
        Ok(begun.elapsed())
    });
    let first = first.into_iter().map(|(_, time)| time).next().ok_or_else(|| anyhow!("nothing was measured"))??;
    let grid = grid(side)?;
    set(&grid, 0)?;
    let (query, expansions) = ask(&grid, queries)?;
    let bytes = grid.info().map_err(|status| anyhow!("{status:?}"))?.bytes as f64;
    let (mut whole, mut other) = (Duration::MAX, Duration::MAX);
    let set_anew = |number: usize| -> Result<Duration> {
        let begun = std::time::Instant::now();
        set(&grid, number)?;
        grid.find_path(queries[0][0], queries[0][0], None);
        Ok(begun.elapsed())
    };
    for _ in 0..5 {
        accept(door(&grid, 0, true))?;
        grid.find_path(queries[0][0], queries[0][1], None);
        whole = whole.min(set_anew(0)?);
        other = other.min(set_anew(1)?).min(set_anew(0)?);
    }
    // Jump points are there again.
    grid.find_path(queries[0][0], queries[0][1], None);
    let near = [queries[0][0], queries[0][0]];
    let begun = std::time::Instant::now();
    const DOORS: usize = 400;
    for at in 0..DOORS {
        accept(door(&grid, at / 2, at % 2 == 0))?;
        grid.find_path(near[0], near[1], None);
    }
    let door = begun.elapsed() / DOORS as u32;
    let goal = queries[0][1];
    let fields = fastest(1, |_| TestField::create(&grid, &[goal], 0, 0, None));
    let mut field = Duration::ZERO;
    for (time, made) in fields {
        made.map_err(|status| anyhow!("{status:?}"))?;
        field = time;
    }
    Ok(Figures { bytes, first, whole, other, door, query, expansions, field })
}

fn compare_rooms(side: u32) -> Result<Vec<Pair>> {
    let maps = [0, 1].map(|seed| Rooms::new(side, seed));
    let (rooms, passages) = (&maps[0], maps.each_ref().map(Rooms::passages));
    let queries = rooms.queries();
    let doors = &rooms.doors;
    let thin = measure(
        side,
        |grid, number| set_plane(grid, GridstarCellPlane::Passages, &passages[number]),
        |grid, at, closes| {
            let (cell, leads_right) = doors[at % doors.len()];
            let (dx, dy) = if leads_right { (1, 0) } else { (0, 1) };
            set_passage(grid, cell, Cell::new(cell.x + dx, cell.y + dy), if closes { WALL } else { OPEN })
        },
        &queries,
    )?;
    let types = maps.each_ref().map(Rooms::types);
    let double = types[0].0;
    let doubled: Vec<[Cell; 2]> =
        queries.iter().map(|ends| ends.map(|cell| Cell::new(2 * cell.x, 2 * cell.y))).collect();
    let wide = measure(
        double,
        |grid, number| set_plane(grid, GridstarCellPlane::Types, &types[number].1),
        |grid, at, closes| {
            let (cell, leads_right) = doors[at % doors.len()];
            let (x, y) = if leads_right { (2 * cell.x + 1, 2 * cell.y) } else { (2 * cell.x, 2 * cell.y + 1) };
            gridstar_grid_set_cell(grid.id(), 0, x, y, closes.into())
        },
        &doubled,
    )?;
    let times = |one: Duration, other: Duration, unit: f64| (one.as_secs_f64() * unit, other.as_secs_f64() * unit, 2);
    Ok(vec![
        (thin.bytes / 1e6, wide.bytes / 1e6, 2),
        times(thin.first, wide.first, 1e3),
        times(thin.whole, wide.whole, 1e3),
        times(thin.other, wide.other, 1e3),
        times(thin.door, wide.door, 1e6),
        (thin.query / 1e3, wide.query / 1e3, 1),
        (thin.expansions, wide.expansions, 0),
        times(thin.field, wide.field, 1e3),
    ])
}

fn compare_ledges(side: u32) -> Result<Vec<Pair>> {
    let mut figures = Vec::new();
    for passage in [ONE_WAY, OPEN] {
        let (grid, rooms) = (grid(side)?, Rooms::new(side, 0));
        set_plane(&grid, GridstarCellPlane::Passages, &rooms.passages())?;
        // Half of each wall below is a ledge.
        for (x, y) in (0..side - 1).flat_map(|y| (0..side).map(move |x| (x, y))) {
            if rooms.below[(y * side + x) as usize] && x / 4 % 2 == 0 {
                let (x, y) = (x as i32, y as i32);
                accept(set_passage(&grid, Cell::new(x, y), Cell::new(x, y + 1), passage))?;
            }
        }
        figures.push(ask(&grid, &rooms.queries())?);
    }
    let [one, open] = [figures[0], figures[1]];
    Ok(vec![(one.0 / 1e3, open.0 / 1e3, 1), (one.1, open.1, 1)])
}
