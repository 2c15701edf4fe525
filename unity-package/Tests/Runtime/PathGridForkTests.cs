using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Hashes, forks, and going back to a fork.</summary>
    public sealed class PathGridForkTests
    {
        [Test]
        public void A_fork_goes_its_own_way_and_the_grid_goes_back_to_it()
        {
            using (PathGrid grid = new PathGrid(20, 10))
            using (PathCover unit = grid.CreateCover())
            {
                grid.SetCell(3, 4, CellType.Obstacle);
                unit.SetRect(new CellRect(5, 5, 1, 1));
                ulong hash = grid.Hash;
                using (PathGrid fork = grid.Fork())
                {
                    Assert.AreEqual(hash, fork.Hash);
                    Assert.AreEqual(grid.Revision, fork.Revision);
                    Assert.IsNull(grid.FindDifference(fork));
                    unit.SetRect(new CellRect(0, 0, 2, 2));
                    grid.SetCell(7, 7, (CellType)4);
                    Assert.AreNotEqual(hash, grid.Hash);
                    Assert.AreEqual(hash, fork.Hash);
                    GridDifference found = grid.FindDifference(fork).Value;
                    Assert.AreEqual(CellPlane.Types, found.Plane);
                    Assert.AreEqual(new GridCell(7, 7), found.Cell);
                    Assert.AreEqual(4, found.Value);
                    Assert.AreEqual(0, found.OtherValue);
                    ulong revision = grid.Revision;
                    grid.Restore(fork);
                    Assert.AreEqual(hash, grid.Hash);
                    Assert.Greater(grid.Revision, revision);
                    unit.Clear();
                    fork.SetCell(5, 5, CellType.Obstacle);
                    Assert.AreEqual(CellPlane.Types, grid.FindDifference(fork).Value.Plane);
                }
            }
        }

        [Test]
        public void Trackers_and_fields_go_on_with_a_grid_that_went_back()
        {
            using (PathGrid grid = new PathGrid(30, 30))
            using (PathField field = grid.CreateField(new GridCell(29, 15), default(PathQuery)))
            {
                PathTracker tracker = new PathTracker(grid);
                GridCell start = new GridCell(0, 15);
                GridCell goal = new GridCell(29, 15);
                grid.FillRect(15, 0, 1, 29, CellType.Obstacle);
                using (PathGrid walled = grid.Fork())
                {
                    grid.FillRect(15, 0, 1, 29, CellType.Walkable);
                    tracker.Update(start, goal, 0);
                    field.Update();
                    double direct = tracker.Result.Cost;
                    Assert.AreEqual(direct, field.GetCost(start));
                    grid.Restore(walled);
                    tracker.Update(start, goal, 10);
                    field.Update();
                    Assert.Greater(tracker.Result.Cost, direct);
                    Assert.AreEqual(tracker.Result.Cost, field.GetCost(start));
                }
            }
        }

        [Test]
        public void A_fork_and_a_loaded_grid_measure_paths_with_their_penalties()
        {
            using (PathGrid grid = new PathGrid(10, 3))
            {
                grid.FillPenalties(3, 0, 2, 3, 160);
                GridCell[] path = new GridCell[10];
                for (int x = 0; x < 10; x++)
                {
                    path[x] = new GridCell(x, 1);
                }
                PathQuery query = default(PathQuery);
                Assert.AreEqual(9.0 + 20.0, grid.MeasurePath(path, 0, 10, ref query));
                using (PathGrid fork = grid.Fork())
                using (PathGrid loaded = PathGrid.Load(grid.Save()))
                {
                    Assert.AreEqual(29.0, fork.MeasurePath(path, 0, 10, ref query));
                    Assert.AreEqual(29.0, loaded.MeasurePath(path, 0, 10, ref query));
                }
            }
        }

        [Test]
        public void Penalties_that_a_restore_brings_back_are_a_reason_to_search()
        {
            using (PathGrid grid = new PathGrid(30, 30))
            {
                PathTracker tracker = new PathTracker(grid);
                GridCell start = new GridCell(0, 15);
                GridCell goal = new GridCell(29, 15);
                grid.FillPenalties(15, 5, 1, 20, 250);
                using (PathGrid dangerous = grid.Fork())
                {
                    grid.ClearPenalties();
                    tracker.Update(start, goal, 0);
                    Assert.AreEqual(29.0, tracker.Result.Cost);
                    grid.Restore(dangerous);
                    Assert.IsTrue(tracker.Update(start, goal, 0));
                    Assert.AreEqual(ReplanCause.GridChanged, tracker.Cause);
                    Assert.Greater(tracker.Result.Cost, 29.0);
                    // A wall elsewhere that comes and goes is no change of penalties.
                    using (PathGrid again = grid.Fork())
                    {
                        grid.SetCell(1, 15, (CellType)7);
                        tracker.Update(start, goal, 0);
                        grid.Restore(again);
                        Assert.IsFalse(tracker.Update(start, goal, 0));
                    }
                }
            }
        }

        [Test]
        public void A_ring_of_forks_takes_a_game_back_and_the_same_ticks_give_the_same_paths()
        {
            using (PathGrid grid = new PathGrid(40, 40))
            {
                List<PathGrid> ring = new List<PathGrid>();
                List<ulong> hashes = new List<ulong>();
                List<double> costs = new List<double>();
                for (int tick = 0; tick < 8; tick++)
                {
                    ring.Add(grid.Fork());
                    Tick(grid, tick, hashes, costs);
                }
                for (int back = 0; back < 8; back++)
                {
                    PathGrid from = ring[back];
                    grid.Restore(from);
                    from.Dispose();
                    List<ulong> hashesAgain = new List<ulong>();
                    List<double> costsAgain = new List<double>();
                    for (int tick = back; tick < 8; tick++)
                    {
                        Tick(grid, tick, hashesAgain, costsAgain);
                    }
                    Assert.AreEqual(hashes.GetRange(back, 8 - back), hashesAgain);
                    Assert.AreEqual(costs.GetRange(back, 8 - back), costsAgain);
                }
            }
        }

        [Test]
        public void A_fork_that_is_restored_from_its_grid_keeps_what_came_since_with_covers()
        {
            using (PathGrid grid = new PathGrid(12, 12))
            using (PathGrid kept = grid.Fork())
            using (PathCover later = grid.CreateCover())
            {
                later.SetRect(new CellRect(3, 3, 2, 2));
                grid.SetCell(8, 8, CellType.Obstacle);
                ulong hash = grid.Hash;
                kept.Restore(grid);
                Assert.AreEqual(hash, kept.Hash);
                later.SetRect(new CellRect(0, 0, 1, 1));
                grid.SetCell(8, 8, CellType.Walkable);
                grid.Restore(kept);
                Assert.AreEqual(hash, grid.Hash);
                Assert.IsFalse(grid.IsReachable(new GridCell(0, 6), new GridCell(4, 4)));
                // The cover moves on from where it was.
                later.Clear();
                Assert.IsTrue(grid.IsReachable(new GridCell(0, 6), new GridCell(4, 4)));
                Assert.AreNotEqual(hash, grid.Hash);
            }
        }

        private static void Tick(PathGrid grid, int tick, List<ulong> hashes, List<double> costs)
        {
            grid.FillRect(4 + (4 * tick), tick % 2 == 0 ? 0 : 1, 1, 39, CellType.Obstacle);
            List<GridCell> path = new List<GridCell>();
            costs.Add(grid.FindPath(new GridCell(0, 20), new GridCell(39, 20), path).Cost);
            hashes.Add(grid.Hash);
        }

        [Test]
        public void Grids_of_other_sizes_or_settings_are_refused()
        {
            using (PathGrid grid = new PathGrid(4, 4))
            using (PathGrid other = new PathGrid(4, 5))
            {
                Assert.Throws<ArgumentException>(() => grid.Restore(other));
                Assert.Throws<ArgumentException>(() => grid.FindDifference(other));
                Assert.Throws<ArgumentNullException>(() => grid.Restore(null));
                Assert.Throws<ArgumentNullException>(() => grid.FindDifference(null));
                other.Dispose();
                Assert.Throws<ObjectDisposedException>(() => grid.Restore(other));
                Assert.Throws<ObjectDisposedException>(() => other.Fork());
                Assert.Throws<ObjectDisposedException>(() => other.Hash.ToString());
            }
        }

        [Test]
        public void Profiles_and_floors_have_hashes()
        {
            using (TraversalProfile one = new TraversalProfile())
            using (TraversalProfile other = new TraversalProfile())
            using (PathGrid grid = new PathGrid(4, 4))
            using (PathFloors floors = new PathFloors(grid, grid))
            {
                Assert.AreEqual(one.Hash, other.Hash);
                one.SetCost((CellType)3, 2);
                Assert.AreNotEqual(one.Hash, other.Hash);
                ulong before = floors.Hash;
                grid.SetCell(1, 1, CellType.Obstacle);
                ulong edited = floors.Hash;
                Assert.AreNotEqual(before, edited);
                floors.AddLink(new FloorCell(0, 0, 0), new FloorCell(1, 0, 0), 1);
                Assert.AreNotEqual(edited, floors.Hash);
            }
        }
    }
}
