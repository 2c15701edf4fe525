//! The bodies of the fuzz targets. Each panics where the library, or a reader of files, is wrong.

use common::abi::{TestGrid, default_grid_def};
use common::cell_map::CellMap;
use common::engine_grids::{COSTS, Grids, RULES};
use common::floor_twin::{Case, Twin};
use common::floors::{FloorAnswer, TestFloors};
use common::fork_model;
use common::forks::Dice;
use common::hexagons::LAYOUTS;
use common::movingai::{ScenarioQuery, parse_map, parse_scenario};
use common::profile::TestProfile;
use common::random_maps::{Random, random_map};
use common::saved::{HEAD, compare_with_a_star, is_large, sealed, with_sealed_grids};
use common::sequence;
use common::walled_grids;
use gridstar::ffi::{GRIDSTAR_SAVE_PREPARED, GridstarLayout, GridstarStatus, gridstar_work_stop};
use gridstar::grid::Cell;
use gridstar::movement::StepCosts;

/// A sequence of calls of all C functions beside the model of `tests/api_sequences`.
///
/// Ends the library's threads, so that they hold no memory between two sequences.
pub fn calls(bytes: &[u8]) {
    sequence::run_bytes(bytes);
    assert_eq!(gridstar_work_stop(), GridstarStatus::Ok);
}

/// Edits of one map behind all engines. Each cost must equal the reference's, and each path must be legal.
pub fn edits(bytes: &[u8]) {
    let mut random = Random::of_bytes(bytes);
    let map = random_map(random.below(u32::from(u16::MAX)).into());
    let (rule, costs) = (RULES[random.below(4) as usize], COSTS[random.below(4) as usize]);
    let mut grids = Grids::of(map, rule, costs);
    // The reference search takes most of the time.
    for _ in 0..24 {
        if !random.has_bytes() {
            break;
        }
        for _ in 0..random.between(0, 3) {
            grids.edit(&mut random);
        }
        grids.query(&mut random);
    }
}

/// Edits of the cells of a map and of the walls between them, on squares and hexagons. Each cost of every engine must
/// equal that of a plain search, and each path must be legal.
pub fn walls(bytes: &[u8]) {
    let mut random = Random::of_bytes(bytes);
    let layout = if random.below(3) == 0 { LAYOUTS[random.below(4) as usize] } else { GridstarLayout::Square };
    let mut map = walled_grids::random_map(&mut Random::new(random.below(u32::from(u16::MAX)).into()), layout);
    let grid = map.build(&default_grid_def(1, 1));
    for round in 0..24 {
        if !random.has_bytes() {
            break;
        }
        walled_grids::check_paths(&grid, &map, &mut random, 1, &format!("round {round}"));
        walled_grids::edit(&grid, &mut map, &mut random);
    }
}

/// Edits of a grid and its forks, new forks, and restores from each other. Each must have the hash, the costs and the
/// field of a grid that is made anew from a plain list of its cells and covers.
pub fn forks(bytes: &[u8]) {
    fork_model::play(&mut Dice::of_bytes(bytes), "bytes", Dice::has_bytes);
}

/// Edits of floors and the links between them. Each path must cost what a plain search over all floors finds, and
/// each answer must be that of floors on which nothing was asked before.
pub fn floors(bytes: &[u8]) {
    let mut random = Random::of_bytes(bytes);
    let mut twin = Twin::random(random.below(u32::from(u16::MAX)).into());
    // Making floors anew takes most of the time.
    for _ in 0..16 {
        if !random.has_bytes() {
            break;
        }
        let (rule, costs) = (RULES[random.below(4) as usize], COSTS[random.below(4) as usize]);
        let (start, goal) = (twin.cell(&mut random), twin.cell(&mut random));
        let case = Case { twin: &twin, start, goal, rule, costs: StepCosts::new(costs.0, costs.1).unwrap() };
        case.check(&case.find());
        if twin.building.floors.iter().all(Option::is_some) {
            let def = case.random_def(&mut random);
            let answer = |floors: &TestFloors| FloorAnswer { revision: 0, ..floors.find_path(start, goal, Some(&def)) };
            assert_eq!(answer(&twin.floors), answer(&twin.fresh()), "{def:?}: {case}");
        }
        for _ in 0..random.between(0, 3) {
            twin.edit(&mut random);
        }
    }
}

