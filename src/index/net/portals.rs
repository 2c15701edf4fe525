//! Where the portals of a net lie. All coordinates are index cells.

use super::terms::{APART, SHORT, SIDE};
use crate::OutOfMemory;
use crate::bits::bit_rows::{BitRows, reserved};
use crate::index::walkable_cells::{Block, WalkableCells};
use std::ops::Range;

/// A portal: its x and y.
pub(crate) type Portal = (usize, usize);

/// A portal, or another cell, as one number: `y << 16 | x`.
pub(crate) fn packed_portal((x, y): Portal) -> u32 {
    (y << 16 | x) as u32
}

pub(crate) fn unpacked_portal(packed: u32) -> Portal {
    ((packed & 0xffff) as usize, (packed >> 16) as usize)
}

/// The portals of a map, as bits on the lines.
///
/// A *segment* is the part of a line between two corners. Bit i of a segment, from 1 to `SIDE` - 1, is a portal i cells
/// after the corner.
#[derive(Debug)]
pub(crate) struct Portals {
    /// Number of clusters in a row and in a column.
    across: usize,
    down: usize,
    /// Segments along x: entry `line * across + cluster's x`. Those of the map's edges are empty.
    rows: Vec<u32>,
    /// Segments along y: entry `cluster's y * (across + 1) + line`.
    columns: Vec<u32>,
    /// Corners: entry `line along x * (across + 1) + line along y`.
    corners: Vec<bool>,
}

impl Portals {
    pub(super) fn new(walkable: &WalkableCells) -> Result<Self, OutOfMemory> {
        let (width, height) = (walkable.width(), walkable.height());
        let clusters = |side: usize| (side - 1).div_ceil(SIDE).max(1);
        let (across, down) = (clusters(width), clusters(height));
        let mut portals = Self {
            across,
            down,
            rows: filled((down + 1) * across, 0)?,
            columns: filled(down * (across + 1), 0)?,
            corners: filled((down + 1) * (across + 1), false)?,
        };
        portals.after_edit(walkable, Block { x: (0, width - 1), y: (0, height - 1) });
        Ok(portals)
    }

