//! The objects behind the ids of grids.

use super::def::GridstarGridDef;
use super::query::GridstarQueryDef;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers::{
    self, GRIDSTAR_QUERY_LEAVE_BLOCKED, GRIDSTAR_QUERY_PARTIAL_PATH, GridstarDiagonalRule, Numbered, has_flag,
    or_default, rule_or_default,
};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::object::{CoverList, KnownCovers};
use crate::ffi::profile::ProfileObject;
use crate::grid::{Cell, GridPlace, GridSpace, Layout, Plane, SpaceError};
use crate::handle_table::HandleTable;
use crate::index::{Engine, IndexedGrid};
use crate::movement::{AgentSize, DiagonalRule, Heuristic, HeuristicWeight, StepCosts};
use crate::search::{Order, PathForm, Query};
use crate::snapshot::{Content, SharedGrid};
use crate::try_arc::TryArc;
use parking_lot::Mutex;

pub(crate) static GRIDS: HandleTable<GridObject> = HandleTable::of_kind(GridstarKind::Grid as u8);

/// A grid as callers know it: a map, where it lies in the world, and default settings of its queries.
#[derive(Debug)]
pub(crate) struct GridObject {
    pub(crate) grid: SharedGrid,
    place: Mutex<GridPlace>,
    pub(crate) layout: Layout,
    pub(crate) defaults: QueryDefaults,
    pub(crate) covers: Mutex<CoverList>,
}

/// The settings of a query that its def leaves open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct QueryDefaults {
    pub(crate) diagonal_rule: DiagonalRule,
    pub(crate) costs: StepCosts,
    pub(crate) order: Order,
    pub(crate) heuristic: Heuristic,
    pub(crate) weight: HeuristicWeight,
    pub(crate) max_expansions: Option<u32>,
}

