//! How many covers there are. One test: the counts are those of the whole process.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::cover::TestCover;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Rect;

#[test]
fn covers_are_counted_and_end_with_their_grids() {
    let grid = TestGrid::new(2, 2);
    let covers: Vec<_> = (0..GRIDSTAR_MAX_COVERS).map(|_| TestCover::new(&grid)).collect();
    for cover in &covers[..300] {
        assert_eq!(cover.set_rects(&[Rect { x: 1, y: 0, width: 1, height: 1 }]), Ok);
    }
    assert_eq!(grid.covers(Rect { x: 0, y: 0, width: 2, height: 1 }).unwrap(), [0, 255]);
    assert_eq!(TestCover::create(&grid).err(), Some(TooManyCovers));
    let other = TestGrid::new(4, 4);
    let of_other = TestCover::new(&other);
    assert_eq!(gridstar_live_count(GridstarKind::Cover as u32), GRIDSTAR_MAX_COVERS + 1);
    assert_eq!(gridstar_destroy(grid.id()), Ok);
    assert_eq!(
        (gridstar_live_count(GridstarKind::Cover as u32), gridstar_is_valid(of_other.id(), GridstarKind::Cover as u32)),
        (1, Ok)
    );
    assert!(
        covers
            .iter()
            .all(|cover| gridstar_is_valid(cover.id(), GridstarKind::Cover as u32) == GridstarStatus::InvalidCover)
    );
    assert_eq!(
        (gridstar_destroy_all(GridstarKind::Grid as u32), gridstar_live_count(GridstarKind::Cover as u32)),
        (1, 0)
    );
    assert_eq!(gridstar_destroy(of_other.id()), InvalidCover);
}
