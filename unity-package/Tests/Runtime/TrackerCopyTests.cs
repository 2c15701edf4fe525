using System;
using System.Collections.Generic;
using System.Linq;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Trackers and their scheduler in a game that goes back to earlier ticks.</summary>
    public class TrackerCopyTests
    {
        private const double Frame = 1.0 / 30.0;

        /// <summary>
        /// The test of GGPO, a library for rollback: run some ticks, keep the state, run more, go back, run them again.
        /// </summary>
        [TestCase(1, 0)]
        [TestCase(2, 0)]
        [TestCase(8, 0)]
        [TestCase(1, 5)]
        [TestCase(2, 5)]
        [TestCase(8, 5)]
        public void A_game_that_went_back_goes_on_as_if_it_had_never_left(int threads, int immediateSearches)
        {
            int before = GridStarLibrary.WorkerThreads;
            GridStarLibrary.WorkerThreads = threads;
            try
            {
                for (int seed = 0; seed < 6; seed++)
                {
                    using (Game game = new Game(seed, immediateSearches))
                    {
                        RunAndGoBack(game, seed);
                    }
                }
            }
            finally
            {
                GridStarLibrary.WorkerThreads = before;
            }
        }

        private static void RunAndGoBack(Game game, int seed)
        {
            Random foreign = new Random(seed);
            using (Kept kept = new Kept(game))
            {
                for (int round = 0; round < 4; round++)
                {
                    int begin = 100 * round;
                    for (int tick = 0; tick < 7; tick++)
                    {
                        game.Play(begin + tick);
                    }
                    kept.CopyFrom(game);
                    List<string> first = Run(game, begin + 50, null);
                    game.GoBack(kept);
                    List<string> again = Run(game, begin + 50, foreign);
                    for (int i = 0; i < first.Count; i++)
                    {
                        Assert.AreEqual(first[i], again[i], "seed " + seed + ", round " + round + ", tick " + i);
                    }
                    // A second time, from the same state.
                    game.GoBack(kept);
                    Assert.AreEqual(first, Run(game, begin + 50, foreign), "seed " + seed + ", round " + round);
                }
                Assert.Greater(game.MostWaiting, 5, "the budget never ran out");
                Assert.Greater(game.Scheduler.Searches, 100);
            }
        }

        private static List<string> Run(Game game, int begin, Random foreign)
        {
            List<string> told = new List<string>();
            for (int tick = 0; tick < 12; tick++)
            {
                if (foreign != null)
                {
                    game.Look(foreign);
                }
                game.Play(begin + tick);
                told.Add(game.Tell());
            }
            return told;
        }

        [Test]
        public void A_copied_request_keeps_its_place_and_its_urgency()
        {
            using (PathGrid grid = new PathGrid(20, 20))
            {
                PathScheduler scheduler = Scheduler(grid, 0);
                scheduler.SearchesPerUpdate = 1;
                PathTracker[] trackers = Trackers(grid, scheduler, 4);
                PathTracker[] kept = Trackers(grid, null, 4);
                // The later ones wait longer.
                for (int i = 3; i >= 0; i--)
                {
                    trackers[i].Update(new GridCell(i, 0), new GridCell(19, 19), Frame);
                }
                PathScheduler keptScheduler = new PathScheduler(grid);
                keptScheduler.CopyFrom(scheduler);
                Assert.IsFalse(keptScheduler.SearchesInBackground);
                Assert.AreEqual(1, keptScheduler.SearchesPerUpdate);
                Copy(trackers, kept);
                Assert.AreEqual("3210", Served(scheduler, trackers));
                // In any order, before the scheduler or after it.
                Copy(kept, trackers);
                scheduler.CopyFrom(keptScheduler);
                Assert.AreEqual(0, scheduler.Searches);
                Assert.AreEqual("3210", Served(scheduler, trackers));
                scheduler.CopyFrom(keptScheduler);
                Copy(kept.Reverse().ToArray(), trackers.Reverse().ToArray());
                Assert.AreEqual("3210", Served(scheduler, trackers));
            }
        }

        [Test]
        public void What_a_frame_may_still_search_goes_back_and_numbers_of_new_trackers_do()
        {
            using (PathGrid grid = new PathGrid(20, 20))
            {
                GridCell goal = new GridCell(19, 19);
                PathScheduler scheduler = Scheduler(grid, 2);
                PathScheduler kept = new PathScheduler(grid);
                PathTracker[] trackers = Trackers(grid, scheduler, 4);
                trackers[0].Update(new GridCell(0, 0), goal, Frame);
                kept.CopyFrom(scheduler);
                Assert.IsTrue(trackers[1].Update(new GridCell(0, 0), goal, Frame));
                ulong hash = new PathTracker(grid) { Scheduler = scheduler }.Hash;
                scheduler.Update(Frame);
                scheduler.CopyFrom(kept);
                Assert.AreEqual(hash, new PathTracker(grid) { Scheduler = scheduler }.Hash);
                Assert.IsTrue(trackers[2].Update(new GridCell(0, 0), goal, Frame));
                Assert.IsFalse(trackers[3].Update(new GridCell(0, 0), goal, Frame));
                scheduler.Update(Frame);
                scheduler.ExpansionsPerUpdate = 1;
                scheduler.ImmediateSearches = 8;
                scheduler.Update(Frame);
                trackers[0].Replan();
                Assert.IsTrue(trackers[0].Update(new GridCell(0, 19), goal, Frame));
                kept.CopyFrom(scheduler);
                scheduler.Update(Frame);
                scheduler.CopyFrom(kept);
                trackers[1].Replan();
                Assert.IsFalse(trackers[1].Update(new GridCell(0, 19), goal, Frame), "no expansions are left");
            }
        }

        [Test]
        public void The_failure_of_a_search_is_told_to_the_copy_too()
        {
            using (PathGrid grid = new PathGrid(20, 20))
            {
                PathScheduler scheduler = Scheduler(grid, 0);
                PathTracker tracker = new PathTracker(grid) { Scheduler = scheduler };
                PathTracker copy = new PathTracker(grid) { Scheduler = Scheduler(grid, 0) };
                tracker.Query = new PathQuery { AgentSize = 100 };
                tracker.Update(new GridCell(0, 0), new GridCell(9, 9), Frame);
                scheduler.Update(Frame);
                copy.CopyFrom(tracker);
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => copy.Update(new GridCell(0, 0), new GridCell(9, 9), Frame));
            }
        }

        [Test]
        public void A_tracker_without_a_scheduler_goes_back_and_on_alike()
        {
            using (PathGrid grid = new PathGrid(30, 30))
            using (PathGrid fork = grid.Fork())
            {
                GridCell goal = new GridCell(29, 12);
                PathTracker tracker = new PathTracker(grid) { Interval = 0.5 };
                PathTracker kept = new PathTracker(fork);
                tracker.Update(new GridCell(0, 0), goal, Frame);
                tracker.Update(tracker.Next, goal, Frame);
                tracker.SeesPath = true;
                fork.Restore(grid);
                kept.CopyFrom(tracker);
                Assert.AreEqual(tracker.Hash, kept.Hash);
                Assert.AreEqual(0.5, kept.Interval);
                List<ulong> first = Walk(grid, tracker, goal);
                Assert.AreNotEqual(tracker.Hash, kept.Hash);
                grid.Restore(fork);
                tracker.CopyFrom(kept);
                Assert.AreEqual(tracker.Hash, kept.Hash);
                Assert.AreEqual(first, Walk(grid, tracker, goal));
            }
        }

        [Test]
        public void A_copy_for_other_cells_searches_and_does_not_trust_its_path()
        {
            using (PathGrid grid = new PathGrid(30, 30))
            using (PathGrid walled = new PathGrid(30, 30))
            {
                GridCell goal = new GridCell(29, 0);
                walled.FillRect(15, 0, 1, 29, CellType.Obstacle);
                PathTracker tracker = new PathTracker(grid);
                PathTracker copy = new PathTracker(walled);
                tracker.Update(new GridCell(0, 0), goal, Frame);
                copy.CopyFrom(tracker);
                Assert.IsTrue(copy.IsBlocked);
                Assert.AreEqual(15, copy.UsableCount);
                Assert.IsTrue(copy.Update(new GridCell(0, 0), goal, Frame));
                Assert.IsFalse(copy.IsBlocked);
                Assert.Greater(copy.Count, 50);
                // An edit that the tracker has not seen is one, too.
                grid.SetCell(5, 5, CellType.Obstacle);
                PathTracker late = new PathTracker(grid);
                late.CopyFrom(tracker);
                Assert.IsTrue(late.Update(new GridCell(0, 0), goal, Frame));
                PathTracker blind = new PathTracker(grid);
                tracker.WatchesEdits = false;
                blind.CopyFrom(tracker);
                Assert.IsFalse(blind.Update(new GridCell(0, 0), goal, Frame));
            }
        }

        [Test]
        public void Mistakes_are_told_and_change_nothing()
        {
            using (PathGrid grid = new PathGrid(10, 10))
            using (PathGrid other = new PathGrid(10, 11))
            using (PathGrid hexagons = new PathGrid(new PathGridSettings
            {
                Width = 10, Height = 10, Layout = CellLayout.HexOddRows,
            }))
            {
                PathTracker tracker = new PathTracker(grid);
                tracker.Update(new GridCell(0, 0), new GridCell(9, 9), Frame);
                ulong hash = tracker.Hash;
                Assert.Throws<ArgumentNullException>(() => tracker.CopyFrom(null));
                Assert.Throws<ArgumentException>(() => tracker.CopyFrom(new PathTracker(other)));
                Assert.Throws<ArgumentException>(() => tracker.CopyFrom(new PathTracker(hexagons)));
                PathScheduler scheduler = new PathScheduler(grid);
                Assert.Throws<ArgumentNullException>(() => scheduler.CopyFrom(null));
                Assert.Throws<ArgumentException>(() => scheduler.CopyFrom(Scheduler(other, 0)));
                Assert.Throws<InvalidOperationException>(() => Scheduler(grid, 0).CopyFrom(scheduler));
                scheduler.SearchesInBackground = false;
                Assert.Throws<InvalidOperationException>(() => Scheduler(grid, 0).CopyFrom(scheduler));
                PathScheduler background = new PathScheduler(grid) { SharesFields = false, ImmediateSearches = 0 };
                PathTracker waiting = new PathTracker(grid) { Scheduler = background };
                waiting.Update(new GridCell(0, 0), new GridCell(9, 9), Frame);
                background.Update(Frame);
                Assert.Throws<InvalidOperationException>(() => tracker.CopyFrom(waiting));
                Assert.AreEqual(hash, tracker.Hash);
                tracker.CopyFrom(tracker);
                Assert.AreEqual(hash, tracker.Hash);
            }
        }

        private static List<ulong> Walk(PathGrid grid, PathTracker tracker, GridCell goal)
        {
            List<ulong> hashes = new List<ulong>();
            for (int tick = 0; tick < 40; tick++)
            {
                if (tick == 5 && tracker.Count > 3)
                {
                    grid.SetCell(tracker[3], CellType.Obstacle);
                }
                tracker.Update(tracker.Next, goal, Frame);
                hashes.Add(tracker.Hash);
            }
            Assert.IsTrue(tracker.IsAtGoal);
            return hashes;
        }

        private static PathScheduler Scheduler(PathGrid grid, int immediateSearches) => new PathScheduler(grid)
        {
            SearchesInBackground = false, SharesFields = false, ImmediateSearches = immediateSearches,
        };

        private static PathTracker[] Trackers(PathGrid grid, PathScheduler scheduler, int count)
        {
            PathTracker[] trackers = new PathTracker[count];
            for (int i = 0; i < count; i++)
            {
                trackers[i] = new PathTracker(grid) { Scheduler = scheduler };
            }
            return trackers;
        }

        private static void Copy(PathTracker[] from, PathTracker[] to)
        {
            for (int i = 0; i < from.Length; i++)
            {
                to[i].CopyFrom(from[i]);
                Assert.AreEqual(from[i].Hash, to[i].Hash);
            }
        }

        /// <summary>Indices of trackers in the order in which they get their paths.</summary>
        private static string Served(PathScheduler scheduler, PathTracker[] trackers)
        {
            string served = "";
            for (int update = 0; update < trackers.Length; update++)
            {
                bool[] had = trackers.Select(tracker => tracker.HasPath).ToArray();
                scheduler.Update(Frame);
                for (int i = 0; i < trackers.Length; i++)
                {
                    served += trackers[i].HasPath && !had[i] ? i.ToString() : "";
                }
            }
            return served;
        }

        /// <summary>A game whose walkers follow each other over a map that its ticks change.</summary>
        private sealed class Game : IDisposable
        {
            internal const int Walkers = 40;
            private const int Size = 48;

            private readonly PathCover[] _units = new PathCover[4];
            private readonly TraversalProfile _heavy = new TraversalProfile();
            private readonly int _seed;

            internal Game(int seed, int immediateSearches)
            {
                _seed = seed;
                Random random = new Random(seed);
                Grid = new PathGrid(Size, Size);
                _heavy.SetCost((CellType)2, 4);
                for (int i = 0; i < 300; i++)
                {
                    CellType type = i % 3 == 0 ? (CellType)2 : CellType.Obstacle;
                    Grid.SetCell(random.Next(Size), random.Next(Size), type);
                }
                Scheduler = TrackerCopyTests.Scheduler(Grid, immediateSearches);
                Scheduler.ExpansionsPerUpdate = 150;
                Trackers = TrackerCopyTests.Trackers(Grid, Scheduler, Walkers);
                for (int i = 0; i < Walkers; i++)
                {
                    Trackers[i].Interval = i % 4 == 0 ? 0.3 : 0.0;
                    Trackers[i].KeepsPath = i % 5 == 0;
                    Trackers[i].Query = new PathQuery
                    {
                        AllowPartial = i % 3 == 0,
                        LeaveBlocked = i % 2 == 0,
                        Profile = i % 7 == 0 ? _heavy : null,
                        Form = i % 11 == 0 ? PathForm.Straightened : PathForm.Cells,
                    };
                    Cells[i] = AnyCell(random);
                }
                for (int i = 0; i < _units.Length; i++)
                {
                    _units[i] = Grid.CreateCover();
                }
            }

            internal PathGrid Grid { get; }

            internal PathScheduler Scheduler { get; }

            internal PathTracker[] Trackers { get; }

            internal GridCell[] Cells { get; } = new GridCell[Walkers];

            internal int MostWaiting { get; private set; }

            public void Dispose()
            {
                foreach (PathCover unit in _units)
                {
                    unit.Dispose();
                }
                Grid.Dispose();
                _heavy.Dispose();
            }

            /// <summary>Makes a tick that its number alone decides.</summary>
            internal void Play(int tick)
            {
                Random random = new Random(unchecked((_seed * 1000) + tick));
                for (int i = 0; i < 4; i++)
                {
                    Grid.SetCell(AnyCell(random), i % 2 == 0 ? CellType.Obstacle : CellType.Walkable);
                }
                GridCell danger = AnyCell(random);
                Grid.FillPenalties(danger.X, danger.Y, 1, 1, (byte)random.Next(200));
                GridCell place = AnyCell(random);
                _units[random.Next(_units.Length)].SetRect(new CellRect(place.X, place.Y, 1, 1));
                Scheduler.Update(Frame);
                for (int i = 0; i < Walkers; i++)
                {
                    if (random.Next(60) == 0)
                    {
                        PathQuery query = Trackers[i].Query;
                        query.DiagonalRule = (DiagonalRule)random.Next(1, 4);
                        Trackers[i].Query = query;
                    }
                    // Some follow the walker before them, the others a place for a while.
                    GridCell target = i % 4 == 3 ? Cells[i - 1] : PlaceOf(i, tick / 9);
                    Trackers[i].Update(Cells[i], target, Frame);
                    if (Trackers[i].HasPath && Trackers[i].UsableCount > 1)
                    {
                        Cells[i] = Trackers[i].Next;
                    }
                    else if (random.Next(20) == 0)
                    {
                        // Somebody pushes it.
                        Cells[i] = AnyCell(random);
                    }
                }
                MostWaiting = Math.Max(MostWaiting, Scheduler.Waiting);
            }

            /// <summary>All that there is to see.</summary>
            internal string Tell()
            {
                List<GridCell> path = new List<GridCell>();
                List<string> told = new List<string> { Grid.Hash + " " + Scheduler.Searches + " " + Scheduler.Answers };
                for (int i = 0; i < Walkers; i++)
                {
                    Trackers[i].CopyTo(path);
                    told.Add(Cells[i] + " " + Trackers[i].Hash + " " + Trackers[i].Result.Reason + " "
                        + string.Concat(path));
                }
                return string.Join("\n", told.ToArray());
            }

            /// <summary>Calls that are no part of the game.</summary>
            internal void Look(Random random)
            {
                List<GridCell> path = new List<GridCell>();
                for (int i = 0; i < 3; i++)
                {
                    Grid.FindPath(AnyCell(random), AnyCell(random), path);
                    Grid.IsReachable(AnyCell(random), AnyCell(random));
                }
                PathTracker preview = new PathTracker(Grid);
                preview.Update(AnyCell(random), AnyCell(random), Frame);
                using (PathGrid plan = Grid.Fork())
                using (PathField field = Grid.CreateField(AnyCell(random)))
                using (PathQueue queue = new PathQueue(Grid))
                {
                    plan.SetCell(AnyCell(random), CellType.Obstacle);
                    plan.FindPath(AnyCell(random), AnyCell(random), path);
                    PathTicket ticket = queue.Request(AnyCell(random), AnyCell(random), default(PathQuery), 0);
                    ticket.Cancel();
                }
            }

            internal void GoBack(Kept kept)
            {
                Grid.Restore(kept.Grid);
                Scheduler.CopyFrom(kept.Scheduler);
                Copy(kept.Trackers, Trackers);
                kept.Cells.CopyTo(Cells, 0);
            }

            private static GridCell PlaceOf(int walker, int time)
                => AnyCell(new Random(unchecked((walker * 7919) + time)));

            private static GridCell AnyCell(Random random) => new GridCell(random.Next(Size), random.Next(Size));
        }

        /// <summary>A game's state of a moment.</summary>
        private sealed class Kept : IDisposable
        {
            internal readonly PathGrid Grid;
            internal readonly PathScheduler Scheduler;
            internal readonly PathTracker[] Trackers;
            internal readonly GridCell[] Cells = new GridCell[Game.Walkers];

            internal Kept(Game game)
            {
                Grid = game.Grid.Fork();
                Scheduler = new PathScheduler(Grid);
                Trackers = TrackerCopyTests.Trackers(Grid, null, Game.Walkers);
            }

            public void Dispose() => Grid.Dispose();

            internal void CopyFrom(Game game)
            {
                Grid.Restore(game.Grid);
                Scheduler.CopyFrom(game.Scheduler);
                Copy(game.Trackers, Trackers);
                game.Cells.CopyTo(Cells, 0);
            }
        }
    }
}
