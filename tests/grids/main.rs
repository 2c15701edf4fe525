//! Cells, covers, profiles and the place of a grid, and what it derives from them, through the C functions.

mod covers;
mod edits;
mod place;
mod preparation;
mod profiles;
