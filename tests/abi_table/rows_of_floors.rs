//! Floors, links and paths through them. The fixture's two floors are one grid; link 1 joins (3, 3) of the first to (0,
//! 0) of the second: from (0, 0) of the first to (3, 3) of the second a path has 8 cells.

use crate::common::abi::default_query_def;
use crate::common::floors::link_def;
use crate::fixture::{LINK_ENDS, of_pointer};
use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::{null, null_mut};

const QUERY_DEF: u32 = size_of::<GridstarQueryDef>() as u32;
const LINK_DEF: u32 = size_of::<GridstarLinkDef>() as u32;
const INFO: u32 = size_of::<GridstarFloorsInfo>() as u32;
const RESULT: u32 = size_of::<GridstarFloorPathResult>() as u32;

pub(crate) fn rows() -> Vec<Row> {
    [rows_of_life(), rows_of_layers(), rows_of_adding_links(), rows_of_links(), rows_of_finding()]
        .into_iter()
        .flatten()
        .collect()
}

/// A def of a link that can be added, with a mistake in it.
fn link(spoil: impl FnOnce(&mut GridstarLinkDef)) -> GridstarLinkDef {
    let mut def = link_def(LINK_ENDS.0, LINK_ENDS.1, 1.0);
    spoil(&mut def);
    def
}

fn query(spoil: impl FnOnce(&mut GridstarQueryDef)) -> GridstarQueryDef {
    let mut def = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.4, ..default_query_def() };
    spoil(&mut def);
    def
}

fn rows_of_life() -> Vec<Row> {
    const NO: i32 = 0;
    const YES: i32 = 1;
    rows! { |f, v|
        gridstar_floors_create {
            "" [Good] => Ok, (f.out(0));
            "floors_out" [Null, Misaligned] => of_pointer(v), (f.pointer(v));
        }
        gridstar_floors_destroy {
            "" [Good] => Ok, (f.floors);
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v));
        }
        gridstar_floors_is_valid {
            "" [Good] => YES, (f.floors);
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => NO, (f.floors_id(v));
        }
        gridstar_floors_get_info {
            "" [Good] => Ok, (f.floors, f.sized(INFO));
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), f.sized(INFO));
            "info_out" [Null, Misaligned] => of_pointer(v), (f.floors, f.pointer(v));
            "info_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.floors, f.sized(f.size(v, INFO)));
        }
    }
}

fn rows_of_layers() -> Vec<Row> {
    rows! { |f, v|
        gridstar_floors_add_floor {
            "" [Good] => Ok, (f.floors, f.grid, f.out(0));
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), f.grid, f.out(0));
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors, f.id(v), f.out(0));
            "floor_out" [Null, Misaligned] => of_pointer(v), (f.floors, f.grid, f.pointer(v));
        }
        gridstar_floors_set_floor {
            "" [Good] => Ok, (f.floors, 1, f.grid);
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), 1, f.grid);
            "floor" [Unknown, NegativeAsUnsigned] => UnknownFloor, (f.floors, f.number(v, 2), f.grid);
            "grid" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors, 1, f.id(v));
        }
        gridstar_floors_get_floor {
            "" [Good] => Ok, (f.floors, 1, f.out(0));
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), 1, f.out(0));
            "floor" [Unknown, NegativeAsUnsigned] => UnknownFloor, (f.floors, f.number(v, 2), f.out(0));
            "grid_out" [Null, Misaligned] => of_pointer(v), (f.floors, 1, f.pointer(v));
        }
    }
}

