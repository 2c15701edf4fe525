//! A traversal profile.

use super::error::SavedError;
use super::file::{FileKind, FileReader, FileWriter};
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::grid::CellType;
use crate::movement::{Multiplier, Profile};

/// The numbers of sections. Both are always there.
const CHARGE: u32 = 1;
const COSTS: u32 = 2;

const TYPES: u32 = 256;

/// Writes a profile. `charge` is the number that the C ABI has for its charge.
pub(crate) fn write_profile(profile: &Profile, charge: u32) -> Result<ByteWriter, SavedError> {
    let mut file = FileWriter::new(FileKind::Profile)?;
    file.section(CHARGE, &mut |out| Ok(out.put_u32(charge)?))?;
    file.section(COSTS, &mut |out| write_costs(out, profile))?;
    file.finish()
}

/// The profile without its charge, and the charge's number, which the caller checks.
pub(crate) fn read_profile(bytes: &[u8]) -> Result<(Profile, u32), SavedError> {
    let mut file = FileReader::new(FileKind::Profile, bytes)?;
    let mut section = file.section(CHARGE)?;
    let charge = section.u32().filter(|_| section.is_at_end()).ok_or(SavedError::Damaged)?;
    let profile = read_costs(file.section(COSTS)?).ok_or(SavedError::Damaged)?;
    if file.next()?.is_none() { Ok((profile, charge)) } else { Err(SavedError::Damaged) }
}

/// Runs of types that cost the same: how many, the units of their multiplier, or 0 if they are blocked, and by how many
/// millionths it was rounded up. Each number is in groups of 7 bits.
fn write_costs(out: &mut ByteWriter, profile: &Profile) -> Result<(), SavedError> {
    let parts = |number: u32| profile.multiplier(CellType(number as u8)).map_or((0, 0), Multiplier::parts);
    let mut first = 0;
    while first < TYPES {
        let (units, excess) = parts(first);
        let end = (first + 1..TYPES).find(|&number| parts(number) != (units, excess)).unwrap_or(TYPES);
        for number in [end - first, units, excess] {
            out.put_short(number)?;
        }
        first = end;
    }
    Ok(())
}

fn read_costs(mut section: ByteReader) -> Option<Profile> {
    let mut profile = Profile::default();
    let mut first = 0;
    while first < TYPES {
        let (count, units, excess) = (section.short()?, section.short()?, section.short()?);
        if count == 0 || count > TYPES - first {
            return None;
        }
        let multiplier = if (units, excess) == (0, 0) { None } else { Some(Multiplier::of_parts(units, excess)?) };
        (first..first + count).for_each(|number| profile.set(CellType(number as u8), multiplier));
        first += count;
    }
    section.is_at_end().then_some(profile)
}
