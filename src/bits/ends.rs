//! The first and the last bit of a row that is one, or zero.

/// The first one of bits `first` to `last` of a row; without `ONE`, the first zero.
pub(crate) fn first_bit<const ONE: bool>(row: &[u64], first: usize, last: usize) -> Option<usize> {
    let mut mask = !0 << (first % 64);
    for (at, &word) in row.iter().enumerate().take(last / 64 + 1).skip(first / 64) {
        let found = if ONE { word } else { !word } & mask;
        if found != 0 {
            return Some(at * 64 + found.trailing_zeros() as usize).filter(|&bit| bit <= last);
        }
        mask = !0;
    }
    None
}

/// The last one of bits `first` to `last` of a row; without `ONE`, the last zero.
pub(crate) fn last_bit<const ONE: bool>(row: &[u64], first: usize, last: usize) -> Option<usize> {
    let mut mask = !0 >> (63 - last % 64);
    for at in (first / 64..=last / 64).rev() {
        let found = if ONE { row[at] } else { !row[at] } & mask;
        if found != 0 {
            return Some(at * 64 + 63 - found.leading_zeros() as usize).filter(|&bit| bit >= first);
        }
        mask = !0;
    }
    None
}
