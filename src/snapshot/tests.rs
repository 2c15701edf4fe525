//! Tests of edits during searches. A search holds a view from beginning to end, so a test holds a view in place of a
//! search.

use super::edit_log::Change;
use super::shared_grid::{CHANGES_BY_EDIT, EditError, QUIET_EDITS, QUIET_LOOKS, SharedGrid, WAITING_EDITS};
use super::states::Retired;
use crate::grid::{Cell, CellData, CellType, CoverShape, Edit, MapError, Rect};
use crate::index::test_maps::{Random, repeats};
use crate::index::{AgentLayers, Engine, IndexedGrid};
use crate::interrupt::Interrupt;
use crate::movement::{Agent, AgentSize, DiagonalRule};
use crate::try_arc::TryArc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Side of a map on which a search derives something. An edit of all its cells is a large one.
const SIDE: u32 = repeats(64, 20) as u32;

fn shared(side: u32) -> SharedGrid {
    SharedGrid::new(IndexedGrid::new(side, side).unwrap(), Engine::Auto).unwrap()
}

fn close(x: i32, y: i32) -> Edit<'static> {
    Edit::set(Cell::new(x, y), CellType::OBSTACLE)
}

pub(super) fn read(grid: &SharedGrid, rect: Rect, types: &mut [u8]) {
    grid.read_data(CellData::Types, rect, || Ok::<_, EditError>(types)).unwrap();
}

fn toggle(grid: &SharedGrid, number: u32) {
    let kind = if number.is_multiple_of(2) { CellType::OBSTACLE } else { CellType::WALKABLE };
    grid.edit(&Edit::set(Cell::new(1, 1), kind)).unwrap();
}

#[test]
fn a_refused_edit_changes_nothing_whether_a_search_is_under_way_or_not() {
    let grid = shared(4);
    for searching in [false, true] {
        let view = searching.then(|| grid.view().unwrap());
        assert_eq!(grid.edit(&close(4, 0)), Err(EditError::Map(MapError::Outside)));
        let too_few = Edit::write(grid.size().bounds(), &[1; 15]);
        assert_eq!(grid.edit(&too_few), Err(EditError::Map(MapError::Count)));
        drop(view);
        assert_eq!(grid.view().unwrap().map().revision(), 0);
    }
}

#[test]
fn an_edit_that_changes_nothing_leaves_the_published_state() {
    let grid = shared(4);
    let view = grid.view().unwrap();
    grid.edit(&Edit::set(Cell::new(1, 1), CellType::WALKABLE)).unwrap();
    assert!(TryArc::ptr_eq(view.state(), grid.view().unwrap().state()));
}

#[test]
fn edits_during_a_search_take_no_copy_and_the_next_search_makes_them_in_place() {
    let grid = shared(SIDE);
    grid.view().unwrap().layer().jump_points(DiagonalRule::Always).unwrap();
    let address = std::ptr::from_ref(&*grid.view().unwrap());
    for round in 0..repeats(100, 4) as u64 {
        let search = grid.view().unwrap();
        assert_eq!(std::ptr::from_ref(&*search), address, "round {round}");
        assert_eq!(search.map().revision(), 10 * round);
        assert!(search.prepared().jump_points, "the jump points were dropped and are derived anew");
        for i in 0..10 {
            toggle(&grid, i);
        }
        assert_eq!(search.map().revision(), 10 * round);
    }
    assert_eq!(grid.state_count(), 1);
}

#[test]
fn a_second_search_that_sees_an_edit_gets_a_second_state_and_then_edits_alternate() {
    let grid = shared(SIDE);
    grid.view().unwrap().layer().jump_points(DiagonalRule::Always).unwrap();
    let first = grid.view().unwrap();
    toggle(&grid, 0);
    assert_eq!(grid.state_count(), 1);
    let second = grid.view().unwrap();
    assert_eq!((grid.state_count(), first.map().revision(), second.map().revision()), (2, 0, 1));
    assert!(second.prepared().jump_points, "the copy lacks the jump points of the original");
    drop((first, second));
    for i in 1..repeats(200, 10) as u32 {
        let search = grid.view().unwrap();
        toggle(&grid, i);
        let next = grid.view().unwrap();
        assert!(!TryArc::ptr_eq(search.state(), next.state()), "edit {i} was made on a state that a search holds");
        assert!(next.prepared().jump_points);
        drop(search);
        assert_eq!((grid.state_count(), next.map().revision()), (2, u64::from(i) + 1));
    }
}

