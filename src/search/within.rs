//! The order of a search for a path within a bound: one that costs at most `w` times as much as an optimal path.
//!
//! A search by jumps has a *state* for each cell and each jump that starts there. It follows each jump at most once,
//! in the order of a key `F(g, h)`, and takes the least cost at which the cell was reached so far. Lower costs that
//! come later are noted, but no jump is followed again. The estimate `h` is consistent. `F` is homogeneous, grows with
//! `g`, has `F(g, 0) = g / w`, and its slopes obey `F_g <= F_h` and `F_g + F_h <= 2`.
//!
//! *Claim: a state is taken with `F(g, h) <= g* + h`*, where `g*` is the least cost of its state. Let `s` be the first
//! state that breaks the claim, and `s'` the first state on an optimal way to `s` that was not yet taken. The state
//! before `s'` obeys the claim. Along the jump of cost `c` to `s'`, h changes by `-c` to `c`. By the slopes, F then
//! grows by at most `c` plus this change. So `F(s') <= g*(s') + h(s') <= g*(s) + h(s)`, and `s`, which came first, has
//! no larger F. Hence F of the first state in the open list is at most the cost of an optimal path, until such a path
//! is found. The search ends when no F is below `best / w`: then `best` is within the bound. So the largest F that was
//! ever first is a lower bound of the cost of a path; costs of open states tell no more. A cell is left out when
//! `g + h >= best`. Both forms of F have `w F >= g + h`, so this too happens only when `best` is within the bound. No
//! path is lost: while there is none, the search goes on until it has taken every state that it can reach.
//!
//! *Why states and not cells:* jumps that start at a cell depend on the arrival. A closed cell that is never opened
//! again loses the jumps that a later arrival would start, and with them paths (Carlson, Harabor and Stuckey,
//! "Avoiding Node Re-Expansions Can Break Symmetry Breaking", SoCS 2024). The slopes are the conditions of Chen and
//! Sturtevant, "Necessary and Sufficient Conditions for Avoiding Reopenings in Best First Suboptimal Search with
//! General Bounding Functions" (AAAI 2021); their convex form finds shorter paths sooner where the bound is tight.

use super::engine::{Progress, Record};
use super::jump_nodes::{JumpMarks, JumpNode, JumpNodes};
use super::node_table::PackedCell;
use super::open_list::{Entry, entry, node_of};
use super::way::WayNode;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::movement::{ANY_ARRIVAL, HeuristicWeight};

/// The weight from which on the linear form expands fewer cells than the convex one, in 2^-16.
const LINEAR_FROM: u32 = (1 << 16) + (1 << 14);

/// The bound, and the form of the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// `w` of the keys, in 2^-16.
    weight: u32,
    /// `w` that is promised, in 2^-16.
    promised: u32,
}

impl Within {
    /// None for weights that ask for an optimal path.
    pub(super) fn new(weight: HeuristicWeight) -> Option<Self> {
        let one = HeuristicWeight::default().units();
        let promised = weight.units();
        // The convex key is rounded, by less than 2^-50 of itself. A bound that is tighter by 2^-16 makes up for this.
        let weight = if promised < LINEAR_FROM { promised.saturating_sub(1) } else { promised };
        (weight > one).then_some(Self { weight, promised })
    }

    /// `w F(g, h)` in 2^-16. Costs are below 2^32.
    #[inline(always)]
    fn key(self, g: u32, h: u32) -> u64 {
        if self.weight >= LINEAR_FROM {
            return (u64::from(g) << 16) + u64::from(self.weight) * u64::from(h);
        }
        let (w, g, h) = (f64::from(self.weight) / 65536.0, f64::from(g), f64::from(h));
        // Each operation rounds alike on all platforms.
        let root = ((g - h) * (g - h) + 4.0 * w * g * h).sqrt();
        ((g + (2.0 * w - 1.0) * h + root) * 32768.0) as u64
    }

    /// The key of a path that costs this much: states with keys as large can't lead to a path that matters.
    #[inline(always)]
    fn key_of_path(self, cost: u32) -> u64 {
        u64::from(cost) << 16
    }

