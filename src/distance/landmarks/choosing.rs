//! Choosing the landmarks.
//!
//! Each connected [`Area`] of the map gets a share of the landmarks. The first landmark of an area is the
//! cell farthest from the first cell of the area. Each later one is the most *outlying* cell: far from the nearest
//! landmark before it, and farther still from the farthest one. By the nearest alone, the fifth landmark of a square
//! map would lie in its middle. There it tells least, because a landmark tells most about goals on its far side and on
//! its near side.
//!
//! On an open map full of small obstacles, distances without obstacles choose the landmarks.

use super::distances::LANDMARKS;
use crate::bits::pages::Pages;
use crate::grid::MapError;
use crate::movement::DiagonalRule;

/// The value of walkable cells that are too far from the source of a field, or not connected to it.
pub(crate) const UNREACHED: u16 = u16::MAX;

/// A connected area of the walkable cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    /// Number of cells.
    pub(crate) size: usize,
    /// The first cell, row by row.
    pub(crate) first: (usize, usize),
    /// Number of landmarks that the area gets.
    pub(crate) landmarks: usize,
}

/// A field of distances from one source at a time.
pub(crate) trait MeasuredField {
    /// The size of the map.
    fn size(&self) -> (usize, usize);

    /// Measures the distances from a walkable cell in the quantized costs chosen last.
    fn measure(&mut self, source: (usize, usize)) -> Result<(), MapError>;

    /// Measures the distances from the first cell of an area, and chooses quantized costs in which they fit 16 bits.
    fn fit_costs(&mut self, area: &Area) -> Result<AreaExtent, MapError>;

    /// The values of a row's cells: 0 for blocked cells, one more than the distance, or [`UNREACHED`].
    fn row(&self, y: usize) -> &[u16];

    /// How much a cell is worth as the next landmark, by its smallest and its largest distance from those so far.
    fn rank(nearest: u16, farthest: u16) -> u16;

    /// The largest value of the cells that the field reached, and the first of these cells.
    fn farthest(&self) -> AreaExtent {
        let value = |&measured: &u16| if measured < UNREACHED { measured } else { 0 };
        let (mut largest, mut largest_row) = (0, 0);
        for y in 0..self.size().1 {
            let largest_here = self.row(y).iter().map(value).max().unwrap_or(0);
            if largest_here > largest {
                (largest, largest_row) = (largest_here, y);
            }
        }
        let x = self.row(largest_row).iter().position(|&measured| measured == largest);
        AreaExtent { largest, farthest: (x.unwrap_or(0), largest_row), is_open: false }
    }
}

/// How far an area extends from its first cell.
pub(crate) struct AreaExtent {
    /// The largest distance, and the first cell at this distance.
    pub(crate) largest: u16,
    pub(crate) farthest: (usize, usize),
    /// Whether the area is open and full of small obstacles.
    pub(crate) is_open: bool,
}

/// The number of fields that [`choose`] stores at a time: interleaving them one by one would take twice as long.
pub(crate) const STORED: usize = 4;

/// Chooses the [`LANDMARKS`] landmarks for the areas of the map, which share them. Calls `store` with the number of a
/// landmark and the values of the fields from this landmark and the following ones, by row index.
pub(crate) fn choose(
    rule: DiagonalRule,
    areas: &[Area],
    field: &mut impl MeasuredField,
    store: &mut dyn FnMut(usize, &[Pages<u16>; STORED]),
) -> Result<(), MapError> {
    let (width, height) = field.size();
    // Distances without obstacles, in halves of a straight step: a diagonal step is 3, between one and two straight
    // steps. Under `Never`, a step along each axis is 4. The largest distance fits 16 bits.
    let extra = if rule == DiagonalRule::Never { 2 } else { 1 };
    let octile = |dx: u16, dy: u16| 2 * dx.max(dy) + extra * dx.min(dy);
    let mut spread = LandmarkSpread::new(width * height)?;
    let mut values: [Pages<u16>; STORED] = Default::default();
    for values in &mut values {
        *values = Pages::mapped(width * height)?;
    }
    let mut number = 0;
    for area in areas {
        let extent = if number == 0 {
            field.fit_costs(area)?
        } else {
            field.measure(area.first)?;
            field.farthest()
        };
        let is_open = extent.is_open && area.landmarks == LANDMARKS;
        spread.begin(if is_open { octile(width as u16, height as u16) } else { extent.largest });
        let mut next = extent.farthest;
        for _ in 0..area.landmarks {
            field.measure(next)?;
            next = if is_open {
                let (to_x, to_y) = (next.0 as u16, next.1 as u16);
                spread.add(field, |x, y, _| octile(x.abs_diff(to_x), y.abs_diff(to_y)))
            } else {
                spread.add(field, |_, _, measured| measured)
            };
            for (y, values) in values[number % STORED].chunks_exact_mut(width).enumerate() {
                values.copy_from_slice(field.row(y));
            }
            number += 1;
            if number.is_multiple_of(STORED) {
                store(number - STORED, &values);
            }
        }
    }
    Ok(())
}

