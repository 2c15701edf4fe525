//! Moves agents apart that still touch: passes over all contacts at once, each agent by its share.

use super::contacts::Contacts;
use super::moves::Time;
use super::numbers::{ONE, Point, SharedPoint, larger, smaller};
use super::sorted::{Sorted, share};
use super::walls::Walls;

/// Passes of a step, each of which leaves half an overlap where one of a pair is as fast as it may be already. An even
/// number: the last one writes where the first one has read.
pub(super) const PASSES: usize = 6;

/// The distance that pushes keep, as part of the sum of radii. What is left of an overlap then is none.
const SKIN: f32 = 1.02;

/// Below this part of the distance that pushes keep, pushes also turn a pair, by `TURN` of their length. Else two
/// agents side by side in a corridor without room for both would stay there: walls undo a push across.
const DEEP: f32 = 0.85;
const TURN: f32 = 0.25;

/// How far a push moves, in units: walls hold for less than a cell.
const MOST: f32 = 0.25 * ONE as f32;

/// Pushes the agents of a part that have contacts once. Both lists already hold where all others are. In all of a step
/// no agent comes farther than it may.
pub(super) fn push(
    (sorted, walls, time): (&Sorted, &Walls, &Time),
    contacts: &Contacts,
    (from, to): (&[SharedPoint], &[SharedPoint]),
) {
    for (place, contacts) in contacts.by_agent() {
        let mut at = from[place].get();
        if let Some((x, y)) = pushed(sorted, place, at, contacts, from) {
            let bound = sorted.bound(place, time);
            let pushed = bound.shortened(Point { x: at.x + x, y: at.y + y });
            at = walls.slide((at, walls.around(at.cell())), pushed, sorted.body(place).radius, bound);
        }
        to[place].set(at);
    }
}

/// The way of an agent out of others at its place: one of sixteen, by its number.
#[inline(never)]
fn way_of(number: u32) -> (f32, f32) {
    /// A quarter of a turn.
    const WAYS: [(f32, f32); 4] =
        [(1.0, 0.0), (0.923_879_5, 0.382_683_43), (0.707_106_77, 0.707_106_77), (0.382_683_43, 0.923_879_5)];
    let hash = number.wrapping_mul(0x9e37_79b9) >> 28;
    let (x, y) = WAYS[hash as usize % 4];
    [(x, y), (-y, x), (-x, -y), (y, -x)][hash as usize / 4 % 4]
}

/// The way in which an agent parts from another one at its place, which parts from it in the opposite one.
#[inline(never)]
fn apart(sorted: &Sorted, place: usize, other: usize) -> (f32, f32) {
    let [(x, y), (other_x, other_y)] = [place, other].map(|place| way_of(sorted.aim(place).number));
    let (dx, dy) = (x - other_x, y - other_y);
    let squared = dx * dx + dy * dy;
    if squared < 0.01 {
        // The one that comes first goes left.
        return if place < other { (-1.0, 0.0) } else { (1.0, 0.0) };
    }
    let scale = 1.0 / squared.sqrt();
    (dx * scale, dy * scale)
}

/// How far the contacts of an agent push it, if any of them touches it.
#[inline(always)]
fn pushed(sorted: &Sorted, place: usize, at: Point, contacts: &[u32], from: &[SharedPoint]) -> Option<(i32, i32)> {
    let (one, layers) = (sorted.body(place), sorted.layers(place));
    let (mut sum_x, mut sum_y, mut count) = (0.0, 0.0, 0.0);
    for &contact in contacts {
        let (other, point) = (sorted.body(contact as usize), from[contact as usize].get());
        let (x, y) = ((at.x - point.x) as f32, (at.y - point.y) as f32);
        let least = (one.radius + other.radius) * (SKIN * ONE as f32);
        let squared = x * x + y * y;
        if squared < least * least {
            let distance = squared.sqrt();
            let share = if layers & !other.ignored != 0 { share(one.priority, other.priority) } else { 1.0 };
            let push = (least - distance) * share;
            let (x, y) = if distance > 0.5 { (x, y) } else { apart(sorted, place, contact as usize) };
            let scale = push / larger(distance, 1.0);
            let turn = if distance < least * DEEP { TURN } else { 0.0 };
            (sum_x, sum_y) = (sum_x + (x - turn * y) * scale, sum_y + (y + turn * x) * scale);
            count += 1.0;
        }
    }
    if count == 0.0 {
        return None;
    }
    // Many pushes at once would go too far.
    let scale = if count > 2.0 { 2.0 / count } else { 1.0 };
    let limited = |sum: f32| larger(smaller(sum * scale, MOST), -MOST) as i32;
    Some((limited(sum_x), limited(sum_y)))
}
