use super::clusters::Net;
use super::lanes::Lanes;
use super::portal_landmarks::{NetGoal, PortalLandmarks};
use super::portals::Portal;
use super::terms::{FAR, SIDE};
use crate::grid::Cell;
use crate::index::test_maps::{RULES, Random, TestMap, random_map, repeats};
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::movement::{DiagonalRule, StepCosts};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

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

/// A map of which so many percent are obstacles.
fn scattered(random: &mut Random, (width, height): (usize, usize), percent: usize) -> TestMap {
    let mut map = TestMap::new(width as u32, height as u32);
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        map.set(x, y, random.below(100) >= percent);
    }
    map
}

fn random_terms(random: &mut Random) -> (DiagonalRule, StepCosts) {
    let rule = RULES[random.below(4)];
    (rule, StepCosts::new(1.0, [1.0, 1.4, 2.0][random.below(3)]).unwrap())
}

/// The clusters of a large cluster.
fn clusters_of_large(net: &Net, large: usize) -> Vec<usize> {
    (0..net.portals().clusters()).filter(|&cluster| net.large_of(cluster) == large).collect()
}

/// The portals of a cluster, in the order of their numbers.
fn portals_of(net: &Net, cluster: usize) -> Vec<Portal> {
    let mut portals = Vec::new();
    net.portals().of_cluster(cluster, |_, portal| portals.push(portal));
    portals
}

/// Holds the distances of a large cluster against those that the matrices of its clusters give, one step at a time, and
/// looks for a kept portal near each portal on a line with another large cluster.
fn check_large(net: &Net, walkable: &WalkableCells, number: usize, told: &str) {
    let Some(large) = net.large(number) else { return };
    let clusters = clusters_of_large(net, number);
    let matrix = |cluster: usize| net.matrix(cluster, walkable, &mut Lanes::default()).unwrap();
    let all: BTreeSet<Portal> = clusters.iter().flat_map(|&cluster| portals_of(net, cluster)).collect();
    let kept: Vec<Portal> = all.iter().copied().filter(|&portal| large.number(portal).is_some()).collect();
    assert_eq!(kept.len(), large.count(), "{told}");
    for &from in &kept {
        let mut expected: BTreeMap<Portal, u32> = [(from, 0)].into();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for &cluster in &clusters {
                let portals = portals_of(net, cluster);
                for (one, at) in portals.iter().enumerate() {
                    let Some(&known) = expected.get(at) else { continue };
                    for (to, &cost) in portals.iter().zip(matrix(cluster).from(one)).filter(|way| *way.1 != FAR) {
                        let distance = expected.entry(*to).or_insert(u32::MAX);
                        has_changed |= known + u32::from(cost) < *distance;
                        *distance = (*distance).min(known + u32::from(cost));
                    }
                }
            }
        }
        let rounded = |cost: u32| cost.div_ceil(8) * 8;
        let expected: BTreeMap<Portal, u32> = expected
            .into_iter()
            .filter(|(portal, _)| large.number(*portal).is_some())
            .map(|(portal, cost)| (portal, rounded(cost)))
            .collect();
        assert_eq!(large.from(large.number(from).unwrap()).collect::<BTreeMap<_, _>>(), expected, "{from:?}, {told}");
    }
    for &portal in &all {
        let around: Vec<usize> = net.portals().clusters_of(portal).collect();
        let is_shared = around.iter().any(|&cluster| net.large_of(cluster) != number);
        let is_near = |kept: Portal| {
            let shared: Vec<usize> =
                around.iter().copied().filter(|&one| portals_of(net, one).contains(&kept)).collect();
            let costs = shared.iter().map(|&cluster| {
                let number = |portal| net.portals().number(cluster, portal);
                matrix(cluster).from(number(portal))[number(kept)]
            });
            let sides: BTreeSet<usize> = shared.iter().map(|&cluster| net.large_of(cluster)).collect();
            sides.len() > 1 && costs.max().is_some_and(|most| most <= 6 * net.costs().straight)
        };
        assert!(!is_shared || kept.iter().any(|&kept| is_near(kept)), "no kept portal near {portal:?}, {told}");
        let is_kept = large.number(portal).is_some();
        assert!(is_shared || !is_kept, "{portal:?}, {told}");
        for other in around.iter().filter_map(|&cluster| net.large(net.large_of(cluster))) {
            assert_eq!(other.number(portal).is_some(), is_kept, "{portal:?}, {told}");
        }
    }
}

