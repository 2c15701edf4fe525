//! Bringing a field up to date after edits, at a cost that grows with what they change.
//!
//! 1. Cells that the edits can have changed are compared with the field. Around each changed cell, within one step,
//!    steps may have come, gone, or changed their cost. No other step has.
//! 2. *Raising*: in order of their costs, the cells around the changes are asked whether a neighbor still gives them
//!    their cost. A cell without such a neighbor is raised: it loses its cost, and the neighbors that may have had
//!    theirs from it are asked in turn. A neighbor is cheaper by a whole step, so that it was asked before.
//! 3. *Settling*: each raised cell, and each cell around a change, takes the least cost that the cells with a cost give
//!    it, and waits in the queue if this made it cheaper. The costs spread from there as from goals.
//!
//! ```text
//!   goal . . . . # . raised .          the door # closed: what was behind it is raised, up to the cells
//!   # # # # # # # # . . . . .          that another way reaches as cheaply, and costs come back from there
//!   . . . another way . . | .
//! ```
//!
//! In the end each cell has a cost that a neighbor gives it, or is a goal, and no step would lower a cost, so that all
//! costs are those of a field built anew. Source: Ramalingam and Reps, "An Incremental Algorithm for a Generalization
//! of the Shortest-Path Problem", 1996, for several changes at once.
//!
//! Where much is raised, building anew takes less time. [`Repair::most`] decides by counts.

mod comparing;
mod raising;

use super::seen::Seen;
use crate::OutOfMemory;
use crate::distance::ground::Ground;
use crate::distance::spread::Spread;
use crate::distance::tools::Tools;
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::grid::Rect;
use crate::held::held;

/// Next part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RepairStage {
    /// Comparing one of the rectangles, from one of its cells on.
    Comparing(usize, usize),
    /// Reading flags of a row of the area.
    Row(usize),
    /// Reading the flags around changed cells, from one on.
    Marking(usize),
    /// Having the cells around changed ones asked, from one on.
    Asking(usize),
    /// Asking cells whether they keep their costs.
    Raising,
    /// Giving costs to raised cells and around changed ones, from one on.
    Giving(usize),
    /// Putting those that took a cost into the queue, from one on.
    Putting(usize),
    /// Spreading costs.
    Settling,
}

/// How many visits it takes to look at a cell with those around it, to ask or give it a cost, and to mark it with
/// those around it.
const NINE: u64 = 9;
const VISITS_TO_ASK: u64 = 8;
const VISITS_TO_MARK: u64 = 36;

/// How many visits it takes to come to a row of a rectangle.
const VISITS_BY_ROW: u64 = 16;

/// How far a repair has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RepairProgress {
    Paused,
    Ready,
    /// So much changes that the costs must spread from the goals. What is blocked, weights and flags are up to date.
    TooMuch,
}

/// A field that is being brought up to date.
#[derive(Debug)]
pub(super) struct Repair {
    /// Until the changed cells are known.
    seen: Option<Seen>,
    /// With all cells that edits can have changed, within the area.
    rects: Vec<Rect>,
    stage: RepairStage,
    pub(super) tools: Tools,
    /// Whether the flags of all cells have to be read.
    reads_all: bool,
    /// Weights of a row.
    row: Vec<u32>,
    /// Slots that changed.
    changed: Vec<u32>,
    /// Slots that lost their costs.
    raised: Vec<u32>,
    /// Whether more changed than a repair is good for.
    is_too_much: bool,
}

held!(Repair: row, changed, raised, tools, rects);

impl Repair {
    /// A repair of a field that is equal to the shown one. Tools whose flags are not read yet read them first.
    pub(super) fn new(seen: Seen, tools: Tools, rects: Vec<Rect>) -> Self {
        let reads_all = tools.flags.is_empty();
        let stage = RepairStage::Comparing(0, 0);
        let (row, changed, raised) = Default::default();
        Self { seen: Some(seen), rects, stage, tools, reads_all, row, changed, raised, is_too_much: false }
    }

    /// The most cells to raise. A raised cell takes as long as seven that sweeps reach, or as two that are reached one
    /// by one.
    fn most(ground: &Ground) -> usize {
        (ground.slots() / if ground.is_swept() { 16 } else { 4 }).max(64)
    }