fn rows_of_adding_links() -> Vec<Row> {
    rows! { |f, v|
        gridstar_link_def_default {
            "" [Good] => Ok, (f.out(0), LINK_DEF);
            "def_out" [Null, Misaligned] => of_pointer(v), (f.pointer(v), LINK_DEF);
            "def_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.out(0), f.size(v, LINK_DEF));
        }
        gridstar_floors_add_link {
            "" [Good] => Ok, (f.floors, &link(|_| {}), f.out(0));
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), &link(|_| {}), f.out(0));
            "def" [Null, Misaligned] => of_pointer(v), (f.floors, f.pointer(v), f.out(1));
            "def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.floors, &link(|l| l.struct_size = f.size(v, LINK_DEF)), f.out(0));
            "def.from_floor" [Unknown, NegativeAsUnsigned] => UnknownFloor,
                (f.floors, &link(|l| l.from_floor = f.number(v, 2)), f.out(0));
            "def.to_floor" [Unknown, NegativeAsUnsigned] => UnknownFloor,
                (f.floors, &link(|l| l.to_floor = f.number(v, 2)), f.out(0));
            "def.from_x" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.floors, &link(|l| l.from_x = f.coordinate(v)), f.out(0));
            "def.from_y" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.floors, &link(|l| l.from_y = f.coordinate(v)), f.out(0));
            "def.to_x" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.floors, &link(|l| l.to_x = f.coordinate(v)), f.out(0));
            "def.to_y" [Negative, Beyond, Lowest, Highest] => CellOutside,
                (f.floors, &link(|l| l.to_y = f.coordinate(v)), f.out(0));
            "def.one_way" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.floors, &link(|l| l.one_way = f.number(v, 2)), f.out(0));
            "def.closed" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.floors, &link(|l| l.closed = f.number(v, 2)), f.out(0));
            "def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.floors, &link(|l| l.reserved = f.number(v, 1)), f.out(0));
            "def.cost" [Negative, NotANumber, Infinite, NegativeInfinite] => BadLinkCost,
                (f.floors, &link(|l| l.cost = f.double(v)), f.out(0));
            "link_out" [Null, Misaligned] => of_pointer(v), (f.floors, &link(|_| {}), f.pointer(v));
        }
    }
}

fn rows_of_links() -> Vec<Row> {
    rows! { |f, v|
        gridstar_floors_remove_link {
            "" [Good] => Ok, (f.floors, 1);
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), 1);
            "link" [Zero, Unknown, NegativeAsUnsigned] => UnknownLink, (f.floors, f.number(v, 2));
        }
        gridstar_floors_set_link_closed {
            "" [Good] => Ok, (f.floors, 1, 1);
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), 1, 1);
            "link" [Zero, Unknown, NegativeAsUnsigned] => UnknownLink, (f.floors, f.number(v, 2), 1);
            "closed" [Beyond, NegativeAsUnsigned] => BadFlag, (f.floors, 1, f.number(v, 2));
        }
        gridstar_floors_set_link_cost {
            "" [Good] => Ok, (f.floors, 1, 0.0);
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), 1, 0.0);
            "link" [Zero, Unknown, NegativeAsUnsigned] => UnknownLink, (f.floors, f.number(v, 2), 0.0);
            "cost" [Negative, NotANumber, Infinite, NegativeInfinite] => BadLinkCost, (f.floors, 1, f.double(v));
        }
        gridstar_floors_get_link {
            "" [Good] => Ok, (f.floors, 1, f.sized(LINK_DEF));
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), 1, f.sized(LINK_DEF));
            "link" [Zero, Unknown, NegativeAsUnsigned] => UnknownLink, (f.floors, f.number(v, 2), f.sized(LINK_DEF));
            "def_out" [Null, Misaligned] => of_pointer(v), (f.floors, 1, f.pointer(v));
            "def_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.floors, 1, f.sized(f.size(v, LINK_DEF)));
        }
        gridstar_floors_get_links {
            "" [Good] => Ok, (f.floors, f.out(0), 1, f.out(1));
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId, (f.floors_id(v), f.out(0), 1, f.out(1));
            "links_out" [Null, Misaligned] => of_pointer(v), (f.floors, f.pointer(v), 1, f.out(1));
            "capacity" [Zero, OneTooSmall] => BufferTooSmall, (f.floors, f.out(0), f.size(v, 1), f.count_out(1));
            "capacity" [Null] => BufferTooSmall, (f.floors, null_mut(), 0, f.count_out(1));
            "count_out" [Null, Misaligned] => of_pointer(v), (f.floors, f.out(0), 1, f.pointer(v));
        }
    }
}

