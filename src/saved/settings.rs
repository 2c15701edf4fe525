//! The numbers of a grid's def.

use super::error::SavedError;
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::grid::{GridSize, MAX_SIDE};

/// The settings of a grid. What is chosen by number is kept by the number that the C ABI has for it, and checked as in
/// a def.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) size: GridSize,
    pub(crate) layout: u32,
    pub(crate) diagonal_rule: u32,
    pub(crate) engine: u32,
    pub(crate) order: u32,
    pub(crate) heuristic: u32,
    pub(crate) max_expansions: u32,
    /// The costs of a straight and of a diagonal step, and the weight of the heuristic.
    pub(crate) costs: [f64; 3],
    /// The origin, the column axis and the row axis.
    pub(crate) place: [[f32; 3]; 3],
}

impl Settings {
    pub(super) fn write(&self, out: &mut ByteWriter) -> Result<(), OutOfMemory> {
        for number in self.numbers() {
            out.put_u32(number)?;
        }
        for cost in self.costs {
            out.put_u64(cost.to_bits())?;
        }
        for part in self.place.as_flattened() {
            out.put_u32(part.to_bits())?;
        }
        Ok(())
    }

    fn numbers(&self) -> [u32; 8] {
        let GridSize { width, height } = self.size;
        let chosen = [self.layout, self.diagonal_rule, self.engine, self.order, self.heuristic, self.max_expansions];
        let [layout, rule, engine, order, heuristic, limit] = chosen;
        [width, height, layout, rule, engine, order, heuristic, limit]
    }

    /// The settings of a map that may exist. The caller checks all else.
    pub(super) fn read(bytes: &mut ByteReader) -> Result<Self, SavedError> {
        let settings = Self::parse(bytes).filter(|_| bytes.is_at_end()).ok_or(SavedError::Damaged)?;
        let sides = 1..=MAX_SIDE;
        let is_legal = sides.contains(&settings.size.width) && sides.contains(&settings.size.height);
        if is_legal { Ok(settings) } else { Err(SavedError::Damaged) }
    }

    fn parse(bytes: &mut ByteReader) -> Option<Self> {
        let mut numbers = [0; 8];
        for number in &mut numbers {
            *number = bytes.u32()?;
        }
        let [width, height, layout, diagonal_rule, engine, order, heuristic, max_expansions] = numbers;
        let (mut costs, mut place) = ([0.0; 3], [[0.0; 3]; 3]);
        for cost in &mut costs {
            *cost = f64::from_bits(bytes.u64()?);
        }
        for part in place.as_flattened_mut() {
            *part = f32::from_bits(bytes.u32()?);
        }
        let size = GridSize { width, height };
        Some(Self { size, layout, diagonal_rule, engine, order, heuristic, max_expansions, costs, place })
    }
}
