using System;
using System.Collections.Generic;

namespace GridStar
{
    // What a field answers: steps, costs, velocities, paths, ranges and penalties.
    public sealed partial class PathField
    {
        /// <summary>
        /// The next cell of the path from a cell to the nearest goal, and the path's cost. At a goal and without a
        /// path, the next cell is the cell itself. Allocates nothing.
        /// </summary>
        /// <param name="cell">A cell. Outside the grid there is no path.</param>
        public FieldCell GetStep(GridCell cell)
        {
            FieldCell step = default(FieldCell);
            int status = NativeMethods.gridstar_field_get_steps(_id, ref cell, 1, ref step, 1);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(cell));
            return step;
        }

        /// <summary>The steps of many agents in one call. Allocates nothing.</summary>
        /// <param name="steps">Receives each agent's <see cref="GetStep"/>. The rest stays unchanged.</param>
        /// <exception cref="ArgumentException">An array has fewer than <paramref name="count"/> elements.</exception>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
        public void GetSteps(GridCell[] cells, int count, FieldCell[] steps)
        {
            RefuseShort(cells, nameof(cells), Count(count, nameof(count)));
            RefuseShort(steps, nameof(steps), (uint)count);
            int status = NativeMethods.gridstar_field_get_steps(
                _id, ref FirstElement.Of(cells), (uint)count, ref FirstElement.Of(steps), (uint)steps.Length);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(cells));
        }

        /// <summary>The cost of the path between a cell and the nearest goal; positive infinity without a
        /// path.</summary>
        /// <param name="cell">A cell. Outside the grid there is no path.</param>
        public double GetCost(GridCell cell) => GetStep(cell).Cost;

        /// <summary>The costs of a rectangle's cells.</summary>
        /// <param name="rect">A rectangle of the grid with at least one cell.</param>
        /// <param name="rowByRow">Receives the cost of cell (x + column, y + row) at index row * width + column. The
        /// rest stays unchanged.</param>
        /// <exception cref="ArgumentException"><paramref name="rowByRow"/> is too short.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void GetCosts(CellRect rect, double[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            GridstarRect native = NativeValues.Rect(rect.X, rect.Y, rect.Width, rect.Height);
            int status = NativeMethods.gridstar_field_get_costs(
                _id, ref native, ref FirstElement.Of(rowByRow), (uint)rowByRow.Length, out uint count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(rowByRow), rowByRow.Length, count);
            }
            ThrowIfMistake(status, nameof(rect));
        }

        /// <summary>
        /// The velocities of many agents in one call. An agent that moves along them arrives from every place that has
        /// a path, in steps shorter than 0.99 of the distance between opposite sides of a cell, and its center enters
        /// no cell that the agent can't enter by more than rounding. Allocates nothing.
        /// </summary>
        /// <param name="positions">World positions of the agents' centers: x, y, z of each.</param>
        /// <param name="velocities">Receives x, y, z of each velocity: 0 in the cell of a goal, outside the grid and
        /// without a path. The rest stays unchanged.</param>
        /// <exception cref="ArgumentException">An array has fewer than three elements for each agent.</exception>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative, or a number is not
        /// finite.</exception>
        public void GetVelocities(float[] positions, int count, float speed, float[] velocities)
        {
            RefuseShort(positions, nameof(positions), checked(3 * Count(count, nameof(count))));
            RefuseShort(velocities, nameof(velocities), 3 * (uint)count);
            GetVelocities(ref FirstElement.Of(positions), count, speed, ref FirstElement.Of(velocities));
        }

        /// <summary>Overload with the first of three floats for each agent.</summary>
        internal void GetVelocities(ref float positions, int count, float speed, ref float velocities)
        {
            int status = NativeMethods.gridstar_field_get_velocities(
                _id, ref positions, Count(count, nameof(count)), speed, ref velocities, (uint)count);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(positions));
        }

        /// <summary>
        /// The path between a cell and the nearest goal, without a search: as cheap as that of
        /// <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/>. Of a range, it leads from
        /// the start to the cell.
        /// </summary>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included.</param>
        /// <returns>Whether there is a path; its cost and length.</returns>
        public PathResult FindPath(GridCell cell, List<GridCell> path)
        {
            RefuseNull(path, nameof(path));
            GridCell[] cells = t_cells ?? (t_cells = new GridCell[256]);
            GridstarPathResult result = default(GridstarPathResult);
            result.struct_size = GridstarPathResult.Size;
            int status;
            while (true)
            {
                status = NativeMethods.gridstar_field_find_path(
                    _id, cell.X, cell.Y, ref cells[0], (uint)cells.Length, ref result);
                GC.KeepAlive(this);
                if (status != (int)NativeStatus.BufferTooSmall)
                {
                    break;
                }
                t_cells = cells = new GridCell[checked((int)(result.length + (result.length / 2)))];
            }
            ThrowIfMistake(status, nameof(cell));
            ListCopy.Fill(path, cells, (int)result.length);
            return new PathResult(status, ref result);
        }

        /// <summary>Lists the cells with a cost of at most <paramref name="maxCost"/>: what a unit reaches.</summary>
        /// <param name="cells">List that is cleared and filled with the cells and their costs.</param>
        /// <param name="maxCost">The largest cost; 0 for all cells that have one.</param>
        /// <param name="maxCount">The most cells: the first ones of the order. 0 for all.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCost"/> or <paramref name="maxCount"/> is
        /// out of range.</exception>
        public void GetRange(
            List<FieldCell> cells, double maxCost = 0.0, RangeOrder order = RangeOrder.Rows, int maxCount = 0)
        {
            RefuseNull(cells, nameof(cells));
            uint byCost = order == RangeOrder.Costs ? 1u : 0u;
            uint most = Count(maxCount, nameof(maxCount));
            FieldCell[] found = t_fieldCells ?? (t_fieldCells = new FieldCell[256]);
            uint count;
            while (true)
            {
                int status = NativeMethods.gridstar_field_get_range(
                    _id, maxCost, byCost, most, ref found[0], (uint)found.Length, out count);
                GC.KeepAlive(this);
                if (status != (int)NativeStatus.BufferTooSmall)
                {
                    ThrowIfMistake(status, nameof(maxCost));
                    break;
                }
                t_fieldCells = found = new FieldCell[checked((int)(count + (count / 2)))];
            }
            ListCopy.Fill(cells, found, (int)count);
        }

        /// <summary>
        /// Lists the border of <see cref="GetRange"/> for drawing: pairs of corners, each the two ends of a straight
        /// part. The corner (x, y) is the lowest corner of the cell (x, y).
        /// </summary>
        /// <param name="corners">List that is cleared and filled.</param>
        /// <param name="maxCost">The largest cost; 0 for all cells that have one.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCost"/> is out of range.</exception>
        public void GetBorder(List<GridCell> corners, double maxCost = 0.0)
        {
            RefuseNull(corners, nameof(corners));
            GridCell[] found = t_cells ?? (t_cells = new GridCell[256]);
            uint count;
            while (true)
            {
                int status = NativeMethods.gridstar_field_get_border(
                    _id, maxCost, ref found[0], (uint)found.Length, out count);
                GC.KeepAlive(this);
                if (status != (int)NativeStatus.BufferTooSmall)
                {
                    ThrowIfMistake(status, nameof(maxCost));
                    break;
                }
                t_cells = found = new GridCell[checked((int)(count + (count / 2)))];
            }
            ListCopy.Fill(corners, found, (int)count);
        }

        /// <summary>
        /// Writes the penalties of all cells of the grid from the field's costs, in one edit: the influence of towers,
        /// of fire or of a crowd. Between both costs the penalty goes evenly from one to the other. They replace the
        /// penalties that the grid had.
        /// </summary>
        /// <param name="nearCost">Cells that cost at most this get <paramref name="nearPenalty"/>.</param>
        /// <param name="nearPenalty">A penalty, in 1/16 of a straight step.</param>
        /// <param name="farCost">Cells that cost this or more, or have no cost, get <paramref name="farPenalty"/>.
        /// Larger than <paramref name="nearCost"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A cost is not finite or below 0, or <paramref name="farCost"/>
        /// is not larger than <paramref name="nearCost"/>.</exception>
        public void WritePenalties(double nearCost, byte nearPenalty, double farCost, byte farPenalty = 0)
        {
            int status = NativeMethods.gridstar_field_write_penalties(_id, nearCost, nearPenalty, farCost, farPenalty);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(farCost));
            Grid.NotePenalties();
        }

        /// <summary>Writes the path of <see cref="FindPath"/> into a buffer. Returns the number of cells: 0 without a
        /// path.</summary>
        internal int FindPath(GridCell cell, CellBuffer buffer)
        {
            GridstarPathResult result = default(GridstarPathResult);
            result.struct_size = GridstarPathResult.Size;
            int status = FindPath(cell, buffer.Cells, ref result);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                buffer.Reserve(result.length);
                status = FindPath(cell, buffer.Cells, ref result);
            }
            ThrowIfMistake(status, nameof(cell));
            return status == (int)NativeStatus.Ok ? (int)result.length : 0;
        }

        private int FindPath(GridCell cell, GridCell[] cells, ref GridstarPathResult result)
        {
            int status = NativeMethods.gridstar_field_find_path(
                _id, cell.X, cell.Y, ref cells[0], (uint)cells.Length, ref result);
            GC.KeepAlive(this);
            return status;
        }
    }
}
