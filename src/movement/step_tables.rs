//! The legal steps from a cell, as tables by the walkable cells around.
//!
//! On hexagons each step to a walkable neighbor is legal. Which of the eight cells around are neighbors depends on
//! whether the cell's line is shifted, so there are two tables for rows and two for columns.

use super::DiagonalRule;
use super::directions::{DIRECTIONS, NEIGHBOR_DIRECTIONS, is_diagonal};
use crate::grid::{NEIGHBOR_OFFSETS, is_hexagon_step};

/// Which of the nine cells at and around a cell are walkable: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy).
#[derive(Clone, Copy)]
pub(super) struct Surroundings(usize);

impl Surroundings {
    /// How many sets of nine cells there are.
    pub(super) const COUNT: usize = 512;

    pub(super) const fn new(walkable: usize) -> Self {
        Self(walkable)
    }

    /// The bit of a cell, as a word for the functions of the rule book.
    pub(super) const fn word(self, dx: i32, dy: i32) -> u64 {
        (self.0 >> (3 * (dy + 1) + dx + 1) & 1) as u64
    }
}

impl DiagonalRule {
    /// The legal steps, bit `i` for `DIRECTIONS[i]`.
    pub(super) const fn legal_steps(self, around: Surroundings) -> u8 {
        let mut legal = 0;
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = DIRECTIONS[direction];
            let target = around.word(dx, dy);
            let allowed = if is_diagonal((dx, dy)) {
                self.allows_diagonal(target, around.word(dx, 0), around.word(0, dy))
            } else {
                target
            };
            legal |= ((allowed & 1) as u8) << direction;
            direction += 1;
        }
        legal
    }

    /// By the walkable cells around a cell, the neighbors to which a step is legal: bit `i` for `NEIGHBOR_OFFSETS[i]`.
    pub(crate) fn legal_neighbors(self) -> &'static [u8; Surroundings::COUNT] {
        &LEGAL_NEIGHBORS[self as usize]
    }

    const fn legal_neighbors_table(self) -> [u8; Surroundings::COUNT] {
        let mut table = [0; Surroundings::COUNT];
        let mut walkable = 0;
        while walkable < table.len() {
            let legal = self.legal_steps(Surroundings::new(walkable));
            let mut i = 0;
            while i < 8 {
                table[walkable] |= (legal >> NEIGHBOR_DIRECTIONS[i] & 1) << i;
                i += 1;
            }
            walkable += 1;
        }
        table
    }
}

static LEGAL_NEIGHBORS: [[u8; Surroundings::COUNT]; 4] = [
    DiagonalRule::ALL[0].legal_neighbors_table(),
    DiagonalRule::ALL[1].legal_neighbors_table(),
    DiagonalRule::ALL[2].legal_neighbors_table(),
    DiagonalRule::ALL[3].legal_neighbors_table(),
];

/// By the walkable cells around a hexagon, the neighbors to which a step is legal: bit `i` for `NEIGHBOR_OFFSETS[i]`.
/// `shifts_columns` tells the layout, and `is_shifted` whether the hexagon's line is shifted.
pub(crate) const fn hexagon_neighbors(shifts_columns: bool, is_shifted: bool) -> &'static [u8; Surroundings::COUNT] {
    &HEXAGON_NEIGHBORS[2 * shifts_columns as usize + is_shifted as usize]
}

/// As [`hexagon_neighbors`], by directions: bit `i` for `DIRECTIONS[i]`.
pub(crate) const fn hexagon_directions(shifts_columns: bool, is_shifted: bool) -> &'static [u8; Surroundings::COUNT] {
    &HEXAGON_DIRECTIONS[2 * shifts_columns as usize + is_shifted as usize]
}

const fn hexagon_table(steps: &[(i32, i32); 8], shifts_columns: bool, is_shifted: bool) -> [u8; Surroundings::COUNT] {
    let mut table = [0; Surroundings::COUNT];
    let mut walkable = 0;
    while walkable < table.len() {
        let around = Surroundings::new(walkable);
        let mut i = 0;
        while i < 8 {
            if is_hexagon_step(shifts_columns, is_shifted, steps[i]) {
                table[walkable] |= (around.word(steps[i].0, steps[i].1) as u8) << i;
            }
            i += 1;
        }
        walkable += 1;
    }
    table
}

const fn hexagon_tables(steps: &[(i32, i32); 8]) -> [[u8; Surroundings::COUNT]; 4] {
    [
        hexagon_table(steps, false, false),
        hexagon_table(steps, false, true),
        hexagon_table(steps, true, false),
        hexagon_table(steps, true, true),
    ]
}

static HEXAGON_NEIGHBORS: [[u8; Surroundings::COUNT]; 4] = hexagon_tables(&NEIGHBOR_OFFSETS);

static HEXAGON_DIRECTIONS: [[u8; Surroundings::COUNT]; 4] = hexagon_tables(&DIRECTIONS);
