using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Trackers with one goal, which share a field.</summary>
    public partial class SharedFieldTests
    {
        private const double Frame = 1.0 / 60.0;

        /// <summary>Frames of a millisecond or more after which threads that have not answered never will.</summary>
        private const int Patience = 20000;

        private const int Side = 64;

        private readonly GridCell _target = new GridCell(60, 60);
        private PathGrid _grid;
        private PathScheduler _scheduler;

        [SetUp]
        public void CreateScheduler()
        {
            // These tests count the fields that live, and other tests leave some to finalizers.
            Garbage.Collect();
            _grid = new PathGrid(
                new PathGridSettings { Width = Side, Height = Side, DiagonalRule = DiagonalRule.BothFree });
            _scheduler = new PathScheduler(_grid) { SearchesInBackground = false, ImmediateSearches = 0 };
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
            _scheduler.Update(Frame);
        }

        [Test]
        public void Trackers_with_one_goal_share_a_field_and_have_whole_paths_when_asked()
        {
            _grid.FillRect(20, 10, 1, 50, CellType.Obstacle);
            Walker[] walkers = Create(30);
            Play(walkers, _target, 6, false);
            Assert.AreEqual(1, _scheduler.Fields);
            Assert.AreEqual(0, _scheduler.Searches);
            Assert.AreEqual(30, _scheduler.FieldAnswers);
            var path = new List<GridCell>();
            foreach (Walker walker in walkers)
            {
                PathResult search = _grid.FindPath(walker.Cell, _target, new List<GridCell>());
                Assert.AreEqual(search.Cost, walker.Tracker.Result.Cost, 1e-6);
                Assert.That(walker.Tracker.UsableCount, Is.InRange(2, 16), "the first cells alone");
                Assert.AreEqual(search.Length, walker.Tracker.Count);
                walker.Tracker.CopyTo(path);
                Assert.AreEqual(search.Length, path.Count);
                Assert.AreEqual(walker.Cell, path[0]);
                Assert.AreEqual(_target, path[path.Count - 1]);
                Assert.AreEqual(_target, walker.Tracker[walker.Tracker.Count - 1]);
                Assert.AreEqual(path.Count, _grid.CheckPath(path));
            }
        }

        [Test]
        public void One_alone_a_few_and_many_that_are_near_search()
        {
            Play(Create(1), _target, 10, true);
            Play(Create(8), _target, 10, true);
            Assert.AreEqual(9, _scheduler.Searches);
            Walker[] near = Create(30);
            foreach (Walker walker in near)
            {
                walker.Cell = new GridCell(_target.X - 2, _target.Y - 1);
            }
            Play(near, _target, 10, true);
            Assert.AreEqual(0, _scheduler.Fields);
            Assert.AreEqual(0, _scheduler.FieldAnswers);
        }

        [Test]
        public void Without_the_switch_all_search()
        {
            _scheduler.SharesFields = false;
            Play(Create(30), _target, 10, true);
            Assert.AreEqual(30, _scheduler.Searches);
            _scheduler.SharesFields = true;
            Play(Create(30), _target, 10, true);
            Assert.AreEqual(1, _scheduler.Fields);
            _scheduler.SharesFields = false;
            Assert.AreEqual(0, _scheduler.Fields);
        }

        [Test]
        public void Nobody_steps_into_a_wall_while_edits_and_the_target_go_on(
            [Values(false, true)] bool inBackground, [Values(1, 2, 31, 43, 49)] int seed)
        {
            var random = new Random(seed);
            for (int i = 0; i < 600; i++)
            {
                _grid.SetCell(new GridCell(random.Next(Side), random.Next(Side)), CellType.Obstacle);
            }
            GridCell target = FreeCell(random);
            _scheduler.SearchesInBackground = inBackground;
            _scheduler.SearchesPerUpdate = 8;
            _scheduler.ExpansionsPerUpdate = 512;
            Walker[] walkers = Create(60);
            foreach (Walker walker in walkers)
            {
                walker.Cell = FreeCell(random);
                walker.Tracker.Query = new PathQuery { AllowPartial = true, LeaveBlocked = true };
                walker.Tracker.Interval = 0.2;
            }
            for (int frame = 0; frame < 400; frame++)
            {
                string history = "seed " + seed + ", frame " + frame;
                for (int edit = random.Next(4); edit > 0; edit--)
                {
                    GridCell cell = new GridCell(random.Next(Side), random.Next(Side));
                    bool isTaken = cell == target || Array.Exists(walkers, walker => walker.Cell == cell);
                    _grid.SetCell(cell, isTaken || random.Next(3) > 0 ? CellType.Walkable : CellType.Obstacle);
                }
                GridCell next = new GridCell(target.X + random.Next(-1, 2), target.Y + random.Next(-1, 2));
                target = _grid.Contains(next) && _grid.GetCell(next) == CellType.Walkable ? next : target;
                target = frame % 100 == 99 ? FreeCell(random) : target;
                _scheduler.Update(Frame);
                foreach (Walker walker in walkers)
                {
                    walker.Tracker.Update(walker.Cell, target, Frame);
                    walker.Step(_grid, history);
                    if (walker.Cell == target)
                    {
                        walker.Cell = FreeCell(random);
                    }
                }
                WaitForThreads();
            }
            Assert.That(_scheduler.FieldAnswers, Is.GreaterThan(300), "fields were in use");
            // Once all stands still, everybody arrives who can. The end of an older path is no arrival, and the threads
            // of a busy machine answer late.
            Predicate<Walker> isDone =
                walker => walker.HasEnded && (walker.Cell == target || !_grid.IsReachable(walker.Cell, target));
            int most = 400 * Side;
            for (int frame = 0; frame < most && !Array.TrueForAll(walkers, isDone); frame++)
            {
                Play(walkers, target, 1, true);
            }
            foreach (Walker walker in walkers)
            {
                Assert.That(
                    isDone(walker), Is.True, "seed " + seed + ": " + walker.Cell + " to " + target + ", path ended: "
                        + walker.HasEnded + ", " + walker.Tracker.Result.Reason);
            }
        }

        [Test]
        public void Without_threads_the_same_calls_give_the_same_paths()
        {
            string first = PlayAndDescribe();
            Assert.AreEqual(first, PlayAndDescribe());
        }

        [Test]
        public void Sizes_and_rules_have_fields_of_their_own()
        {
            _grid.FillRect(20, 0, 1, 50, CellType.Obstacle);
            _grid.SetCell(20, 30, CellType.Walkable);
            Walker[] small = Create(20);
            Walker[] large = Create(20);
            foreach (Walker walker in large)
            {
                walker.Tracker.Query = new PathQuery { AgentSize = 2, DiagonalRule = DiagonalRule.Never };
            }
            Walker[] all = new Walker[40];
            small.CopyTo(all, 0);
            large.CopyTo(all, 20);
            Play(all, _target, 8, false);
            Assert.AreEqual(2, _scheduler.Fields);
            Assert.AreEqual(0, _scheduler.Searches);
            foreach (Walker walker in all)
            {
                PathResult search = _grid.FindPath(
                    walker.Cell, _target, new List<GridCell>(), walker.Tracker.Query);
                Assert.AreEqual(search.Cost, walker.Tracker.Result.Cost, 1e-6);
            }
            Play(all, _target, 200, true);
            Assert.That(Array.TrueForAll(all, walker => walker.Cell == _target), Is.True);
        }

        [Test]
        public void A_target_on_a_wall_or_off_the_map_is_left_to_searches()
        {
            _grid.FillRect(40, 40, 3, 3, CellType.Obstacle);
            Walker[] walkers = Create(30);
            foreach (Walker walker in walkers)
            {
                walker.Tracker.Query = new PathQuery { AllowPartial = true };
            }
            foreach (GridCell target in new[] { new GridCell(41, 41), new GridCell(-5, 20), new GridCell(70, 70) })
            {
                Play(walkers, target, 5, false);
                Assert.AreEqual(0, _scheduler.Fields, target.ToString());
                Assert.That(
                    Array.TrueForAll(walkers, walker => walker.Tracker.Result.Reason == PathReason.PartialPath),
                    Is.True,
                    target.ToString());
            }
            Play(walkers, _target, 6, false);
            Assert.AreEqual(1, _scheduler.Fields);
            Assert.That(Array.TrueForAll(walkers, walker => walker.Tracker.Result.Found), Is.True);
            // The field's goal is closed, and then it walks off the map.
            _grid.SetCell(_target, CellType.Obstacle);
            Play(walkers, new GridCell(_target.X + 1, _target.Y), 12, false);
            _grid.FillRect(50, 50, 14, 14, CellType.Obstacle);
            Play(walkers, new GridCell(_target.X + 1, _target.Y), 60, false);
            Assert.That(
                Array.TrueForAll(walkers, walker => walker.Tracker.Result.Reason == PathReason.PartialPath), Is.True);
        }

        [Test]
        public void A_goal_that_no_tracker_reaches_has_no_field_for_long()
        {
            _grid.FillRect(50, 0, 1, Side, CellType.Obstacle);
            Walker[] walkers = Create(30);
            foreach (Walker walker in walkers)
            {
                walker.Tracker.Query = new PathQuery { AllowPartial = true };
            }
            Play(walkers, _target, 20, false);
            Assert.AreEqual(0, _scheduler.Fields);
            Assert.That(
                Array.TrueForAll(walkers, walker => walker.Tracker.Result.Reason == PathReason.PartialPath), Is.True);
        }

        [Test]
        public void Some_without_a_way_search_while_the_others_share()
        {
            _grid.FillRect(0, 0, 3, 1, CellType.Obstacle);
            _grid.FillRect(0, 0, 1, 3, CellType.Obstacle);
            _grid.FillRect(2, 0, 1, 3, CellType.Obstacle);
            _grid.FillRect(0, 2, 3, 1, CellType.Obstacle);
            Walker[] walkers = Create(30);
            walkers[7].Cell = new GridCell(1, 1);
            for (int i = 0; i < walkers.Length; i++)
            {
                walkers[i].Tracker.Query = new PathQuery { AllowPartial = true };
                walkers[i].Cell = i == 7 ? walkers[i].Cell : new GridCell(4 + i % 5, 5 + i / 5);
            }
            Play(walkers, _target, 8, false);
            Assert.AreEqual(1, _scheduler.Fields);
            Assert.AreEqual(PathReason.PartialPath, walkers[7].Tracker.Result.Reason);
            Assert.AreEqual(29, Array.FindAll(walkers, walker => walker.Tracker.Result.Found).Length);
        }

        [Test]
        public void Two_groups_side_by_side_each_reach_their_own_goal_and_one_between_them_too()
        {
            Walker[] walkers = Create(41);
            GridCell[] goals = { new GridCell(60, 60), new GridCell(61, 60), new GridCell(60, 61) };
            for (int frame = 0; frame < 200; frame++)
            {
                _scheduler.Update(Frame);
                for (int i = 0; i < walkers.Length; i++)
                {
                    walkers[i].Tracker.Update(walkers[i].Cell, i == 40 ? goals[2] : goals[i % 2], Frame);
                    walkers[i].Step(_grid, "frame " + frame);
                }
                Assert.That(_scheduler.Fields, Is.AtMost(2));
            }
            for (int i = 0; i < walkers.Length; i++)
            {
                Assert.AreEqual(i == 40 ? goals[2] : goals[i % 2], walkers[i].Cell);
            }
        }

        [Test]
        public void A_path_stays_whole_without_the_scheduler_and_is_searched_with_another_query()
        {
            Walker[] walkers = Create(30);
            Play(walkers, _target, 6, false);
            PathTracker tracker = walkers[0].Tracker;
            tracker.Scheduler = null;
            Assert.AreEqual(_grid.FindPath(walkers[0].Cell, _target, new List<GridCell>()).Length, tracker.UsableCount);
            PathTracker other = walkers[1].Tracker;
            other.Query = new PathQuery { DiagonalRule = DiagonalRule.Never };
            Play(walkers, _target, 3, false);
            Assert.AreEqual(1, _scheduler.Searches);
            Assert.AreEqual(
                Math.Abs(_target.X - walkers[1].Cell.X) + Math.Abs(_target.Y - walkers[1].Cell.Y) + 1, other.Count);
            walkers[2].Tracker.Clear();
            Assert.That(walkers[2].Tracker.HasPath, Is.False);
            Play(walkers, _target, 3, false);
            Assert.That(walkers[2].Tracker.HasPath, Is.True);
        }

        [Test]
        public void A_change_of_the_profile_reaches_all()
        {
            _grid.FillRect(30, 5, 2, Side - 5, (CellType)5);
            using (TraversalProfile profile = new TraversalProfile())
            {
                Walker[] walkers = Create(30);
                foreach (Walker walker in walkers)
                {
                    walker.Tracker.Query = new PathQuery { Profile = profile };
                }
                Play(walkers, _target, 8, false);
                Assert.AreEqual(1, _scheduler.Fields);
                profile.SetCost((CellType)5, 50.0);
                Play(walkers, _target, 12, false);
                foreach (Walker walker in walkers)
                {
                    PathResult search = _grid.FindPath(
                        walker.Cell, _target, new List<GridCell>(), walker.Tracker.Query);
                    Assert.AreEqual(search.Cost, walker.Tracker.Result.Cost, 1e-6);
                }
            }
        }

        [Test]
        public void Between_two_equal_ways_a_tracker_keeps_its_course()
        {
            // A wall across the middle with a gap at each end, and the target behind it.
            _grid.FillRect(2, 32, Side - 4, 1, CellType.Obstacle);
            Walker[] walkers = Create(60);
            for (int i = 0; i < walkers.Length; i++)
            {
                walkers[i].Cell = new GridCell(31 + i % 2, 31);
            }
            Play(walkers, new GridCell(30, 34), 8, true);
            Assert.AreEqual(1, _scheduler.Fields);
            int[] columns = Array.ConvertAll(walkers, walker => walker.Cell.X);
            for (int frame = 0; frame < 20; frame++)
            {
                // The target steps to and fro over the middle.
                Play(walkers, new GridCell(frame % 2 == 0 ? 33 : 30, 34), 1, true);
                for (int i = 0; i < walkers.Length; i++)
                {
                    Assert.That(walkers[i].Cell.X, Is.Not.GreaterThan(columns[i]), "frame " + frame);
                    columns[i] = walkers[i].Cell.X;
                }
            }
        }

        [Test]
        public void A_warm_frame_allocates_nothing()
        {
            Walker[] walkers = Create(60);
            int frame = 0;
            Action advance = () =>
            {
                frame++;
                _grid.SetCell(30, 30, frame % 2 == 0 ? CellType.Obstacle : CellType.Walkable);
                _scheduler.Update(Frame);
                GridCell target = new GridCell(50 + frame / 8 % 10, 60);
                for (int i = 0; i < walkers.Length; i++)
                {
                    walkers[i].Tracker.Update(walkers[i].Cell, target, Frame);
                }
            };
            for (int i = 0; i < 400; i++)
            {
                advance();
            }
            Assert.AreEqual(1, _scheduler.Fields);
            long fewest = long.MaxValue;
            for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                for (int i = 0; i < 200; i++)
                {
                    advance();
                }
                fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
            }
            Assert.AreEqual(0, fewest);
        }

        private string PlayAndDescribe()
        {
            _scheduler = new PathScheduler(_grid) { SearchesInBackground = false, ExpansionsPerUpdate = 64 };
            Walker[] walkers = Create(40);
            var random = new Random(7);
            var seen = new List<string>();
            for (int frame = 0; frame < 60; frame++)
            {
                _grid.SetCell(random.Next(Side), random.Next(Side), frame % 2 == 0 ? CellType.Obstacle : 0);
                Play(walkers, new GridCell(60, frame), 1, true);
                seen.Add(string.Join(" ", Array.ConvertAll(walkers, walker => walker.Cell.ToString())));
            }
            Assert.That(_scheduler.FieldAnswers, Is.GreaterThan(0));
            _grid.FillRect(0, 0, Side, Side, CellType.Walkable);
            return string.Join("\n", seen);
        }

        private Walker[] Create(int count)
        {
            Walker[] walkers = new Walker[count];
            for (int i = 0; i < count; i++)
            {
                walkers[i] = new Walker
                {
                    Tracker = new PathTracker(_grid) { Scheduler = _scheduler },
                    Cell = new GridCell(i % 10, i / 10),
                };
            }
            return walkers;
        }

        private GridCell FreeCell(Random random)
        {
            while (true)
            {
                GridCell cell = new GridCell(random.Next(Side), random.Next(Side));
                if (_grid.GetCell(cell) == CellType.Walkable)
                {
                    return cell;
                }
            }
        }

        private void Play(Walker[] walkers, GridCell target, int frames, bool walks)
        {
            for (int frame = 0; frame < frames; frame++)
            {
                _scheduler.Update(Frame);
                foreach (Walker walker in walkers)
                {
                    walker.Tracker.Update(walker.Cell, target, Frame);
                    if (walks)
                    {
                        walker.Step(_grid, "frame " + frame);
                    }
                }
                WaitForThreads();
            }
        }

        /// <summary>Lets the library's threads come to an end with what they have.</summary>
        private void WaitForThreads()
        {
            if (_scheduler.SearchesInBackground)
            {
                System.Threading.Thread.Sleep(1);
            }
        }

        /// <summary>Somebody who follows a path by one cell in each frame.</summary>
        private sealed class Walker
        {
            private readonly List<GridCell> _step = new List<GridCell> { default(GridCell), default(GridCell) };

            internal PathTracker Tracker;
            internal GridCell Cell;

            /// <summary>Whether the path's end is reached, or there is none.</summary>
            internal bool HasEnded => Tracker.HasPath ? Tracker.IsAtGoal : Tracker.Searches > 0;

            internal void Step(PathGrid grid, string history)
            {
                if (!Tracker.HasPath || Tracker.UsableCount < 2 || Tracker[0] != Cell)
                {
                    return;
                }
                _step[0] = Cell;
                _step[1] = Tracker.Next;
                Assert.AreEqual(2, grid.CheckPath(_step, 0, Tracker.Query, out _), history + ": " + Cell);
                Cell = Tracker.Next;
            }
        }
    }
}