/// The large clusters that edits leave are those of a net that is measured anew.
#[test]
fn large_clusters_have_the_distances_of_their_clusters_through_edits() {
    let (mut held, mut dropped) = (0, 0);
    for seed in 0..repeats(40, 2) as u64 {
        let mut random = Random::new(seed);
        let (width, height) = (1 + random.below(70), 50 + random.below(20));
        let density = random.below(45);
        let mut map = scattered(&mut random, (width, height), density);
        let (rule, costs) = random_terms(&mut random);
        let mut walkable = map.walkable();
        let mut net = Net::new(rule, &costs, &walkable).unwrap();
        net.measure_all(&walkable).unwrap();
        let count = (0..net.portals().clusters()).map(|cluster| net.large_of(cluster) + 1).max().unwrap();
        let told = format!("seed {seed}, {rule:?}\n{map}");
        (0..count).for_each(|number| check_large(&net, &walkable, number, &told));
        for _ in 0..3 {
            let (x, y) = (random.below(width), random.below(height));
            map.set(x, y, !map.is_walkable(x, y));
            walkable = map.walkable();
            let IndexCellAt { x, y } = index_cell(&walkable, x, y);
            net.after_edit(&walkable, Block { x: (x, x), y: (y, y) }).unwrap();
            let anew = Net::new(rule, &costs, &walkable).unwrap();
            anew.measure_all(&walkable).unwrap();
            for number in 0..count {
                let Some(large) = net.large(number) else {
                    dropped += 1;
                    continue;
                };
                held += 1;
                assert_eq!(
                    Some(large),
                    anew.large(number),
                    "edit of {:?}, {number}, seed {seed}, {rule:?}\n{map}",
                    (x, y)
                );
            }
        }
        net.measure_all(&walkable).unwrap();
        (0..count).for_each(|number| check_large(&net, &walkable, number, &format!("seed {seed}, {rule:?}\n{map}")));
    }
    assert!(held > 100 && dropped > 100, "{held} large clusters held, {dropped} dropped");
}

#[test]
fn a_large_cluster_of_many_corridors_has_no_portals() {
    for is_open in [true, false] {
        let mut map = TestMap::new(64, 64);
        let walls = (1..64).step_by(2).filter(|_| !is_open);
        walls.flat_map(|x| (0..64).map(move |y| (x, y))).for_each(|(x, y)| map.set(x, y, false));
        let walkable = map.walkable();
        let net = Net::new(DiagonalRule::Always, &StepCosts::new(1.0, 1.4).unwrap(), &walkable).unwrap();
        net.measure_all(&walkable).unwrap();
        assert_eq!((net.large(5).is_some(), net.has_large()), (is_open, is_open));
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
    let (mut proven, mut groups) = (0, [0; 5]);
    for seed in 0..repeats(80, 2) as u64 {
        let mut random = Random::new(seed);
        let (width, height, density) = (20 + random.below(30), 20 + random.below(30), random.below(40));
        let mut map = scattered(&mut random, (width, height), density);
        let (rule, costs) = random_terms(&mut random);
        let mut walkable = map.walkable();
        let mut net = Net::new(rule, &costs, &walkable).unwrap();
        let Some(landmarks) = PortalLandmarks::new((rule, &costs), &walkable, 0).unwrap() else { continue };
        groups[landmarks.groups()] += 1;
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
    assert!(cfg!(miri) || groups[2].min(groups[4]) > 0, "maps by groups of landmarks: {groups:?}");
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
        let (rule, costs) = random_terms(&mut random);
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