    /// The smallest key of states that lead to no path below this cost, optimal paths among them.
    #[inline(always)]
    fn key_beyond(self, cost: u32) -> u64 {
        u64::from(cost) * u64::from(self.weight)
    }

    /// Lower bound of the cost of a path, once one of `cost` was found by a search whose smallest key has been `key`.
    fn least_cost(self, cost: u32, key: u64) -> u32 {
        // Costs are whole numbers.
        let least = key.max(self.key_of_path(cost)).div_ceil(u64::from(self.promised));
        cost.min(u32::try_from(least).unwrap_or(cost))
    }
}

/// A search by jumps as bounded paths need it, on uniform ground or in terrain. Cells are those of the search.
pub(super) trait Bounded {
    /// A walkable cell, as the search names it.
    type Place: Copy;

    fn nodes(&self) -> &JumpNodes;

    fn nodes_mut(&mut self) -> &mut JumpNodes;

    /// The cell of a place, and its index in the table of nodes.
    fn cell(&self, place: Self::Place) -> (PackedCell, usize);

    /// The jumps that start at a cell after an arrival.
    fn jumps_from(&self, place: Self::Place, arrival: usize) -> u8;

    fn estimate(&self, place: Self::Place) -> u32;

    /// Expands a node. Returns whether the search goes on; else it gives up.
    fn follow(&mut self, taken: Taken, record: &mut Record) -> Result<bool, OutOfMemory>;

    fn goal(&self) -> Cell;

    /// The cost of the jumps from a node to the next one on a path.
    fn cost_of_leg(&self, from: Cell, to: Cell) -> u32;

    /// Costs are below this number.
    fn widest(&self) -> u32;

    /// Costs are counted in a number of parts.
    fn unit(&self) -> u32;
}

/// Queues the start, which has a node, and these jumps.
pub(super) fn begin_within(
    nodes: &mut JumpNodes,
    within: Within,
    h: u32,
    jumps: u8,
    start: u32,
) -> Result<(), OutOfMemory> {
    nodes.least_key = 0;
    nodes.ordered.clear();
    nodes.ordered.reserve(1)?;
    nodes.ordered.push_entry(jumps_entry(within.key(0, h), h, jumps, start));
    Ok(())
}

/// An entry that was taken, and its jumps that were not followed before.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) entry: Entry,
    pub(super) jumps: u8,
}

/// Follows jumps until a path is within the bound.
#[inline(never)]
pub(super) fn run_within<S: Bounded>(
    search: &mut S,
    within: Within,
    record: &mut Record,
) -> Result<Progress, OutOfMemory> {
    while let Some(entry) = search.nodes_mut().ordered.pop_entry() {
        let (key, jumps) = key_and_jumps(entry);
        let JumpNodes { table, ordered, least_key, bound, .. } = search.nodes_mut();
        if key >= if bound.has_path() { within.key_of_path(bound.best) } else { within.key_beyond(bound.best) } {
            bound.leave_out();
            break;
        }
        let node = table.node_mut(node_of(entry));
        let mut marks = node.marks();
        let jumps = marks.follow(jumps);
        if jumps == 0 {
            continue;
        }
        if record.expansions == record.limit {
            ordered.reserve(1)?;
            ordered.push_entry(entry);
            return Ok(Progress::Paused);
        }
        // Once a limit of cost has left out a way to the goal, later keys may be above the cost of an optimal path.
        if !bound.cut {
            *least_key = key.max(*least_key);
        }
        node.set_marks(marks);
        if !search.follow(Taken { entry, jumps }, record)? {
            return Ok(Progress::TooFar);
        }
    }
    let JumpNodes { table, least_key, bound, .. } = search.nodes();
    if !bound.has_path() {
        return Ok(if bound.cut { Progress::TooFar } else { Progress::NoPath });
    }
    // The cost along the parents is lower than what was offered if a node was reached at a lower cost after its jumps
    // had been followed.
    let (mut cost, mut to, mut number) = (0, search.goal(), bound.parent);
    while number != 0 {
        let node = table.node(number);
        cost += search.cost_of_leg(node.cell(), to);
        (to, number) = (node.cell(), node.parent);
    }
    let (least, unit) = (within.least_cost(cost, *least_key), u64::from(search.unit()));
    Ok(Progress::Found { cost: u64::from(cost) * unit, least: u64::from(least) * unit })
}

