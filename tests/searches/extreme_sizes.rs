//! Grids of one cell, of one row and of one column as long as a grid can be, through every kind of query. On a line,
//! the right answer to each query is plain.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_query_def, rule_number};
use common::crowd::{TestReservations, planned_agent};
use common::floors::TestFloors;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::DiagonalRule;

use GridstarStatus::{CostLimitReached, GoalBlocked, GoalOutside, NoPath, Ok as OK, PartialPath, StartOutside};

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const ENGINES: [GridstarEngine; 4] =
    [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

/// A grid of one row or one column.
#[derive(Debug)]
struct Line {
    grid: TestGrid,
    is_row: bool,
    length: i32,
}

impl Line {
    fn new(is_row: bool, length: i32) -> Self {
        let side = length as u32;
        let grid = if is_row { TestGrid::new(side, 1) } else { TestGrid::new(1, side) };
        Self { grid, is_row, length }
    }

    fn cell(&self, i: i32) -> Cell {
        if self.is_row { Cell::new(i, 0) } else { Cell::new(0, i) }
    }

    fn last(&self) -> Cell {
        self.cell(self.length - 1)
    }

    /// The cells of a stretch, in order.
    fn stretch(&self, from: i32, to: i32) -> Vec<Cell> {
        let towards = if from <= to { 1 } else { -1 };
        (0..=(to - from).abs()).map(|step| self.cell(from + towards * step)).collect()
    }

    fn find(&self, from: i32, to: i32, def: &GridstarQueryDef) -> PathAnswer {
        self.grid.find_path(self.cell(from), self.cell(to), Some(def))
    }

    /// All queries on a line without obstacles.
    fn check_open(&self, def: &GridstarQueryDef) {
        let end = self.length - 1;
        let cost = f64::from(end);
        for (from, to) in [(0, end), (end, 0)] {
            let (start, goal) = (self.cell(from), self.cell(to));
            let answer = self.find(from, to, def);
            assert_eq!((answer.status, answer.cost, &answer.path), (OK, cost, &self.stretch(from, to)), "{self:?}");
            for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened, GridstarPathForm::AnyAngle] {
                let points = self.find(from, to, &GridstarQueryDef { path_form: form as u32, ..*def });
                if form == GridstarPathForm::AnyAngle && def.diagonal_rule == rule_number(DiagonalRule::Never) {
                    assert_eq!(points.status, GridstarStatus::UnsupportedQuery);
                    continue;
                }
                let ends: &[Cell] = if start == goal { &[start] } else { &[start, goal] };
                assert_eq!((points.status, points.cost, &points.path[..]), (OK, cost, ends), "{form:?} {self:?}");
            }
            assert_eq!(self.grid.linecast(start, goal, Some(def)), Ok((goal, None)), "{self:?}");
            assert_eq!(self.grid.usable(&answer.path, def), answer.path.len(), "{self:?}");
            let stepper = TestStepper::begin(&self.grid, start, goal, Some(def)).unwrap();
            let finish = stepper.finish();
            assert_eq!(
                (finish.status, finish.result.cost, finish.path),
                (OK, cost, self.stretch(from, to)),
                "{self:?}"
            );
        }
        let outside = self.cell(self.length);
        assert_eq!(self.find(0, self.length, def).status, GoalOutside);
        assert_eq!(self.grid.find_path(outside, self.cell(0), Some(def)).status, StartOutside);
        assert_eq!(self.grid.find_nearest(outside, 1, None, Some(def)), (OK, self.last()), "{self:?}");
        assert_eq!(self.grid.find_nearest(outside, 1, Some(self.cell(0)), Some(def)), (OK, self.last()), "{self:?}");
    }

    /// All queries across an obstacle that cuts the line.
    fn check_cut(&self, at: i32, def: &GridstarQueryDef) {
        let end = self.length - 1;
        let (start, goal) = (self.cell(0), self.last());
        assert_eq!(self.grid.set_cell(self.cell(at), 1), OK);
        assert_eq!(self.find(0, end, def).status, NoPath, "{self:?}");
        assert_eq!(self.find(0, at, def).status, GoalBlocked, "{self:?}");
        assert_eq!(
            self.grid.linecast(start, goal, Some(def)),
            Ok((self.cell(at - 1), Some(self.cell(at)))),
            "{self:?}"
        );
        let partial = GridstarQueryDef { flags: def.flags | GRIDSTAR_QUERY_PARTIAL_PATH, ..*def };
        let answer = self.find(0, end, &partial);
        assert_eq!((answer.status, answer.path), (PartialPath, self.stretch(0, at - 1)), "{self:?}");
        if at > 1 {
            let within = |max_cost| self.find(0, at - 1, &GridstarQueryDef { max_cost, ..*def }).status;
            assert_eq!((within(f64::from(at - 1)), within(f64::from(at) - 1.25)), (OK, CostLimitReached), "{self:?}");
        }
        let reachable = self.grid.find_nearest(goal, self.length, Some(start), Some(def));
        assert_eq!(reachable, (OK, self.cell(at - 1)), "{self:?}");
        assert_eq!(self.grid.set_cell(self.cell(at), 0), OK);
    }

    /// Queries through other objects than the grid.
    fn check_others(&self) {
        let end = self.length - 1;
        let batch = Batch::of([request(self.cell(0), self.last()), request(self.last(), self.cell(0))]);
        let singly = self.grid.find_singly(&batch);
        assert_eq!(singly[1].path, self.stretch(end, 0));
        self.grid.find_paths(&batch).compare(&singly, true).unwrap();
        let ticket = TestTicket::submit(&self.grid, &batch).unwrap();
        assert_eq!(ticket.wait(), OK);
        ticket.take().compare(&singly, true).unwrap();
        let floors = TestFloors::new([&self.grid]);
        let on_floor = |cell| FloorCell { floor: 0, cell };
        let route = floors.find_path(on_floor(self.cell(0)), on_floor(self.last()), None);
        assert_eq!(
            (route.status, route.cost, route.path.len()),
            (OK, f64::from(end), self.length as usize),
            "{self:?}"
        );
        let reservations = TestReservations::new(&self.grid, 4);
        let plans = reservations.plan(&[planned_agent((0, 0), (self.last().x, self.last().y))], None);
        assert_eq!(plans.results[0].status, OK as i32, "{self:?}");
        // An agent of two cells stands nowhere on a line, but may begin there.
        let wide = GridstarQueryDef { agent_size: 2, ..default_query_def() };
        let right = if end == 0 { OK } else { GoalBlocked };
        assert_eq!(self.find(0, end, &wide).status, right, "{self:?}");
    }
}

