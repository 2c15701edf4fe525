using System;

namespace GridStar
{
    // Finds paths between world positions.
    public sealed partial class PathGrid
    {
        /// <summary>
        /// Finds a cheapest path between two world positions and writes world positions, in one native call. Like
        /// <see cref="FindPath(GridCell, GridCell, GridCell[], PathQuery)"/> for the cells at the positions. Allocates
        /// nothing.
        /// </summary>
        /// <param name="startX">World x of a position in the first cell. With a <see cref="PathQuery.AgentSize"/> above
        /// 1, positions are those of the agent's center.</param>
        /// <param name="points">Receives x, y and z of the centers of the path's cells, both ends included, in its
        /// first 3 * <see cref="PathResult.Length"/> elements. The coordinate off the plane is the origin's. The rest
        /// stays unchanged.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="points"/> is too short and stays unchanged. The message
        /// gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or a setting of the query is
        /// out of range.</exception>
        public PathResult FindPath(
            float startX,
            float startY,
            float startZ,
            float goalX,
            float goalY,
            float goalZ,
            float[] points,
            PathQuery query = default(PathQuery))
        {
            RefuseNull(points, nameof(points));
            WorldSearch search = new WorldSearch(startX, startY, startZ, goalX, goalY, goalZ, query);
            int status = Find(ref search, ref FirstElement.Of(points), points.Length / 3);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(points), points.Length, checked(3 * (uint)search.Needed));
            }
            return search.Result(status);
        }

        /// <summary>
        /// Runs a search. <paramref name="firstPoint"/> begins an array with room for points of three floats. With too
        /// little room, repeat the call with more.
        /// </summary>
        internal int Find(ref WorldSearch search, ref float firstPoint, int capacity)
        {
            int status = search.Run(_id, ref firstPoint, (uint)capacity);
            GC.KeepAlive(this);
            return status;
        }
    }
}
