//! Queries and fields through floors, through the C functions.

mod drawn;
mod fields;
mod hostile;
mod options;
mod random;
mod terrain;
mod threads;
mod tickets;
