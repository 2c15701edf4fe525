using System;
using System.Collections.Generic;
using NUnit.Framework;
using Unity.Collections;
using Unity.Jobs;

namespace GridStar.Tests
{
    public sealed class PathGridJobTests
    {
        private const int Jobs = 16;
        private const int Rounds = 400;

        private static readonly GridCell Start = new GridCell(2, 20);
        private static readonly GridCell Goal = new GridCell(37, 20);

        /// <summary>Searches again and again, and sums up what it finds.</summary>
        private struct SearchJob : IJob
        {
            public PathGridHandle Grid;
            public int Searches;
            public NativeArray<GridCell> Path;
            public NativeArray<PathResult> Results;

            /// <summary>A sum over the cells of each path.</summary>
            public NativeArray<int> Sums;

            public void Execute()
            {
                for (int i = 0; i < Searches; i++)
                {
                    PathResult result = Grid.FindPath(Start, Goal, Path);
                    Results[i] = result;
                    int sum = 0;
                    for (int k = 0; result.HasPath && k < result.Length; k++)
                    {
                        sum = Sum(sum, Path[k]);
                    }
                    Sums[i] = sum;
                }
            }
        }

        private struct BatchJob : IJob
        {
            public PathGridHandle Grid;
            [ReadOnly]
            public NativeArray<PathRequest> Requests;
            [ReadOnly]
            public NativeArray<NativePathQuery> Queries;
            public NativeArray<PathReply> Replies;
            public NativeArray<GridCell> Cells;
            public NativeArray<PathBatchResult> Result;

            public void Execute() => Result[0] = Grid.FindPaths(Requests, Queries, Replies, Cells);
        }

        private readonly List<IDisposable> _disposables = new List<IDisposable>();

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

        /// <summary>The revision of a result says whether the door was open, and so which path must be found.</summary>
        [Test]
        public void Jobs_find_their_paths_beside_edits()
        {
            PathGrid grid = GridWithADoor();
            List<GridCell> path = new List<GridCell>();
            int[] sums = new int[2];
            int[] lengths = new int[2];
            ulong first = grid.Revision;
            for (int i = 0; i < 2; i++)
            {
                lengths[i] = grid.FindPath(Start, Goal, path).Length;
                foreach (GridCell cell in path)
                {
                    sums[i] = Sum(sums[i], cell);
                }
                Toggle(grid, i);
            }
            Assert.AreNotEqual(lengths[0], lengths[1]);
            Assert.AreEqual(first + 2, grid.Revision);

            SearchJob[] jobs = new SearchJob[Jobs];
            JobHandle[] handles = new JobHandle[Jobs];
            for (int i = 0; i < Jobs; i++)
            {
                jobs[i] = NewJob(grid.Handle, Rounds, 1600);
                handles[i] = jobs[i].Schedule();
            }
            for (int i = 0; !handles[Jobs - 1].IsCompleted; i++)
            {
                Toggle(grid, i);
            }
            for (int i = 0; i < Jobs; i++)
            {
                handles[i].Complete();
                for (int k = 0; k < Rounds; k++)
                {
                    PathResult result = jobs[i].Results[k];
                    int state = (int)((result.Revision - first) % 2);
                    Assert.True(result.Found, "job {0}, search {1}: {2}", i, k, result.Reason);
                    Assert.AreEqual(lengths[state], result.Length);
                    Assert.AreEqual(sums[state], jobs[i].Sums[k]);
                }
            }
        }

        [Test]
        public void A_job_without_room_gets_the_needed_length_and_writes_nothing()
        {
            PathGrid grid = GridWithADoor();
            SearchJob job = NewJob(grid.Handle, 1, 5);
            job.Schedule().Complete();
            Assert.AreEqual(PathReason.BufferTooSmall, job.Results[0].Reason);
            Assert.False(job.Results[0].HasPath);
            Assert.AreEqual(36, job.Results[0].Length);
            Assert.AreEqual(default(GridCell), job.Path[0]);
            job.Path = Array<GridCell>(36);
            job.Schedule().Complete();
            Assert.True(job.Results[0].Found);
            Assert.AreEqual(Goal, job.Path[35]);
        }

        [Test]
        public void A_job_on_a_disposed_grid_ends_with_a_reason()
        {
            PathGrid grid = GridWithADoor();
            SearchJob job = NewJob(grid.Handle, 3, 100);
            BatchJob batch = NewBatch(grid.Handle, 4, 100);
            Assert.True(job.Grid.IsValid);
            grid.Dispose();
            Assert.False(job.Grid.IsValid);
            job.Schedule().Complete();
            Assert.AreEqual(PathReason.InvalidId, job.Results[2].Reason);
            Assert.AreEqual(0, job.Results[2].Length);
            batch.Schedule().Complete();
            Assert.AreEqual(PathReason.InvalidId, batch.Result[0].Reason);
            Assert.False(batch.Result[0].IsWritten);
            job.Grid = default(PathGridHandle);
            Assert.False(job.Grid.IsValid);
            job.Schedule().Complete();
            Assert.AreEqual(PathReason.InvalidId, job.Results[2].Reason);
        }

