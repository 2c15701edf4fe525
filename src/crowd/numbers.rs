//! Positions of agents in fixed point, and limits of the other numbers.

use std::sync::atomic::{AtomicI32, Ordering};

/// A cell in units of positions.
pub(super) const ONE: i32 = 1 << 16;

/// A unit of positions in cells.
pub(super) const CELL: f32 = 1.0 / ONE as f32;

/// Numbers nearer to 0 count as 0, so that no product of a few of them is denormal.
pub(super) const SMALLEST: f32 = 1.0e-6;

/// The radius of an agent in cells, at most.
pub(super) const MOST_RADIUS: f32 = 4.0;

/// The radius of an agent in cells, at least.
pub(super) const LEAST_RADIUS: f32 = 1.0 / 64.0;

/// The speed of an agent in cells per second, at most.
pub(super) const MOST_SPEED: f32 = 1024.0;

/// The part of a cell that an agent goes in one step, at most. Walls hold because a step ends at most one cell away.
pub(super) const MOST_STEP: f32 = 0.45;

/// A number, or 0 if it is nearer to 0 than [`SMALLEST`].
#[inline(always)]
pub(super) fn clean(number: f32) -> f32 {
    if number > -SMALLEST && number < SMALLEST { 0.0 } else { number }
}

/// The larger of two numbers. Unlike `f32::max`, which lets the platform choose between 0 and -0.
#[inline(always)]
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two numbers.
#[inline(always)]
pub(super) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// A place on a map, in 1/65536 of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Point {
    /// The point at a position in cells.
    pub(super) fn at(x: f32, y: f32) -> Self {
        Self { x: (f64::from(x) * f64::from(ONE)) as i32, y: (f64::from(y) * f64::from(ONE)) as i32 }
    }

    /// Column and row of the cell.
    #[inline(always)]
    pub(super) fn cell(self) -> (i32, i32) {
        (self.x >> 16, self.y >> 16)
    }

    /// The position in cells. Exact for 256 cells; further on, rounded to 1/2^24 of the number.
    #[inline(always)]
    pub(super) fn position(self) -> [f32; 2] {
        [self.x as f32 * CELL, self.y as f32 * CELL]
    }
}

/// A [`Point`] that threads share. Phases of a tick order reads and writes, so each access may be relaxed.
#[derive(Debug, Default)]
pub(super) struct SharedPoint {
    x: AtomicI32,
    y: AtomicI32,
}

impl SharedPoint {
    #[inline(always)]
    pub(super) fn get(&self) -> Point {
        Point { x: self.x.load(Ordering::Relaxed), y: self.y.load(Ordering::Relaxed) }
    }

    #[inline(always)]
    pub(super) fn set(&self, point: Point) {
        self.x.store(point.x, Ordering::Relaxed);
        self.y.store(point.y, Ordering::Relaxed);
    }
}
