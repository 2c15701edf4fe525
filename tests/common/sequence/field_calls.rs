//! Calls of fields, compared with plain searches. A field lives for one step of a sequence.

use super::tally::{self, Function};
use super::world::World;
use crate::abi::empty_result;
use crate::terrain::{AgentMap, AgentModel, cost_of_parts};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, StepCosts};
use std::mem::zeroed;

/// Agent that asks, and its rules.
struct Asking {
    at: usize,
    agent: AgentModel,
    rule: DiagonalRule,
    costs: StepCosts,
    cover: u64,
}

impl World {
    /// The costs of paths from a cell to all cells, as a caller sees them.
    fn costs_of_paths(&self, asking: &Asking, start: Cell) -> Vec<f64> {
        let map = AgentMap::new(&self.terrain_without(asking.at, asking.cover), &asking.agent);
        let parts = map.costs_from(start, asking.rule, &asking.costs, None);
        parts
            .into_iter()
            .map(|parts| parts.map_or(f64::INFINITY, |parts| cost_of_parts(parts, &asking.costs)))
            .collect()
    }

    /// A field from a random start, built at once or in shares, before and after an edit, and costs to many goals.
    pub fn ask_a_field(&mut self) {
        let at = self.below(self.grids.len());
        let (settings, mut def) = self.grids[at].settings.queried(&mut self.random);
        let agent = self.agent(&mut def);
        self.leave_out(at, &mut def);
        let (id, start, other) = (self.grids[at].id, self.cell(at), self.cell(at));
        let asking = Asking { at, agent, rule: settings.rule, costs: settings.costs, cover: def.without_cover };
        let visits = [0, 0, 7][self.below(3)];
        let mut field = 0;
        let status = self.call(Function::gridstar_field_create, format_args!("{id:#x} {def:?} {start:?}"), || {
            // SAFETY: the pointers come from references.
            unsafe { gridstar_field_create(id, &start, 1, GRIDSTAR_FIELD_FROM_STARTS, visits, &def, &mut field) }
        });
        assert!(matches!(status, GridstarStatus::Ok | GridstarStatus::StillRunning), "{status:?}");
        if status == GridstarStatus::StillRunning {
            let status = self
                .call(Function::gridstar_field_submit, format_args!("{field:#x}"), || gridstar_field_submit(field, 0));
            assert_eq!(status, GridstarStatus::Ok);
            self.finish_field(field);
        }
        self.compare_field(&asking, field, start);
        self.compare_costs_to_goals(&asking, &def, [start, other]);
        self.edit();
        let status = self
            .call(Function::gridstar_field_update, format_args!("{field:#x}"), || gridstar_field_update(field, visits));
        if status == GridstarStatus::StillRunning {
            self.finish_field(field);
        }
        self.compare_field(&asking, field, start);
        let status = self.call(Function::gridstar_field_set_goals, format_args!("{field:#x} {other:?}"), || {
            // SAFETY: the pointer comes from a reference.
            unsafe { gridstar_field_set_goals(field, &other, 1, 0) }
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.compare_field(&asking, field, other);
        if def.max_cost == 0.0 {
            self.combine(&asking, &def, field, other);
        }
        if self.grids[at].takes_penalties {
            self.write_penalties(at, field);
        }
        tally::made(Function::gridstar_live_count);
        assert_eq!(gridstar_live_count(GridstarKind::Field as u32), 1);
        match self.random.percent(80) {
            true => {
                tally::made(Function::gridstar_destroy);
                assert_eq!(gridstar_destroy(field), GridstarStatus::Ok);
            }
            false => {
                tally::made(Function::gridstar_destroy_all);
                assert_eq!(gridstar_destroy_all(GridstarKind::Field as u32), 1);
            }
        }
        tally::made(Function::gridstar_is_valid);
        assert_eq!(gridstar_is_valid(field, GridstarKind::Field as u32), GridstarStatus::InvalidId);
    }

    /// A field combined from what another field shows, at a random cell.
    fn combine(&mut self, asking: &Asking, def: &GridstarQueryDef, field: u64, start: Cell) {
        let (id, weight, mut flight) = (self.grids[asking.at].id, [-2.0, -1.0, 1.0][self.below(3)], 0);
        let visits = [0, 9][self.below(2)];
        let shown = format_args!("{id:#x} {field:#x} {weight} {def:?}");
        let status = self.call(Function::gridstar_field_combine, shown, || {
            // SAFETY: the pointers come from references.
            unsafe { gridstar_field_combine(id, &field, &weight, 1, 0, visits, def, &mut flight) }
        });
        assert!(matches!(status, GridstarStatus::Ok | GridstarStatus::StillRunning), "{status:?}");
        self.finish_field(flight);
        let cell = self.cell(asking.at);
        let right = self.least_value_with_way(asking, start, weight, cell);
        let mut step = GridstarFieldCell::default();
        // SAFETY: the pointers come from references.
        let status = unsafe { gridstar_field_get_steps(flight, &cell, 1, &mut step, 1) };
        assert_eq!(status, GridstarStatus::Ok);
        let is_near = step.cost == right || (step.cost - right).abs() <= right * 1e-12;
        assert!(is_near, "{step:?}, not {right} at {cell:?} in flight from {start:?}");
        tally::compared(Function::gridstar_field_combine);
        assert_eq!(gridstar_destroy(flight), GridstarStatus::Ok);
    }

    /// The least sum of a value and the path to its cell: values are weighted costs of paths from a start, and count
    /// from the smallest.
    fn least_value_with_way(&self, asking: &Asking, start: Cell, weight: f64, cell: Cell) -> f64 {
        let map = AgentMap::new(&self.terrain_without(asking.at, asking.cover), &asking.agent);
        let costs = self.costs_of_paths(asking, start);
        let values: Vec<f64> = map
            .stands
            .cells()
            .zip(costs)
            .map(
                |(at, cost)| if map.stands.is_walkable(at) && cost.is_finite() { weight * cost } else { f64::INFINITY },
            )
            .collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let sums = values.iter().zip(self.costs_of_paths(asking, cell)).map(|(value, way)| value - least + way);
        sums.filter(|sum| sum.is_finite()).fold(f64::INFINITY, f64::min)
    }

    /// The penalties of a grid become those of a field's costs.
    fn write_penalties(&mut self, at: usize, field: u64) {
        let (width, height) = (self.grids[at].map.width() as u32, self.grids[at].map.height() as u32);
        let (mut costs, mut count) = (vec![f64::NAN; (width * height) as usize], 0);
        // SAFETY: the pointer and length of a vector; the other pointer comes from a reference.
        let status = self.call(Function::gridstar_field_get_costs, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_costs(
                field,
                &GridstarRect { x: 0, y: 0, width, height },
                costs.as_mut_ptr(),
                costs.len() as u32,
                &mut count,
            )
        });
        assert_eq!(status, GridstarStatus::Ok);
        let (near, far) = (self.below(3) as f64, 3.0 + self.below(9) as f64);
        let [first, last] = [(); 2].map(|()| self.below(256) as u32);
        let shown = format_args!("{field:#x} {near} {first} {far} {last}");
        let status = self.call(Function::gridstar_field_write_penalties, shown, || {
            gridstar_field_write_penalties(field, near, first, far, last)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let penalty_at = |cost: f64| match cost {
            cost if cost <= near => first as u8,
            cost if cost >= far => last as u8,
            cost => {
                let share = (cost - near) / (far - near);
                (f64::from(first) + (f64::from(last) - f64::from(first)) * share + 0.5) as u8
            }
        };
        let penalties = costs.into_iter().map(penalty_at).collect();
        self.take_penalties(at, Rect { x: 0, y: 0, width, height }, penalties);
    }

    fn finish_field(&mut self, field: u64) {
        let status = self
            .call(Function::gridstar_field_advance, format_args!("{field:#x}"), || gridstar_field_advance(field, 0));
        assert_eq!(status, GridstarStatus::Ok);
    }

    /// All that a field tells, which shows the grid as it is now.
    fn compare_field(&mut self, asking: &Asking, field: u64, start: Cell) {
        let right = self.costs_of_paths(asking, start);
        let (width, height) = (self.grids[asking.at].map.width() as u32, self.grids[asking.at].map.height() as u32);
        // SAFETY: zeros are a valid value of the struct.
        let mut info: GridstarFieldInfo = unsafe { zeroed() };
        info.struct_size = size_of::<GridstarFieldInfo>() as u32;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(Function::gridstar_field_get_info, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_info(field, &mut info)
        });
        assert_eq!((status, info.revision), (GridstarStatus::Ok, self.grids[asking.at].revision));
        let (mut costs, mut count) = (vec![f64::NAN; right.len()], 0);
        // SAFETY: the pointer and length of a vector; the other pointer comes from a reference.
        let status = self.call(Function::gridstar_field_get_costs, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_costs(
                field,
                &GridstarRect { x: 0, y: 0, width, height },
                costs.as_mut_ptr(),
                costs.len() as u32,
                &mut count,
            )
        });
        assert_eq!((status, count as usize), (GridstarStatus::Ok, right.len()));
        let is_near = |one: f64, other: f64| one == other || (one - other).abs() <= other * 1e-12;
        for (index, (&one, &other)) in costs.iter().zip(&right).enumerate() {
            assert!(is_near(one, other), "{one}, not {other}, at index {index} from {start:?}");
        }
        tally::compared(Function::gridstar_field_get_costs);
        let cell = self.cell(asking.at);
        let index = cell.y as usize * width as usize + cell.x as usize;
        let mut step = GridstarFieldCell::default();
        // SAFETY: the pointers come from references.
        let status = self.call(Function::gridstar_field_get_steps, format_args!("{field:#x} {cell:?}"), || unsafe {
            gridstar_field_get_steps(field, &cell, 1, &mut step, 1)
        });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(is_near(step.cost, right[index]), "{step:?}, not {}", right[index]);
        let (position, mut velocity) = (self.grids[asking.at].position(cell, 1), [f32::NAN; 3]);
        // SAFETY: the pointers of arrays of three floats.
        let status = self.call(Function::gridstar_field_get_velocities, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_velocities(field, position.as_ptr(), 1, 2.0, velocity.as_mut_ptr(), 1)
        });
        let length = velocity.iter().map(|one| f64::from(*one).powi(2)).sum::<f64>().sqrt();
        assert!(status == GridstarStatus::Ok && (length == 0.0 || (length - 2.0).abs() < 1e-3), "{velocity:?}");
        let mut path = vec![Cell::default(); right.len()];
        let mut result = empty_result();
        // SAFETY: the pointer and length of a vector; the other pointer comes from a reference.
        let status = self.call(Function::gridstar_field_find_path, format_args!("{field:#x} {cell:?}"), || unsafe {
            gridstar_field_find_path(field, cell.x, cell.y, path.as_mut_ptr(), path.len() as u32, &mut result)
        });
        let has_path = right[index].is_finite();
        assert_eq!(status, if has_path { GridstarStatus::Ok } else { GridstarStatus::NoPath });
        if has_path {
            path.truncate(result.length as usize);
            assert_eq!((path.first(), path.last()), (Some(&start), Some(&cell)));
            assert!(is_near(result.cost, right[index]));
        }
        let mut cells = vec![GridstarFieldCell::default(); right.len()];
        // SAFETY: as above.
        let status = self.call(Function::gridstar_field_get_range, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_range(field, 0.0, 1, 0, cells.as_mut_ptr(), cells.len() as u32, &mut count)
        });
        let reached = right.iter().filter(|cost| cost.is_finite()).count();
        assert_eq!((status, count as usize), (GridstarStatus::Ok, reached));
        assert!(cells[..reached].is_sorted_by(|one, next| one.cost <= next.cost));
        let mut corners = vec![Cell::default(); 4 * right.len() + 8];
        // SAFETY: as above.
        let status = self.call(Function::gridstar_field_get_border, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_border(field, 0.0, corners.as_mut_ptr(), corners.len() as u32, &mut count)
        });
        assert!(status == GridstarStatus::Ok && count % 2 == 0 && (count > 0) == (reached > 0), "{status:?} {count}");
    }

    /// Costs from two starts to two goals, and the goals nearest to the first.
    fn compare_costs_to_goals(&mut self, asking: &Asking, def: &GridstarQueryDef, cells: [Cell; 2]) {
        let id = self.grids[asking.at].id;
        let (width, goals) = (self.grids[asking.at].map.width() as usize, [self.cell(asking.at), cells[1]]);
        let right: Vec<f64> = cells
            .iter()
            .flat_map(|&start| {
                let costs = self.costs_of_paths(asking, start);
                goals.map(|goal| costs[goal.y as usize * width + goal.x as usize])
            })
            .collect();
        let (mut costs, mut count) = ([f64::NAN; 4], 0);
        let shown = format_args!("{id:#x} {def:?} {cells:?} to {goals:?}");
        // SAFETY: pointers and lengths of arrays; the other pointers come from references.
        let status = self.call(Function::gridstar_grid_get_cost_matrix, shown, || unsafe {
            let (starts, goals) = (cells.as_ptr(), goals.as_ptr());
            gridstar_grid_get_cost_matrix(id, starts, 2, goals, 2, def, costs.as_mut_ptr(), 4)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let is_near = |one: f64, other: f64| one == other || (one - other).abs() <= other * 1e-12;
        assert!(costs.iter().zip(&right).all(|(&one, &other)| is_near(one, other)), "{costs:?}, not {right:?}");
        tally::compared(Function::gridstar_grid_get_cost_matrix);
        // SAFETY: zeros are a valid value of the struct.
        let mut nearest: [GridstarGoalCost; 2] = unsafe { zeroed() };
        // SAFETY: pointers and lengths of arrays; the other pointers come from references.
        let status = self.call(Function::gridstar_grid_find_nearest_goals, shown, || unsafe {
            let (list, out) = (goals.as_ptr(), nearest.as_mut_ptr());
            gridstar_grid_find_nearest_goals(id, &cells[0], list, 2, def, out, 2, &mut count)
        });
        let reached = right[..2].iter().filter(|cost| cost.is_finite()).count();
        assert_eq!((status, count as usize), (GridstarStatus::Ok, reached));
        for one in &nearest[..reached] {
            assert!(is_near(one.cost, right[one.index as usize]), "{one:?}, not {right:?}");
        }
    }
}
