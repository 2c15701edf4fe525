using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;

namespace GridStar.Tests
{
    // Searches on threads, and walks at random beside them.
    public partial class PathSchedulerTests
    {
        [Test]
        public void Answers_of_threads_are_those_of_the_calling_thread_and_come_without_threads_too()
        {
            int threads = GridStarLibrary.WorkerThreads;
            try
            {
                foreach (int count in new[] { 0, 1, 8 })
                {
                    GridStarLibrary.WorkerThreads = count;
                    _scheduler = new PathScheduler(_grid)
                    {
                        ImmediateSearches = 0,
                        SearchesPerUpdate = 7,
                        SharesFields = false,
                    };
                    PathTracker[] trackers = Create(50);
                    Update(trackers, _target);
                    AnswerAll(() => { });
                    Update(trackers, _target);
                    for (int i = 0; i < trackers.Length; i++)
                    {
                        List<GridCell> expected = new List<GridCell>();
                        List<GridCell> found = new List<GridCell>();
                        _grid.FindPath(StartOf(i), _target, expected);
                        trackers[i].CopyTo(found);
                        Assert.AreEqual(expected.ToArray(), found.ToArray(), count + " threads, tracker " + i);
                    }
                }
            }
            finally
            {
                GridStarLibrary.WorkerThreads = threads;
            }
        }

        [Test]
        public void Requests_survive_the_end_of_the_threads_and_of_all_tickets()
        {
            _scheduler.ImmediateSearches = 0;
            _scheduler.SearchesInBackground = true;
            PathTracker[] trackers = Create(100);
            Update(trackers, _target);
            _scheduler.Update(Frame);
            GridStarLibrary.StopWorkers();
            Update(trackers, _target);
            _scheduler.Update(Frame);
            GridStarLibrary.DestroyAllTickets();
            AnswerAll(() => Update(trackers, _target));
            Assert.That(Array.TrueForAll(trackers, tracker => tracker.HasPath), Is.True);
        }

        [Test]
        public void A_disposed_grid_ends_all_searches()
        {
            int tickets = GridStarLibrary.LiveTicketCount;
            _scheduler.ImmediateSearches = 0;
            _scheduler.SearchesInBackground = true;
            PathTracker[] trackers = Create(10);
            Update(trackers, _target);
            _scheduler.Update(Frame);
            Assert.AreEqual(tickets + 1, GridStarLibrary.LiveTicketCount);
            _grid.Dispose();
            _scheduler.Update(Frame);
            Assert.AreEqual(tickets, GridStarLibrary.LiveTicketCount);
        }

        /// <summary>
        /// Followers and a target walk at random while cells change at random. Each follower's usable cells can be
        /// walked, and it gets a path where there is one.
        /// </summary>
        [Test]
        public void What_is_usable_of_a_path_can_be_walked_in_every_frame()
        {
            for (int seed = 1; seed <= 12; seed++)
            {
                using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 24, Height = 24 }))
                {
                    _scheduler = new PathScheduler(grid)
                    {
                        ImmediateSearches = 1, SearchesPerUpdate = 2, SearchesInBackground = seed % 2 == 0,
                    };
                    Walk(grid, new Random(seed), "seed " + seed);
                }
            }
        }

        private void Walk(PathGrid grid, Random random, string history)
        {
            PathTracker[] trackers = new PathTracker[12];
            GridCell[] at = new GridCell[trackers.Length];
            for (int i = 0; i < trackers.Length; i++)
            {
                trackers[i] = new PathTracker(grid) { Scheduler = _scheduler, Interval = 0.5 };
                at[i] = new GridCell(random.Next(24), random.Next(24));
            }
            GridCell target = new GridCell(12, 12);
            List<GridCell> cells = new List<GridCell>();
            for (int frame = 0; frame < 150; frame++)
            {
                CellType type = random.Next(3) == 0 ? CellType.Obstacle : CellType.Walkable;
                grid.SetCell(random.Next(24), random.Next(24), type);
                target = random.Next(4) == 0 ? new GridCell(random.Next(24), random.Next(24)) : target;
                _scheduler.Update(Frame);
                for (int i = 0; i < trackers.Length; i++)
                {
                    trackers[i].Update(at[i], target, Frame);
                    trackers[i].CopyTo(cells);
                    int usable = trackers[i].HasPath ? grid.CheckPath(cells) : 0;
                    Assert.That(trackers[i].UsableCount, Is.AtMost(usable), history + ", frame " + frame);
                    bool isOld = trackers[i].Age > 1.0 && !_scheduler.SearchesInBackground;
                    Assert.That(isOld, Is.False, history + ", frame " + frame);
                    if (trackers[i].UsableCount > 1 && random.Next(3) == 0)
                    {
                        at[i] = trackers[i].Next;
                    }
                }
            }
            AnswerAll(
                () =>
                {
                    for (int i = 0; i < trackers.Length; i++)
                    {
                        trackers[i].Update(at[i], target, 0.0);
                    }
                });
            for (int i = 0; i < trackers.Length; i++)
            {
                PathResult right = grid.FindPath(at[i], target, cells);
                Assert.AreEqual(right.Found, trackers[i].HasPath, history + ", tracker " + i);
                if (right.Found)
                {
                    Assert.AreEqual(target, trackers[i][trackers[i].Count - 1], history + ", tracker " + i);
                }
            }
        }

        /// <summary>Runs frames until nothing waits and no ticket is under way.</summary>
        private void AnswerAll(Action update)
        {
            for (int frame = 0; frame < 5000; frame++)
            {
                _scheduler.Update(0.0);
                update();
                if (_scheduler.Waiting == 0 && !_scheduler.IsSearching)
                {
                    return;
                }
                Thread.Sleep(1);
            }
            Assert.Fail("The answers do not come.");
        }
    }
}
