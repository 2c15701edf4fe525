using System.Collections.Generic;

namespace GridStar
{
    /// <summary>The answer to an awaited request of a <see cref="PathQueue"/>.</summary>
    public sealed class PathAnswer
    {
        internal PathAnswer(PathResult result, List<GridCell> path)
        {
            Result = result;
            Path = path;
        }

        /// <summary>Whether a path was found, or why not; also its cost and the work of the search.</summary>
        public PathResult Result { get; }

        /// <summary>The path's cells, both ends included. Empty without a path.</summary>
        public List<GridCell> Path { get; }
    }
}
