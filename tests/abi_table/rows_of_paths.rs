//! Finding paths. Between (0, 0) and (3, 3) a path has 4 cells, of which 3 are expanded.

use crate::common::abi::default_query_def;
use crate::fixture::of_pointer;
use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::{null, null_mut};

const QUERY_DEF: u32 = size_of::<GridstarQueryDef>() as u32;
const RESULT: u32 = size_of::<GridstarPathResult>() as u32;

/// A def whose costs are looked at, not being both 0, with a mistake in it.
fn def(spoil: impl FnOnce(&mut GridstarQueryDef)) -> GridstarQueryDef {
    let mut def = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.4, ..default_query_def() };
    spoil(&mut def);
    def
}

pub(crate) fn rows() -> Vec<Row> {
    [rows_of_finding(), rows_of_tracing(), rows_of_checking()].into_iter().flatten().collect()
}

fn rows_of_finding() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_find_path {
            "" [Good] => Ok, (f.grid, 0, 0, 3, 3, null(), f.out(0), 4, f.result_out());
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), 0, 0, 3, 3, null(), f.out(0), 4, f.result_out());
            "start_x" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.grid, f.coordinate(v), 0, 3, 3, null(), f.out(0), 4, f.result_out());
            "start_y" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.grid, 0, f.coordinate(v), 3, 3, null(), f.out(0), 4, f.result_out());
            "goal_x" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.grid, 0, 0, f.coordinate(v), 3, null(), f.out(0), 4, f.result_out());
            "goal_y" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.grid, 0, 0, 3, f.coordinate(v), null(), f.out(0), 4, f.result_out());
            "query_def" [Misaligned] => of_pointer(v), (f.grid, 0, 0, 3, 3, f.pointer(v), f.out(2), 4, f.result_out());
            "query_def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, 0, 0, 3, 3, &def(|q| q.struct_size = f.size(v, QUERY_DEF)), f.out(0), 4, f.result_out());
            "query_def.diagonal_rule" [Unknown, NegativeAsUnsigned] => UnknownDiagonalRule,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_rule = f.number(v, 5)), f.out(0), 4, f.result_out());
            "query_def.straight_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.straight_cost = f.double(v)), f.out(0), 4, f.result_out());
            "query_def.diagonal_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = f.double(v)), f.out(0), 4, f.result_out());
            "query_def.diagonal_cost" [OneTooSmall] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = 0.999), f.out(0), 4, f.result_out());
            "query_def.diagonal_cost" [OneTooLarge] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = 2.001), f.out(0), 4, f.result_out());
            "query_def.heuristic" [Unknown, NegativeAsUnsigned] => UnknownHeuristic,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic = f.number(v, 6)), f.out(0), 4, f.result_out());
            "query_def.order" [Unknown, NegativeAsUnsigned] => UnknownOrder,
                (f.grid, 0, 0, 3, 3, &def(|q| q.order = f.number(v, 4)), f.out(0), 4, f.result_out());
            "query_def.heuristic_weight" [Negative, NotANumber, Infinite, NegativeInfinite] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = f.double(v)), f.out(0), 4, f.result_out());
            "query_def.heuristic_weight" [OneTooSmall] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = 1e-6), f.out(0), 4, f.result_out());
            "query_def.heuristic_weight" [OneTooLarge] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = 1024.001), f.out(0), 4, f.result_out());
            "query_def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.grid, 0, 0, 3, 3, &def(|q| q.reserved = f.number(v, 1)), f.out(0), 4, f.result_out());
            "path_out" [Null, Misaligned] => of_pointer(v),
                (f.grid, 0, 0, 3, 3, null(), f.pointer(v), 4, f.result_out());
            "path_capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.grid, 0, 0, 3, 3, null(), f.out(0), f.size(v, 4), f.result_needing(4, None));
            "path_capacity" [Null] => BufferTooSmall,
                (f.grid, 0, 0, 3, 3, null(), null_mut(), 0, f.result_needing(4, None));
            "result_out" [Null, Misaligned] => of_pointer(v), (f.grid, 0, 0, 3, 3, null(), f.out(1), 4, f.pointer(v));
            "result_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, 0, 0, 3, 3, null(), f.out(0), 4, f.sized(f.size(v, RESULT)));
        }
    }
}

