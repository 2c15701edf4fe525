//! Moves agents apart that still touch: passes over all contacts at once, each agent by its share.

use super::contacts::Contacts;
use super::numbers::{ONE, Point, SharedPoint, larger, smaller};
use super::sorted::{Sorted, share};
use super::walls::Walls;

/// Passes of a tick. An even number: the last one writes where the first one has read.
pub(super) const PASSES: usize = 4;

/// The distance that pushes keep, as part of the sum of radii. What is left of an overlap then is none.
const SKIN: f32 = 1.02;

/// Below this part of the distance that pushes keep, pushes also turn a pair, by `TURN` of their length. Else two
/// agents side by side in a corridor without room for both would stay there: walls undo a push across.
const DEEP: f32 = 0.85;
const TURN: f32 = 0.25;

/// How far a push moves, in units: walls hold for less than a cell.
const MOST: f32 = 0.25 * ONE as f32;

/// Pushes the agents of a part that have contacts once. Both lists already hold where all others are.
pub(super) fn push(sorted: &Sorted, walls: &Walls, contacts: &Contacts, (from, to): (&[SharedPoint], &[SharedPoint])) {
    for (place, contacts) in contacts.by_agent() {
        let mut at = from[place].get();
        if let Some((x, y)) = pushed(sorted, place, at, contacts, from) {
            at = walls.slide(at, Point { x: at.x + x, y: at.y + y }, sorted.body(place).radius);
        }
        to[place].set(at);
    }
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
            if distance > 0.5 {
                let scale = push / distance;
                let turn = if distance < least * DEEP { TURN } else { 0.0 };
                (sum_x, sum_y) = (sum_x + (x - turn * y) * scale, sum_y + (y + turn * x) * scale);
            } else {
                // At the same place: the one that comes first goes left.
                sum_x += if place < contact as usize { -push } else { push };
            }
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
