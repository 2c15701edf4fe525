//! The legal steps from a cell, as tables by the walkable cells around.
//!
//! On hexagons each step to a walkable neighbor is legal. Which of the eight cells around are neighbors depends on
//! whether the cell's line is shifted, so there are two tables for rows and two for columns.

use super::ANY_ARRIVAL;
use super::DiagonalRule;
use super::directions::{DIRECTIONS, NEIGHBOR_DIRECTIONS};
use super::surroundings::Surroundings;
use crate::grid::{NEIGHBOR_OFFSETS, is_hexagon_step};

/// Whether the cell at (dx, dy) is in a set of nine cells.
const fn has(walkable: usize, (dx, dy): (i32, i32)) -> u8 {
    (walkable >> (3 * (dy + 1) + dx + 1) & 1) as u8
}

impl DiagonalRule {
    /// By the walkable cells around a cell, the neighbors to which a step is legal: bit `i` for `NEIGHBOR_OFFSETS[i]`.
    pub(crate) fn legal_neighbors(self) -> &'static [u8; Surroundings::COUNT] {
        &LEGAL_NEIGHBORS[self as usize]
    }

    const fn legal_neighbors_table(self) -> [u8; Surroundings::COUNT] {
        let successors = self.successors();
        let mut table = [0; Surroundings::COUNT];
        let mut walkable = 0;
        while walkable < table.len() {
            let legal = successors[ANY_ARRIVAL][walkable];
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

/// Legal steps as [`hexagon_neighbors`] has them, by directions: bit `i` for `DIRECTIONS[i]`.
pub(crate) const fn hexagon_directions(shifts_columns: bool, is_shifted: bool) -> &'static [u8; Surroundings::COUNT] {
    &HEXAGON_STEPS[2 * shifts_columns as usize + is_shifted as usize]
}

const fn hexagon_table(steps: &[(i32, i32); 8], shifts_columns: bool, is_shifted: bool) -> [u8; Surroundings::COUNT] {
    let mut table = [0; Surroundings::COUNT];
    let mut walkable = 0;
    while walkable < table.len() {
        let mut i = 0;
        while i < 8 {
            if is_hexagon_step(shifts_columns, is_shifted, steps[i]) {
                table[walkable] |= has(walkable, steps[i]) << i;
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

static HEXAGON_STEPS: [[u8; Surroundings::COUNT]; 4] = hexagon_tables(&DIRECTIONS);

/// The six directions over hexagons in turn, in half cells along the line and in lines: see
/// [`Layout`](crate::grid::Layout). Three steps around is the opposite direction.
pub(crate) const HEXAGON_DIRECTIONS: [(i32, i32); 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

/// The steps (dx, dy) in the directions of [`HEXAGON_DIRECTIONS`]. `shifts_columns` tells the layout, and `is_shifted`
/// whether the hexagon's line is shifted.
pub(crate) const fn hexagon_offsets(shifts_columns: bool, is_shifted: bool) -> &'static [(i32, i32); 6] {
    &HEXAGON_OFFSETS[2 * shifts_columns as usize + is_shifted as usize]
}

/// By the walkable cells around a hexagon, its walkable neighbors: bit `i` for direction `i` of
/// [`HEXAGON_DIRECTIONS`].
pub(crate) const fn hexagons_around(shifts_columns: bool, is_shifted: bool) -> &'static [u8; Surroundings::COUNT] {
    &HEXAGONS_AROUND[2 * shifts_columns as usize + is_shifted as usize]
}

const fn offsets_of(shifts_columns: bool, is_shifted: bool) -> [(i32, i32); 6] {
    let mut offsets = [(0, 0); 6];
    let mut direction = 0;
    while direction < 6 {
        let (halves, lines) = HEXAGON_DIRECTIONS[direction];
        // The lines beside a shifted line are not shifted.
        let moved = if lines == 0 { 0 } else { 1 - 2 * is_shifted as i32 };
        let along = (halves - moved) / 2;
        offsets[direction] = if shifts_columns { (lines, along) } else { (along, lines) };
        direction += 1;
    }
    offsets
}

const fn around_of(offsets: &[(i32, i32); 6]) -> [u8; Surroundings::COUNT] {
    let mut table = [0; Surroundings::COUNT];
    let mut walkable = 0;
    while walkable < table.len() {
        let mut direction = 0;
        while direction < 6 {
            table[walkable] |= has(walkable, offsets[direction]) << direction;
            direction += 1;
        }
        walkable += 1;
    }
    table
}

static HEXAGON_OFFSETS: [[(i32, i32); 6]; 4] =
    [offsets_of(false, false), offsets_of(false, true), offsets_of(true, false), offsets_of(true, true)];

static HEXAGONS_AROUND: [[u8; Surroundings::COUNT]; 4] = [
    around_of(&offsets_of(false, false)),
    around_of(&offsets_of(false, true)),
    around_of(&offsets_of(true, false)),
    around_of(&offsets_of(true, true)),
];
