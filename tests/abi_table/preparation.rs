//! Choosing an engine.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::given::Given::StaleId;
use crate::table::{FLAGS, Function, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

const LANDMARKS: u32 = GridstarEngine::Landmarks as u32;

pub(crate) fn functions() -> Vec<Function> {
    let prepare = Function::new("gridstar_grid_prepare", Ok, |c| {
        let engine = c.number("engine", LANDMARKS, 4);
        gridstar_grid_prepare(c.id("grid"), engine, c.number("in_background", 0, 2)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("engine", UNKNOWN, UnknownEngine)
    .bad("in_background", FLAGS, BadFlag)
    // In the background too, a mistake is reported at once.
    .special("grid", StaleId, InvalidId, |c| gridstar_grid_prepare(c.id("grid"), LANDMARKS, 1) as i32)
    .special("engine", UNKNOWN[0], UnknownEngine, |c| gridstar_grid_prepare(c.id("grid"), 4, 1) as i32);
    let prepare_query = Function::new("gridstar_grid_prepare_query", Ok, |c| unsafe {
        gridstar_grid_prepare_query(c.id("grid"), c.query_def()) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_query_def();
    let wait = Function::new("gridstar_background_wait", Ok, |_| gridstar_background_wait() as i32);
    vec![prepare, prepare_query, wait]
}
