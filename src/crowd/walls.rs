//! Walls: which of the nine cells at and around a cell are blocked. Nothing else is needed to keep a disc of at most
//! half a cell out of walls exactly. Walls between cells ([`thin_walls`](super::thin_walls)) count as blocked cells.

use super::blocked_around::{ABOVE, ALL, BELOW, BlockedAround, CORNERS, HERE, LEFT, RIGHT, word_from};
use super::numbers::{ONE, Point};
use super::thin_walls::ThinWalls;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::grid::Rect;
use crate::held::held;
use crate::index::AgentView;

/// How often a disc is pushed out of walls: a push can bring it into a second one.
const ROUNDS: usize = 3;

/// How often a step is shortened to three quarters before the disc counts as being in a wall.
const LESS: usize = 4;

/// How far away a free cell is looked for to which the way crosses no wall between cells.
const RINGS: i32 = 32;

/// How far a step may lead: its beginning, and a distance in units, which is less than half a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallBound {
    pub(super) began: Point,
    pub(super) most: f32,
}

impl WallBound {
    #[inline(always)]
    fn holds(self, to: Point) -> bool {
        let (x, y) = ((to.x - self.began.x) as f32, (to.y - self.began.y) as f32);
        x * x + y * y <= self.most * self.most
    }

    /// The point on the way from the beginning to another one that is as far as the step may lead.
    #[inline(always)]
    pub(super) fn shortened(self, to: Point) -> Point {
        if self.holds(to) {
            return to;
        }
        let (x, y) = ((to.x - self.began.x) as f32, (to.y - self.began.y) as f32);
        let scale = self.most / (x * x + y * y).sqrt();
        Point { x: self.began.x + (x * scale) as i32, y: self.began.y + (y * scale) as i32 }
    }
}

/// The walls of a map.
#[derive(Debug, Default)]
pub(super) struct Walls {
    pub(super) width: i32,
    pub(super) height: i32,
    /// The free cells.
    free: BitRows,
    /// Walls between cells: at most one, and none on a map without any.
    thin: Vec<ThinWalls>,
}

held!(Walls: free, thin);

impl Walls {
    /// Takes over what an agent of one cell sees: of all cells, or of those that `changed` encloses. Tells what
    /// encloses the cells that differ from before, and returns whether any do.
    pub(super) fn update(
        &mut self,
        view: AgentView,
        changed: Option<&[Rect]>,
        mut tell: impl FnMut(Rect),
    ) -> Result<bool, OutOfMemory> {
        let size = view.layer().size();
        let (width, height) = (size.width as i32, size.height as i32);
        let (all, free) = ([size.bounds()], view.layer().walkable().map_rows());
        let thin = view.layer().walkable().walls();
        if (self.width, self.height) != (width, height) || thin.is_some() == self.thin.is_empty() {
            // Without memory, no walls are known.
            (self.width, self.height) = (0, 0);
            self.free = free.try_clone()?;
            self.thin = Vec::new();
            if let Some(thin) = thin {
                self.thin.try_reserve_exact(1)?;
                self.thin.push(ThinWalls::of(thin)?);
            }
            (self.width, self.height) = (width, height);
            tell(all[0]);
            return Ok(true);
        }
        let mut has_changed = false;
        for rect in changed.unwrap_or(&all).iter().filter_map(|rect| rect.common(all[0])) {
            let range = |first: i32, count: u32| first as usize..first as usize + count as usize;
            let differing = self.free.take_over(free, range(rect.x, rect.width), range(rect.y, rect.height));
            if let Some((columns, rows)) = differing {
                let (width, height) = (columns.len() as u32, rows.len() as u32);
                tell(Rect { x: columns.start as i32, y: rows.start as i32, width, height });
                has_changed = true;
            }
            if let (Some(mine), Some(thin)) = (self.thin.first_mut(), thin)
                && let Some(changed) = mine.take_over(thin, rect)
            {
                tell(changed);
                has_changed = true;
            }
        }
        Ok(has_changed)
    }

    fn is_outside(&self, (x, y): (i32, i32)) -> bool {
        x < 0 || y < 0 || x >= self.width || y >= self.height
    }

    /// Blocked cells around a cell. All is blocked outside the map.
    #[inline(always)]
    pub(super) fn around(&self, (x, y): (i32, i32)) -> BlockedAround {
        if self.is_outside((x, y)) {
            return ALL;
        }
        let blocked = !(self.free.around(x as usize, y as usize) as BlockedAround) & ALL;
        match self.thin() {
            None => blocked,
            Some(thin) => blocked | thin.around((x, y)),
        }
    }

    /// The walls between cells; `None` on a map without any.
    #[inline(always)]
    pub(super) fn thin(&self) -> Option<&ThinWalls> {
        self.thin.first()
    }

