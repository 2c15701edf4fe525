//! Two agents beside the plain method with 64-bit numbers: the nearest point of the boundary of what collides is looked
//! for among all its pieces.

use common::avoidance::{SPEED, Scene, TICK, grid_of};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::crowd::{AgentSettings, Crowd};
use gridstar::grid::GridSize;
use gridstar::index::AgentView;

const HORIZON: f64 = 0.5;

type Vector = [f64; 2];

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The point of the boundary of the truncated cone that is nearest to a relative velocity.
fn nearest_of_boundary(to_other: Vector, radius: f64, velocity: Vector) -> Vector {
    let way = length(to_other);
    let tangent = (way * way - radius * radius).sqrt();
    let (center, small) = (to_other.map(|part| part / HORIZON), radius / HORIZON);
    let mut pieces = Vec::new();
    for side in [1.0, -1.0] {
        // A leg: from where the tangent from 0 touches the small disc, on.
        let [x, y] = to_other.map(|part| part / (way * way));
        let leg = [x * tangent - side * y * radius, side * x * radius + y * tangent];
        let along = dot(velocity, leg).max(tangent / HORIZON);
        pieces.push(leg.map(|part| part * along));
    }
    let offset = minus(velocity, center);
    let on_arc = offset.map(|part| part / length(offset) * small);
    // The arc is the part of the small disc that is seen from 0.
    if dot(on_arc, center.map(|part| -part)) >= small * small {
        pieces.push([center[0] + on_arc[0], center[1] + on_arc[1]]);
    }
    let away = |point: &Vector| length(minus(*point, velocity));
    pieces.into_iter().min_by(|a, b| away(a).total_cmp(&away(b))).unwrap()
}

/// The velocity of an agent whose wish is changed by one other agent, half of what the pair needs.
fn expected(to_other: Vector, radius: f64, velocity: Vector, of_other: Vector, wish: Vector) -> Option<Vector> {
    let relative = minus(velocity, of_other);
    let change = minus(nearest_of_boundary(to_other, radius, relative), relative);
    let center = to_other.map(|part| part / HORIZON);
    let in_disc = length(minus(relative, center)) < radius / HORIZON;
    let tangent = (dot(to_other, to_other) - radius * radius).sqrt();
    let is_ahead = dot(relative, to_other) > tangent * tangent / HORIZON;
    let cross = relative[0] * to_other[1] - relative[1] * to_other[0];
    let in_cone = is_ahead && cross.abs() < radius / length(to_other) * length(relative) * length(to_other);
    let collides = in_disc || in_cone;
    if length(change) < 1.0e-3 {
        return None;
    }
    let normal = change.map(|part| part / length(change) * if collides { 1.0 } else { -1.0 });
    let least = dot(normal, [velocity[0] + change[0] / 2.0, velocity[1] + change[1] / 2.0]);
    let lack = (least - dot(normal, wish)).max(0.0);
    Some([wish[0] + normal[0] * lack, wish[1] + normal[1] * lack])
}

#[test]
fn two_agents_move_as_the_plain_method_says() {
    let (mut tested, mut changed) = (0, 0);
    let grid = grid_of(&CellMap::new(40, 40));
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut number = |low: f32, high: f32| low + random.below(1 << 20) as f32 / (1 << 20) as f32 * (high - low);
        let mut crowd = Crowd::new(GridSize { width: 40, height: 40 });
        crowd.set_walls(AgentView::from(&grid), None).unwrap();
        let mut wishes = [[0.0; 2]; 2];
        for (agent, wish) in wishes.iter_mut().enumerate() {
            let settings = AgentSettings {
                radius: number(0.1, 0.5),
                max_speed: 4.0,
                max_acceleration: 1.0e6,
                ..AgentSettings::default()
            };
            let at = [number(18.0, 22.0), number(18.0, 22.0)];
            crowd.add(settings, at).unwrap();
            // Towards each other, more or less.
            let to = if agent == 0 { 1.0 } else { -1.0 };
            *wish = [to * number(0.2, SPEED), number(-0.5, 0.5)];
        }
        let mut was_pushed = false;
        for tick in 0..40 {
            let wide = |[x, y]: [f32; 2]| [f64::from(x), f64::from(y)];
            let at = [0, 1].map(|agent| wide(crowd.position(agent)));
            let velocities = [0, 1].map(|agent| wide(crowd.velocity(agent)));
            crowd.tick(TICK, &wishes).unwrap();
            let after = [0, 1].map(|agent| wide(crowd.position(agent)));
            let radius = [0, 1].map(|agent| radius_of(seed, agent)).iter().sum::<f64>();
            // Pushes belong to no formula, and the next step may begin with only a part of the velocity that is told.
            let is_near = [&at, &after].into_iter().any(|at| length(minus(at[0], at[1])) < 1.03 * radius);
            let was_near = std::mem::replace(&mut was_pushed, is_near);
            if is_near || was_near {
                continue;
            }
            for agent in 0..2 {
                let (other, wish) = (1 - agent, wide(wishes[agent]));
                let along = dot(velocities[agent], wish) / length(wish);
                // A slowed agent leans to the right.
                if (length(wish) - along) / 4.0 > 0.04 {
                    continue;
                }
                let to_other = minus(at[other], at[agent]);
                let approach = dot(to_other, minus(velocities[agent], velocities[other]));
                let distance = dot(to_other, to_other);
                // It depends on the speed of the crowd how much farther agents look.
                if distance > 3.9 {
                    continue;
                }
                let is_seen = distance - HORIZON * approach < (radius + 0.3).powi(2);
                let expected =
                    if is_seen { expected(to_other, radius, velocities[agent], velocities[other], wish) } else { None };
                let Some(expected) = expected.filter(|velocity| length(*velocity) < 3.9) else { continue };
                let moved = minus(after[agent], at[agent]).map(|part| part / f64::from(TICK));
                let error = length(minus(moved, expected));
                assert!(error < 0.004, "{moved:?}, not {expected:?}, seed {seed}, tick {tick}, agent {agent}");
                tested += 1;
                changed += u32::from(length(minus(expected, wish)) > 0.01);
            }
        }
    }
    assert!(tested > 500 && changed > 100, "{tested}, {changed}");
}

/// The radius that the test above gave an agent.
fn radius_of(seed: u64, agent: usize) -> f64 {
    let mut random = Random::new(seed);
    let mut drawn = Vec::new();
    for _ in 0..10 {
        drawn.push(random.below(1 << 20) as f32 / (1 << 20) as f32);
    }
    f64::from(0.1 + drawn[5 * agent] * 0.4)
}

/// Two that meet head on pass each other on the right.
#[test]
fn two_that_meet_pass_on_the_right() {
    let mut scene = Scene::new(CellMap::new(21, 11), 0);
    scene.add([3.0, 5.5], [18.0, 5.5]);
    scene.add([18.0, 5.5], [3.0, 5.5]);
    let mut run = common::avoidance::Run::new(scene);
    let mut aside = [0.0_f32; 2];
    while !run.have_all_arrived() {
        run.tick();
        assert!(run.ticks < 300, "stuck at {:?}", run.positions);
        aside = [0, 1].map(|agent| {
            let off = run.positions[agent][1] - 5.5;
            if off.abs() > aside[agent].abs() { off } else { aside[agent] }
        });
    }
    assert!(aside[0] > 0.0 && aside[1] < 0.0 || aside[0] < 0.0 && aside[1] > 0.0, "{aside:?}");
    assert!(run.ticks < 220, "{} ticks", run.ticks);
}