#[test]
fn what_one_state_derived_serves_the_other() {
    let grid = shared(SIDE);
    let first = grid.view().unwrap();
    toggle(&grid, 0);
    drop((grid.view().unwrap(), first));
    let newest = grid.view().unwrap();
    assert!(!newest.prepared().jump_points);
    newest.layer().jump_points(DiagonalRule::Always).unwrap();
    newest.layer().components(DiagonalRule::Always).unwrap();
    newest.layer().landmarks().unwrap();
    drop(newest);
    toggle(&grid, 1);
    let prepared = grid.view().unwrap().prepared();
    // No edit keeps components.
    assert!(prepared.jump_points && !prepared.components && prepared.landmarks, "{prepared:?}");
}

/// A search measures landmarks on a state that edits no longer use. Publishing the other state, which has no landmarks,
/// must not drop the measured ones.
#[test]
fn landmarks_that_were_measured_during_edits_are_kept() {
    let grid = shared(SIDE);
    let first = grid.view().unwrap();
    toggle(&grid, 0);
    drop((grid.view().unwrap(), first));
    let measuring = grid.view().unwrap();
    toggle(&grid, 1);
    assert_eq!(grid.state_count(), 2);
    measuring.layer().landmarks().unwrap();
    drop(measuring);
    for i in 2..6 {
        toggle(&grid, i);
        assert!(grid.view().unwrap().prepared().landmarks, "edit {i}");
    }
}

#[test]
fn a_second_state_is_dropped_after_edits_that_one_state_is_enough_for() {
    let grid = shared(16);
    let first = grid.view().unwrap();
    toggle(&grid, 0);
    drop((grid.view().unwrap(), first));
    // The first edit counts too.
    for i in 1..QUIET_EDITS {
        toggle(&grid, i);
        assert_eq!(grid.state_count(), 2, "edit {i}");
    }
    toggle(&grid, QUIET_EDITS);
    assert_eq!(grid.state_count(), 1);
    toggle(&grid, QUIET_EDITS + 1);
    assert_eq!(grid.view().unwrap().map().revision(), u64::from(QUIET_EDITS) + 2);
}

#[test]
fn a_door_that_toggles_between_searches_keeps_the_second_state() {
    let grid = shared(16);
    let first = grid.view().unwrap();
    toggle(&grid, 0);
    drop((grid.view().unwrap(), first));
    for i in 1..repeats(100, 8) as u32 {
        for _ in 0..repeats(5000, 5) {
            drop(grid.view().unwrap());
        }
        let _search = grid.view().unwrap();
        toggle(&grid, i);
        drop(grid.view().unwrap());
        assert_eq!(grid.state_count(), 2, "door {i}");
    }
}

#[test]
fn a_second_state_is_dropped_after_searches_without_an_edit() {
    let grid = shared(16);
    let first = grid.view().unwrap();
    toggle(&grid, 0);
    drop((grid.view().unwrap(), first));
    for _ in 0..QUIET_LOOKS {
        drop(grid.view().unwrap());
    }
    assert_eq!(grid.state_count(), 2);
    drop(grid.view().unwrap());
    assert_eq!(grid.state_count(), 1);
    assert_eq!(grid.view().unwrap().map().revision(), 1);
}

#[test]
fn many_edits_during_one_search_are_bounded_by_a_copy_and_not_by_the_log() {
    let grid = shared(16);
    let search = grid.view().unwrap();
    let empty = grid.bytes();
    let edits = repeats(10_000, 100) as u32;
    for i in 0..edits {
        toggle(&grid, i);
        assert!(grid.state_count() <= 2 && grid.bytes() < 3 * empty + 16_000, "edit {i}: {} bytes", grid.bytes());
    }
    assert_eq!((search.map().revision(), grid.view().unwrap().map().revision()), (0, edits.into()));
}

