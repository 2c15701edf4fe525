//! Lines of sight and straightened paths, compared with slow lines.

use super::asked::Settings;
use super::path_calls::AgentQuery;
use super::tally::{self, Function};
use super::world::World;
use crate::abi::empty_result;
use crate::any_angle::{is_legal_line, path_length, shortest_length};
use crate::path_forms::{line_cost, straightened, way_points};
use crate::sight::cast;
use crate::terrain::ONE;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use gridstar::search::Order;
use std::ptr::null;

impl World {
    /// A line between random cells, of which the second may lie outside the map.
    pub fn look_along_a_line(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, .. } = self.query(at);
        let (id, from, to) = (self.grids[at].id, asked.start, asked.goal);
        let def = def.as_ref().map_or(null(), |def| def);
        let nowhere = Cell::new(i32::MIN, i32::MIN);
        let (mut is_free, mut last, mut blocked) = (u32::MAX, nowhere, nowhere);
        let function = Function::gridstar_grid_linecast;
        // SAFETY: the pointers come from references, or are null.
        let status = self.call(function, format_args!("{id:#x} {asked:?}"), || unsafe {
            let (is_free, last, blocked) = (&mut is_free, &mut last, &mut blocked);
            gridstar_grid_linecast(id, &from, &to, def, is_free, last, blocked)
        });
        let found = (status, is_free, last, blocked);
        let right = if map.stands.contains(from) {
            let (last, blocked) = cast(&map.stands, asked.settings.rule, from, to);
            (GridstarStatus::Ok, blocked.is_none().into(), last, blocked.unwrap_or(to))
        } else {
            (GridstarStatus::CellOutside, u32::MAX, nowhere, nowhere)
        };
        assert_eq!(found, right, "{asked:?}\n{}", map.stands);
        tally::compared(function);
    }

    /// Finds a path in each form. Between two edits the same query finds the same path.
    pub fn search_in_all_forms(&mut self) {
        let at = self.below(self.grids.len());
        if self.grids[at].is_preparing {
            return;
        }
        let AgentQuery { asked, def, map, .. } = self.query(at);
        let def = def.unwrap_or_else(crate::abi::default_query_def);
        let mut found = Vec::new();
        for form in [GridstarPathForm::Cells, GridstarPathForm::WayPoints, GridstarPathForm::Straightened] {
            let def = GridstarQueryDef { path_form: form as u32, ..def };
            found.push(self.find_points(at, asked.start, asked.goal, &def));
        }
        let [cells, turns, string] = &found[..] else { panic!("three forms") };
        assert!(turns.0 == cells.0 && string.0 == cells.0, "{asked:?}: {found:?}");
        if cells.0 != GridstarStatus::Ok {
            return;
        }
        assert_eq!((&turns.1, turns.2), (&way_points(&cells.1), cells.2), "{asked:?}\n{}", map.stands);
        assert_eq!(string.1, straightened(&map, asked.settings.rule, &cells.1), "{asked:?}\n{}", map.stands);
        let right = line_cost(&map, &string.1) * asked.settings.costs.straight();
        assert!((string.2 - right).abs() <= 1e-9 * right, "{} instead of {right}: {asked:?}", string.2);
        tally::compared(Function::gridstar_grid_find_path);
    }

    /// Finds a path at any angle, if cells cost the same. Its lines are legal, and it is no longer than a path of
    /// steps. On small maps it is compared with all paths.
    pub fn search_at_any_angle(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, is_plain } = self.query(at);
        let def = def.unwrap_or_else(crate::abi::default_query_def);
        let at_any_angle = GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..def };
        let (status, points, cost) = self.find_points(at, asked.start, asked.goal, &at_any_angle);
        let Settings { rule, order, weight, limit, .. } = asked.settings;
        let is_supported = rule != DiagonalRule::Never && order == Order::AStar && weight == 1.0;
        if status == GridstarStatus::UnsupportedQuery || !is_supported {
            let is_refused = status == GridstarStatus::UnsupportedQuery;
            assert!(is_refused && !(is_supported && is_plain), "{status:?}: {asked:?}");
            return;
        }
        let (by_steps, cells, _) = self.find_points(at, asked.start, asked.goal, &def);
        // The searches expand different numbers of nodes.
        let is_limited = [status, by_steps].contains(&GridstarStatus::LimitReached) && limit > 0;
        assert!(status == by_steps || is_limited, "{status:?} and {by_steps:?}: {asked:?}\n{}", map.stands);
        if status != GridstarStatus::Ok {
            return;
        }
        let is_legal = |line: &[Cell]| is_legal_line(&map.stands, rule, line[0], line[1]);
        assert!(points.windows(2).all(is_legal), "{points:?}: {asked:?}\n{}", map.stands);
        assert_eq!((points.first(), points.last()), (Some(&asked.start), Some(&asked.goal)));
        let length = path_length(&points);
        let right = length * asked.settings.costs.straight() * map.weight(asked.goal) as f64 / ONE as f64;
        assert!((cost - right).abs() <= 1e-9 * right, "{cost} instead of {right}: {asked:?}");
        assert!(by_steps != GridstarStatus::Ok || length <= path_length(&cells), "{points:?} is longer than {cells:?}");
        if map.stands.cells().count() <= 100 {
            let shortest = shortest_length(&map.stands, rule, asked.start, asked.goal);
            assert_eq!(Some(length), shortest, "{points:?}: {asked:?}\n{}", map.stands);
        }
        tally::compared(Function::gridstar_grid_find_path);
    }

    fn find_points(
        &mut self,
        at: usize,
        start: Cell,
        goal: Cell,
        def: &GridstarQueryDef,
    ) -> (GridstarStatus, Vec<Cell>, f64) {
        let (id, mut result) = (self.grids[at].id, empty_result());
        let mut points = vec![Cell::default(); self.grids[at].terrain.types.len()];
        let (pointer, capacity) = (points.as_mut_ptr(), points.len() as u32);
        let function = Function::gridstar_grid_find_path;
        // SAFETY: the pointer and length of a vector; the other pointers come from references.
        let status = self.call(function, format_args!("{id:#x} {start:?} {goal:?} {def:?}"), || unsafe {
            gridstar_grid_find_path(id, &start, &goal, def, pointer, capacity, &mut result)
        });
        points.truncate(result.length as usize);
        (status, points, result.cost)
    }
}