#[test]
fn every_query_is_right_on_a_grid_of_one_cell_and_on_the_longest_rows_and_columns() {
    for (is_row, length) in [(true, 1), (true, 2), (true, GRIDSTAR_MAX_SIDE as i32), (false, GRIDSTAR_MAX_SIDE as i32)]
    {
        for engine in ENGINES {
            let line = Line::new(is_row, length);
            assert_eq!(gridstar_grid_prepare(line.grid.id(), engine as u32, 0), OK);
            for rule in RULES {
                let def = GridstarQueryDef { diagonal_rule: rule_number(rule), ..default_query_def() };
                line.check_open(&def);
                if length > 2 {
                    [1, length / 2, length - 2].iter().for_each(|&at| line.check_cut(at, &def));
                }
            }
            line.check_others();
        }
    }
}

#[test]
fn the_only_cell_of_a_grid_can_be_blocked() {
    for engine in ENGINES {
        let line = Line::new(true, 1);
        assert_eq!(gridstar_grid_prepare(line.grid.id(), engine as u32, 0), OK);
        assert_eq!(line.grid.fill_rect(Rect { x: 0, y: 0, width: 1, height: 1 }, 1), OK);
        let def = default_query_def();
        // A start may be blocked, and here it is the goal too.
        assert_eq!((line.find(0, 0, &def).status, line.find(0, 0, &def).path), (OK, vec![line.cell(0)]));
        assert_eq!(line.grid.find_nearest(line.cell(0), 5, None, None).0, GridstarStatus::NoCellFound);
    }
}
