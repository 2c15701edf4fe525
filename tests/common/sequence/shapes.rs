//! Requests of a batch's query besides the cells of a path: a form, a partial path, or a limit of cost.

use super::asked::{Answer, Asked};
use super::path_calls::AgentQuery;
use crate::abi::{heuristic_number, order_number};
use crate::any_angle::{is_legal_line, path_length, shortest_length};
use crate::path_check::step_is_legal;
use crate::path_forms::{line_cost, way_points};
use crate::random_maps::Random;
use crate::reach::right_answer;
use crate::sight::cast;
use crate::terrain::{AgentMap, ONE};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic};
use gridstar::search::Order;

/// Request of a query.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Cells,
    WayPoints,
    Straightened,
    AnyAngle,
    /// An optimal path of cells, partial if it must be, within a cost; 0 is no limit.
    Reach {
        is_partial: bool,
        max_cost: f64,
    },
}

/// Gives a query a random shape that it can have, and writes the shape into its def.
pub fn shape(query: &mut AgentQuery, random: &mut Random) -> Shape {
    let AgentQuery { asked, def: Some(def), map, is_plain } = query else { return Shape::Cells };
    if random.percent(65) || !map.stands.contains(asked.start) {
        return Shape::Cells;
    }
    let settings = &mut asked.settings;
    let shape = match random.below(4) {
        0 => {
            def.path_form = GridstarPathForm::WayPoints as u32;
            return Shape::WayPoints;
        }
        1 => {
            def.path_form = GridstarPathForm::Straightened as u32;
            Shape::Straightened
        }
        2 if !*is_plain || settings.rule == DiagonalRule::Never => return Shape::Cells,
        2 => {
            def.path_form = GridstarPathForm::AnyAngle as u32;
            Shape::AnyAngle
        }
        _ => {
            let is_partial = random.percent(60);
            let far = path_length(&[asked.start, asked.goal]) * settings.costs.straight();
            let max_cost = far * [0.0, 1.0, 1.2, 2.0][random.below(4) as usize];
            def.flags |= if is_partial { GRIDSTAR_QUERY_PARTIAL_PATH } else { 0 };
            def.max_cost = max_cost;
            Shape::Reach { is_partial, max_cost }
        }
    };
    // The model tells the statuses of searches without a limit of expansions, and optimal costs.
    (settings.limit, def.max_expansions) = (u32::MAX, u32::MAX);
    (settings.order, def.order) = (Order::AStar, order_number(Order::AStar));
    (settings.heuristic, def.heuristic) = (Heuristic::Octile, heuristic_number(Heuristic::Octile));
    (settings.weight, def.heuristic_weight) = (1.0, 1.0);
    shape
}

impl Shape {
    /// The reason why an answer is wrong.
    pub fn judge(self, asked: &Asked, map: &AgentMap, answer: &Answer, engines: &[u32]) -> Result<(), String> {
        let reach = match self {
            Self::Cells => return asked.judge(map, answer, true, engines),
            Self::WayPoints => {
                let cells = cells_between(&answer.path);
                if answer.path.len() != answer.result.length as usize
                    || !cells.is_empty() && way_points(&cells) != answer.path
                {
                    return Err(format!("not way points: {answer:?}\n{asked:?}\n{}", map.stands));
                }
                let result = GridstarPathResult { length: cells.len() as u32, ..answer.result };
                return asked.judge(map, &Answer { path: cells, result, ..answer.clone() }, true, engines);
            }
            Self::Straightened | Self::AnyAngle => (false, 0.0),
            Self::Reach { is_partial, max_cost } => (is_partial, max_cost),
        };
        let Asked { start, goal, settings, .. } = *asked;
        let costs = map.costs_from(start, settings.rule, &settings.costs, None);
        let (status, end, cheapest) = right_answer(map, &settings.costs, (start, goal), reach, &costs);
        let is_path = matches!(status, GridstarStatus::Ok | GridstarStatus::PartialPath);
        let points = &answer.path;
        let ends = is_path.then_some((start, end));
        let is_right = answer.status == status
            && points.len() == answer.result.length as usize
            && points.first().copied().zip(points.last().copied()) == ends
            && (!is_path || self.is_right_path(asked, map, (points, answer.result.cost), cheapest));
        if is_right {
            Ok(())
        } else {
            Err(format!("{status:?} and {cheapest:?}: {answer:?}\n{asked:?}\n{}", map.stands))
        }
    }

    fn is_right_path(
        self,
        asked: &Asked,
        map: &AgentMap,
        (points, cost): (&[Cell], f64),
        cheapest: Option<u128>,
    ) -> bool {
        let settings = &asked.settings;
        let is_about = |right: f64| (cost - right).abs() <= 1e-9 * right;
        match self {
            Self::AnyAngle => {
                let length = path_length(points);
                let is_legal = |line: &[Cell]| is_legal_line(&map.stands, settings.rule, line[0], line[1]);
                let is_small = map.stands.cells().count() <= 100;
                let shortest = || shortest_length(&map.stands, settings.rule, asked.start, asked.goal) == Some(length);
                points.windows(2).all(is_legal)
                    && is_about(length * settings.costs.straight() * map.weight(asked.goal) as f64 / ONE as f64)
                    && (!is_small || shortest())
            }
            Self::Straightened => {
                let is_legal = |line: &[Cell]| {
                    let steps = cells_between(line);
                    cast(&map.stands, settings.rule, line[0], line[1]).1.is_none()
                        || !steps.is_empty()
                            && steps.windows(2).all(|step| step_is_legal(&map.stands, step[0], step[1], settings.rule))
                };
                points.windows(2).all(is_legal) && is_about(line_cost(map, points) * settings.costs.straight())
            }
            _ => {
                let ends = (asked.start, *points.last().expect("a path has an end"));
                map.check_path(ends, settings.rule, &settings.costs, points).ok() == cheapest
            }
        }
    }
}

/// The cells of lines along rows, columns and diagonals; none if there is another line.
fn cells_between(points: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<_> = points.first().copied().into_iter().collect();
    for line in points.windows(2) {
        let (x, y) = (line[1].x - line[0].x, line[1].y - line[0].y);
        if x != 0 && y != 0 && x.abs() != y.abs() {
            return Vec::new();
        }
        cells.extend(
            (1..=x.abs().max(y.abs())).map(|n| Cell::new(line[0].x + n * x.signum(), line[0].y + n * y.signum())),
        );
    }
    cells
}
