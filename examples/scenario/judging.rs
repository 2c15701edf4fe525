//! Whether an answer is right.

use super::session::{Answer, message};
use super::world::{Reference, World, step_costs};
use common::cell_map::CellMap;
use common::movingai::ScenarioQuery;
use common::path_check;
use common::terrain::{AgentMap, cost_of_parts};
use gridstar::ffi::GridstarStatus;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use std::f64::consts::SQRT_2;

/// The library counts a diagonal step as 8119 / 5741 straight steps, which is sqrt(2) within 1 part in 10^8.
const SUM_TOLERANCE: f64 = 1e-7;

/// Judges an answer: returns the fault, if there is one.
pub(super) fn check(
    world: &World,
    query: &ScenarioQuery,
    reference: Reference,
    answer: &Answer,
    path: &[Cell],
) -> Result<(), String> {
    match reference {
        Reference::Length(_) => check_length(&world.seen.stands, query, answer, path, world.within),
        Reference::Found(cheapest) => check_weighted(&world.seen, query, cheapest, answer, path, world.within),
    }
}

/// Whether a cost is the reference; with a weight above 1, whether it and the bound told are within the weight.
fn judge(answer: &Answer, reference: f64, tolerance: f64, within: f64) -> Result<(), String> {
    let (cost, bound) = (answer.result.cost, f64::from(answer.result.bound));
    // The weight is rounded to 1/65536, and a bound up to a float.
    let most = if within == 1.0 { 1.0 } else { within + 1e-5 };
    if bound > most {
        return Err(format!("the bound is {bound}, and the weight {within}"));
    }
    // A bound of 0 belongs to no path, and a cost of 0.
    let allowed = reference * (1.0 - 1e-12) - tolerance..=reference * bound * (1.0 + 1e-12) + tolerance;
    match allowed.contains(&cost) {
        true => Ok(()),
        false => Err(format!("the cost is {cost}, but the reference {reference}, within {bound}")),
    }
}

/// Compares an answer with the length of the scenario.
pub(super) fn check_length(
    map: &CellMap,
    query: &ScenarioQuery,
    answer: &Answer,
    path: &[Cell],
    within: f64,
) -> Result<(), String> {
    let (cost, reference) = (answer.result.cost, query.reference);
    match answer.status {
        GridstarStatus::Ok => {
            let steps = path_check::check_path(map, query.start, query.goal, DiagonalRule::BothFree, path)?;
            let sum = steps.straight as f64 + steps.diagonal as f64 * SQRT_2;
            if (cost - sum).abs() > SUM_TOLERANCE * sum {
                return Err(format!("the cost is {cost}, but the path's steps add up to {sum}"));
            }
        }
        GridstarStatus::NoPath | GridstarStatus::GoalBlocked if reference == 0.0 => {}
        status => return Err(format!("no path: {}", message(status))),
    }
    judge(answer, reference, query.tolerance, within)
}

/// Compares an answer with the cost that the plain search found.
fn check_weighted(
    seen: &AgentMap,
    query: &ScenarioQuery,
    cheapest: Option<u128>,
    answer: &Answer,
    path: &[Cell],
    within: f64,
) -> Result<(), String> {
    let Some(cheapest) = cheapest else {
        let is_right = matches!(answer.status, GridstarStatus::NoPath | GridstarStatus::GoalBlocked);
        return if is_right { Ok(()) } else { Err(format!("there is no path, but: {}", message(answer.status))) };
    };
    if answer.status != GridstarStatus::Ok {
        return Err(format!("no path: {}", message(answer.status)));
    }
    let (costs, rule) = (step_costs(), DiagonalRule::BothFree);
    let sum = seen.check_path((query.start, query.goal), rule, &costs, path)?;
    let (cost, sum, reference) = (answer.result.cost, cost_of_parts(sum, &costs), cost_of_parts(cheapest, &costs));
    if cost != sum {
        return Err(format!("the cost is {cost}, but the path's steps add up to {sum}"));
    }
    judge(answer, reference, 0.0, within)
}
