//! The arguments of one call: all good, but for at most one.

use crate::bad_values::{
    bad_axes, bad_coordinate, bad_diagonal_cost, bad_float, bad_multiplier, bad_number, bad_size, bad_weight,
};
use crate::fixture::{Fixture, LINK_ENDS, SIDE, floor_request};
use crate::given::Given::{self, *};
use common::abi::{default_grid_def, default_query_def};
use common::floors::link_def;
use common::work::request;
use gridstar::ffi::*;
use gridstar::grid::{Cell as GridCell, Rect};
use std::cell::{Cell, OnceCell};
use std::mem::offset_of;
use std::ptr::null_mut;

/// A call's arguments, each asked for by its name and good value.
///
/// Every pointer from a case is null, misaligned, or valid for what the call says about it: calls are sound.
pub(crate) struct Case {
    pub(crate) fixture: Fixture,
    argument: &'static str,
    given: Given,
    /// Whether the call has taken the bad argument.
    is_used: Cell<bool>,
    grid_def: OnceCell<GridstarGridDef>,
    place: OnceCell<GridstarPlace>,
    rect: OnceCell<GridstarRect>,
    cells: [OnceCell<GridCell>; 2],
    floor_cells: [OnceCell<GridstarFloorCell>; 2],
    placement: OnceCell<GridstarPlacement>,
    query_def: OnceCell<GridstarQueryDef>,
    link_def: OnceCell<GridstarLinkDef>,
    request: OnceCell<GridstarPathRequest>,
    floor_request: OnceCell<GridstarFloorPathRequest>,
    fields: OnceCell<[u64; 2]>,
}

impl Case {
    pub(crate) fn new(argument: &'static str, given: Given) -> Self {
        Self {
            fixture: Fixture::new(),
            argument,
            given,
            is_used: Cell::new(given == Good),
            grid_def: OnceCell::new(),
            place: OnceCell::new(),
            rect: OnceCell::new(),
            cells: Default::default(),
            floor_cells: Default::default(),
            placement: OnceCell::new(),
            query_def: OnceCell::new(),
            link_def: OnceCell::new(),
            request: OnceCell::new(),
            floor_request: OnceCell::new(),
            fields: OnceCell::new(),
        }
    }

    pub(crate) fn is_used(&self) -> bool {
        self.is_used.get()
    }

    /// The mistake in an argument, if it is the bad one.
    fn mistake(&self, argument: &str) -> Option<Given> {
        let is_bad = self.argument == argument;
        self.is_used.set(self.is_used() || is_bad);
        is_bad.then_some(self.given)
    }

    /// The field of a struct that is bad, with its mistake.
    fn bad_field(&self, argument: &str) -> Option<(&'static str, Given)> {
        let field = self.argument.strip_prefix(argument)?.strip_prefix('.')?;
        self.is_used.set(true);
        Some((field, self.given))
    }

    /// The id from which a crowd or reservations take over a state.
    pub(crate) fn other(&self, kind: &str) -> u64 {
        let (given, fixture) = (self.mistake("other"), &self.fixture);
        match kind {
            "crowd" => given.map_or(fixture.crowd(), |given| fixture.bad_crowd(given)),
            "reservations" => given.map_or(fixture.reservations(), |given| fixture.bad_reservations(given)),
            _ => panic!("{kind} has no copies"),
        }
    }

