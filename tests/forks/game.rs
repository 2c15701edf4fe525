//! A whole game that goes back to a state and plays the same ticks again.

use common::abi::{TestGrid, default_query_def, turn};
use common::avoidance::{TestCrowd, crowd_agent};
use common::cover::TestCover;
use common::crowd::{TestReservations, planned_agent};
use common::field::TestField;
use common::forks::{Dice, fill, fork, hash, restore};
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// A game with all that a grid serves.
struct Game {
    grid: TestGrid,
    crowd: TestCrowd,
    reservations: TestReservations,
    field: TestField,
    units: Vec<TestCover>,
}

/// A game's state of a moment.
struct Kept {
    grid: TestGrid,
    crowd: TestCrowd,
    reservations: TestReservations,
}

impl Game {
    fn new() -> Self {
        let grid = TestGrid::new(48, 32);
        let crowd = TestCrowd::new(&grid);
        let agents: Vec<_> = (0..20).map(|i| crowd_agent(2.5 + (i % 5) as f32, 4.5 + (i / 5) as f32)).collect();
        crowd.add(&agents).unwrap();
        let reservations = TestReservations::new(&grid, 16);
        let field = TestField::new(&grid, &[Cell::new(40, 20)]);
        let units = (0..6).map(|_| TestCover::new(&grid)).collect();
        Self { grid, crowd, reservations, field, units }
    }

    /// Makes a tick that its number alone decides, and returns all that it has told.
    fn tick(&self, number: u64) -> Vec<u64> {
        let mut dice = Dice::new(number);
        let mut cell = || Cell::new(dice.below(48) as i32, dice.below(32) as i32);
        let (wall, opened, danger) = (cell(), cell(), cell());
        let places: Vec<Cell> = self.units.iter().map(|_| cell()).collect();
        let ways: Vec<[Cell; 2]> = (0..6).map(|_| [cell(), cell()]).collect();
        self.grid.set_cell(wall, 1);
        self.grid.set_cell(opened, 0);
        let one = |at: Cell| Rect { x: at.x, y: at.y, width: 1, height: 1 };
        fill(&self.grid, GridstarCellPlane::Penalties, one(danger), 90);
        for (unit, &at) in self.units.iter().zip(&places) {
            assert_eq!(unit.set_rects(&[one(at)]), Ok);
        }
        let mut told = vec![hash(&self.grid)];
        assert_eq!(gridstar_field_update(self.field.id(), 0), Ok);
        let all = Rect { x: 0, y: 0, width: 48, height: 32 };
        told.extend(self.field.costs(all).unwrap().into_iter().map(f64::to_bits));
        let ticket = TestTicket::submit(&self.grid, &Batch::of(ways.iter().map(|&[a, b]| request(a, b)))).unwrap();
        for [start, goal] in ways {
            let def = GridstarQueryDef { without_cover: self.units[0].id(), ..default_query_def() };
            let answer = self.grid.find_path(start, goal, Some(&def));
            told.push(answer.cost.to_bits());
            told.extend(answer.path.iter().map(|cell| (cell.x * 64 + cell.y) as u64));
        }
        while ticket.poll().0 == StillRunning {
            gridstar_work_run(40, 0);
        }
        let answers = ticket.take();
        told.extend(answers.paths.iter().flatten().map(|cell| (cell.x * 64 + cell.y) as u64));
        let wishes: Vec<[f32; 2]> = (0..20).map(|i| [1.0 - (i % 3) as f32, (number % 5) as f32 - 2.0]).collect();
        let (positions, _) = self.crowd.tick(1.0 / 30.0, &wishes).unwrap();
        told.extend(positions.iter().flatten().map(|&at| u64::from(at.to_bits())));
        told.push(self.crowd.hash().unwrap());
        let planned: Vec<_> = places.iter().map(|at| planned_agent((at.x, at.y), (at.y, at.x % 32))).collect();
        let plans = self.reservations.plan(&planned, None);
        told.extend((0..planned.len()).map(|agent| plans.status(agent).map_or(99, |status| status as i32 as u64)));
        assert_eq!(gridstar_reservations_advance(self.reservations.id(), 3), Ok);
        told.push(self.reservations.hash().unwrap());
        told
    }

    fn keep(&self) -> Kept {
        let grid = fork(&self.grid);
        let (crowd, reservations) = (TestCrowd::new(&grid), TestReservations::new(&grid, 16));
        assert_eq!(gridstar_crowd_copy_from(crowd.id(), self.crowd.id()), Ok);
        assert_eq!(gridstar_reservations_copy_from(reservations.id(), self.reservations.id()), Ok);
        Kept { grid, crowd, reservations }
    }

    fn go_back(&self, to: &Kept) {
        assert_eq!(restore(&self.grid, &to.grid), Ok);
        assert_eq!(gridstar_crowd_copy_from(self.crowd.id(), to.crowd.id()), Ok);
        assert_eq!(gridstar_reservations_copy_from(self.reservations.id(), to.reservations.id()), Ok);
    }

    /// Calls that ask and change nothing.
    fn look(&self, dice: &mut Dice) {
        let mut cell = || Cell::new(dice.below(48) as i32, dice.below(32) as i32);
        for _ in 0..3 {
            self.grid.find_path(cell(), cell(), None);
            self.grid.is_reachable(cell(), cell(), None);
        }
        let preview = fork(&self.grid);
        preview.set_cell(cell(), 1);
        preview.find_path(cell(), cell(), None);
    }
}

/// The test of GGPO, a library for rollback: run some ticks, keep the state, run more, go back, run them again.
#[test]
fn a_game_that_went_back_goes_on_as_if_it_had_never_left() {
    let _turn = turn();
    let mut of_threads = Vec::new();
    for threads in [1, 2, 8, 0] {
        assert_eq!(gridstar_work_set_threads(threads), Ok);
        let (game, mut dice) = (Game::new(), Dice::new(threads.into()));
        let mut told = Vec::new();
        for round in 0..6_u64 {
            (0..5).for_each(|tick| told.extend(game.tick(100 * round + tick)));
            let kept = game.keep();
            let ticks = || (50..58).map(|tick| 100 * round + tick);
            let first: Vec<_> = ticks().map(|tick| game.tick(tick)).collect();
            game.go_back(&kept);
            for (tick, first) in ticks().zip(first) {
                game.look(&mut dice);
                assert!(game.tick(tick) == first, "{threads} threads, tick {tick} again");
                told.extend(first);
            }
        }
        of_threads.push(told);
    }
    assert_eq!(gridstar_work_set_threads(1), Ok);
    assert!(of_threads.iter().all(|told| *told == of_threads[0]), "the number of threads decides");
}
