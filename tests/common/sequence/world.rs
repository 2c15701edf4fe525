//! All objects that a sequence has created, behind the C functions and in the model.

use super::agents::NamedProfile;
use super::asked::Settings;
use super::cover_calls::CoverModel;
use super::crowd_calls::ReservationsModel;
use super::floor_models::FloorsModel;
use super::fork_calls::Hashes;
use super::hexagon_calls::HexModel;
use super::planted::{Fault, is_planted};
use super::stepper_calls::StepperModel;
use super::tally::{self, Function};
use super::wall_calls::WalledModel;
use super::work_calls::TicketModel;
use crate::cell_map::CellMap;
use crate::random_maps::Random;
use crate::terrain::Terrain;
use gridstar::ffi::*;
use gridstar::floors::FloorStep;
use gridstar::grid::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;

/// Number of the last calls that a failure shows.
const SHOWN: usize = 40;

/// Makes a call with failing allocations. Returns its status and the number of failed allocations.
pub type Refusals = fn(Refused, call: &mut dyn FnMut() -> GridstarStatus) -> (GridstarStatus, u64);

/// Which allocations of a call fail.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    pub seed: u64,
    pub function: Function,
    /// Number of allocations that succeed before the first failure.
    pub allowed: u64,
    /// If true, one allocation fails; otherwise all later ones fail too.
    pub once: bool,
    /// On a thread that has not searched yet.
    pub is_fresh: bool,
}

/// The model of a grid.
#[derive(Clone, Debug)]
pub struct GridModel {
    pub id: u64,
    /// Which cells are not of type 1: the map of queries without a profile.
    pub map: CellMap,
    pub terrain: Terrain,
    /// Whether edits of this grid set penalties.
    pub takes_penalties: bool,
    pub revision: u64,
    /// For each cell the revision in which its type or penalty has changed last; 0 if never.
    pub changed: Vec<u64>,
    /// Whether the last edit that changed a cell has set cell types.
    pub is_changed_by_types: bool,
    pub settings: Settings,
    /// Numbers of GridstarEngine: the engine, or all engines that are possible while a background preparation runs.
    pub engines: Vec<u32>,
    /// A background preparation was started, and no call has shown that it ended.
    pub is_preparing: bool,
    /// Paths that were found, by the diagonal rule of their query.
    pub paths: Vec<Vec<Cell>>,
    pub place: PlaceModel,
}

/// Where a grid lies in the world. World positions are exact in the places that the sequences choose.
#[derive(Clone, Copy, Debug)]
pub struct PlaceModel {
    pub origin: [f32; 3],
    /// From a cell to the next column, and to the next row.
    pub axes: [[f32; 3]; 2],
    /// The distance between the nearer opposite edges of a cell.
    pub cell_size: f32,
    /// A number of GridstarPlane.
    pub plane: u32,
}

impl PlaceModel {
    /// A place in a plane of the world.
    pub fn in_plane(origin: [f32; 3], cell_size: f32, plane: u32) -> Self {
        let mut row = [0.0; 3];
        // The world axis of the rows: z or y.
        row[2 - plane as usize] = cell_size;
        Self { origin, axes: [[cell_size, 0.0, 0.0], row], cell_size, plane }
    }

    /// A place of any kind.
    pub fn random(random: &mut Random) -> Self {
        let origin = [0.0; 3].map(|_: f32| random.below(20) as f32 - 10.0);
        let (axes, cell_size, plane) = match random.below(7) {
            0 => return Self::in_plane(origin, 0.5, 0),
            1 => return Self::in_plane(origin, 2.0, 1),
            // Turned by a quarter, mirrored, and with columns up.
            2 => ([[0.0, 0.0, 0.5], [-0.5, 0.0, 0.0]], 0.5, 0),
            3 => ([[-2.0, 0.0, 0.0], [0.0, 2.0, 0.0]], 2.0, 1),
            4 => ([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], 1.0, 1),
            // Isometric, and rectangles on a slope.
            5 => ([[1.0, 0.5, 0.0], [-1.0, 0.5, 0.0]], 1.0 / 1.25_f32.sqrt(), 1),
            _ => ([[2.0, 0.0, 1.0], [0.0, 1.0, 0.0]], 1.0, 1),
        };
        Self { origin, axes, cell_size, plane }
    }

    /// The position at the same share of a cell from its lowest corner along both axes.
    pub fn position(&self, cell: Cell, share: f32) -> [f32; 3] {
        let along = [cell.x as f32 + share, cell.y as f32 + share];
        [0, 1, 2].map(|at| self.origin[at] + along[0] * self.axes[0][at] + along[1] * self.axes[1][at])
    }
}