    /// The id of an object, by the name of the argument.
    pub(crate) fn id(&self, argument: &str) -> u64 {
        let given = self.mistake(argument);
        match argument {
            "grid" | "other" => given.map_or(self.fixture.grid, |given| self.fixture.bad_grid(given)),
            "floors" => given.map_or(self.fixture.floors, |given| self.fixture.bad_floors(given)),
            "stepper" => given.map_or(self.fixture.stepper(), |given| self.fixture.bad_stepper(given)),
            "profile" => given.map_or(self.fixture.profile(), |given| self.fixture.bad_profile(given)),
            "ticket" => given.map_or(self.fixture.ticket(), |given| self.fixture.bad_ticket(given)),
            "crowd" => given.map_or(self.fixture.crowd(), |given| self.fixture.bad_crowd(given)),
            "field" => given.map_or(self.fixture.field(), |given| self.fixture.bad_field(given)),
            "cover" => given.map_or(self.fixture.cover(), |given| self.fixture.bad_cover(given)),
            "reservations" => given.map_or(self.fixture.reservations(), |given| self.fixture.bad_reservations(given)),
            _ => panic!("{argument} is an id of no known kind"),
        }
    }

    /// The id of a ticket of queries through floors.
    pub(crate) fn floor_ticket(&self) -> u64 {
        let given = self.mistake("ticket");
        given.map_or(self.fixture.floor_ticket(), |given| self.fixture.bad_floor_ticket(given))
    }

    /// The id of a field over floors.
    pub(crate) fn floor_field(&self) -> u64 {
        let given = self.mistake("field");
        given.map_or(self.fixture.floor_field(), |given| self.fixture.bad_floor_field(given))
    }

    /// A column or row.
    pub(crate) fn coordinate(&self, argument: &str, good: i32) -> i32 {
        self.mistake(argument).map_or(good, bad_coordinate)
    }

    /// A number; `first_bad` is the first one that is too large or unknown.
    pub(crate) fn number(&self, argument: &str, good: u32, first_bad: u32) -> u32 {
        self.mistake(argument).map_or(good, |given| bad_number(given, first_bad))
    }

    /// The size of a struct or buffer.
    pub(crate) fn size(&self, argument: &str, good: u32) -> u32 {
        self.mistake(argument).map_or(good, |given| bad_size(given, good))
    }

    pub(crate) fn float(&self, argument: &str, good: f32) -> f32 {
        self.mistake(argument).map_or(good, bad_float)
    }

    pub(crate) fn double(&self, argument: &str, good: f64) -> f64 {
        self.mistake(argument).map_or(good, |given| bad_float(given).into())
    }

    /// The multiplier of a cell type.
    pub(crate) fn multiplier(&self, argument: &str) -> f64 {
        self.mistake(argument).map_or(2.0, bad_multiplier)
    }

    /// A buffer that the call reads.
    pub(crate) fn input<T>(&self, argument: &str, good: &'static [T]) -> *const T {
        self.mistake(argument).map_or(good.as_ptr(), |given| self.bad_pointer::<T>(given).cast_const())
    }

    /// Two ids of the fixture's field.
    pub(crate) fn fields(&self, argument: &str) -> *const u64 {
        let good = || self.fields.get_or_init(|| [self.fixture.field(); 2]).as_ptr();
        self.mistake(argument).map_or_else(good, |given| self.bad_pointer::<u64>(given).cast_const())
    }

    /// One of the fixture's places for outputs.
    pub(crate) fn out<T>(&self, argument: &str, place: usize) -> *mut T {
        self.mistake(argument).map_or_else(|| self.fixture.out(place), |given| self.bad_pointer(given))
    }

    /// A place with a capacity. A capacity that is `Null` is a null pointer with a capacity of 0.
    pub(crate) fn buffer<T>(
        &self,
        argument: &str,
        place: usize,
        capacity_argument: &str,
        capacity: u32,
    ) -> (*mut T, u32) {
        if self.mistake(capacity_argument) == Some(Null) {
            return (null_mut(), 0);
        }
        (self.out(argument, place), self.size(capacity_argument, capacity))
    }

    /// A place for a count, which also gets `needed` if a buffer is too small.
    pub(crate) fn count_out(&self, argument: &str, needed: u32) -> *mut u32 {
        self.fixture.need(0, needed);
        self.out(argument, Fixture::SIZED_PLACE)
    }

