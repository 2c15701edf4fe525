//! Raw pointers from callers, checked and wrapped before anything else happens.
//!
//! Each wrapper is created by an `unsafe fn` whose contract is the header's: a pointer that is not null is valid for
//! the stated number of values, and nobody else uses them during the call. Null and alignment are checked here.

use super::status::{CallOutcome, GridstarStatus};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// A struct of the C ABI that begins with its size in bytes.
///
/// # Safety
///
/// The type is `repr(C)`, its first field is a `u32`, and every bit pattern is a valid value.
pub(crate) unsafe trait SizedStruct: Copy {
    /// The sizes of all versions of the struct; the last one is the current size. Callers may pass these sizes and no
    /// others: a size between two versions would cut a field in half.
    const SIZES: &'static [u32];
    /// The values of fields that a caller's shorter struct lacks.
    const DEFAULT: Self = zeros();
}

/// A struct with its size, and zeros in all other fields.
pub(crate) const fn zeros<T: SizedStruct>() -> T {
    let mut zeros = MaybeUninit::<T>::zeroed();
    // SAFETY: by the contract of `SizedStruct`, its first field is a `u32`, and zeros are a value.
    unsafe {
        zeros.as_mut_ptr().cast::<u32>().write(size_of::<T>() as u32);
        zeros.assume_init()
    }
}

fn check_size<T: SizedStruct>(size: u32) -> Result<usize, GridstarStatus> {
    const { assert!(sizes_are_right(T::SIZES, size_of::<T>())) };
    // A larger struct comes from scripts newer than this library. Accepting it would ignore their
    // new fields.
    if T::SIZES.contains(&size) { Ok(size as usize) } else { Err(GridstarStatus::BadStructSize) }
}

/// Whether the sizes increase by multiples of 8 bytes and end with the size of the struct.
const fn sizes_are_right(sizes: &[u32], full_size: usize) -> bool {
    let (mut before, mut rest) = (0, sizes);
    while let [size, later @ ..] = rest {
        if *size <= before || !size.is_multiple_of(8) {
            return false;
        }
        (before, rest) = (*size, later);
    }
    before as usize == full_size
}

fn check<T>(pointer: *mut T) -> Result<NonNull<T>, GridstarStatus> {
    let pointer = NonNull::new(pointer).ok_or(GridstarStatus::NullPointer)?;
    if pointer.is_aligned() { Ok(pointer) } else { Err(GridstarStatus::MisalignedPointer) }
}

/// Copies a def.
///
/// # Safety
///
/// A pointer that is not null points to a `u32` that holds the number of readable bytes there.
pub(crate) unsafe fn read_def<T: SizedStruct>(def: *const T) -> Result<T, GridstarStatus> {
    let def = check(def.cast_mut())?;
    // SAFETY: by the contract the first four bytes can be read; `check` has checked their alignment.
    let size = check_size::<T>(unsafe { def.cast::<u32>().read() })?;
    let mut copy = T::DEFAULT;
    // SAFETY: by the contract `size` bytes can be read, and `check_size` has checked that they fit into a `T`, of which
    // every bit pattern is a value.
    unsafe { std::ptr::copy_nonoverlapping(def.cast::<u8>().as_ptr(), (&raw mut copy).cast::<u8>(), size) };
    Ok(copy)
}

/// A caller's place for one value.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// # Safety
    ///
    /// A pointer that is not null is valid for writes of a `T` while the `Out` lives.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, GridstarStatus> {
        check(place).map(Self)
    }

    pub(crate) fn write(&self, value: T) {
        // SAFETY: by the contract of `new`.
        unsafe { self.0.write(value) };
    }

    /// Writes the value with which a call ends.
    pub(crate) fn ok(&self, value: T) -> CallOutcome {
        self.write(value);
        Ok(GridstarStatus::Ok)
    }
}

/// A caller's place for a sized struct. Only the caller's size is written.
pub(crate) struct OutStruct<T> {
    place: NonNull<T>,
    size: usize,
}

