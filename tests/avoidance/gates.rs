//! Gates, the passages of one or two cells: who stands in one keeps nobody from it.

use common::avoidance::{TICK, distance, grid_of};
use common::cell_map::CellMap;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::grid::GridSize;
use gridstar::index::AgentView;

/// An agent stands at the side of a passage of two cells, because it wishes so, can't move or walks into the wall, and
/// others come from below, from above, or from both sides.
#[test]
fn one_that_stands_in_a_passage_keeps_nobody_from_it() {
    let map = CellMap::parse("........\n........\n........\n###..###\n###..###\n........\n........\n........");
    let grid = grid_of(&map);
    let (low, high) = ([3.5, 1.5], [3.5, 6.5]);
    let all_ways = [vec![(low, high)], vec![(high, low)], vec![(low, high), (high, low)]];
    let standing = [(2.0, [0.0, 0.0]), (0.0, [0.0, 1.0]), (2.0, [2.0, 0.0])];
    for (ways, (max_speed, wish)) in all_ways.iter().flat_map(|ways| standing.map(|standing| (ways, standing))) {
        let mut crowd = Crowd::new(GridSize { width: 8, height: 8 });
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        let settings = AgentSettings { radius: 0.35, max_speed: 2.0, ..AgentSettings::default() };
        for (start, _) in ways {
            crowd.add(settings, *start).unwrap();
        }
        crowd.add(AgentSettings { max_speed, ..settings }, [4.6, 4.0]).unwrap();
        let mut wishes = vec![wish; ways.len() + 1];
        for _ in 0..(30.0 / TICK) as u32 {
            for (number, &(_, goal)) in ways.iter().enumerate() {
                let at = crowd.position(number as u32);
                let far = distance(at, goal).max(0.5);
                wishes[number] = [0, 1].map(|axis| (goal[axis] - at[axis]) / far * 2.0);
            }
            crowd.tick(TICK, &wishes).unwrap();
        }
        for (number, (start, goal)) in ways.iter().enumerate() {
            let at = crowd.position(number as u32);
            assert!(
                distance(at, *goal) < 0.5,
                "from {start:?} to {goal:?}, beside {max_speed} {wish:?}: it is at {at:?}"
            );
        }
    }
}