    /// A place for a struct that says its size in its first field.
    pub(crate) fn sized<T>(&self, argument: &str) -> *mut T {
        let size = size_of::<T>() as u32;
        let struct_size = match self.bad_field(argument) {
            Some(("struct_size", given)) => bad_size(given, size),
            Some((field, _)) => panic!("an output has no {field} to give"),
            None => size,
        };
        self.mistake(argument).map_or_else(|| self.fixture.sized(struct_size), |given| self.bad_pointer(given))
    }

    /// A place for a result, which gets the length of a path that does not fit.
    pub(crate) fn result_out(&self, length: u32) -> *mut GridstarPathResult {
        self.fixture.need(offset_of!(GridstarPathResult, length), length);
        self.sized("result_out")
    }

    /// A place for a result, which gets the number of expanded cells that do not fit.
    pub(crate) fn trace_result_out(&self, expansions: u32) -> *mut GridstarPathResult {
        self.fixture.need(offset_of!(GridstarPathResult, expansions), expansions);
        self.sized("result_out")
    }

    /// A place for a result, which gets the length of a path that does not fit.
    pub(crate) fn floor_result_out(&self, length: u32) -> *mut GridstarFloorPathResult {
        self.fixture.need(offset_of!(GridstarFloorPathResult, length), length);
        self.sized("result_out")
    }

    fn bad_pointer<T>(&self, given: Given) -> *mut T {
        match given {
            Null => null_mut(),
            Misaligned => self.fixture.out::<u8>(0).wrapping_add(1).cast(),
            other => panic!("{other:?} is no pointer"),
        }
    }

    /// A def of a grid that can be created.
    pub(crate) fn grid_def(&self) -> *const GridstarGridDef {
        if let Some(given) = self.mistake("def") {
            return self.bad_pointer(given);
        }
        let mut def = default_grid_def(SIDE, SIDE);
        if let Some((field, given)) = self.bad_field("def") {
            match (field, given) {
                ("struct_size", _) => def.struct_size = bad_size(given, def.struct_size),
                ("width", _) => def.width = bad_number(given, GRIDSTAR_MAX_SIDE + 1),
                ("height", _) => def.height = bad_number(given, GRIDSTAR_MAX_SIDE + 1),
                ("plane", _) => def.plane = bad_number(given, 2),
                // Positions that far out are 64 apart.
                ("cell_size", OneTooSmall) => def.origin_x = 1e9,
                ("cell_size", OneTooLarge) => def.cell_size = f32::MAX,
                ("cell_size", _) => def.cell_size = bad_float(given),
                ("origin_x", _) => def.origin_x = bad_float(given),
                ("origin_y", _) => def.origin_y = bad_float(given),
                ("origin_z", _) => def.origin_z = bad_float(given),
                ("straight_cost", _) => def.straight_cost = bad_float(given).into(),
                ("diagonal_cost", _) => def.diagonal_cost = bad_diagonal_cost(given),
                ("diagonal_rule", _) => def.diagonal_rule = bad_number(given, 6),
                // Known, but not on a grid of more than 2^26 cells.
                ("engine", Beyond) => {
                    (def.width, def.height, def.engine) = (8193, 8193, GridstarEngine::Landmarks as u32);
                }
                ("engine", _) => def.engine = bad_number(given, 4),
                ("layout", _) => def.layout = bad_number(given, 5),
                ("order", _) => def.order = bad_number(given, 4),
                ("heuristic", _) => def.heuristic = bad_number(given, 6),
                ("heuristic_weight", _) => def.heuristic_weight = bad_weight(given),
                _ => {
                    let [column, row] = bad_axes(field, given);
                    [def.column_axis_x, def.column_axis_y, def.column_axis_z] = column;
                    [def.row_axis_x, def.row_axis_y, def.row_axis_z] = row;
                }
            }
        }
        self.grid_def.get_or_init(|| def)
    }