/// Calls `visit` with each cell from a row index on, given its distances from some landmarks, by the values of their
/// fields. A blocked cell has the largest number.
#[inline(always)]
pub(crate) fn interleave<'a, T: 'a>(
    cells: impl Iterator<Item = &'a mut T>,
    values: &[Pages<u16>; STORED],
    row_index: usize,
    mut visit: impl FnMut(&mut T, [u16; STORED]),
) {
    let [one, two, three, four] = values.each_ref().map(|values| &values[row_index..]);
    let values = one.iter().zip(two).zip(three.iter().zip(four));
    for (cell, ((one, two), (three, four))) in cells.zip(values) {
        visit(cell, [one, two, three, four].map(|value| value.wrapping_sub(1)));
    }
}

/// For each cell, by row index, the smallest and the largest distance from the landmarks so far.
struct LandmarkSpread {
    nearest: Pages<u16>,
    farthest: Pages<u16>,
    /// Distances are shifted to the left by this number of bits, so that the high halves of products tell them apart.
    shift: u32,
}

impl LandmarkSpread {
    /// For a number of cells.
    fn new(cells: usize) -> Result<Self, MapError> {
        Ok(Self { nearest: Pages::mapped(cells)?, farthest: Pages::mapped(cells)?, shift: 0 })
    }

    /// Forgets all landmarks. No distance will be much larger than `largest`.
    fn begin(&mut self, largest: u16) {
        self.nearest.fill(u16::MAX);
        self.farthest.fill(0);
        self.shift = largest.leading_zeros().saturating_sub(1);
    }

    /// Adds the landmark from which a field was measured. Returns the most outlying of the cells that it reached.
    /// `distance` tells how far the landmark is, given `x`, `y` and the value of the field.
    #[inline(always)]
    fn add<F: MeasuredField>(&mut self, field: &F, distance: impl Fn(u16, u16, u16) -> u16) -> (usize, usize) {
        let (width, shift, largest) = (field.size().0, self.shift, u16::MAX >> self.shift);
        let rows = self.nearest.chunks_exact_mut(width).zip(self.farthest.chunks_exact_mut(width));
        let (mut highest, mut highest_row) = (0, 0);
        for (y, (nearest, farthest)) in rows.enumerate() {
            let mut highest_here = 0;
            let cells = nearest.iter_mut().zip(farthest).zip(field.row(y));
            for (x, ((nearest, farthest), &measured)) in (0..).zip(cells) {
                let distance = distance(x, y as u16, measured).min(largest) << shift;
                *nearest = distance.min(*nearest);
                *farthest = distance.max(*farthest);
                highest_here = highest_here.max(rank::<F>(*nearest, *farthest, measured));
            }
            if highest_here > highest {
                (highest, highest_row) = (highest_here, y);
            }
        }
        let row = field.row(highest_row).iter().enumerate();
        let index = |x: usize| highest_row * width + x;
        let mut ranks = row.map(|(x, &measured)| rank::<F>(self.nearest[index(x)], self.farthest[index(x)], measured));
        (ranks.position(|rank| rank == highest).unwrap_or(0), highest_row)
    }
}

/// The rank of a cell with a measured value: above 0 for a cell that the field reached, else 0.
#[inline(always)]
fn rank<F: MeasuredField>(nearest: u16, farthest: u16, measured: u16) -> u16 {
    if measured != 0 && measured != UNREACHED { F::rank(nearest, farthest).max(1) } else { 0 }
}
