//! The state of reservations: all on which later plans depend, besides the map. It is copied, hashed, written as bytes
//! and read again.
//!
//! ```text
//! bytes     window u32 | tick u32 | claims by hand and of single plans | claims of the last batch
//! claims    number u32 | each claim, by tick, spot and owner
//! claim     ticks after the claim before, in groups of 7 bits | spot u32 | owner, in groups of 7 bits
//! ```

use super::claims::{Claim, Claims};
use super::reservations::{MAX_WINDOW, Reservations};
use crate::OutOfMemory;
use crate::byte_stream::{ByteReader, ByteWriter, ReadError};
use crate::grid::{GridSize, WordHash};
use crate::movement::MAX_AGENT_SIZE;

/// The kind of the hash.
const RESERVATIONS: u64 = 0x5245_5356;

/// The fewest bytes of a claim.
const LEAST_BYTES: usize = 6;

impl Reservations {
    /// Takes over all of other reservations on which later plans depend: the window, its first tick and all claims.
    /// After an error nothing has changed.
    pub fn copy_from(&mut self, other: &Self) -> Result<(), OutOfMemory> {
        self.taken.reserve_copy(&other.taken)?;
        self.planned.reserve_copy(&other.planned)?;
        self.taken.copy_from(&other.taken);
        self.planned.copy_from(&other.planned);
        // The next batch takes the place of the last one.
        self.next.begin_like(&other.planned);
        (self.window, self.tick) = (other.window, other.tick);
        Ok(())
    }

    /// A hash of all that [`copy_from`](Self::copy_from) copies, the same on every platform.
    pub fn hash(&self) -> u64 {
        let hash = WordHash::new(RESERVATIONS).with(joined(self.window, self.tick));
        let hash = [&self.taken, &self.planned].into_iter().fold(hash, |hash, claims| {
            let of_claim = |Claim { tick, spot, owner }| WordHash::new(tick.into()).with(joined(spot, owner)).finish();
            // Claims are in no order.
            hash.with(claims.count() as u64).with(claims.all().map(of_claim).fold(0, u64::wrapping_add))
        });
        hash.finish()
    }

    /// Writes all that [`copy_from`](Self::copy_from) copies.
    pub(crate) fn write_state(&self, out: &mut ByteWriter) -> Result<(), OutOfMemory> {
        out.put_u32(self.window)?;
        out.put_u32(self.tick)?;
        write_claims(out, &self.taken)?;
        write_claims(out, &self.planned)
    }

    /// Reservations on a map of a size, of a state that [`write_state`](Self::write_state) has written. All of it is
    /// checked.
    pub(crate) fn of_state(size: GridSize, mut bytes: ByteReader) -> Result<Self, ReadError> {
        let (window, tick) = bytes.u32().zip(bytes.u32()).ok_or(ReadError::Damaged)?;
        let mut reservations = Self::new(window).ok_or(ReadError::Damaged)?;
        if tick > u32::MAX - MAX_WINDOW {
            return Err(ReadError::Damaged);
        }
        reservations.advance(tick).map_err(|_| ReadError::Damaged)?;
        read_claims(&mut bytes, (size, window), &mut reservations.taken)?;
        read_claims(&mut bytes, (size, window), &mut reservations.planned)?;
        if bytes.is_at_end() { Ok(reservations) } else { Err(ReadError::Damaged) }
    }
}

fn joined(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn write_claims(out: &mut ByteWriter, claims: &Claims) -> Result<(), OutOfMemory> {
    let mut sorted = Vec::new();
    sorted.try_reserve_exact(claims.count())?;
    sorted.extend(claims.all());
    sorted.sort_unstable();
    out.put_u32(sorted.len() as u32)?;
    out.reserve(sorted.len() * LEAST_BYTES)?;
    let mut last = 0;
    for Claim { tick, spot, owner } in sorted {
        out.put_short(tick - last)?;
        out.put_u32(spot)?;
        out.put_short(owner)?;
        last = tick;
    }
    Ok(())
}

fn read_claims(bytes: &mut ByteReader, (size, window): (GridSize, u32), claims: &mut Claims) -> Result<(), ReadError> {
    let count = bytes.u32().ok_or(ReadError::Damaged)? as usize;
    // So that no memory is taken for claims that are not there.
    if bytes.clone().rest().len() / LEAST_BYTES < count {
        return Err(ReadError::Damaged);
    }
    claims.reserve(count)?;
    let mut last = Claim { tick: 0, spot: 0, owner: 0 };
    for _ in 0..count {
        let claim = read_claim(bytes, last.tick).ok_or(ReadError::Damaged)?;
        if claim <= last || claim.owner == 0 || claim.tick > window || !is_near(size, claim.spot) {
            return Err(ReadError::Damaged);
        }
        claims.put(claim.tick, claim.spot, claim.owner)?;
        last = claim;
    }
    Ok(())
}

fn read_claim(bytes: &mut ByteReader, last: u32) -> Option<Claim> {
    Some(Claim { tick: last.checked_add(bytes.short()?)?, spot: bytes.u32()?, owner: bytes.short()? })
}

/// Whether a spot, in half cells, is on the map, or beyond it and one of a large agent whose lowest cell is on the map.
fn is_near(size: GridSize, spot: u32) -> bool {
    let most = |cells: u32| 2 * (cells + u32::from(MAX_AGENT_SIZE));
    (spot & 0xffff) < most(size.width) && spot >> 16 < most(size.height)
}
