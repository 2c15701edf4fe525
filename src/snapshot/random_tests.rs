//! Random edits, held views, preparations and searches, compared with a list of all earlier maps.

use super::shared_grid::SharedGrid;
use super::tests::read;
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::test_maps::{Random, repeats};
use crate::index::{Engine, GridView, IndexedGrid};
use crate::movement::{DiagonalRule, StepCosts};
use crate::search::{Outcome, Path, Query, Scratch, find_path};

#[test]
fn every_view_shows_the_map_of_its_revision_with_an_index_that_fits() {
    for seed in 0..repeats(60, 2) as u64 {
        let mut random = Random::new(seed);
        let (width, height) = (1 + random.below(repeats(90, 20)) as u32, 1 + random.below(repeats(40, 10)) as u32);
        let grid = IndexedGrid::with_defaults(width, height, DiagonalRule::Always, StepCosts::default()).unwrap();
        let grid = SharedGrid::new(grid, Engine::Landmarks).unwrap();
        let mut maps = vec![vec![0; (width * height) as usize]];
        let mut views: Vec<GridView> = Vec::new();
        for step in 0..repeats(400, 25) {
            match random.below(11) {
                0..=5 => edit_both(&mut random, &grid, &mut maps),
                6 | 7 => views.push(grid.view().unwrap()),
                8 if !views.is_empty() => drop(views.swap_remove(random.below(views.len()))),
                8 => {}
                // Known since the last edits, or read from all cells.
                9 => assert_eq!(grid.sum().unwrap(), grid.view().unwrap().map().sum(), "seed {seed}, step {step}"),
                _ if random.below(8) == 0 => {
                    let engines = [Engine::Landmarks, Engine::JumpPoints, Engine::AStar];
                    grid.prepare(engines[random.below(3)]).unwrap();
                }
                _ => search(&mut random, &grid.view().unwrap()),
            }
            if views.len() > 4 {
                views.remove(0);
            }
            check_reads(&mut random, &grid, &maps, &format!("seed {seed}, step {step}"));
            if let Some(view) = views.last() {
                check(view, &maps, &format!("seed {seed}, step {step}"));
            }
        }
        views.push(grid.view().unwrap());
        assert_eq!(views.last().unwrap().map().revision(), maps.len() as u64 - 1, "seed {seed}");
        for view in &views {
            check(view, &maps, &format!("seed {seed}, end"));
        }
    }
}

fn edit_both(random: &mut Random, grid: &SharedGrid, maps: &mut Vec<Vec<u8>>) {
    let size = grid.size();
    let (x, y) = (random.below(size.width as usize), random.below(size.height as usize));
    let largest = if random.below(4) == 0 { 40 } else { 2 };
    let width = 1 + random.below((size.width as usize - x).min(largest));
    let height = 1 + random.below((size.height as usize - y).min(largest));
    let rect = Rect { x: x as i32, y: y as i32, width: width as u32, height: height as u32 };
    let fill = random.below(2) == 0;
    let numbers: Vec<u8> = (0..width * height).map(|_| u8::from(random.below(3) == 0)).collect();
    let mut map = maps.last().unwrap().clone();
    for (i, number) in numbers.iter().enumerate() {
        map[(y + i / width) * size.width as usize + x + i % width] = if fill { 1 } else { *number };
    }
    let edit = if fill { Edit::fill(rect, CellType::OBSTACLE) } else { Edit::write(rect, &numbers) };
    grid.edit(&edit).unwrap();
    if map != *maps.last().unwrap() {
        maps.push(map);
    }
}

/// Runs a search, so that the state derives what searches need and counts their expansions.
fn search(random: &mut Random, view: &IndexedGrid) {
    let size = view.map().size();
    let mut cell = || Cell::new(random.below(size.width as usize) as i32, random.below(size.height as usize) as i32);
    let query = Query { engine: Engine::Landmarks, ..Query::new(cell(), cell()) };
    let mut scratch = Scratch::new();
    let one = find_path(view, &query, &mut scratch).unwrap();
    let cost =
        |outcome: &Outcome<Path>| if let Outcome::Found(path) = outcome { Some(path.cost_parts()) } else { None };
    let found = cost(&one.outcome);
    let plain = Query { engine: Engine::AStar, ..query };
    let other = find_path(view, &plain, &mut scratch).unwrap();
    assert_eq!(found, cost(&other.outcome), "{query:?}");
}

fn check(view: &IndexedGrid, maps: &[Vec<u8>], history: &str) {
    let map = view.map();
    let mut numbers = vec![0; map.size().cells()];
    map.read(map.bounds(), &mut numbers).unwrap();
    let revision = map.revision() as usize;
    assert!(numbers == maps[revision], "{history}: wrong map at revision {revision}");
    let mut anew = IndexedGrid::new(map.width(), map.height()).unwrap();
    anew.edit(&Edit::write(map.bounds(), &numbers)).unwrap();
    if view.prepared().jump_points {
        let points = |grid: &IndexedGrid| {
            grid.layer().jump_points(DiagonalRule::Always).unwrap().lines() == {
                anew.layer().jump_points(DiagonalRule::Always).unwrap().lines()
            }
        };
        assert!(points(view), "{history}: wrong jump points at revision {revision}");
    }
}

/// Reads must show the current cells, whatever views are held.
fn check_reads(random: &mut Random, grid: &SharedGrid, maps: &[Vec<u8>], history: &str) {
    let (size, newest) = (grid.size(), maps.last().unwrap());
    let states = grid.state_count();
    let (x, y) = (random.below(size.width as usize), random.below(size.height as usize));
    let at = y * size.width as usize + x;
    assert_eq!(grid.cell_type(Cell::new(x as i32, y as i32)).unwrap().0, newest[at], "{history}: cell {x}, {y}");
    let mut types = vec![9; size.cells()];
    read(grid, size.bounds(), &mut types);
    assert!(types == *newest, "{history}: wrong cells");
    let width = 1 + random.below(size.width as usize - x);
    let row = Rect { x: x as i32, y: y as i32, width: width as u32, height: 1 };
    read(grid, row, &mut types[..width]);
    assert_eq!(types[..width], newest[at..at + width], "{history}: {row:?}");
    check_changes(random, grid, maps, history);
    assert_eq!(grid.progress().unwrap().0, maps.len() as u64 - 1, "{history}: wrong revision");
    assert!(grid.state_count() <= states, "{history}: a read copied a state");
}

/// Each cell that differs from an earlier map must lie in the area that changed since.
fn check_changes(random: &mut Random, grid: &SharedGrid, maps: &[Vec<u8>], history: &str) {
    let (newest, width) = (maps.last().unwrap(), grid.size().width as usize);
    let since = maps.len() - 1 - random.below(maps.len().min(100));
    let (revision, area) = grid.changes_since(since as u64, 1 + random.below(8)).unwrap();
    assert_eq!(revision, maps.len() as u64 - 1, "{history}: wrong revision of changes");
    assert_eq!(area.rects().is_empty(), since == maps.len() - 1, "{history}: since {since}");
    for at in (0..newest.len()).filter(|&at| newest[at] != maps[since][at]) {
        let cell = Cell::new((at % width) as i32, (at / width) as i32);
        assert!(area.rects().iter().any(|rect| rect.contains(cell)), "{history}: {cell:?} since {since}, {area:?}");
    }
}
