//! When gates are found anew: not at every change of walls, because games open and close a door in each frame.

use crate::grid::Rect;

/// Gates are found anew at most once in this number of steps. Walls themselves count at once.
const STEPS: u32 = 8;

/// The most places of changes that are told apart.
const MOST: usize = 32;

/// Where walls have changed since the gates were found.
#[derive(Debug, Default)]
pub(in crate::crowd) struct LateChanges {
    rects: [Rect; MOST],
    count: usize,
    is_anywhere: bool,
    /// The step at which the gates were found.
    found: Option<u32>,
}

impl LateChanges {
    /// Adds changes of walls. `None`: anywhere.
    pub(in crate::crowd) fn add(&mut self, changed: Option<&[Rect]>) {
        let Some(changed) = changed else {
            self.is_anywhere = true;
            return;
        };
        for rect in changed {
            if self.rects[..self.count].contains(rect) {
                continue;
            }
            match self.rects.get_mut(self.count) {
                Some(place) => (*place, self.count) = (*rect, self.count + 1),
                None => self.is_anywhere = true,
            }
        }
    }

    /// Whether the gates are to be found anew before a step.
    pub(in crate::crowd) fn are_due(&self, step: u32) -> bool {
        let has_changed = self.is_anywhere || self.count > 0;
        has_changed && self.found.is_none_or(|found| step.wrapping_sub(found) >= STEPS)
    }

    /// What encloses the changes. `None`: they may be anywhere.
    pub(in crate::crowd) fn changed(&self) -> Option<&[Rect]> {
        if self.is_anywhere { None } else { Some(&self.rects[..self.count]) }
    }

    /// Notes that the gates were found before a step.
    pub(in crate::crowd) fn found(&mut self, step: u32) {
        (self.count, self.is_anywhere, self.found) = (0, false, Some(step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i32) -> Rect {
        Rect { x, y: 0, width: 1, height: 1 }
    }

    #[test]
    fn a_door_that_moves_in_each_step_is_looked_at_in_every_eighth() {
        let mut late = LateChanges::default();
        assert!(!late.are_due(0), "nothing has changed");
        late.add(None);
        assert!(late.are_due(0) && late.changed().is_none());
        late.found(0);
        let looks = (1..=80).filter(|&step| {
            late.add(Some(&[cell(4)]));
            let is_due = late.are_due(step);
            if is_due {
                assert_eq!(late.changed(), Some(&[cell(4)][..]));
                late.found(step);
            }
            is_due
        });
        assert_eq!(looks.count(), 10);
        late.add(Some(&[cell(1)]));
        assert!(late.are_due(1000), "a change after a long rest is looked at once");
    }

    #[test]
    fn more_places_than_are_told_apart_are_anywhere() {
        let mut late = LateChanges::default();
        late.add(Some(&(0..32).map(cell).collect::<Vec<_>>()));
        assert_eq!(late.changed().map(<[_]>::len), Some(32));
        late.add(Some(&[cell(7)]));
        assert_eq!(late.changed().map(<[_]>::len), Some(32), "a place that is known");
        late.add(Some(&[cell(32)]));
        assert_eq!(late.changed(), None);
    }
}