impl GridModel {
    /// The center of an agent whose lowest cell is this one.
    pub fn position(&self, cell: Cell, agent_size: u32) -> [f32; 3] {
        self.place.position(cell, agent_size as f32 / 2.0)
    }

    /// Whether the center of an agent whose lowest cell is this one lies on the grid, and the agent's anchor by this
    /// center: along an axis on which the center is inside, the agent is inside too.
    pub fn anchor_by_center(&self, cell: Cell, agent_size: u32) -> (bool, Cell) {
        let size = agent_size as i32;
        let along = |index: i32, count: i32| {
            let is_inside = (0..2 * count).contains(&(2 * index + size));
            (is_inside, if is_inside { index.clamp(0, (count - size).max(0)) } else { index })
        };
        let (x, y) = (along(cell.x, self.map.width()), along(cell.y, self.map.height()));
        (x.0 && y.0, Cell::new(x.1, y.1))
    }

    /// Whether a search from or to this center is the one from or to the cell.
    pub fn center_means_cell(&self, cell: Cell, agent_size: u32) -> bool {
        match self.anchor_by_center(cell, agent_size) {
            (true, anchor) => anchor == cell,
            (false, _) => !self.map.contains(cell),
        }
    }

    /// Whether a query has one answer until an edit. With landmarks, which are measured at some time, it has several.
    pub fn answers_alike(&self) -> bool {
        !self.is_preparing && self.engines.iter().all(|&engine| engine != GridstarEngine::Landmarks as u32)
    }
}

/// All objects of one sequence, and their model.
pub struct World {
    seed: u64,
    pub random: Random,
    refusals: Option<Refusals>,
    /// Whether the last call ran out of memory and was repeated.
    pub was_refused: bool,
    /// Number of allocations that failed in the last call, or in its first attempt.
    pub refused_allocations: u64,
    /// True while everything is compared after such a call.
    pub is_after_refusal: bool,
    /// Grids that were loaded, and that the model does not keep.
    pub loaded: usize,
    /// Profiles and steppers that live for one step of the sequence.
    pub passing_profiles: usize,
    pub passing_steppers: usize,
    pub hexagons: Vec<HexModel>,
    pub walled: Vec<WalledModel>,
    pub grids: Vec<GridModel>,
    pub steppers: Vec<StepperModel>,
    pub floors: Vec<FloorsModel>,
    pub profiles: Vec<NamedProfile>,
    pub tickets: Vec<TicketModel>,
    /// Number of worker threads that the sequence has asked for.
    pub work_threads: u32,
    pub reservations: Vec<ReservationsModel>,
    pub covers: Vec<CoverModel>,
    /// Covers of other grids that a grid knows, because it was forked or restored from one that knew them, each as it
    /// was then.
    pub foreign_covers: Vec<CoverModel>,
    /// Grids' ids by those of covers, also of destroyed ones.
    pub owners: BTreeMap<u64, u64>,
    /// Hashes of grids, and those of profiles.
    pub hashes: Hashes,
    pub profile_hashes: Hashes,
    /// Ids of destroyed objects.
    pub dead: Vec<u64>,
    last_calls: VecDeque<String>,
    pub cells: [Vec<Cell>; 2],
    pub steps: Vec<FloorStep>,
}

impl World {
    pub fn new(seed: u64, refusals: Option<Refusals>) -> Self {
        Self {
            seed,
            random: Random::new(seed),
            refusals,
            was_refused: false,
            refused_allocations: 0,
            is_after_refusal: false,
            loaded: 0,
            passing_profiles: 0,
            passing_steppers: 0,
            hexagons: Vec::new(),
            walled: Vec::new(),
            grids: Vec::new(),
            steppers: Vec::new(),
            floors: Vec::new(),
            profiles: Vec::new(),
            tickets: Vec::new(),
            work_threads: 0,
            reservations: Vec::new(),
            covers: Vec::new(),
            foreign_covers: Vec::new(),
            owners: BTreeMap::new(),
            hashes: Hashes::default(),
            profile_hashes: Hashes::default(),
            dead: Vec::new(),
            last_calls: VecDeque::new(),
            cells: [Vec::new(), Vec::new()],
            steps: Vec::new(),
        }
    }

    /// Sets the threads of the process, which the sequence before has left.
    pub fn begin(&mut self) {
        self.set_work_threads();
    }

