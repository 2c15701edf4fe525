using Unity.Burst;
using Unity.Collections;
using Unity.Jobs;

namespace GridStar
{
    /// <summary>A job that finds a cheapest path. Burst compiles it.</summary>
    [BurstCompile]
    public struct FindPathJob : IJob
    {
        /// <summary>The grid to search: <see cref="PathGrid.Handle"/>.</summary>
        public PathGridHandle Grid;

        /// <summary>The first cell. It may be an obstacle.</summary>
        public GridCell Start;

        /// <summary>The last cell.</summary>
        public GridCell Goal;

        /// <summary>Settings of the search. Default: those of the grid.</summary>
        public NativePathQuery Query;

        /// <summary>Receives the path's cells, both ends included. It is empty without a path.</summary>
        public NativeList<GridCell> Path;

        /// <summary>Receives the outcome. A negative reason is a mistake.</summary>
        [WriteOnly]
        public NativeReference<PathResult> Result;

        /// <summary>Searches. Schedule the job instead, or run it.</summary>
        public void Execute() => Result.Value = Grid.FindPath(Start, Goal, Path, Query);
    }
}
