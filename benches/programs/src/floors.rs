//! Paths through worlds of several floors, beside the searches of their legs alone.

use crate::generated::Kind;
use crate::timing::{geometric_mean_of, timed, timed_by_thread};
use anyhow::{Result, ensure};
use common::abi::{TestGrid, default_query_def};
use common::cell_map::CellMap;
use common::floors::{TestFloors, empty_floor_result, link_def};
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::grid::{Cell, Rect};
use std::time::{Duration, Instant};

const FLOORS: [u32; 3] = [2, 5, 20];
const SIDES: [u32; 3] = [128, 512, 1024];
const LINKS: [u32; 4] = [2, 8, 40, 200];
const QUERIES: usize = 40;
/// Passes over all queries; each query's fastest time counts.
const PASSES: usize = 100;
/// No further pass begins after this time.
const LONGEST: Duration = Duration::from_secs(3);
/// The most cells of a world.
const MOST_CELLS: u32 = 6 << 20;
const LINK_COST: f64 = 4.0;

/// A world, and what its queries ask.
struct World {
    maps: Vec<CellMap>,
    grids: Vec<TestGrid>,
    floors: TestFloors,
    def: GridstarQueryDef,
    _profile: Option<TestProfile>,
}

/// The fastest times of a query: through the floors, and of its legs alone.
struct Times {
    first: Duration,
    whole: Duration,
    legs: Duration,
}

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!(
        "Links join random cells of each floor and the next one, both ways, and cost {LINK_COST}. `links` is their \
         number from one floor to the next. Paths lead between random cells of all floors. Times are medians: `first` \
         is that of a path's first search, and `whole` comes after gridstar_floors_prepare, which takes `prepare`. \
         `legs` are the searches of a path's legs with gridstar_grid_find_path, and `ratio` is the geometric mean of \
         whole / legs.\n"
    );
    println!(
        "| map | side | floors | links | first, us | prepare, ms | whole, us | legs, us | ratio | out of reach, us | \
         edit, us |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut ratios = Vec::new();
    for (kind, is_weighted) in [(Kind::Rooms, false), (Kind::Dense, false), (Kind::Plain, false), (Kind::Dense, true)] {
        for (side, count) in SIDES.into_iter().flat_map(|side| FLOORS.map(|count| (side, count))) {
            if side * side * count > if is_quick { 1 << 16 } else { MOST_CELLS } {
                continue;
            }
            for links in LINKS {
                ratios.push(measure(kind, is_weighted, (side, count, links))?);
            }
        }
    }
    println!("\nGeometric mean of all ratios: {:.2}.", geometric_mean_of(ratios.into_iter()));
    one_floor(is_quick)?;
    if is_quick { Ok(()) } else { colony() }
}

/// Prints what a world of one floor without links costs beside its grid.
fn one_floor(is_quick: bool) -> Result<()> {
    println!("\nOne floor without links, beside its grid. Medians.\n");
    println!("| map | side | floor, us | grid, us | difference, us |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (kind, is_weighted) in [(Kind::Rooms, false), (Kind::Dense, false), (Kind::Plain, false), (Kind::Dense, true)] {
        for side in if is_quick { &SIDES[..1] } else { &SIDES[..] } {
            let world = world(kind, is_weighted, (*side, 1, 0))?;
            let mut random = Random::new(5);
            let queries: Vec<_> =
                (0..QUERIES).map(|_| (free(&world.maps, &mut random, 0), free(&world.maps, &mut random, 0))).collect();
            let (mut path, mut result) = (vec![FloorStep::default(); 1 << 17], empty_floor_result());
            let mut times = vec![(Duration::MAX, Duration::MAX); queries.len()];
            // Floor and grid take turns by passes: a search that was just made is faster, because branches are known.
            let mut paths = vec![Vec::new(); queries.len()];
            for _ in 0..100 {
                for ((&ends, times), known) in queries.iter().zip(&mut times).zip(&mut paths) {
                    let (took, _) = timed(|| world.floors.find_into(ends, Some(&world.def), &mut path, &mut result));
                    times.0 = times.0.min(took);
                    known.clear();
                    known.extend_from_slice(&path[..result.length as usize]);
                }
                for (known, times) in paths.iter().zip(&mut times) {
                    times.1 = times.1.min(time_of_legs(&world, known)?);
                }
            }
            let of_floor = median(times.iter().map(|times| times.0));
            let of_grid = median(times.iter().map(|times| times.1));
            let difference = median(times.iter().map(|times| times.0.saturating_sub(times.1)));
            let name = format!("{}{}", kind.name(), if is_weighted { ", profile" } else { "" });
            println!("| {name} | {side} | {of_floor:.2} | {of_grid:.2} | {difference:.2} |");
        }
    }
    Ok(())
}

