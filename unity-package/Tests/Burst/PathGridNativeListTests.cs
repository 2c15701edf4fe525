using System;
using System.Collections.Generic;
using NUnit.Framework;
using Unity.Collections;
using Unity.Mathematics;

namespace GridStar.Tests
{
    public sealed class PathGridNativeListTests
    {
        private static readonly GridCell Start = new GridCell(1, 1);
        private static readonly GridCell Goal = new GridCell(28, 17);

        private readonly List<IDisposable> _disposables = new List<IDisposable>();
        private PathGrid _grid;

        [SetUp]
        public void MakeGrid()
        {
            _grid = Own(new PathGrid(30, 20));
            _grid.FillRect(15, 0, 1, 19, CellType.Obstacle);
        }

        [TearDown]
        public void Dispose()
        {
            foreach (IDisposable disposable in _disposables)
            {
                disposable.Dispose();
            }
            _disposables.Clear();
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
        }

        [TestCase(1)]
        [TestCase(1000)]
        public void A_list_gets_the_length_of_the_path(int capacity)
        {
            List<GridCell> expected = new List<GridCell>();
            PathResult single = _grid.FindPath(Start, Goal, expected);
            NativeList<GridCell> path = Own(new NativeList<GridCell>(capacity, Allocator.Persistent));
            NativeList<int2> vectors = Own(new NativeList<int2>(capacity, Allocator.Persistent));
            Assert.AreEqual(single, _grid.FindPath(Start, Goal, path));
            Assert.AreEqual(single, _grid.FindPath(Start.ToInt2(), Goal.ToInt2(), vectors));
            CollectionAssert.AreEqual(expected, path.AsArray().ToArray());
            Assert.AreEqual(expected.Count, vectors.Length);
            for (int i = 0; i < expected.Count; i++)
            {
                Assert.AreEqual(expected[i], vectors[i].ToGridCell());
            }
            NativeArray<int2> array = Own(new NativeArray<int2>(expected.Count, Allocator.Persistent));
            Assert.AreEqual(single, _grid.Handle.FindPath(Start.ToInt2(), Goal.ToInt2(), array));
            Assert.AreEqual(Goal.ToInt2(), array[expected.Count - 1]);
        }

        [Test]
        public void Without_a_path_the_list_is_empty()
        {
            NativeList<GridCell> path = Own(new NativeList<GridCell>(4, Allocator.Persistent));
            Assert.True(_grid.FindPath(Start, Goal, path).Found);
            _grid.SetCell(15, 19, CellType.Obstacle);
            Assert.AreEqual(PathReason.NoPath, _grid.FindPath(Start, Goal, path).Reason);
            Assert.AreEqual(0, path.Length);
        }

        [TestCase(1)]
        [TestCase(5000)]
        public void Lists_get_the_lengths_of_a_batch(int capacity)
        {
            NativeArray<PathRequest> requests = Requests();
            NativeList<PathReply> replies = Own(new NativeList<PathReply>(capacity, Allocator.Persistent));
            NativeList<GridCell> cells = Own(new NativeList<GridCell>(capacity, Allocator.Persistent));
            PathBatchResult result = _grid.FindPaths(requests, default(NativeArray<NativePathQuery>), replies, cells);
            PathBatch expected = new PathBatch();
            _grid.FindPaths(requests.ToArray(), expected);
            Assert.True(result.IsWritten);
            Assert.AreEqual(expected.Expansions, result.Expansions);
            Assert.AreEqual(requests.Length, replies.Length);
            Assert.AreEqual(result.CellCount, cells.Length);
            Assert.That(cells.Length, Is.GreaterThan(100));
            for (int i = 0; i < replies.Length; i++)
            {
                Assert.AreEqual(expected[i], replies[i]);
            }
            for (int i = 0; i < cells.Length; i++)
            {
                Assert.AreEqual(expected.Cells[i], cells[i]);
            }
        }

        [Test]
        public void A_mistake_throws_and_is_a_reason_in_a_job()
        {
            NativeList<GridCell> path = Own(new NativeList<GridCell>(4, Allocator.Persistent));
            PathGrid noGrid = null;
            NativeList<PathReply> replies = Own(new NativeList<PathReply>(4, Allocator.Persistent));
            NativeArray<PathRequest> requests = Requests();
            NativeArray<NativePathQuery> queries = Own(new NativeArray<NativePathQuery>(1, Allocator.Persistent));
            Assert.Throws<ArgumentException>(() => _grid.FindPath(Start, Goal, default(NativeList<GridCell>)));
            Assert.Throws<ArgumentNullException>(() => noGrid.FindPath(Start, Goal, path));
            Assert.Throws<ArgumentException>(() => _grid.FindPaths(requests, queries, replies, path));
            Assert.AreEqual(0, replies.Length);
            _grid.Dispose();
            Assert.Throws<ObjectDisposedException>(() => _grid.FindPath(Start, Goal, path));
            Assert.AreEqual(PathReason.InvalidId, _grid.Handle.FindPath(Start, Goal, path).Reason);
            Assert.AreEqual(0, path.Length);
        }

        [Test]
        public void A_warm_call_makes_no_garbage()
        {
            NativeList<GridCell> path = Own(new NativeList<GridCell>(600, Allocator.Persistent));
            NativeList<int2> vectors = Own(new NativeList<int2>(600, Allocator.Persistent));
            GridCell goal = new GridCell(8, 2);
            Assert.AreEqual(0, Garbage.During(() =>
            {
                _grid.FindPath(Start, goal, path);
                _grid.FindPath(Start.ToInt2(), goal.ToInt2(), vectors);
            }));
        }

        private NativeArray<PathRequest> Requests()
        {
            PathRequest[] requests = new PathRequest[20];
            for (int i = 0; i < requests.Length; i++)
            {
                requests[i] = new PathRequest(new GridCell(i % 15, i), new GridCell(29 - i % 14, 19 - i));
            }
            return Own(new NativeArray<PathRequest>(requests, Allocator.Persistent));
        }

        private T Own<T>(T disposable)
            where T : IDisposable
        {
            _disposables.Add(disposable);
            return disposable;
        }
    }
}
