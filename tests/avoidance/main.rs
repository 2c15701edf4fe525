//! Crowds that keep apart, in figures. `common::avoidance` defines the scenes; each test says what it measures.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod apart;
mod equal;
mod gates;
mod hostile;
mod pairs;
mod slow;
mod through_c;
mod walls;

use common::avoidance::{Run, SPEED, Scene, TICK, distance};
use common::cell_map::CellMap;
use gridstar::crowd::AgentSettings;

/// Five minutes.
const LIMIT: u32 = 6000;

/// Agents that keep clear for a second have settled. From then on, overlap is (sum of radii - distance) / smaller
/// radius, for any two agents after any tick.
#[test]
fn in_the_open_nobody_overlaps_by_two_percent() {
    let mut run = Run::new(Scene::open(400, 0.25));
    let mut deepest = 0.0_f32;
    for tick in 0..400 {
        run.tick();
        if tick >= 20 {
            deepest = run.overlaps().into_iter().fold(deepest, f32::max);
        }
    }
    assert!(deepest <= 0.02, "{deepest}");
}

/// The time until the last of 100 agents a side has arrived, beside the time of the first side alone.
#[test]
fn two_streams_pass_a_door_in_three_times_the_time_of_one() {
    for (wide, seed) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        let one = Run::new(Scene::door(100, wide, false, seed)).finish(LIMIT).expect("one stream is stuck");
        let mut run = Run::new(Scene::door(100, wide, true, seed));
        let both = run.finish(LIMIT);
        let late = run.arrived.iter().filter(|tick| tick.is_none()).count();
        let both = both.unwrap_or_else(|| panic!("{late} of 200 are stuck at a door of {wide}, seed {seed}"));
        assert!(both <= 3 * one, "{both} ticks, and {one} alone, at a door of {wide}, seed {seed}");
        assert!(run.deepest_in_walls() < 0.001);
    }
}

#[test]
fn a_circle_of_200_swaps_sides() {
    let mut run = Run::new(Scene::circle(200));
    assert!(run.finish(LIMIT).is_some(), "{} arrived", run.arrived.iter().flatten().count());
}

/// The speed of an agent is the straight way from its start to its goal by the time that it took; here the mean of all,
/// as part of the largest speed.
#[test]
fn streams_that_cross_keep_sixty_percent_of_their_speed() {
    for seed in 1..=3 {
        let mut run = Run::new(Scene::crossing(10, seed));
        assert!(run.finish(LIMIT).is_some(), "stuck, seed {seed}");
        let speeds = run.arrived.iter().zip(run.scene.starts.iter().zip(&run.scene.goals));
        let sum: f32 =
            speeds.map(|(tick, (&start, &goal))| distance(start, goal) / (tick.unwrap() as f32 * TICK)).sum();
        let mean = sum / run.arrived.len() as f32 / SPEED;
        assert!(mean >= 0.6, "{mean}, seed {seed}");
    }
}

/// The one that goes takes at most a tenth longer than alone, and the one that stood is not in its way any more.
#[test]
fn a_standing_agent_of_lower_priority_gives_way() {
    let mut scene = Scene::new(CellMap::new(21, 11), 0);
    scene.add([2.0, 5.5], [18.0, 5.5]);
    scene.add([10.0, 5.5], [10.0, 5.5]);
    scene.settings[0].priority = 64;
    let mut run = Run::new(scene);
    let mut ticks = 0;
    while distance(run.positions[0], [18.0, 5.5]) >= 0.6 {
        run.crowd.tick(TICK, &[[SPEED, 0.0], [0.0, 0.0]]).unwrap();
        run.look();
        ticks += 1;
        assert!(ticks < 200, "stuck at {:?}", run.positions);
    }
    let alone = ((16.0 - 0.6) / SPEED / TICK) as u32;
    assert!(ticks <= alone + alone / 10, "{ticks} ticks, and {alone} alone");
    assert!(distance(run.positions[1], [10.0, 5.5]) > 0.2, "it stood");
}

/// Agents begin as close as they fit, some of them overlapping, and wish to stand.
#[test]
fn nobody_trembles_at_rest() {
    let mut scene = Scene::new(CellMap::new(30, 30), 0);
    for number in 0..200 {
        let (column, row) = ((number % 20) as f32, (number / 20) as f32);
        let at = [5.0 + column * 0.66 + row * 0.1, 5.0 + row * 0.68];
        scene.add(at, at);
    }
    let mut run = Run::new(scene);
    for tick in 0..200 {
        run.crowd.tick(TICK, &[]).unwrap();
        run.look();
        let fastest = (0..200).map(|number| distance(run.crowd.velocity(number), [0.0; 2])).fold(0.0, f32::max);
        assert!(tick < 100 || fastest < 0.01 * SPEED, "{fastest} after {tick} ticks");
    }
    assert!(run.overlaps().into_iter().fold(0.0, f32::max) <= 0.02);
}

#[test]
fn agents_pass_through_those_that_they_ignore() {
    let mut scene = Scene::new(CellMap::new(21, 11), 0);
    scene.add([2.0, 5.5], [18.0, 5.5]);
    scene.add([18.0, 5.5], [2.0, 5.5]);
    for settings in &mut scene.settings {
        *settings = AgentSettings { layers: 2, ignored: 2, ..*settings };
    }
    let mut run = Run::new(scene);
    let ticks = run.finish(400).expect("stuck");
    assert!(run.positions.iter().all(|at| at[1] == 5.5), "{:?}", run.positions);
    assert!(ticks <= 170, "{ticks}");
}

/// Numbers are given again, the last one first.
#[test]
fn agents_come_and_go_by_number() {
    let mut run = Run::new(Scene::open(50, 0.25));
    let settings = run.scene.settings[0];
    run.crowd.remove(7).unwrap();
    run.crowd.remove(20).unwrap();
    assert!(run.crowd.remove(7).is_err() && run.crowd.set(7, settings).is_err() && !run.crowd.has(20));
    assert_eq!((run.crowd.count(), run.crowd.slots()), (48, 50));
    run.tick();
    let at = run.scene.starts[20];
    assert_eq!([0; 3].map(|_| run.crowd.add(settings, at).unwrap()), [20, 7, 50]);
    assert_eq!(run.crowd.position(20), at);
    (0..100).for_each(|_| run.crowd.tick(TICK, &[]).unwrap());
    let [one, two, three] = [20, 7, 50].map(|number| run.crowd.position(number));
    assert!([distance(one, two), distance(two, three), distance(one, three)].into_iter().all(|apart| apart > 0.68));
}

#[test]
fn a_tick_of_fast_agents_is_cut_into_steps() {
    let mut scene = Scene::new(CellMap::new(41, 5), 0);
    scene.add([2.5, 2.5], [38.5, 2.5]);
    scene.settings[0] = AgentSettings { max_speed: 40.0, max_acceleration: 1.0e6, ..scene.settings[0] };
    let mut run = Run::new(scene);
    run.crowd.tick(TICK, &[[40.0, 0.0]]).unwrap();
    assert_eq!(run.crowd.step(), 5);
    assert!(distance(run.crowd.position(0), [4.5, 2.5]) < 0.001);
}