/// A call that edits makes at most two changes on two states for each that it logs: single edits, and the several edits
/// of covers that move, with searches, and with states that searches hold for long.
#[test]
fn no_edit_makes_more_than_its_share_of_the_changes_that_wait() {
    for seed in 0..repeats(40, 2) as u64 {
        let mut random = Random::new(seed);
        let grid = shared(SIDE);
        let mut covers: Vec<CoverShape> = (0..20).map(|_| CoverShape::default()).collect();
        let (mut held, mut most_waiting) = (Vec::new(), 0);
        for step in 0..repeats(1500, 100) {
            match random.below(200) {
                0 => held.push(grid.view().unwrap()),
                1 => held.clear(),
                2 => drop(grid.view().unwrap()),
                _ => {}
            }
            let before = grid.states.lock().log.made;
            let mut logged = 1;
            if random.below(3) == 0 {
                toggle(&grid, step as u32);
            } else {
                let (x, y) = (random.below(SIDE as usize - 2) as i32, random.below(SIDE as usize - 2) as i32);
                let shape = CoverShape::of_rects(grid.size(), &[Rect { x, y, width: 2, height: 2 }]).unwrap();
                let cover = &mut covers[random.below(20)];
                let edits = shape.edits_from(cover).unwrap();
                logged = edits.len() as u64;
                grid.edit_covers(edits, 0, 0).unwrap();
                *cover = shape;
            }
            let log = &grid.states.lock().log;
            let made = log.made - before;
            assert!(made <= 2 * CHANGES_BY_EDIT * logged, "seed {seed}, step {step}: {made} changes for {logged}");
            most_waiting = most_waiting.max(log.len());
        }
        assert!(most_waiting < 300, "seed {seed}: {most_waiting} changes waited");
    }
}

#[test]
fn a_state_that_a_search_holds_for_long_is_given_up_to_it() {
    let grid = shared(repeats(16, 4) as u32);
    let long = grid.view().unwrap();
    for i in 0..repeats(1000, 100) as u32 {
        toggle(&grid, i);
        drop(grid.view().unwrap());
    }
    assert_eq!((long.revision(), long.state().owners(), grid.state_count()), (0, 1, 1));
}

#[test]
fn a_preparation_during_a_search_shows_at_once_and_takes_one_copy() {
    let grid = shared(16);
    let search = grid.view().unwrap();
    for engine in [Engine::Landmarks, Engine::JumpPoints, Engine::AStar, Engine::Auto] {
        grid.prepare(engine).unwrap();
        assert_eq!((grid.engine(), grid.state_count()), (engine, 2));
        let prepared = grid.progress().unwrap().1;
        let right = (engine == Engine::Landmarks, engine != Engine::AStar);
        assert_eq!((prepared.landmarks, prepared.jump_points), right, "{engine:?}");
    }
    assert!(!search.prepared().landmarks, "the search has the state of before");
    drop(search);
    assert!(!grid.view().unwrap().prepared().landmarks);
}

#[test]
fn of_calls_that_choose_an_engine_the_last_one_wins() {
    let grid = shared(16);
    let slow = grid.prepare_later(Engine::Landmarks).unwrap().unwrap();
    grid.prepare(Engine::AStar).unwrap();
    grid.prepare_wanted(slow, Interrupt::NEVER).unwrap();
    assert_eq!(grid.engine(), Engine::AStar);
    assert!(!grid.view().unwrap().prepared().landmarks);
}

#[test]
fn preparations_in_the_background_are_merged() {
    let grid = shared(16);
    let first = grid.prepare_later(Engine::Landmarks).unwrap().unwrap();
    for engine in [Engine::JumpPoints, Engine::AStar].into_iter().cycle().take(99) {
        assert!(grid.prepare_later(engine).unwrap().is_none(), "a second thread was requested");
    }
    assert!(grid.is_preparing());
    grid.prepare_wanted(first, Interrupt::NEVER).unwrap();
    assert_eq!((grid.engine(), grid.is_preparing()), (Engine::JumpPoints, false));
    assert!(grid.prepare_later(Engine::Auto).unwrap().is_some());
}

#[test]
fn a_preparation_that_is_asked_to_end_leaves_the_engine_and_the_next_one_runs() {
    static IS_ASKED: AtomicBool = AtomicBool::new(true);
    let grid = shared(64);
    let must_run = grid.prepare_later(Engine::Landmarks).unwrap().unwrap();
    let outcome = grid.prepare_wanted(must_run, Interrupt::by(&IS_ASKED));
    assert_eq!(outcome.err(), Some(EditError::Map(MapError::Interrupted)));
    assert_eq!((grid.engine(), grid.is_preparing()), (Engine::Auto, false));
    assert!(!grid.view().unwrap().prepared().landmarks);
    IS_ASKED.store(false, Ordering::Relaxed);
    let must_run = grid.prepare_later(Engine::Landmarks).unwrap().unwrap();
    grid.prepare_wanted(must_run, Interrupt::by(&IS_ASKED)).unwrap();
    assert_eq!(grid.engine(), Engine::Landmarks);
    assert!(grid.view().unwrap().prepared().landmarks);
}

