//! Holders of cells at ticks: plans of owners, plans of a batch and cells taken by hand, given up in any
//! order, against a plain model that keeps a set for each holder. A failure prints the seed and the map.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::cell_map::CellMap;
use common::crowd::{TestReservations, planned_agent, rule_def};
use common::profile::TestProfile;
use common::random_maps::{Random, random_map};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use std::collections::{BTreeMap, BTreeSet};

const OK: GridstarStatus = GridstarStatus::Ok;

/// A holder of spots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Hand,
    Owner(u32),
    /// An agent of the last batch.
    Batch(u32),
}

/// A tick, and a point of the map in half cells: a cell, or the point halfway of a step.
type Spot = (u32, i32, i32);

fn square(anchor: Cell, size: i32) -> impl Iterator<Item = Cell> {
    (0..size).flat_map(move |dy| (0..size).map(move |dx| Cell::new(anchor.x + dx, anchor.y + dy)))
}

/// All spots of a plan, or of an agent that stands, as the header tells them.
fn spots(agent: &GridstarPlannedAgent, plan: &[GridstarPlanCell]) -> BTreeSet<Spot> {
    let size = agent.agent_size as i32;
    let mut left = Cell::new(agent.from_x, agent.from_y);
    let mut spots = BTreeSet::new();
    for (i, now) in plan.iter().enumerate() {
        let at = Cell::new(now.x, now.y);
        spots.extend(square(at, size).map(|cell| (now.tick, 2 * cell.x, 2 * cell.y)));
        if now.under_way == 0 {
            left = at;
        } else {
            spots.extend(square(left, size).map(|cell| (now.tick, 2 * cell.x, 2 * cell.y)));
        }
        let Some(next) = plan.get(i + 1) else { break };
        let (dx, dy) = (next.x - left.x, next.y - left.y);
        if (dx, dy) != (0, 0) && dx.abs() <= 1 && dy.abs() <= 1 {
            spots.extend(square(left, size).map(|cell| (now.tick, 2 * cell.x + dx, 2 * cell.y + dy)));
        }
    }
    spots
}

/// Reservations beside the model.
struct Stage {
    map: CellMap,
    grid: TestGrid,
    reservations: TestReservations,
    slow: TestProfile,
    random: Random,
    tick: u32,
    held: BTreeMap<Holder, BTreeSet<Spot>>,
    /// How often a holder gave up a spot that another one held too.
    shared: usize,
}

impl Stage {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x0ce5);
        let map = match seed % 4 {
            0 => CellMap::new(random.between(2, 6), 1),
            1 => CellMap::new(random.between(1, 7), random.between(1, 7)),
            _ => random_map(seed).map,
        };
        let grid = TestGrid::from_map(&map);
        let reservations = TestReservations::new(&grid, random.between(1, 7));
        let slow = TestProfile::new();
        assert_eq!(slow.set_cost(0, 2.5), OK);
        Self { map, grid, reservations, slow, random, tick: 0, held: BTreeMap::new(), shared: 0 }
    }

    fn cell(&mut self) -> Cell {
        // Few cells, so that holders meet.
        let (width, height) = (self.map.width().min(5) as u32, self.map.height().min(5) as u32);
        Cell::new(self.random.below(width) as i32, self.random.below(height) as i32)
    }

    fn agent(&mut self) -> GridstarPlannedAgent {
        let (start, goal) = (self.cell(), self.cell());
        let mut agent = planned_agent((start.x, start.y), (goal.x, goal.y));
        agent.agent_size = [1, 1, 1, 2, 3][self.random.below(5) as usize];
        if self.random.percent(25) {
            agent.profile = self.slow.id();
        }
        if self.random.percent(30) {
            let from = self.cell();
            (agent.from_x, agent.from_y, agent.under_way) = (from.x, from.y, self.random.between(1, 9));
        }
        agent
    }

    fn add(&mut self, holder: Holder, spots: BTreeSet<Spot>) {
        self.held.entry(holder).or_default().extend(spots);
    }

    fn step(&mut self) -> String {
        let window = self.reservations.window;
        match self.random.below(20) {
            0..5 => {
                let cells: Vec<Cell> = (0..self.random.below(4)).map(|_| self.cell()).collect();
                let first = self.tick + self.random.below(window + 1);
                let last = first + self.random.below(self.tick + window - first + 1);
                assert_eq!(self.reservations.take(&cells, (first, last)), OK);
                let spots = cells.iter().flat_map(|cell| (first..=last).map(|tick| (tick, 2 * cell.x, 2 * cell.y)));
                self.add(Holder::Hand, spots.collect());
                format!("took {cells:?} from {first} to {last}")
            }
            5..11 => {
                let (agent, owner) = (self.agent(), self.random.between(1, 4));
                let def = rule_def(DiagonalRule::Always);
                let (status, plans) = self.reservations.find(&agent, owner, Some(&def));
                if status == OK {
                    let spots = spots(&agent, &plans.cells[0]);
                    for (holder, held) in &self.held {
                        let both = held.intersection(&spots).next();
                        assert_eq!(both, None, "{agent:?} of {owner} is planned through what {holder:?} holds");
                    }
                    self.add(Holder::Owner(owner), spots);
                }
                format!("{agent:?} of {owner}: {status:?}")
            }
            11..14 => {
                let agents: Vec<_> = (0..self.random.between(1, 5)).map(|_| self.agent()).collect();
                let plans = self.reservations.plan(&agents, Some(&rule_def(DiagonalRule::Always)));
                self.held.retain(|holder, _| !matches!(holder, Holder::Batch(_)));
                for (number, agent) in (0..).zip(&agents) {
                    if plans.status(number as usize) != Some(GridstarStatus::StartOutside) {
                        self.add(Holder::Batch(number), spots(agent, &plans.cells[number as usize]));
                    }
                }
                for number in (0..agents.len() as u32).filter(|&number| plans.status(number as usize) == Some(OK)) {
                    let mine = &self.held[&Holder::Batch(number)];
                    for (holder, held) in self.held.iter().filter(|(holder, _)| **holder != Holder::Batch(number)) {
                        let both = held.intersection(mine).next();
                        assert_eq!(both, None, "{number} of {agents:?} is planned through what {holder:?} holds");
                    }
                }
                format!("planned {agents:?}")
            }
            14..18 => {
                let number = self.random.below(5);
                let (holder, owner, of_batch) = match self.random.below(3) {
                    0 => (Holder::Hand, GRIDSTAR_BY_HAND, 0),
                    1 => (Holder::Owner(number), number, 0),
                    _ => (Holder::Batch(number), number, 1),
                };
                assert_eq!(gridstar_reservations_release(self.reservations.id(), owner, of_batch), OK);
                let given_up = self.held.remove(&holder).unwrap_or_default();
                self.shared += self.held.values().filter(|held| !held.is_disjoint(&given_up)).count();
                format!("released {holder:?}")
            }
            18 => {
                let ticks = self.random.below(4);
                assert_eq!(gridstar_reservations_advance(self.reservations.id(), ticks), OK);
                self.tick += ticks;
                let first = self.tick;
                self.held.values_mut().for_each(|held| held.retain(|spot| spot.0 >= first));
                format!("advanced by {ticks}")
            }
            _ if self.random.percent(30) => {
                assert_eq!(gridstar_reservations_clear(self.reservations.id()), OK);
                self.held.clear();
                "cleared".to_owned()
            }
            _ => String::new(),
        }
    }

    fn check(&self, case: &str) {
        let count: usize = self.held.values().map(BTreeSet::len).sum();
        assert_eq!(self.reservations.info().unwrap().claims, count as u64, "{case}");
        for tick in self.tick..=self.tick + self.reservations.window {
            // What lies farther away is in the count.
            for cell in self.map.cells().filter(|cell| cell.x < 8 && cell.y < 8) {
                let is_held = self.held.values().any(|held| held.contains(&(tick, 2 * cell.x, 2 * cell.y)));
                assert_eq!(self.reservations.is_taken(cell, tick), Ok(is_held), "{cell:?} at {tick}, {case}");
            }
        }
    }
}

