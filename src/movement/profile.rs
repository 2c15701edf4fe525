//! Traversal profiles: which cell types can be entered, and how much dearer a step is there.

use crate::grid::{CellType, WordHash};

/// The number of units in a multiplier of 1: the smallest in which hundredths and 64ths are whole numbers.
pub(crate) const UNITS_OF_ONE: u32 = 1600;

/// Units in 1/100 and in 1/64.
const UNITS_OF_HUNDREDTH: u32 = UNITS_OF_ONE / 100;
const UNITS_OF_64TH: u32 = UNITS_OF_ONE / 64;

/// The smallest number that is accepted as a multiplier.
const MIN_MULTIPLIER: f64 = 1.0 / 128.0;

/// The largest multiplier.
const MAX_MULTIPLIER: f64 = 1024.0;

const MILLION: f64 = 1e6;

/// The multiplier is not a number, below 1 / 128, or above 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiplierError;

/// The factor of a step's cost on a cell: a multiple of 1/100 or of 1/64, from 1/100 to 1024.
///
/// People write decimals, and 0.1 or 1.2 are no multiples of 1/64. Smaller steps would do for decimals too. But
/// searches over weighted terrain count in what all multipliers of a profile share, in 32 bits. With steps of 1/1024,
/// sums would pass 2^32 on 16 times smaller maps, and A* over cells would answer there. Decimals share more than 64ths
/// do: 1 and 1.2 are 5 and 6 fifths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplier {
    units: u32,
    /// The relative error of a multiplier that was rounded up, in millionths; 0 for others.
    excess: u32,
}

impl Multiplier {
    /// The multiplier of cells that change no cost.
    pub const ONE: Self = Self { units: UNITS_OF_ONE, excess: 0 };

    /// `multiplier`, a number from 1/128 to 1024, if it is a multiple of 1/64; else the nearest multiple of 1/100, and
    /// at least 1/100.
    pub fn new(multiplier: f64) -> Result<Self, MultiplierError> {
        if !(MIN_MULTIPLIER..=MAX_MULTIPLIER).contains(&multiplier) {
            return Err(MultiplierError);
        }
        let in_64ths = multiplier * 64.0;
        // The first product is exact, and the second one is rounded alike on all platforms. Halves are rounded up.
        let units = match in_64ths == in_64ths.trunc() {
            true => in_64ths as u32 * UNITS_OF_64TH,
            false => ((multiplier * 100.0).round() as u32).max(1) * UNITS_OF_HUNDREDTH,
        };
        let excess = (f64::from(units) / f64::from(UNITS_OF_ONE) / multiplier - 1.0) * MILLION;
        Ok(Self { units, excess: excess.ceil().max(0.0) as u32 })
    }

    /// The multiplier after rounding.
    pub fn get(self) -> f64 {
        f64::from(self.units) / f64::from(UNITS_OF_ONE)
    }

    /// The multiplier in units of 1/1600: from 16 to 1,638,400.
    pub(crate) fn units(self) -> u32 {
        self.units
    }

    /// The units, and by how many millionths the multiplier was rounded up.
    pub(crate) fn parts(self) -> (u32, u32) {
        (self.units, self.excess)
    }

    /// The multiplier of these parts; `None` if no multiplier has them.
    pub(crate) fn of_parts(units: u32, excess: u32) -> Option<Self> {
        let is_multiple = units.is_multiple_of(UNITS_OF_HUNDREDTH) || units.is_multiple_of(UNITS_OF_64TH);
        let is_in_range = (UNITS_OF_HUNDREDTH..=MAX_MULTIPLIER as u32 * UNITS_OF_ONE).contains(&units);
        (is_multiple && is_in_range && excess <= MILLION as u32).then_some(Self { units, excess })
    }
}

/// Which multipliers a step counts.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charge {
    /// The mean of the multipliers of the two cells that the step joins. A path costs the same in both directions.
    #[default]
    Mean = 0,
    /// The multiplier of the cell that the step enters. A* over cells answers all queries.
    Entered = 1,
}

/// A set of cell types that can't be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BlockedTypes {
    /// Bit `t % 64` of word `t / 64` stands for type `t`.
    bits: [u64; 4],
}

impl BlockedTypes {
    /// The set of the default profile: [`CellType::OBSTACLE`] alone.
    pub(crate) const OBSTACLE: Self = Self { bits: [1 << CellType::OBSTACLE.0, 0, 0, 0] };

    /// Whether the type is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, cell_type: CellType) -> bool {
        self.bits[usize::from(cell_type.0 / 64)] >> (cell_type.0 % 64) & 1 == 1
    }

    fn set(&mut self, cell_type: CellType, is_blocked: bool) {
        let word = &mut self.bits[usize::from(cell_type.0 / 64)];
        *word = *word & !(1 << (cell_type.0 % 64)) | u64::from(is_blocked) << (cell_type.0 % 64);
    }
}

/// A traversal profile: for each cell type its multiplier, or that the type can't be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Multipliers by cell type, in units of 1/1600; 0 for a blocked type.
    units: [u32; 256],
    /// Excess of each [`Multiplier`], by cell type.
    excess: [u32; 256],
    charge: Charge,
    blocked: BlockedTypes,
    /// The multiplier of all types that are not blocked; `None` if they have different ones.
    only_multiplier: Option<Multiplier>,
    /// The smallest multiplier of a type that is not blocked.
    least: Multiplier,
}

