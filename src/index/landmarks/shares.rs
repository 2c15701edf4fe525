//! Sharing the landmarks out among the connected areas of a map.
//!
//! A landmark gives no lower bounds in areas that it is not connected to. Landmarks are given out one by one, each to
//! the area that would then have the most cells per landmark (the D'Hondt method). On most maps one large area gets all
//! of them.

use crate::bits::bit_rows::reserved;
use crate::distance::landmarks::{Area, LANDMARKS};
use crate::grid::MapError;

/// The areas that get landmarks, the largest first. Areas of equal size keep the order of their first cells, in which
/// `for_each_area` visits them all, each with its number of cells.
pub(in crate::index) fn share_out(
    for_each_area: impl FnOnce(&mut dyn FnMut(usize, (usize, usize))) -> Result<(), MapError>,
) -> Result<Vec<Area>, MapError> {
    let mut areas: Vec<Area> = reserved(LANDMARKS + 1)?;
    for_each_area(&mut |size, first| {
        let position = areas.partition_point(|other| other.size >= size);
        if position < LANDMARKS {
            areas.insert(position, Area { size, first, landmarks: 0 });
            areas.truncate(LANDMARKS);
        }
    })?;
    for _ in 0..LANDMARKS {
        // `max_by_key` returns the last of several largest areas; in reverse order, this is the first one.
        if let Some(area) = areas.iter_mut().rev().max_by_key(|area| area.size / (area.landmarks + 1)) {
            area.landmarks += 1;
        }
    }
    areas.retain(|area| area.landmarks > 0);
    Ok(areas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::components::Components;
    use crate::movement::DiagonalRule;

    fn shares(drawn: &[&str]) -> Vec<(usize, usize)> {
        let walkable = crate::index::test_maps::drawn(drawn).walkable();
        let areas = share_out(|visit| Components::for_each(DiagonalRule::BothFree, &walkable, visit)).unwrap();
        areas.iter().map(|area| (area.size, area.landmarks)).collect()
    }

    #[test]
    fn landmarks_are_shared_out_by_size() {
        assert_eq!(shares(&["........", "########", ".#......"]), [(8, 5), (6, 3)]);
        assert_eq!(shares(&[".#......#..#..", ".#......#..#.."]), [(12, 6), (4, 1), (4, 1)]);
        assert_eq!(shares(&["##", "##"]), []);
        assert_eq!(shares(&["#.#.#.#.#.#.#.#.#.#.#"]), [(1, 1); 8]);
    }
}