impl GridObject {
    /// The grid of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        GRIDS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    pub(crate) fn new(def: &GridstarGridDef) -> Result<Self, GridstarStatus> {
        Self::with_grid(def, |defaults, _| {
            let QueryDefaults { diagonal_rule, costs, .. } = *defaults;
            let layout = Layout::of_number(def.layout)?;
            Ok(IndexedGrid::in_layout(def.width, def.height, layout, diagonal_rule, costs)?)
        })
    }

    /// A grid with the settings and at the place of this one.
    pub(super) fn forked(&self, content: Content, covers: KnownCovers) -> Self {
        Self {
            grid: SharedGrid::of_content(content),
            place: Mutex::new(*self.place.lock()),
            layout: self.layout,
            defaults: self.defaults,
            covers: Mutex::new(CoverList::of_fork(covers)),
        }
    }

    /// A grid with the settings of a def. `make` makes its map and index, after all settings were checked.
    pub(crate) fn with_grid(
        def: &GridstarGridDef,
        make: impl FnOnce(&QueryDefaults, Engine) -> Result<IndexedGrid, GridstarStatus>,
    ) -> Result<Self, GridstarStatus> {
        let layout = Layout::of_number(def.layout)?;
        let place = place_of(def, layout)?;
        let mut defaults = QueryDefaults {
            diagonal_rule: match layout {
                Layout::Square => rule_or_default(def.diagonal_rule, DiagonalRule::default())?,
                _ => numbers::check_hexagon_rule(def.diagonal_rule).map(|()| DiagonalRule::Always)?,
            },
            costs: costs(def.straight_cost, def.diagonal_cost, StepCosts::default())?,
            order: or_default(def.order, Order::default())?,
            heuristic: or_default(def.heuristic, Heuristic::default())?,
            weight: weight(def.heuristic_weight, HeuristicWeight::default())?,
            max_expansions: limit(def.max_expansions),
        };
        let engine = engine_in(layout, numbers::engine(def.engine)?)?;
        if layout.is_hexagonal() {
            defaults.costs = of_one_cost(defaults.costs.straight())?;
            // Counting straight steps is exact where there are no others.
            if defaults.heuristic == Heuristic::Manhattan {
                defaults.heuristic = Heuristic::Octile;
            }
        }
        // Last, so that memory is allocated only when all other checks have passed.
        let grid = SharedGrid::new(make(&defaults, engine)?, engine)?;
        Ok(Self { place: Mutex::new(place), layout, defaults, grid, covers: Mutex::default() })
    }

    /// Where the grid lies in the world now.
    pub(crate) fn space(&self) -> GridSpace {
        self.place.lock().space(self.layout)
    }

    /// Moves the grid to another place.
    pub(crate) fn set_space(&self, space: &GridSpace) -> Result<(), SpaceError> {
        let (size, space) = (self.grid.size(), space.in_layout(self.layout));
        space.check(size.width, size.height)?;
        *self.place.lock() = space.place();
        Ok(())
    }

    /// The number of the default rule, for callers.
    pub(crate) fn rule_number(&self) -> u32 {
        match self.layout {
            Layout::Square => self.defaults.diagonal_rule.number(),
            _ => GridstarDiagonalRule::Hex as u32,
        }
    }

    /// Refuses a call that does not serve hexagons.
    pub(crate) fn refuse_hexagons(&self) -> Result<(), GridstarStatus> {
        if self.layout.is_hexagonal() { Err(GridstarStatus::UnsupportedLayout) } else { Ok(()) }
    }

    /// The engine that the layout has for an engine.
    pub(crate) fn engine_in_layout(&self, engine: Engine) -> Result<Engine, GridstarStatus> {
        engine_in(self.layout, engine)
    }

    /// Memory held besides the grid's, in bytes.
    pub(crate) fn own_bytes(&self) -> u64 {
        (size_of::<Self>() - size_of::<SharedGrid>()) as u64 + self.covers.lock().bytes()
    }

    /// A query with the settings of `def`. Settings that `def` leaves open come from the grid.
    #[inline(never)]
    pub(crate) fn query(&self, start: Cell, goal: Cell, def: &GridstarQueryDef) -> Result<Query, GridstarStatus> {
        self.query_inlined(start, goal, def)
    }

    /// The query likewise, for calls that may take no longer than its checks. Returned in memory and then copied, a
    /// query takes longer than all of them.
    #[inline(always)]
    pub(super) fn query_inlined(
        &self,
        start: Cell,
        goal: Cell,
        def: &GridstarQueryDef,
    ) -> Result<Query, GridstarStatus> {
        if def.reserved != 0 {
            return Err(GridstarStatus::BadFlag);
        }
        let over_hexagons;
        let def = match self.layout {
            Layout::Square => def,
            _ => {
                over_hexagons = def_over_hexagons(def)?;
                &over_hexagons
            }
        };
        let form = or_default(def.path_form, PathForm::Cells)?;
        let max_cells = limit(def.max_cells);
        if max_cells.is_some() && !matches!(form, PathForm::Cells | PathForm::WayPoints) {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        let costs = costs(def.straight_cost, def.diagonal_cost, self.defaults.costs)?;
        Ok(Query {
            start,
            goal,
            diagonal_rule: rule_or_default(def.diagonal_rule, self.defaults.diagonal_rule)?,
            costs,
            order: or_default(def.order, self.defaults.order)?,
            heuristic: or_default(def.heuristic, self.defaults.heuristic)?,
            weight: weight(def.heuristic_weight, self.defaults.weight)?,
            engine: self.grid.engine(),
            form,
            max_cells,
            max_expansions: limit(def.max_expansions).or(self.defaults.max_expansions),
            max_cost: match numbers::max_cost(def.max_cost)? {
                None => None,
                Some(cost) => Some(costs.parts_within_limit(cost, excess_of(def)?)),
            },
            partial: has_flag(def.flags, GRIDSTAR_QUERY_PARTIAL_PATH)?,
            leaves_blocked: has_flag(def.flags, GRIDSTAR_QUERY_LEAVE_BLOCKED)?,
        })
    }

    /// A query for searches that write each cell of a path, know no partial paths, and leave no obstacles.
    pub(crate) fn plain_query(&self, start: Cell, goal: Cell, def: &GridstarQueryDef) -> Result<Query, GridstarStatus> {
        let query = self.query(start, goal, def)?;
        let writes_cells = query.form == PathForm::Cells && query.max_cells.is_none();
        let is_plain = writes_cells && !query.partial && !query.leaves_blocked;
        if is_plain { Ok(query) } else { Err(GridstarStatus::UnsupportedQuery) }
    }

    /// Refuses a cell outside the grid.
    pub(crate) fn check(&self, cell: Cell) -> Result<(), GridstarStatus> {
        if self.grid.size().contains(cell) { Ok(()) } else { Err(GridstarStatus::CellOutside) }
    }
}

