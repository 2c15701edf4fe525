//! Searches on one grid through the C functions, beside plain searches: a program for all of them, because each program
//! takes seconds to compile and link.

mod any_angle;
mod bounded;
mod components;
mod derived_limits;
mod engines;
mod extreme_sizes;
mod first_cells;
mod history;
mod huge_costs;
mod leaving;
mod orders;
mod path_forms;
mod patterns;
mod prepared_jumps;
mod reach;
mod sight;
mod sliced_searches;
mod small_limits;
mod stepping;
mod terrain;
mod terrain_steppers;
