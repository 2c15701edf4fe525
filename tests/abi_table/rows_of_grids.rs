//! The life of a grid, and where it lies in the world.

use crate::fixture::{SIDE, grid_def, of_pointer};
use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

const GRID_DEF: u32 = size_of::<GridstarGridDef>() as u32;
const QUERY_DEF: u32 = size_of::<GridstarQueryDef>() as u32;
const INFO: u32 = size_of::<GridstarGridInfo>() as u32;

pub(crate) fn rows() -> Vec<Row> {
    [rows_of_defs(), rows_of_creation(), rows_of_life(), rows_of_places()].into_iter().flatten().collect()
}

fn rows_of_defs() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_def_default {
            "" [Good] => Ok, (f.out(0), GRID_DEF);
            "def_out" [Null, Misaligned] => of_pointer(v), (f.pointer(v), GRID_DEF);
            "def_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.out(0), f.size(v, GRID_DEF));
        }
        gridstar_query_def_default {
            "" [Good] => Ok, (f.out(0), QUERY_DEF);
            "def_out" [Null, Misaligned] => of_pointer(v), (f.pointer(v), QUERY_DEF);
            "def_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.out(0), f.size(v, QUERY_DEF));
        }
    }
}

fn rows_of_creation() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_create {
            "" [Good] => Ok, (&grid_def(), f.out(0));
            "def" [Null, Misaligned] => of_pointer(v), (f.pointer(v), f.out(1));
            "def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (&GridstarGridDef { struct_size: f.size(v, GRID_DEF), ..grid_def() }, f.out(0));
            "def.width" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadSize,
                (&GridstarGridDef { width: f.number(v, GRIDSTAR_MAX_SIDE + 1), ..grid_def() }, f.out(0));
            "def.height" [Zero, Beyond, NegativeAsUnsigned, Huge] => BadSize,
                (&GridstarGridDef { height: f.number(v, GRIDSTAR_MAX_SIDE + 1), ..grid_def() }, f.out(0));
            "def.plane" [Unknown, NegativeAsUnsigned] => UnknownPlane,
                (&GridstarGridDef { plane: f.number(v, 2), ..grid_def() }, f.out(0));
            "def.cell_size" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCellSize,
                (&GridstarGridDef { cell_size: f.float(v), ..grid_def() }, f.out(0));
            // Positions there are 64 apart.
            "def.cell_size" [OneTooSmall] => BadCellSize,
                (&GridstarGridDef { origin_x: 1e9, ..grid_def() }, f.out(0));
            "def.cell_size" [OneTooLarge] => BadCellSize,
                (&GridstarGridDef { cell_size: f32::MAX, ..grid_def() }, f.out(0));
            "def.origin_x" [NotANumber, Infinite, NegativeInfinite] => NotFinite,
                (&GridstarGridDef { origin_x: f.float(v), ..grid_def() }, f.out(0));
            "def.origin_y" [NotANumber, Infinite, NegativeInfinite] => NotFinite,
                (&GridstarGridDef { origin_y: f.float(v), ..grid_def() }, f.out(0));
            "def.origin_z" [NotANumber, Infinite, NegativeInfinite] => NotFinite,
                (&GridstarGridDef { origin_z: f.float(v), ..grid_def() }, f.out(0));
            "def.straight_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (&GridstarGridDef { straight_cost: f.double(v), ..grid_def() }, f.out(0));
            "def.diagonal_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (&GridstarGridDef { diagonal_cost: f.double(v), ..grid_def() }, f.out(0));
            "def.diagonal_cost" [OneTooSmall] => BadCosts,
                (&GridstarGridDef { diagonal_cost: 0.999, ..grid_def() }, f.out(0));
            "def.diagonal_cost" [OneTooLarge] => BadCosts,
                (&GridstarGridDef { diagonal_cost: 2.001, ..grid_def() }, f.out(0));
            "def.diagonal_rule" [Unknown, NegativeAsUnsigned] => UnknownDiagonalRule,
                (&GridstarGridDef { diagonal_rule: f.number(v, 5), ..grid_def() }, f.out(0));
            "def.engine" [Unknown, NegativeAsUnsigned] => UnknownEngine,
                (&GridstarGridDef { engine: f.number(v, 4), ..grid_def() }, f.out(0));
            "def.engine" [Huge] => TooLargeForLandmarks,
                (&GridstarGridDef { width: 8193, height: 8193, engine: GridstarEngine::Landmarks as u32, ..grid_def() }, f.out(0));
            "def.order" [Unknown, NegativeAsUnsigned] => UnknownOrder,
                (&GridstarGridDef { order: f.number(v, 4), ..grid_def() }, f.out(0));
            "def.heuristic" [Unknown, NegativeAsUnsigned] => UnknownHeuristic,
                (&GridstarGridDef { heuristic: f.number(v, 6), ..grid_def() }, f.out(0));
            "def.heuristic_weight" [Negative, NotANumber, Infinite, NegativeInfinite] => BadWeight,
                (&GridstarGridDef { heuristic_weight: f.double(v), ..grid_def() }, f.out(0));
            "def.heuristic_weight" [OneTooSmall] => BadWeight,
                (&GridstarGridDef { heuristic_weight: 1e-6, ..grid_def() }, f.out(0));
            "def.heuristic_weight" [OneTooLarge] => BadWeight,
                (&GridstarGridDef { heuristic_weight: 1024.001, ..grid_def() }, f.out(0));
            "def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (&GridstarGridDef { reserved: f.number(v, 1), ..grid_def() }, f.out(0));
            "grid_out" [Null, Misaligned] => of_pointer(v), (&grid_def(), f.pointer(v));
        }
    }
}