impl<T: SizedStruct> OutStruct<T> {
    /// Takes the size from the struct's first field.
    ///
    /// # Safety
    ///
    /// A pointer that is not null points to a `u32` that holds the number of writable bytes there, while this value
    /// lives.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, GridstarStatus> {
        let place = check(place)?;
        // SAFETY: by the contract the first four bytes can be read; `check` has checked their alignment.
        let size = check_size::<T>(unsafe { place.cast::<u32>().read() })?;
        Ok(Self { place, size })
    }

    /// Takes the size from an argument.
    ///
    /// # Safety
    ///
    /// A pointer that is not null is valid for writes of `size` bytes while this value lives.
    pub(crate) unsafe fn with_size(place: *mut T, size: u32) -> Result<Self, GridstarStatus> {
        Ok(Self { place: check(place)?, size: check_size::<T>(size)? })
    }

    /// Writes one field, a number, at its offset in the struct.
    pub(crate) fn write_number(&self, offset: usize, number: u32) {
        assert!(offset + size_of::<u32>() <= self.size && offset.is_multiple_of(align_of::<u32>()));
        // SAFETY: by the contracts of `new` and `with_size` that many bytes can be written.
        unsafe { self.place.cast::<u32>().byte_add(offset).write(number) };
    }

    /// Writes the fields that the caller's size covers. The first field, the size, keeps the caller's value.
    pub(crate) fn write(&self, value: T) {
        let size = self.size as u32;
        // SAFETY: by the contracts of `new` and `with_size` that many bytes can be written, and they are at most those
        // of a `T`; the first field of a `SizedStruct` is a `u32`.
        unsafe {
            std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), self.place.cast::<u8>().as_ptr(), self.size);
            self.place.cast::<u32>().write(size);
        }
    }

    /// Writes the value with which a call ends.
    pub(crate) fn ok(&self, value: T) -> CallOutcome {
        self.write(value);
        Ok(GridstarStatus::Ok)
    }
}

/// Copies a caller's value.
///
/// # Safety
///
/// A pointer that is not null points to a value that nobody writes meanwhile.
pub(crate) unsafe fn read<T: Copy>(value: *const T) -> Result<T, GridstarStatus> {
    // SAFETY: by the contract; `check` has checked the alignment.
    Ok(unsafe { check(value.cast_mut())?.read() })
}

/// A caller's value, or `None` for a null pointer.
///
/// # Safety
///
/// A pointer that is not null points to a value that nobody writes during `'a`.
pub(crate) unsafe fn optional<'a, T>(value: *const T) -> Result<Option<&'a T>, GridstarStatus> {
    if value.is_null() {
        return Ok(None);
    }
    // SAFETY: by the contract; `check` has checked the alignment.
    Ok(Some(unsafe { check(value.cast_mut())?.as_ref() }))
}

/// A caller's buffer to read from. Null with a count of 0 is an empty buffer.
///
/// # Safety
///
/// A pointer that is not null points to `count` values that nobody writes during `'a`.
pub(crate) unsafe fn input<'a, T>(values: *const T, count: u32) -> Result<&'a [T], GridstarStatus> {
    if values.is_null() && count == 0 {
        return Ok(&[]);
    }
    let values = check(values.cast_mut())?;
    // SAFETY: by the contract. On 64-bit systems, 2^32 values of the ABI's types are less than isize::MAX bytes. On
    // 32-bit systems, no caller has a larger buffer.
    Ok(unsafe { std::slice::from_raw_parts(values.as_ptr(), count as usize) })
}

/// A caller's buffer to write to. Null with a capacity of 0 is an empty buffer.
#[derive(Debug)]
pub(crate) struct OutBuffer<T> {
    values: Option<NonNull<T>>,
    capacity: usize,
}

// SAFETY: only the owner of the buffer writes to its places, and `take` borrows it mutably.
unsafe impl<T: Send> Send for OutBuffer<T> {}

impl<T: Copy> OutBuffer<T> {
    /// # Safety
    ///
    /// A pointer that is not null is valid for writes of `capacity` values while the buffer lives. Every bit pattern,
    /// including zero, is a valid `T`.
    pub(crate) unsafe fn new(values: *mut T, capacity: u32) -> Result<Self, GridstarStatus> {
        let values = if values.is_null() && capacity == 0 { None } else { Some(check(values)?) };
        Ok(Self { values, capacity: capacity as usize })
    }

    /// Whether `needed` values fit.
    pub(crate) fn fits(&self, needed: usize) -> bool {
        needed <= self.capacity
    }