    /// Makes a call. With failing allocations the first attempt may run out of memory; the call must then have changed
    /// nothing, and is repeated without failures.
    pub fn call(
        &mut self,
        function: Function,
        arguments: fmt::Arguments,
        mut raw: impl FnMut() -> GridstarStatus,
    ) -> GridstarStatus {
        self.note(function, arguments);
        (self.was_refused, self.refused_allocations) = (false, 0);
        let Some(refuse) = self.refusals.filter(|_| self.random.percent(50)) else {
            return match raw() {
                GridstarStatus::Ok if is_wrong(function) => GridstarStatus::NoPath,
                status => status,
            };
        };
        let most = [2, 8, 40][self.random.below(3) as usize];
        let (seed, allowed) = (self.seed, u64::from(self.random.below(most)));
        let (once, is_fresh) = (self.random.percent(50), self.random.percent(20));
        let plan = Refused { seed, function, allowed, once, is_fresh };
        let (status, refused) = refuse(plan, &mut raw);
        self.refused_allocations = refused;
        if refused > 0 {
            self.last_calls.push_back(format!("    {status:?} after {refused} failed allocations: {plan:?}"));
        }
        if status != GridstarStatus::OutOfMemory {
            return status;
        }
        assert!(refused > 0, "{function:?} reports out of memory, but no allocation has failed");
        assert!(function.may_run_out_of_memory(), "{function:?} is not documented to run out of memory");
        tally::refused(function);
        let refusals = self.refusals.take();
        self.is_after_refusal = true;
        self.check_everything();
        self.is_after_refusal = false;
        (self.refusals, self.was_refused, self.refused_allocations) = (refusals, true, refused);
        self.note(function, format_args!("again"));
        raw()
    }

    /// Makes a call in which no allocation fails.
    pub fn call_with_memory(
        &mut self,
        function: Function,
        arguments: fmt::Arguments,
        raw: impl FnMut() -> GridstarStatus,
    ) -> GridstarStatus {
        let refusals = self.refusals.take();
        let status = self.call(function, arguments, raw);
        self.refusals = refusals;
        status
    }

    /// Logs and counts a call that returns no status.
    pub fn note(&mut self, function: Function, arguments: fmt::Arguments) {
        tally::made(function);
        let mut line =
            if self.last_calls.len() < SHOWN { None } else { self.last_calls.pop_front() }.unwrap_or_default();
        line.clear();
        // Writing to a string can't fail.
        let _ = fmt::Write::write_fmt(&mut line, format_args!("{function:?} {arguments}"));
        self.last_calls.push_back(line);
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.random.below(end as u32) as usize
    }

    /// Makes a random call, or a few related ones.
    pub fn step(&mut self) {
        if self.grids.is_empty() {
            return self.create_grid();
        }
        match self.random.below(1000) {
            0..15 if self.grids.len() < 4 => self.create_grid(),
            15..22 => self.destroy_grid(),
            22..190 => self.edit(),
            190..200 => self.step_fork(),
            200..230 => self.step_cover(),
            230..270 => self.step_profile(),
            270..430 => self.read(),
            430..600 => self.search(),
            600..620 => self.step_reservations(),
            620..660 => self.step_work(),
            660..680 => self.check_some_path(),
            680..683 => self.find_the_nearest(),
            683..685 => self.ask_what_is_reachable(),
            685..687 => self.ask_what_a_building_cuts_off(),
            687 => self.search_what_is_in_reach(),
            688 => self.tick_a_crowd(),
            689 => self.ask_a_field(),
            690..695 => self.look_along_a_line(),
            695..698 => self.search_in_all_forms(),
            698..700 => self.search_at_any_angle(),
            700..720 => self.prepare(),
            720..730 => self.prepare_query(),
            730..850 => self.step_stepper(),
            850..955 => self.step_floors(),
            955..980 => self.call_wrongly(),
            980..988 => self.step_walls(),
            988..998 => self.step_hexagons(),
            _ => self.destroy_all(),
        }
    }

    /// Compares all live objects with the model, and destroys them.
    pub fn end(&mut self) {
        self.check_everything();
        while !self.tickets.is_empty() {
            self.destroy_ticket(0);
        }
        while !self.steppers.is_empty() {
            self.destroy_stepper(0);
        }
        while !self.floors.is_empty() {
            self.destroy_floors(0);
        }
        while !self.profiles.is_empty() {
            self.destroy_profile(0);
        }
        while !self.reservations.is_empty() {
            self.destroy_reservations(0);
        }
        // Some end with their grids.
        while self.covers.len() > 2 {
            self.destroy_cover(0);
        }
        while !self.grids.is_empty() {
            self.destroy_grid();
        }
        while !self.hexagons.is_empty() {
            self.destroy_hexagons(0);
        }
        while !self.walled.is_empty() {
            self.destroy_walled(0);
        }
        self.check_live_counts();
    }

