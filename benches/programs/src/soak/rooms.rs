//! Grids that all threads share: searched, edited, prepared, and replaced while others use them.

use crate::common::abi::{PathAnswer, TestGrid};
use crate::common::cell_map::CellMap;
use crate::common::random_maps::Random;
use crate::meters::locked;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

const SIDE: u32 = 64;

/// The number of shared grids.
pub(crate) const ROOMS: usize = 4;

/// Maps of this many revisions are kept to compare answers with.
const KEPT: usize = 64;

/// A shared grid, and its maps by revision.
pub(crate) struct Room {
    pub(crate) grid: TestGrid,
    maps: Mutex<VecDeque<(u64, CellMap)>>,
    /// Whether a thread has begun to destroy the grid: from then on calls may be refused.
    is_going: AtomicBool,
}

/// The shared grids, by place.
pub(crate) struct Rooms([Mutex<Arc<Room>>; ROOMS]);

impl Rooms {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self(std::array::from_fn(|_| Mutex::new(Arc::new(Room::new(&mut random)))))
    }

    pub(crate) fn get(&self, place: usize) -> Arc<Room> {
        Arc::clone(&locked(&self.0[place]))
    }

    /// Puts another grid into a place, and destroys the former one, whoever uses it. Returns its id.
    pub(crate) fn replace(&self, place: usize, random: &mut Random) -> u64 {
        let former = std::mem::replace(&mut *locked(&self.0[place]), Arc::new(Room::new(random)));
        former.is_going.store(true, Ordering::SeqCst);
        // The status is Ok: nobody else destroys this grid, because only one thread takes it from its place.
        assert_eq!(gridstar_grid_destroy(former.grid.id()), GridstarStatus::Ok);
        former.grid.id()
    }
}

impl Room {
    fn new(random: &mut Random) -> Self {
        let mut map = CellMap::new(SIDE, SIDE);
        for cell in map.cells() {
            map.set_obstacle(cell, random.percent(25));
        }
        let grid = TestGrid::from_map(&map);
        let maps = Mutex::new(VecDeque::from([(grid.revision(), map)]));
        Self { grid, maps, is_going: AtomicBool::new(false) }
    }

    /// Whether a status is one that the grid may give now.
    pub(crate) fn may_say(&self, status: GridstarStatus) -> bool {
        status as i32 >= 0 || status == GridstarStatus::InvalidId && self.is_going.load(Ordering::SeqCst)
    }

    /// Fills a random rectangle. Edits of one room come one after the other, so that each revision has its map.
    pub(crate) fn edit(&self, random: &mut Random) -> GridstarStatus {
        let mut maps = locked(&self.maps);
        let Some((revision, map)) = maps.back().cloned() else { return GridstarStatus::Ok };
        let (corner, mut edited) = (random.cell(&map), map.clone());
        let side = |from: i32, random: &mut Random| random.between(1, 6.min(SIDE - from as u32));
        let (width, height) = (side(corner.x, random), side(corner.y, random));
        let obstacle = random.percent(25);
        for (dx, dy) in (0..height as i32).flat_map(|dy| (0..width as i32).map(move |dx| (dx, dy))) {
            edited.set_obstacle(Cell::new(corner.x + dx, corner.y + dy), obstacle);
        }
        let status = self.grid.fill_rect(Rect { x: corner.x, y: corner.y, width, height }, obstacle.into());
        if status == GridstarStatus::Ok && edited != map {
            maps.push_back((revision + 1, edited));
            let extra = maps.len().saturating_sub(KEPT);
            maps.drain(..extra);
        }
        status
    }

    /// The map that an answer is of; `None` if it is not kept any more.
    pub(crate) fn map_of(&self, answer: &PathAnswer) -> Result<Option<CellMap>, String> {
        let maps = locked(&self.maps);
        let latest = maps.back().map_or(0, |(revision, _)| *revision);
        if answer.revision > latest {
            return Err(format!("revision {} of a grid that has {latest}", answer.revision));
        }
        Ok(maps.iter().find(|(revision, _)| *revision == answer.revision).map(|(_, map)| map.clone()))
    }
}
