//! Sweeps: costs spread along the jumps of a jump-point search, over ground where all cells charge the same.
//!
//! Only cells with forced steps wait in a queue. Expanding one of them sweeps its diagonal and straight jumps: a sweep
//! writes the cost of each cell on its way, and stops at the first one whose cost is already as small. In open areas a
//! cell is written about once, and nothing is queued for it. One of several equally cheap arrivals is enough:
//! [`canonical`](crate::movement) has the proof. Sources: Harabor and Grastien, "Online Graph Pruning for Pathfinding
//! on Grid Maps", AAAI 2011; Sturtevant and Rabin, "Canonical Orderings on Grids", IJCAI 2016.

use crate::OutOfMemory;
use crate::movement::{ANY_ARRIVAL, CONTINUED, DIRECTIONS, DiagonalRule, StepsAround, Successors};

/// Bits of the flags of a cell: see [`flags_table`].
mod flag {
    /// Bit `i`: a straight jump in direction `i` ends here.
    pub(super) const JUMP_POINT: usize = 0;
    /// Bit `4 + i`: diagonal jump `i` can step on from here.
    pub(super) const ONWARDS: usize = 4;
    /// In its place where there are walls between cells, bit `4 + i`: the straight step in direction `i` is legal.
    pub(super) const OPEN: usize = 4;
    /// Bit `8 + i`: diagonal jump `i` has forced steps here.
    pub(super) const FORCED: usize = 8;
}

/// By the walkable cells around a cell that is walkable, its flags.
pub(crate) fn flags_table(rule: DiagonalRule) -> [u16; 512] {
    let successors = rule.successors();
    std::array::from_fn(|around| {
        let mut flags = 0;
        for direction in 0..8 {
            let is_forced = u16::from(successors[direction][around] & !(1 << direction) != 0);
            if rule.is_diagonal_jump(direction) {
                let onwards = u16::from(successors[ANY_ARRIVAL][around] >> direction & 1);
                flags |= onwards << (flag::ONWARDS + direction % 4);
                flags |= (is_forced & u16::from(rule != DiagonalRule::Never)) << (flag::FORCED + direction % 4);
            } else if direction < 4 {
                flags |= is_forced << (flag::JUMP_POINT + direction);
            }
        }
        flags
    })
}

/// These flags as they are on a map with walls between cells, for cells that are not beside one.
pub(crate) fn walled_flags_table(rule: DiagonalRule) -> [u16; 512] {
    let (table, legal) = (flags_table(rule), &rule.successors()[ANY_ARRIVAL]);
    std::array::from_fn(|around| table[around] & !(15 << flag::OPEN) | u16::from(legal[around] & 15) << flag::OPEN)
}

/// By the legal steps around 64 cells, the flags of jump points and of forced steps by direction. Where there are walls
/// between cells, flags are made of these and of the legal steps: see [`walled_flags`].
#[inline(always)]
pub(crate) fn flags_of_words(rule: DiagonalRule, steps: &StepsAround<true>) -> [[u64; 4]; 2] {
    let (south, north) = (steps.jump_points(DIRECTIONS[2]), steps.jump_points(DIRECTIONS[3]));
    if rule == DiagonalRule::Never {
        return [[0, 0, south, north], [0; 4]];
    }
    let [.., a, b, c, d] = DIRECTIONS;
    let forced = [steps.forced(a), steps.forced(b), steps.forced(c), steps.forced(d)];
    [[steps.jump_points(DIRECTIONS[0]), steps.jump_points(DIRECTIONS[1]), south, north], forced]
}

/// The flags of eight cells beside walls in eight bytes each, lower ones and upper ones: by their legal steps, and by
/// the flags of jump points and of forced steps.
#[inline(always)]
pub(crate) fn walled_flags(legal: u64, jump_points: u64, forced: u64) -> [u64; 2] {
    [jump_points | (legal & 0x0f0f_0f0f_0f0f_0f0f) << flag::OPEN, forced]
}

/// The cells that are swept, with their costs, and the queue.
pub(crate) trait SweptCells {
    /// How a cell is named, and the way from one cell to the next.
    type Place: Copy;
    type Way: Copy;

    /// The most cells of a straight jump that are swept without a pause. The rest then waits in the queue.
    const LONGEST: u64 = u64::MAX;

    /// Whether walls between cells close steps.
    const WALLED: bool = false;

    fn way(&self, direction: usize) -> Self::Way;
    fn next(place: Self::Place, way: Self::Way) -> Self::Place;

    /// Whether a diagonal step is legal, or under `Never` one along x. Asked only where there are walls.
    #[inline(always)]
    fn is_legal(&self, _place: Self::Place, _direction: usize) -> bool {
        true
    }

