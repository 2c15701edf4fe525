//! Bit matrices and operations on 64 bits at once, shared by the parts of the [`index`](crate::index).

pub(crate) mod bit_rows;
pub(crate) mod ends;
pub(crate) mod fill;
pub(crate) mod pages;
pub(crate) mod planes;
pub(crate) mod prefetch;
pub(crate) mod shear;
pub(crate) mod vectors;