    /// A place where the grid can lie.
    pub(crate) fn place(&self) -> *const GridstarPlace {
        if let Some(given) = self.mistake("place") {
            return self.bad_pointer(given);
        }
        let mut place = GridstarPlace {
            struct_size: size_of::<GridstarPlace>() as u32,
            origin_x: 0.0,
            origin_y: 0.0,
            origin_z: 0.0,
            column_axis_x: 1.0,
            column_axis_y: 0.0,
            column_axis_z: 0.0,
            row_axis_x: 0.0,
            row_axis_y: 0.0,
            row_axis_z: 1.0,
        };
        if let Some((field, given)) = self.bad_field("place") {
            match (field, given) {
                ("struct_size", _) => place.struct_size = bad_size(given, place.struct_size),
                // Positions that far out are 64 apart.
                ("origin_x", Huge) => place.origin_x = 1e9,
                ("origin_x", _) => place.origin_x = bad_float(given),
                ("origin_y", _) => place.origin_y = bad_float(given),
                ("origin_z", _) => place.origin_z = bad_float(given),
                _ => {
                    let [column, row] = bad_axes(field, given);
                    [place.column_axis_x, place.column_axis_y, place.column_axis_z] = column;
                    [place.row_axis_x, place.row_axis_y, place.row_axis_z] = row;
                }
            }
        }
        self.place.get_or_init(|| place)
    }

    /// A rectangle of 2 x 3 cells at (1, 1), which touches the last row.
    pub(crate) fn rect(&self) -> *const GridstarRect {
        if let Some(given) = self.mistake("rect") {
            return self.bad_pointer(given);
        }
        let mut rect = GridstarRect { x: 1, y: 1, width: 2, height: 3 };
        match self.bad_field("rect") {
            Some(("x", given)) => rect.x = bad_coordinate(given),
            Some(("y", given)) => rect.y = bad_coordinate(given),
            Some(("width", given)) => rect.width = bad_number(given, SIDE),
            Some(("height", given)) => rect.height = bad_number(given, SIDE),
            Some((other, _)) => panic!("no bad value for {other}"),
            None => {}
        }
        self.rect.get_or_init(|| rect)
    }

    /// A cell, in one of two places.
    pub(crate) fn cell(&self, argument: &str, place: usize, (x, y): (i32, i32)) -> *const GridCell {
        if let Some(given) = self.mistake(argument) {
            return self.bad_pointer(given);
        }
        let mut cell = GridCell::new(x, y);
        match self.bad_field(argument) {
            Some(("x", given)) => cell.x = bad_coordinate(given),
            Some(("y", given)) => cell.y = bad_coordinate(given),
            Some((other, _)) => panic!("no bad value for {other}"),
            None => {}
        }
        self.cells[place].get_or_init(|| cell)
    }

    /// A cell of a floor, in one of two places.
    pub(crate) fn floor_cell(&self, argument: &str, place: usize, good: (u32, i32, i32)) -> *const GridstarFloorCell {
        if let Some(given) = self.mistake(argument) {
            return self.bad_pointer(given);
        }
        let mut cell = GridstarFloorCell { floor: good.0, x: good.1, y: good.2, reserved: 0 };
        match self.bad_field(argument) {
            Some(("floor", given)) => cell.floor = bad_number(given, 2),
            Some(("x", given)) => cell.x = bad_coordinate(given),
            Some(("y", given)) => cell.y = bad_coordinate(given),
            Some(("reserved", given)) => cell.reserved = bad_number(given, 1),
            Some((other, _)) => panic!("no bad value for {other}"),
            None => {}
        }
        self.floor_cells[place].get_or_init(|| cell)
    }

