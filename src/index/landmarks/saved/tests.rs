//! Read landmarks equal what was written, and distances are refused exactly if a legal step is steep.

use super::super::tests::steep_step;
use super::*;
use crate::bits::pages::Pages;
use crate::distance::landmarks::{Distances, FARTHEST, LANDMARKS, QuantizedCosts};
use crate::index::test_maps::{RULES, Random, TestMap, repeats};

const SEEDS: u64 = repeats(3000, 30) as u64;

/// A map of up to three words a row: open, with a few obstacles or with many, or with walls across every ninth column.
/// Also says whether it has walls.
fn map_of(random: &mut Random) -> (TestMap, bool) {
    let most = [70, 70, 70, 150][random.below(4)];
    let width = 1 + random.below(most);
    let mut map = TestMap::new(width as u32, (width + random.below(9)) as u32);
    let (width, height) = (map.0.width() as usize, map.0.height() as usize);
    let obstacles = [0, width * height / 60, width * height / 4][random.below(3)];
    for _ in 0..obstacles {
        map.set(random.below(width), random.below(height), false);
    }
    let has_walls = random.below(3) == 0;
    if has_walls {
        (0..width).step_by(9).for_each(|x| (0..height).for_each(|y| map.set(x, y, false)));
    }
    (map, has_walls)
}

/// Distances that no step changes by more than it costs: from the nearest of a few cells, as if there were no
/// obstacles, with another number to begin with between walls.
fn distances_of(
    random: &mut Random,
    costs: QuantizedCosts,
    walkable: &WalkableCells,
    has_walls: bool,
) -> Vec<Distances> {
    let (width, height) = (walkable.width(), walkable.height());
    let mut distances = vec![[FARTHEST; LANDMARKS]; width * height];
    for lane in 0..LANDMARKS {
        let sources = [(); 2].map(|()| (random.below(width), random.below(height)));
        let least: Vec<u16> = (0..=width / 9).map(|_| [0, 300, 65_000][random.below(3)]).collect();
        for (at, distances) in distances.iter_mut().enumerate() {
            let (x, y) = (at % width, at / width);
            let from = |(from_x, from_y): (usize, usize)| {
                let (dx, dy) = (x.abs_diff(from_x) as u16, y.abs_diff(from_y) as u16);
                costs.diagonal * dx.min(dy) + costs.straight * dx.abs_diff(dy)
            };
            if walkable.is_walkable(x, y) {
                let begin = least[if has_walls { x / 9 } else { 0 }];
                distances[lane] = begin.saturating_add(from(sources[0]).min(from(sources[1])));
            }
        }
    }
    distances
}

/// Changes distances in one of the ways in which bytes may lie.
fn forge(random: &mut Random, costs: QuantizedCosts, width: usize, distances: &mut [Distances]) {
    let lane = random.below(LANDMARKS);
    let first = random.below(distances.len());
    let by = (1 + random.below(2 * usize::from(costs.diagonal))) as u16;
    match random.below(6) {
        0 => distances[first][lane] = distances[first][lane].wrapping_add(by),
        1 => distances[first..].iter_mut().for_each(|one| one[lane] = one[lane].wrapping_sub(by)),
        2 => distances[first] = std::array::from_fn(|_| random.below(65_536) as u16),
        3 => distances.iter_mut().for_each(|one| one[lane] = one[lane].wrapping_add(by.wrapping_mul(257))),
        // A ridge in one row, as steep as rows may be, on even ground: no other landmark has a bend beside its top.
        4 => {
            distances.fill([1000; LANDMARKS]);
            let (row, top) = (first - first % width, first % width);
            for (x, one) in distances[row..][..width].iter_mut().enumerate() {
                one[lane] += by.saturating_sub(costs.straight * x.abs_diff(top) as u16);
            }
        }
        // Even growth along rows, which may wrap around.
        _ => {
            let growth = [costs.straight, costs.straight.wrapping_neg()][random.below(2)];
            let begin = growth.wrapping_mul(random.below(width) as u16).wrapping_neg();
            for (at, one) in distances.iter_mut().enumerate() {
                one[lane] = begin.wrapping_add(growth.wrapping_mul((at % width) as u16));
            }
        }
    }
}

fn read_bytes(bytes: &[u8], rule: DiagonalRule, walkable: &WalkableCells) -> Option<Landmarks> {
    Landmarks::read(ByteReader::new(bytes), (rule, &StepCosts::default()), walkable, 0).unwrap()
}

#[test]
fn what_is_read_was_written_and_steep_steps_are_refused() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..SEEDS {
        let mut random = Random::new(seed);
        let (map, has_walls) = map_of(&mut random);
        let walkable = map.walkable();
        let rule = RULES[random.below(4)];
        let step_costs = StepCosts::default();
        let costs = QuantizedCosts::coarse(rule, &step_costs);
        let mut distances = distances_of(&mut random, costs, &walkable, has_walls);
        if random.below(3) > 0 {
            forge(&mut random, costs, walkable.width(), &mut distances);
            let blocked = |at: &usize| !walkable.is_walkable(at % walkable.width(), at / walkable.width());
            (0..distances.len()).filter(blocked).for_each(|at| distances[at] = [FARTHEST; LANDMARKS]);
        }
        let landmarks = Landmarks::of_distances((rule, costs), &walkable, Pages::of(&distances).unwrap(), 0).unwrap();
        let mut written = ByteWriter::default();
        landmarks.write(&walkable, &mut written).unwrap();
        let loaded = read_bytes(written.bytes(), rule, &walkable);
        match (loaded, steep_step(&landmarks, &walkable)) {
            (Some(loaded), None) => {
                assert!(loaded.distances() == landmarks.distances(), "seed {seed}\n{map}");
                read += 1;
            }
            (None, Some(_)) => refused += 1,
            (loaded, steep) => panic!("seed {seed}: read: {}, steep: {steep:?}, {rule:?}\n{map}", loaded.is_some()),
        }
    }
    assert!(read > SEEDS / 4 && refused > SEEDS / 4, "{read} were read, {refused} refused");
}

#[test]
fn no_change_of_bytes_leads_to_a_steep_step() {
    let mut loaded = 0;
    for seed in 0..SEEDS {
        let mut random = Random::new(seed);
        let (map, has_walls) = map_of(&mut random);
        let walkable = map.walkable();
        let rule = RULES[random.below(4)];
        let step_costs = StepCosts::default();
        let costs = QuantizedCosts::coarse(rule, &step_costs);
        let distances = distances_of(&mut random, costs, &walkable, has_walls);
        let landmarks = Landmarks::of_distances((rule, costs), &walkable, Pages::of(&distances).unwrap(), 0).unwrap();
        let mut written = ByteWriter::default();
        landmarks.write(&walkable, &mut written).unwrap();
        let mut bytes = written.bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let at = 4 + random.below(bytes.len() - 3);
            match random.below(4) {
                0 => bytes.truncate(at),
                1 => bytes.push(0),
                _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                _ => {}
            }
        }
        if let Some(read) = read_bytes(&bytes, rule, &walkable) {
            loaded += 1;
            assert_eq!(steep_step(&read, &walkable), None, "seed {seed}\n{map}");
        }
    }
    assert!(loaded >= SEEDS / 100, "{loaded} were loaded");
}