/// Prints how long the first searches of 200 walkers take in one tick, on three floors of 512 x 512.
fn colony() -> Result<()> {
    println!(
        "\n200 walkers on three floors of 512 x 512, all in one call each, one after the other: processor time of the \
         thread. `legs` are the searches of the next tick's legs with gridstar_grid_find_path.\n"
    );
    println!("| map | links | goals | first tick, ms | next tick, ms | its legs, ms |");
    println!("| --- | ---: | --- | ---: | ---: | ---: |");
    for (kind, is_weighted) in [(Kind::Rooms, false), (Kind::Dense, false), (Kind::Dense, true)] {
        for (links, has_one_goal) in [(2, true), (2, false), (20, true), (20, false)] {
            let world = world(kind, is_weighted, (512, 3, links))?;
            let mut random = Random::new(5);
            let mut any = || {
                let floor = random.below(3);
                free(&world.maps, &mut random, floor)
            };
            let goal = any();
            let (mut path, mut result) = (vec![FloorStep::default(); 1 << 17], empty_floor_result());
            let (mut ticks, mut paths, mut legs) = ([0.0; 2], Vec::new(), Duration::ZERO);
            for tick in &mut ticks {
                let queries: Vec<_> = (0..200).map(|_| (any(), if has_one_goal { goal } else { any() })).collect();
                paths.clear();
                for &ends in &queries {
                    let (took, _) =
                        timed_by_thread(|| world.floors.find_into(ends, Some(&world.def), &mut path, &mut result));
                    *tick += took.as_secs_f64() * 1e3;
                    paths.push(path[..result.length as usize].to_vec());
                }
            }
            for path in paths.iter().filter(|path| !path.is_empty()) {
                let (took, outcome) = timed_by_thread(|| time_of_legs(&world, path));
                outcome?;
                legs += took;
            }
            let name = format!("{}{}", kind.name(), if is_weighted { ", profile" } else { "" });
            let goals = if has_one_goal { "one" } else { "any" };
            println!(
                "| {name} | {links} | {goals} | {:.1} | {:.1} | {:.1} |",
                ticks[0],
                ticks[1],
                legs.as_secs_f64() * 1e3
            );
        }
    }
    Ok(())
}

fn world(kind: Kind, is_weighted: bool, (side, count, links): (u32, u32, u32)) -> Result<World> {
    let mut random = Random::new(u64::from(links) + 7 * u64::from(count));
    let maps: Vec<CellMap> = (0..count)
        .map(|floor| {
            let mut map = kind.map(side);
            // Another map on each floor.
            for cell in map.cells().filter(|_| kind != Kind::Rooms && kind != Kind::Plain) {
                map.set_obstacle(cell, random.percent(20));
            }
            // A closed room.
            for cell in map.cells().filter(|cell| floor + 1 == count && cell.x < 5 && cell.y < 5) {
                map.set_obstacle(cell, cell.x == 0 || cell.y == 0 || cell.x == 4 || cell.y == 4);
            }
            map
        })
        .collect();
    let grids: Vec<TestGrid> = maps.iter().map(|_| TestGrid::new(side, side)).collect();
    for (grid, map) in grids.iter().zip(&maps) {
        ensure!(grid.set_cells(&map.cell_types()) == GridstarStatus::Ok, "the map was refused");
        if is_weighted {
            for _ in 0..16 {
                let at = Cell::new(random.below(side - side / 8) as i32, random.below(side - side / 8) as i32);
                let rect = Rect { x: at.x, y: at.y, width: side / 8, height: side / 8 };
                for cell in map.cells().filter(|cell| is_within(rect, *cell) && map.is_walkable(*cell)) {
                    grid.set_cell(cell, 2);
                }
            }
        }
    }
    let floors = TestFloors::new(&grids);
    let world_links = (0..count - 1).flat_map(|floor| (0..links).map(move |_| floor));
    for floor in world_links {
        let (from, to) = (free(&maps, &mut random, floor), free(&maps, &mut random, floor + 1));
        ensure!(floors.add_link(&link_def(from, to, LINK_COST)).is_ok(), "the link was refused");
    }
    let mut def = default_query_def();
    let profile = is_weighted.then(TestProfile::new);
    if let Some(profile) = &profile {
        profile.set_cost(2, 3.0);
        def.profile = profile.id();
    }
    Ok(World { maps, grids, floors, def, _profile: profile })
}

/// A free cell of a floor, outside of the closed room.
fn free(maps: &[CellMap], random: &mut Random, floor: u32) -> FloorCell {
    loop {
        let cell = random.walkable_cell(&maps[floor as usize]);
        if cell.x > 4 || cell.y > 4 {
            return FloorCell { floor, cell };
        }
    }
}