    /// Writes the cost of a cell, if the cell is walkable and no way was known that costs as little.
    fn improve(&mut self, place: Self::Place, cost: u64) -> bool;

    /// The flags of a walkable cell.
    fn flags(&self, place: Self::Place) -> u16;

    /// Lets a cell wait that was reached in a direction.
    fn push(&mut self, place: Self::Place, arrival: usize, cost: u64) -> Result<(), OutOfMemory>;

    /// Counts the cells that a straight jump has written.
    #[inline(always)]
    fn count_straight(&mut self, _way: Self::Way, _written: u64) {}

    /// Counts a cell that a diagonal jump has written. Returns whether the rest of the jump has to wait.
    #[inline(always)]
    fn count_diagonal(&mut self) -> bool {
        false
    }
}

/// The jumps of a rule and their costs.
#[derive(Clone, Copy)]
pub(crate) struct Sweep {
    rule: DiagonalRule,
    successors: &'static Successors,
    /// By direction, the cost of a step.
    lengths: [u64; 8],
}

impl Sweep {
    pub(crate) fn new(rule: DiagonalRule, lengths: [u64; 8]) -> Self {
        Self { rule, successors: rule.successors(), lengths }
    }

    /// Sweeps the jumps from a cell that was reached in a direction, by the walkable cells around it.
    #[inline(always)]
    pub(crate) fn expand<C: SweptCells>(
        &self,
        cells: &mut C,
        (place, around): (C::Place, usize),
        arrival: usize,
        cost: u64,
    ) -> Result<(), OutOfMemory> {
        self.jump(cells, place, self.successors[arrival][around], cost)
    }

    /// Sweeps the jumps in some directions from a cell.
    #[inline(always)]
    pub(crate) fn jump<C: SweptCells>(
        &self,
        cells: &mut C,
        place: C::Place,
        mut directions: u8,
        cost: u64,
    ) -> Result<(), OutOfMemory> {
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if self.rule.is_diagonal_jump(direction) {
                self.sweep_diagonal(cells, direction, place, cost)?;
            } else {
                self.sweep_straight(cells, direction, place, cost)?;
            }
        }
        Ok(())
    }

    /// Inlined: most straight jumps are short, and a call takes as long as one.
    #[inline(always)]
    fn sweep_straight<C: SweptCells>(
        &self,
        cells: &mut C,
        direction: usize,
        from: C::Place,
        mut cost: u64,
    ) -> Result<(), OutOfMemory> {
        let (way, length) = (cells.way(direction), self.lengths[direction]);
        let (mut place, mut written) = (from, 0);
        if C::WALLED && cells.flags(place) >> (flag::OPEN + direction) & 1 == 0 {
            return Ok(());
        }
        let is_stopped = loop {
            place = C::next(place, way);
            cost += length;
            if !cells.improve(place, cost) {
                break true;
            }
            written += 1;
            let flags = cells.flags(place);
            if flags >> (flag::JUMP_POINT + direction) & 1 == 1 || (C::LONGEST < u64::MAX && written == C::LONGEST) {
                break false;
            }
            if C::WALLED && flags >> (flag::OPEN + direction) & 1 == 0 {
                break true;
            }
        };
        cells.count_straight(way, written);
        if is_stopped { Ok(()) } else { cells.push(place, direction, cost) }
    }

    fn sweep_diagonal<C: SweptCells>(
        &self,
        cells: &mut C,
        direction: usize,
        from: C::Place,
        mut cost: u64,
    ) -> Result<(), OutOfMemory> {
        let (way, length, jump) = (cells.way(direction), self.lengths[direction], direction % 4);
        let (dx, dy) = DIRECTIONS[direction];
        let straights =
            if self.rule == DiagonalRule::Never { [2, 3] } else { [usize::from(dx < 0), if dy < 0 { 3 } else { 2 }] };
        let mut place = from;
        let mut flags = cells.flags(place);
        while if C::WALLED { cells.is_legal(place, direction) } else { flags >> (flag::ONWARDS + jump) & 1 == 1 } {
            place = C::next(place, way);
            cost += length;
            if !cells.improve(place, cost) {
                return Ok(());
            }
            flags = cells.flags(place);
            if flags >> (flag::FORCED + jump) & 1 == 1 {
                cells.push(place, direction, cost)?;
            }
            if cells.count_diagonal() {
                return cells.push(place, CONTINUED + jump, cost);
            }
            for straight in straights {
                self.sweep_straight(cells, straight, place, cost)?;
            }
        }
        Ok(())
    }
}
