//! Raw pointers from callers, checked and wrapped before anything else happens.
//!
//! Each wrapper is made by an `unsafe fn` whose contract is the caller's promise in the header (a pointer that is not
//! null points to so many values that nobody else uses during the call); what can be checked, null and alignment, is.

use super::status::GridstarStatus;
use std::ptr::NonNull;

/// A struct of the C ABI that begins with its size in bytes.
///
/// # Safety
///
/// The type is `repr(C)`, its first field is a `u32` and every bit pattern is a value of it.
pub(crate) unsafe trait SizedStruct: Copy {
    /// The sizes that the struct has had, from its first version to this one, which is the last of them. A caller may
    /// name these and no others: a size between two of them would cut a field in half.
    const SIZES: &'static [u32];
    /// What the fields hold that a caller's shorter struct lacks.
    const DEFAULT: Self;
}

fn check_size<T: SizedStruct>(size: u32) -> Result<usize, GridstarStatus> {
    const { assert!(sizes_are_right(T::SIZES, size_of::<T>())) };
    // A larger struct comes from scripts newer than this library: what they ask for beyond it would be lost.
    if T::SIZES.contains(&size) { Ok(size as usize) } else { Err(GridstarStatus::BadStructSize) }
}

/// Whether sizes grow by whole fields of 8 bytes (or two of 4), and end with the one that the struct has.
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
/// A pointer that is not null points to a `u32` that says how many bytes can be read there.
pub(crate) unsafe fn read_def<T: SizedStruct>(def: *const T) -> Result<T, GridstarStatus> {
    let def = check(def.cast_mut())?;
    // SAFETY: by the contract the first four bytes can be read; `check` made sure of their alignment.
    let size = check_size::<T>(unsafe { def.cast::<u32>().read() })?;
    let mut copy = T::DEFAULT;
    // SAFETY: by the contract `size` bytes can be read, and `check_size` made sure that they fit into a `T`, of which
    // every bit pattern is a value.
    unsafe { std::ptr::copy_nonoverlapping(def.cast::<u8>().as_ptr(), (&raw mut copy).cast::<u8>(), size) };
    Ok(copy)
}

/// A place for one value that the caller gave.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// # Safety
    ///
    /// A pointer that is not null points to a place for a `T` that can be written until the `Out` is gone.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, GridstarStatus> {
        check(place).map(Self)
    }

    pub(crate) fn write(&self, value: T) {
        // SAFETY: by the contract of `new`.
        unsafe { self.0.write(value) };
    }
}

/// A place for a sized struct that the caller gave, of which only the caller's size is written.
pub(crate) struct OutStruct<T> {
    place: NonNull<T>,
    size: usize,
}

impl<T: SizedStruct> OutStruct<T> {
    /// Takes the size from the struct's first field.
    ///
    /// # Safety
    ///
    /// A pointer that is not null points to a `u32` that says how many bytes can be written there until this is gone.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, GridstarStatus> {
        let place = check(place)?;
        // SAFETY: by the contract the first four bytes can be read; `check` made sure of their alignment.
        let size = check_size::<T>(unsafe { place.cast::<u32>().read() })?;
        Ok(Self { place, size })
    }

    /// Takes the size as given.
    ///
    /// # Safety
    ///
    /// A pointer that is not null points to `size` bytes that can be written until this is gone.
    pub(crate) unsafe fn with_size(place: *mut T, size: u32) -> Result<Self, GridstarStatus> {
        Ok(Self { place: check(place)?, size: check_size::<T>(size)? })
    }

    /// Where the struct lies: the bytes of the first of `SIZES` can be written.
    pub(crate) fn as_ptr(&self) -> *mut T {
        self.place.as_ptr()
    }

    /// Writes the fields that the caller has room for, with the first one, the size, as the caller gave it.
    pub(crate) fn write(&self, value: T) {
        let size = self.size as u32;
        // SAFETY: by the contracts of `new` and `with_size` that many bytes can be written, and they are at most those
        // of a `T`; the first field of a `SizedStruct` is a `u32`.
        unsafe {
            std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), self.place.cast::<u8>().as_ptr(), self.size);
            self.place.cast::<u32>().write(size);
        }
    }
}

/// A caller's buffer to read from; null is an empty one.
///
/// # Safety
///
/// A pointer that is not null points to `count` values that nobody writes while `'a` lasts.
pub(crate) unsafe fn input<'a, T>(values: *const T, count: u32) -> Result<&'a [T], GridstarStatus> {
    if values.is_null() && count == 0 {
        return Ok(&[]);
    }
    let values = check(values.cast_mut())?;
    // SAFETY: by the contract; 2^32 values of the ABI's types (8 bytes at most) are less than isize::MAX bytes where a
    // caller can have them.
    Ok(unsafe { std::slice::from_raw_parts(values.as_ptr(), count as usize) })
}

/// A caller's buffer to write to; null is an empty one.
pub(crate) struct OutBuffer<T> {
    values: Option<NonNull<T>>,
    capacity: usize,
}

impl<T: Copy> OutBuffer<T> {
    /// # Safety
    ///
    /// A pointer that is not null points to places for `capacity` values that can be written until the buffer is gone.
    /// Every bit pattern, zero among them, is a value of `T`.
    pub(crate) unsafe fn new(values: *mut T, capacity: u32) -> Result<Self, GridstarStatus> {
        let values = if values.is_null() && capacity == 0 { None } else { Some(check(values)?) };
        Ok(Self { values, capacity: capacity as usize })
    }

    /// Whether so many values fit.
    pub(crate) fn fits(&self, needed: usize) -> bool {
        needed <= self.capacity
    }

    /// The first `needed` places, zeroed, or `BufferTooSmall` with the buffer untouched.
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

/// The first `count` places of a buffer. The count is written also where they don't fit.
pub(crate) fn take<'a, T: Copy>(
    out: &'a mut OutBuffer<T>,
    count: usize,
    count_out: &Out<u32>,
) -> Result<&'a mut [T], GridstarStatus> {
    count_out.write(count as u32);
    out.take(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A struct that has got fields twice.
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
            let expected =
                if [8, 16, 24].contains(&size) { Ok(size as usize) } else { Err(GridstarStatus::BadStructSize) };
            assert_eq!(check_size::<Grown>(size), expected, "{size}");
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
        // SAFETY: as above; the bytes can be written.
        let out = unsafe { OutStruct::new(&raw mut place) };
        out.map(|out| out.write(Grown { struct_size: 0, number: 7, second: 8, third: 9 })).unwrap();
        assert_eq!(place, Grown { struct_size: 8, number: 7, second: 20, third: 30 });
    }

    #[test]
    fn lists_of_sizes_that_shrink_or_end_elsewhere_do_not_compile() {
        assert!(sizes_are_right(&[8, 16, 24], 24) && sizes_are_right(&[48], 48));
        for sizes in [&[][..], &[8, 16], &[16, 8, 24], &[8, 8, 24], &[8, 12, 24], &[0, 24], &[24, 32]] {
            assert!(!sizes_are_right(sizes, 24), "{sizes:?}");
        }
    }
}
