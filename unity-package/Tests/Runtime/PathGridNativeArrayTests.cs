using System;
using System.Collections.Generic;
using NUnit.Framework;
using Unity.Collections;
using UnityEngine;
using Random = System.Random;

namespace GridStar.Tests
{
    public sealed class PathGridNativeArrayTests
    {
        private readonly List<IDisposable> _disposables = new List<IDisposable>();

        [TearDown]
        public void Dispose()
        {
            foreach (IDisposable disposable in _disposables)
            {
                disposable.Dispose();
            }
            _disposables.Clear();
            GridStarLibrary.WorkerThreads = 1;
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
        }

        [Test]
        public void A_native_array_gets_the_path_that_FindPath_finds()
        {
            Random random = new Random(11);
            PathGrid grid = Scattered(random, 50, 30);
            NativeArray<GridCell> path = Array<GridCell>(1500);
            NativeArray<Vector2Int> vectors = Array<Vector2Int>(1500);
            List<GridCell> expected = new List<GridCell>();
            int found = 0;
            for (int i = 0; i < 200; i++)
            {
                GridCell start = new GridCell(random.Next(50), random.Next(30));
                GridCell goal = new GridCell(random.Next(-1, 50), random.Next(30));
                PathQuery query = new PathQuery { DiagonalRule = (DiagonalRule)(i % 5), AllowPartial = i % 2 == 0 };
                PathResult single = grid.FindPath(start, goal, expected, query);
                Assert.AreEqual(single, grid.FindPath(start, goal, path, query));
                Assert.AreEqual(single, grid.Handle.FindPath(start, goal, path, new NativePathQuery(query)));
                Vector2Int from = start.ToVector2Int();
                Vector2Int to = goal.ToVector2Int();
                Assert.AreEqual(single, grid.FindPath(from, to, vectors, query));
                Assert.AreEqual(single, grid.Handle.FindPath(from, to, vectors, new NativePathQuery(query)));
                for (int k = 0; k < expected.Count; k++)
                {
                    Assert.AreEqual(expected[k], path[k]);
                    Assert.AreEqual(expected[k], vectors[k].ToGridCell());
                }
                found += single.Found ? 1 : 0;
            }
            Assert.That(found, Is.InRange(50, 190));
        }

        [Test]
        public void The_default_query_has_the_settings_of_the_grid()
        {
            PathGrid grid = Own(new PathGrid(new PathGridSettings
            {
                Width = 6,
                Height = 6,
                DiagonalRule = DiagonalRule.Never,
            }));
            NativeArray<GridCell> path = Array<GridCell>(36);
            Assert.AreEqual(11, grid.Handle.FindPath(new GridCell(0, 0), new GridCell(5, 5), path).Length);
        }

        [TestCase(0)]
        [TestCase(3)]
        public void A_batch_has_the_answers_of_FindPaths(int threads)
        {
            GridStarLibrary.WorkerThreads = threads;
            Random random = new Random(12);
            PathGrid grid = Scattered(random, 40, 40);
            PathQuery[] queries = { default(PathQuery), new PathQuery { DiagonalRule = DiagonalRule.Never } };
            PathRequest[] requests = Requests(random, 100, queries.Length);
            PathBatch expected = new PathBatch();
            grid.FindPaths(requests, queries, expected);

            NativeArray<PathRequest> nativeRequests = Own(new NativeArray<PathRequest>(requests, Allocator.Persistent));
            NativeArray<NativePathQuery> nativeQueries = Array<NativePathQuery>(queries.Length);
            for (int i = 0; i < queries.Length; i++)
            {
                nativeQueries[i] = new NativePathQuery(queries[i]);
            }
            NativeArray<PathReply> replies = Array<PathReply>(requests.Length + 3);
            NativeArray<GridCell> cells = Array<GridCell>(100 * 1600);
            PathBatchResult result = grid.FindPaths(nativeRequests, nativeQueries, replies, cells);
            Assert.True(result.IsWritten);
            Assert.False(result.IsKept);
            RequireSame(expected, result, replies, cells);

            NativeArray<Vector2Int> vectors = Array<Vector2Int>(result.CellCount);
            Assert.AreEqual(result, grid.FindPaths(nativeRequests, nativeQueries, replies, vectors));
            for (int i = 0; i < result.CellCount; i++)
            {
                Assert.AreEqual(cells[i], vectors[i].ToGridCell());
            }
        }

