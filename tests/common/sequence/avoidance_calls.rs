//! Calls of crowds that keep apart: beside a twin that gets the same calls, and beside the walls of the model. A crowd
//! lives for one step of a sequence.

use super::tally::{self, Function};
use super::world::World;
use crate::avoidance::{crowd_agent, empty_crowd_info};
use crate::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::grid::Cell;

const MOST: usize = 6;

impl World {
    /// Two crowds with the same agents, before and after an edit of their grid.
    pub fn tick_a_crowd(&mut self) {
        let at = self.below(self.grids.len());
        let (_, mut def) = self.grids[at].settings.queried(&mut self.random);
        let mut agent = self.agent(&mut def);
        self.leave_out(at, &mut def);
        // Discs have radii instead.
        agent.size = 1;
        let id = self.grids[at].id;
        let crowds = [(); 2].map(|()| {
            let mut crowd = 0;
            let status = self.call(Function::gridstar_crowd_create, format_args!("{id:#x} {def:?}"), || {
                // SAFETY: the pointers come from references.
                unsafe { gridstar_crowd_create(id, &def, &mut crowd) }
            });
            assert_eq!(status, GridstarStatus::Ok);
            crowd
        });
        let agents: Vec<GridstarCrowdAgent> = (0..1 + self.below(MOST)).map(|_| self.crowd_agent(at)).collect();
        let count = agents.len() as u32;
        for crowd in crowds {
            let mut numbers = [u32::MAX; MOST];
            let shown = format_args!("{crowd:#x} {agents:?}");
            // SAFETY: pointers and lengths of a vector and an array.
            let status = self.call(Function::gridstar_crowd_add_agents, shown, || unsafe {
                gridstar_crowd_add_agents(crowd, agents.as_ptr(), count, numbers.as_mut_ptr(), count)
            });
            assert_eq!(status, GridstarStatus::Ok);
            assert!((0..count).all(|number| numbers[number as usize] == number), "{numbers:?}");
        }
        self.compare_ticks(at, &agent, &def, &crowds);
        let copies = self.copy_crowd(id, &def, crowds);
        self.compare_ticks(at, &agent, &def, &[crowds[0], copies[0], copies[1], crowds[1]]);
        for copy in copies {
            let status = self.call(Function::gridstar_destroy, format_args!("{copy:#x}"), || gridstar_destroy(copy));
            assert_eq!(status, GridstarStatus::Ok);
        }
        self.edit();
        self.change_agents(at, crowds, count);
        self.compare_ticks(at, &agent, &def, &crowds);
        tally::made(Function::gridstar_live_count);
        assert_eq!(gridstar_live_count(GridstarKind::Crowd as u32), 2);
        tally::made(Function::gridstar_destroy);
        assert_eq!(gridstar_destroy(crowds[0]), GridstarStatus::Ok);
        tally::made(Function::gridstar_destroy_all);
        assert_eq!(gridstar_destroy_all(GridstarKind::Crowd as u32), 1);
        tally::made(Function::gridstar_is_valid);
        assert_eq!(
            crowds.map(|crowd| gridstar_is_valid(crowd, GridstarKind::Crowd as u32)),
            [GridstarStatus::InvalidId; 2]
        );
    }

