using System;

namespace GridStar
{
    // Finds paths between world positions.
    public sealed partial class PathFloors
    {
        /// <summary>
        /// Finds a path between two positions on given floors. <paramref name="firstPoint"/> begins an array with room
        /// for points of three floats. With too little room, repeat the call with more.
        /// </summary>
        internal int Find(ref FloorWorldSearch search, ref float firstPoint, int capacity)
        {
            int status = search.Run(_id, ref firstPoint, (uint)capacity);
            GC.KeepAlive(this);
            return status;
        }

        /// <summary>A search between two world positions on floors, and its result.</summary>
        internal struct FloorWorldSearch
        {
            internal int StartFloor;
            internal float StartX;
            internal float StartY;
            internal float StartZ;
            internal int GoalFloor;
            internal float GoalX;
            internal float GoalY;
            internal float GoalZ;
            private PathQuery _query;
            private GridstarQueryDef _def;
            private GridstarFloorPathResult _result;

            /// <summary>Number of points of the path.</summary>
            internal int Needed => (int)_result.length;

            internal void Begin(PathQuery query)
            {
                _query = query;
                _def = query.ToDef();
                _result = NewResult();
            }

            internal int Run(ulong floors, ref float firstPoint, uint capacity)
                => NativeMethods.gridstar_floors_find_path_world(
                    floors,
                    unchecked((uint)StartFloor),
                    StartX,
                    StartY,
                    StartZ,
                    unchecked((uint)GoalFloor),
                    GoalX,
                    GoalY,
                    GoalZ,
                    ref _def,
                    ref firstPoint,
                    capacity,
                    ref _result);

            /// <summary>The result after a status that is not BufferTooSmall. Throws for a mistake.</summary>
            internal FloorPathResult Result(int status)
            {
                FloorCell start = new FloorCell(StartFloor, default(GridCell));
                ThrowIfPathMistake(status, start, new FloorCell(GoalFloor, default(GridCell)), _query);
                return new FloorPathResult(status, ref _result);
            }
        }
    }
}
