using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Trackers and shared fields follow doors between two cells.</summary>
    public class DoorTests
    {
        private const double Frame = 1.0 / 60.0;

        /// <summary>Frames of a millisecond or more after which threads that have not answered never will.</summary>
        private const int Patience = 20000;

        /// <summary>Two rooms with two doors between them: at x = 3 and 4, in the rows 0 and 3.</summary>
        private static PathGrid TwoRooms()
        {
            PathGrid grid = new PathGrid(
                new PathGridSettings { Width = 8, Height = 4, DiagonalRule = DiagonalRule.Never });
            grid.SetPassages(new CellRect(0, 1, 4, 2), Sides.Right, Passage.Wall);
            return grid;
        }

        private static void SetDoor(PathGrid grid, int row, Passage passage)
            => grid.SetPassage(new GridCell(3, row), new GridCell(4, row), passage);

        [Test]
        public void A_tracker_takes_the_other_door_when_one_closes_and_waits_when_both_are_closed()
        {
            GridCell start = new GridCell(0, 0);
            GridCell target = new GridCell(7, 0);
            using (PathGrid grid = TwoRooms())
            {
                PathTracker tracker = new PathTracker(grid);
                Assert.IsTrue(tracker.Update(start, target, Frame));
                Assert.AreEqual(8, tracker.Count);
                ulong revision = grid.Revision;
                SetDoor(grid, 0, Passage.Wall);
                Assert.AreEqual(revision + 1, grid.Revision);
                Assert.IsTrue(tracker.Update(start, target, Frame));
                Assert.AreEqual(ReplanCause.GridChanged, tracker.Cause);
                Assert.AreEqual(14, tracker.Count, "by row 3");
                ExpectLegal(grid, tracker);
                SetDoor(grid, 3, Passage.OneWayBack);
                Assert.IsTrue(tracker.Update(start, target, Frame));
                Assert.AreEqual(PathReason.NoPath, tracker.Result.Reason);
                Assert.IsFalse(tracker.HasPath);
                Assert.IsFalse(tracker.Update(start, target, Frame));
                SetDoor(grid, 3, Passage.OneWay);
                Assert.IsTrue(tracker.Update(start, target, Frame));
                Assert.AreEqual(14, tracker.Count);
                ExpectLegal(grid, tracker);
                Assert.AreEqual(4, tracker.Searches);
            }
        }

        [Test]
        public void A_follower_may_walk_to_a_door_that_has_closed_and_no_further()
        {
            using (PathGrid grid = TwoRooms())
            {
                PathTracker tracker = new PathTracker(grid) { WatchesEdits = true };
                GridCell start = new GridCell(0, 0);
                GridCell target = new GridCell(7, 0);
                PathScheduler scheduler = new PathScheduler(grid);
                scheduler.SearchesInBackground = false;
                scheduler.ImmediateSearches = 0;
                tracker.Scheduler = scheduler;
                scheduler.Update(Frame);
                tracker.Update(start, target, Frame);
                scheduler.Update(Frame);
                tracker.Update(start, target, Frame);
                Assert.AreEqual(8, tracker.UsableCount);
                SetDoor(grid, 0, Passage.Wall);
                scheduler.Update(Frame);
                tracker.Update(start, target, Frame);
                Assert.IsTrue(tracker.IsBlocked);
                Assert.AreEqual(4, tracker.UsableCount, "up to the door");
                scheduler.Update(Frame);
                tracker.Update(start, target, Frame);
                Assert.IsFalse(tracker.IsBlocked);
                ExpectLegal(grid, tracker);
            }
        }

        [Test]
        public void An_edit_of_a_wall_elsewhere_is_no_reason_to_search()
        {
            using (PathGrid grid = TwoRooms())
            {
                PathTracker tracker = new PathTracker(grid);
                tracker.Update(new GridCell(0, 0), new GridCell(7, 0), Frame);
                grid.SetPassage(new GridCell(6, 3), new GridCell(7, 3), Passage.Wall);
                Assert.IsFalse(tracker.Update(new GridCell(0, 0), new GridCell(7, 0), Frame));
                Assert.AreEqual(1, tracker.Searches);
            }
        }

        [Test]
        public void A_tracker_on_floors_follows_doors()
        {
            using (PathGrid grid = TwoRooms())
            using (PathFloors floors = new PathFloors(grid))
            {
                FloorTracker tracker = new FloorTracker(floors);
                FloorCell start = new FloorCell(0, new GridCell(0, 0));
                FloorCell target = new FloorCell(0, new GridCell(7, 0));
                tracker.Update(start, target, Frame);
                Assert.AreEqual(8, tracker.Count);
                SetDoor(grid, 0, Passage.Wall);
                Assert.IsTrue(tracker.Update(start, target, Frame));
                Assert.AreEqual(ReplanCause.GridChanged, tracker.Cause);
                Assert.AreEqual(14, tracker.Count);
            }
        }

        [Test]
        public void Followers_of_a_shared_field_go_through_no_wall_while_doors_open_and_close(
            [Values(false, true)] bool inBackground, [Values(1, 2, 3)] int seed)
        {
            const int Side = 48;
            Random random = new Random(seed);
            PathGridSettings settings = new PathGridSettings { Width = Side, Height = Side };
            settings.DiagonalRule = (DiagonalRule)random.Next(4);
            using (PathGrid grid = new PathGrid(settings))
            {
                // Rooms of 6 x 6 cells with a door in each wall.
                for (int y = 0; y < Side; y += 6)
                {
                    for (int x = 0; x < Side; x += 6)
                    {
                        grid.SetPassages(new CellRect(x, y, 6, 6), Sides.Right | Sides.Up, Passage.Wall);
                    }
                }
                for (int door = 0; door < 400; door++)
                {
                    Toggle(grid, random, Passage.Open);
                }
                GridCell target = new GridCell(Side - 3, Side - 3);
                PathScheduler scheduler = new PathScheduler(grid)
                {
                    SearchesInBackground = inBackground, ImmediateSearches = 0, SearchesPerUpdate = 8,
                };
                PathTracker[] trackers = new PathTracker[40];
                GridCell[] cells = new GridCell[trackers.Length];
                for (int i = 0; i < trackers.Length; i++)
                {
                    trackers[i] = new PathTracker(grid) { Scheduler = scheduler };
                    trackers[i].Query = new PathQuery { AllowPartial = true };
                    cells[i] = new GridCell(random.Next(Side), random.Next(Side));
                }
                List<GridCell> step = new List<GridCell> { default(GridCell), default(GridCell) };
                // Threads that are late answer in later frames.
                for (int frame = 0; frame < 300 || scheduler.FieldAnswers <= 100 && frame < Patience; frame++)
                {
                    string history = "seed " + seed + ", frame " + frame + ", " + settings.DiagonalRule;
                    Toggle(grid, random, (Passage)random.Next(4));
                    scheduler.Update(Frame);
                    for (int i = 0; i < trackers.Length; i++)
                    {
                        PathTracker tracker = trackers[i];
                        tracker.Update(cells[i], target, Frame);
                        if (tracker.HasPath && tracker.UsableCount >= 2 && tracker[0] == cells[i])
                        {
                            step[0] = cells[i];
                            step[1] = tracker.Next;
                            int usable = grid.CheckPath(step, 0, tracker.Query, out _);
                            Assert.AreEqual(2, usable, history + ": " + cells[i] + " to " + step[1]);
                            cells[i] = tracker.Next;
                        }
                        if (cells[i] == target)
                        {
                            cells[i] = new GridCell(random.Next(Side), random.Next(Side));
                        }
                    }
                    if (inBackground)
                    {
                        System.Threading.Thread.Sleep(1);
                    }
                }
                Assert.That(scheduler.FieldAnswers, Is.GreaterThan(100), "fields were in use");
            }
        }

        /// <summary>Sets a door in a wall of a room.</summary>
        private static void Toggle(PathGrid grid, Random random, Passage passage)
        {
            int along = random.Next(grid.Width);
            int across = random.Next(1, grid.Width / 6) * 6;
            bool isColumn = random.Next(2) == 0;
            GridCell from = isColumn ? new GridCell(across - 1, along) : new GridCell(along, across - 1);
            GridCell to = isColumn ? new GridCell(across, along) : new GridCell(along, across);
            grid.SetPassage(from, to, passage);
        }

        private static void ExpectLegal(PathGrid grid, PathTracker tracker)
        {
            List<GridCell> path = new List<GridCell>();
            tracker.CopyTo(path);
            Assert.AreEqual(path.Count, grid.CheckPath(path, 0, tracker.Query, out _), string.Join(" ", path));
        }
    }
}
