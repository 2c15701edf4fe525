using System;
using System.Collections.Generic;

namespace GridStar
{
    // What a field over floors answers: steps, costs, paths and ranges.
    public sealed partial class PathFloorField
    {
        /// <summary>This thread's memory for cells of ranges.</summary>
        [ThreadStatic]
        private static FloorFieldStep[] t_range;

        /// <summary>
        /// The next step of the path from a cell to the nearest goal, and the path's cost. A
        /// <see cref="FloorFieldStep.Link"/> other than 0 is the link to take from the cell. At a goal and without a
        /// path, the next cell is the cell itself. Allocates nothing.
        /// </summary>
        /// <param name="cell">A cell. On no floor there is no path.</param>
        public FloorFieldStep GetStep(FloorCell cell)
        {
            GridstarFloorCell place = NativeValues.Of(cell);
            FloorFieldStep step = default(FloorFieldStep);
            int status = NativeMethods.gridstar_floor_field_get_steps(_id, ref place, 1, ref step, 1);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(cell));
            return step;
        }

        /// <summary>The steps of many agents in one call. Allocates nothing once it has seen as many.</summary>
        /// <param name="steps">Receives each agent's <see cref="GetStep"/>. The rest stays unchanged.</param>
        /// <exception cref="ArgumentException">An array has fewer than <paramref name="count"/> elements.</exception>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
        public void GetSteps(FloorCell[] cells, int count, FloorFieldStep[] steps)
        {
            PathField.RefuseShort(cells, nameof(cells), PathField.Count(count, nameof(count)));
            PathField.RefuseShort(steps, nameof(steps), (uint)count);
            int status = NativeMethods.gridstar_floor_field_get_steps(
                _id, ref Places(cells, count), (uint)count, ref FirstElement.Of(steps), (uint)steps.Length);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(cells));
        }

        /// <summary>The cost of the path from a cell to the nearest goal; positive infinity without a path.</summary>
        /// <param name="cell">A cell. On no floor there is no path.</param>
        public double GetCost(FloorCell cell) => GetStep(cell).Cost;

        /// <summary>The costs of a rectangle's cells on a floor.</summary>
        /// <param name="rect">A rectangle of the floor with at least one cell.</param>
        /// <param name="rowByRow">Receives the cost of cell (x + column, y + row) at index row * width + column. The
        /// rest stays unchanged.</param>
        /// <exception cref="ArgumentException"><paramref name="rowByRow"/> is too short.</exception>
        /// <exception cref="ArgumentOutOfRangeException">There is no such floor, or the rectangle is empty or not all
        /// on the floor.</exception>
        public void GetCosts(int floor, CellRect rect, double[] rowByRow)
        {
            PathField.RefuseNull(rowByRow, nameof(rowByRow));
            GridstarRect native = NativeValues.Rect(rect.X, rect.Y, rect.Width, rect.Height);
            int status = NativeMethods.gridstar_floor_field_get_costs(
                _id,
                unchecked((uint)floor),
                ref native,
                ref FirstElement.Of(rowByRow),
                (uint)rowByRow.Length,
                out uint count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(rowByRow), rowByRow.Length, count);
            }
            ThrowIfMistake(status, status == (int)NativeStatus.UnknownFloor ? nameof(floor) : nameof(rect));
        }

        /// <summary>
        /// The path from a cell to the nearest goal, without a search, with the links that it takes. A warm call
        /// allocates nothing.
        /// </summary>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included.</param>
        /// <returns>Whether there is a path; its cost, length and links.</returns>
        public FloorPathResult FindPath(FloorCell cell, List<FloorStep> path)
        {
            PathField.RefuseNull(path, nameof(path));
            GridstarFloorCell start = NativeValues.Of(cell);
            GridstarFloorPathResult result = PathFloors.NewResult();
            FloorStep[] steps = PathFloors.StepsOfThread(0);
            int status;
            while (true)
            {
                status = NativeMethods.gridstar_floor_field_find_path(
                    _id, ref start, ref steps[0], (uint)steps.Length, ref result);
                GC.KeepAlive(this);
                if (status != (int)NativeStatus.BufferTooSmall)
                {
                    break;
                }
                steps = PathFloors.StepsOfThread(result.length);
            }
            ThrowIfMistake(status, nameof(cell));
            ListCopy.Fill(path, steps, (int)result.length);
            return new FloorPathResult(status, ref result);
        }

        /// <summary>Lists the cells of all floors with a cost of at most <paramref name="maxCost"/>.</summary>
        /// <param name="cells">List that is cleared and filled with the cells and their costs, without links.</param>
        /// <param name="maxCost">The largest cost; 0 for all cells that have one.</param>
        /// <param name="order">By <see cref="RangeOrder.Rows"/>, floor by floor.</param>
        /// <param name="maxCount">The most cells: the first ones of the order. 0 for all.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCost"/> or <paramref name="maxCount"/> is
        /// out of range.</exception>
        public void GetRange(
            List<FloorFieldStep> cells, double maxCost = 0.0, RangeOrder order = RangeOrder.Rows, int maxCount = 0)
        {
            PathField.RefuseNull(cells, nameof(cells));
            uint byCost = order == RangeOrder.Costs ? 1u : 0u;
            uint most = PathField.Count(maxCount, nameof(maxCount));
            FloorFieldStep[] found = t_range ?? (t_range = new FloorFieldStep[256]);
            uint count;
            while (true)
            {
                int status = NativeMethods.gridstar_floor_field_get_range(
                    _id, maxCost, byCost, most, ref found[0], (uint)found.Length, out count);
                GC.KeepAlive(this);
                if (status != (int)NativeStatus.BufferTooSmall)
                {
                    ThrowIfMistake(status, nameof(maxCost));
                    break;
                }
                t_range = found = new FloorFieldStep[checked((int)(count + (count / 2)))];
            }
            ListCopy.Fill(cells, found, (int)count);
        }
    }
}
