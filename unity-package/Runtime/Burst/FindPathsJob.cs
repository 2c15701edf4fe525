using Unity.Burst;
using Unity.Collections;
using Unity.Jobs;

namespace GridStar
{
    /// <summary>
    /// A job that answers many queries, with the help of the library's threads. Burst compiles it. Its native arrays
    /// and lists must all be created.
    /// </summary>
    [BurstCompile]
    public struct FindPathsJob : IJob
    {
        /// <summary>The grid to search: <see cref="PathGrid.Handle"/>.</summary>
        public PathGridHandle Grid;

        /// <summary>Starts and goals.</summary>
        [ReadOnly]
        public NativeArray<PathRequest> Requests;

        /// <summary>The settings that requests name by their index. With length 0: those of the grid.</summary>
        [ReadOnly]
        public NativeArray<NativePathQuery> Queries;

        /// <summary>Receives a reply for each request.</summary>
        public NativeList<PathReply> Replies;

        /// <summary>Receives the cells of all paths, one path after another.</summary>
        public NativeList<GridCell> Cells;

        /// <summary>Receives the outcome. A negative reason is a mistake.</summary>
        [WriteOnly]
        public NativeReference<PathBatchResult> Result;

        /// <summary>Searches. Schedule the job instead, or run it.</summary>
        public void Execute() => Result.Value = Grid.FindPaths(Requests, Queries, Replies, Cells);
    }
}
