//! Hashes, forks, restores and differences of grids. A fork is a grid of the sequence as any other.

use super::grid_calls::cells_of;
use super::tally::{self, Function};
use super::world::{GridModel, World};
use gridstar::ffi::*;
use gridstar::grid::Rect;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// With this number of grids, none is forked any more.
const MOST: usize = 6;

/// Which contents had which hashes. Contents stand here by a hash of their model.
#[derive(Debug, Default)]
pub struct Hashes {
    by_content: BTreeMap<u64, u64>,
    contents: BTreeMap<u64, u64>,
}

impl Hashes {
    /// Equal contents have equal hashes, and different ones different hashes.
    pub fn compare(&mut self, content: &impl Hash, hash: u64) {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let content = hasher.finish();
        assert_eq!(*self.by_content.entry(content).or_insert(hash), hash, "equal content had another hash");
        assert_eq!(*self.contents.entry(hash).or_insert(content), content, "other content had the hash {hash:#x}");
    }
}

impl World {
    pub fn step_fork(&mut self) {
        let at = self.below(self.grids.len());
        match self.random.below(10) {
            0..4 if self.grids.len() < MOST => self.fork(at),
            0..7 => self.restore(at),
            7 => self.find_difference(at),
            _ => self.read_hash(at),
        }
    }