    /// Cuts off the first `count` places. This buffer keeps the others. `BufferTooSmall` leaves both untouched.
    pub(crate) fn split_off_first(&mut self, count: usize) -> Result<Self, GridstarStatus> {
        if !self.fits(count) {
            return Err(GridstarStatus::BufferTooSmall);
        }
        let first = Self { values: self.values, capacity: count };
        // SAFETY: `count` places lie within the buffer or end where it ends.
        self.values = self.values.map(|values| unsafe { values.add(count) });
        self.capacity -= count;
        Ok(first)
    }

    /// The first `needed` places, zeroed. `BufferTooSmall` leaves the buffer untouched.
    pub(crate) fn take(&mut self, needed: usize) -> Result<&mut [T], GridstarStatus> {
        if !self.fits(needed) {
            return Err(GridstarStatus::BufferTooSmall);
        }
        let Some(values) = self.values else { return Ok(&mut []) };
        // SAFETY: by the contract of `new` and the check above; zeroing makes values of what a caller left
        // uninitialised.
        unsafe {
            values.write_bytes(0, needed);
            Ok(std::slice::from_raw_parts_mut(values.as_ptr(), needed))
        }
    }
}

/// Writes a list of `count` values, and the count even if they do not fit.
pub(crate) fn write_list<T: Copy>(
    mut out: OutBuffer<T>,
    count_out: &Out<u32>,
    count: usize,
    values: impl Iterator<Item = T>,
) -> Result<(), GridstarStatus> {
    take(&mut out, count, count_out)?.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    Ok(())
}

/// The first `count` places of a buffer. `count_out` gets the count even if they do not fit.
pub(crate) fn take<'a, T: Copy>(
    out: &'a mut OutBuffer<T>,
    count: usize,
    count_out: &Out<u32>,
) -> Result<&'a mut [T], GridstarStatus> {
    count_out.write(count as u32);
    out.take(count)
}

/// Copies bytes to the caller, and writes their number even if they do not fit.
pub(crate) fn write_bytes(bytes: &[u8], mut out: OutBuffer<u8>, count_out: &Out<u32>) -> Result<(), GridstarStatus> {
    take(&mut out, bytes.len(), count_out)?.copy_from_slice(bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A struct that two later versions have extended.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Grown {
        struct_size: u32,
        number: u32,
        second: u64,
        third: u64,
    }

    // SAFETY: repr(C), a u32 first, and integers without padding between them.
    unsafe impl SizedStruct for Grown {
        const SIZES: &'static [u32] = &[8, 16, 24];
        const DEFAULT: Self = Self { struct_size: 24, number: 1, second: 2, third: 3 };
    }

    #[test]
    fn sizes_between_two_versions_are_refused() {
        for size in (0..40).chain([u32::MAX - 1, u32::MAX, 1 << 31]) {
            assert_eq!(check_size::<Grown>(size).is_ok(), [8, 16, 24].contains(&size), "{size}");
        }
    }

    #[test]
    fn a_shorter_def_is_filled_up_with_defaults() {
        let given = Grown { struct_size: 16, number: 10, second: 20, third: 30 };
        // SAFETY: the pointer of a reference to a struct that is at least as long as it says.
        let read = unsafe { read_def(&raw const given) };
        assert_eq!(read, Ok(Grown { third: 3, ..given }));
    }

    #[test]
    fn a_shorter_struct_is_written_no_further_than_it_reaches() {
        let mut place = Grown { struct_size: 8, number: 10, second: 20, third: 30 };
        // SAFETY: the pointer of a reference to a struct that is at least as long as it says.
        let out = unsafe { OutStruct::new(&raw mut place) };
        out.map(|out| out.write(Grown { struct_size: 0, number: 7, second: 8, third: 9 })).unwrap();
        assert_eq!(place, Grown { struct_size: 8, number: 7, second: 20, third: 30 });
    }

    #[test]
    fn lists_of_sizes_that_shrink_or_end_elsewhere_are_not_right() {
        assert!(sizes_are_right(&[8, 16, 24], 24) && sizes_are_right(&[48], 48));
        for sizes in [&[][..], &[8, 16], &[16, 8, 24], &[8, 8, 24], &[8, 12, 24], &[0, 24], &[24, 32]] {
            assert!(!sizes_are_right(sizes, 24), "{sizes:?}");
        }
    }
}