/// Reaches a cell at a cost from the node `parent`. Queues the jumps that this arrival adds. There must be room.
///
/// Not inlined: there are eight kinds of searches, and a call costs them 2 %.
#[inline(never)]
pub(super) fn reach_within<S: Bounded>(
    search: &mut S,
    within: Within,
    place: S::Place,
    (g, parent): (u32, u32),
    arrival: usize,
) {
    let (cell, index) = search.cell(place);
    let (known, known_g) = search.nodes().table.known(index);
    let jumps = search.jumps_from(place, arrival);
    let mut marks = if known == 0 { JumpMarks::default() } else { search.nodes().table.node(known).marks() };
    let is_cheaper = g < known_g;
    let new = marks.queue(jumps, is_cheaper);
    if new == 0 && !is_cheaper {
        return;
    }
    let (h, widest) = (search.estimate(place), search.widest());
    let JumpNodes { table, ordered, bound, .. } = search.nodes_mut();
    if g.saturating_add(h) >= if bound.has_path() { bound.best } else { widest } {
        bound.leave_out();
        return;
    }
    let mut number = known;
    if is_cheaper {
        let node = JumpNode { g, cell, parent, branches: 0, arrival: ANY_ARRIVAL as u8, closed: false };
        number = table.put(index, known, node);
    }
    table.node_mut(number).set_marks(marks);
    if new != 0 {
        ordered.push_entry(jumps_entry(within.key(g, h), h, new, number));
    }
}

/// An entry of the open list: the jumps of a node that are to be followed, one bit each.
#[inline(always)]
fn jumps_entry(key: u64, h: u32, jumps: u8, node: u32) -> Entry {
    entry(key, h & !0xff | u32::from(jumps), node)
}

/// The key and the jumps of an entry.
#[inline(always)]
pub(super) fn key_and_jumps(entry: Entry) -> (u64, u8) {
    ((entry >> 64) as u64, (entry >> 32) as u8)
}

/// How well a search within a bound gets on. Where paths cost much more than their estimates, a search within a bound
/// expands as many nodes as an optimal one, and each takes longer: it had better give up early.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advance {
    /// The estimate of the start.
    first: u32,
    /// The least estimate of all nodes that were taken, in the form of their entries, and the node.
    nearest: u32,
    node: u32,
    /// The largest cost of a way that comes nearer by one, in 2^-16.
    dearest: u64,
    /// Shorter ways than this tell nothing.
    shortest: u32,
}

impl Advance {
    /// A search that goes on gains where the path costs as much as its estimate and no more than this part of what may
    /// be given up, in quarters.
    const QUARTERS: u64 = 5;
    /// A way tells enough if it costs this part of the whole estimate.
    const PARTS: u32 = 16;
    /// The number of expansions between two looks.
    const CHECKED: u32 = 16;

    /// Before a search whose start has this estimate.
    pub(super) fn begin(within: Within, first: u32) -> Self {
        let given_up = u64::from(within.promised - (1 << 16));
        let dearest = (1 << 16) + given_up * Self::QUARTERS / 4;
        Self { first, nearest: u32::MAX, node: 0, dearest, shortest: first / Self::PARTS }
    }

    /// Notes an entry that was taken.
    #[inline(always)]
    pub(super) fn note(&mut self, entry: Entry) {
        let h = (entry >> 32) as u32;
        if h < self.nearest {
            (self.nearest, self.node) = (h, node_of(entry));
        }
    }

