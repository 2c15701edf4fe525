//! Smooth directions for many agents, a block of agents at a time.
//!
//! Each loop does one thing for all agents of a block and has no branch, so that compilers turn it into vectors. Only
//! values are read one by one. The directions are the bits of [`Field::direction`], which answers where both slopes are
//! 0: at goals, without a path, and where no cheaper cell lies straight ahead.

use super::whole::{Costs, Field};
use crate::grid::{BLOCK, BlockCells, BlockDirections, Cell, each};

/// A mask of 32 bits for each agent: all or none.
type Masks = [u32; BLOCK];

#[inline(always)]
fn mask(holds: bool) -> u32 {
    u32::from(holds).wrapping_neg()
}

/// Whether a value is that of a cell that can be entered and has a cost: neither 0 nor from `unreached` on.
#[inline(always)]
fn has_cost(value: u32, unreached: u32) -> u32 {
    mask(value.wrapping_sub(1) < unreached.wrapping_sub(1))
}

/// The values beside an agent's along an axis.
struct Beside {
    before: [u32; BLOCK],
    after: [u32; BLOCK],
}

/// How costs fall along an axis.
struct Slopes {
    /// 1 towards a lower value after the agent's, -1 towards one before, 0 if both are equal or neither is below the
    /// agent's.
    signs: [i32; BLOCK],
    /// The difference of both values; 0 likewise.
    sizes: [u32; BLOCK],
}

impl Slopes {
    /// A cell without a cost counts as much as that of the agent.
    #[inline(always)]
    fn of(here: &[u32; BLOCK], beside: &Beside, unreached: u32) -> Self {
        let known = |value: u32, here: u32| {
            let is_known = has_cost(value, unreached);
            value & is_known | here & !is_known
        };
        let before = each(|at| known(beside.before[at], here[at]));
        let after = each(|at| known(beside.after[at], here[at]));
        let falls = each(|at| mask(before[at] < here[at]) | mask(after[at] < here[at]));
        let is_ahead = each(|at| mask(after[at] < before[at]));
        let is_behind = each(|at| mask(before[at] < after[at]));
        let signs = each(|at| ((is_behind[at].wrapping_sub(is_ahead[at])) & falls[at]) as i32);
        let sizes = each(|at| {
            let difference = before[at].wrapping_sub(after[at]);
            (difference ^ is_behind[at]).wrapping_sub(is_behind[at]) & falls[at]
        });
        Self { signs, sizes }
    }
}

impl Field {
    /// The directions of agents at cells: see [`direction`](Self::direction). `to_center` gives the way from an agent
    /// of the block to the center of a cell.
    pub fn directions(&self, cells: &BlockCells, to_center: &dyn Fn(usize, Cell) -> [f32; 2]) -> BlockDirections {
        let (mut directions, is_left) = match &self.costs {
            Costs::Narrow(costs) if !self.ground.layout.is_hexagonal() && !self.goals.is_empty() => {
                self.along_slopes(costs, cells)
            }
            _ => ([[0.0; BLOCK]; 2], [1; BLOCK]),
        };
        if is_left.iter().fold(0, |all, one| all | one) != 0 {
            for at in (0..BLOCK).filter(|&at| is_left[at] != 0) {
                let cell = Cell::new(cells[0][at], cells[1][at]);
                [directions[0][at], directions[1][at]] = self.direction(cell, &|cell| to_center(at, cell));
            }
        }
        directions
    }

    /// Directions along slopes, and masks of the agents in the area that have none.
    #[inline(always)]
    fn along_slopes(&self, costs: &[u32], cells: &BlockCells) -> (BlockDirections, Masks) {
        let (area, stride) = (self.ground.area, self.ground.stride as u32);
        let unreached = self.unreached as u32;
        let columns = each(|at| cells[0][at].wrapping_sub(area.x) as u32);
        let rows = each(|at| cells[1][at].wrapping_sub(area.y) as u32);
        let is_inside = each(|at| mask(columns[at] < area.width) & mask(rows[at] < area.height));
        // Agents outside read those of the first cell.
        let slots = each(|at| {
            let (column, row) = (columns[at] & is_inside[at], rows[at] & is_inside[at]);
            (row + 1) * stride + column + 1
        });
        let mut here = [0; BLOCK];
        let mut along_x = Beside { before: [0; BLOCK], after: [0; BLOCK] };
        let mut along_y = Beside { before: [0; BLOCK], after: [0; BLOCK] };
        for (at, &slot) in slots.iter().enumerate() {
            let (slot, stride) = (slot as usize, stride as usize);
            here[at] = costs[slot];
            (along_x.before[at], along_x.after[at]) = (costs[slot - 1], costs[slot + 1]);
            (along_y.before[at], along_y.after[at]) = (costs[slot - stride], costs[slot + stride]);
        }
        let (x, y) = (Slopes::of(&here, &along_x, unreached), Slopes::of(&here, &along_y, unreached));
        // Along a single axis, this is the cheaper cell, which has a cost.
        let between = each(|at| {
            slots[at].wrapping_add_signed(x.signs[at]).wrapping_add((y.signs[at] as u32).wrapping_mul(stride))
        });
        let between = each(|at| costs[between[at] as usize]);
        let is_counted = each(|at| has_cost(here[at], unreached) & is_inside[at]);
        let is_free = each(|at| has_cost(between[at], unreached));
        let is_along_x = each(|at| mask(x.sizes[at] >= y.sizes[at]));
        let signed = |slopes: &Slopes, counts: Masks| {
            // Exact.
            let sizes = each(|at| f64::from(slopes.sizes[at] & counts[at]));
            each(|at| if slopes.signs[at] & (counts[at] as i32) < 0 { -sizes[at] } else { sizes[at] })
        };
        let x = signed(&x, each(|at| is_counted[at] & (is_free[at] | is_along_x[at])));
        let y = signed(&y, each(|at| is_counted[at] & (is_free[at] | !is_along_x[at])));
        let lengths = each(|at| (x[at] * x[at] + y[at] * y[at]).sqrt());
        // 0 / 1 is 0.
        let divisors = each(|at| if lengths[at] > 0.0 { lengths[at] } else { 1.0 });
        let directions = [each(|at| (x[at] / divisors[at]) as f32), each(|at| (y[at] / divisors[at]) as f32)];
        (directions, each(|at| mask(lengths[at] == 0.0) & is_inside[at]))
    }
}
