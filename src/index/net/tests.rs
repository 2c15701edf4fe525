use super::clusters::Net;
use super::lanes::Lanes;
use super::portal_landmarks::{NetGoal, PortalLandmarks};
use super::portals::Portal;
use super::terms::{FAR, SIDE};
use crate::grid::Cell;
use crate::index::test_maps::{RULES, Random, TestMap, random_map, repeats};
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::movement::{DiagonalRule, StepCosts};
use std::collections::BinaryHeap;

/// Plain Dijkstra over index cells, with legal steps by the definition of the rules. Steps stay in `inside`.
fn distances(
    walkable: &WalkableCells,
    rule: DiagonalRule,
    costs: [u32; 2],
    from: (usize, usize),
    inside: Block,
) -> Vec<u32> {
    let (width, height) = (walkable.width() as i32, walkable.height() as i32);
    let is_free = |x: i32, y: i32| {
        (0..width).contains(&x) && (0..height).contains(&y) && walkable.is_walkable(x as usize, y as usize)
    };
    let mut distances = vec![u32::MAX; walkable.width() * walkable.height()];
    let mut open = BinaryHeap::new();
    distances[from.1 * walkable.width() + from.0] = 0;
    open.push((std::cmp::Reverse(0), from.0 as i32, from.1 as i32));
    while let Some((std::cmp::Reverse(g), x, y)) = open.pop() {
        if g > distances[(y * width + x) as usize] {
            continue;
        }
        for (dx, dy) in (-1..2).flat_map(|dy| (-1..2).map(move |dx| (dx, dy))).filter(|&step| step != (0, 0)) {
            let (to_x, to_y) = (x + dx, y + dy);
            let sides = usize::from(is_free(to_x, y)) + usize::from(is_free(x, to_y));
            let is_diagonal = dx != 0 && dy != 0;
            let needed = match rule {
                DiagonalRule::Always => 0,
                DiagonalRule::AtMostOneBlocked => 1,
                DiagonalRule::BothFree => 2,
                DiagonalRule::Never => 3,
            };
            let is_inside = (inside.x.0 as i32..=inside.x.1 as i32).contains(&to_x)
                && (inside.y.0 as i32..=inside.y.1 as i32).contains(&to_y);
            if !is_inside || !is_free(to_x, to_y) || is_diagonal && sides < needed {
                continue;
            }
            let distance = &mut distances[(to_y * width + to_x) as usize];
            let through = g + costs[usize::from(is_diagonal)];
            if through < *distance {
                *distance = through;
                open.push((std::cmp::Reverse(through), to_x, to_y));
            }
        }
    }
    distances
}

fn costs_of(net: &Net) -> [u32; 2] {
    [net.costs().straight.into(), net.costs().diagonal.into()]
}

/// Holds every matrix against Dijkstra in the cluster.
fn check(net: &Net, walkable: &WalkableCells, told: &str) {
    for cluster in 0..net.portals().clusters() {
        let matrix = net.matrix(cluster, walkable, &mut Lanes::default()).unwrap();
        let (x, y) = net.portals().origin(cluster);
        let inside = Block { x: (x, x + SIDE), y: (y, y + SIDE) };
        let mut portals = Vec::new();
        net.portals().of_cluster(cluster, |number, portal| {
            assert_eq!(net.portals().number(cluster, portal), number, "{told}");
            portals.push(portal);
        });
        for (number, &from) in portals.iter().enumerate() {
            let expected = distances(walkable, net.rule(), costs_of(net), from, inside);
            for (&(x, y), &found) in portals.iter().zip(matrix.from(number)) {
                let expected = expected[y * walkable.width() + x];
                assert_eq!(u32::from(found), expected.min(FAR.into()), "{from:?} to {:?}, {told}", (x, y));
            }
        }
    }
}

/// The portals of every place, as a list.
fn listed(net: &Net) -> Vec<Portal> {
    let mut list = Vec::new();
    for place in 0..net.portals().owners() {
        let mut number = 0;
        net.portals().of_owner(place, |portal| {
            assert_eq!(net.portals().owned(portal), Some((place, number)));
            number += 1;
            list.push(portal);
        });
    }
    list
}

#[test]
fn distances_are_exact_through_edits_and_portals_are_those_of_a_new_net() {
    for seed in 0..repeats(60, 2) as u64 {
        let (mut map, mut random) = (random_map(seed), Random::new(seed));
        let rule = RULES[random.below(4)];
        let costs = StepCosts::new(1.0, [1.0, 1.4, std::f64::consts::SQRT_2, 2.0][random.below(4)]).unwrap();
        let mut walkable = map.walkable();
        let mut net = Net::new(rule, &costs, &walkable).unwrap();
        check(&net, &walkable, &format!("seed {seed}, {rule:?}\n{map}"));
        for _ in 0..5 {
            let (x, y) = (random.below(map.0.width() as usize), random.below(map.0.height() as usize));
            let is_walkable = map.is_walkable(x, y);
            map.set(x, y, !is_walkable);
            walkable = map.walkable();
            let IndexCellAt { x, y } = index_cell(&walkable, x, y);
            net.after_edit(&walkable, Block { x: (x, x), y: (y, y) }).unwrap();
            check(&net, &walkable, &format!("seed {seed}, {rule:?}, edit of {:?}\n{map}", (x, y)));
            assert_eq!(listed(&net), listed(&Net::new(rule, &costs, &walkable).unwrap()), "seed {seed}\n{map}");
        }
    }
}

struct IndexCellAt {
    x: usize,
    y: usize,
}

fn index_cell(walkable: &WalkableCells, x: usize, y: usize) -> IndexCellAt {
    let cell = walkable.index_cell(Cell::new(x as i32, y as i32));
    IndexCellAt { x: cell.x as usize, y: cell.y as usize }
}