/// The place that a def asks for, on its axes or else in its plane.
fn place_of(def: &GridstarGridDef, layout: Layout) -> Result<GridPlace, GridstarStatus> {
    let origin = [def.origin_x, def.origin_y, def.origin_z];
    let axes =
        [[def.column_axis_x, def.column_axis_y, def.column_axis_z], [def.row_axis_x, def.row_axis_y, def.row_axis_z]];
    let plane = Plane::of_number(def.plane)?;
    let space = if axes == [[0.0; 3]; 2] {
        GridSpace::regular(origin, def.cell_size, plane, layout)?
    } else {
        GridSpace::on_axes(origin, axes)?.in_layout(layout)
    };
    space.check(def.width, def.height)?;
    Ok(space.place())
}

/// The engine that a layout has for an engine: A* over cells answers over hexagons.
fn engine_in(layout: Layout, engine: Engine) -> Result<Engine, GridstarStatus> {
    match engine {
        engine if !layout.is_hexagonal() => Ok(engine),
        Engine::Auto | Engine::AStar => Ok(Engine::AStar),
        _ => Err(GridstarStatus::UnsupportedLayout),
    }
}

/// A def as it counts over hexagons, or why it is refused.
#[inline(never)]
fn def_over_hexagons(def: &GridstarQueryDef) -> Result<GridstarQueryDef, GridstarStatus> {
    numbers::check_hexagon_rule(def.diagonal_rule)?;
    let form = or_default(def.path_form, PathForm::Cells)?;
    let size = if def.agent_size == 0 { AgentSize::default() } else { AgentSize::new(def.agent_size)? };
    if matches!(form, PathForm::Straightened | PathForm::AnyAngle) || !matches!(size.cells(), 1 | 3) {
        return Err(GridstarStatus::UnsupportedLayout);
    }
    let mut def = GridstarQueryDef { diagonal_rule: 0, ..*def };
    if (def.straight_cost, def.diagonal_cost) != (0.0, 0.0) {
        def.diagonal_cost = StepCosts::new(def.straight_cost, def.diagonal_cost)?.straight();
    }
    if or_default(def.heuristic, Heuristic::Octile)? == Heuristic::Manhattan {
        def.heuristic = Heuristic::Octile.number();
    }
    Ok(def)
}

/// The costs over hexagons, where all steps cost the same.
fn of_one_cost(step: f64) -> Result<StepCosts, GridstarStatus> {
    Ok(StepCosts::new(step, step)?)
}

fn costs(straight: f64, diagonal: f64, default: StepCosts) -> Result<StepCosts, GridstarStatus> {
    // Rounding costs to units takes as long as a short search, so the grid's own costs are not rounded again.
    let is_default =
        (straight, diagonal) == (0.0, 0.0) || (straight, diagonal) == (default.straight(), default.diagonal());
    if is_default { Ok(default) } else { Ok(StepCosts::new(straight, diagonal)?) }
}

/// Largest factor by which a multiplier of the query's profile was rounded up.
#[inline(never)]
pub(crate) fn excess_of(def: &GridstarQueryDef) -> Result<f64, GridstarStatus> {
    if def.profile == 0 { Ok(1.0) } else { Ok(ProfileObject::of(def.profile)?.current().excess()) }
}

fn weight(weight: f64, default: HeuristicWeight) -> Result<HeuristicWeight, GridstarStatus> {
    if weight == 0.0 { Ok(default) } else { Ok(HeuristicWeight::new(weight)?) }
}

fn limit(number: u32) -> Option<u32> {
    (number > 0).then_some(number)
}