    /// A building of 2 x 3 obstacles at (1, 1).
    pub(crate) fn placement(&self) -> *const GridstarPlacement {
        if let Some(given) = self.mistake("placement") {
            return self.bad_pointer(given);
        }
        let mut building = common::abi::placement(Rect { x: 1, y: 1, width: 2, height: 3 }, 1);
        match self.bad_field("placement") {
            Some(("struct_size", given)) => building.struct_size = bad_size(given, building.struct_size),
            Some(("x", given)) => building.x = bad_coordinate(given),
            Some(("y", given)) => building.y = bad_coordinate(given),
            Some(("width", given)) => building.width = bad_number(given, SIDE),
            Some(("height", given)) => building.height = bad_number(given, SIDE),
            Some(("cell_type", given)) => building.cell_type = bad_number(given, 256),
            Some((other, _)) => panic!("no bad value for {other}"),
            None => {}
        }
        self.placement.get_or_init(|| building)
    }

    /// Number of cells of the rectangle, or another one that is wrong for this reason alone: a rectangle that is too
    /// large must not fail for want of room.
    pub(crate) fn cells_of_rect(&self, good: u32) -> u32 {
        self.rect.get().filter(|rect| (rect.width, rect.height) != (2, 3)).map_or(good, |rect| {
            let cells = u64::from(rect.width) * u64::from(rect.height);
            u32::try_from(cells).ok().filter(|&cells| cells <= 12).unwrap_or(good)
        })
    }

    /// Null for the grid's settings, or a def with a mistake.
    pub(crate) fn query_def(&self) -> *const GridstarQueryDef {
        if let Some(given) = self.mistake("query_def") {
            return self.bad_pointer(given);
        }
        let Some((field, given)) = self.bad_field("query_def") else { return std::ptr::null() };
        self.query_def.get_or_init(|| self.bad_query_def(field, given))
    }

