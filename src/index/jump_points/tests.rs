//! Tests of jump points: every bit matches the definition, and after an edit every bit is as if built anew.

use super::*;
use crate::grid::Rect;
use crate::index::test_maps::{RULES, Random, TestMap};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, direction_of};

/// Every bit after each of many edits, on maps about as wide as a word, of both orientations.
#[test]
fn an_edit_leaves_what_building_anew_gives() {
    for (seed, (width, height)) in
        [(1, 1), (1, 70), (63, 9), (9, 64), (65, 66), (130, 3), (40, 40), (330, 200), (270, 500)]
            .into_iter()
            .enumerate()
    {
        let (mut random, mut map) = (Random::new(seed as u64), TestMap::new(width, height));
        // On the larger maps an edit changes what lies between the obstacles beside it, in words to either side.
        for _ in 0..width * height / 300 {
            map.set(random.below(width as usize), random.below(height as usize), false);
        }
        let mut points = RULES.map(|rule| JumpPoints::new(rule, &map.walkable()).unwrap());
        for _ in 0..150 {
            let before = map.walkable();
            let (x, y) = (random.below(width as usize), random.below(height as usize));
            let largest = if random.below(3) == 0 { 5 } else { 1 };
            let side =
                |from: usize, side: u32, random: &mut Random| 1 + random.below(largest.min(side as usize - from));
            let (w, h) = (side(x, width, &mut random) as u32, side(y, height, &mut random) as u32);
            let rect = Rect { x: x as i32, y: y as i32, width: w, height: h };
            map.fill(rect, random.below(2) == 0);
            let now = map.walkable();
            let block = now.block(rect);
            for points in &mut points {
                points.before_edit(&before, block).unwrap();
                points.after_edit(&now, block);
                let anew = JumpPoints::new(points.rule, &now).unwrap();
                let same = |points: &JumpPoints| points.lines() == anew.lines();
                assert!(same(points), "{:?}, seed {seed}, {rect:?}\n{map}", points.rule);
                let mut rebuilt = JumpPoints::new(points.rule, &before).unwrap();
                rebuilt.build(&now).unwrap();
                assert!(same(&rebuilt), "rebuilt, {:?}, seed {seed}, {rect:?}\n{map}", points.rule);
            }
        }
    }
}

/// Straight jumps through more than 64 words of a row.
#[test]
fn straight_jumps_cross_very_wide_maps() {
    let mut map = TestMap::new(4200, 4200);
    // Jump points at both ends of otherwise walkable rows, and of columns.
    for (x, y) in [(1, 1), (4198, 2000), (1, 3000), (4198, 4198), (2100, 1), (2100, 4198)] {
        map.set(x, y, false);
    }
    let before = map.walkable();
    for rule in RULES {
        let mut points = JumpPoints::new(rule, &before).unwrap();
        for (x, y) in [(4100, 2001), (60, 3001)] {
            map.set(x, y, false);
            let now = map.walkable();
            let block = now.block(Rect { x: x as i32, y: y as i32, width: 1, height: 1 });
            points.before_edit(&before, block).unwrap();
            points.after_edit(&now, block);
            assert!(points.lines() == JumpPoints::new(rule, &now).unwrap().lines(), "{rule:?}, ({x}, {y})");
            map.set(x, y, true);
            points.before_edit(&now, block).unwrap();
            points.after_edit(&before, block);
            assert!(points.lines() == JumpPoints::new(rule, &before).unwrap().lines(), "{rule:?}, ({x}, {y}) freed");
        }
    }
}

impl JumpPoints {
    /// Makes all bits ones that building writes.
    fn spoil(&mut self) {
        self.memory.spoil_jump_points();
        for (diagonal, y) in
            (0..self.diagonal_count()).flat_map(|diagonal| (0..self.height).map(move |y| (diagonal, y)))
        {
            for x in (0..self.width).step_by(64) {
                let (word, _) = self.diagonal_start(diagonal, x as i32, y as i32);
                self.memory.diagonal_mut(word).fill(!0);
            }
        }
    }
}

