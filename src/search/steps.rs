//! The legal steps from a cell, by a table of what its eight neighbours allow.

use crate::grid::{GridMap, NEIGHBOR_OFFSETS};
use crate::movement::{DiagonalRule, is_diagonal};

impl DiagonalRule {
    /// The legal steps from a cell whose free neighbors are the bits of `free`: bit i in both is `NEIGHBOR_OFFSETS[i]`.
    const fn legal_steps(self, free: u8) -> u8 {
        let mut legal = 0;
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = NEIGHBOR_OFFSETS[direction];
            let allowed = !is_diagonal(direction) || self.allows(has(free, dx, 0), has(free, 0, dy));
            if allowed && has(free, dx, dy) {
                legal |= 1 << direction;
            }
            direction += 1;
        }
        legal
    }

    const fn legal_steps_table(self) -> [u8; 256] {
        let mut table = [0; 256];
        let mut free = 0;
        while free < 256 {
            table[free] = self.legal_steps(free as u8);
            free += 1;
        }
        table
    }
}

/// Whether the neighbor at (dx, dy) is among the bits of `free`.
const fn has(free: u8, dx: i32, dy: i32) -> bool {
    let mut direction = 0;
    while direction < 8 {
        if NEIGHBOR_OFFSETS[direction].0 == dx && NEIGHBOR_OFFSETS[direction].1 == dy {
            return free >> direction & 1 == 1;
        }
        direction += 1;
    }
    false
}

/// For each rule, the legal steps by the free neighbors.
static LEGAL_STEPS: [[u8; 256]; 4] = [
    DiagonalRule::Always.legal_steps_table(),
    DiagonalRule::AtMostOneBlocked.legal_steps_table(),
    DiagonalRule::BothFree.legal_steps_table(),
    DiagonalRule::Never.legal_steps_table(),
];

/// The legal steps on one map under one rule.
pub(super) struct Steps<'a> {
    map: &'a GridMap,
    legal: &'static [u8; 256],
    /// For each direction, the distance to the neighbor's slot.
    offsets: [isize; 8],
}

impl<'a> Steps<'a> {
    pub(super) fn new(map: &'a GridMap, rule: DiagonalRule) -> Self {
        let stride = map.stride() as isize;
        let legal = match rule {
            DiagonalRule::Always => &LEGAL_STEPS[0],
            DiagonalRule::AtMostOneBlocked => &LEGAL_STEPS[1],
            DiagonalRule::BothFree => &LEGAL_STEPS[2],
            DiagonalRule::Never => &LEGAL_STEPS[3],
        };
        Self { map, legal, offsets: NEIGHBOR_OFFSETS.map(|(dx, dy)| dx as isize + dy as isize * stride) }
    }

    /// The legal steps from the slot of a cell, as (direction, slot of the target), in the order of [`NEIGHBOR_OFFSETS`].
    #[inline(always)]
    pub(super) fn from(&self, slot: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let target = move |direction: usize| slot.wrapping_add_signed(self.offsets[direction]);
        let mut free = 0;
        for direction in 0..8 {
            free |= u8::from(self.map.is_free(target(direction))) << direction;
        }
        let mut legal = self.legal[usize::from(free)];
        std::iter::from_fn(move || {
            if legal == 0 {
                return None;
            }
            let direction = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            Some((direction, target(direction)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellType, Edit};

    /// Around the middle of a 3 x 3 map, with every set of obstacles, against the rules in words.
    #[test]
    fn steps_are_legal_as_the_rules_say() {
        let middle = Cell::new(1, 1);
        for obstacles in 0..256_u32 {
            let mut map = GridMap::new(3, 3).unwrap();
            for (direction, neighbor) in map.size().neighbors(middle).collect::<Vec<_>>().into_iter().enumerate() {
                if obstacles >> direction & 1 == 1 {
                    map.edit(&Edit::set(neighbor, CellType::Obstacle)).unwrap();
                }
            }
            let blocked = |x: i32, y: i32| map.get(Cell::new(x, y)) == Ok(CellType::Obstacle);
            for rule in
                [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
            {
                let found: Vec<Cell> =
                    Steps::new(&map, rule).from(map.slot(middle)).map(|(_, slot)| map.cell(slot)).collect();
                let expected: Vec<Cell> = map
                    .size()
                    .neighbors(middle)
                    .filter(|to| {
                        let corners = u32::from(blocked(to.x, 1)) + u32::from(blocked(1, to.y));
                        let straight = to.x == 1 || to.y == 1;
                        let allowed = match rule {
                            DiagonalRule::Always => true,
                            DiagonalRule::AtMostOneBlocked => corners < 2,
                            DiagonalRule::BothFree => corners == 0,
                            DiagonalRule::Never => false,
                        };
                        !blocked(to.x, to.y) && (straight || allowed)
                    })
                    .collect();
                assert_eq!(found, expected, "{rule:?}, obstacles {obstacles:#010b}");
            }
        }
    }
}