impl Profile {
    /// The multiplier of a cell type; `None` if the type is blocked.
    pub fn multiplier(&self, cell_type: CellType) -> Option<Multiplier> {
        let units = self.units[usize::from(cell_type.0)];
        (units > 0).then_some(Multiplier { units, excess: self.excess[usize::from(cell_type.0)] })
    }

    /// Sets the multiplier of a cell type; `None` blocks the type.
    pub fn set(&mut self, cell_type: CellType, multiplier: Option<Multiplier>) {
        self.units[usize::from(cell_type.0)] = multiplier.map_or(0, Multiplier::units);
        self.excess[usize::from(cell_type.0)] = multiplier.map_or(0, |multiplier| multiplier.excess);
        self.blocked.set(cell_type, multiplier.is_none());
        let entered = || self.units.iter().copied().filter(|&units| units > 0);
        let least = entered().min().unwrap_or(UNITS_OF_ONE);
        self.least = Multiplier { units: least, excess: 0 };
        self.only_multiplier = entered().all(|units| units == least).then_some(self.least);
    }

    /// A hash of the multipliers and the charge.
    pub(crate) fn hash(&self) -> u64 {
        let multipliers = self.units.iter().zip(&self.excess);
        let words = multipliers.map(|(&units, &excess)| u64::from(units) | u64::from(excess) << 32);
        words.fold(WordHash::new(2).with(self.charge as u64), WordHash::with).finish()
    }

    /// The largest factor by which a multiplier was rounded up: 1 or more. No path costs more than its cost without
    /// rounding, times this factor.
    pub(crate) fn excess(&self) -> f64 {
        1.0 + f64::from(self.excess.iter().copied().max().unwrap_or(0)) / MILLION
    }

    /// Which multipliers a step counts.
    pub fn charge(&self) -> Charge {
        self.charge
    }

    /// Sets which multipliers a step counts.
    pub fn set_charge(&mut self, charge: Charge) {
        self.charge = charge;
    }

    /// Multipliers by cell type, in units of 1/1600; 0 for a blocked type.
    pub(crate) fn units(&self) -> &[u32; 256] {
        &self.units
    }

    /// The blocked types.
    pub(crate) fn blocked(&self) -> BlockedTypes {
        self.blocked
    }

    /// The smallest multiplier of a type that is not blocked; 1 if all types are blocked. A blocked start has this
    /// multiplier.
    pub(crate) fn least(&self) -> Multiplier {
        self.least
    }

    /// The one multiplier of all types that are not blocked; `None` if they have different ones.
    pub(crate) fn only_multiplier(&self) -> Option<Multiplier> {
        self.only_multiplier
    }
}

impl Default for Profile {
    /// [`CellType::OBSTACLE`] is blocked. All other types have a multiplier of 1.
    fn default() -> Self {
        let mut units = [UNITS_OF_ONE; 256];
        units[usize::from(CellType::OBSTACLE.0)] = 0;
        let (blocked, only_multiplier) = (BlockedTypes::OBSTACLE, Some(Multiplier::ONE));
        Self { units, excess: [0; 256], charge: Charge::default(), blocked, only_multiplier, least: Multiplier::ONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multipliers_are_hundredths_or_sixty_fourths() {
        for (given, expected) in [
            (1.0, 1.0),
            (1.5, 1.5),
            (1.0 / 128.0, 0.01),
            (1.0 / 64.0, 1.0 / 64.0),
            (1024.0, 1024.0),
            (1023.999, 1024.0),
            (0.1, 0.1),
            (f64::from(0.1_f32), 0.1),
            (1.2, 1.2),
            (77.0 / 64.0, 77.0 / 64.0),
            (1.237, 1.24),
            (1.0 / 3.0, 0.33),
        ] {
            assert_eq!(Multiplier::new(given).map(Multiplier::get), Ok(expected), "{given}");
        }
        for given in [0.0, -1.0, 0.0078, 1024.001, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Multiplier::new(given), Err(MultiplierError), "{given}");
        }
    }

    #[test]
    fn the_default_profile_blocks_obstacles_alone() {
        let profile = Profile::default();
        for number in 0..=255 {
            let expected = (number != 1).then_some(Multiplier::ONE);
            assert_eq!(profile.multiplier(CellType(number)), expected, "{number}");
            assert_eq!(profile.blocked().contains(CellType(number)), number == 1, "{number}");
        }
        assert_eq!((profile.blocked(), profile.only_multiplier()), (BlockedTypes::OBSTACLE, Some(Multiplier::ONE)));
    }

    #[test]
    fn a_profile_knows_whether_it_weighs() {
        let (two, three) = (Multiplier::new(2.0).unwrap(), Multiplier::new(3.0).unwrap());
        let mut profile = Profile::default();
        for number in 0..=255 {
            profile.set(CellType(number), (number % 3 != 0).then_some(two));
        }
        assert_eq!(profile.only_multiplier(), Some(two));
        assert!((0..=255).all(|number| profile.blocked().contains(CellType(number)) == (number % 3 == 0)));
        profile.set(CellType(255), Some(three));
        assert_eq!((profile.only_multiplier(), profile.multiplier(CellType(255))), (None, Some(three)));
        (0..=255).for_each(|number| profile.set(CellType(number), None));
        assert_eq!(profile.only_multiplier(), Some(Multiplier::ONE));
    }
}
