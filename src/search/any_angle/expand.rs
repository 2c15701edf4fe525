//! Expanding nodes: from an interval to the next row, and around corners.

use super::AnyAngleSearch;
use super::corners::{CornerTurn, Side, turn, walled_wedges};
use super::length::{estimate, length, over_cell};
use super::memory::{Interval, RootNode};
use super::ray::Ray;
use super::strips::{RowStop, RowStrip, StripWalls, Trapezoid};
use crate::OutOfMemory;
use crate::index::IndexCell;

/// The directions along rows and across them.
const BOTH: [i32; 2] = [-1, 1];

impl<const WALLED: bool> AnyAngleSearch<'_, WALLED> {
    /// Pushes the nodes that follow a node, which is not the goal's.
    pub(super) fn expand(&mut self, node: RootNode) -> Result<(), OutOfMemory> {
        match node.interval {
            Interval::Cone { row, left, right } => self.expand_cone(node.root, row, left, right),
            Interval::Flat { column, direction } => self.expand_flat(node.root, column, direction),
            Interval::Goal => Ok(()),
        }
    }

    /// A cell that stands for a node in a trace: in the middle of its interval.
    pub(super) fn shown(&self, node: &RootNode) -> IndexCell {
        let root = self.memory.roots.cell(node.root);
        match node.interval {
            Interval::Cone { row, left, right } => {
                let distance = (row - root.y).abs();
                let middle = (left.floor_at(distance) + right.ceil_at(distance)).div_euclid(2);
                IndexCell { x: root.x + middle, y: row }
            }
            Interval::Flat { column, .. } => IndexCell { x: column, y: root.y },
            Interval::Goal => self.goal,
        }
    }

    /// From a root at which paths begin: all that it sees in its row and the next rows.
    pub(super) fn emit_all(&mut self, root: u32) -> Result<(), OutOfMemory> {
        let cell = self.memory.roots.cell(root);
        for direction in BOTH {
            self.push_flat(root, cell.x, direction)?;
            self.emit_cones(root, direction, |left, right| Some((left, right)))?;
        }
        Ok(())
    }

    /// Projects an interval to the next row, and turns at its corners.
    fn expand_cone(&mut self, root: u32, row: i32, left: Ray, right: Ray) -> Result<(), OutOfMemory> {
        let from = self.memory.roots.cell(root);
        let (distance, direction) = ((row - from.y).abs(), (row - from.y).signum());
        let (first, last) = (from.x + left.ceil_at(distance), from.x + right.floor_at(distance));
        let along = if left.dx < 0 { -1 } else { 1 };
        self.read_ahead(row, direction, along, (first, last))?;
        let [at_left, at_right] = sides(direction);
        // Only where an end is a cell: a path to another point can't turn there.
        if left.hits_cell_at(distance) {
            self.turn_at(root, IndexCell { x: first, y: row }, at_left)?;
        }
        if right.hits_cell_at(distance) {
            self.turn_at(root, IndexCell { x: last, y: row }, at_right)?;
        }
        let first_seen = self.memory.seen.len();
        for i in 0..self.memory.ahead.len() {
            let trapezoid = self.memory.ahead[i];
            let [near_left, near_right] =
                [trapezoid.near.0, trapezoid.near.1].map(|column| Ray { dx: column - from.x, dy: distance });
            if left < near_left && near_left <= right {
                self.turn_at(root, IndexCell { x: trapezoid.near.0, y: row }, at_left)?;
            }
            if left <= near_right && near_right < right {
                self.turn_at(root, IndexCell { x: trapezoid.near.1, y: row }, at_right)?;
            }
            let [far_left, far_right] = rays_to_far(trapezoid, from.x, distance + 1);
            let (left, right) = (left.max(near_left).max(far_left), right.min(near_right).min(far_right));
            if left <= right {
                self.see(root, row + direction, left, right)?;
            }
        }
        self.push_seen(first_seen, root, row + direction)?;
        if WALLED { self.turn_at_walls(root, row, (left, right)) } else { Ok(()) }
    }

    /// Turns between the ends of an interval where only lines in other directions than its own end at walls: into the
    /// strip behind, and against one-way sides.
    fn turn_at_walls(&mut self, root: u32, row: i32, (left, right): (Ray, Ray)) -> Result<(), OutOfMemory> {
        let from = self.memory.roots.cell(root);
        let (distance, direction) = ((row - from.y).abs(), (row - from.y).signum());
        let ends = (from.x + left.ceil_at(distance), from.x + right.floor_at(distance));
        let [at_left, at_right] = sides(direction);
        let other = if left.dx < 0 { 1 } else { -1 };
        let strips = [(-direction, -other), (-direction, other), (direction, other)];
        for (across, along) in strips {
            // Without one-way sides, all lines end at the same walls.
            let is_known = along == other && !self.has_one_way();
            if is_known || !self.strip(row, across, along).has_walls(ends.0, ends.1) {
                continue;
            }
            self.read_ahead(row, across, along, ends)?;
            for i in 0..self.memory.ahead.len() {
                let Trapezoid { near, .. } = self.memory.ahead[i];
                let turns = if across == direction { [at_left, at_right] } else { [at_right, at_left] };
                for (column, side) in [near.0, near.1].into_iter().zip(turns) {
                    if (ends.0..=ends.1).contains(&column) {
                        self.turn_at(root, IndexCell { x: column, y: row }, side)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Turns at a cell of a root's row, and goes on along the row.
    fn expand_flat(&mut self, root: u32, column: i32, direction: i32) -> Result<(), OutOfMemory> {
        let cell = IndexCell { x: column, y: self.memory.roots.cell(root).y };
        if cell == self.goal {
            return self.push_goal(root);
        }
        self.turn_at(root, cell, Side::Left)?;
        self.turn_at(root, cell, Side::Right)?;
        self.push_flat(root, column, direction)
    }

    /// Turns to a side at a cell that a root sees, if an obstacle makes paths turn there.
    fn turn_at(&mut self, from: u32, cell: IndexCell, side: Side) -> Result<(), OutOfMemory> {
        let before = self.memory.roots.cell(from);
        let along = (cell.x - before.x, cell.y - before.y);
        let Some(turn) = turn(self.obstacles_around(cell), self.rounds_corners, along, side) else { return Ok(()) };
        let g = self.memory.roots.g(from) + length(along.0, along.1);
        let Some(root) = self.memory.roots.reach(cell, from, g)? else { return Ok(()) };
        if self.memory.roots.take_turn(root, from, side)? { self.emit(root, cell, &turn) } else { Ok(()) }
    }

    /// Whether paths can turn to a side at a cell, as seen from another cell.
    fn can_turn(&self, from: IndexCell, cell: IndexCell, side: Side) -> bool {
        turn(self.obstacles_around(cell), self.rounds_corners, (cell.x - from.x, cell.y - from.y), side).is_some()
    }

    /// The bits of the cells at and around a cell, and the wedges that walls fill.
    #[inline(always)]
    fn obstacles_around(&self, cell: IndexCell) -> (usize, u8) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        let mut walled = 0;
        // No closure: a function that both kinds of searches share would be called.
        if let Some(walls) = self.walls() {
            let [up, down, forth, back] = walls.map(|rows| rows.around(x, y));
            walled = walled_wedges(up | down, forth | back);
        }
        (self.rows.around(x, y), walled)
    }

    /// Emits the intervals of its row and the next rows that a root sees behind a turn.
    fn emit(&mut self, root: u32, cell: IndexCell, turn: &CornerTurn) -> Result<(), OutOfMemory> {
        for direction in BOTH {
            if turn.allows_along_row(direction) {
                self.push_flat(root, cell.x, direction)?;
            }
            let Some((first, last)) = turn.rays_across(direction) else { continue };
            self.emit_cones(root, direction, |left, right| {
                let (left, right) = (first.map_or(left, |ray| ray.max(left)), last.map_or(right, |ray| ray.min(right)));
                // A path that does not turn needs no root here.
                let turns = left < right || left == right && !turn.goes_straight_on(left, direction);
                turns.then_some((left, right))
            })?;
        }
        Ok(())
    }

    /// Pushes what a root sees of the next row in a direction, as far as `limit` lets each pair of rays pass. Steps
    /// decide by their direction whether a one-way side closes them, so that no cone has lines of both.
    #[inline(always)]
    fn emit_cones(
        &mut self,
        root: u32,
        direction: i32,
        limit: impl Fn(Ray, Ray) -> Option<(Ray, Ray)>,
    ) -> Result<(), OutOfMemory> {
        let cell = self.memory.roots.cell(root);
        let is_split = WALLED && self.has_one_way();
        let both = if is_split { &[1, -1][..] } else { &[1] };
        for &along in both {
            self.read_around(cell, direction, along)?;
            let first_seen = self.memory.seen.len();
            for i in 0..self.memory.around.len() {
                let [mut left, mut right] = rays_to_far(self.memory.around[i], cell.x, 1);
                if is_split && along > 0 {
                    left = left.max(Ray { dx: 0, dy: 1 });
                } else if is_split {
                    right = right.min(Ray { dx: 0, dy: 1 });
                }
                if let Some((left, right)) = limit(left, right).filter(|(left, right)| left <= right) {
                    self.see(root, cell.y + direction, left, right)?;
                }
            }
            self.push_seen(first_seen, root, cell.y + direction)?;
        }
        Ok(())
    }

    /// Pushes what a root sees of a row between two rays. Between walls, keeps it for [`push_seen`](Self::push_seen):
    /// trapezoids overlap there.
    #[inline(always)]
    fn see(&mut self, root: u32, row: i32, left: Ray, right: Ray) -> Result<(), OutOfMemory> {
        if !WALLED {
            return self.push_cone(root, row, left, right);
        }
        self.memory.seen.try_reserve(1)?;
        self.memory.seen.push((left, right));
        Ok(())
    }

    /// Pushes what a root sees of a row between walls, each part once: of the intervals that were kept, from number
    /// `first` on, those that overlap become one. Else each end of a wall could double the intervals behind it.
    /// Intervals that only touch stay apart, because paths turn at their ends.
    #[inline(always)]
    fn push_seen(&mut self, first: usize, root: u32, row: i32) -> Result<(), OutOfMemory> {
        if !WALLED {
            return Ok(());
        }
        self.memory.seen[first..].sort_unstable();
        let mut i = first;
        while let Some(&(left, mut right)) = self.memory.seen.get(i) {
            i += 1;
            while let Some(&next) = self.memory.seen.get(i).filter(|&&next| next.0 < right || next == (left, right)) {
                right = right.max(next.1);
                i += 1;
            }
            self.push_cone(root, row, left, right)?;
        }
        self.memory.seen.truncate(first);
        Ok(())
    }

    /// Pushes what a root sees of a row between two rays. If this holds the goal, pushes the goal.
    fn push_cone(&mut self, root: u32, row: i32, left: Ray, right: Ray) -> Result<(), OutOfMemory> {
        let from = self.memory.roots.cell(root);
        let (distance, direction) = ((row - from.y).abs(), (row - from.y).signum());
        let (goal_x, goal_y) = (self.goal.x - from.x, (self.goal.y - from.y) * direction);
        // A path that turns back behind the row is as long as its mirror image.
        let goal = (goal_x, if goal_y < distance { 2 * distance - goal_y } else { goal_y });
        if row == self.goal.y {
            let to_goal = Ray { dx: goal_x, dy: distance };
            if left <= to_goal && to_goal <= right {
                self.push_goal(root)?;
            }
        }
        // Nothing is behind most intervals that end at an obstacle. At a cell, a path may turn.
        let (first, last) = (from.x + left.ceil_at(distance), from.x + right.floor_at(distance));
        let [at_left, at_right] = sides(direction);
        let turns = |end: Ray, column: i32, side: Side| {
            end.hits_cell_at(distance) && self.can_turn(from, IndexCell { x: column, y: row }, side)
        };
        let leads_on = self.strip(row, direction, 1).may_have_any(first, last)
            || turns(left, first, at_left)
            || turns(right, last, at_right)
            || WALLED && self.strip(row, -direction, 1).has_walls(first, last);
        if !leads_on {
            return Ok(());
        }
        self.memory.push(root, Interval::Cone { row, left, right }, estimate(distance, left, right, goal))
    }

    /// Pushes the next cell of a root's row at which a path can turn, or the goal, behind a column.
    fn push_flat(&mut self, root: u32, column: i32, direction: i32) -> Result<(), OutOfMemory> {
        let from = self.memory.roots.cell(root);
        let strip = |across: i32, along: i32| self.strip(from.y, across, along);
        let strips = [strip(-1, direction), strip(1, direction)];
        let end = if WALLED && self.has_one_way() {
            // Turns may lead against one-way sides.
            let [below, above] = strips;
            RowStrip::next_end(&[below, above, strip(-1, -direction), strip(1, -direction)], column, direction)
        } else {
            RowStrip::next_end(&strips, column, direction)
        };
        let (stop, last) = match end {
            RowStop::End(end) => (Some(end), end),
            RowStop::Blocked(blocked) => {
                let last = blocked - direction;
                // Here a diagonal can lead on between two obstacles.
                (Some(last).filter(|_| self.squeezes && last != column), last)
            }
        };
        let goal = Some(self.goal.x)
            .filter(|&goal| self.goal.y == from.y && (goal - column) * direction > 0 && (last - goal) * direction >= 0);
        let Some(column) = goal.or(stop) else { return Ok(()) };
        let estimate = over_cell((column - from.x, 0), (self.goal.x - from.x, self.goal.y - from.y));
        self.memory.push(root, Interval::Flat { column, direction }, estimate)
    }

    /// Pushes the goal, which the root sees.
    pub(super) fn push_goal(&mut self, root: u32) -> Result<(), OutOfMemory> {
        let from = self.memory.roots.cell(root);
        self.memory.push(root, Interval::Goal, length(self.goal.x - from.x, self.goal.y - from.y))
    }

    /// Reads the trapezoids of the strip above or below a cell that touch the cell.
    fn read_around(&mut self, cell: IndexCell, direction: i32, along: i32) -> Result<(), OutOfMemory> {
        let mut around = std::mem::take(&mut self.memory.around);
        let read = self.strip(cell.y, direction, along).read(cell.x, cell.x, &mut around);
        self.memory.around = around;
        read
    }

    /// Reads the trapezoids of a strip that touch an interval of its near row.
    fn read_ahead(&mut self, row: i32, direction: i32, along: i32, ends: (i32, i32)) -> Result<(), OutOfMemory> {
        let mut ahead = std::mem::take(&mut self.memory.ahead);
        let read = self.strip(row, direction, along).read(ends.0, ends.1, &mut ahead);
        self.memory.ahead = ahead;
        read
    }

    /// Whether steps back are others than steps forth.
    fn has_one_way(&self) -> bool {
        self.walls().is_some_and(|[up, down, ..]| !std::ptr::eq(up, down))
    }

    /// The strip between a row and the next one in a direction, for lines up the rows (1) or down them (-1).
    #[inline(always)]
    fn strip(&self, row: i32, direction: i32, along: i32) -> RowStrip<'_, WALLED> {
        let mut walls = StripWalls::default();
        if let Some([up, down, forth, back]) = self.walls() {
            let closed = if along > 0 { up } else { down };
            walls.along = [row, row + direction].map(|row| closed.row(row as isize));
            walls.across = if direction > 0 { forth.row(row as isize) } else { back.row((row - 1) as isize) };
        }
        RowStrip {
            near: self.rows.row(row as isize),
            far: self.rows.row((row + direction) as isize),
            walls,
            rounds_corners: self.rounds_corners,
            squeezes: self.squeezes,
        }
    }
}

/// To which sides paths turn at the left and at the right end of an interval, if they go up or down.
fn sides(direction: i32) -> [Side; 2] {
    if direction > 0 { [Side::Left, Side::Right] } else { [Side::Right, Side::Left] }
}

/// The rays from a column to the ends of a far side, `distance` rows away.
fn rays_to_far(trapezoid: Trapezoid, column: i32, distance: i32) -> [Ray; 2] {
    [trapezoid.far.0, trapezoid.far.1].map(|end| Ray { dx: end - column, dy: distance })
}
