//! The nearest of many goals, and costs from one start to many.

use super::whole::{Field, FieldRules, Sense};
use crate::bits::bit_rows::reserved;
use crate::grid::{Cell, MapError};
use crate::index::{AgentLayers, GridView};
use crate::movement::{Agent, Estimate, Heuristic};
use crate::sorting::sort;

/// A goal by its index in a list, and the cost of the path to it in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GoalCost {
    /// In parts.
    pub cost: u64,
    /// The index of the goal.
    pub index: u32,
}

/// The first `count` goals by the costs of paths from a start, and by index where costs are equal: fewer if fewer can
/// be reached within the limit of the rules. Start and goals lie on the map.
///
/// Fields with growing limits of cost are built, so that near goals take little on a large map. The first limit is what
/// the goals would cost without obstacles, and a quarter more; each further one is twice as large.
pub fn nearest_goals(
    grid: &GridView,
    agent: &Agent,
    start: Cell,
    goals: &[Cell],
    count: usize,
    rules: FieldRules,
) -> Result<Vec<GoalCost>, MapError> {
    let mut found = reserved(goals.len())?;
    let least = {
        let layers = AgentLayers::of(grid, agent)?;
        layers.view(grid).least_parts_with_start()
    };
    let estimate =
        Estimate::in_layout(grid.map().layout(), Heuristic::Octile, rules.diagonal_rule, &rules.costs, start);
    found.extend(
        (0..).zip(goals).map(|(index, &goal)| GoalCost { cost: u64::from(estimate.from(goal)) * least, index }),
    );
    sort(&mut found);
    let Some(last) = found.get(count.min(found.len()).wrapping_sub(1)) else { return Ok(Vec::new()) };
    let mut limit = last.cost + last.cost / 4 + u64::from(rules.costs.diagonal_units()) * least;
    loop {
        let most = rules.max_cost.unwrap_or(u64::MAX);
        let max_cost = if limit >= most { rules.max_cost } else { Some(limit) };
        let rules = FieldRules { max_cost, sense: Sense::FromStarts, ..rules };
        let field = Field::new(grid.clone(), agent, &[start], rules)?;
        let is_whole = field.area() == grid.map().bounds();
        found.clear();
        let costs = (0..).zip(goals).filter_map(|(index, &goal)| Some(GoalCost { cost: field.cost(goal)?, index }));
        found.extend(costs);
        if found.len() >= count || max_cost.is_none() || limit >= most {
            sort(&mut found);
            found.truncate(count);
            return Ok(found);
        }
        // A larger limit would look at no more cells: without a limit, each is looked at once.
        limit = if is_whole { u64::MAX } else { limit.saturating_mul(2) };
    }
}

/// The costs of paths from a start to each of many goals in parts; `None` without a path.
pub fn costs_to(
    grid: &GridView,
    agent: &Agent,
    start: Cell,
    goals: &[Cell],
    rules: FieldRules,
    mut tell: impl FnMut(usize, Option<u64>),
) -> Result<(), MapError> {
    let field = Field::new(grid.clone(), agent, &[start], FieldRules { sense: Sense::FromStarts, ..rules })?;
    goals.iter().enumerate().for_each(|(index, &goal)| tell(index, field.cost(goal)));
    Ok(())
}
