using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace GridStar.Tests
{
    public sealed class PathQueueTests
    {
        private static readonly GridCell Start = new GridCell(0, 0);
        private static readonly GridCell Goal = new GridCell(29, 19);

        private PathGrid _grid;
        private PathQueue _queue;

        [SetUp]
        public void CreateQueue()
        {
            GridStarLibrary.WorkerThreads = 0;
            GridStarLibrary.StopWorkers();
            _grid = new PathGrid(30, 20);
            _queue = new PathQueue(_grid) { BudgetMilliseconds = 0 };
        }

        [TearDown]
        public void DisposeQueue()
        {
            _queue.Dispose();
            _grid.Dispose();
            GridStarLibrary.WorkerThreads = 1;
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
        }

        [TestCase(0)]
        [TestCase(2)]
        public void A_request_is_answered_in_an_update_and_sees_the_grid_as_it_was(int threads)
        {
            GridStarLibrary.WorkerThreads = threads;
            List<GridCell> expected = new List<GridCell>();
            PathResult before = _grid.FindPath(Start, Goal, expected);
            PathTicket ticket = _queue.Request(Start, Goal);
            for (int y = 0; y < 20; y++)
            {
                _grid.SetCell(new GridCell(15, y), CellType.Obstacle);
            }
            Assert.IsFalse(ticket.IsCompleted);
            Assert.AreEqual(PathReason.StillRunning, ticket.Result.Reason);
            UpdateUntil(() => ticket.IsCompleted);
            List<GridCell> path = new List<GridCell>();
            Assert.AreEqual(before, ticket.CopyPath(path));
            CollectionAssert.AreEqual(expected, path);
            PathTicket late = _queue.Request(Start, Goal);
            Assert.AreEqual(PathReason.NoPath, late.Wait().Reason);
            Assert.AreEqual(1, _queue.PendingCount, "an update reports it");
            _queue.Update();
            Assert.AreEqual(0, _queue.PendingCount);
        }

        [Test]
        public void A_budget_of_expansions_spreads_requests_over_frames()
        {
            _queue.BudgetExpansions = 1;
            List<PathTicket> tickets = new List<PathTicket>();
            for (int i = 0; i < 20; i++)
            {
                tickets.Add(_queue.Request(new GridCell(i, 3), Goal, new PathQuery { Order = SearchOrder.Dijkstra }));
            }
            int frames = 0;
            int most = 0;
            while (_queue.PendingCount > 0)
            {
                int before = _queue.PendingCount;
                _queue.Update();
                most = Math.Max(most, before - _queue.PendingCount);
                frames++;
                Assert.That(frames, Is.LessThan(100000));
            }
            Assert.AreEqual(1, most);
            // Each search expands hundreds of cells, and each frame pays for one.
            Assert.That(frames, Is.GreaterThan(20 * 100));
            Assert.IsTrue(tickets.TrueForAll(ticket => ticket.Result.Found));
        }

        [Test]
        public void A_search_under_way_tells_the_way_so_far()
        {
            for (int y = 0; y < 19; y++)
            {
                _grid.SetCell(new GridCell(15, y), CellType.Obstacle);
            }
            _queue.BudgetExpansions = 20;
            PathTicket ticket = _queue.Request(Start, Goal, new PathQuery { Order = SearchOrder.Dijkstra });
            List<GridCell> path = new List<GridCell> { Goal };
            Assert.AreEqual(PathReason.StillRunning, ticket.CopySoFar(path, 5).Reason);
            Assert.IsEmpty(path);
            int ways = 0;
            while (!ticket.IsCompleted)
            {
                _queue.Update();
                ticket.CopySoFar(path, 5);
                Assert.That(path.Count, Is.LessThanOrEqualTo(5));
                ways += path.Count > 1 && path[0] == Start ? 1 : 0;
                // No array of as many cells is made.
                ticket.CopySoFar(path, int.MaxValue);
                Assert.That(path.Count, Is.LessThanOrEqualTo(30 * 20));
            }
            Assert.That(ways, Is.GreaterThan(5));
            List<GridCell> whole = new List<GridCell>();
            Assert.AreEqual(ticket.CopyPath(whole), ticket.CopySoFar(path, 7));
            CollectionAssert.AreEqual(whole.GetRange(0, 7), path);
            Assert.Throws<ArgumentOutOfRangeException>(() => ticket.CopySoFar(path, 0));
            Assert.Throws<ArgumentNullException>(() => ticket.CopySoFar(null, 1));
            ticket.Forget();
            Assert.Throws<InvalidOperationException>(() => ticket.CopySoFar(path, 1));
        }

        [Test]
        public void Urgent_requests_come_first()
        {
            List<int> order = new List<int>();
            PathTicket[] tickets = new PathTicket[3];
            _queue.Completed += ticket => order.Add(Array.IndexOf(tickets, ticket));
            tickets[0] = _queue.Request(Start, Goal, default(PathQuery), 0);
            tickets[1] = _queue.Request(Start, Goal, default(PathQuery), 9);
            tickets[2] = _queue.Request(Start, Goal, default(PathQuery), 0);
            _queue.BudgetExpansions = 1;
            UpdateUntil(() => order.Count == 3);
            CollectionAssert.AreEqual(new[] { 1, 0, 2 }, order);
        }

        [Test]
        public void Cancelled_and_forgotten_requests_leave_nothing()
        {
            PathTicket cancelled = _queue.Request(Start, Goal);
            PathTicket forgotten = _queue.Request(Start, Goal);
            PathTicket kept = _queue.Request(Start, Goal);
            cancelled.Cancel();
            forgotten.Forget();
            forgotten.Forget();
            Assert.IsFalse(forgotten.IsValid);
            Assert.Throws<InvalidOperationException>(() => forgotten.Cancel());
            Assert.Throws<InvalidOperationException>(() => default(PathTicket).Cancel());
            _queue.Update();
            Assert.AreEqual(PathReason.Cancelled, cancelled.Result.Reason);
            Assert.IsTrue(kept.Result.Found);
            cancelled.Forget();
            PathTicket reused = _queue.Request(Start, Goal);
            Assert.AreNotEqual(cancelled, reused);
            Assert.IsFalse(cancelled.IsValid);
            // Waited for, and forgotten before an update reports it.
            Assert.IsTrue(reused.Wait().Found);
            reused.Forget();
            Assert.AreEqual(0, _queue.PendingCount);
        }

        [Test]
        public void Tasks_complete_in_updates_and_can_be_cancelled()
        {
            int thread = 0;
            Task<PathAnswer> answered = _queue.RequestAsync(Start, Goal);
            Task after = answered.ContinueWith(
                _ => thread = Thread.CurrentThread.ManagedThreadId, TaskContinuationOptions.ExecuteSynchronously);
            CancellationTokenSource source = new CancellationTokenSource();
            Task<PathAnswer> cancelled =
                _queue.RequestAsync(Start, Goal, default(PathQuery), 0, source.Token);
            source.Cancel();
            Assert.IsFalse(answered.IsCompleted);
            _queue.Update();
            Assert.IsTrue(after.IsCompleted);
            Assert.AreEqual(Thread.CurrentThread.ManagedThreadId, thread);
            Assert.AreEqual(answered.Result.Path.Count, answered.Result.Result.Length);
            Assert.AreEqual(Goal, answered.Result.Path[answered.Result.Path.Count - 1]);
            Assert.IsTrue(cancelled.IsCanceled);
            Task<PathAnswer> left = _queue.RequestAsync(Start, Goal);
            _queue.Dispose();
            Assert.IsTrue(left.IsCanceled);
            Assert.Throws<ObjectDisposedException>(() => _queue.Update());
        }

        [Test]
        public void Continuations_and_handlers_may_make_requests()
        {
            List<Task<PathAnswer>> tasks = new List<Task<PathAnswer>>();
            Action ask = null;
            ask = () =>
            {
                Task<PathAnswer> task = _queue.RequestAsync(Start, Goal);
                tasks.Add(task);
                if (tasks.Count < 5)
                {
                    task.ContinueWith(_ => ask(), TaskContinuationOptions.ExecuteSynchronously);
                }
            };
            ask();
            for (int i = 0; i < 5; i++)
            {
                _queue.Update();
            }
            Assert.AreEqual(5, tasks.Count);
            Assert.IsTrue(tasks.TrueForAll(task => task.Result.Result.Found));
        }

        [Test]
        public void A_warm_request_makes_no_garbage()
        {
            List<GridCell> path = new List<GridCell>();
            Action frame = () =>
            {
                PathTicket ticket = _queue.Request(Start, new GridCell(2, 1));
                _queue.Update();
                ticket.CopyPath(path);
                ticket.Forget();
            };
            Assert.AreEqual(0, Garbage.During(frame));
        }

        [Test]
        public void Threads_can_be_chosen_and_stopped()
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => GridStarLibrary.WorkerThreads = -1);
            Assert.Throws<ArgumentOutOfRangeException>(
                () => GridStarLibrary.WorkerThreads = GridStarLibrary.MaxWorkerThreads + 1);
            GridStarLibrary.WorkerThreads = 3;
            Assert.AreEqual(3, GridStarLibrary.WorkerThreads);
            PathTicket ticket = _queue.Request(Start, Goal);
            GridStarLibrary.StopWorkers();
            Assert.AreEqual(0, GridStarLibrary.WorkerBytes);
            _queue.Update();
            Assert.That(ticket.Result.Reason, Is.EqualTo(PathReason.Cancelled).Or.EqualTo(PathReason.Found));
            Assert.AreEqual(PathReason.Found, _queue.Request(Start, Goal).Wait().Reason);
            PathTicket lost = _queue.Request(Start, Goal);
            Assert.That(GridStarLibrary.DestroyAllTickets(), Is.EqualTo(1));
            _queue.Update();
            Assert.AreEqual(PathReason.Cancelled, lost.Result.Reason);
        }

        [Test]
        public void Mistakes_throw_and_leave_the_queue_as_it_was()
        {
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _queue.Request(Start, Goal, new PathQuery { AgentSize = 17 }));
            Assert.Throws<ArgumentNullException>(() => Assert.IsNull(new PathQueue(null)));
            Assert.AreEqual(0, _queue.PendingCount);
            Assert.IsTrue(_queue.Request(Start, Goal).Wait().Found);
            _grid.Dispose();
            Assert.Throws<ObjectDisposedException>(() => _queue.Request(Start, Goal));
        }

        private void UpdateUntil(Func<bool> isDone)
        {
            for (int i = 0; i < 100000 && !isDone(); i++)
            {
                _queue.Update();
                Thread.Yield();
            }
            Assert.IsTrue(isDone());
        }
    }
}
