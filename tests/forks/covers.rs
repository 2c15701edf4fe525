//! Covers of grids, their forks and restores in short sequences on three cells, beside a list of what each grid knows.

use common::abi::{TestGrid, default_query_def};
use common::cover::TestCover;
use common::forks::{Dice, fork, restore};
use common::random_maps::repeats;
use gridstar::ffi::GridstarStatus::{self, *};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::collections::BTreeMap;

const CELLS: usize = 3;
const ALL: Rect = Rect { x: 0, y: 0, width: CELLS as u32, height: 1 };

/// A grid, and by number of a cover which of the cells it covers there, one bit for each.
struct Known {
    grid: TestGrid,
    covers: BTreeMap<usize, u8>,
}

/// A cover and the id of its grid. `None` once it was destroyed, by itself or with its grid.
struct Owned {
    cover: Option<TestCover>,
    grid: u64,
}

fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |cell| mask >> cell & 1 == 1)
}

impl Known {
    /// The status of a query from the first cell to the last one without a cover.
    fn expected_without(&self, left_out: usize) -> GridstarStatus {
        if !self.covers.contains_key(&left_out) {
            return InvalidCover;
        }
        let others = self.covers.iter().filter(|(number, _)| **number != left_out);
        match others.fold(0, |all, (_, mask)| all | mask) {
            all if all >> (CELLS - 1) & 1 == 1 => GoalBlocked,
            all if all >> 1 & 1 == 1 => NoPath,
            _ => Ok,
        }
    }

    fn check(&self, owned: &[Owned], about: &str) {
        let mut counts = vec![0; CELLS];
        self.covers.values().flat_map(|&mask| bits(mask)).for_each(|cell| counts[cell] += 1);
        assert_eq!(self.grid.covers(ALL).unwrap(), counts, "covers of each cell after {about}");
        for (number, cover) in owned.iter().enumerate() {
            let Some(cover) = &cover.cover else { continue };
            let def = GridstarQueryDef { without_cover: cover.id(), ..default_query_def() };
            let found = self.grid.find_path(Cell::new(0, 0), Cell::new(CELLS as i32 - 1, 0), Some(&def));
            assert_eq!(found.status, self.expected_without(number), "without cover {number} after {about}");
        }
    }
}

fn play(random: &mut Dice, seed: u64) {
    let (mut grids, mut owned) = (BTreeMap::new(), Vec::<Owned>::new());
    grids.insert('A', Known { grid: TestGrid::new(CELLS as u32, 1), covers: BTreeMap::new() });
    let mut about = format!("seed {seed}:");
    for _ in 0..24 {
        let names: Vec<char> = grids.keys().copied().collect();
        let (one, other) = (names[random.below(names.len())], names[random.below(names.len())]);
        let new = ['A', 'B', 'C', 'D'].into_iter().find(|name| !grids.contains_key(name));
        match (random.below(12), new) {
            (0 | 1, Some(name)) => {
                let Known { grid, covers } = &grids[&one];
                let forked = Known { grid: fork(grid), covers: covers.clone() };
                grids.insert(name, forked);
                about += &format!(" {name} = fork({one});");
            }
            (2..=5, _) if one != other => {
                assert_eq!(restore(&grids[&one].grid, &grids[&other].grid), Ok);
                let id = grids[&one].grid.id();
                let mut covers = grids[&other].covers.clone();
                covers.retain(|&number, _| owned[number].cover.is_some() || owned[number].grid != id);
                for (number, _) in owned.iter().enumerate().filter(|(_, own)| own.cover.is_some() && own.grid == id) {
                    covers.entry(number).or_default();
                }
                grids.get_mut(&one).unwrap().covers = covers;
                about += &format!(" restore({one} from {other});");
            }
            (6, _) if names.len() > 2 => {
                let id = grids.remove(&one).unwrap().grid.id();
                owned.iter_mut().filter(|own| own.grid == id).for_each(|own| own.cover = None);
                about += &format!(" destroy({one});");
            }
            (7, _) if owned.len() < 5 => {
                let known = grids.get_mut(&one).unwrap();
                known.covers.insert(owned.len(), 0);
                about += &format!(" cover {} of {one};", owned.len());
                owned.push(Owned { cover: Some(TestCover::new(&known.grid)), grid: known.grid.id() });
            }
            (choice, _) if !owned.is_empty() => {
                let number = random.below(owned.len());
                let Some(cover) = &owned[number].cover else { continue };
                let known = grids.values_mut().find(|known| known.grid.id() == owned[number].grid).unwrap();
                if choice == 8 {
                    known.covers.remove(&number);
                    owned[number].cover = None;
                    about += &format!(" destroy(cover {number});");
                } else {
                    let mask = random.below(1 << CELLS) as u8;
                    let rects: Vec<Rect> =
                        bits(mask).map(|x| Rect { x: x as i32, y: 0, width: 1, height: 1 }).collect();
                    assert_eq!(cover.set_rects(&rects), Ok);
                    known.covers.insert(number, mask);
                    about += &format!(" cover {number} := {mask:03b};");
                }
            }
            _ => continue,
        }
        grids.values().for_each(|known| known.check(&owned, &about));
    }
}

#[test]
fn covers_go_with_forks_and_restores_in_any_order() {
    for seed in 0..repeats(1500) {
        play(&mut Dice::new(seed), seed);
    }
}
