using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public sealed class PathBatchTests
    {
        [TearDown]
        public void ResetThreads()
        {
            GridStarLibrary.WorkerThreads = 1;
        }

        [TestCase(0)]
        [TestCase(1)]
        [TestCase(4)]
        public void A_batch_has_the_answers_of_single_searches_in_the_order_of_the_requests(int threads)
        {
            GridStarLibrary.WorkerThreads = threads;
            Random random = new Random(7);
            using (PathGrid grid = ScatteredGrid(random, 60, 40))
            {
                PathQuery[] queries =
                {
                    default(PathQuery),
                    new PathQuery { DiagonalRule = DiagonalRule.Never, HeuristicWeight = 2 },
                    new PathQuery { Order = SearchOrder.Dijkstra, AgentSize = 2 }
                };
                PathRequest[] requests = new PathRequest[300];
                for (int i = 0; i < requests.Length; i++)
                {
                    requests[i] = new PathRequest(RandomCell(random), RandomCell(random), i % queries.Length);
                }
                PathBatch answers = new PathBatch();
                grid.FindPaths(requests, queries, answers);
                Assert.AreEqual(requests.Length, answers.Count);
                Assert.AreEqual(grid.Revision, answers.Revision);
                List<GridCell> expected = new List<GridCell>();
                List<GridCell> path = new List<GridCell>();
                int found = 0;
                for (int i = 0; i < requests.Length; i++)
                {
                    PathRequest request = requests[i];
                    PathResult single = grid.FindPath(request.Start, request.Goal, expected, queries[i % 3]);
                    PathResult result = answers.CopyPath(i, path);
                    Assert.AreEqual(single, result, "request {0}: {1}", i, request);
                    CollectionAssert.AreEqual(expected, path);
                    found += result.Found ? 1 : 0;
                }
                Assert.That(found, Is.InRange(50, 290));
            }
        }

        [Test]
        public void A_warm_batch_makes_no_garbage()
        {
            GridStarLibrary.WorkerThreads = 0;
            using (PathGrid grid = new PathGrid(8, 8))
            {
                PathRequest[] requests =
                {
                    new PathRequest(new GridCell(0, 0), new GridCell(7, 5)),
                    new PathRequest(new GridCell(3, 0), new GridCell(3, 7), 1)
                };
                PathQuery[] queries = { default(PathQuery), new PathQuery { DiagonalRule = DiagonalRule.Never } };
                PathBatch answers = new PathBatch();
                Assert.AreEqual(0, Garbage.During(() => grid.FindPaths(requests, queries, answers)));
            }
        }

        [Test]
        public void Mistakes_throw()
        {
            PathBatch answers = new PathBatch();
            using (PathGrid grid = new PathGrid(5, 5))
            {
                PathRequest[] requests = { new PathRequest(new GridCell(0, 0), new GridCell(4, 4), 1) };
                Assert.Throws<ArgumentOutOfRangeException>(() => grid.FindPaths(requests, answers));
                PathQuery[] queries = { default(PathQuery), new PathQuery { AgentSize = 17 } };
                Assert.Throws<ArgumentOutOfRangeException>(() => grid.FindPaths(requests, queries, answers));
                Assert.Throws<ArgumentOutOfRangeException>(() => grid.FindPaths(requests, 2, null, answers));
                Assert.Throws<ArgumentNullException>(() => grid.FindPaths(null, answers));
                Assert.Throws<ArgumentNullException>(() => grid.FindPaths(requests, null));
                grid.FindPaths(new PathRequest[0], answers);
                Assert.AreEqual(0, answers.Count);
                Assert.Throws<ArgumentOutOfRangeException>(() => Assert.Null(answers[0]));
                grid.Dispose();
                Assert.Throws<ObjectDisposedException>(() => grid.FindPaths(new PathRequest[0], answers));
            }
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
        }

        internal static PathGrid ScatteredGrid(Random random, int width, int height)
        {
            PathGrid grid = new PathGrid(width, height);
            for (int i = 0; i < width * height / 4; i++)
            {
                grid.SetCell(new GridCell(random.Next(width), random.Next(height)), CellType.Obstacle);
            }
            return grid;
        }

        private static GridCell RandomCell(Random random) => new GridCell(random.Next(-1, 61), random.Next(40));
    }
}
