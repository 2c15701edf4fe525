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

        internal int Run(ulong grid, ref float firstPoint, uint capacity)
        {
            long began = CallWatch.BeginSearch(grid);
            int status = NativeMethods.gridstar_grid_find_path_world(
                grid, _startX, _startY, _startZ, _goalX, _goalY, _goalZ, ref _def, ref firstPoint, capacity,
                ref _result);
            if (began != 0)
            {
                NoteCells(began, grid, status);
            }
            return status;
        }

        /// <summary>Tells the watch of calls which cells the positions are in.</summary>
        private void NoteCells(long began, ulong grid, int status)
        {
            GridCell start = default(GridCell);
            GridCell goal = default(GridCell);
            if (status >= 0)
            {
                NativeMethods.gridstar_grid_get_cell_at(grid, _startX, _startY, _startZ, out start);
                NativeMethods.gridstar_grid_get_cell_at(grid, _goalX, _goalY, _goalZ, out goal);
            }
            CallWatch.EndSearch(began, grid, start, goal, ref _def, status, ref _result);
        }

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
}