    pub fn check_everything(&mut self) {
        for at in 0..self.grids.len() {
            self.read_info(at);
            self.read_grid_changes(at);
            self.read_cells(at);
            self.read_penalties(at);
            self.read_covers(at);
            self.read_hash(at);
        }
        for at in 0..self.hexagons.len() {
            self.read_hexagons(at);
        }
        for at in 0..self.walled.len() {
            self.read_walled(at);
        }
        for at in 0..self.profiles.len() {
            self.read_profile(at);
        }
        for at in 0..self.steppers.len() {
            self.stepper_info(at);
        }
        for at in 0..self.tickets.len() {
            self.poll(at);
        }
        for at in 0..self.floors.len() {
            self.floors_info(at);
        }
        for at in 0..self.reservations.len() {
            self.reservations_info(at);
            self.ask_for_cells(at, 4);
        }
        self.check_live_counts();
    }

    pub fn check_live_counts(&mut self) {
        let grids = self.grids.len() + self.hexagons.len() + self.walled.len() + self.loaded;
        let steppers = self.steppers.len() + self.passing_steppers;
        let profiles = self.profiles.len() + self.passing_profiles;
        let counts = [
            (GridstarKind::Grid, grids),
            (GridstarKind::Stepper, steppers),
            (GridstarKind::Floors, self.floors.len()),
            (GridstarKind::Profile, profiles),
            (GridstarKind::Ticket, self.tickets.len()),
            (GridstarKind::Reservations, self.reservations.len()),
            (GridstarKind::Cover, self.covers.len()),
        ];
        let function = Function::gridstar_live_count;
        for (kind, expected) in counts {
            self.note(function, format_args!("{kind:?}"));
            assert_eq!(gridstar_live_count(kind as u32) as usize, expected, "{function:?} of {kind:?}");
            tally::compared(function);
        }
    }

    fn destroy_all(&mut self) {
        let all: [(GridstarKind, Vec<u64>); 6] = [
            (GridstarKind::Ticket, self.tickets.drain(..).map(|ticket| ticket.id).collect()),
            (GridstarKind::Stepper, self.steppers.drain(..).map(|stepper| stepper.id).collect()),
            (GridstarKind::Floors, self.floors.drain(..).map(|floors| floors.id).collect()),
            (GridstarKind::Profile, self.profiles.drain(..).map(|profile| profile.id).collect()),
            (GridstarKind::Reservations, self.reservations.drain(..).map(|reservations| reservations.id).collect()),
            (
                GridstarKind::Grid,
                (self.grids.drain(..).map(|grid| grid.id))
                    .chain(self.hexagons.drain(..).map(|grid| grid.id))
                    .chain(self.walled.drain(..).map(|grid| grid.id))
                    .collect(),
            ),
        ];
        let function = Function::gridstar_destroy_all;
        for (kind, gone) in all {
            let mut count = 0;
            self.call(function, format_args!("{kind:?}"), || {
                // A first attempt with failing allocations has destroyed everything already, so the counts add up.
                count += gridstar_destroy_all(kind as u32);
                GridstarStatus::Ok
            });
            assert_eq!(count as usize, gone.len(), "{kind:?}");
            tally::compared(function);
            self.dead.extend(gone);
        }
        self.dead.extend(self.covers.drain(..).map(|cover| cover.id));
        self.foreign_covers.clear();
        self.check_live_counts();
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        eprintln!("seed {}, the last calls:", self.seed);
        self.last_calls.iter().for_each(|call| eprintln!("  {call}"));
        for GridModel { id, terrain, revision, settings, engines, .. } in &self.grids {
            eprintln!("grid {id:#x}, revision {revision}, {settings:?}, engines {engines:?}\n{terrain}");
        }
        for grid in &self.hexagons {
            eprintln!("{grid:?}");
        }
        for grid in &self.walled {
            eprintln!("{grid:?}");
        }
        eprintln!("floors: {:?}\nprofiles: {:?}", self.floors, self.profiles);
        eprintln!("{} worker threads, tickets: {:?}", self.work_threads, self.tickets);
        eprintln!("{:?}\n{:?}\n{:?}", self.reservations, self.covers, self.foreign_covers);
        // The next sequence must start without objects.
        gridstar_destroy_all(GridstarKind::Ticket as u32);
        gridstar_destroy_all(GridstarKind::Stepper as u32);
        gridstar_destroy_all(GridstarKind::Floors as u32);
        gridstar_destroy_all(GridstarKind::Profile as u32);
        gridstar_destroy_all(GridstarKind::Reservations as u32);
        gridstar_destroy_all(GridstarKind::Grid as u32);
    }
}

/// Whether a fault is planted in a function's answers.
fn is_wrong(function: Function) -> bool {
    function == Function::gridstar_grid_find_path && is_planted(Fault::Answer)
}