    /// Goes on while visits are left.
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<RepairProgress, OutOfMemory> {
        while !visits.are_spent() {
            match self.stage {
                RepairStage::Comparing(number, _) if number == self.rects.len() => {
                    // The next repair will need the flags.
                    self.stage = RepairStage::Row(if self.reads_all || self.is_too_much { 0 } else { usize::MAX });
                }
                RepairStage::Comparing(number, next) => {
                    let rect = self.rects[number];
                    let (x, y) = (next % rect.width as usize, next / rect.width as usize);
                    let share = visits.share(x, rect.width as usize, 1);
                    visits.spend(VISITS_BY_ROW);
                    let (left, width) = (rect.x + x as i32, share.len() as u32);
                    let cells = Rect { x: left, y: rect.y + y as i32, width, height: 1 };
                    self.compare_row(ground, costs, cells, unreached)?;
                    let next = next + share.len();
                    let is_last = next as u64 == rect.cells();
                    self.stage = if is_last {
                        RepairStage::Comparing(number + 1, 0)
                    } else {
                        RepairStage::Comparing(number, next)
                    };
                }
                RepairStage::Row(usize::MAX) => {
                    self.seen = None;
                    if self.is_too_much {
                        return Ok(RepairProgress::TooMuch);
                    }
                    self.begin_queue(ground)?;
                    self.stage = if self.reads_all { RepairStage::Asking(0) } else { RepairStage::Marking(0) };
                }
                RepairStage::Row(row) => {
                    let seen = self.seen.as_ref().expect("the map is let go after the last row");
                    let height = ground.area.height as usize;
                    if row < height {
                        self.tools.read_row(&seen.view(), ground, row, &mut |_, _, _| {});
                        visits.spend(ground.area.width.into());
                    }
                    self.tools.mark_even(ground, row);
                    self.stage = RepairStage::Row(if row < height { row + 1 } else { usize::MAX });
                }
                RepairStage::Marking(next) => {
                    let share = visits.share(next, self.changed.len(), VISITS_TO_MARK);
                    self.mark_around(ground, costs, share.clone());
                    self.stage = self.after(share.end, RepairStage::Marking, RepairStage::Asking(0));
                }
                RepairStage::Asking(next) => {
                    let share = visits.share(next, self.changed.len(), NINE);
                    self.ask_around(ground, costs, unreached, share.clone())?;
                    self.stage = self.after(share.end, RepairStage::Asking, RepairStage::Raising);
                }
                RepairStage::Raising => {
                    let progress = match ground.steps.are_kept() {
                        true => self.raise::<V, true>(ground, costs, unreached, visits)?,
                        false => self.raise::<V, false>(ground, costs, unreached, visits)?,
                    };
                    if progress != RepairProgress::Ready {
                        return Ok(progress);
                    }
                    self.begin_queue(ground)?;
                    self.stage = RepairStage::Giving(0);
                }
                RepairStage::Giving(next) => {
                    let share = visits.share(next, self.to_give(), VISITS_TO_ASK);
                    self.give(ground, costs, unreached, share.clone());
                    let is_last = share.end == self.to_give();
                    self.stage = if is_last { RepairStage::Putting(0) } else { RepairStage::Giving(share.end) };
                }
                RepairStage::Putting(next) => {
                    let share = visits.share(next, self.to_give(), 1);
                    self.put(ground, costs, share.clone())?;
                    let is_last = share.end == self.to_give();
                    self.stage = if is_last { RepairStage::Settling } else { RepairStage::Putting(share.end) };
                }
                RepairStage::Settling => {
                    let is_ready = Spread::<V, _, true>::run_within(ground, costs, &mut self.tools, visits)?;
                    return Ok(if is_ready { RepairProgress::Ready } else { RepairProgress::Paused });
                }
            }
        }
        Ok(RepairProgress::Paused)
    }

    /// A stage over the changed cells from one on, or the one after it.
    fn after(&self, next: usize, stage: fn(usize) -> RepairStage, then: RepairStage) -> RepairStage {
        if next == self.changed.len() { then } else { stage(next) }
    }
}

/// A cell and those around it.
fn around(ground: &Ground, slot: u32) -> impl Iterator<Item = usize> {
    let ways = ground.ways;
    std::iter::once(0).chain(ways).map(move |way| (slot as usize).wrapping_add_signed(way))
}

/// Adds a slot to a list of at most `most`. A list that is long gets room for all of them, of which a system maps what
/// is written, so that no call copies a long list.
fn add(list: &mut Vec<u32>, slot: usize, most: usize) -> Result<(), OutOfMemory> {
    if list.len() == list.capacity() {
        let more = if list.len() < 4096 { list.len().max(64) } else { most.saturating_sub(list.len()).max(1) };
        list.try_reserve_exact(more)?;
    }
    list.push(slot as u32);
    Ok(())
}
