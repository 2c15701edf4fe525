using System;

namespace GridStar
{
    /// <summary>
    /// Plans paths for many agents on one grid that keep out of each other's way: no two agents share a cell, swap
    /// cells, or cross on the diagonals of a block of four cells, within a window of ticks.
    /// </summary>
    /// <remarks>
    /// <para>A tick is the time of one step, straight or diagonal. A step over heavy ground takes as many ticks as its
    /// cost counts for each unit of its length, rounded up. The plans end with the window: call
    /// <see cref="Advance"/> and plan anew before it ends, as a rule after half of it.</para>
    /// <para>The object keeps its grid from the garbage collector, but does not dispose it.</para>
    /// <para>Any thread may call any member at any time. Calls for one object wait for each other.</para>
    /// <para>Members name only exceptions of their own. Every member can throw these:
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, and if the grid or a profile that the call
    /// needs is disposed; <see cref="ArgumentNullException"/> for an argument that is null;
    /// <see cref="OutOfMemoryException"/> without enough memory; <see cref="GridStarException"/> for an error inside
    /// the native library.</para>
    /// </remarks>
    public sealed partial class PathReservations : IDisposable
    {
        /// <summary>The longest window, in ticks.</summary>
        public const int MaxWindow = NativeConstants.MaxWindow;

        /// <summary>Zero until the native reservations exist, then constant.</summary>
        private readonly ulong _id;

        private readonly PathGrid _grid;
        private int _window;

        /// <summary>Creates reservations in which nothing is taken. The first tick is 0.</summary>
        /// <param name="window">Ticks from the first to the last one: from 1 to <see cref="MaxWindow"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The window is 0, negative or too long.</exception>
        public PathReservations(PathGrid grid, int window)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            _grid = grid;
            _window = window;
            int status = NativeMethods.gridstar_reservations_create(grid.Id, unchecked((uint)window), out _id);
            GC.KeepAlive(grid);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(window), window);
            }
        }

        /// <summary>Frees the native reservations if <see cref="Dispose"/> was never called.</summary>
        ~PathReservations()
        {
            Destroy();
        }

        /// <summary>The grid of all agents.</summary>
        public PathGrid Grid => _grid;

        /// <summary>Ticks from the first to the last one.</summary>
        public int Window => _window;

        /// <summary>The first tick of the window.</summary>
        public long Tick => GetInfo().tick;

        /// <summary>Memory of the reservations and of their searches, in bytes.</summary>
        public long Bytes => (long)GetInfo().bytes;

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllReservations"/> has freed the native
        /// reservations.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Reservations) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>Frees the native reservations, but not the grid. Later calls do nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Frees everything that is taken, also by plans. The first tick stays, and the memory is
        /// kept.</summary>
        public void Clear() => Check(NativeMethods.gridstar_reservations_clear(_id), null, null);

        /// <summary>
        /// Moves the window on. What was taken before its first tick is forgotten; nothing is taken at its new last
        /// ticks.
        /// </summary>
        /// <param name="ticks">How many ticks, at least 0.</param>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative, or <see cref="Tick"/> would come near
        /// 2^32.</exception>
        public void Advance(int ticks)
        {
            // A negative number becomes a large one, which the native side refuses.
            long began = CallWatch.Begin(WatchedCall.Tick);
            int status = NativeMethods.gridstar_reservations_advance(_id, unchecked((uint)ticks));
            CallWatch.End(WatchedCall.Tick, began);
            Check(status, nameof(ticks), ticks);
        }

        /// <summary>
        /// Takes a cell at some ticks of the window, for whatever no plan moves: a closing gate, an agent of another
        /// system.
        /// </summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <param name="firstTick">The first tick, at least <see cref="Tick"/>.</param>
        /// <param name="lastTick">The last tick, at most <see cref="Tick"/> + <see cref="Window"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell is outside the grid, or a tick outside the window.
        /// </exception>
        /// <exception cref="OutOfMemoryException">Not enough memory. Nothing was taken.</exception>
        public void Take(GridCell cell, long firstTick, long lastTick)
        {
            int status = NativeMethods.gridstar_reservations_take(
                _id, ref cell, 1, Native(firstTick), Native(lastTick));
            Check(status, status == (int)NativeStatus.BadTick ? nameof(lastTick) : nameof(cell), cell);
        }

        /// <summary>Takes several cells, as the overload with one cell does: all of them or, after an error,
        /// none.</summary>
        /// <param name="cells">Cells of the grid.</param>
        /// <param name="firstTick">The first tick, at least <see cref="Tick"/>.</param>
        /// <param name="lastTick">The last tick, at most <see cref="Tick"/> + <see cref="Window"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A cell is outside the grid, a tick outside the window, or the
        /// array has fewer cells.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory. Nothing was taken.</exception>
        public void Take(GridCell[] cells, int count, long firstTick, long lastTick)
        {
            RefuseCount(cells, nameof(cells), count);
            int status = NativeMethods.gridstar_reservations_take(
                _id, ref FirstElement.Of(cells), (uint)count, Native(firstTick), Native(lastTick));
            Check(status, status == (int)NativeStatus.BadTick ? nameof(lastTick) : nameof(cells), null);
        }

        /// <summary>Whether a cell is taken at a tick of the window, by hand or by a plan.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell is outside the grid, or the tick outside the window.
        /// </exception>
        public bool IsTaken(GridCell cell, long tick)
        {
            int status = NativeMethods.gridstar_reservations_is_taken(
                _id, cell.X, cell.Y, Native(tick), out uint taken);
            Check(status, status == (int)NativeStatus.BadTick ? nameof(tick) : nameof(cell), cell);
            return taken != 0;
        }

        /// <summary>A tick for the native side, which refuses the largest number.</summary>
        private static uint Native(long tick) => tick < 0 || tick > uint.MaxValue ? uint.MaxValue : (uint)tick;

        private static void RefuseCount(Array array, string parameter, int count)
        {
            if (array == null)
            {
                throw new ArgumentNullException(parameter);
            }
            if (count < 0 || count > array.Length)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(count), count, "The array has " + array.Length + " elements.");
            }
        }

        private GridstarReservationsInfo GetInfo()
        {
            GridstarReservationsInfo info = default(GridstarReservationsInfo);
            info.struct_size = GridstarReservationsInfo.Size;
            Check(NativeMethods.gridstar_reservations_get_info(_id, ref info), null, null);
            return info;
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

        /// <summary>Throws if the status of a call is negative. Keeps this object from the finalizer until
        /// then.</summary>
        private void Check(int status, string parameter, object value)
        {
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.InvalidId && IsDisposed)
            {
                throw new ObjectDisposedException(nameof(PathReservations));
            }
            if (status < 0)
            {
                throw NativeErrors.Create(status, parameter, value);
            }
        }
    }
}