    /// Which of 64 cells of a row are free, from a cell on that may lie outside the map.
    pub(super) fn free_from(&self, from: (i32, i32)) -> u64 {
        word_from(&self.free, from)
    }

    #[inline(always)]
    pub(super) fn is_blocked(&self, (x, y): (i32, i32)) -> bool {
        self.is_outside((x, y)) || !self.free.get(x as usize, y as usize)
    }

    /// Where a disc may go that wants to go from a point to another one, less than a cell away in x and in y. Its
    /// center never enters a blocked cell, and never passes between two that touch at a corner. A disc of at most half
    /// a cell that touched no wall touches none afterwards. The wish keeps to the bound, and so does what comes of it.
    #[inline(always)]
    pub(super) fn slide(
        &self,
        (from, around): (Point, BlockedAround),
        to: Point,
        radius: f32,
        bound: WallBound,
    ) -> Point {
        let cell = to.cell();
        let is_free = around == 0 && (cell == from.cell() || self.around(cell) == 0);
        if is_free && radius <= 0.5 { to } else { self.slide_along_walls(from, to, radius, bound) }
    }

    #[inline(never)]
    fn slide_along_walls(&self, from: Point, to: Point, radius: f32, bound: WallBound) -> Point {
        let units = (radius * ONE as f32) as i32;
        let end = if units > ONE / 2 {
            self.slide_large(from, to, units, bound)
        } else {
            let end = self.slide_small(from, to, units);
            if bound.holds(end) { end } else { self.slide_less(from, to, units, bound) }
        };
        // Pushes, one after another, lead no center around the end of a wall in one step.
        if from == bound.began || self.lets_pass(bound.began, end) { end } else { from }
    }

    /// Where walls have pushed a disc too far: less of the way.
    #[inline(never)]
    fn slide_less(&self, from: Point, to: Point, radius: i32, bound: WallBound) -> Point {
        let mut less = to;
        for _ in 0..LESS {
            let part = |from: i32, to: i32| from + (to - from) / 4 * 3;
            less = Point { x: part(from.x, less.x), y: part(from.y, less.y) };
            let end = self.slide_small(from, less, radius);
            if bound.holds(end) {
                return end;
            }
        }
        // The disc is in a wall. It comes out in steps.
        if from == bound.began { bound.shortened(self.slide_small(from, to, radius)) } else { from }
    }

    fn slide_small(&self, from: Point, mut to: Point, radius: i32) -> Point {
        let home = from.cell();
        let around = self.around(home);
        if around & !HERE != 0 {
            to = pushed_out(around, home, to, radius);
        }
        let mut cell = to.cell();
        if cell == home {
            return if around & HERE == 0 { to } else { from };
        }
        if self.thin().is_some() && !self.lets_pass(from, to) {
            to = self.along_thin_wall(from, to);
            cell = to.cell();
        }
        let around = self.around(cell);
        if around & HERE != 0 {
            return from;
        }
        if around != 0 {
            to = pushed_out(around, cell, to, radius);
            if self.is_blocked(to.cell()) || !self.lets_pass(from, to) {
                return from;
            }
        }
        to
    }

    /// Whether no wall between cells lies on a short way of a center.
    fn lets_pass(&self, from: Point, to: Point) -> bool {
        self.thin().is_none_or(|thin| thin.lets_pass(from, to))
    }

    /// Where a center comes that a wall between cells keeps from a neighbor cell beyond a corner: to a neighbor beside
    /// the corner.
    #[inline(never)]
    fn along_thin_wall(&self, from: Point, to: Point) -> Point {
        let inside = |at: i32, home: i32| at.clamp(home << 16, ((home + 1) << 16) - 1);
        let (x, y) = from.cell();
        let beside = [Point { x: to.x, y: inside(to.y, y) }, Point { x: inside(to.x, x), y: to.y }];
        let is_free = |&at: &Point| !self.is_blocked(at.cell()) && self.lets_pass(from, at);
        beside.into_iter().find(is_free).unwrap_or(from)
    }

    /// For discs above half a cell: out of every blocked cell that the disc overlaps, as far as its center can go.
    #[inline(never)]
    fn slide_large(&self, from: Point, to: Point, radius: i32, bound: WallBound) -> Point {
        let of_center = self.slide_small(from, to, 1);
        let end = self.slide_small(from, bound.shortened(self.out_of_walls(of_center, radius)), 1);
        if bound.holds(end) { end } else { from }
    }

    /// Pushes a disc out of every blocked cell that it overlaps, one after another.
    fn out_of_walls(&self, mut to: Point, radius: i32) -> Point {
        for _ in 0..ROUNDS {
            let before = to;
            for y in (to.y - radius) >> 16..=(to.y + radius) >> 16 {
                for x in (to.x - radius) >> 16..=(to.x + radius) >> 16 {
                    if self.is_blocked((x, y)) {
                        to = away(nearest_in((x, y), to), to, radius);
                    }
                    for side in self.thin().map_or([None; 2], |thin| thin.nearest_on_sides((x, y), to)) {
                        to = side.map_or(to, |near| away(near, to, radius));
                    }
                }
            }
            if to == before {
                break;
            }
        }
        to
    }