fn rows_of_tracing() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_trace_path {
            "" [Good] => Ok, (f.grid, 0, 0, 3, 3, null(), f.out(0), 4, f.out(1), 1, f.result_out());
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), 0, 0, 3, 3, null(), f.out(0), 4, f.out(1), 1, f.result_out());
            "start_x" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.grid, f.coordinate(v), 0, 3, 3, null(), f.out(0), 4, f.out(1), 1, f.result_out());
            "start_y" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.grid, 0, f.coordinate(v), 3, 3, null(), f.out(0), 4, f.out(1), 1, f.result_out());
            "goal_x" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.grid, 0, 0, f.coordinate(v), 3, null(), f.out(0), 4, f.out(1), 1, f.result_out());
            "goal_y" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.grid, 0, 0, 3, f.coordinate(v), null(), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def" [Misaligned] => of_pointer(v),
                (f.grid, 0, 0, 3, 3, f.pointer(v), f.out(2), 4, f.out(1), 1, f.result_out());
            "query_def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, 0, 0, 3, 3, &def(|q| q.struct_size = f.size(v, QUERY_DEF)),
                 f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.diagonal_rule" [Unknown, NegativeAsUnsigned] => UnknownDiagonalRule,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_rule = f.number(v, 5)),
                 f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.straight_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.straight_cost = f.double(v)), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.diagonal_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = f.double(v)), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.diagonal_cost" [OneTooSmall] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = 0.999), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.diagonal_cost" [OneTooLarge] => BadCosts,
                (f.grid, 0, 0, 3, 3, &def(|q| q.diagonal_cost = 2.001), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.heuristic" [Unknown, NegativeAsUnsigned] => UnknownHeuristic,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic = f.number(v, 6)), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.order" [Unknown, NegativeAsUnsigned] => UnknownOrder,
                (f.grid, 0, 0, 3, 3, &def(|q| q.order = f.number(v, 4)), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.heuristic_weight" [Negative, NotANumber, Infinite, NegativeInfinite] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = f.double(v)), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.heuristic_weight" [OneTooSmall] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = 1e-6), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.heuristic_weight" [OneTooLarge] => BadWeight,
                (f.grid, 0, 0, 3, 3, &def(|q| q.heuristic_weight = 1024.001), f.out(0), 4, f.out(1), 1, f.result_out());
            "query_def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.grid, 0, 0, 3, 3, &def(|q| q.reserved = f.number(v, 1)), f.out(0), 4, f.out(1), 1, f.result_out());
            "path_out" [Null, Misaligned] => of_pointer(v),
                (f.grid, 0, 0, 3, 3, null(), f.pointer(v), 4, f.out(2), 1, f.result_out());
            "path_capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.grid, 0, 0, 3, 3, null(), f.out(0), f.size(v, 4), f.out(1), 1, f.result_needing(4, Some(1)));
            "path_capacity" [Null] => BufferTooSmall,
                (f.grid, 0, 0, 3, 3, null(), null_mut(), 0, f.out(1), 1, f.result_needing(4, Some(1)));
            "expanded_out" [Null, Misaligned] => of_pointer(v),
                (f.grid, 0, 0, 3, 3, null(), f.out(2), 4, f.pointer(v), 1, f.result_out());
            "expanded_capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.grid, 0, 0, 3, 3, null(), f.out(0), 4, f.out(1), f.size(v, 1), f.result_needing(4, Some(1)));
            "expanded_capacity" [Null] => BufferTooSmall,
                (f.grid, 0, 0, 3, 3, null(), f.out(0), 4, null_mut(), 0, f.result_needing(4, Some(1)));
            "result_out" [Null, Misaligned] => of_pointer(v),
                (f.grid, 0, 0, 3, 3, null(), f.out(1), 4, f.out(2), 1, f.pointer(v));
            "result_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, 0, 0, 3, 3, null(), f.out(0), 4, f.out(1), 1, f.sized(f.size(v, RESULT)));
        }
    }
}

fn rows_of_checking() -> Vec<Row> {
    use gridstar::grid::Cell;
    static PATH: [Cell; 3] = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(1, 2)];
    rows! { |f, v|
        gridstar_grid_check_path {
            "" [Good] => Ok, (f.grid, PATH.as_ptr(), 3, null(), f.out(0), f.out(1));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), PATH.as_ptr(), 3, null(), f.out(0), f.out(1));
            "cells" [Null, Misaligned] => of_pointer(v), (f.grid, f.pointer(v), 3, null(), f.out(1), f.out(2));
            // Any number of cells is a path to look at; there is no place for one too many.
            "count" [Zero, OneTooSmall] => Ok, (f.grid, PATH.as_ptr(), f.size(v, 3), null(), f.out(0), f.out(1));
            "count" [OneTooLarge] => Ok, (f.grid, PATH.as_ptr(), f.size(v, 2), null(), f.out(0), f.out(1));
            "query_def" [Misaligned] => of_pointer(v), (f.grid, PATH.as_ptr(), 3, f.pointer(v), f.out(1), f.out(2));
            "query_def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.struct_size = f.size(v, QUERY_DEF)), f.out(0), f.out(1));
            "query_def.diagonal_rule" [Unknown, NegativeAsUnsigned] => UnknownDiagonalRule,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.diagonal_rule = f.number(v, 5)), f.out(0), f.out(1));
            "query_def.straight_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.straight_cost = f.double(v)), f.out(0), f.out(1));
            "query_def.diagonal_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.diagonal_cost = f.double(v)), f.out(0), f.out(1));
            "query_def.diagonal_cost" [OneTooSmall] => BadCosts,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.diagonal_cost = 0.999), f.out(0), f.out(1));
            "query_def.diagonal_cost" [OneTooLarge] => BadCosts,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.diagonal_cost = 2.001), f.out(0), f.out(1));
            "query_def.heuristic" [Unknown, NegativeAsUnsigned] => UnknownHeuristic,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.heuristic = f.number(v, 6)), f.out(0), f.out(1));
            "query_def.order" [Unknown, NegativeAsUnsigned] => UnknownOrder,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.order = f.number(v, 4)), f.out(0), f.out(1));
            "query_def.heuristic_weight" [Negative, NotANumber, Infinite, NegativeInfinite] => BadWeight,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.heuristic_weight = f.double(v)), f.out(0), f.out(1));
            "query_def.heuristic_weight" [OneTooSmall] => BadWeight,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.heuristic_weight = 1e-6), f.out(0), f.out(1));
            "query_def.heuristic_weight" [OneTooLarge] => BadWeight,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.heuristic_weight = 1024.001), f.out(0), f.out(1));
            "query_def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.grid, PATH.as_ptr(), 3, &def(|q| q.reserved = f.number(v, 1)), f.out(0), f.out(1));
            "usable_out" [Null, Misaligned] => of_pointer(v),
                (f.grid, PATH.as_ptr(), 3, null(), f.pointer(v), f.out(1));
            "revision_out" [Null, Misaligned] => of_pointer(v),
                (f.grid, PATH.as_ptr(), 3, null(), f.out(1), f.pointer(v));
        }
    }
}
