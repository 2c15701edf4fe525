//! Paths through floors with walls and one-way sides, against a plain search over all cells and links.

use crate::{RULES, edit, random_map, seeds};
use common::abi::{default_grid_def, default_query_def, rule_number};
use common::floors::{TestFloors, link_def};
use common::random_maps::Random;
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::Cell;
use std::collections::BTreeMap;

const DIAGONAL: f64 = 1.5;
const LINK: f64 = 2.0;

/// Half a unit of cost counts as 1: links cost 4, straight steps 2, diagonal ones 3.
fn cheapest(
    maps: &[WalledMap],
    links: &[[FloorCell; 2]],
    walker: Walker,
    [start, goal]: [FloorCell; 2],
) -> Option<u64> {
    let key = |at: FloorCell| (at.floor, at.cell.x, at.cell.y);
    let mut costs = BTreeMap::from([(key(start), 0)]);
    let mut waiting = std::collections::BTreeSet::from([(0, key(start))]);
    while let Some((cost, at)) = waiting.pop_first() {
        if at == key(goal) {
            return Some(cost);
        }
        if costs[&at] != cost {
            continue;
        }
        let (map, cell) = (&maps[at.0 as usize], Cell::new(at.1, at.2));
        let steps = map.around(cell).into_iter().filter(|&next| map.is_legal(cell, next, walker));
        let mut next: Vec<_> = steps
            .map(|next| {
                let step = if map.straight_neighbors(cell).contains(&next) { 2 } else { 3 };
                ((at.0, next.x, next.y), cost + step)
            })
            .collect();
        let stands = |at: &FloorCell| maps[at.floor as usize].is_walkable(at.cell, walker.size);
        for [from, to] in links.iter().filter(|ends| ends.iter().all(stands)) {
            if key(*from) == at {
                next.push((key(*to), cost + 4));
            } else if key(*to) == at {
                next.push((key(*from), cost + 4));
            }
        }
        for (next, total) in next {
            if costs.get(&next).is_none_or(|&known| total < known) {
                costs.insert(next, total);
                waiting.insert((total, next));
            }
        }
    }
    None
}

#[test]
fn paths_through_floors_cross_no_wall_and_go_against_no_one_way_side() {
    let mut found = [0; 2];
    for seed in seeds(120) {
        let mut random = Random::new(seed ^ 0xf100);
        let mut maps: Vec<WalledMap> = (0..3).map(|_| random_map(&mut random, GridstarLayout::Square)).collect();
        let grids: Vec<_> = maps.iter().map(|map| map.build(&default_grid_def(1, 1))).collect();
        let floors = TestFloors::new(grids.iter());
        let place = |maps: &[WalledMap], random: &mut Random| {
            let floor = random.below(3);
            let cells = maps[floor as usize].cells();
            FloorCell { floor, cell: cells[random.below(cells.len() as u32) as usize] }
        };
        let links: Vec<_> = (0..random.below(7)).map(|_| [(); 2].map(|()| place(&maps, &mut random))).collect();
        for [from, to] in &links {
            floors.add_link(&link_def(*from, *to, LINK)).unwrap();
        }
        for round in 0..3 {
            for _ in 0..8 {
                let walker = Walker { rule: RULES[random.below(4) as usize], size: 1 + random.below(2) as i32 };
                let ends = [(); 2].map(|()| place(&maps, &mut random));
                let def = GridstarQueryDef {
                    diagonal_rule: rule_number(walker.rule),
                    straight_cost: 1.0,
                    diagonal_cost: DIAGONAL,
                    agent_size: walker.size as u32,
                    ..default_query_def()
                };
                let answer = floors.find_path(ends[0], ends[1], Some(&def));
                let expected = cheapest(&maps, &links, walker, ends);
                let about = format!(
                    "seed {seed}, round {round}, {walker:?}, {ends:?}, links {links:?}\n{}\n{}\n{}\n{answer:?}",
                    maps[0], maps[1], maps[2]
                );
                match answer.status {
                    Ok => assert_eq!(Some(answer.cost), expected.map(|cost| cost as f64 / 2.0), "{about}"),
                    NoPath => assert_eq!(expected, None, "{about}"),
                    GoalBlocked => {
                        assert!(!maps[ends[1].floor as usize].is_walkable(ends[1].cell, walker.size), "{about}")
                    }
                    other => panic!("{other:?}: {about}"),
                }
                found[usize::from(answer.status == Ok)] += 1;
            }
            let floor = random.below(3) as usize;
            edit(&grids[floor], &mut maps[floor], &mut random);
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}
