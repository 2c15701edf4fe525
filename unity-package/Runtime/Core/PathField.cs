using System;

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
    /// Until then it answers as before. What is asked for during earlier work is remembered, and begins once that work
    /// has ended and is shown.</para>
    /// <para>Memory: 6 bytes for each cell; where cells cost differently, 10 bytes, and 12 to 17 more while it is
    /// built. After an update or other goals, 4 or 8 more. With a <see cref="PathQuery.MaxCost"/>, only for the cells
    /// around the goals.</para>
    /// <para>Any thread may call any member at any time. Members that read wait for nobody. They throw
    /// <see cref="InvalidOperationException"/> before the field is built for the first time; members throw
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, <see cref="ArgumentNullException"/> for an
    /// argument that is null, and <see cref="OutOfMemoryException"/> without enough memory.</para>
    /// </remarks>
    public sealed partial class PathField : IDisposable
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
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_field_create(
                gridId,
                ref FirstElement.Of(goals),
                (uint)goals.Length,
                flags,
                Count(maxVisits, nameof(maxVisits)),
                ref def,
                out _id);
            CallWatch.End(WatchedCall.Derivation, began);
            GC.KeepAlive(grid);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Outside(nameof(goals), goals, grid);
            }
            query.ThrowIfMistake(status);
            LiveObjects.Fields.Add(this);
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
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_field_combine(
                gridId,
                ref FirstElement.Of(ids),
                ref FirstElement.Of(weights),
                (uint)ids.Length,
                (uint)operation,
                Count(maxVisits, nameof(maxVisits)),
                ref def,
                out _id);
            CallWatch.End(WatchedCall.Derivation, began);
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
            LiveObjects.Fields.Add(this);
        }

        /// <summary>Frees the native field if <see cref="Dispose"/> was never called.</summary>
        ~PathField()
        {
            Destroy();
        }

        /// <summary>The grid.</summary>
        public PathGrid Grid { get; }

        /// <summary>Agent and rules.</summary>
        internal PathQuery Query => _query;

        /// <summary>Whether the costs are those of paths from starts: a range.</summary>
        public bool IsRange => GetInfo().flags == NativeConstants.FieldFromStarts;

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
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Field) != 0;
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

        /// <summary>Goes on building: a share of a frame, on a map of any size. 100,000 cells take about a millisecond.
        /// </summary>
        /// <param name="maxVisits">Number of cells to read or write, about; 0 for all that is left.</param>
        /// <returns>Whether the field shows what was asked for last.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxVisits"/> is negative.</exception>
        public bool Advance(int maxVisits)
        {
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_field_advance(_id, Count(maxVisits, nameof(maxVisits)));
            CallWatch.End(WatchedCall.Derivation, began);
            return IsBuilt(status);
        }

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
        /// anew (<see cref="Builds"/>). Does nothing if nothing has changed.
        /// </summary>
        /// <remarks>While earlier work is under way, the update is remembered: the earlier work goes on and is shown,
        /// and then the field follows the grid as it is by then. So who edits and updates in every frame sees new
        /// states, however few cells a call may visit, at most as old as building the field twice takes.</remarks>
        /// <param name="maxVisits">Number of cells after which the call returns, for <see cref="Advance"/> or
        /// <see cref="BuildInBackground"/> to go on; 0 for all.</param>
        /// <returns>Whether the field shows the grid of this call, or a later one.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxVisits"/> is negative.</exception>
        public bool Update(int maxVisits = 0)
        {
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_field_update(_id, Count(maxVisits, nameof(maxVisits)));
            CallWatch.End(WatchedCall.Derivation, began);
            return IsBuilt(status);
        }

        /// <summary>
        /// Gives the field another goal and builds it anew. Otherwise like <see cref="Update"/>.
        /// </summary>
        /// <param name="goal">The goal: a cell of the grid.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The goal lies outside the grid, or
        /// <paramref name="maxVisits"/> is negative.</exception>
        public bool SetGoal(GridCell goal, int maxVisits = 0)
        {
            uint visits = Count(maxVisits, nameof(maxVisits));
            int status = NativeMethods.gridstar_field_set_goals(_id, ref goal, 1, visits);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Outside(nameof(goal), new[] { goal }, Grid);
            }
            return IsBuilt(status);
        }

        /// <summary>
        /// Gives the field other goals, or a range other starts, and builds it anew. Otherwise like
        /// <see cref="Update"/>.
        /// </summary>
        /// <param name="goals">The goals: cells of the grid.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A goal lies outside the grid, or
        /// <paramref name="maxVisits"/> is negative.</exception>
        public bool SetGoals(GridCell[] goals, int maxVisits = 0)
        {
            RefuseNull(goals, nameof(goals));
            uint visits = Count(maxVisits, nameof(maxVisits));
            int status = NativeMethods.gridstar_field_set_goals(
                _id, ref FirstElement.Of(goals), (uint)goals.Length, visits);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Outside(nameof(goals), goals, Grid);
            }
            return IsBuilt(status);
        }

        /// <summary>Whether nothing is being built. Tells the revision that the answers show, 0 before the first
        /// build.</summary>
        internal bool IsAtRest(out ulong revision)
        {
            GridstarFieldInfo info = GetInfo();
            revision = info.revision;
            return info.status != (int)NativeStatus.StillRunning;
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

        internal static uint Count(int count, string name)
        {
            if (count < 0)
            {
                throw new ArgumentOutOfRangeException(name, count, "Must not be negative.");
            }
            return (uint)count;
        }

        internal static void RefuseNull(object argument, string name)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(name);
            }
        }

        internal static void RefuseShort<T>(T[] array, string name, uint needed)
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
                NativeMethods.gridstar_destroy(_id);
            }
        }
    }
}
