//! Every table and mask of steps against the definitions of the four rules, by brute force.

use super::canonical::CONTINUED;
use super::surroundings::Surroundings;
use super::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, hexagon_directions, hexagon_neighbors, is_diagonal};
use crate::grid::NEIGHBOR_OFFSETS;

type Offset = (i32, i32);

/// Whether the cell at an offset is among the nine cells of `around` that are walkable.
fn has(around: usize, (dx, dy): Offset) -> bool {
    around >> (3 * (dy + 1) + dx + 1) & 1 == 1
}

/// Whether one may step from one of the nine cells to another. The cell that is left need not be walkable.
fn step_is_legal(rule: DiagonalRule, around: usize, from: Offset, to: Offset) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let inside = |offset: Offset| offset.0.abs() <= 1 && offset.1.abs() <= 1;
    let walkable = |offset: Offset| inside(offset) && has(around, offset);
    if (dx, dy) == (0, 0) || dx.abs() > 1 || dy.abs() > 1 || !walkable(to) {
        return false;
    }
    let blocked = u32::from(!walkable((from.0 + dx, from.1))) + u32::from(!walkable((from.0, from.1 + dy)));
    let is_allowed = match rule {
        DiagonalRule::Always => true,
        DiagonalRule::AtMostOneBlocked => blocked < 2,
        DiagonalRule::BothFree => blocked == 0,
        DiagonalRule::Never => false,
    };
    !is_diagonal((dx, dy)) || is_allowed
}

/// Whether going from `before` over `over` to `to` is cheaper than over the middle, or as cheap and to be
/// preferred, at any legal cost of a diagonal step below that of two straight ones.
fn is_better(rule: DiagonalRule, before: Offset, over: Option<Offset>, to: Offset) -> bool {
    let step = |from: Offset, to: Offset| (to.0 - from.0, to.1 - from.1);
    let steps = match over {
        Some(over) => vec![step(before, over), step(over, to)],
        None => vec![step(before, to)],
    };
    let middle = [step(before, (0, 0)), to];
    let prefers = |steps: &[Offset]| match rule {
        // Along y last; the last step over the middle was along x.
        DiagonalRule::Never => steps[steps.len() - 1].0 == 0 && to.0 != 0,
        _ => !is_diagonal(steps[steps.len() - 1]) && is_diagonal(to),
    };
    [1.0, 1.2, 1.999].into_iter().all(|diagonal| {
        let cost = |steps: &[Offset]| steps.iter().map(|&s| if is_diagonal(s) { diagonal } else { 1.0 }).sum::<f64>();
        let (this, other) = (cost(&steps), cost(&middle));
        this < other - 1e-9 || (this < other + 1e-9 && prefers(&steps))
    })
}

/// From the definition, for every rule, arrival and surroundings.
#[test]
fn a_step_is_pruned_exactly_where_the_cell_before_has_a_better_way() {
    for rule in DiagonalRule::ALL {
        for (arrival, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            // Under `Never` no search arrives by a diagonal step. A jump along x has its start alone as a node.
            if rule == DiagonalRule::Never && dx != 0 {
                continue;
            }
            for walkable in (0..512).filter(|walkable| walkable >> 4 & 1 == 1) {
                let before = (-dx, -dy);
                if !step_is_legal(rule, walkable, before, (0, 0)) {
                    continue;
                }
                let offsets = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
                let others: Vec<Offset> = offsets.filter(|&offset| offset != (0, 0) && offset != before).collect();
                for (direction, &to) in DIRECTIONS.iter().enumerate().filter(|&(_, &to)| to != before) {
                    let reaches = |over: Option<Offset>| match over {
                        None => step_is_legal(rule, walkable, before, to),
                        Some(over) => {
                            step_is_legal(rule, walkable, before, over) && step_is_legal(rule, walkable, over, to)
                        }
                    };
                    let ways = std::iter::once(None).chain(others.iter().copied().map(Some));
                    let pruned = ways
                        .filter(|&over| over != Some(to))
                        .any(|over| reaches(over) && is_better(rule, before, over, to));
                    let natural = is_diagonal((dx, dy)) && (to == (dx, dy) || to == (dx, 0) || to == (0, dy));
                    let expected = step_is_legal(rule, walkable, (0, 0), to) && !pruned && !natural;
                    let found = rule.successors()[arrival][walkable] >> direction & 1 == 1;
                    assert_eq!(
                        found, expected,
                        "{rule:?}, arriving by {dx},{dy}, going {to:?}, walkable {walkable:#011b}"
                    );
                }
            }
        }
    }
}