#[test]
fn reads_beside_a_search_see_edits_that_wait_and_take_no_copy() {
    let grid = shared(SIDE);
    let search = grid.view().unwrap();
    grid.edit(&Edit::fill(Rect { x: 2, y: 3, width: 4, height: 2 }, CellType::OBSTACLE)).unwrap();
    grid.edit(&Edit::set(Cell::new(3, 4), CellType::WALKABLE)).unwrap();
    // Neither of these edits changes a cell.
    grid.edit(&Edit::set(Cell::new(3, 4), CellType::WALKABLE)).unwrap();
    grid.edit(&Edit::write(Rect { x: 1, y: 4, width: 3, height: 1 }, &[0, 1, 0])).unwrap();
    let mut row = [9; 6];
    read(&grid, Rect { x: 1, y: 4, width: 6, height: 1 }, &mut row);
    assert_eq!(row, [0, 1, 0, 1, 1, 0]);
    assert_eq!(grid.cell_type(Cell::new(5, 3)), Ok(CellType::OBSTACLE));
    assert_eq!(grid.progress().unwrap().0, 2);
    assert_eq!((search.map().revision(), grid.state_count()), (0, 1));
    drop(search);
    assert_eq!(grid.view().unwrap().map().revision(), 2);
}

#[test]
fn edits_wait_for_the_next_search_and_not_for_ever() {
    let grid = shared(16);
    let made = || grid.states.lock().newest().map().revision();
    let edits = repeats(100, 30) as u32;
    for i in 0..edits {
        toggle(&grid, i);
        assert_eq!(made(), u64::from(i + 1).saturating_sub(WAITING_EDITS as u64), "edit {i}");
    }
    assert_eq!(grid.view().unwrap().map().revision(), u64::from(edits));
    assert_eq!(made(), u64::from(edits));
}

#[test]
fn an_edit_that_waits_is_made_before_a_preparation() {
    let grid = shared(8);
    let search = grid.view().unwrap();
    toggle(&grid, 0);
    let mut retired = Retired::default();
    let mut states = grid.lock_states().unwrap();
    states.log.reserve().unwrap();
    grid.make_now(&mut states, Change::Prepare(Engine::AStar, None), &mut retired);
    assert!(!states.has_waiting_changes());
    assert_eq!(states.newest().map().revision(), 1);
    drop((states, search));
    assert_eq!(grid.view().unwrap().map().revision(), 1);
    assert!(!grid.lock_states().unwrap().has_waiting_changes());
}

/// One thread only reads, another only edits. The reader has to wait for edits in place until a second state is made.
/// Under Miri it does not come to that: threads take turns after a few instructions, and reads make all edits soon.
#[test]
fn a_reader_beside_large_edits_gets_a_state_of_its_own() {
    let grid = shared(SIDE);
    let done = std::sync::atomic::AtomicBool::new(false);
    let is_enough = |revision| grid.state_count() > 1 || cfg!(miri) && revision > 20;
    let mut revision = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let all = grid.size().bounds();
            for i in 0_u32.. {
                let cell_type = if i.is_multiple_of(2) { CellType::OBSTACLE } else { CellType::WALKABLE };
                grid.edit(&Edit::fill(all, cell_type)).unwrap();
                if done.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
            }
        });
        while !is_enough(revision) {
            for _ in 0..repeats(100, 5) {
                let seen = grid.view().unwrap().map().revision();
                assert!(seen >= revision, "{seen} after {revision}");
                revision = seen;
            }
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(is_enough(revision));
}

/// Another thread derives parts of a layer that two states share, while this one counts their memory.
#[test]
fn memory_is_counted_while_a_search_derives_what_two_states_share() {
    const SIDE: u32 = repeats(96, 8) as u32;
    let agent = Agent { size: AgentSize::new(2).unwrap(), ..Agent::default() };
    for _ in 0..repeats(300, 2) {
        let grid = shared(SIDE);
        let before = grid.view().unwrap();
        let layers = AgentLayers::of(&before, &agent).unwrap();
        grid.edit(&Edit::fill_penalties(Rect { x: 0, y: 0, width: 1, height: 1 }, 1)).unwrap();
        drop(grid.view().unwrap());
        assert_eq!(grid.state_count(), 2);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let layer = layers.view(&before).layer();
                for rule in [DiagonalRule::Always, DiagonalRule::BothFree, DiagonalRule::Never] {
                    layer.jump_points(rule).unwrap();
                }
            });
            while !search.is_finished() {
                assert!(grid.bytes() < 1 << 40);
            }
        });
    }
}