    /// The point nearest to another one at which a disc can stand whose cell is blocked: in the nearest free cell, by
    /// row and then by column where several are as near. No wall between cells lies on the way if any such cell is in
    /// reach of `RINGS`. `None` if all cells are blocked.
    pub(super) fn nearest_free(&self, from: Point, radius: f32) -> Option<Point> {
        let without_walls =
            self.thin().and_then(|_| self.nearest_of(from, radius, RINGS, |to| self.lets_pass(from, to)));
        without_walls.or_else(|| self.nearest_of(from, radius, i32::MAX, |_| true))
    }

    /// [`nearest_free`](Self::nearest_free) in so many rings of cells, of the points that a condition allows.
    fn nearest_of(&self, from: Point, radius: f32, rings: i32, is_allowed: impl Fn(Point) -> bool) -> Option<Point> {
        let (home_x, home_y) = from.cell();
        let inset = ((radius * ONE as f32) as i32).clamp(1, ONE / 2);
        let mut best: Option<(i64, Point)> = None;
        for ring in 0..self.width.max(self.height).min(rings) {
            // Cells of this ring are at least `ring - 1` cells away.
            let least = i64::from((ring - 1).max(0)) * i64::from(ONE);
            if best.is_some_and(|(distance, _)| least * least > distance) {
                break;
            }
            for y in home_y - ring..=home_y + ring {
                let is_edge = (y - home_y).abs() == ring;
                let step = if is_edge { 1 } else { (2 * ring).max(1) };
                for x in (home_x - ring..=home_x + ring).step_by(step as usize) {
                    if self.is_blocked((x, y)) {
                        continue;
                    }
                    let inside = |cell: i32, at: i32| at.clamp((cell << 16) + inset, ((cell + 1) << 16) - inset);
                    let point = Point { x: inside(x, from.x), y: inside(y, from.y) };
                    let (dx, dy) = (i64::from(point.x - from.x), i64::from(point.y - from.y));
                    let distance = dx * dx + dy * dy;
                    if best.is_none_or(|(least, _)| distance < least) && is_allowed(point) {
                        best = Some((distance, point));
                    }
                }
            }
        }
        best.map(|(_, point)| point)
    }
}

/// The point of a cell that is nearest to another one.
pub(super) fn nearest_in((x, y): (i32, i32), to: Point) -> Point {
    Point { x: to.x.clamp(x << 16, (x + 1) << 16), y: to.y.clamp(y << 16, (y + 1) << 16) }
}

/// Moves a point straight away from another one until it is at least a distance away.
#[inline(always)]
fn away(from: Point, to: Point, distance: i32) -> Point {
    let (dx, dy, least) = ((to.x - from.x) as f32, (to.y - from.y) as f32, distance as f32);
    let squared = dx * dx + dy * dy;
    if squared >= least * least || squared == 0.0 {
        return to;
    }
    let scale = least / squared.sqrt();
    let rounded = |part: f32| (if part < 0.0 { part * scale - ROUNDED } else { part * scale + ROUNDED }) as i32;
    Point { x: from.x + rounded(dx), y: from.y + rounded(dy) }
}

/// Added to a number of units that is cut to a whole one afterwards, so that a disc doesn't end a little in a wall.
const ROUNDED: f32 = 0.98;

/// Moves a disc out of the blocked neighbors of a cell. It is at most half a cell large.
#[inline(always)]
fn pushed_out(around: BlockedAround, (x, y): (i32, i32), mut to: Point, radius: i32) -> Point {
    let (low_x, low_y) = (x << 16, y << 16);
    // The upper edge of a cell belongs to the next one.
    let upper = ONE - radius.max(1);
    if around & LEFT != 0 {
        to.x = to.x.max(low_x + radius);
    }
    if around & RIGHT != 0 {
        to.x = to.x.min(low_x + upper);
    }
    if around & BELOW != 0 {
        to.y = to.y.max(low_y + radius);
    }
    if around & ABOVE != 0 {
        to.y = to.y.min(low_y + upper);
    }
    for (beyond, beside, corner_x, corner_y) in CORNERS {
        if around & (beyond | beside) == beyond {
            let corner = Point { x: low_x + corner_x, y: low_y + corner_y };
            // From the corner itself into the cell.
            let inward = |corner: i32| if corner == 0 { 1 } else { -1 };
            let is_there = to == corner;
            let from = Point { x: to.x + inward(corner_x), y: to.y + inward(corner_y) };
            to = away(corner, if is_there { from } else { to }, radius);
        }
    }
    to
}