fn measure(kind: Kind, is_weighted: bool, size: (u32, u32, u32)) -> Result<f64> {
    let (side, count, links) = size;
    let world = world(kind, is_weighted, size)?;
    let mut random = Random::new(5);
    let mut any = || {
        let floor = random.below(count);
        free(&world.maps, &mut random, floor)
    };
    let queries: Vec<_> = (0..QUERIES).map(|_| (any(), any())).filter(|(start, goal)| start != goal).collect();
    let (mut path, mut result) = (vec![FloorStep::default(); 1 << 17], empty_floor_result());
    let mut times: Vec<Times> = Vec::new();
    let mut prepared = Duration::ZERO;
    let mut begun = Instant::now();
    let mut paths = vec![Vec::new(); queries.len()];
    for pass in 0..PASSES {
        for (number, &ends) in queries.iter().enumerate() {
            let (took, status) = timed(|| world.floors.find_into(ends, Some(&world.def), &mut path, &mut result));
            ensure!(status == GridstarStatus::Ok, "{status:?} for {ends:?}");
            paths[number].clear();
            paths[number].extend_from_slice(&path[..result.length as usize]);
            match times.get_mut(number) {
                None => times.push(Times { first: took, whole: Duration::MAX, legs: Duration::MAX }),
                Some(times) => times.whole = times.whole.min(took),
            }
        }
        if pass == 0 {
            // SAFETY: a pointer from a reference.
            let (took, status) = timed(|| unsafe { gridstar_floors_prepare(world.floors.id(), &world.def) });
            ensure!(status == GridstarStatus::Ok, "preparing: {status:?}");
            prepared = took;
            begun = Instant::now();
        }
        // In a pass of their own: a search that was just made is faster, because branches are known.
        for (path, times) in paths.iter().zip(&mut times) {
            times.legs = times.legs.min(time_of_legs(&world, path)?);
        }
        if pass > 0 && begun.elapsed() > LONGEST {
            break;
        }
    }
    let ratio = geometric_mean_of(times.iter().map(|times| times.whole.as_secs_f64() / times.legs.as_secs_f64()));
    let shut = FloorCell::new(count - 1, 2, 2);
    let out_of_reach = median(queries.iter().map(|&(start, _)| {
        let (took, status) = timed(|| world.floors.find_into((start, shut), Some(&world.def), &mut path, &mut result));
        debug_assert_eq!(status, GridstarStatus::NoPath);
        took
    }));
    // A cell that is closed and opened again, and the next query.
    let mut edited = Vec::new();
    for &ends in &queries {
        let at = any();
        for cell_type in [1, 0] {
            let is_wall = is_weighted && cell_type == 0;
            world.grids[at.floor as usize].set_cell(at.cell, if is_wall { 2 } else { cell_type });
            let (took, _) = timed(|| world.floors.find_into(ends, Some(&world.def), &mut path, &mut result));
            edited.push(took);
        }
    }
    println!(
        "| {}{} | {side} | {count} | {links} | {:.0} | {:.1} | {:.1} | {:.1} | {ratio:.2} | {:.1} | {:.1} |",
        kind.name(),
        if is_weighted { ", profile" } else { "" },
        median(times.iter().map(|times| times.first)),
        prepared.as_secs_f64() * 1e3,
        median(times.iter().map(|times| times.whole)),
        median(times.iter().map(|times| times.legs)),
        out_of_reach,
        median(edited.into_iter()),
    );
    Ok(ratio)
}

/// The time that the searches of a path's legs take.
fn time_of_legs(world: &World, path: &[FloorStep]) -> Result<Duration> {
    let (mut sum, mut first) = (Duration::ZERO, 0);
    let mut cells = vec![Cell::default(); path.len()];
    let mut result = common::abi::empty_result();
    for end in 1..=path.len() {
        if end < path.len() && path[end].link == 0 {
            continue;
        }
        let (from, to) = (path[first], path[end - 1]);
        first = end;
        if from.at() == to.at() {
            continue;
        }
        let grid = world.grids[from.floor as usize].id();
        let (took, status) = timed(|| {
            let ends = [from, to].map(|step| step.at().cell);
            // SAFETY: pointers from references, and the pointer and length of a vector.
            unsafe {
                gridstar_grid_find_path(
                    grid,
                    &ends[0],
                    &ends[1],
                    &world.def,
                    cells.as_mut_ptr(),
                    cells.len() as u32,
                    &mut result,
                )
            }
        });
        ensure!(status == GridstarStatus::Ok, "a leg: {status:?}");
        sum += took;
    }
    // A path of links alone.
    Ok(sum.max(Duration::from_nanos(100)))
}

/// In microseconds.
fn median(times: impl Iterator<Item = Duration>) -> f64 {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

fn is_within(rect: Rect, cell: Cell) -> bool {
    let (x, y) = (cell.x - rect.x, cell.y - rect.y);
    x >= 0 && y >= 0 && x < rect.width as i32 && y < rect.height as i32
}