/// Wide vectors of this CPU build what any other one builds.
#[test]
fn all_vectors_give_the_same_bits() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let mut map = TestMap::new(1 + random.below(200) as u32, 1 + random.below(700) as u32);
        for _ in 0..random.below(4000) {
            map.set(random.below(map.0.width() as usize), random.below(map.0.height() as usize), false);
        }
        for rule in RULES {
            let points = JumpPoints::new(rule, &map.walkable()).unwrap();
            let mut by_any = points.try_clone().unwrap();
            by_any.spoil();
            by_any.build_with_any_vectors(&map.walkable()).unwrap();
            assert!(points.lines() == by_any.lines(), "{rule:?}, seed {seed}\n{map}");
        }
    }
}

/// The bits of lines against the definition, cell by cell.
#[test]
fn a_straight_jump_gets_to_the_first_jump_point_before_an_obstacle() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut map = TestMap::new(1 + random.below(90) as u32, 1 + random.below(90) as u32);
        for _ in 0..random.below(600) {
            map.set(random.below(map.0.width() as usize), random.below(map.0.height() as usize), false);
        }
        let walkable = map.walkable();
        for rule in RULES {
            let mut points = JumpPoints::new(rule, &walkable).unwrap();
            for (diagonal, diagonals) in points.diagonals.iter().enumerate().take(rule.diagonals().len()) {
                for (x, y) in (0..walkable.height()).flat_map(|y| (0..walkable.width()).map(move |x| (x, y))) {
                    if !walkable.is_walkable(x, y) {
                        continue;
                    }
                    let (word, bit) = points.diagonal_start(diagonal, x as i32, y as i32);
                    let around = walkable.rows.around(x, y);
                    let words = points.memory.diagonal_mut(word);
                    let is_blocked = rule.successors()[ANY_ARRIVAL][around] >> diagonals.direction() & 1 == 0;
                    let case = || format!("{rule:?}, diagonal {diagonal}, ({x}, {y}), seed {seed}\n{map}");
                    assert_eq!(words[diagonal_word::BLOCKED] >> bit & 1 == 1, is_blocked, "{}", case());
                    if let Some(forced) = words.get(diagonal_word::FORCED) {
                        let back = direction_of((-diagonals.dx, -diagonals.dy));
                        let comes = rule.successors()[ANY_ARRIVAL][around] >> back & 1 == 1;
                        let expected = comes && rule.successors()[diagonals.direction()][around] != 0;
                        assert_eq!(forced >> bit & 1 == 1, expected, "{}", case());
                    }
                    for side in 0..2 {
                        let expected = steps_to_jump_point(rule, &walkable, diagonals.straights()[side], (x, y));
                        let reaches = points.memory.diagonal_mut(word)[diagonal_word::REACHES + side] >> bit & 1 == 1;
                        assert_eq!(reaches, expected.is_some(), "{}", case());
                        let first_bit = points.straight_bits(x as i32, y as i32)[diagonals.straights()[side]];
                        if let Some(steps) = expected {
                            assert_eq!(
                                points.lines().steps_to_jump_point(first_bit),
                                steps,
                                "{rule:?}, ({x}, {y}), seed {seed}\n{map}"
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Goes along a straight jump cell by cell until a canonical step leads away from it.
fn steps_to_jump_point(
    rule: DiagonalRule,
    walkable: &WalkableCells,
    straight: usize,
    (x, y): (usize, usize),
) -> Option<u32> {
    let (dx, dy) = DIRECTIONS[straight];
    let (mut x, mut y) = (x as i32, y as i32);
    for steps in 1.. {
        (x, y) = (x + dx, y + dy);
        let inside = x >= 0 && y >= 0 && (x as usize) < walkable.width() && (y as usize) < walkable.height();
        if !inside || !walkable.is_walkable(x as usize, y as usize) {
            return None;
        }
        if rule.successors()[straight][walkable.rows.around(x as usize, y as usize)] & !(1 << straight) != 0 {
            return Some(steps);
        }
    }
    None
}
