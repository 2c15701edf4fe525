using System.Collections.Generic;

namespace GridStar
{
    /// <summary>The answer to an awaited request of a <see cref="PathQueue"/>.</summary>
    public sealed class PathAnswer
    {
        internal PathAnswer(PathResult result, List<GridCell> path, List<FloorStep> steps)
        {
            Result = result;
            Path = path;
            Steps = steps;
        }

        internal PathAnswer(FloorPathResult result, List<GridCell> path, List<FloorStep> steps)
            : this(result.ToPathResult(), path, steps)
        {
            FloorResult = result;
        }

        /// <summary>Whether a path was found, or why not; also its cost and the work of the search.</summary>
        public PathResult Result { get; }

        /// <summary>The path's cells, both ends included. Empty without a path, and through floors.</summary>
        public List<GridCell> Path { get; }

        /// <summary>The outcome with what only floors have. The default for a search on a grid.</summary>
        public FloorPathResult FloorResult { get; }

        /// <summary>The cells of a path through floors, both ends included. Empty without a path, and on a grid.
        /// </summary>
        public List<FloorStep> Steps { get; }
    }
}
