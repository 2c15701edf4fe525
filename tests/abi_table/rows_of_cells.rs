//! Reading and changing cells.

use crate::fixture::{CELLS, OBSTACLES, SIDE, UNKNOWN_TYPE, of_pointer};
use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

pub(crate) fn rows() -> Vec<Row> {
    [rows_of_one_cell(), rows_of_rectangles(), rows_of_all_cells()].into_iter().flatten().collect()
}

fn rows_of_one_cell() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_set_cell {
            "" [Good] => Ok, (f.grid, 1, 1, 1);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 1, 1, 1);
            "x" [Negative, Beyond, Lowest, Highest] => CellOutside, (f.grid, f.coordinate(v), 1, 1);
            "y" [Negative, Beyond, Lowest, Highest] => CellOutside, (f.grid, 1, f.coordinate(v), 1);
            "cell_type" [Unknown, NegativeAsUnsigned, Huge] => UnknownCellType, (f.grid, 1, 1, f.number(v, 2));
        }
        gridstar_grid_get_cell {
            "" [Good] => Ok, (f.grid, 1, 1, f.out(0));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 1, 1, f.out(0));
            "x" [Negative, Beyond, Lowest, Highest] => CellOutside, (f.grid, f.coordinate(v), 1, f.out(0));
            "y" [Negative, Beyond, Lowest, Highest] => CellOutside, (f.grid, 1, f.coordinate(v), f.out(0));
            "cell_type_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.pointer(v));
        }
        gridstar_grid_get_neighbors {
            "" [Good] => Ok, (f.grid, 1, 1, f.out(0), 8, f.count_out(8));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 1, 1, f.out(0), 8, f.count_out(8));
            "x" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.grid, f.coordinate(v), 1, f.out(0), 8, f.count_out(8));
            "y" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.grid, 1, f.coordinate(v), f.out(0), 8, f.count_out(8));
            "cells_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.pointer(v), 8, f.count_out(8));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall, (f.grid, 1, 1, f.out(0), f.size(v, 8), f.count_out(8));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.out(1), 8, f.pointer(v));
        }
    }
}

/// Rectangles of 2 x 3 cells at (1, 1), which touch the last row.
fn rows_of_rectangles() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_fill_rect {
            "" [Good] => Ok, (f.grid, 1, 1, 2, 3, 1);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 1, 1, 2, 3, 1);
            "x" [Negative, Beyond, Lowest, Highest] => BadRect, (f.grid, f.coordinate(v), 1, 2, 3, 1);
            "y" [Negative, Beyond, Lowest, Highest] => BadRect, (f.grid, 1, f.coordinate(v), 2, 3, 1);
            "width" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect, (f.grid, 1, 1, f.number(v, SIDE), 3, 1);
            "height" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect, (f.grid, 1, 1, 2, f.number(v, SIDE), 1);
            "cell_type" [Unknown, NegativeAsUnsigned, Huge] => UnknownCellType, (f.grid, 1, 1, 2, 3, f.number(v, 2));
        }
        gridstar_grid_set_rect {
            "" [Good] => Ok, (f.grid, 1, 1, 2, 3, OBSTACLES.as_ptr(), 6);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 1, 1, 2, 3, OBSTACLES.as_ptr(), 6);
            "x" [Negative, Beyond, Lowest, Highest] => BadRect,
                (f.grid, f.coordinate(v), 1, 2, 3, OBSTACLES.as_ptr(), 6);
            "y" [Negative, Beyond, Lowest, Highest] => BadRect,
                (f.grid, 1, f.coordinate(v), 2, 3, OBSTACLES.as_ptr(), 6);
            "width" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect,
                (f.grid, 1, 1, f.number(v, SIDE), 3, OBSTACLES.as_ptr(), 12);
            "height" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect,
                (f.grid, 1, 1, 2, f.number(v, SIDE), OBSTACLES.as_ptr(), 8);
            // Its product with 4 is 4 in 32 bits.
            "width" [OneTooLarge] => BadRect, (f.grid, 0, 0, (1 << 30) + 1, 4, OBSTACLES.as_ptr(), 4);
            "cell_types" [Null] => NullPointer, (f.grid, 1, 1, 2, 3, f.pointer(v), 6);
            "cell_types" [Unknown] => UnknownCellType, (f.grid, 0, 0, SIDE, SIDE, UNKNOWN_TYPE.as_ptr(), CELLS);
            "count" [Zero, OneTooSmall, OneTooLarge] => WrongCount,
                (f.grid, 1, 1, 2, 3, OBSTACLES.as_ptr(), f.size(v, 6));
            "count" [Null] => WrongCount, (f.grid, 1, 1, 2, 3, null(), 0);
        }
        gridstar_grid_get_rect {
            "" [Good] => Ok, (f.grid, 1, 1, 2, 3, f.out(0), 6, f.count_out(6));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), 1, 1, 2, 3, f.out(0), 6, f.count_out(6));
            "x" [Negative, Beyond, Lowest, Highest] => BadRect,
                (f.grid, f.coordinate(v), 1, 2, 3, f.out(0), 6, f.count_out(6));
            "y" [Negative, Beyond, Lowest, Highest] => BadRect,
                (f.grid, 1, f.coordinate(v), 2, 3, f.out(0), 6, f.count_out(6));
            "width" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect,
                (f.grid, 1, 1, f.number(v, SIDE), 3, f.out(0), 200, f.count_out(6));
            "height" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadRect,
                (f.grid, 1, 1, 2, f.number(v, SIDE), f.out(0), 200, f.count_out(6));
            "cell_types_out" [Null] => NullPointer, (f.grid, 1, 1, 2, 3, f.pointer(v), 6, f.count_out(6));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.grid, 1, 1, 2, 3, f.out(0), f.size(v, 6), f.count_out(6));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, 2, 3, f.out(1), 6, f.pointer(v));
        }
    }
}

fn rows_of_all_cells() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_set_cells {
            "" [Good] => Ok, (f.grid, OBSTACLES.as_ptr(), CELLS);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), OBSTACLES.as_ptr(), CELLS);
            "cell_types" [Null] => NullPointer, (f.grid, f.pointer(v), CELLS);
            "cell_types" [Unknown] => UnknownCellType, (f.grid, UNKNOWN_TYPE.as_ptr(), CELLS);
            "count" [Zero, OneTooSmall, OneTooLarge] => WrongCount, (f.grid, OBSTACLES.as_ptr(), f.size(v, CELLS));
            "count" [Null] => WrongCount, (f.grid, null(), 0);
        }
        gridstar_grid_get_cells {
            "" [Good] => Ok, (f.grid, f.out(0), CELLS, f.count_out(CELLS));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), f.out(0), CELLS, f.count_out(CELLS));
            "cell_types_out" [Null] => NullPointer, (f.grid, f.pointer(v), CELLS, f.count_out(CELLS));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.grid, f.out(0), f.size(v, CELLS), f.count_out(CELLS));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.grid, f.out(1), CELLS, f.pointer(v));
        }
    }
}
