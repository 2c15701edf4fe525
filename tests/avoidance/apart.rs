//! Agents that overlap come apart by their radii, no faster than they may, and rest.

use common::avoidance::{RADIUS, SPEED, distance, grid_of};
use common::cell_map::CellMap;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::grid::GridSize;
use gridstar::index::AgentView;

const FRAME: f32 = 1.0 / 60.0;

/// Agents whose speed is lower come apart this fast, in cells per second.
const SEPARATION: f32 = 0.5;

fn crowd_on(map: &CellMap) -> Crowd {
    let mut crowd = Crowd::new(GridSize { width: map.width() as u32, height: map.height() as u32 });
    crowd.set_walls(AgentView::from(&grid_of(map)), None).unwrap();
    crowd
}

fn settings(max_speed: f32) -> AgentSettings {
    AgentSettings { radius: RADIUS, max_speed, ..AgentSettings::default() }
}

fn gap(crowd: &Crowd, one: u32, other: u32) -> f32 {
    distance(crowd.position(one), crowd.position(other)) - 2.0 * RADIUS
}

/// The gaps between all pairs.
fn gaps(crowd: &Crowd) -> Vec<f32> {
    let count = crowd.slots() as u32;
    (0..count).flat_map(|one| (0..one).map(move |other| gap(crowd, one, other))).collect()
}

/// Ticks of agents that wish to stand. None is faster than it may be.
fn settle(crowd: &mut Crowd, seconds: f32, ticks: u32, most_speed: f32) {
    for tick in 0..ticks {
        let before: Vec<_> = (0..crowd.slots() as u32).map(|number| crowd.position(number)).collect();
        crowd.tick(seconds, &[]).unwrap();
        for (number, &before) in before.iter().enumerate() {
            let moved = distance(before, crowd.position(number as u32)) / seconds;
            assert!(moved <= most_speed + 0.001 / seconds, "agent {number} at {moved} in tick {tick}");
        }
    }
}

/// Nobody moves for a second of frames.
fn assert_rest(crowd: &mut Crowd) {
    let before: Vec<_> = (0..crowd.slots() as u32).map(|number| crowd.position(number)).collect();
    (0..60).for_each(|_| crowd.tick(FRAME, &[]).unwrap());
    let after: Vec<_> = (0..crowd.slots() as u32).map(|number| crowd.position(number)).collect();
    assert_eq!(before, after);
}

#[test]
fn agents_that_begin_together_come_apart_by_their_radii_and_rest() {
    for (count, beside, max_speed) in
        [(2, 0.0, SPEED), (5, 0.0, SPEED), (2, 0.0, 0.0), (5, 0.0, 0.0), (2, 0.3, SPEED), (2, 0.3, 500.0)]
    {
        let mut crowd = crowd_on(&CellMap::new(60, 60));
        for number in 0..count {
            crowd.add(settings(max_speed), [30.5 + number as f32 * beside, 30.5]).unwrap();
        }
        let most_speed = max_speed.clamp(SEPARATION, 0.45 / FRAME);
        settle(&mut crowd, FRAME, 300, most_speed);
        let gaps = gaps(&crowd);
        let (least, most) = gaps.iter().fold((f32::MAX, f32::MIN), |(a, b), &gap| (a.min(gap), b.max(gap)));
        assert!(least > -0.001, "{count} at {max_speed}, {beside} apart: {gaps:?}");
        // Two end side by side, and five around a common middle.
        let right = if count == 2 { 0.1 } else { 3.0 * RADIUS };
        assert!(most < right, "{count} at {max_speed}, {beside} apart: {gaps:?}");
        assert_rest(&mut crowd);
    }
}

#[test]
fn two_hundred_at_one_point_come_apart() {
    let mut crowd = crowd_on(&CellMap::new(60, 60));
    for _ in 0..200 {
        crowd.add(settings(SPEED), [30.5, 30.5]).unwrap();
    }
    settle(&mut crowd, FRAME, 1800, SPEED);
    let least = gaps(&crowd).into_iter().fold(f32::MAX, f32::min);
    assert!(least > -0.02 * RADIUS, "{least}");
}

/// Five that stand at one point of a room, one frame and then a long one. Where all are slow, a tick has few steps.
#[test]
fn nobody_is_thrown_out_of_a_room() {
    let map = CellMap::parse(
        ".......
         .#####.
         .#...#.
         .#...#.
         .#...#.
         .#####.
         .......",
    );
    for speeds in [[2.0; 5], [0.0; 5], [2.0, 0.0, 30.0, 500.0, 2.0]] {
        for radius in [0.1, 0.35, 0.5, 0.9, 1.4] {
            for frames in [[FRAME, 0.3], [0.001, 1.0], [0.05, 0.05], [1.0, 0.001]] {
                for start in [[3.5, 3.5], [2.0, 2.0], [4.99, 4.99], [3.0, 4.0]] {
                    stay_in_the_room(&map, speeds, radius, frames, start);
                }
            }
        }
    }
}

fn stay_in_the_room(map: &CellMap, speeds: [f32; 5], radius: f32, frames: [f32; 2], start: [f32; 2]) {
    let mut crowd = crowd_on(map);
    for max_speed in speeds {
        crowd.add(AgentSettings { radius, ..settings(max_speed) }, start).unwrap();
    }
    for tick in 0..40 {
        let wishes = if tick < 20 { [[0.0; 2]; 5] } else { [[500.0, 300.0]; 5] };
        crowd.tick(frames[tick % 2], &wishes).unwrap();
        for number in 0..5 {
            let [x, y] = crowd.position(number);
            let is_inside = (2.0..5.0).contains(&x) && (2.0..5.0).contains(&y);
            assert!(is_inside, "agent {number} at {x} {y}: {speeds:?} {radius} {frames:?} {start:?} tick {tick}");
        }
    }
}
