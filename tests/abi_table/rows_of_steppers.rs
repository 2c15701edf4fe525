//! Steppers. The fixture's one looks for a way from (0, 0) to (3, 3), which has 4 cells, and has expanded one cell:
//! that added 3.

use crate::common::abi::default_query_def;
use crate::fixture::{SIDE, of_pointer};
use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::{null, null_mut};

const QUERY_DEF: u32 = size_of::<GridstarQueryDef>() as u32;
const RESULT: u32 = size_of::<GridstarPathResult>() as u32;
const INFO: u32 = size_of::<GridstarStepperInfo>() as u32;

/// A def whose costs are looked at, not being both 0, with a mistake in it.
fn def(spoil: impl FnOnce(&mut GridstarQueryDef)) -> GridstarQueryDef {
    let mut def = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.4, ..default_query_def() };
    spoil(&mut def);
    def
}

pub(crate) fn rows() -> Vec<Row> {
    [rows_of_beginning(), rows_of_going_on(), rows_of_looking()].into_iter().flatten().collect()
}

fn rows_of_beginning() -> Vec<Row> {
    rows! { |f, v|
        gridstar_stepper_begin {
            "" [Good] => StillRunning, (f.grid, 0, 0, 3, 3, null(), f.out(0));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 0, 0, 3, 3, null(), f.out(0));
            "start_x" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.grid, f.coordinate(v), 0, 3, 3, null(), f.out(0));
            "start_y" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.grid, 0, f.coordinate(v), 3, 3, null(), f.out(0));
            "goal_x" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.grid, 0, 0, f.coordinate(v), 3, null(), f.out(0));
            "goal_y" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.grid, 0, 0, 3, f.coordinate(v), null(), f.out(0));
            "query_def" [Misaligned] => of_pointer(v), (f.grid, 0, 0, 3, 3, f.pointer(v), f.out(1));
            "query_def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, 0, 0, 3, 3, &def(|q| q.struct_size = f.size(v, QUERY_DEF)), f.out(0));
            "query_def.diagonal_rule" [Unknown, NegativeAsUnsigned] => UnknownDiagonalRule,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_rule = f.number(v, 5)), f.out(0));
            "query_def.straight_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.straight_cost = f.double(v)), f.out(0));
            "query_def.diagonal_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = f.double(v)), f.out(0));
            "query_def.heuristic" [Unknown, NegativeAsUnsigned] => UnknownHeuristic,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic = f.number(v, 6)), f.out(0));
            "query_def.order" [Unknown, NegativeAsUnsigned] => UnknownOrder,
                (f.grid, 0, 0, 3, 3, &def(|q| q.order = f.number(v, 4)), f.out(0));
            "query_def.heuristic_weight" [Negative, NotANumber, Infinite, NegativeInfinite] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = f.double(v)), f.out(0));
            "query_def.heuristic_weight" [OneTooSmall] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = 1e-6), f.out(0));
            "query_def.heuristic_weight" [OneTooLarge] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = 1024.001), f.out(0));
            "query_def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.grid, 0, 0, 3, 3, &def(|q| q.reserved = f.number(v, 1)), f.out(0));
            "stepper_out" [Null, Misaligned] => of_pointer(v), (f.grid, 0, 0, 3, 3, null(), f.pointer(v));
        }
    }
}

fn rows_of_going_on() -> Vec<Row> {
    const NO: i32 = 0;
    const YES: i32 = 1;
    rows! { |f, v|
        gridstar_stepper_advance {
            "" [Good] => StillRunning, (f.stepper(), 0);
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.stepper_id(v), 1);
        }
        gridstar_stepper_finish {
            "" [Good] => Ok, (f.stepper(), f.out(0), 4, f.result_out());
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.stepper_id(v), f.out(0), 4, f.result_out());
            "path_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), f.pointer(v), 4, f.result_out());
            "path_capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.stepper(), f.out(0), f.size(v, 4), f.result_needing(4, None));
            "path_capacity" [Null] => BufferTooSmall, (f.stepper(), null_mut(), 0, f.result_needing(4, None));
            "result_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), f.out(1), 4, f.pointer(v));
            "result_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.stepper(), f.out(0), 4, f.sized(f.size(v, RESULT)));
        }
        gridstar_stepper_destroy {
            "" [Good] => Ok, (f.stepper());
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.stepper_id(v));
        }
        gridstar_stepper_is_valid {
            "" [Good] => YES, (f.stepper());
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => NO, (f.stepper_id(v));
        }
    }
}

fn rows_of_looking() -> Vec<Row> {
    rows! { |f, v|
        gridstar_stepper_get_info {
            "" [Good] => Ok, (f.stepper(), f.sized(INFO));
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.stepper_id(v), f.sized(INFO));
            "info_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), f.pointer(v));
            "info_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.stepper(), f.sized(f.size(v, INFO)));
        }
        gridstar_stepper_get_changes {
            "" [Good] => Ok, (f.stepper(), f.out(0), 4, f.count_out(4));
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.stepper_id(v), f.out(0), 4, f.count_out(4));
            "changes_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), f.pointer(v), 4, f.count_out(4));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall, (f.stepper(), f.out(0), f.size(v, 4), f.count_out(4));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), f.out(1), 4, f.pointer(v));
        }
        gridstar_stepper_get_cells {
            "" [Good] => Ok, (f.stepper(), 0, 0, 2, 2, f.out(0), 4, f.count_out(4));
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.stepper_id(v), 0, 0, 2, 2, f.out(0), 4, f.count_out(4));
            "x" [Negative, Beyond, Lowest, Highest] => BadRect,
                (f.stepper(), f.coordinate(v), 0, 2, 2, f.out(0), 4, f.count_out(4));
            "y" [Negative, Beyond, Lowest, Highest] => BadRect,
                (f.stepper(), 0, f.coordinate(v), 2, 2, f.out(0), 4, f.count_out(4));
            "width" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect,
                (f.stepper(), 0, 0, f.number(v, SIDE + 1), 2, f.out(0), 4, f.count_out(4));
            "height" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect,
                (f.stepper(), 0, 0, 2, f.number(v, SIDE + 1), f.out(0), 4, f.count_out(4));
            "cells_out" [Null, Misaligned] => of_pointer(v),
                (f.stepper(), 0, 0, 2, 2, f.pointer(v), 4, f.count_out(4));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.stepper(), 0, 0, 2, 2, f.out(0), f.size(v, 4), f.count_out(4));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), 0, 0, 2, 2, f.out(1), 4, f.pointer(v));
        }
        gridstar_stepper_get_open {
            "" [Good] => Ok, (f.stepper(), 0, f.out(0), 3, f.count_out(3));
            "stepper" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.stepper_id(v), 0, f.out(0), 3, f.count_out(3));
            "cells_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), 0, f.pointer(v), 3, f.count_out(3));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.stepper(), 2, f.out(0), f.size(v, 2), f.count_out(2));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.stepper(), 0, f.out(1), 3, f.pointer(v));
        }
    }
}
