//! Calls with one wrong argument. Each must return its own status; later calls check that it has changed nothing.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each pointer is null, a reference's, or an array's with its length; none that is misaligned is read"
)]

use super::planted::{Fault, is_planted};
use super::tally::{self, Function, Function as F};
use super::world::World;
use crate::abi::{default_grid_def, default_query_def, empty_result};
use crate::floors::{empty_floor_result, link_def};
use crate::work::{empty_ticket_info, request};
use gridstar::ffi::GridstarStatus as Status;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::Cell;
use std::mem::zeroed;
use std::ptr::{null, null_mut};

/// The number by which `foreign_id` knows tickets.
const TICKET: u32 = 4;

impl World {
    pub fn call_wrongly(&mut self) {
        match self.random.below(10) {
            0..3 => self.use_an_id_of_nothing(),
            3..6 => self.edit_wrongly(),
            6..8 => self.search_wrongly(),
            8 => self.create_wrongly(),
            _ if self.random.percent(40) => self.use_profiles_wrongly(),
            _ if self.random.percent(30) => self.use_reservations_wrongly(),
            _ => self.use_floors_wrongly(),
        }
    }

    pub(super) fn refused(&mut self, function: Function, right: Status, call: impl FnMut() -> Status) {
        let status = self.call(function, format_args!("with a mistake: {right:?}"), call);
        assert_eq!(status, right);
        tally::compared(function);
    }

    /// An id that is not of this kind: zero, made up, of a destroyed object, or of another kind.
    pub(super) fn foreign_id(&mut self, own_kind: u32) -> u64 {
        let grids = self.grids.iter().map(|grid| (0, grid.id));
        let steppers = self.steppers.iter().map(|stepper| (1, stepper.id));
        let floors = self.floors.iter().map(|floors| (2, floors.id));
        let profiles = self.profiles.iter().map(|profile| (3, profile.id));
        let tickets = self.tickets.iter().map(|ticket| (4, ticket.id));
        let reservations = self.reservations.iter().map(|reservations| (5, reservations.id));
        if is_planted(Fault::Id) && own_kind == 0 {
            return self.grids[0].id;
        }
        let others = grids
            .chain(steppers)
            .chain(floors)
            .chain(profiles)
            .chain(tickets)
            .chain(reservations)
            .filter(|&(kind, _)| kind != own_kind)
            .map(|(_, id)| id);
        let made_up = [0, 1, u64::MAX, u64::from(u32::MAX), 1 << 63];
        let ids: Vec<u64> = self.dead.iter().copied().chain(others).chain(made_up).collect();
        ids[self.below(ids.len())]
    }

