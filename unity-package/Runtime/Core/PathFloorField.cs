using System;

namespace GridStar
{
    /// <summary>
    /// The costs of cheapest paths from every cell of all floors, through open links, to the nearest of some goals, and
    /// the next step of each: a thousand attackers on four storeys need one field and no search.
    /// <see cref="PathFloors.CreateField(FloorCell, PathQuery)"/> makes one.
    /// </summary>
    /// <remarks>
    /// <para>The field is for floors what <see cref="PathField"/> is for one grid. It shows one state of the floors,
    /// and <see cref="Update"/> brings it up to date with edits of the grids, with links that come, go, open, close or
    /// cost something else, and with its profile. <see cref="SetGoals"/> moves its goals. Both work at once, in slices
    /// of a frame, or on worker threads; until then the field answers as before.</para>
    /// <para>Costs are those of <see cref="PathFloors.FindPath(FloorCell, FloorCell,
    /// System.Collections.Generic.List{FloorStep}, PathQuery)"/>, where what is left behind a link is rounded
    /// down to 1/100 of a straight step.</para>
    /// <para>Any thread may call any member at any time. Members that read wait for nobody. They throw
    /// <see cref="InvalidOperationException"/> before the field is built for the first time; members throw
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, and if a floor has no grid any more,
    /// <see cref="ArgumentNullException"/> for an argument that is null, and <see cref="OutOfMemoryException"/> without
    /// enough memory.</para>
    /// </remarks>
    public sealed partial class PathFloorField : IDisposable
    {
        /// <summary>This thread's memory for cells to the native side.</summary>
        [ThreadStatic]
        private static GridstarFloorCell[] t_places;

        private readonly ulong _id;
        private readonly PathQuery _query;

        internal PathFloorField(PathFloors floors, ulong floorsId, FloorCell[] goals, PathQuery query, int maxVisits)
        {
            PathField.RefuseNull(goals, nameof(goals));
            Floors = floors;
            _query = query;
            uint visits = PathField.Count(maxVisits, nameof(maxVisits));
            GridstarQueryDef def = query.ToDef();
            ref GridstarFloorCell first = ref Places(goals, goals.Length);
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_floor_field_create(
                floorsId, ref first, (uint)goals.Length, visits, ref def, out _id);
            CallWatch.End(WatchedCall.Derivation, began);
            GC.KeepAlive(floors);
            ThrowIfGoalMistake(status, goals);
            if (status == (int)NativeStatus.InvalidId)
            {
                throw new ObjectDisposedException(nameof(PathFloors));
            }
            bool asksForMore = query.Form.HasGaps() || query.AllowPartial || query.LeaveBlocked
                || query.MaxCells != 0;
            if (!asksForMore)
            {
                RefuseManyLinks(status);
            }
            query.ThrowIfMistake(status);
        }

        /// <summary>Frees the native field if <see cref="Dispose"/> was never called.</summary>
        ~PathFloorField()
        {
            Destroy();
        }

        /// <summary>The floors. The field does not dispose them.</summary>
        public PathFloors Floors { get; }

        /// <summary>Whether the field answers: it was built at least once.</summary>
        public bool IsReady => GetInfo().floor_count > 0;

        /// <summary>Whether the field is being built or brought up to date.</summary>
        public bool IsBuilding => GetInfo().status == (int)NativeStatus.StillRunning;

        /// <summary>The <see cref="PathFloors.Revision"/> of floors and links that the answers show.</summary>
        public ulong Revision => GetInfo().revision;

        /// <summary>How often the field was built, the first time included. An update for which nothing has changed
        /// does not count.</summary>
        public long Builds => (long)GetInfo().builds;

        /// <summary>Native memory in bytes.</summary>
        public long Bytes => (long)GetInfo().bytes;

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllFloorFields"/> has freed the native
        /// field.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.FloorField) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>Frees the field. Later calls do nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Goes on building: a share of a frame, on floors of any size.</summary>
        /// <param name="maxVisits">Number of cells to read or write, about; 0 for all that is left.</param>
        /// <returns>Whether the field shows what was asked for last.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxVisits"/> is negative.</exception>
        public bool Advance(int maxVisits)
        {
            uint visits = PathField.Count(maxVisits, nameof(maxVisits));
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_floor_field_advance(_id, visits);
            CallWatch.End(WatchedCall.Derivation, began);
            return IsBuilt(status);
        }

        /// <summary>Has the worker threads build the field while the caller goes on, as
        /// <see cref="PathField.BuildInBackground"/> does.</summary>
        /// <param name="priority">Work with a larger priority goes first, as for a <see cref="PathQueue"/>.</param>
        public void BuildInBackground(int priority = 0)
            => IsBuilt(NativeMethods.gridstar_floor_field_submit(_id, priority));