        [Test]
        public void A_batch_without_room_is_kept_and_taken_without_a_search()
        {
            Random random = new Random(13);
            PathGrid grid = Scattered(random, 40, 40);
            PathRequest[] requests = Requests(random, 60, 1);
            PathBatch expected = new PathBatch();
            grid.FindPaths(requests, expected);
            NativeArray<PathRequest> nativeRequests = Own(new NativeArray<PathRequest>(requests, Allocator.Persistent));
            NativeArray<PathReply> replies = Array<PathReply>(60);
            NativeArray<GridCell> few = Array<GridCell>(5);

            PathBatchResult kept = grid.FindPaths(nativeRequests, replies, few);
            Assert.AreEqual(PathReason.BufferTooSmall, kept.Reason);
            Assert.True(kept.IsKept);
            Assert.False(kept.IsWritten);
            Assert.AreEqual(60, kept.Count);
            Assert.AreEqual(default(PathReply), replies[0]);
            Assert.AreEqual(default(GridCell), few[4]);
            // An edit that would change the answers shows that they are not searched again.
            grid.FillRect(0, 0, 40, 40, CellType.Obstacle);
            Assert.AreEqual(kept, kept.Take(replies, few));
            NativeArray<GridCell> cells = Array<GridCell>(kept.CellCount);
            PathBatchResult taken = kept.Take(replies, cells);
            RequireSame(expected, taken, replies, cells);
            Assert.AreEqual(taken, taken.Take(replies, cells));
            Assert.AreEqual(PathReason.InvalidId, kept.Take(replies, cells).Reason);
        }

        [Test]
        public void Forgotten_answers_are_freed()
        {
            PathGrid grid = Own(new PathGrid(9, 9));
            NativeArray<PathRequest> requests = Array<PathRequest>(2);
            NativeArray<PathReply> replies = Array<PathReply>(1);
            NativeArray<GridCell> cells = Array<GridCell>(0);
            PathBatchResult kept = grid.FindPaths(requests, replies, cells);
            Assert.True(kept.IsKept);
            Assert.AreEqual(1, GridStarLibrary.LiveTicketCount);
            kept.Forget();
            kept.Forget();
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
            Assert.AreEqual(PathReason.InvalidId, kept.Take(replies, cells).Reason);
        }

        [Test]
        public void A_batch_without_requests_is_answered()
        {
            PathGrid grid = Own(new PathGrid(9, 9));
            PathBatchResult result = grid.FindPaths(Array<PathRequest>(0), Array<PathReply>(0), Array<GridCell>(0));
            Assert.True(result.IsWritten);
            Assert.AreEqual(0, result.Count);
        }

        [Test]
        public void Mistakes_throw()
        {
            PathGrid grid = Own(new PathGrid(9, 9));
            GridCell start = new GridCell(0, 0);
            GridCell goal = new GridCell(8, 8);
            PathGrid noGrid = null;
            NativeArray<GridCell> none = default(NativeArray<GridCell>);
            NativeArray<GridCell> few = Array<GridCell>(4);
            ArgumentException tooShort = Assert.Throws<ArgumentException>(() => grid.FindPath(start, goal, few));
            StringAssert.Contains("4 elements; 9 are needed", tooShort.Message);
            StringAssert.Contains("not created", Assert.Throws<ArgumentException>(
                () => grid.FindPath(start, goal, none)).Message);
            Assert.Throws<ArgumentNullException>(() => noGrid.FindPath(start, goal, few));
            Assert.Throws<ArgumentOutOfRangeException>(
                () => grid.FindPath(start, goal, few, new PathQuery { AgentSize = 17 }));

            NativeArray<PathRequest> requests = Array<PathRequest>(1);
            NativeArray<NativePathQuery> queries = Array<NativePathQuery>(1);
            NativeArray<PathReply> replies = Array<PathReply>(1);
            // A query of an array must be made by its constructor.
            StringAssert.Contains("constructor of NativePathQuery", Assert.Throws<ArgumentException>(
                () => grid.FindPaths(requests, queries, replies, few)).Message);
            queries[0] = new NativePathQuery(new PathQuery { AgentSize = 17 });
            Assert.Throws<ArgumentOutOfRangeException>(() => grid.FindPaths(requests, queries, replies, few));
            Assert.Throws<ArgumentException>(
                () => grid.FindPaths(default(NativeArray<PathRequest>), replies, few));
            Assert.Throws<ArgumentException>(() => grid.FindPaths(requests, replies, none));
            grid.Dispose();
            Assert.Throws<ObjectDisposedException>(() => grid.FindPath(start, goal, few));
            Assert.Throws<ObjectDisposedException>(() => grid.FindPaths(requests, replies, few));
        }