/// Bounds from portals to a cell, less the debts, against Dijkstra over the map, through edits.
#[test]
fn bounds_by_landmarks_stay_true_through_edits() {
    let mut proven = 0;
    for seed in 0..repeats(80, 2) as u64 {
        let mut random = Random::new(seed);
        let mut map = TestMap::new(20 + random.below(30) as u32, 20 + random.below(30) as u32);
        let density = random.below(40);
        let (width, height) = (map.0.width() as usize, map.0.height() as usize);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            map.set(x, y, random.below(100) >= density);
        }
        let rule = RULES[random.below(4)];
        let costs = StepCosts::new(1.0, [1.0, 1.4, 2.0][random.below(3)]).unwrap();
        let mut walkable = map.walkable();
        let mut net = Net::new(rule, &costs, &walkable).unwrap();
        let Some(landmarks) = PortalLandmarks::new((rule, &costs), &walkable, 0).unwrap() else { continue };
        // Some edits come before the landmarks are used, and some after.
        let mut landmarks = Some(landmarks);
        for edits in 0..12 {
            if edits == 3 {
                net.use_landmarks(landmarks.take().unwrap(), &walkable).unwrap();
            }
            if edits >= 3 && net.landmarks().is_some() {
                proven += check_bounds(&net, &costs, &walkable, &mut random, &format!("seed {seed}, {rule:?}\n{map}"));
            }
            let (x, y) = (random.below(width), random.below(height));
            let size = (1 + random.below(3).min(width - x - 1), 1 + random.below(3).min(height - y - 1));
            let is_opened = random.below(3) > 0;
            let rect = crate::grid::Rect { x: x as i32, y: y as i32, width: size.0 as u32, height: size.1 as u32 };
            map.fill(rect, is_opened);
            walkable = map.walkable();
            net.after_edit(&walkable, walkable.block(rect)).unwrap();
        }
    }
    assert!(proven > 100, "only {proven} bounds told more than the distance without obstacles");
}

/// Rooms without doors inside a cluster's reach: what lies on both sides of an opened door is connected far away only.
/// Landmarks still tell something after doors have opened.
#[test]
fn doors_that_open_leave_landmarks_useful() {
    let (mut proven, mut doors) = (0, 0);
    for seed in 0..repeats(40, 2) as u64 {
        let mut random = Random::new(seed);
        // A wall in the middle, with a gap at its end, and parallel walls with gaps at alternating ends.
        let mut map = TestMap::new(60, 60);
        for wall in (10..60).step_by(13) {
            let gap = if wall % 2 == 0 { 0..4 } else { 56..60 };
            (0..60).for_each(|y| map.set(wall, y, gap.contains(&y)));
        }
        let rule = RULES[random.below(4)];
        let costs = StepCosts::new(1.0, [1.0, 1.4, 2.0][random.below(3)]).unwrap();
        let mut walkable = map.walkable();
        let mut net = Net::new(rule, &costs, &walkable).unwrap();
        let landmarks = PortalLandmarks::new((rule, &costs), &walkable, 0).unwrap().unwrap();
        net.use_landmarks(landmarks, &walkable).unwrap();
        for door in 0..3 {
            let wall = 10 + 13 * random.below(4);
            let (y, tall) = (8 + random.below(40), 1 + random.below(2) as u32);
            let rect = crate::grid::Rect { x: wall as i32, y: y as i32, width: 1, height: tall };
            map.fill(rect, true);
            walkable = map.walkable();
            net.after_edit(&walkable, walkable.block(rect)).unwrap();
            let told = format!("seed {seed}, door {door}, {rule:?}\n{map}");
            doors += 1;
            for _ in 0..if net.landmarks().is_some() { 8 } else { 0 } {
                proven += u32::from(check_bounds(&net, &costs, &walkable, &mut random, &told) > 0);
            }
        }
    }
    assert!(proven > doors, "{proven} goals with bounds that tell something, after {doors} doors");
}

/// Returns how many bounds told more than the distance without obstacles.
fn check_bounds(net: &Net, costs: &StepCosts, walkable: &WalkableCells, random: &mut Random, told: &str) -> u32 {
    let (width, height) = (walkable.width(), walkable.height());
    let goal = (random.below(width), random.below(height));
    if !walkable.is_walkable(goal.0, goal.1) {
        return 0;
    }
    let landmarks = net.landmarks().unwrap();
    let all = Block { x: (0, width - 1), y: (0, height - 1) };
    let units = [costs.straight_units(), costs.diagonal_units()];
    let true_distances = distances(walkable, net.rule(), units, goal, all);
    let cluster = net.portals().cluster_of(goal);
    let (x, y) = net.portals().origin(cluster);
    let inside = Block { x: (x, x + SIDE), y: (y, y + SIDE) };
    let near = distances(walkable, net.rule(), costs_of(net), goal, inside);
    let mut net_goal = NetGoal::default();
    net.portals().of_cluster(cluster, |_, (x, y)| {
        if near[y * width + x] != u32::MAX {
            net_goal.note(landmarks, net.costs(), (x, y), near[y * width + x] as u16);
        }
    });
    let mut proven = 0;
    for portal in listed(net) {
        let expected = true_distances[portal.1 * width + portal.0];
        let bound = u64::from(net_goal.units_from(landmarks, portal)).saturating_sub(landmarks.debt());
        if expected == u32::MAX {
            continue;
        }
        assert!(bound <= u64::from(expected), "{bound} > {expected} from {portal:?} to {goal:?}, {told}");
        let (dx, dy) = (portal.0.abs_diff(goal.0) as u32, portal.1.abs_diff(goal.1) as u32);
        proven += u32::from(bound > u64::from(net.costs().open_units(net.rule(), dx, dy)));
    }
    proven
}
