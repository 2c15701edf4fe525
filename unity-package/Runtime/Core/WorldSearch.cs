using System;

namespace GridStar
{
    /// <summary>A search between two world positions, and its result.</summary>
    internal struct WorldSearch
    {
        private readonly float _startX;
        private readonly float _startY;
        private readonly float _startZ;
        private readonly float _goalX;
        private readonly float _goalY;
        private readonly float _goalZ;
        private readonly PathQuery _query;
        private GridstarQueryDef _def;
        private GridstarPathResult _result;

        internal WorldSearch(
            float startX, float startY, float startZ, float goalX, float goalY, float goalZ, PathQuery query)
        {
            _startX = startX;
            _startY = startY;
            _startZ = startZ;
            _goalX = goalX;
            _goalY = goalY;
            _goalZ = goalZ;
            _query = query;
            _def = query.ToDef();
            _result = default(GridstarPathResult);
            _result.struct_size = GridstarPathResult.Size;
        }

        /// <summary>Number of points of the path.</summary>
        internal int Needed => (int)_result.length;

        /// <summary>Searches, and writes the centers of the path's cells.</summary>
        internal int Run(ulong grid, ref float firstPoint, uint capacity)
        {
            uint size = Math.Max(_def.agent_size, 1);
            int status = WorldCells.End(grid, _startX, _startY, _startZ, size, out GridCell start);
            if (status >= 0)
            {
                status = WorldCells.End(grid, _goalX, _goalY, _goalZ, size, out GridCell goal);
                if (status >= 0)
                {
                    status = Find(grid, start, goal);
                }
            }
            if (status < 0 || _result.length == 0)
            {
                return status;
            }
            if (capacity < _result.length)
            {
                return (int)NativeStatus.BufferTooSmall;
            }
            int written = NativeMethods.gridstar_grid_get_centers(
                grid, ref CellBuffer.Path.Cells[0], _result.length, size, ref firstPoint, capacity);
            return written < 0 ? written : status;
        }

        private int Find(ulong grid, GridCell start, GridCell goal)
        {
            CellBuffer buffer = CellBuffer.Path;
            long began = CallWatch.BeginSearch(grid);
            int status = Find(grid, ref start, ref goal, buffer);
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                buffer.Reserve(_result.length);
                status = Find(grid, ref start, ref goal, buffer);
            }
            CallWatch.EndSearch(began, grid, start, goal, ref _def, status, ref _result);
            return status;
        }

        private int Find(ulong grid, ref GridCell start, ref GridCell goal, CellBuffer buffer)
            => NativeMethods.gridstar_grid_find_path(
                grid, ref start, ref goal, ref _def, ref buffer.Cells[0], buffer.Capacity, ref _result);

        /// <summary>The result after a status that is not BufferTooSmall. Throws for a mistake.</summary>
        internal PathResult Result(int status)
        {
            if (status == (int)NativeStatus.NotFinite)
            {
                throw NativeErrors.Create(status, "position", this);
            }
            _query.ThrowIfMistake(status);
            return new PathResult(status, ref _result);
        }

        public override string ToString()
        {
            string start = "(" + _startX + ", " + _startY + ", " + _startZ + ")";
            return start + " to (" + _goalX + ", " + _goalY + ", " + _goalZ + ")";
        }
    }

    /// <summary>Cells at positions of the world.</summary>
    internal static class WorldCells
    {
        /// <summary>
        /// The lowest cell of an agent at an end of a path; the cell at the position if that is outside the grid.
        /// </summary>
        internal static int End(ulong grid, float x, float y, float z, uint agentSize, out GridCell cell)
        {
            int status = NativeMethods.gridstar_grid_get_agent_anchor(grid, x, y, z, agentSize, out cell);
            return status == (int)NativeStatus.PositionOutside
                ? NativeMethods.gridstar_grid_get_cell_at(grid, x, y, z, out cell)
                : status;
        }
    }
}