        [Test]
        public void A_grid_may_be_disposed_while_jobs_search()
        {
            for (int round = 0; round < 20; round++)
            {
                PathGrid grid = GridWithADoor();
                SearchJob job = NewJob(grid.Handle, 200, 1600);
                JobHandle handle = job.Schedule();
                grid.Dispose();
                handle.Complete();
                bool isGone = false;
                for (int i = 0; i < 200; i++)
                {
                    isGone |= job.Results[i].Reason == PathReason.InvalidId;
                    Assert.AreEqual(isGone ? PathReason.InvalidId : PathReason.Found, job.Results[i].Reason);
                }
            }
        }

        [Test]
        public void A_job_whose_profile_is_disposed_ends_with_a_reason()
        {
            PathGrid grid = GridWithADoor();
            TraversalProfile profile = new TraversalProfile();
            NativeArray<GridCell> path = Array<GridCell>(100);
            NativePathQuery query = new NativePathQuery(new PathQuery { Profile = profile });
            Assert.True(grid.Handle.FindPath(Start, Goal, path, query).Found);
            profile.Dispose();
            Assert.AreEqual(PathReason.InvalidProfile, grid.Handle.FindPath(Start, Goal, path, query).Reason);
        }

        [Test]
        public void A_batch_in_a_job_has_the_answers_of_FindPaths()
        {
            PathGrid grid = GridWithADoor();
            BatchJob job = NewBatch(grid.Handle, 50, 50 * 1600);
            job.Schedule().Complete();
            PathBatch expected = new PathBatch();
            grid.FindPaths(job.Requests.ToArray(), expected);
            Assert.True(job.Result[0].IsWritten);
            Assert.AreEqual(50, job.Result[0].Count);
            for (int i = 0; i < 50; i++)
            {
                Assert.AreEqual(expected[i], job.Replies[i]);
            }
            for (int i = 0; i < job.Result[0].CellCount; i++)
            {
                Assert.AreEqual(expected.Cells[i], job.Cells[i]);
            }
        }

        /// <summary>A job of its own thread keeps the answers; the main thread takes them.</summary>
        [Test]
        public void Answers_that_a_job_had_no_room_for_can_be_taken()
        {
            PathGrid grid = GridWithADoor();
            BatchJob job = NewBatch(grid.Handle, 10, 3);
            job.Schedule().Complete();
            PathBatchResult kept = job.Result[0];
            Assert.True(kept.IsKept);
            NativeArray<GridCell> cells = Array<GridCell>(kept.CellCount);
            PathBatchResult taken = kept.Take(job.Replies, cells);
            Assert.True(taken.IsWritten);
            Assert.AreEqual(kept.CellCount, taken.CellCount);
            Assert.AreEqual(job.Requests[9].Goal, cells[kept.CellCount - 1]);
        }

        [Test]
        public void A_warm_job_makes_no_garbage()
        {
            PathGrid grid = Own(new PathGrid(40, 40));
            SearchJob job = NewJob(grid.Handle, 1, 40);
            Assert.AreEqual(0, Garbage.During(() => job.Run()));
        }

        /// <summary>A wall between start and goal, with a door in it and an opening far away.</summary>
        private PathGrid GridWithADoor()
        {
            PathGrid grid = Own(new PathGrid(40, 40));
            grid.FillRect(20, 0, 1, 39, CellType.Obstacle);
            grid.SetCell(20, 20, CellType.Walkable);
            return grid;
        }

        /// <summary>Shuts the door in even rounds and opens it in odd ones.</summary>
        private static void Toggle(PathGrid grid, int round)
            => grid.SetCell(20, 20, round % 2 == 0 ? CellType.Obstacle : CellType.Walkable);

        private static int Sum(int sum, GridCell cell) => unchecked(sum * 31 + cell.X * 1000 + cell.Y);

        private SearchJob NewJob(PathGridHandle grid, int searches, int room)
        {
            return new SearchJob
            {
                Grid = grid,
                Searches = searches,
                Path = Array<GridCell>(room),
                Results = Array<PathResult>(searches),
                Sums = Array<int>(searches),
            };
        }

        private BatchJob NewBatch(PathGridHandle grid, int count, int room)
        {
            BatchJob job = new BatchJob
            {
                Grid = grid,
                Requests = Array<PathRequest>(count),
                Queries = Array<NativePathQuery>(0),
                Replies = Array<PathReply>(count),
                Cells = Array<GridCell>(room),
                Result = Array<PathBatchResult>(1),
            };
            NativeArray<PathRequest> requests = job.Requests;
            for (int i = 0; i < count; i++)
            {
                requests[i] = new PathRequest(new GridCell(i % 20, 39), new GridCell(39 - i % 19, i % 40));
            }
            return job;
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