    /// A def with a mistake. Its costs are not both 0, so that a call checks them.
    fn bad_query_def(&self, field: &str, given: Given) -> GridstarQueryDef {
        let mut def = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.4, ..default_query_def() };
        match field {
            "struct_size" => def.struct_size = bad_size(given, def.struct_size),
            "diagonal_rule" => def.diagonal_rule = bad_number(given, 6),
            "straight_cost" => def.straight_cost = bad_float(given).into(),
            "diagonal_cost" => def.diagonal_cost = bad_diagonal_cost(given),
            "heuristic" => def.heuristic = bad_number(given, 6),
            "order" => def.order = bad_number(given, 4),
            "reserved" => def.reserved = bad_number(given, 1),
            "heuristic_weight" => def.heuristic_weight = bad_weight(given),
            "profile" => def.profile = self.fixture.bad_profile(given),
            "agent_size" => def.agent_size = bad_number(given, GRIDSTAR_MAX_AGENT_SIZE + 1),
            "flags" => def.flags = bad_number(given, 8),
            "max_cost" => def.max_cost = bad_float(given).into(),
            "path_form" => def.path_form = bad_number(given, 5),
            "without_cover" => def.without_cover = self.fixture.bad_cover(given),
            other => panic!("no bad value for {other}"),
        }
        def
    }

    /// The query defs of a batch: one, and their number.
    pub(crate) fn defs(&self) -> (*const GridstarQueryDef, u32) {
        let count = if self.mistake("def_count").is_some() { 0 } else { 1 };
        if let Some(given) = self.mistake("defs") {
            return (self.bad_pointer(given), count);
        }
        let bad = self.bad_field("defs").map(|(field, given)| self.bad_query_def(field, given));
        (self.query_def.get_or_init(|| bad.unwrap_or_else(default_query_def)), count)
    }

    /// The requests of a batch: one, and their number.
    pub(crate) fn requests(&self) -> (*const GridstarPathRequest, u32) {
        let count = if self.mistake("request_count").is_some() { 0 } else { 1 };
        if let Some(given) = self.mistake("requests") {
            return (self.bad_pointer(given), count);
        }
        let mut request = request(GridCell::new(0, 0), GridCell::new(3, 3));
        match self.bad_field("requests") {
            Some(("def_index", given)) => request.def_index = bad_number(given, 1),
            Some(("reserved", given)) => request.reserved = bad_number(given, 1),
            Some((other, _)) => panic!("no bad value for {other}"),
            None => {}
        }
        (self.request.get_or_init(|| request), count)
    }

    /// The requests of a batch through floors: one, and their number.
    pub(crate) fn floor_requests(&self) -> (*const GridstarFloorPathRequest, u32) {
        let count = if self.mistake("request_count").is_some() { 0 } else { 1 };
        if let Some(given) = self.mistake("requests") {
            return (self.bad_pointer(given), count);
        }
        let mut request = floor_request();
        match self.bad_field("requests") {
            Some(("def_index", given)) => request.def_index = bad_number(given, 1),
            Some(("reserved", given)) => request.reserved = bad_number(given, 1),
            Some((other, _)) => panic!("no bad value for {other}"),
            None => {}
        }
        (self.floor_request.get_or_init(|| request), count)
    }

    /// A place for the info of the fixture's ticket of queries through floors.
    pub(crate) fn floor_ticket_info_out(&self) -> *mut GridstarTicketInfo {
        let id = self.fixture.floor_ticket();
        let fixture = &self.fixture;
        fixture.need(offset_of!(GridstarTicketInfo, count), 1);
        fixture.need_long(offset_of!(GridstarTicketInfo, revision), [None, None]);
        fixture.need_long(offset_of!(GridstarTicketInfo, cell_count), [Some(4), Some(0)]);
        fixture.need_long(offset_of!(GridstarTicketInfo, ticket), [Some(id as u32), Some((id >> 32) as u32)]);
        fixture.need_long(offset_of!(GridstarTicketInfo, expansions), [None, None]);
        fixture.need_long(offset_of!(GridstarTicketInfo, running), [Some(0), Some(0)]);
        self.sized("info_out")
    }

    /// A place for the info of a ticket, which is all written if the buffers are too small. `None` for a new ticket.
    pub(crate) fn ticket_info_out(&self, ticket: Option<u64>) -> *mut GridstarTicketInfo {
        let (count, cells) = (1, 4);
        let id = |shift: u32| ticket.map(|id| (id >> shift) as u32);
        let fixture = &self.fixture;
        fixture.need(offset_of!(GridstarTicketInfo, count), count);
        fixture.need_long(offset_of!(GridstarTicketInfo, revision), [Some(1), Some(0)]);
        fixture.need_long(offset_of!(GridstarTicketInfo, cell_count), [Some(cells), Some(0)]);
        fixture.need_long(offset_of!(GridstarTicketInfo, ticket), [id(0), id(32)]);
        fixture.need_long(offset_of!(GridstarTicketInfo, expansions), [Some(1), Some(0)]);
        fixture.need_long(offset_of!(GridstarTicketInfo, running), [Some(0), Some(0)]);
        self.sized("info_out")
    }

    /// A def of a link that can be added.
    pub(crate) fn link_def(&self) -> *const GridstarLinkDef {
        if let Some(given) = self.mistake("def") {
            return self.bad_pointer(given);
        }
        let mut def = link_def(LINK_ENDS.0, LINK_ENDS.1, 1.0);
        if let Some((field, given)) = self.bad_field("def") {
            match field {
                "struct_size" => def.struct_size = bad_size(given, def.struct_size),
                "from_floor" => def.from_floor = bad_number(given, 2),
                "from_x" => def.from_x = bad_coordinate(given),
                "from_y" => def.from_y = bad_coordinate(given),
                "to_floor" => def.to_floor = bad_number(given, 2),
                "to_x" => def.to_x = bad_coordinate(given),
                "to_y" => def.to_y = bad_coordinate(given),
                "one_way" => def.one_way = bad_number(given, 2),
                "cost" => def.cost = bad_float(given).into(),
                "closed" => def.closed = bad_number(given, 2),
                "reserved" => def.reserved = bad_number(given, 1),
                other => panic!("no bad value for {other}"),
            }
        }
        self.link_def.get_or_init(|| def)
    }
}
