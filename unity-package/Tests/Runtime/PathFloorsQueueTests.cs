using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Batches and queues of paths through floors.</summary>
    public sealed class PathFloorsQueueTests
    {
        private const int Side = 40;

        private readonly List<FloorStep> _path = new List<FloorStep>();
        private readonly List<FloorStep> _expected = new List<FloorStep>();
        private PathGrid[] _grids;
        private PathFloors _floors;
        private PathQueue _queue;

        [SetUp]
        public void CreateFloors()
        {
            GridStarLibrary.WorkerThreads = 0;
            GridStarLibrary.StopWorkers();
            Random random = new Random(7);
            _grids = new PathGrid[3];
            for (int floor = 0; floor < _grids.Length; floor++)
            {
                CellType[,] types = new CellType[Side, Side];
                for (int i = 0; i < Side * Side / 5; i++)
                {
                    types[random.Next(Side), random.Next(Side)] = CellType.Obstacle;
                }
                types[Side - 1, floor] = types[floor + 1, Side - 1] = CellType.Walkable;
                _grids[floor] = new PathGrid(Side, Side);
                _grids[floor].SetCells(types);
            }
            _floors = new PathFloors(_grids);
            for (int floor = 0; floor < 2; floor++)
            {
                _floors.AddLink(At(floor, Side - 1, floor), At(floor + 1, Side - 1, floor + 1), 3.0);
                _floors.AddLink(At(floor, floor + 1, Side - 1), At(floor + 1, floor + 2, Side - 1), 5.0);
            }
            _queue = _floors.CreateQueue();
            _queue.BudgetMilliseconds = 0;
        }

        [TearDown]
        public void DisposeFloors()
        {
            _queue.Dispose();
            _floors.Dispose();
            Array.ForEach(_grids, grid => grid.Dispose());
            GridStarLibrary.WorkerThreads = 1;
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
        }

        private static FloorCell At(int floor, int x, int y) => new FloorCell(floor, x, y);

        private static FloorCell Any(Random random)
            => At(random.Next(3), random.Next(Side), random.Next(Side));

        [TestCase(0)]
        [TestCase(2)]
        public void A_batch_answers_as_single_searches_do(int threads)
        {
            GridStarLibrary.WorkerThreads = threads;
            Random random = new Random(3);
            PathQuery[] queries =
            {
                default(PathQuery),
                new PathQuery { AllowPartial = true, DiagonalRule = DiagonalRule.Never },
                new PathQuery { Form = PathForm.WayPoints, MaxCost = 60.0 },
            };
            FloorPathRequest[] requests = new FloorPathRequest[60];
            for (int i = 0; i < requests.Length; i++)
            {
                requests[i] = new FloorPathRequest(Any(random), Any(random), i % 3);
            }
            PathBatch batch = new PathBatch();
            _floors.FindPaths(requests, queries, batch);
            Assert.AreEqual(requests.Length, batch.Count);
            Assert.AreEqual(_floors.Revision, batch.Revision);
            long expansions = 0;
            int found = 0;
            for (int i = 0; i < requests.Length; i++)
            {
                FloorPathRequest one = requests[i];
                FloorPathResult alone = _floors.FindPath(one.Start, one.Goal, _expected, queries[i % 3]);
                FloorPathResult result = batch.CopyPath(i, _path);
                string name = i + ": " + one;
                Assert.AreEqual(alone.Reason, result.Reason, name);
                Assert.AreEqual(alone.Cost, result.Cost, name);
                Assert.AreEqual(alone.Links, batch.GetFloorReply(i).Links, name);
                CollectionAssert.AreEqual(_expected, _path, name);
                expansions += result.Expansions;
                found += result.Found ? 1 : 0;
            }
            Assert.That(found, Is.GreaterThan(20));
            Assert.That(batch.Expansions, Is.EqualTo(expansions));
        }

        [Test]
        public void A_batch_names_its_mistakes_and_answers_of_the_other_kind_are_refused()
        {
            PathBatch batch = new PathBatch();
            FloorPathRequest[] one = { new FloorPathRequest(At(0, 0, 0), At(7, 0, 0)) };
            Refused.Argument("requests", "floor", () => _floors.FindPaths(one, batch));
            Refused.Null("answers", () => _floors.FindPaths(one, null));
            Refused.Argument("count", "1", () => _floors.FindPaths(one, 2, null, batch));
            one[0] = new FloorPathRequest(At(0, 0, 0), At(2, 0, 0));
            _floors.FindPaths(one, batch);
            Assert.Throws<InvalidOperationException>(() => Assert.AreEqual(0, batch[0].Length));
            Assert.Throws<InvalidOperationException>(() => batch.CopyPath(0, new List<GridCell>()));
            _grids[0].FindPaths(new[] { new PathRequest(new GridCell(0, 0), new GridCell(1, 0)) }, batch);
            Assert.Throws<InvalidOperationException>(() => Assert.AreEqual(0, batch.GetFloorReply(0).Length));
            Assert.Throws<InvalidOperationException>(() => batch.CopyPath(0, _path));
            Assert.Throws<InvalidOperationException>(() => _queue.Request(new GridCell(0, 0), new GridCell(1, 0)));
            using (PathQueue ofGrid = new PathQueue(_grids[0]))
            {
                Assert.Throws<InvalidOperationException>(() => ofGrid.Request(At(0, 0, 0), At(1, 0, 0)));
                Assert.IsNull(ofGrid.Floors);
            }
            Assert.AreEqual("floor 0 (0, 0) to floor 2 (0, 0)", one[0].ToString());
        }

        /// <summary>
        /// Two hundred walkers get their goal in one tick. Each frame expands what its budget allows, and the answers
        /// are those of single searches.
        /// </summary>
        [Test]
        public void The_goal_of_two_hundred_walkers_costs_each_frame_its_budget_only()
        {
            const int Walkers = 200;
            const int Budget = 100;
            Random random = new Random(11);
            FloorCell goal = At(2, 20, 20);
            _grids[2].SetCell(goal.Cell, CellType.Walkable);
            FloorCell[] starts = new FloorCell[Walkers];
            long all = 0;
            for (int i = 0; i < Walkers; i++)
            {
                starts[i] = Any(random);
                // What is kept of the floors is derived before the frames that are looked at.
                all += _floors.FindPath(starts[i], goal, _path).Expansions;
            }
            Assert.That(all, Is.GreaterThan(20 * Budget), "one frame could not do it all");
            _queue.BudgetExpansions = Budget;
            PathTicket[] tickets = new PathTicket[Walkers];
            for (int i = 0; i < Walkers; i++)
            {
                tickets[i] = _queue.Request(starts[i], goal);
            }
            int answered = 0;
            int frames = 0;
            long expansions = 0;
            while (_queue.PendingCount > 0)
            {
                _queue.Update();
                frames++;
                for (; answered < Walkers && tickets[answered].IsCompleted; answered++)
                {
                    expansions += tickets[answered].FloorResult.Expansions;
                }
                // The answers so far are the work of the frames so far. The last search may end what it has begun.
                Assert.That(expansions, Is.LessThanOrEqualTo((long)Budget * (frames + 1)), "frame " + frames);
                Assert.That(frames, Is.LessThan(10000));
            }
            Assert.AreEqual(Walkers, answered, "the oldest ones first");
            Assert.That(frames, Is.GreaterThanOrEqualTo((int)(all / Budget) - 1));
            for (int i = 0; i < Walkers; i++)
            {
                FloorPathResult alone = _floors.FindPath(starts[i], goal, _expected);
                FloorPathResult result = tickets[i].CopyPath(_path);
                Assert.AreEqual(alone.Reason, result.Reason, "walker " + i);
                Assert.AreEqual(alone.Cost, result.Cost, "walker " + i);
                Assert.AreEqual(alone.Cost, tickets[i].Result.Cost, "walker " + i);
                CollectionAssert.AreEqual(_expected, _path, "walker " + i);
                tickets[i].Forget();
            }
        }

        [Test]
        public void A_request_sees_links_as_they_were_and_completes_a_task()
        {
            FloorPathResult before = _floors.FindPath(At(0, 0, 0), At(2, 20, 20), _expected);
            PathTicket ticket = _queue.Request(At(0, 0, 0), At(2, 20, 20));
            Task<PathAnswer> task = _queue.RequestAsync(At(0, 0, 0), At(2, 20, 20));
            Assert.AreEqual(PathReason.StillRunning, ticket.FloorResult.Reason);
            Assert.AreEqual(0, ticket.CopyPath(_path).Length);
            foreach (int link in _floors.GetLinks())
            {
                _floors.SetLinkClosed(link, true);
            }
            _queue.Update();
            Assert.AreEqual(before.Reason, ticket.CopyPath(_path).Reason);
            CollectionAssert.AreEqual(_expected, _path);
            Assert.IsTrue(task.IsCompleted);
            CollectionAssert.AreEqual(_expected, task.Result.Steps);
            Assert.AreEqual(before.Links, task.Result.FloorResult.Links);
            Assert.AreEqual(before.Cost, task.Result.Result.Cost);
            CollectionAssert.IsEmpty(task.Result.Path);
            Assert.Throws<InvalidOperationException>(() => ticket.CopyPath(new List<GridCell>()));
            Assert.AreEqual(PathReason.NoPath, _queue.Request(At(0, 0, 0), At(2, 20, 20)).Wait().Reason);
            Refused.Argument("start or goal", "floor", () => _queue.Request(At(0, 0, 0), At(3, 0, 0)));
            Assert.Throws<InvalidOperationException>(() => ticket.CopySoFar(new List<GridCell>(), 3));
        }

        [Test]
        public void A_warm_request_allocates_nothing()
        {
            Assert.AreEqual(0, Garbage.During(() =>
            {
                PathTicket ticket = _queue.Request(At(0, 5, 0), At(0, 5, 1));
                _queue.Update();
                ticket.CopyPath(_path);
                ticket.Forget();
            }));
        }
    }
}
