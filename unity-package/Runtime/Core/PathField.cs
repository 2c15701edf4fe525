using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// The costs of cheapest paths from every cell of a grid to the nearest of some goals, and the next cell of each. A
    /// thousand agents on their way to one goal need one field and no search.
    /// <see cref="PathGrid.CreateField(GridCell)"/> and <see cref="PathGrid.CreateRange"/> make one.
    /// </summary>
    /// <remarks>
    /// <para>A field of a range has starts in place of goals: its costs are those of paths from the nearest start to
    /// each cell, and paths lead from the start to the cell.</para>
    /// <para>A field shows one state of the grid, its <see cref="Revision"/>. After edits, <see cref="Update"/> brings
    /// it up to date, and <see cref="SetGoals"/> moves its goals: at once, in slices of a frame, or on worker threads.
    /// Until then it answers as before.</para>
    /// <para>Memory: 4 bytes for each cell, or 8 where cells cost differently, and 4 more while it is built. With a
    /// <see cref="PathQuery.MaxCost"/>, only for the cells around the goals.</para>
    /// <para>Any thread may call any member at any time. Members that read wait for nobody. They throw
    /// <see cref="InvalidOperationException"/> before the field is built for the first time; members throw
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, <see cref="ArgumentNullException"/> for an
    /// argument that is null, and <see cref="OutOfMemoryException"/> without enough memory.</para>
    /// </remarks>
    public sealed class PathField : IDisposable
    {
        [ThreadStatic]
        private static GridCell[] t_cells;

        [ThreadStatic]
        private static FieldCell[] t_fieldCells;

        private readonly ulong _id;
        private readonly PathQuery _query;

        // Fields from which this one is made: they live as long as it does.
        private readonly PathField[] _parts;

        internal PathField(PathGrid grid, ulong gridId, GridCell[] goals, uint flags, PathQuery query, int maxVisits)
        {
            RefuseNull(goals, nameof(goals));
            Grid = grid;
            _query = query;
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_field_create(
                gridId,
                ref FirstElement.Of(goals),
                (uint)goals.Length,
                flags,
                Count(maxVisits, nameof(maxVisits)),
                ref def,
                out _id);
            GC.KeepAlive(grid);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Create(status, nameof(goals), null);
            }
            query.ThrowIfMistake(status);
        }

        internal PathField(
            PathGrid grid,
            ulong gridId,
            FieldOperation operation,
            PathField[] fields,
            double[] weights,
            PathQuery query,
            int maxVisits)
        {
            RefuseNull(fields, nameof(fields));
            RefuseShort(weights, nameof(weights), (uint)fields.Length);
            Grid = grid;
            _query = query;
            _parts = (PathField[])fields.Clone();
            ulong[] ids = new ulong[fields.Length];
            for (int i = 0; i < ids.Length; i++)
            {
                RefuseNull(_parts[i], nameof(fields));
                ids[i] = _parts[i]._id;
            }
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_field_combine(
                gridId,
                ref FirstElement.Of(ids),
                ref FirstElement.Of(weights),
                (uint)ids.Length,
                (uint)operation,
                Count(maxVisits, nameof(maxVisits)),
                ref def,
                out _id);
            GC.KeepAlive(grid);
            GC.KeepAlive(_parts);
            switch ((NativeStatus)status)
            {
                case NativeStatus.InvalidId:
                case NativeStatus.NotReady:
                    ThrowIfMistake(status, nameof(fields));
                    break;
                case NativeStatus.BadWeight:
                    throw new ArgumentOutOfRangeException(nameof(weights), "Weights are from -1024 to 1024.");
                case NativeStatus.BadFlag:
                    throw new ArgumentOutOfRangeException(nameof(operation), operation, "No operation of fields.");
            }
            query.ThrowIfMistake(status);
        }

        /// <summary>Frees the native field if <see cref="Dispose"/> was never called.</summary>
        ~PathField()
        {
            Destroy();
        }

        /// <summary>The grid.</summary>
        public PathGrid Grid { get; }

        /// <summary>Who walks, and the rules.</summary>
        internal PathQuery Query => _query;

        /// <summary>Whether the costs are those of paths from starts: a range.</summary>
        public bool IsRange => GetInfo().flags == GridstarFieldInfo.FromStarts;

        /// <summary>Whether the field answers: it was built at least once.</summary>
        public bool IsReady => GetInfo().builds > 0;

        /// <summary>Whether the field is being built or brought up to date.</summary>
        public bool IsBuilding => GetInfo().status == (int)NativeStatus.StillRunning;

        /// <summary>The <see cref="PathGrid.Revision"/> that the answers show.</summary>
        public ulong Revision => GetInfo().revision;

        /// <summary>How often the field was built from its goals, the first time included.</summary>
        public long Builds => (long)GetInfo().builds;

        /// <summary>Native memory in bytes.</summary>
        public long Bytes => (long)GetInfo().bytes;

        /// <summary>The rectangle outside of which no cell has a cost.</summary>
        public CellRect Area
        {
            get
            {
                GridstarFieldInfo info = GetInfo();
                return new CellRect(info.x, info.y, (int)info.width, (int)info.height);
            }
        }

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllFields"/> has freed the native field.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_field_is_valid(_id) == 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>Names the field in jobs.</summary>
        public PathFieldHandle Handle => new PathFieldHandle(_id);

        /// <summary>Frees the field. Later calls do nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Goes on building: a share of a frame. 100,000 cells take about a millisecond.</summary>
        /// <param name="maxVisits">Number of cells to read or write, about; 0 for all that is left.</param>
        /// <returns>Whether the field is built.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxVisits"/> is negative.</exception>
        public bool Advance(int maxVisits)
            => IsBuilt(NativeMethods.gridstar_field_advance(_id, Count(maxVisits, nameof(maxVisits))));

        /// <summary>
        /// Has the worker threads build the field while the caller goes on. Without worker threads, as on the web,
        /// <see cref="PathQueue.Update"/> does, within its budget.
        /// </summary>
        /// <param name="priority">Work with a larger priority goes first, as for a <see cref="PathQueue"/>.</param>
        public void BuildInBackground(int priority = 0)
            => IsBuilt(NativeMethods.gridstar_field_submit(_id, priority));

        /// <summary>
        /// Brings the field up to date with the edits of its grid and the changes of its profile, in a time that grows
        /// with the cells whose costs they change. Where these are many, or the profile has changed, the field is built
        /// anew (<see cref="Builds"/>). Takes no time to speak of if nothing has changed.
        /// </summary>
        /// <param name="maxVisits">Number of cells after which the call returns, for <see cref="Advance"/> or
        /// <see cref="BuildInBackground"/> to go on; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxVisits"/> is negative.</exception>
        public bool Update(int maxVisits = 0)
            => IsBuilt(NativeMethods.gridstar_field_update(_id, Count(maxVisits, nameof(maxVisits))));

        /// <summary>
        /// Gives the field another goal and builds it anew. Otherwise like <see cref="Update"/>.
        /// </summary>
        /// <param name="goal">The goal: a cell of the grid.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The goal lies outside the grid, or
        /// <paramref name="maxVisits"/> is negative.</exception>
        public bool SetGoal(GridCell goal, int maxVisits = 0)
            => IsBuilt(NativeMethods.gridstar_field_set_goals(_id, ref goal, 1, Count(maxVisits, nameof(maxVisits))));

        /// <summary>Gives the field other goals and builds it anew. Otherwise like <see cref="Update"/>.</summary>
        /// <param name="goals">The goals: cells of the grid.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A goal lies outside the grid, or
        /// <paramref name="maxVisits"/> is negative.</exception>
        public bool SetGoals(GridCell[] goals, int maxVisits = 0)
        {
            RefuseNull(goals, nameof(goals));
            return IsBuilt(NativeMethods.gridstar_field_set_goals(
                _id, ref FirstElement.Of(goals), (uint)goals.Length, Count(maxVisits, nameof(maxVisits))));
        }

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
        /// <param name="cells">Where the agents are.</param>
        /// <param name="count">Number of agents.</param>
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
            int status = NativeMethods.gridstar_field_get_costs(
                _id,
                rect.X,
                rect.Y,
                (uint)rect.Width,
                (uint)rect.Height,
                ref FirstElement.Of(rowByRow),
                (uint)rowByRow.Length,
                out uint count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(rowByRow), rowByRow.Length, count);
            }
            ThrowIfMistake(status, nameof(rect));
        }

        /// <summary>
        /// The velocities of many agents in one call: smooth directions in which costs fall, which never lead into a
        /// cell that the agent can't enter. Allocates nothing.
        /// </summary>
        /// <param name="positions">World positions of the agents' centers: x, y, z of each.</param>
        /// <param name="count">Number of agents.</param>
        /// <param name="speed">Length of the velocities.</param>
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

        /// <summary>The same with the first of three floats for each agent.</summary>
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
        /// <param name="cell">A cell.</param>
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
        /// <param name="order">Whether the list goes by rows or by costs.</param>
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
        /// <param name="farPenalty">The penalty far away.</param>
        /// <exception cref="ArgumentOutOfRangeException">A cost is not finite or below 0, or <paramref name="farCost"/>
        /// is not larger than <paramref name="nearCost"/>.</exception>
        public void WritePenalties(double nearCost, byte nearPenalty, double farCost, byte farPenalty = 0)
        {
            int status = NativeMethods.gridstar_field_write_penalties(_id, nearCost, nearPenalty, farCost, farPenalty);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(farCost));
            Grid.NotePenalties();
        }

        /// <summary>Whether nothing is being built. Tells the revision that the answers show, 0 before the first
        /// build.</summary>
        internal bool IsAtRest(out ulong revision)
        {
            GridstarFieldInfo info = GetInfo();
            revision = info.revision;
            return info.status != (int)NativeStatus.StillRunning;
        }

        /// <summary>As <see cref="FindPath"/>, into a buffer. Returns the number of cells: 0 without a path.</summary>
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

        private GridstarFieldInfo GetInfo()
        {
            GridstarFieldInfo info = default(GridstarFieldInfo);
            info.struct_size = GridstarFieldInfo.Size;
            int status = NativeMethods.gridstar_field_get_info(_id, ref info);
            GC.KeepAlive(this);
            ThrowIfMistake(status, null);
            return info;
        }

        private bool IsBuilt(int status)
        {
            GC.KeepAlive(this);
            // The profile and the cover of the query belong to the field.
            GC.KeepAlive(_query.Profile);
            GC.KeepAlive(_parts);
            ThrowIfMistake(status, "goals");
            return status == (int)NativeStatus.Ok;
        }

        private void ThrowIfMistake(int status, string parameter)
        {
            if (status == (int)NativeStatus.InvalidId)
            {
                bool isField = IsDisposed || (_parts != null && Array.Exists(_parts, part => part.IsDisposed));
                throw new ObjectDisposedException(isField ? nameof(PathField) : nameof(PathGrid));
            }
            if (status == (int)NativeStatus.NotReady)
            {
                throw new InvalidOperationException("The field has not been built yet. Advance it until it is ready.");
            }
            NativeErrors.ThrowIfMistake(status, parameter);
        }

        private static uint Count(int count, string name)
        {
            if (count < 0)
            {
                throw new ArgumentOutOfRangeException(name, count, "Must not be negative.");
            }
            return (uint)count;
        }

        private static void RefuseNull(object argument, string name)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(name);
            }
        }

        private static void RefuseShort<T>(T[] array, string name, uint needed)
        {
            RefuseNull(array, name);
            if (array.Length < needed)
            {
                throw NativeErrors.TooShort(name, array.Length, needed);
            }
        }

        /// <summary>
        /// Never throws: a nonzero id means that the library is loaded, and destroying a stale id is harmless.
        /// </summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_field_destroy(_id);
            }
        }
    }
}
