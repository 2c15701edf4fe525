//! Half-planes of velocities that lead into no wall.

use super::blocked_around::{ABOVE, BELOW, BlockedAround, CORNERS, HERE, LEFT, RIGHT};
use super::half_planes::HalfPlanes;
use super::lanes::LANES;
use super::numbers::{CELL, ONE, Point, larger};
use super::walls::{Walls, nearest_in};

impl Walls {
    /// Writes half-planes of velocities that end in no wall within `seconds`, and returns whether there are any.
    #[inline(always)]
    pub(super) fn half_planes(
        &self,
        (at, around): (Point, BlockedAround),
        radius: f32,
        speed: f32,
        seconds: f32,
        out: &mut HalfPlanes,
    ) -> bool {
        if radius > 0.5 {
            return self.half_planes_of_large(at, radius, radius + speed * seconds, 1.0 / seconds, out) > 0;
        }
        if around & !HERE == 0 {
            return false;
        }
        let mut writer = Writer { out, count: 0, per_second: 1.0 / seconds };
        let (x, y) = ((at.x & (ONE - 1)) as f32 * CELL, (at.y & (ONE - 1)) as f32 * CELL);
        if around & LEFT != 0 {
            writer.add(1.0, 0.0, x - radius);
        }
        if around & RIGHT != 0 {
            writer.add(-1.0, 0.0, 1.0 - x - radius);
        }
        if around & BELOW != 0 {
            writer.add(0.0, 1.0, y - radius);
        }
        if around & ABOVE != 0 {
            writer.add(0.0, -1.0, 1.0 - y - radius);
        }
        let seen = radius + speed * seconds;
        for (beyond, beside, corner_x, corner_y) in CORNERS {
            if around & (beyond | beside) == beyond {
                writer.add_point(x - corner_x as f32 * CELL, y - corner_y as f32 * CELL, radius, seen);
            }
        }
        let count = writer.count;
        out.clear(count);
        count > 0
    }

    #[inline(never)]
    fn half_planes_of_large(&self, at: Point, radius: f32, seen: f32, per_second: f32, out: &mut HalfPlanes) -> usize {
        let mut writer = Writer { out, count: 0, per_second };
        let reach = (seen * ONE as f32) as i32;
        for y in (at.y - reach) >> 16..=(at.y + reach) >> 16 {
            for x in (at.x - reach) >> 16..=(at.x + reach) >> 16 {
                let cell = self.is_blocked((x, y)).then(|| nearest_in((x, y), at));
                let sides = self.thin().map_or([None; 2], |thin| thin.nearest_on_sides((x, y), at));
                for near in [cell, sides[0], sides[1]].into_iter().flatten() {
                    writer.add_point((at.x - near.x) as f32 * CELL, (at.y - near.y) as f32 * CELL, radius, seen);
                }
            }
        }
        let count = writer.count;
        out.clear(count);
        count
    }
}

/// How far a velocity may lead into a corner, in cells. Between two corners exactly as far apart as the disc is wide,
/// which it reaches a little beside their middle, no other velocity leads on. `slide` keeps the disc out.
const CORNER_SLACK: f32 = 0.002;

/// Half-planes of walls, as many as there are lanes at the most.
struct Writer<'a> {
    out: &'a mut HalfPlanes,
    count: usize,
    per_second: f32,
}

impl Writer<'_> {
    /// A wall at a distance, in the direction opposite to the normal.
    #[inline(always)]
    fn add(&mut self, normal_x: f32, normal_y: f32, gap: f32) {
        if self.count < LANES {
            self.out.set(self.count, normal_x, normal_y, -larger(gap, 0.0) * self.per_second);
            self.count += 1;
        }
    }

    /// The nearest point of a wall, from which the disc is (dx, dy) away.
    #[inline(always)]
    fn add_point(&mut self, dx: f32, dy: f32, radius: f32, seen: f32) {
        let squared = dx * dx + dy * dy;
        if squared < seen * seen && squared > 0.0 {
            let distance = squared.sqrt();
            self.add(dx / distance, dy / distance, larger(distance - radius, 0.0) + CORNER_SLACK);
        }
    }
}
