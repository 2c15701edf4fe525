using System;

namespace GridStar
{
    // Where paths through floors lie in the world.
    public sealed partial class PathFloors
    {
        /// <summary>The lowest cell of an agent at an end of a path.</summary>
        internal FloorCell EndAt(int floor, float x, float y, float z, PathQuery query)
        {
            uint size = (uint)Math.Max(query.AgentSize, 1);
            GridCell cell = default(GridCell);
            int status = NativeMethods.gridstar_floors_get_floor(_id, unchecked((uint)floor), out ulong grid);
            GC.KeepAlive(this);
            if (status >= 0)
            {
                status = WorldCells.End(grid, x, y, z, size, out cell);
            }
            FloorCell end = new FloorCell(floor, cell);
            // A grid that was destroyed is told by the search.
            ThrowIfPathMistake(status == (int)NativeStatus.InvalidId ? 0 : status, end, end, query);
            return end;
        }

        /// <summary>
        /// Writes the centers of the cells from <paramref name="first"/> on that lie on one floor, and returns their
        /// number. There is room for three numbers for each.
        /// </summary>
        internal int WriteCenters(FloorStep[] steps, int first, int end, PathQuery query, ref float points)
        {
            CellBuffer cells = CellBuffer.Path;
            cells.Reserve((uint)(end - first));
            int floor = steps[first].Floor;
            int count = 0;
            while (first + count < end && steps[first + count].Floor == floor)
            {
                cells.Cells[count] = steps[first + count].Cell;
                count++;
            }
            uint size = (uint)Math.Max(query.AgentSize, 1);
            int status = NativeMethods.gridstar_floors_get_floor(_id, (uint)floor, out ulong grid);
            if (status >= 0)
            {
                status = NativeMethods.gridstar_grid_get_centers(
                    grid, ref cells.Cells[0], (uint)count, size, ref points, (uint)count);
            }
            GC.KeepAlive(this);
            int mistake = status == (int)NativeStatus.InvalidId ? (int)NativeStatus.FloorWithoutGrid : status;
            ThrowIfPathMistake(mistake, steps[first].FloorCell, steps[first].FloorCell, query);
            return count;
        }
    }
}
