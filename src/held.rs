//! Memory that values hold, in bytes.

use crate::try_arc::TryArc;
use hashbrown::HashTable;
use parking_lot::Mutex;

/// A value that holds memory.
pub(crate) trait Held {
    /// Memory held besides the size of the value itself, in bytes.
    fn bytes(&self) -> usize;

    /// How many of these [`bytes`](Self::bytes) another value, of which this one is a copy or the other way round,
    /// holds too.
    fn bytes_shared_with(&self, _: &Self) -> usize {
        0
    }
}

/// Implements [`Held`] for a struct that holds what some of its fields hold: `held!(Struct: field, field)`, or
/// `held!([T: Bound] Struct<T>: field)`.
macro_rules! held {
    ([$($generics:tt)*] $type:ty: $($field:tt),+) => {
        impl<$($generics)*> $crate::held::Held for $type {
            fn bytes(&self) -> usize {
                0 $(+ $crate::held::Held::bytes(&self.$field))+
            }

            fn bytes_shared_with(&self, other: &Self) -> usize {
                0 $(+ $crate::held::Held::bytes_shared_with(&self.$field, &other.$field))+
            }
        }
    };
    ($type:ty: $($field:tt),+) => {
        $crate::held::held!([] $type: $($field),+);
    };
}
pub(crate) use held;

/// Elements count by their size: a list of values that hold memory adds theirs.
impl<T> Held for Vec<T> {
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl<T> Held for HashTable<T> {
    fn bytes(&self) -> usize {
        self.allocation_size()
    }
}

impl<T: Held> Held for Option<T> {
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, T::bytes)
    }

    fn bytes_shared_with(&self, other: &Self) -> usize {
        self.iter().zip(other).map(|(one, other)| one.bytes_shared_with(other)).sum()
    }
}

impl<T: Held, const COUNT: usize> Held for [T; COUNT] {
    fn bytes(&self) -> usize {
        self.iter().map(T::bytes).sum()
    }

    fn bytes_shared_with(&self, other: &Self) -> usize {
        self.iter().zip(other).map(|(one, other)| one.bytes_shared_with(other)).sum()
    }
}

impl<T: Held> Held for TryArc<T> {
    fn bytes(&self) -> usize {
        Self::BYTES + T::bytes(self)
    }

    fn bytes_shared_with(&self, other: &Self) -> usize {
        if Self::ptr_eq(self, other) { self.bytes() } else { T::bytes_shared_with(self, other) }
    }
}

impl<T: Held> Held for Mutex<T> {
    fn bytes(&self) -> usize {
        self.lock().bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lists<T> {
        wide: Vec<u64>,
        shared: Option<TryArc<Vec<T>>>,
        narrow: [Vec<u16>; 2],
    }

    held!([T] Lists<T>: wide, shared, narrow);

    fn lists(shared: &TryArc<Vec<u8>>) -> Lists<u8> {
        let narrow = [Vec::with_capacity(5), Vec::new()];
        Lists { wide: Vec::with_capacity(3), shared: Some(shared.clone()), narrow }
    }

    #[test]
    fn a_struct_holds_what_its_fields_hold_and_copies_share_what_has_one_owner_more() {
        let [one, other] = [7, 7].map(|count| TryArc::try_new(Vec::with_capacity(count)).unwrap());
        let (held, of_shared) = (lists(&one), TryArc::<Vec<u8>>::BYTES + 7);
        assert_eq!(held.bytes(), 3 * 8 + of_shared + 5 * 2);
        assert_eq!(held.bytes_shared_with(&lists(&one)), of_shared);
        assert_eq!(held.bytes_shared_with(&lists(&other)), 0);
        assert_eq!(held.bytes_shared_with(&Lists { shared: None, ..lists(&one) }), 0);
        assert_eq!(Mutex::new(lists(&other)).bytes(), held.bytes());
    }
}