        /// <summary>
        /// Brings the field up to date with its floors, links, grids and profile. Only floors are built anew whose
        /// cells or whose ways on have changed. Does nothing if nothing has changed.
        /// </summary>
        /// <param name="maxVisits">Number of cells after which the call returns, for <see cref="Advance"/> or
        /// <see cref="BuildInBackground"/> to go on; 0 for all.</param>
        /// <returns>Whether the field shows the floors of this call, or later ones.</returns>
        /// <exception cref="ArgumentException">A floor has more than 512 ends of links by now.</exception>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxVisits"/> is negative.</exception>
        public bool Update(int maxVisits = 0)
        {
            uint visits = PathField.Count(maxVisits, nameof(maxVisits));
            long began = CallWatch.Begin(WatchedCall.Derivation);
            int status = NativeMethods.gridstar_floor_field_update(_id, visits);
            CallWatch.End(WatchedCall.Derivation, began);
            return IsBuilt(status);
        }

        /// <summary>Gives the field another goal. Otherwise like <see cref="Update"/>.</summary>
        /// <param name="goal">The goal: a cell of a floor.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The goal lies on no floor, or
        /// <paramref name="maxVisits"/> is negative.</exception>
        public bool SetGoal(FloorCell goal, int maxVisits = 0)
        {
            uint visits = PathField.Count(maxVisits, nameof(maxVisits));
            GridstarFloorCell place = NativeValues.Of(goal);
            int status = NativeMethods.gridstar_floor_field_set_goals(_id, ref place, 1, visits);
            if (status == (int)NativeStatus.CellOutside || status == (int)NativeStatus.UnknownFloor)
            {
                throw new ArgumentOutOfRangeException(nameof(goal), goal, "There is no such cell.");
            }
            return IsBuilt(status);
        }

        /// <summary>Gives the field other goals. Otherwise like <see cref="Update"/>.</summary>
        /// <param name="goals">The goals: cells of floors.</param>
        /// <param name="maxVisits">Number of cells after which the call returns; 0 for all.</param>
        /// <returns>Whether the field is up to date.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A goal lies on no floor, or <paramref name="maxVisits"/> is
        /// negative.</exception>
        public bool SetGoals(FloorCell[] goals, int maxVisits = 0)
        {
            PathField.RefuseNull(goals, nameof(goals));
            uint visits = PathField.Count(maxVisits, nameof(maxVisits));
            int status = NativeMethods.gridstar_floor_field_set_goals(
                _id, ref Places(goals, goals.Length), (uint)goals.Length, visits);
            ThrowIfGoalMistake(status, goals);
            return IsBuilt(status);
        }

        private void ThrowIfGoalMistake(int status, FloorCell[] goals)
        {
            if (status != (int)NativeStatus.CellOutside && status != (int)NativeStatus.UnknownFloor)
            {
                return;
            }
            int floors = Floors.FloorCount;
            FloorCell wrong = Array.Find(goals, goal => goal.Floor < 0 || goal.Floor >= floors
                || !Floors.GetFloor(goal.Floor).Contains(goal.Cell));
            throw new ArgumentOutOfRangeException(nameof(goals), wrong, "There is no such cell.");
        }

        private GridstarFloorFieldInfo GetInfo()
        {
            GridstarFloorFieldInfo info = default(GridstarFloorFieldInfo);
            info.struct_size = GridstarFloorFieldInfo.Size;
            int status = NativeMethods.gridstar_floor_field_get_info(_id, ref info);
            GC.KeepAlive(this);
            ThrowIfMistake(status, null);
            return info;
        }

        private bool IsBuilt(int status)
        {
            GC.KeepAlive(this);
            // The profile and the cover of the query belong to the field.
            GC.KeepAlive(_query.Profile);
            ThrowIfMistake(status, "goals");
            return status == (int)NativeStatus.Ok;
        }

        private void ThrowIfMistake(int status, string parameter)
        {
            if (status == (int)NativeStatus.InvalidId)
            {
                throw new ObjectDisposedException(IsDisposed ? nameof(PathFloorField) : nameof(PathFloors));
            }
            if (status == (int)NativeStatus.NotReady)
            {
                throw new InvalidOperationException("The field has not been built yet. Advance it until it is ready.");
            }
            RefuseManyLinks(status);
            NativeErrors.ThrowIfMistake(status, parameter);
        }

        private static void RefuseManyLinks(int status)
        {
            if (status == (int)NativeStatus.UnsupportedQuery)
            {
                throw new ArgumentException("A floor has more than 512 ends of links, too many for a field.");
            }
        }

        /// <summary>Cells as the native side takes them, in this thread's memory. The first one of them.</summary>
        private static ref GridstarFloorCell Places(FloorCell[] cells, int count)
        {
            if (t_places == null || t_places.Length < count)
            {
                t_places = new GridstarFloorCell[Math.Max(64, count + count / 2)];
            }
            for (int i = 0; i < count; i++)
            {
                t_places[i] = NativeValues.Of(cells[i]);
            }
            return ref t_places[0];
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