fn rows_of_finding() -> Vec<Row> {
    rows! { |f, v|
        gridstar_floors_find_path {
            "" [Good] => Ok,
                (f.floors, 0, 0, 0, 1, 3, 3, null(), f.out(0), 8, f.floor_result_out());
            "floors" [ZeroId, StaleId, ForeignId, ForeignSlot] => InvalidId,
                (f.floors_id(v), 0, 0, 0, 1, 3, 3, null(), f.out(0), 8, f.floor_result_out());
            "start_floor" [Unknown, NegativeAsUnsigned] => UnknownFloor,
                (f.floors, f.number(v, 2), 0, 0, 1, 3, 3, null(), f.out(0), 8, f.floor_result_out());
            "start_x" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.floors, 0, f.coordinate(v), 0, 1, 3, 3, null(), f.out(0), 8, f.floor_result_out());
            "start_y" [Negative, Beyond, Lowest, Highest] => StartOutside,
                (f.floors, 0, 0, f.coordinate(v), 1, 3, 3, null(), f.out(0), 8, f.floor_result_out());
            "goal_floor" [Unknown, NegativeAsUnsigned] => UnknownFloor,
                (f.floors, 0, 0, 0, f.number(v, 2), 3, 3, null(), f.out(0), 8, f.floor_result_out());
            "goal_x" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.floors, 0, 0, 0, 1, f.coordinate(v), 3, null(), f.out(0), 8, f.floor_result_out());
            "goal_y" [Negative, Beyond, Lowest, Highest] => GoalOutside,
                (f.floors, 0, 0, 0, 1, 3, f.coordinate(v), null(), f.out(0), 8, f.floor_result_out());
            "query_def" [Misaligned] => of_pointer(v),
                (f.floors, 0, 0, 0, 1, 3, 3, f.pointer(v), f.out(2), 8, f.floor_result_out());
            "query_def.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.struct_size = f.size(v, QUERY_DEF)), f.out(0), 8, f.floor_result_out());
            "query_def.diagonal_rule" [Unknown, NegativeAsUnsigned] => UnknownDiagonalRule,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.diagonal_rule = f.number(v, 5)), f.out(0), 8, f.floor_result_out());
            "query_def.straight_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.straight_cost = f.double(v)), f.out(0), 8, f.floor_result_out());
            "query_def.diagonal_cost" [Zero, Negative, NotANumber, Infinite, NegativeInfinite] => BadCosts,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.diagonal_cost = f.double(v)), f.out(0), 8, f.floor_result_out());
            "query_def.order" [Unknown, NegativeAsUnsigned] => UnknownOrder,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.order = f.number(v, 4)), f.out(0), 8, f.floor_result_out());
            "query_def.heuristic" [Unknown, NegativeAsUnsigned] => UnknownHeuristic,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.heuristic = f.number(v, 6)), f.out(0), 8, f.floor_result_out());
            "query_def.heuristic_weight" [Negative, NotANumber, Infinite, NegativeInfinite] => BadWeight,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.heuristic_weight = f.double(v)), f.out(0), 8, f.floor_result_out());
            "query_def.heuristic_weight" [OneTooSmall] => BadWeight,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.heuristic_weight = 1e-6), f.out(0), 8, f.floor_result_out());
            "query_def.heuristic_weight" [OneTooLarge] => BadWeight,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.heuristic_weight = 1024.001), f.out(0), 8, f.floor_result_out());
            "query_def.reserved" [Beyond, NegativeAsUnsigned] => BadFlag,
                (f.floors, 0, 0, 0, 1, 3, 3, &query(|q| q.reserved = f.number(v, 1)), f.out(0), 8, f.floor_result_out());
            "path_out" [Null, Misaligned] => of_pointer(v),
                (f.floors, 0, 0, 0, 1, 3, 3, null(), f.pointer(v), 8, f.floor_result_out());
            "path_capacity" [Zero, OneTooSmall] => BufferTooSmall,
                (f.floors, 0, 0, 0, 1, 3, 3, null(), f.out(0), f.size(v, 8), f.floor_result_needing(8));
            "path_capacity" [Null] => BufferTooSmall,
                (f.floors, 0, 0, 0, 1, 3, 3, null(), null_mut(), 0, f.floor_result_needing(8));
            "result_out" [Null, Misaligned] => of_pointer(v),
                (f.floors, 0, 0, 0, 1, 3, 3, null(), f.out(1), 8, f.pointer(v));
            "result_out.struct_size" [Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned] => BadStructSize,
                (f.floors, 0, 0, 0, 1, 3, 3, null(), f.out(0), 8, f.sized(f.size(v, RESULT)));
        }
    }
}