fn rows_of_life() -> Vec<Row> {
    const NO: i32 = 0;
    const YES: i32 = 1;
    rows! { |f, v|
        gridstar_grid_destroy {
            "" [Good] => Ok, (f.grid);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v));
        }
        gridstar_grid_is_valid {
            "" [Good] => YES, (f.grid);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => NO, (f.id(v));
        }
        gridstar_grid_get_info {
            "" [Good] => Ok, (f.grid, f.sized(INFO));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), f.sized(INFO));
            "info_out" [Null, Misaligned] => of_pointer(v), (f.grid, f.pointer(v));
            "info_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.grid, f.sized(f.size(v, INFO)));
        }
    }
}

fn rows_of_places() -> Vec<Row> {
    rows! { |f, v|
        gridstar_grid_get_cell_at {
            "" [Good] => Ok, (f.grid, 1.0, 1.0, 1.0, f.out(0));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.id(v), 1.0, 1.0, 1.0, f.out(0));
            "world_x" [NotANumber, Infinite, NegativeInfinite] => NotFinite, (f.grid, f.float(v), 1.0, 1.0, f.out(0));
            "world_y" [NotANumber, Infinite, NegativeInfinite] => NotFinite, (f.grid, 1.0, f.float(v), 1.0, f.out(0));
            "world_z" [NotANumber, Infinite, NegativeInfinite] => NotFinite, (f.grid, 1.0, 1.0, f.float(v), f.out(0));
            "world_x" [Negative] => PositionOutside, (f.grid, f.float(v), 1.0, 1.0, f.out(0));
            "world_z" [Negative] => PositionOutside, (f.grid, 1.0, 1.0, f.float(v), f.out(0));
            "cell_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1.0, 1.0, 1.0, f.pointer(v));
        }
        gridstar_grid_get_cell_center {
            "" [Good] => Ok, (f.grid, 1, 1, f.out(0), f.out(1), f.out(2));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), 1, 1, f.out(0), f.out(1), f.out(2));
            "x" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.grid, f.coordinate(v), 1, f.out(0), f.out(1), f.out(2));
            "y" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.grid, 1, f.coordinate(v), f.out(0), f.out(1), f.out(2));
            "world_x_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.pointer(v), f.out(1), f.out(2));
            "world_y_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.out(1), f.pointer(v), f.out(2));
            "world_z_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.out(1), f.out(2), f.pointer(v));
        }
        gridstar_grid_get_cell_corner {
            "" [Good] => Ok, (f.grid, 1, 1, f.out(0), f.out(1), f.out(2));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.id(v), 1, 1, f.out(0), f.out(1), f.out(2));
            // The upper edge of the last cell.
            "x" [Beyond] => Ok, (f.grid, f.coordinate(v), 1, f.out(0), f.out(1), f.out(2));
            "x" [OneTooLarge] => CellOutside, (f.grid, SIDE as i32 + 1, 1, f.out(0), f.out(1), f.out(2));
            "x" [Negative, Lowest, Highest] => CellOutside,
                (f.grid, f.coordinate(v), 1, f.out(0), f.out(1), f.out(2));
            "y" [Beyond] => Ok, (f.grid, 1, f.coordinate(v), f.out(0), f.out(1), f.out(2));
            "y" [OneTooLarge] => CellOutside, (f.grid, 1, SIDE as i32 + 1, f.out(0), f.out(1), f.out(2));
            "y" [Negative, Lowest, Highest] => CellOutside,
                (f.grid, 1, f.coordinate(v), f.out(0), f.out(1), f.out(2));
            "world_x_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.pointer(v), f.out(1), f.out(2));
            "world_y_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.out(1), f.pointer(v), f.out(2));
            "world_z_out" [Null, Misaligned] => of_pointer(v), (f.grid, 1, 1, f.out(1), f.out(2), f.pointer(v));
        }
    }
}