    fn use_an_id_of_nothing(&mut self) {
        let (kind, which) = (self.random.below(4), self.random.below(10));
        let kind = if kind == 3 { TICKET } else { kind };
        let id = self.foreign_id(kind);
        let (mut number, mut long) = (0, 0);
        let (cell, mut result, mut floor_result) = ([Cell::default(); 1], empty_result(), empty_floor_result());
        // SAFETY: zeros are valid values of the structs.
        let (mut grid_info, mut stepper_info, mut floors_info): (
            GridstarGridInfo,
            GridstarStepperInfo,
            GridstarFloorsInfo,
        ) = unsafe { (zeroed(), zeroed(), zeroed()) };
        grid_info.struct_size = size_of::<GridstarGridInfo>() as u32;
        stepper_info.struct_size = size_of::<GridstarStepperInfo>() as u32;
        floors_info.struct_size = size_of::<GridstarFloorsInfo>() as u32;
        let def = link_def(FloorCell::default(), FloorCell::default(), 0.0);
        let (wrong, mut ticket_info) = (request(Cell::default(), Cell::default()), empty_ticket_info());
        type Call<'a> = (Function, Box<dyn FnMut() -> Status + 'a>);
        let (function, call): Call = match (kind, which) {
            (0, 0) => (
                F::gridstar_grid_set_cell,
                Box::new(|| gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, 0, 0, 1)),
            ),
            (0, 1) => (
                F::gridstar_grid_fill_cells,
                Box::new(|| crate::abi::fill_cells(id, GridstarCellPlane::Types, (0, 0, 1, 1), 1)),
            ),
            (0, 2) => (
                F::gridstar_grid_set_cells,
                Box::new(|| unsafe {
                    gridstar_grid_set_cells(id, GridstarCellPlane::Types as u32, std::ptr::null(), [0].as_ptr(), 1)
                }),
            ),
            (0, 3) => (
                F::gridstar_grid_get_cell,
                Box::new(|| unsafe { gridstar_grid_get_cell(id, GridstarCellPlane::Types as u32, 0, 0, &mut number) }),
            ),
            (0, 4) => (F::gridstar_grid_get_info, Box::new(|| unsafe { gridstar_grid_get_info(id, &mut grid_info) })),
            (0, 5) => (
                F::gridstar_grid_find_path,
                Box::new(|| unsafe {
                    gridstar_grid_find_path(id, &Cell::new(0, 0), &Cell::new(0, 0), null(), null_mut(), 0, &mut result)
                }),
            ),
            (0, 6) => (F::gridstar_grid_prepare, Box::new(|| gridstar_grid_prepare(id, 2, 0))),
            (0, 7) => (
                F::gridstar_stepper_begin,
                Box::new(|| unsafe {
                    gridstar_stepper_begin(id, &Cell::new(0, 0), &Cell::new(0, 0), null(), &mut long)
                }),
            ),
            (0, 8) => (
                F::gridstar_ticket_submit,
                Box::new(|| unsafe { gridstar_ticket_submit(id, &wrong, 1, null(), 0, 0, &mut long) }),
            ),
            (0, _) => (F::gridstar_is_valid, Box::new(|| gridstar_is_valid(id, GridstarKind::Grid as u32))),
            (1, 0..=2) => (F::gridstar_stepper_advance, Box::new(|| gridstar_stepper_advance(id, 1))),
            (1, 3 | 4) => {
                (F::gridstar_stepper_get_info, Box::new(|| unsafe { gridstar_stepper_get_info(id, &mut stepper_info) }))
            }
            (1, 5 | 6) => (
                F::gridstar_stepper_finish,
                Box::new(|| unsafe { gridstar_stepper_finish(id, cell.as_ptr().cast_mut(), 0, &mut result) }),
            ),
            (TICKET, 0 | 1) => (F::gridstar_ticket_wait, Box::new(|| gridstar_ticket_wait(id))),
            (TICKET, 2 | 3) => (F::gridstar_ticket_cancel, Box::new(|| gridstar_ticket_cancel(id))),
            (TICKET, 5) => {
                (F::gridstar_ticket_poll, Box::new(|| unsafe { gridstar_ticket_poll(id, &mut ticket_info) }))
            }
            (TICKET, 7) => (
                F::gridstar_ticket_peek,
                Box::new(|| unsafe { gridstar_ticket_peek(id, 0, &mut GridstarPathReply::default(), null_mut(), 0) }),
            ),
            (TICKET, 6) => (
                F::gridstar_ticket_take,
                Box::new(|| unsafe { gridstar_ticket_take(id, null_mut(), 0, null_mut(), 0, &mut ticket_info) }),
            ),
            (TICKET, _) => (F::gridstar_is_valid, Box::new(|| gridstar_is_valid(id, GridstarKind::Ticket as u32))),
            (1, _) => (F::gridstar_is_valid, Box::new(|| gridstar_is_valid(id, GridstarKind::Stepper as u32))),
            (_, 0) => {
                (F::gridstar_floors_get_info, Box::new(|| unsafe { gridstar_floors_get_info(id, &mut floors_info) }))
            }
            (_, 1) => {
                (F::gridstar_floors_add_link, Box::new(|| unsafe { gridstar_floors_add_link(id, &def, &mut number) }))
            }
            (_, 2 | 3) => (F::gridstar_floors_remove_link, Box::new(|| gridstar_floors_remove_link(id, 1))),
            (_, 4 | 5) => (F::gridstar_floors_set_floor, Box::new(|| gridstar_floors_set_floor(id, 0, 0))),
            (_, 6) => (
                F::gridstar_floors_find_path,
                Box::new(|| unsafe {
                    gridstar_floors_find_path(
                        id,
                        &GridstarFloorCell { floor: 0, x: 0, y: 0, reserved: 0 },
                        &GridstarFloorCell { floor: 0, x: 0, y: 0, reserved: 0 },
                        null(),
                        null_mut(),
                        0,
                        &mut floor_result,
                    )
                }),
            ),
            _ => (F::gridstar_is_valid, Box::new(|| gridstar_is_valid(id, GridstarKind::Floors as u32))),
        };
        self.refused(function, Status::InvalidId, call);
    }

    fn edit_wrongly(&mut self) {
        let at = self.below(self.grids.len());
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let (width, height) = (self.grids[at].map.width(), self.grids[at].map.height());
        let (x, y, inner_width, inner_height) = (rect.x, rect.y, rect.width, rect.height);
        let count = inner_width * inner_height;
        let types = vec![1; count as usize];
        let bytes = types.as_ptr();
        let mut read = 0;
        match self.random.below(12) {
            0 => self.refused(F::gridstar_grid_set_cell, Status::CellOutside, || {
                gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, width, 0, 1)
            }),
            1 => self.refused(F::gridstar_grid_set_cell, Status::CellOutside, || {
                gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, 0, -1, 1)
            }),
            2 => self.refused(F::gridstar_grid_set_cell, Status::BadCellType, || {
                gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, 0, 0, 256)
            }),
            3 => self.refused(F::gridstar_grid_fill_cells, Status::BadRect, || {
                crate::abi::fill_cells(id, GridstarCellPlane::Types, (x, y, 0, 1), 1)
            }),
            4 => self.refused(F::gridstar_grid_fill_cells, Status::BadRect, || {
                crate::abi::fill_cells(id, GridstarCellPlane::Types, (x, y, inner_width, u32::MAX), 1)
            }),
            5 => self.refused(F::gridstar_grid_fill_cells, Status::BadCellType, || {
                crate::abi::fill_cells(id, GridstarCellPlane::Types, (x, y, inner_width, inner_height), u32::MAX)
            }),
            6 => self.refused(F::gridstar_grid_set_cells, Status::BadRect, || unsafe {
                gridstar_grid_set_cells(
                    id,
                    GridstarCellPlane::Types as u32,
                    &GridstarRect { x, y, width: 0, height: inner_height },
                    bytes,
                    count,
                )
            }),
            7 => self.refused(F::gridstar_grid_set_cells, Status::WrongCount, || unsafe {
                gridstar_grid_set_cells(
                    id,
                    GridstarCellPlane::Types as u32,
                    &GridstarRect { x, y, width: inner_width, height: inner_height },
                    bytes,
                    count - 1,
                )
            }),
            8 => self.refused(F::gridstar_grid_set_cells, Status::NullPointer, || unsafe {
                gridstar_grid_set_cells(
                    id,
                    GridstarCellPlane::Types as u32,
                    &GridstarRect { x, y, width: inner_width, height: inner_height },
                    null(),
                    count,
                )
            }),
            9 => self.refused(F::gridstar_grid_get_cell, Status::CellOutside, || unsafe {
                gridstar_grid_get_cell(id, GridstarCellPlane::Types as u32, 0, height, &mut read)
            }),
            10 => self.refused(F::gridstar_grid_get_cell, Status::MisalignedPointer, || unsafe {
                gridstar_grid_get_cell(id, GridstarCellPlane::Types as u32, 0, 0, (&raw mut read).wrapping_byte_add(1))
            }),
            _ => self.refused(F::gridstar_grid_prepare, Status::BadFlag, || gridstar_grid_prepare(id, 1, 2)),
        }
        self.read_info(at);
    }

    fn search_wrongly(&mut self) {
        let at = self.below(self.grids.len());
        let id = self.grids[at].id;
        let own = default_query_def();
        // 0 names no profile.
        let foreign = self.foreign_id(3).max(1);
        let (def, right) = match self.random.below(17) {
            10 => (GridstarQueryDef { profile: foreign, ..own }, Status::InvalidProfile),
            11 => (GridstarQueryDef { agent_size: 17, ..own }, Status::BadAgentSize),
            12 => (GridstarQueryDef { flags: 1 << 20, ..own }, Status::BadFlag),
            13 => (GridstarQueryDef { path_form: 5, ..own }, Status::UnknownPathForm),
            14 => (GridstarQueryDef { path_form: 4, diagonal_rule: 4, ..own }, Status::UnsupportedQuery),
            15 => (GridstarQueryDef { max_cost: -1.0, ..own }, Status::BadCostLimit),
            16 => (GridstarQueryDef { max_cells: 1, path_form: 3, ..own }, Status::UnsupportedQuery),
            0 => (GridstarQueryDef { diagonal_rule: 6, ..own }, Status::UnknownDiagonalRule),
            1 => (GridstarQueryDef { order: 4, ..own }, Status::UnknownOrder),
            2 => (GridstarQueryDef { heuristic: 6, ..own }, Status::UnknownHeuristic),
            3 => (GridstarQueryDef { straight_cost: 1.0, ..own }, Status::BadCosts),
            4 => (GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 2.5, ..own }, Status::BadCosts),
            5 => (GridstarQueryDef { straight_cost: f64::NAN, diagonal_cost: 1.0, ..own }, Status::BadCosts),
            6 => (GridstarQueryDef { heuristic_weight: -1.0, ..own }, Status::BadWeight),
            7 => (GridstarQueryDef { heuristic_weight: 1025.0, ..own }, Status::BadWeight),
            8 => (GridstarQueryDef { reserved: 1, ..own }, Status::BadFlag),
            _ => (GridstarQueryDef { struct_size: 3, ..own }, Status::BadStructSize),
        };
        let (mut result, mut stepper) = (empty_result(), 0);
        match self.random.below(4) {
            0 => self.refused(F::gridstar_stepper_begin, right, || unsafe {
                gridstar_stepper_begin(id, &Cell::new(0, 0), &Cell::new(0, 0), &def, &mut stepper)
            }),
            1 => self.refused(F::gridstar_grid_find_path, Status::NullPointer, || unsafe {
                gridstar_grid_find_path(id, &Cell::new(0, 0), &Cell::new(0, 0), null(), null_mut(), 9, &mut result)
            }),
            _ => self.refused(F::gridstar_grid_find_path, right, || unsafe {
                gridstar_grid_find_path(id, &Cell::new(0, 0), &Cell::new(0, 0), &def, null_mut(), 0, &mut result)
            }),
        }
        assert_eq!((result, stepper), (empty_result(), 0), "a refused call wrote something");
        self.check_live_counts();
    }

    fn create_wrongly(&mut self) {
        let own = default_grid_def(4, 5);
        let (def, right) = match self.random.below(11) {
            0 => (GridstarGridDef { width: 0, ..own }, Status::BadSize),
            1 => (GridstarGridDef { height: GRIDSTAR_MAX_SIDE + 1, ..own }, Status::BadSize),
            2 => (GridstarGridDef { cell_size: 0.0, ..own }, Status::BadCellSize),
            3 => (GridstarGridDef { origin_y: f32::INFINITY, ..own }, Status::NotFinite),
            4 => (GridstarGridDef { plane: 2, ..own }, Status::UnknownPlane),
            5 => (GridstarGridDef { diagonal_rule: 9, ..own }, Status::UnknownDiagonalRule),
            6 => (GridstarGridDef { engine: 4, ..own }, Status::UnknownEngine),
            7 => (GridstarGridDef { diagonal_cost: 0.5, ..own }, Status::BadCosts),
            8 => (GridstarGridDef { heuristic_weight: f64::NAN, ..own }, Status::BadWeight),
            9 => (GridstarGridDef { layout: 5, ..own }, Status::UnknownLayout),
            _ => (GridstarGridDef { struct_size: 0, ..own }, Status::BadStructSize),
        };
        let mut id = 0;
        self.refused(Function::gridstar_grid_create, right, || unsafe { gridstar_grid_create(&def, &mut id) });
        assert_eq!(id, 0, "a refused call wrote an id");
        self.check_live_counts();
    }

    fn use_profiles_wrongly(&mut self) {
        let foreign = self.foreign_id(3);
        let known = self.profiles.first().map_or(foreign, |profile| profile.id);
        let right = |status| if known == foreign { Status::InvalidProfile } else { status };
        let multipliers = [2.0, f64::NAN, 1.0];
        let (mut number, mut many) = (0, [0.0; 2]);
        match self.random.below(9) {
            0 => self.refused(F::gridstar_profile_set_cost, Status::InvalidProfile, || {
                gridstar_profile_set_cost(foreign, 0, 2.0)
            }),
            1 => self.refused(F::gridstar_is_valid, Status::InvalidProfile, || {
                gridstar_is_valid(foreign, GridstarKind::Profile as u32)
            }),
            2 => self.refused(F::gridstar_profile_get_charge, Status::InvalidProfile, || unsafe {
                gridstar_profile_get_charge(foreign, &mut number)
            }),
            3 => self.refused(F::gridstar_profile_set_cost, right(Status::BadMultiplier), || {
                gridstar_profile_set_cost(known, 2, 2000.0)
            }),
            4 => self.refused(F::gridstar_profile_set_costs, right(Status::BadMultiplier), || unsafe {
                gridstar_profile_set_costs(known, 2, multipliers.as_ptr(), 3)
            }),
            5 => self.refused(F::gridstar_profile_set_costs, right(Status::WrongCount), || unsafe {
                gridstar_profile_set_costs(known, 254, multipliers.as_ptr(), 3)
            }),
            6 => self.refused(F::gridstar_profile_set_charge, right(Status::UnknownCharge), || {
                gridstar_profile_set_charge(known, 2)
            }),
            7 => self.refused(F::gridstar_profile_get_costs, right(Status::BufferTooSmall), || unsafe {
                gridstar_profile_get_costs(known, 0, 3, many.as_mut_ptr(), 2, &mut number)
            }),
            _ => {
                let grid = self.grids[0].id;
                self.refused(F::gridstar_grid_fill_cells, Status::BadPenalty, || {
                    crate::abi::fill_cells(grid, GridstarCellPlane::Penalties, (0, 0, 1, 1), 256)
                });
            }
        }
        assert_eq!(many, [0.0; 2], "a refused call wrote something");
        for at in 0..self.profiles.len() {
            self.read_profile(at);
        }
    }

    fn use_floors_wrongly(&mut self) {
        if self.floors.is_empty() {
            return;
        }
        let at = self.below(self.floors.len());
        let model = &self.floors[at];
        let (id, beyond, unknown) = (model.id, model.grids.len() as u32, model.last_link + 1);
        let known = model.links.first().map(|link| link.number);
        let dead = model.grids.iter().position(|&grid| self.grid_of(grid).is_none());
        let foreign = self.foreign_id(0);
        let (mut number, mut result) = (0, empty_floor_result());
        let with_floor = |floor| FloorCell { floor, cell: Cell::default() };
        match self.random.below(6) {
            0 => self.refused(F::gridstar_floors_remove_link, Status::UnknownLink, || {
                gridstar_floors_remove_link(id, unknown)
            }),
            1 => self.refused(F::gridstar_floors_add_floor, Status::InvalidId, || unsafe {
                gridstar_floors_add_floor(id, foreign, &mut number)
            }),
            2 => {
                let def = link_def(with_floor(beyond), with_floor(beyond), 0.0);
                self.refused(F::gridstar_floors_add_link, Status::UnknownFloor, || unsafe {
                    gridstar_floors_add_link(id, &def, &mut number)
                });
            }
            3 => {
                if let Some(known) = known {
                    self.refused(F::gridstar_floors_set_link_cost, Status::BadLinkCost, || {
                        gridstar_floors_set_link_cost(id, known, -1.0)
                    });
                }
            }
            4 => {
                if let Some(dead) = dead {
                    let def = link_def(with_floor(dead as u32), with_floor(dead as u32), 0.0);
                    self.refused(F::gridstar_floors_add_link, Status::FloorWithoutGrid, || unsafe {
                        gridstar_floors_add_link(id, &def, &mut number)
                    });
                }
            }
            _ => self.refused(F::gridstar_floors_find_path, Status::UnknownFloor, || unsafe {
                gridstar_floors_find_path(
                    id,
                    &GridstarFloorCell { floor: beyond, x: 0, y: 0, reserved: 0 },
                    &GridstarFloorCell { floor: beyond, x: 0, y: 0, reserved: 0 },
                    null(),
                    null_mut(),
                    0,
                    &mut result,
                )
            }),
        }
        assert_eq!((number, result), (0, empty_floor_result()), "a refused call wrote something");
        self.floors_info(at);
    }
}
