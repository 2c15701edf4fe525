//! Positions of agents in fixed point, and limits of the other numbers.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

/// A cell in units of positions.
pub(super) const ONE: i32 = 1 << 16;

/// A unit of positions in cells.
pub(super) const CELL: f32 = 1.0 / ONE as f32;

/// Numbers nearer to 0 count as 0, so that no product of two speeds and two lengths is denormal. Far below what an
/// agent can gain in the shortest step, so that small changes add up.
pub(super) const SMALLEST: f32 = 1.0e-12;

/// Cells per second, each second, at least.
pub(super) const LEAST_ACCELERATION: f32 = 1.0e-6;

/// The radius of an agent in cells, at most.
pub(super) const MOST_RADIUS: f32 = 4.0;

/// The radius of an agent in cells, at least.
pub(super) const LEAST_RADIUS: f32 = 1.0 / 64.0;

/// The speed of an agent in cells per second, at most.
pub(super) const MOST_SPEED: f32 = 1024.0;

/// Wishes are shortened to this many cells per second, so that their squares are finite.
const MOST_WISH: f32 = 2.0 * MOST_SPEED;

/// The part of a cell that an agent goes in one step, at most. Walls hold because a step ends at most one cell away.
/// Positions are rounded to units, so it is a little less than the 0.45 that callers are told.
pub(super) const MOST_STEP: f32 = 0.45 - 4.0 * CELL;

/// Cells per second at which agents that overlap come apart, and come out of walls, if their own speed is lower.
pub(super) const SEPARATION: f32 = 0.5;

/// A number, or 0 if it is nearer to 0 than [`SMALLEST`].
#[inline(always)]
pub(super) fn clean(number: f32) -> f32 {
    if number > -SMALLEST && number < SMALLEST { 0.0 } else { number }
}

/// A wish without numbers too small or too large to compute with. Its direction stays.
#[inline(always)]
pub(super) fn clean_wish([x, y]: [f32; 2]) -> [f32; 2] {
    let most = larger(x.abs(), y.abs());
    let scale = MOST_WISH / larger(most, MOST_WISH);
    [clean(x * scale), clean(y * scale)]
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

/// A velocity up to a speed, which is given squared, in its own direction.
#[inline(always)]
pub(super) fn limited([x, y]: [f32; 2], most_squared: f32) -> [f32; 2] {
    let squared = x * x + y * y;
    let scale = if squared > most_squared { (most_squared / squared).sqrt() } else { 1.0 };
    [x * scale, y * scale]
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

/// A velocity in cells per second that threads share, as a [`SharedPoint`].
#[derive(Debug, Default)]
pub(super) struct SharedVelocity([AtomicU32; 2]);

impl SharedVelocity {
    #[inline(always)]
    pub(super) fn get(&self) -> [f32; 2] {
        [0, 1].map(|part| f32::from_bits(self.0[part].load(Ordering::Relaxed)))
    }

    #[inline(always)]
    pub(super) fn set(&self, [x, y]: [f32; 2]) {
        self.0[0].store(x.to_bits(), Ordering::Relaxed);
        self.0[1].store(y.to_bits(), Ordering::Relaxed);
    }
}
