//! Costs from several starts to several goals, a row for each start.

use crate::bits::bit_rows::{copied, reserved};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::grid::object::GridObject;
use crate::field::{FieldRules, Sense, costs_to};
use crate::grid::Cell;
use crate::index::GridView;
use crate::movement::Agent;
use crate::out_of_memory::refill;
use crate::work::Shares;
use parking_lot::Mutex;

/// Agent of the query, and the state of the grid that it sees.
#[derive(Debug)]
pub(super) struct MatrixQuery {
    pub(super) view: GridView,
    pub(super) agent: Agent,
    pub(super) rules: FieldRules,
}

impl MatrixQuery {
    pub(super) fn new(grid: u64, def: &GridstarQueryDef) -> Result<Self, GridstarStatus> {
        let object = GridObject::of(grid)?;
        let query = object.plain_query(Cell::default(), Cell::default(), def)?;
        let (view, agent) = view_and_agent((&object, grid), def)?;
        let (diagonal_rule, costs, max_cost) = (query.diagonal_rule, query.costs, query.max_cost);
        let rules = FieldRules { diagonal_rule, costs, max_cost, sense: Sense::FromStarts };
        Ok(Self { view, agent, rules })
    }

    pub(super) fn check(&self, cells: &[Cell]) -> Result<(), GridstarStatus> {
        let size = self.view.map().size();
        if cells.iter().all(|&cell| size.contains(cell)) { Ok(()) } else { Err(GridstarStatus::CellOutside) }
    }
}

/// Costs from starts to goals: a share for each start.
#[derive(Debug)]
pub(crate) struct Matrix {
    asked: MatrixQuery,
    starts: Vec<Cell>,
    goals: Vec<Cell>,
    /// By start.
    rows: Vec<Mutex<MatrixRow>>,
    pub(crate) shares: Shares,
}

/// The costs from one start.
#[derive(Debug)]
struct MatrixRow {
    costs: Vec<f64>,
    status: GridstarStatus,
}

impl Matrix {
    pub(super) fn new(asked: MatrixQuery, starts: &[Cell], goals: &[Cell]) -> Result<Self, GridstarStatus> {
        let (starts, goals) = (copied(starts)?, copied(goals)?);
        let mut rows = reserved(starts.len())?;
        for _ in &starts {
            let mut costs = Vec::new();
            refill(&mut costs, goals.len(), f64::INFINITY)?;
            rows.push(Mutex::new(MatrixRow { costs, status: GridstarStatus::Panicked }));
        }
        let shares = Shares::new(starts.len() as u32);
        Ok(Self { asked, starts, goals, rows, shares })
    }

    /// Writes all costs, once every row is filled.
    pub(super) fn write<'a>(
        &self,
        places: impl FnOnce() -> Result<&'a mut [f64], GridstarStatus>,
    ) -> Result<(), GridstarStatus> {
        let mut statuses = self.rows.iter().map(|row| row.lock().status);
        if let Some(failed) = statuses.find(|&status| status != GridstarStatus::Ok) {
            return Err(failed);
        }
        for (places, row) in places()?.chunks_exact_mut(self.goals.len().max(1)).zip(&self.rows) {
            places.copy_from_slice(&row.lock().costs);
        }
        Ok(())
    }

    /// Fills the row of a start.
    pub(crate) fn run(&self, share: u32) {
        let row = &self.rows[share as usize];
        let status = fence(|| {
            let row = &mut *row.lock();
            let MatrixQuery { view, agent, rules } = &self.asked;
            costs_to(view, agent, self.starts[share as usize], &self.goals, *rules, |goal, parts| {
                row.costs[goal] = parts.map_or(f64::INFINITY, |parts| rules.costs.cost_of_parts(parts as f64));
            })?;
            Ok(())
        });
        row.lock().status = status;
        self.shares.end_one();
    }
}