/// Text as a `.map` file. A map that was read must be read again from its own rows, with any line ends.
pub fn map_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(map) = parse_map(&text) else { return };
    let written = map_file(&map);
    assert_eq!(parse_map(&written).as_ref(), Ok(&map), "{written}");
    assert_eq!(parse_map(&written.replace('\n', "\r\n")), Ok(map), "{written}");
}

/// A map's size in two bytes, then text as a `.scen` file. Every query that was read must have its ends on the map and
/// be read again from its own line.
pub fn scen_text(bytes: &[u8]) {
    let [width, height, bytes @ ..] = bytes else { return };
    let map = CellMap::new(u32::from(*width) + 1, u32::from(*height) + 1);
    let text = String::from_utf8_lossy(bytes);
    let Ok(queries) = parse_scenario(&text, &map) else { return };
    for query in &queries {
        assert!(map.contains(query.start) && map.contains(query.goal), "{query:?}");
        assert!(query.reference >= 0.0 && query.tolerance >= 0.0 && query.tolerance.is_finite(), "{query:?}");
        let again = parse_scenario(&format!("version 1\n{}", query.line), &map).unwrap();
        let what = |query: &ScenarioQuery| (query.start, query.goal, query.reference, query.line.clone());
        assert_eq!(again.iter().map(what).collect::<Vec<_>>(), [what(query)]);
    }
}

/// Bytes as a saved grid, as changes, as floors and as a profile, with the right length and checksum. A grid that was
/// loaded must find optimal paths. What was loaded must be saved again as the same bytes.
pub fn saved(bytes: &[u8]) {
    if bytes.len() < HEAD || is_large(bytes) {
        return;
    }
    saved_floors(bytes);
    let bytes = sealed(bytes.to_vec());
    let status = TestGrid::new(20, 10).apply_changes(&bytes);
    assert!(status == GridstarStatus::Ok || of_bytes(status), "{status:?}");
    match TestProfile::load(&bytes) {
        Err(status) => assert!(of_bytes(status), "{status:?}"),
        Ok(profile) => {
            let again = profile.save().unwrap();
            assert_eq!(TestProfile::load(&again).unwrap().save(), Ok(again));
        }
    }
    match TestGrid::load(&bytes) {
        Err(status) => assert!(of_bytes(status), "{status:?}"),
        Ok(grid) => {
            compare_with_a_star(&grid, &mut Random::of_bytes(&bytes), "a loaded grid");
            let again = grid.save(GRIDSTAR_SAVE_PREPARED).unwrap();
            assert_eq!(TestGrid::load(&again).unwrap().save(GRIDSTAR_SAVE_PREPARED), Ok(again));
        }
    }
}

/// Bytes as saved floors, whose grids have right checksums too.
fn saved_floors(bytes: &[u8]) {
    let Some(bytes) = with_sealed_grids(bytes) else { return };
    match TestFloors::load(&sealed(bytes)) {
        Err(status) => assert!(of_bytes(status), "{status:?}"),
        Ok(floors) => {
            let _grids = floors.loaded_grids();
            let again = floors.save(GRIDSTAR_SAVE_PREPARED).unwrap();
            let loaded = TestFloors::load(&again).unwrap();
            let _loaded_grids = loaded.loaded_grids();
            assert_eq!(loaded.save(GRIDSTAR_SAVE_PREPARED), Ok(again));
        }
    }
}

/// Whether bytes are refused with such a status.
fn of_bytes(status: GridstarStatus) -> bool {
    use GridstarStatus::*;
    matches!(status, ForeignBytes | NewerBytes | DamagedBytes | OtherBase | OutOfMemory)
}

fn map_file(map: &CellMap) -> String {
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", map.height(), map.width());
    for y in 0..map.height() {
        text.extend((0..map.width()).map(|x| if map.is_walkable(Cell::new(x, y)) { '.' } else { '@' }));
        text.push('\n');
    }
    text
}