#[test]
fn each_holder_gives_up_its_own_and_leaves_what_others_hold() {
    let mut shared = 0;
    for seed in 0..300 {
        let mut stage = Stage::new(seed);
        let mut done = Vec::new();
        for _ in 0..40 {
            done.push(stage.step());
            stage.check(&format!("seed {seed}: {done:#?}\n{}", stage.map));
        }
        shared += stage.shared;
        drop(stage.grid);
    }
    assert!(shared > 300, "{shared}");
}

/// A hand closes the cell of an agent that stands, and opens it again.
#[test]
fn a_cell_that_a_hand_gives_back_stays_the_agents_that_stands_there() {
    for (width, window) in [(5, 4), (3, 1), (9, 8)] {
        let grid = TestGrid::new(width, 1);
        let reservations = TestReservations::new(&grid, window);
        assert_eq!(reservations.find(&planned_agent((2, 0), (2, 0)), 7, None).0, OK);
        assert_eq!(reservations.take(&[Cell::new(2, 0)], (1, window.min(3))), OK);
        assert_eq!(gridstar_reservations_release(reservations.id(), GRIDSTAR_BY_HAND, 0), OK);
        for tick in 0..=window {
            assert_eq!(reservations.is_taken(Cell::new(2, 0), tick), Ok(true), "tick {tick}");
        }
        let (status, plans) = reservations.find(&planned_agent((0, 0), (width as i32 - 1, 0)), 8, None);
        assert!(plans.cells[0].iter().all(|cell| cell.x != 2), "{status:?} {}", plans.drawn(0));
        // In the other order: the agent leaves, and the hand stays.
        assert_eq!(reservations.take(&[Cell::new(2, 0)], (0, window)), OK);
        assert_eq!(gridstar_reservations_release(reservations.id(), 7, 0), OK);
        assert_eq!(reservations.is_taken(Cell::new(2, 0), window), Ok(true));
        assert_eq!(gridstar_reservations_release(reservations.id(), GRIDSTAR_BY_HAND, 0), OK);
        assert_eq!(reservations.is_taken(Cell::new(2, 0), window), Ok(false));
    }
}

/// Two agents of a batch that stand in one cell: one leaves.
#[test]
fn a_cell_in_which_two_agents_of_a_batch_stand_stays_taken_until_both_are_released() {
    let grid = TestGrid::new(5, 3);
    let reservations = TestReservations::new(&grid, 4);
    for order in [[0, 1], [1, 0]] {
        let agents = [planned_agent((2, 1), (4, 1)), planned_agent((2, 1), (0, 1))];
        reservations.plan(&agents, None);
        for (i, number) in order.into_iter().enumerate() {
            for tick in 0..=4 {
                assert_eq!(reservations.is_taken(Cell::new(2, 1), tick), Ok(true), "tick {tick}, {i} released");
            }
            assert_eq!(gridstar_reservations_release(reservations.id(), number, 1), OK);
        }
        assert_eq!(reservations.info().unwrap().claims, 0);
    }
}
