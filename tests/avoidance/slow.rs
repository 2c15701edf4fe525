//! Small changes add up, and one agent's numbers don't hold up another one.

use common::avoidance::{RADIUS, distance, grid_of};
use common::cell_map::CellMap;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::grid::GridSize;
use gridstar::index::AgentView;

/// A crowd of one agent at (2.5, 2.5) on an open field.
fn crowd_with(max_speed: f32, max_acceleration: f32) -> Crowd {
    let mut crowd = Crowd::new(GridSize { width: 60, height: 9 });
    crowd.set_walls(AgentView::from(&grid_of(&CellMap::new(60, 9))), None).unwrap();
    add(&mut crowd, [2.5, 2.5], max_speed, max_acceleration);
    crowd
}

fn add(crowd: &mut Crowd, at: [f32; 2], max_speed: f32, max_acceleration: f32) -> u32 {
    crowd.add(AgentSettings { radius: RADIUS, max_speed, max_acceleration, ..AgentSettings::default() }, at).unwrap()
}

/// How far the first agent goes in ten seconds at 2 cells per second.
fn way_in_ten_seconds(crowd: &mut Crowd, seconds: f32) -> f32 {
    let start = crowd.position(0);
    (0..(10.0 / seconds).round() as u32).for_each(|_| crowd.tick(seconds, &[[2.0, 0.0]]).unwrap());
    distance(start, crowd.position(0))
}

#[test]
fn the_way_of_an_agent_does_not_depend_on_the_length_of_ticks() {
    for seconds in [0.001, 0.0025, 1.0 / 60.0, 0.05] {
        for (max_acceleration, right) in [(8.0, 19.75), (0.05, 2.5), (0.002, 0.1)] {
            let way = way_in_ten_seconds(&mut crowd_with(2.0, max_acceleration), seconds);
            // A velocity changes at the beginning of a step: at most one step's gain too much.
            let late = 2.0_f32.min(10.0 * max_acceleration) * seconds;
            assert!((way - right).abs() <= late + 0.005 * right, "{way}, not {right}: {seconds} s, {max_acceleration}");
        }
    }
}

#[test]
fn one_that_stands_with_a_large_speed_holds_nobody_up_and_costs_no_steps() {
    for max_speed in [2.0, 500.0, 1024.0] {
        let mut crowd = crowd_with(2.0, 8.0);
        add(&mut crowd, [2.5, 6.5], max_speed, 4.0 * max_speed);
        let way = way_in_ten_seconds(&mut crowd, 1.0 / 60.0);
        assert!((way - 19.75).abs() < 0.05, "{way} beside one of {max_speed}");
        assert_eq!(crowd.step(), 600, "one step a tick");
        assert_eq!(crowd.position(1), [2.5, 6.5]);
    }
}

/// Sixteen steps a tick are the most. The other agent goes as far in them as in one.
#[test]
fn one_that_runs_holds_nobody_up() {
    let mut crowd = crowd_with(2.0, 8.0);
    add(&mut crowd, [2.5, 6.5], 1024.0, 1.0e9);
    let (start, mut fastest) = (crowd.position(0), 0.0_f32);
    for tick in 0..600 {
        let wish = if tick % 2 == 0 { [1.0e30, 0.0] } else { [-f32::MAX, f32::MIN_POSITIVE] };
        crowd.tick(1.0 / 60.0, &[[2.0, 0.0], wish]).unwrap();
        fastest = fastest.max(distance([0.0; 2], crowd.velocity(1)));
    }
    assert!((distance(start, crowd.position(0)) - 19.75).abs() < 0.05, "{:?}", crowd.position(0));
    assert!((400.0..=16.0 * 0.45 * 60.0).contains(&fastest), "{fastest}");
    assert_eq!(crowd.step(), 16 * 600);
}

#[test]
fn the_told_velocity_is_the_way_of_all_steps_by_the_time() {
    let mut crowd = crowd_with(20.0, 40.0);
    let mut changed = 0;
    for tick in 0..40 {
        let before = crowd.position(0);
        // To the wall, along it and back.
        let wish = [[20.0, 0.0], [20.0, 20.0], [0.0, 20.0], [-20.0, -5.0]][tick / 10];
        crowd.tick(0.1, &[wish]).unwrap();
        let (after, told) = (crowd.position(0), crowd.velocity(0));
        for part in 0..2 {
            let moved = (after[part] - before[part]) / 0.1;
            assert!((told[part] - moved).abs() < 0.002, "tick {tick}: told {told:?}, moved {moved} in {part}");
        }
        changed += u32::from(distance(told, wish) > 0.1);
    }
    assert!(changed > 5 && crowd.step() > 80, "{changed} {}", crowd.step());
}