/// Covers what a search can meet: a jump point, at which it arrives by a straight step and has another step to try, and
/// the start.
#[test]
fn branches_are_the_canonical_steps_and_no_others() {
    for rule in DiagonalRule::ALL {
        for (arrival, walkable) in
            (0..CONTINUED + 4).flat_map(|arrival| (0..512).map(move |walkable| (arrival, walkable)))
        {
            let steps = rule.successors()[arrival][walkable];
            let branches = rule.branches()[arrival][walkable];
            if arrival < 4 && steps.count_ones() < 2 || rule == DiagonalRule::Never && arrival < 2 {
                continue;
            }
            let mut found = (branches >> 12) as u8;
            for (i, diagonal) in rule.diagonals().iter().enumerate() {
                let has_diagonal = branches >> i & 1 == 1;
                if has_diagonal {
                    assert!(found & 1 << diagonal.direction == 0, "one direction twice");
                    found |= 1 << diagonal.direction;
                }
                for side in (0..2).filter(|side| branches >> (4 + 2 * i + side) & 1 == 1) {
                    assert!(
                        has_diagonal && found & 1 << diagonal.straights[side] == 0,
                        "a straight of no diagonal, or of two"
                    );
                    found |= 1 << diagonal.straights[side];
                }
            }
            assert_eq!(found, steps, "{rule:?}, arrival {arrival}, walkable {walkable:#011b}");
        }
    }
}

#[test]
fn legal_steps_are_those_of_the_definitions() {
    for (rule, around) in DiagonalRule::ALL.into_iter().flat_map(|rule| (0..512).map(move |around| (rule, around))) {
        let legal = |to: Offset| step_is_legal(rule, around, (0, 0), to);
        for (direction, to) in DIRECTIONS.into_iter().enumerate() {
            let found = rule.successors()[ANY_ARRIVAL][around] >> direction & 1 == 1;
            assert_eq!(found, legal(to), "{rule:?}, to {to:?}, walkable {around:#011b}");
        }
        for (i, to) in NEIGHBOR_OFFSETS.into_iter().enumerate() {
            let found = rule.legal_neighbors()[around] >> i & 1 == 1;
            assert_eq!(found, legal(to), "{rule:?}, neighbor {to:?}, walkable {around:#011b}");
        }
    }
}

/// From cube coordinates (q, r, -q - r), in which neighbors differ by one step on two axes.
#[test]
fn steps_over_hexagons_are_those_to_the_six_neighbors_that_are_walkable() {
    let cube = |shifts_columns: bool, (x, y): Offset| {
        // Odd lines are shifted: rows, or columns.
        let (along, line) = if shifts_columns { (y, x) } else { (x, y) };
        let (q, r) = (along - line.div_euclid(2), line);
        [q, r, -q - r]
    };
    for (shifts_columns, is_shifted) in [(false, false), (false, true), (true, false), (true, true)] {
        let line = i32::from(is_shifted);
        let here = if shifts_columns { (line, 0) } else { (0, line) };
        let from = cube(shifts_columns, here);
        let is_neighbor = |(dx, dy): Offset| {
            let to = cube(shifts_columns, (here.0 + dx, here.1 + dy));
            from.iter().zip(to).map(|(from, to)| (from - to).abs()).sum::<i32>() == 2
        };
        assert_eq!(DIRECTIONS.into_iter().filter(|&step| is_neighbor(step)).count(), 6);
        for around in 0..512 {
            for i in 0..8 {
                let by_direction = hexagon_directions(shifts_columns, is_shifted)[around] >> i & 1 == 1;
                assert_eq!(by_direction, is_neighbor(DIRECTIONS[i]) && has(around, DIRECTIONS[i]));
                let by_neighbor = hexagon_neighbors(shifts_columns, is_shifted)[around] >> i & 1 == 1;
                assert_eq!(by_neighbor, is_neighbor(NEIGHBOR_OFFSETS[i]) && has(around, NEIGHBOR_OFFSETS[i]));
            }
        }
    }
}

/// The masks for 64 cells at once, against the successors of one cell.
#[test]
fn jumps_end_and_force_steps_where_the_canonical_steps_say() {
    for (rule, around) in DiagonalRule::ALL.into_iter().flat_map(|rule| (0..512).map(move |around| (rule, around))) {
        let masks = Surroundings::sixty_four(around / 64 * 64).steps(rule);
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            let steps = rule.successors()[direction][around];
            let comes = has(around, (-dx, -dy)) && step_is_legal(rule, around, (-dx, -dy), (0, 0));
            let (found, expected) = if is_diagonal((dx, dy)) {
                assert!(steps == 0 || !comes || rule.forces_diagonals(), "{rule:?}");
                (masks.forced((dx, dy)), steps != 0)
            } else {
                (masks.jump_points((dx, dy)), steps & !(1 << direction) != 0)
            };
            assert_eq!(
                found >> (around % 64) & 1 == 1,
                comes && expected,
                "{rule:?}, by ({dx}, {dy}), walkable {around:#011b}"
            );
        }
    }
}

#[test]
fn rules_are_compared_by_the_steps_that_they_allow() {
    for (rule, other) in DiagonalRule::ALL.into_iter().flat_map(|rule| DiagonalRule::ALL.map(|other| (rule, other))) {
        let steps = |rule: DiagonalRule, around: usize| rule.successors()[ANY_ARRIVAL][around];
        let is_within = (0..512).all(|around| steps(rule, around) & !steps(other, around) == 0);
        assert_eq!(rule.allows_no_more_than(other), is_within, "{rule:?} and {other:?}");
    }
}
