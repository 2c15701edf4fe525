//! Labelling the cells of a map with walls between them.
//!
//! Components know no directions: two cells are connected if a step leads from one of them to the other. Segments end
//! at walls too, and every segment of every word gets a label of its own, which is joined with those beside it.

use super::labelling::Labelling;
use super::segments::{Connectivity, starts};
use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::index::walkable_cells::{IndexCell, WalkableCells};
use crate::index::walls::{WalledLines, closed_around};
use crate::movement::{DIRECTIONS, DiagonalRule};

impl Labelling {
    /// Labels all walkable cells of a map with walls.
    pub(super) fn of_walled(connectivity: Connectivity, walkable: &WalkableCells) -> Result<Self, MapError> {
        let (lines, words) = (walkable.lines_along_rows(), walkable.rows.words_per_row());
        let mut first: Vec<u32> = zeroed(words * walkable.height())?;
        let mut count = 1;
        for (number, first) in first.iter_mut().enumerate() {
            let (y, word) = (number / words, number % words);
            *first = count;
            count += starts(lines.cells.row(y as isize)[word], cut(lines, y, word)).count_ones();
        }
        let mut links: Vec<u32> = zeroed(count as usize)?;
        (0..).zip(&mut links).for_each(|(label, link)| *link = label);
        let mut joining = Joining { walkable, lines, words, first: &first, links: &mut links };
        match connectivity {
            Connectivity::Hexagonal { .. } => joining.join_hexagons(),
            _ => (0..walkable.height()).for_each(|y| joining.join_row(connectivity, y)),
        }
        for label in 0..links.len() {
            // The root is the smallest label of its component, and smaller labels link to their roots already.
            links[label] = links[links[label] as usize];
        }
        Ok(Self { first, links })
    }
}

/// The cells of a word from which the step to the next cell of the row is closed, and the step back.
#[inline(always)]
pub(super) fn cut(lines: WalledLines, y: usize, word: usize) -> u64 {
    lines.walls.map_or(0, |[up, down, ..]| up.row(y as isize)[word] & down.row(y as isize)[word])
}

struct Joining<'a> {
    walkable: &'a WalkableCells,
    lines: WalledLines<'a>,
    words: usize,
    first: &'a [u32],
    links: &'a mut [u32],
}

impl Joining<'_> {
    fn label(&self, x: usize, y: usize) -> u32 {
        let word = self.lines.cells.row(y as isize)[x / 64];
        let segments = starts(word, cut(self.lines, y, x / 64)) & u64::MAX >> (63 - x % 64);
        self.first[y * self.words + x / 64] + segments.count_ones() - 1
    }

    /// Joins the cells of a row with each other, and with those of the row above.
    fn join_row(&mut self, connectivity: Connectivity, y: usize) {
        let Some([_, _, forth, back]) = self.lines.walls else { return };
        let (rows, above) = (self.lines.cells, y as isize - 1);
        for word in 0..self.words {
            let (here, up) = (rows.row(y as isize)[word], rows.row(above)[word]);
            if word > 0 && here & 1 == 1 {
                let before = rows.row(y as isize)[word - 1] & !cut(self.lines, y, word - 1);
                if before >> 63 == 1 {
                    self.join(self.label(64 * word, y), self.label(64 * word - 1, y));
                }
            }
            if y == 0 {
                continue;
            }
            let across = here & up & !(forth.row(above)[word] & back.row(above)[word]);
            // The cells before are joined already where both rows go on.
            let [along, along_above] = [(here, y), (up, y - 1)].map(|(cells, y)| cells & !cut(self.lines, y, word));
            let mut joins = across & !((across & along & along_above) << 1);
            while joins != 0 {
                let x = 64 * word + joins.trailing_zeros() as usize;
                joins &= joins - 1;
                self.join(self.label(x, y), self.label(x, y - 1));
            }
            if connectivity == Connectivity::Diagonal {
                self.join_corners(word, y);
            }
        }
    }

    /// Joins the cells of a word with cells of the row above by diagonal steps that pass two obstacles.
    fn join_corners(&mut self, word: usize, y: usize) {
        let (rows, above) = (self.lines.cells, y as isize - 1);
        let here = rows.row(y as isize)[word];
        let words = self.words;
        let next = |row: isize, side: i32| {
            let at = rows.row(row);
            let beside = |word: usize| if word < words { at[word] } else { 0 };
            match side {
                1 => at[word] >> 1 | beside(word + 1) << 63,
                _ => at[word] << 1 | if word > 0 { at[word - 1] >> 63 } else { 0 },
            }
        };
        for side in [-1, 1] {
            // Where a cell beside the step is walkable, two straight steps lead the same way, or walls cut that one.
            let mut ends = here & next(above, side);
            while ends != 0 {
                let x = 64 * word + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let beside = (x as i32 + side) as usize;
                if self.label(x, y) != self.label(beside, y - 1) && self.has_corner_step(x, y, side) {
                    self.join(self.label(x, y), self.label(beside, y - 1));
                }
            }
        }
    }

    /// Whether a diagonal step under `Always` leads from a cell to the row above, or back.
    fn has_corner_step(&self, x: usize, y: usize, side: i32) -> bool {
        let legal = |x: usize, y: usize, step: (i32, i32)| {
            let around = self.lines.cells.around(x, y);
            let closed = self.lines.walls.and_then(|walls| closed_around(walls, x, y)).unwrap_or_default();
            let legal = DiagonalRule::Always.successors_between(crate::movement::ANY_ARRIVAL, around, &closed);
            DIRECTIONS.iter().position(|&direction| direction == step).is_some_and(|i| legal >> i & 1 == 1)
        };
        legal(x, y, (side, -1)) || legal((x as i32 + side) as usize, y - 1, (-side, 1))
    }

    fn join_hexagons(&mut self) {
        let Some(walls) = self.walkable.walls() else { return };
        let layout = self.walkable.layout();
        for (x, y) in (0..self.walkable.height()).flat_map(|y| (0..self.walkable.width()).map(move |x| (x, y))) {
            if !self.walkable.is_walkable(x, y) {
                continue;
            }
            let cell = self.walkable.cell(IndexCell { x: x as i32, y: y as i32 });
            let is_open = |&next: &crate::grid::Cell| {
                let at = self.walkable.index_cell(next);
                let is_inside = self.walkable.size().contains(next);
                is_inside
                    && self.walkable.is_walkable(at.x as usize, at.y as usize)
                    && !(walls.closes(cell, next) && walls.closes(next, cell))
            };
            for next in layout.neighbors(cell).filter(is_open) {
                let at = self.walkable.index_cell(next);
                let (one, other) = (self.label(x, y), self.label(at.x as usize, at.y as usize));
                if one > other {
                    let (a, b) = (root(self.links, one), root(self.links, other));
                    self.links[a.max(b) as usize] = a.min(b);
                }
            }
        }
    }

    fn join(&mut self, one: u32, other: u32) {
        let (a, b) = (root(self.links, one), root(self.links, other));
        self.links[a.max(b) as usize] = a.min(b);
    }
}

/// The root of a label. Halves the way there.
fn root(links: &mut [u32], mut label: u32) -> u32 {
    while links[label as usize] != label {
        let after = links[links[label as usize] as usize];
        links[label as usize] = after;
        label = after;
    }
    label
}