    pub(super) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let (rows, columns, corners) = (copied(&self.rows)?, copied(&self.columns)?, copied(&self.corners)?);
        Ok(Self { rows, columns, corners, ..*self })
    }

    /// Number of clusters.
    pub(crate) fn clusters(&self) -> usize {
        self.across * self.down
    }

    /// Number of clusters in a row and in a column.
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.across, self.down)
    }

    /// The first cell of a cluster, on the corner of its first lines.
    pub(crate) fn origin(&self, cluster: usize) -> (usize, usize) {
        (cluster % self.across * SIDE, cluster / self.across * SIDE)
    }

    /// A cluster in which a cell lies.
    pub(crate) fn cluster_of(&self, (x, y): (usize, usize)) -> usize {
        (y / SIDE).min(self.down - 1) * self.across + (x / SIDE).min(self.across - 1)
    }

    /// Calls `visit` with each cluster that has a cell of the block, lines included.
    pub(crate) fn clusters_at(&self, block: Block, mut visit: impl FnMut(usize)) {
        let span =
            |(first, last): (usize, usize), count: usize| first.saturating_sub(1) / SIDE..=(last / SIDE).min(count - 1);
        for y in span(block.y, self.down) {
            span(block.x, self.across).for_each(|x| visit(y * self.across + x));
        }
    }

    /// Places the portals anew that depend on the cells of a block.
    pub(super) fn after_edit(&mut self, walkable: &WalkableCells, block: Block) {
        // Lines and segments that have a cell of the block.
        let lines = |(first, last): (usize, usize)| first.div_ceil(SIDE)..last / SIDE + 1;
        let segments =
            |(first, last): (usize, usize), count: usize| first.saturating_sub(1) / SIDE..(last / SIDE + 1).min(count);
        for line in lines(block.y) {
            for corner in lines(block.x) {
                let inner = (1..self.down).contains(&line) || (1..self.across).contains(&corner);
                let is_portal = inner && walkable.is_walkable(corner * SIDE, line * SIDE);
                self.corners[line * (self.across + 1) + corner] = is_portal;
            }
            if (1..self.down).contains(&line) {
                for x in segments(block.x, self.across) {
                    self.rows[line * self.across + x] = placed(segment(&walkable.rows, x * SIDE, line * SIDE));
                }
            }
        }
        for line in lines(block.x).filter(|line| (1..self.across).contains(line)) {
            for y in segments(block.y, self.down) {
                let bits = segment(&walkable.columns, y * SIDE, line * SIDE);
                self.columns[y * (self.across + 1) + line] = placed(bits);
            }
        }
    }

    /// The segments of a cluster: its first and last row, its first and last column.
    #[inline(always)]
    fn segments(&self, cluster: usize) -> [u32; 4] {
        let (x, y) = (cluster % self.across, cluster / self.across);
        let column = y * (self.across + 1) + x;
        [self.rows[cluster], self.rows[cluster + self.across], self.columns[column], self.columns[column + 1]]
    }

    /// Whether the corners of a cluster are portals: first row, then last row.
    #[inline(always)]
    fn corners(&self, cluster: usize) -> [bool; 4] {
        let corner = cluster / self.across * (self.across + 1) + cluster % self.across;
        let below = corner + self.across + 1;
        [self.corners[corner], self.corners[corner + 1], self.corners[below], self.corners[below + 1]]
    }

    /// Calls `visit` with the number and the cell of each portal of a cluster.
    #[inline(always)]
    pub(crate) fn of_cluster(&self, cluster: usize, mut visit: impl FnMut(usize, Portal)) {
        let (x, y) = self.origin(cluster);
        let mut number = 0;
        for (side, mut bits) in self.segments(cluster).into_iter().enumerate() {
            while bits != 0 {
                let at = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                visit(number, [(x + at, y), (x + at, y + SIDE), (x, y + at), (x + SIDE, y + at)][side]);
                number += 1;
            }
        }
        for (corner, is_portal) in self.corners(cluster).into_iter().enumerate() {
            if is_portal {
                visit(number, (x + corner % 2 * SIDE, y + corner / 2 * SIDE));
                number += 1;
            }
        }
    }

    /// The number of a portal in a cluster that has it.
    #[inline(always)]
    pub(crate) fn number(&self, cluster: usize, (x, y): Portal) -> usize {
        let origin = self.origin(cluster);
        let (x, y) = (x - origin.0, y - origin.1);
        let segments = self.segments(cluster);
        let ones = |count: usize| segments[..count].iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
        let before = |side: usize, at: usize| ones(side) + (segments[side] & ((1 << at) - 1)).count_ones() as usize;
        match (x, y) {
            (0 | SIDE, 0 | SIDE) => {
                let corner = x / SIDE + y / SIDE * 2;
                ones(4) + self.corners(cluster)[..corner].iter().filter(|&&is_portal| is_portal).count()
            }
            (_, 0) => before(0, x),
            (_, SIDE) => before(1, x),
            (0, _) => before(2, y),
            _ => before(3, y),
        }
    }

    /// The clusters of a portal: one to four, each once.
    #[inline(always)]
    pub(crate) fn clusters_of(&self, (x, y): Portal) -> impl Iterator<Item = usize> + use<> {
        let span = |at: usize, count: usize| {
            let last = (at / SIDE).min(count - 1);
            (if at.is_multiple_of(SIDE) && at > 0 { at / SIDE - 1 } else { last })..=last
        };
        let (across, columns) = (self.across, span(x, self.across));
        span(y, self.down).flat_map(move |row| columns.clone().map(move |column| row * across + column))
    }

    /// Calls `visit` with the portals on a line along x, at the clusters of the given columns, in rising order of x.
    pub(super) fn along_row(&self, line: usize, columns: Range<usize>, mut visit: impl FnMut(Portal)) {
        for x in columns.start..=columns.end {
            let corner = self.corners[line * (self.across + 1) + x];
            let bits = if x < columns.end { self.rows[line * self.across + x] } else { 0 };
            of_segment(corner, bits, |at| visit((x * SIDE + at, line * SIDE)));
        }
    }

    /// The same along y, at the clusters of the given rows.
    pub(super) fn along_column(&self, line: usize, rows: Range<usize>, mut visit: impl FnMut(Portal)) {
        for y in rows.start..=rows.end {
            let corner = self.corners[y * (self.across + 1) + line];
            let bits = if y < rows.end { self.columns[y * (self.across + 1) + line] } else { 0 };
            of_segment(corner, bits, |at| visit((line * SIDE, y * SIDE + at)));
        }
    }

    /// Each portal is *owned* by one cluster, or by a place beyond the last one: that of its first segments and corner.
    /// Number of places.
    pub(super) fn owners(&self) -> usize {
        (self.down + 1) * (self.across + 1)
    }

    /// The place that owns a portal, and the portal's number there; none if there is no portal at the cell.
    #[inline(always)]
    pub(super) fn owned(&self, (x, y): Portal) -> Option<(usize, usize)> {
        let (column, line) = (x / SIDE, y / SIDE);
        let [row_bits, column_bits, corner] = self.owned_at(column, line);
        let (x, y) = (x % SIDE, y % SIDE);
        let before = |bits: u32, at: usize| (bits & ((1 << at) - 1)).count_ones() as usize;
        let (is_portal, number) = match (x, y) {
            (0, 0) => (corner != 0, (row_bits.count_ones() + column_bits.count_ones()) as usize),
            (x, 0) => (row_bits >> x & 1 != 0, before(row_bits, x)),
            (0, y) => (column_bits >> y & 1 != 0, row_bits.count_ones() as usize + before(column_bits, y)),
            _ => (false, 0),
        };
        is_portal.then_some((line * (self.across + 1) + column, number))
    }

    fn owned_at(&self, column: usize, line: usize) -> [u32; 3] {
        let row = if column < self.across { self.rows[line * self.across + column] } else { 0 };
        let upright = if line < self.down { self.columns[line * (self.across + 1) + column] } else { 0 };
        [row, upright, u32::from(self.corners[line * (self.across + 1) + column])]
    }

    /// Calls `visit` with the portals of a place, in the order of their numbers.
    pub(super) fn of_owner(&self, place: usize, mut visit: impl FnMut(Portal)) {
        let (column, line) = (place % (self.across + 1), place / (self.across + 1));
        let [row, upright, corner] = self.owned_at(column, line);
        let (x, y) = (column * SIDE, line * SIDE);
        (0..SIDE).filter(|&at| row >> at & 1 != 0).for_each(|at| visit((x + at, y)));
        (0..SIDE).filter(|&at| upright >> at & 1 != 0).for_each(|at| visit((x, y + at)));
        if corner != 0 {
            visit((x, y));
        }
    }

    /// Whether portals can lie at a cell.
    pub(super) fn is_on_line((x, y): (usize, usize)) -> bool {
        x.is_multiple_of(SIDE) || y.is_multiple_of(SIDE)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (4 * (self.rows.capacity() + self.columns.capacity()) + self.corners.capacity()) as u64
    }
}