    /// The hash that a call writes.
    pub fn hash(
        &mut self,
        function: Function,
        id: u64,
        get: unsafe extern "C" fn(u64, *mut u64) -> GridstarStatus,
    ) -> u64 {
        let mut hash = 0;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe { get(id, &mut hash) });
        assert_eq!(status, GridstarStatus::Ok);
        tally::compared(function);
        hash
    }

    pub fn grid_hash(&mut self, id: u64) -> u64 {
        self.hash(Function::gridstar_grid_get_hash, id, gridstar_grid_get_hash)
    }

    pub fn read_hash(&mut self, at: usize) {
        let hash = self.grid_hash(self.grids[at].id);
        let GridModel { id, engines, is_preparing, settings, terrain, .. } = &self.grids[at];
        if *is_preparing || engines.len() > 1 {
            return;
        }
        let covers: Vec<usize> = terrain.cells().map(|cell| self.covers_at(*id, cell).count()).collect();
        let size = (terrain.width, terrain.height);
        let content = (size, format!("{settings:?} {engines:?}"), &terrain.types, &terrain.penalties, covers);
        self.hashes.compare(&content, hash);
    }

    /// No background preparation may change a grid's engine at any time.
    fn settle(&mut self, at: usize) {
        if self.grids[at].is_preparing {
            self.end_preparations();
            self.read_info(at);
        }
    }

    fn fork(&mut self, at: usize) {
        self.settle(at);
        let (of, mut id) = (self.grids[at].id, 0);
        let function = Function::gridstar_grid_fork;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{of:#x}"), || unsafe { gridstar_grid_fork(of, &mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(!self.dead.contains(&id) && self.grid_of(id).is_none(), "an id was given out twice: {id:#x}");
        let model = GridModel { id, is_changed_by_types: false, ..self.grids[at].clone() };
        self.grids.push(model);
        self.know_covers(of, id);
        self.check_live_counts();
        let fork = self.grids.len() - 1;
        self.read_info(fork);
        for one in [at, fork] {
            self.read_hash(one);
        }
        tally::compared(function);
    }

    /// Whether one of two grids takes the other one's content.
    fn are_alike(&self, one: usize, other: usize) -> bool {
        let of = |at: usize| {
            let grid = &self.grids[at];
            (grid.terrain.width, grid.terrain.height, format!("{:?}", grid.settings))
        };
        of(one) == of(other)
    }

    /// A grid that has the content for another one, if there is any but that.
    fn other(&mut self, at: usize) -> usize {
        let alike: Vec<usize> = (0..self.grids.len()).filter(|&one| one != at && self.are_alike(one, at)).collect();
        if alike.is_empty() || self.random.percent(5) {
            self.below(self.grids.len())
        } else {
            alike[self.below(alike.len())]
        }
    }

    fn restore(&mut self, at: usize) {
        let from = self.other(at);
        self.settle(at);
        self.settle(from);
        let (id, other) = (self.grids[at].id, self.grids[from].id);
        let function = Function::gridstar_grid_restore;
        let status = self.call(function, format_args!("{id:#x} {other:#x}"), || gridstar_grid_restore(id, other));
        tally::compared(function);
        if !self.are_alike(at, from) {
            assert_eq!(status, GridstarStatus::DifferentGrids);
            return;
        }
        assert_eq!(status, GridstarStatus::Ok);
        let counts = |world: &Self| -> Vec<usize> {
            world.grids[at].terrain.cells().map(|cell| world.covers_at(id, cell).count()).collect()
        };
        let (before, covered) = (self.grids[at].terrain.clone(), counts(self));
        if from != at {
            self.restore_covers(id, other);
        }
        let now_covered = counts(self);
        let GridModel { map, terrain, engines, takes_penalties, .. } = self.grids[from].clone();
        let grid = &mut self.grids[at];
        (grid.map, grid.terrain, grid.engines, grid.is_changed_by_types) = (map, terrain, engines, false);
        grid.takes_penalties |= takes_penalties;
        let mut is_changed = false;
        for (index, &count) in now_covered.iter().enumerate() {
            grid.terrain.covered[index] = count > 0;
            let is_other = grid.terrain.types[index] != before.types[index]
                || grid.terrain.penalties[index] != before.penalties[index]
                || grid.terrain.covered[index] != before.covered[index];
            if is_other {
                grid.changed[index] = grid.revision + 1;
            }
            is_changed |= is_other || count != covered[index];
        }
        let was = grid.revision;
        let now = self.info(at).revision;
        assert!(now > was || !is_changed && now == was, "an edit from revision {was} to {now} that nobody sees");
        self.grids[at].revision = now;
        self.read_cells(at);
        self.read_penalties(at);
        self.read_covers(at);
        self.read_hash(at);
    }

    fn find_difference(&mut self, at: usize) {
        let other = self.other(at);
        let (id, other_id) = (self.grids[at].id, self.grids[other].id);
        let mut found = GridstarDifference {
            struct_size: size_of::<GridstarDifference>() as u32,
            is_different: 0,
            plane: 0,
            x: 0,
            y: 0,
            value: 0,
            other_value: 0,
            reserved: 0,
        };
        let function = Function::gridstar_grid_find_difference;
        // SAFETY: the pointer of a living struct whose size is set.
        let status = self.call(function, format_args!("{id:#x} {other_id:#x}"), || unsafe {
            gridstar_grid_find_difference(id, other_id, &mut found)
        });
        tally::compared(function);
        if !self.are_alike(at, other) {
            assert_eq!(status, GridstarStatus::DifferentGrids);
            return;
        }
        assert_eq!(status, GridstarStatus::Ok);
        let terrain = &self.grids[at].terrain;
        let all = Rect { x: 0, y: 0, width: terrain.width as u32, height: terrain.height as u32 };
        let value = |grid: usize, plane: u32, cell| {
            let GridModel { id, terrain, .. } = &self.grids[grid];
            match plane {
                0 => terrain.types[terrain.index(cell)].into(),
                1 => terrain.penalties[terrain.index(cell)].into(),
                _ => self.covers_at(*id, cell).count() as u32,
            }
        };
        let differences = (0..3).flat_map(|plane| cells_of(all).map(move |cell| (plane, cell)));
        let expected = differences
            .map(|(plane, cell)| (plane, cell.x, cell.y, value(at, plane, cell), value(other, plane, cell)))
            .find(|(_, _, _, one, other)| one != other);
        let told = (found.plane, found.x, found.y, found.value, found.other_value);
        assert_eq!((found.is_different == 1).then_some(told), expected);
    }
}
