//! Hexagonal grids through the C functions.

mod drawn;
mod forms;
mod places;