/// Calls `visit` with the places of portals of a segment, and of the corner before it.
fn of_segment(corner: bool, bits: u32, visit: impl FnMut(usize)) {
    (0..SIDE).filter(|&at| bits >> at & 1 != 0 || at == 0 && corner).for_each(visit);
}

/// The walkable bits of a segment: bits 0 to `SIDE`, both corners included.
fn segment(rows: &BitRows, first: usize, line: usize) -> u64 {
    let row = rows.row(line as isize);
    let (word, bit) = (first / 64, first % 64);
    let next = row.get(word + 1).copied().unwrap_or(0);
    let bits = row[word] >> bit | if bit == 0 { 0 } else { next << (64 - bit) };
    bits & ((1 << (SIDE + 1)) - 1)
}

/// The portals of a segment. Walkable corners are portals anyway.
fn placed(walkable: u64) -> u32 {
    let (mut portals, mut rest) = (0u64, walkable);
    while rest != 0 {
        let first = rest.trailing_zeros() as usize;
        let last = first + (rest >> first).trailing_ones() as usize - 1;
        rest &= !(((1 << (last - first + 1)) - 1) << first);
        let has_corner = first == 0 || last == SIDE;
        if last - first < SHORT {
            portals |= if has_corner { 0 } else { 1 << ((first + last) / 2) };
        } else {
            let parts = (last - first).div_ceil(APART);
            (0..=parts).for_each(|part| portals |= 1 << (first + ((last - first) * part + parts / 2) / parts));
        }
    }
    (portals & ((1 << SIDE) - 2)) as u32
}

fn filled<T: Clone>(count: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut list = reserved(count)?;
    list.resize(count, value);
    Ok(list)
}

fn copied<T: Copy>(list: &[T]) -> Result<Vec<T>, OutOfMemory> {
    let mut copy = reserved(list.len())?;
    copy.extend_from_slice(list);
    Ok(copy)
}
