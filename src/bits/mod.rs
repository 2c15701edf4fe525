//! Rows of bits and what is done with 64 of them at once: what the parts of the [`index`](crate::index) share.

pub(crate) mod bit_rows;
pub(crate) mod fill;
pub(crate) mod prefaulted_words;
pub(crate) mod shear;
pub(crate) mod vectors;
