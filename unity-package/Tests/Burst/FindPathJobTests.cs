using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Framework;
using Unity.Burst;
using Unity.Collections;
using Unity.Jobs;

namespace GridStar.Tests
{
    public sealed class FindPathJobTests
    {
        [Test]
        public void A_job_finds_the_path_that_FindPath_finds()
        {
            using (PathGrid grid = PathBatchTests.ScatteredGrid(new Random(5), 40, 40))
            using (NativeList<GridCell> path = new NativeList<GridCell>(Allocator.Persistent))
            using (NativeReference<PathResult> result = new NativeReference<PathResult>(Allocator.Persistent))
            {
                PathQuery query = new PathQuery { DiagonalRule = DiagonalRule.BothFree };
                FindPathJob job = new FindPathJob
                {
                    Grid = grid.Handle,
                    Goal = new GridCell(39, 38),
                    Query = new NativePathQuery(query),
                    Path = path,
                    Result = result,
                };
                grid.SetCell(0, 0, CellType.Walkable);
                grid.SetCell(39, 38, CellType.Walkable);
                job.Schedule().Complete();
                List<GridCell> expected = new List<GridCell>();
                Assert.AreEqual(grid.FindPath(job.Start, job.Goal, expected, query), result.Value);
                CollectionAssert.AreEqual(expected, path.AsArray().ToArray());
                grid.Dispose();
                job.Schedule().Complete();
                Assert.AreEqual(PathReason.InvalidId, result.Value.Reason);
            }
        }

        [Test]
        public void A_job_answers_a_batch()
        {
            PathRequest[] given = new PathRequest[30];
            for (int i = 0; i < given.Length; i++)
            {
                given[i] = new PathRequest(new GridCell(i, 0), new GridCell(39 - i, 39));
            }
            using (PathGrid grid = PathBatchTests.ScatteredGrid(new Random(6), 40, 40))
            using (NativeArray<PathRequest> requests = new NativeArray<PathRequest>(given, Allocator.Persistent))
            using (NativeArray<NativePathQuery> queries = new NativeArray<NativePathQuery>(0, Allocator.Persistent))
            using (NativeList<PathReply> replies = new NativeList<PathReply>(Allocator.Persistent))
            using (NativeList<GridCell> cells = new NativeList<GridCell>(Allocator.Persistent))
            using (NativeReference<PathBatchResult> result =
                new NativeReference<PathBatchResult>(Allocator.Persistent))
            {
                new FindPathsJob
                {
                    Grid = grid.Handle,
                    Requests = requests,
                    Queries = queries,
                    Replies = replies,
                    Cells = cells,
                    Result = result,
                }.Schedule().Complete();
                PathBatch expected = new PathBatch();
                grid.FindPaths(given, expected);
                Assert.True(result.Value.IsWritten);
                Assert.AreEqual(given.Length, replies.Length);
                Assert.AreEqual(result.Value.CellCount, cells.Length);
                for (int i = 0; i < given.Length; i++)
                {
                    Assert.AreEqual(expected[i], replies[i]);
                }
                for (int i = 0; i < cells.Length; i++)
                {
                    Assert.AreEqual(expected.Cells[i], cells[i]);
                }
            }
            Assert.AreEqual(0, GridStarLibrary.LiveTicketCount);
        }

        [TestCase(typeof(FindPathJob))]
        [TestCase(typeof(FindPathsJob))]
        public void Burst_can_compile_a_job(Type job)
        {
            Assert.True(job.IsDefined(typeof(BurstCompileAttribute), false));
            foreach (FieldInfo field in job.GetFields())
            {
                Type type = field.FieldType;
                // Elements of containers must be unmanaged, which Burst and the containers insist on.
                Assert.True(
                    type.IsGenericType
                        ? type.GetGenericArguments().All(BurstRules.IsBlittable)
                        : BurstRules.IsBlittable(type),
                    field.Name);
            }
            BurstRules rules = new BurstRules();
            if (!rules.Check(job.GetMethod("Execute")))
            {
                Assert.Ignore("Methods have no IL here.");
            }
            Assert.AreEqual(string.Empty, string.Join("\n", rules.Mistakes.ToArray()));
            Assert.That(rules.Externs.Count, Is.GreaterThan(0));
        }
    }
}
