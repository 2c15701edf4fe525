//! Tests of jump points: every bit matches the definition, and after an edit every bit is as if built anew.

use super::*;
use crate::grid::Rect;
use crate::index::test_maps::{RULES, Random, TestMap};

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
                rebuilt.rebuild(&now).unwrap();
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
            assert!(points.is_as(&JumpPoints::new(rule, &now).unwrap()), "{rule:?}, ({x}, {y})");
            map.set(x, y, true);
            points.before_edit(&now, block).unwrap();
            points.after_edit(&before, block);
            assert!(points.is_as(&JumpPoints::new(rule, &before).unwrap()), "{rule:?}, ({x}, {y}) freed");
        }
    }
}

/// On large open maps edits make whole words, and ordinary words of them.
#[test]
fn whole_words_and_lines_together_tell_what_lines_alone_would() {
    for (seed, (width, height)) in [(40, 2500), (2100, 2200), (3000, 4160)].into_iter().enumerate() {
        let (mut random, mut map) = (Random::new(seed as u64), TestMap::new(width, height));
        let mut points = RULES.map(|rule| JumpPoints::new(rule, &map.walkable()).unwrap());
        let (mut obstacles, mut most) = (Vec::new(), 0);
        for number in 0..30 {
            let before = map.walkable();
            let (x, y) = (random.below(width as usize), random.below(height as usize));
            // Every third edit opens cells.
            let opened = (number % 3 == 2).then(|| obstacles.swap_remove(random.below(obstacles.len())));
            let size = |end: u32, at: usize| 1 + if random.below(4) == 0 { 30.min(end - 1 - at as u32) } else { 0 };
            let mut size = size;
            let closed = || Rect { x: x as i32, y: y as i32, width: size(width, x), height: size(height, y) };
            let rect = opened.unwrap_or_else(closed);
            map.fill(rect, opened.is_some());
            if opened.is_none() {
                obstacles.push(rect);
            }
            let (now, history) = (map.walkable(), || format!("seed {seed}, edit {number}: {rect:?}, {obstacles:?}"));
            for points in &mut points {
                points.before_edit(&before, now.block(rect)).unwrap();
                points.after_edit(&now, now.block(rect));
                most = most.max(points.whole_words.count());
                let anew = JumpPoints::new(points.rule, &now).unwrap();
                assert!(points.is_as(&anew), "{:?}, {}", points.rule, history());
                points.check_whole_words_along(&mut random, &history);
            }
        }
        assert!(most > 100, "seed {seed}: {most} whole words");
        points.iter_mut().for_each(|points| points.rebuild(&map.walkable()).unwrap());
        assert!(points.iter().all(|points| points.is_as(&JumpPoints::new(points.rule, &map.walkable()).unwrap())));
    }
}

impl JumpPoints {
    /// Whether both tell the same, by lines or by whole words.
    fn is_as(&self, other: &Self) -> bool {
        let (own, other) = (self.by_lines_alone(), other.by_lines_alone());
        own.lines() == other.lines() && own.whole_words == other.whole_words
    }

    fn by_lines_alone(&self) -> Self {
        let mut copy = self.try_clone().unwrap();
        for straight in 0..4 {
            let (lines, length) = if straight < 2 { (self.height, self.width) } else { (self.width, self.height) };
            for (line, word) in (0..lines).flat_map(|line| (0..length / 64).map(move |word| (line, word))) {
                if self.whole_words.has(straight, word, line) {
                    copy.flip_word(straight, line, word, u64::MAX);
                    copy.whole_words.flip(straight, word, line);
                    let square = copy.whole_words.square(straight, word, line);
                    copy.whole_words.count_anew(Found::Reach(straight), square, 0, 64);
                }
            }
        }
        copy
    }

    /// Checks cells along diagonal jumps against what is known of each of them.
    fn check_whole_words_along(&self, random: &mut Random, history: &dyn Fn() -> String) {
        for _ in 0..if self.has_whole_words() { 200 } else { 0 } {
            let (x, y) = (random.below(self.width) as i32, random.below(self.height) as i32);
            let diagonal = random.below(self.diagonal_count());
            let DiagonalJumps { dx, dy, straights, .. } = self.diagonals[diagonal];
            let along = self.whole_words_along(diagonal, x, y);
            let [in_lines, in_whole_words] = self.found_along(diagonal, x, y);
            let history = || format!("{:?}, diagonal {diagonal} from ({x}, {y}), {}", self.rule, history());
            for i in 0..64 {
                let (at_x, at_y) = (x + dx * i, y + dy * i);
                let is_inside = (0..self.width as i32).contains(&at_x) && (0..self.height as i32).contains(&at_y);
                if at_x >> 6 == x >> 6 && is_inside {
                    let expected = straights.map(|straight| self.is_in_whole_word(straight, at_x, at_y));
                    let bits = along.map(|along| along >> i & 1 == 1);
                    assert_eq!(bits, expected, "{i} steps, {}", history());
                    assert!(in_whole_words || bits == [false; 2], "{i} steps, {}", history());
                    let (group, bit) = self.diagonal_start(diagonal, at_x, at_y);
                    let mut words = self.lines().group(group).iter();
                    assert!(in_lines || words.all(|word| word >> bit & 1 == 0), "{i} steps, {}", history());
                }
            }
        }
    }

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

/// What this CPU builds with wide vectors is what any other one builds.
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
                    for side in 0..2 {
                        let expected = steps_to_jump_point(rule, &walkable, diagonals.straights[side], (x, y));
                        let reaches = points.memory.diagonal_mut(word)[diagonal_word::REACHES + side] >> bit & 1 == 1;
                        assert_eq!(
                            reaches,
                            expected.is_some(),
                            "{rule:?}, diagonal {diagonal}, ({x}, {y}), seed {seed}\n{map}"
                        );
                        let first_bit = points.straight_bits(x as i32, y as i32)[diagonals.straights[side]];
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