    /// Whether the search gets on too slowly. Tells it now and then. `g_and_h` has both for a node.
    #[inline(always)]
    pub(super) fn is_poor(&self, expansions: u32, g_and_h: impl Fn(u32) -> (u32, u32)) -> bool {
        expansions.is_multiple_of(Self::CHECKED) && {
            let (g, h) = g_and_h(self.node);
            g >= self.shortest && u64::from(g) << 16 > self.dearest * u64::from(self.first.saturating_sub(h))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conditions of the proof, by differences, for both forms.
    #[test]
    fn keys_obey_the_slopes_that_the_proof_needs() {
        for weight in [1.001, 1.05, 1.2, 1.25, 1.5, 4.0, 1024.0] {
            let within = Within::new(HeuristicWeight::new(weight).unwrap()).unwrap();
            let w = f64::from(within.weight) / 65536.0;
            // F, with what rounding the key may add to it.
            let f = |g: u32, h: u32| within.key(g, h) as f64 / f64::from(within.weight);
            let rounding = 1e-4;
            for g in [0, 1, 7, 1000, 54_321, 3_000_000, 1 << 30] {
                assert!((f(g, 0) - f64::from(g) / w).abs() < rounding, "{weight}: {g}");
                for h in [0, 5, 900, 54_321, 2_000_000, 1 << 28] {
                    assert!(w * f(g, h) + rounding * w >= f64::from(g) + f64::from(h), "{weight}: {g} {h}");
                    let least = within.key(g, h).div_ceil(within.promised.into());
                    assert!(least <= u64::from(g + h), "{weight}: {g} {h}");
                    for cost in [1, 10, 999, 100_000] {
                        let before = f(g, h);
                        let further = f(g + cost, h + cost) - before;
                        assert!(further <= f64::from(2 * cost) + rounding, "{weight}: {g} {h} {cost} {further}");
                        if h >= cost {
                            let nearer = f(g + cost, h - cost) - before;
                            assert!(nearer <= rounding, "{weight}: {g} {h} {cost} {nearer}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_gives_up_where_ways_cost_more_than_its_weight_makes_up_for() {
        let within = Within::new(HeuristicWeight::new(1.2).unwrap()).unwrap();
        // 1/4 more than the estimate is given up for a weight of 1.2. A way of 1/16 of the whole tells.
        for (g, h, is_poor) in [(624, 9_400, false), (624, 9_600, false), (626, 9_490, false), (626, 9_510, true)] {
            let mut advance = Advance::begin(within, 10_000);
            advance.note(jumps_entry(7, 9_999, 0xff, 3));
            advance.note(jumps_entry(8, h, 1, 5));
            advance.note(jumps_entry(9, 9_980, 1, 6));
            let tell = |expansions| {
                advance.is_poor(expansions, |node| {
                    assert_eq!(node, 5);
                    (g, h)
                })
            };
            assert_eq!([tell(15), tell(16)], [false, is_poor], "{g} {h}");
        }
    }

    #[test]
    fn weights_up_to_one_and_a_rounding_ask_for_an_optimal_path() {
        let bound = |weight| Within::new(HeuristicWeight::new(weight).unwrap()).is_some();
        assert_eq!([0.5, 1.0, 1.0 + 1.0 / 65536.0].map(bound), [false; 3]);
        assert_eq!([1.0 + 2.0 / 65536.0, 1.1, 1024.0].map(bound), [true; 3]);
    }

    #[test]
    fn marks_tell_which_jumps_an_arrival_adds() {
        let mut marks = JumpMarks::default();
        assert_eq!(marks.queue(0b0110, true), 0b0110);
        assert_eq!(marks.queue(0b0011, false), 0b0001);
        assert_eq!(marks.follow(0b0110), 0b0110);
        // Reached at a lower cost: only what was not followed is queued, even if it waits already.
        assert_eq!(marks.queue(0b0111, true), 0b0001);
        assert_eq!(marks.follow(0b0111), 0b0001);
        assert_eq!(marks.queue(0b0111, true), 0);
        let entry = jumps_entry(7 << 40, 0x1234_5678, 0b1010_0001, 9);
        assert_eq!(key_and_jumps(entry), (7 << 40, 0b1010_0001));
    }
}