        [Test]
        public void Cells_and_penalties_pass_without_arrays()
        {
            Random random = new Random(14);
            PathGrid grid = Own(new PathGrid(12, 7));
            byte[] numbers = new byte[12 * 7];
            random.NextBytes(numbers);
            NativeArray<byte> given = Own(new NativeArray<byte>(numbers, Allocator.Persistent));
            byte[] read = new byte[84];
            grid.SetCells(given);
            grid.GetCells(read);
            CollectionAssert.AreEqual(numbers, read);
            grid.SetPenalties(given);
            grid.GetPenalties(read);
            CollectionAssert.AreEqual(numbers, read);

            NativeArray<byte> received = Array<byte>(84);
            grid.GetCells(received);
            CollectionAssert.AreEqual(numbers, received.ToArray());
            grid.GetPenalties(received);
            CollectionAssert.AreEqual(numbers, received.ToArray());

            CellRect rect = new CellRect(3, 2, 2, 2);
            byte[] corner = { 9, 8, 7, 6 };
            NativeArray<byte> four = Own(new NativeArray<byte>(corner, Allocator.Persistent));
            NativeArray<byte> back = Array<byte>(4);
            grid.SetRect(rect, four);
            Assert.AreEqual((CellType)7, grid.GetCell(3, 3));
            grid.GetRect(rect, back);
            CollectionAssert.AreEqual(corner, back.ToArray());
            grid.SetPenalties(rect, four);
            back[0] = 0;
            grid.GetPenalties(rect, back);
            CollectionAssert.AreEqual(corner, back.ToArray());

            byte[] walls = { 1, 2, 4, 15 };
            NativeArray<byte> sides = Own(new NativeArray<byte>(walls, Allocator.Persistent));
            grid.SetPassages(rect, sides);
            grid.GetPassages(rect, back);
            CollectionAssert.AreEqual(walls, back.ToArray());
            Assert.AreEqual(Passage.OneWayBack, grid.GetPassage(new GridCell(3, 2), new GridCell(4, 2)));
            grid.GetPassages(received);
            Assert.AreEqual(15, received[3 * 12 + 4]);
            received[0] = 3;
            grid.SetPassages(received);
            Assert.AreEqual(Passage.Wall, grid.GetPassage(new GridCell(1, 0), new GridCell(0, 0)));

            Assert.Throws<ArgumentException>(() => grid.SetCells(four));
            StringAssert.Contains("84 are needed", Assert.Throws<ArgumentException>(() => grid.GetCells(four)).Message);
            Assert.Throws<ArgumentException>(() => grid.SetPenalties(four));
            Assert.Throws<ArgumentOutOfRangeException>(() => grid.SetRect(new CellRect(11, 0, 2, 2), four));
            Assert.Throws<ArgumentException>(() => grid.SetCells(default(NativeArray<byte>)));
            Assert.Throws<ArgumentException>(() => grid.GetRect(rect, default(NativeArray<byte>)));
        }

        [Test]
        public void Warm_calls_make_no_garbage()
        {
            GridStarLibrary.WorkerThreads = 0;
            PathGrid grid = Own(new PathGrid(8, 8));
            NativeArray<GridCell> cells = Array<GridCell>(64);
            NativeArray<PathRequest> requests = Own(new NativeArray<PathRequest>(
                new[] { new PathRequest(new GridCell(0, 0), new GridCell(7, 5)) }, Allocator.Persistent));
            NativeArray<PathReply> replies = Array<PathReply>(1);
            NativeArray<byte> numbers = Array<byte>(64);
            Assert.AreEqual(0, Garbage.During(() =>
            {
                grid.FindPath(new GridCell(0, 0), new GridCell(7, 5), cells, new PathQuery { AgentSize = 1 });
                grid.FindPaths(requests, replies, cells);
                grid.GetCells(numbers);
            }));
        }

        private static void RequireSame(
            PathBatch expected, PathBatchResult result, NativeArray<PathReply> replies, NativeArray<GridCell> cells)
        {
            Assert.AreEqual(PathReason.Found, result.Reason);
            Assert.AreEqual(expected.Count, result.Count);
            Assert.AreEqual(expected.Revision, result.Revision);
            Assert.AreEqual(expected.Expansions, result.Expansions);
            int total = 0;
            for (int i = 0; i < result.Count; i++)
            {
                Assert.AreEqual(expected[i], replies[i]);
                total += replies[i].Length;
            }
            Assert.AreEqual(total, result.CellCount);
            Assert.That(total, Is.GreaterThan(100));
            for (int i = 0; i < total; i++)
            {
                Assert.AreEqual(expected.Cells[i], cells[i]);
            }
        }

        private PathGrid Scattered(Random random, int width, int height)
            => Own(PathBatchTests.ScatteredGrid(random, width, height));

        private static PathRequest[] Requests(Random random, int count, int queries)
        {
            PathRequest[] requests = new PathRequest[count];
            for (int i = 0; i < count; i++)
            {
                GridCell start = new GridCell(random.Next(40), random.Next(40));
                GridCell goal = new GridCell(random.Next(40), random.Next(40));
                requests[i] = new PathRequest(start, goal, i % queries);
            }
            return requests;
        }

        private NativeArray<T> Array<T>(int length)
            where T : struct
        {
            return Own(new NativeArray<T>(length, Allocator.Persistent));
        }

        private T Own<T>(T disposable)
            where T : IDisposable
        {
            _disposables.Add(disposable);
            return disposable;
        }
    }
}