    /// A crowd that gets the state of the first of two crowds that are alike, and one that is loaded from bytes of the
    /// second one.
    fn copy_crowd(&mut self, grid: u64, def: &GridstarQueryDef, crowds: [u64; 2]) -> [u64; 2] {
        let (mut copy, mut loaded) = (0, 0);
        // SAFETY: the pointers come from references.
        let status = self.call(Function::gridstar_crowd_create, format_args!("{grid:#x} {def:?}"), || unsafe {
            gridstar_crowd_create(grid, def, &mut copy)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let (function, other) = (Function::gridstar_crowd_copy_from, crowds[0]);
        let shown = format_args!("{copy:#x} {other:#x}");
        assert_eq!(self.call(function, shown, || gridstar_crowd_copy_from(copy, other)), GridstarStatus::Ok);
        tally::compared(function);
        let saved = crowds[1];
        // SAFETY: `bytes` gives a buffer, its capacity and a place for the count.
        let bytes = self.bytes(Function::gridstar_crowd_save, |out, capacity, count| unsafe {
            gridstar_crowd_save(saved, out, capacity, count)
        });
        let function = Function::gridstar_crowd_load;
        // SAFETY: the pointer and length of a vector, and pointers from references.
        let status = self.call(function, format_args!("{grid:#x}, {} bytes", bytes.len()), || unsafe {
            gridstar_crowd_load(grid, def, bytes.as_ptr(), bytes.len() as u32, &mut loaded)
        });
        assert_eq!(status, GridstarStatus::Ok);
        tally::compared(function);
        let hash = Function::gridstar_crowd_get_hash;
        let hashes = [crowds[0], crowds[1], copy, loaded].map(|crowd| self.hash(hash, crowd, gridstar_crowd_get_hash));
        assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
        [copy, loaded]
    }

    fn crowd_agent(&mut self, at: usize) -> GridstarCrowdAgent {
        let cell = self.cell(at);
        let radius = [0.1, 0.3, 0.45, 0.8][self.below(4)];
        GridstarCrowdAgent { radius, ..crowd_agent(cell.x as f32 + 0.5, cell.y as f32 + 0.25) }
    }

    /// One agent changes, one goes to another place, and one is removed.
    fn change_agents(&mut self, at: usize, crowds: [u64; 2], count: u32) {
        let (changed, number) = (self.crowd_agent(at), self.below(count as usize) as u32);
        let position = [changed.x, changed.y];
        for crowd in crowds {
            // SAFETY: pointers of living values.
            let status =
                self.call(Function::gridstar_crowd_set_agents, format_args!("{crowd:#x} {changed:?}"), || unsafe {
                    gridstar_crowd_set_agents(crowd, &number, &changed, 1)
                });
            assert_eq!(status, GridstarStatus::Ok);
            // SAFETY: as above; two floats.
            let status =
                self.call(Function::gridstar_crowd_put_agents, format_args!("{crowd:#x} {position:?}"), || unsafe {
                    gridstar_crowd_put_agents(crowd, &number, position.as_ptr(), 1)
                });
            assert_eq!(status, GridstarStatus::Ok);
            // SAFETY: as above.
            let status = self.call(Function::gridstar_crowd_remove_agents, format_args!("{crowd:#x} 0"), || unsafe {
                gridstar_crowd_remove_agents(crowd, &0, 1)
            });
            assert_eq!(status, GridstarStatus::Ok);
        }
    }

    /// Ticks of all crowds are alike, and lead into no wall.
    fn compare_ticks(&mut self, at: usize, agent: &crate::terrain::AgentModel, def: &GridstarQueryDef, crowds: &[u64]) {
        let stands = AgentMap::new(&self.terrain_without(at, def.without_cover), agent).stands;
        let has_room = stands.cells().any(|cell| stands.is_walkable(cell));
        for _ in 0..3 {
            let wishes: Vec<[f32; 2]> = (0..MOST).map(|_| [0; 2].map(|_| self.below(9) as f32 - 4.0)).collect();
            let mut told = Vec::new();
            for &crowd in crowds {
                let (mut positions, mut velocities, mut count) = ([[0.0_f32; 2]; MOST], [[0.0_f32; 2]; MOST], 0);
                // SAFETY: pointers and lengths of a vector and of arrays; the last pointer comes from a reference.
                let status =
                    self.call(Function::gridstar_crowd_tick, format_args!("{crowd:#x} {wishes:?}"), || unsafe {
                        let (wish, to) = (wishes.as_ptr().cast(), positions.as_mut_ptr().cast());
                        let moved = velocities.as_mut_ptr().cast();
                        gridstar_crowd_tick(crowd, 0.1, wish, MOST as u32, to, moved, MOST as u32, &mut count)
                    });
                assert_eq!(status, GridstarStatus::Ok);
                let mut info = empty_crowd_info();
                let shown = format_args!("{crowd:#x}");
                // SAFETY: the pointer of a living struct whose size is set.
                let status = self.call(Function::gridstar_crowd_get_info, shown, || unsafe {
                    gridstar_crowd_get_info(crowd, &mut info)
                });
                assert_eq!((status, info.number_count), (GridstarStatus::Ok, count));
                let is_without = |number: usize| info.agent_count < count && number == 0;
                for (number, &[x, y]) in positions[..count as usize].iter().enumerate() {
                    let cell = Cell::new(x.floor() as i32, y.floor() as i32);
                    let is_right = !has_room || is_without(number) || stands.is_walkable(cell);
                    assert!(is_right, "agent {number} in {cell:?}\n{stands}");
                }
                told.push((positions, velocities, info.hash));
            }
            assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
            tally::compared(Function::gridstar_crowd_tick);
        }
    }
}
