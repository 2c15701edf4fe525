using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// Agents on one grid that keep apart while each goes where it wishes: thousands of them, without planning. Each
    /// tick takes a wished velocity for every agent, and gives velocities and positions.
    /// </summary>
    /// <remarks>
    /// <para>The walls are the cells that the query's profile blocks, and what has covers. No agent's center enters
    /// them, however fast it is and however long ticks are, and a disc of at most half a cell comes out of them. Edits
    /// of the grid count at the next tick; an agent whose cell is blocked then comes to the nearest free cell. Passages
    /// of one or two cells, and of at most 128 in all, let one side through at a time, if both sides want to
    /// pass.</para>
    /// <para>A tick looks at the map around agents only, where they have come or an edit has changed walls: a large map
    /// makes no tick longer.</para>
    /// <para>Agents may begin at one point. Those that overlap come apart by their radii and keep no speed from it. No
    /// agent moves faster than its <see cref="CrowdAgent.MaxSpeed"/>, except that one comes out of others and out of
    /// walls at 0.5 cells per second if its own speed is less.</para>
    /// <para>Positions are in cells: the center of cell (2, 3) is (2.5, 3.5). Velocities are in cells per
    /// second.</para>
    /// <para>The same calls give the same positions on every platform and with any number of worker threads.</para>
    /// <para>The object keeps its grid from the garbage collector, but does not dispose it. Once the grid is disposed,
    /// agents neither move nor come.</para>
    /// <para>Any thread may call any member at any time. Calls for one crowd wait for each other.</para>
    /// <para>Members name only exceptions of their own. Every member can throw these:
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, and if the profile or the grid is disposed;
    /// <see cref="ArgumentNullException"/> for an argument that is null; <see cref="OutOfMemoryException"/> without
    /// enough memory; <see cref="GridStarException"/> for an error inside the native library.</para>
    /// </remarks>
    public sealed partial class PathCrowd : IDisposable
    {
        /// <summary>Zero until the native crowd exists, then constant.</summary>
        private readonly ulong _id;

        private readonly PathQuery _query;

        /// <summary>Creates a crowd without agents.</summary>
        /// <param name="grid">The grid. Hexagonal grids are refused.</param>
        /// <exception cref="ArgumentException">The grid has hexagons.</exception>
        public PathCrowd(PathGrid grid)
            : this(grid, default(PathQuery))
        {
        }

        /// <summary>Creates a crowd without agents for a profile.</summary>
        /// <param name="grid">The grid. Hexagonal grids are refused.</param>
        /// <param name="query">The profile that says which cells are walls, and the cover that is left out. Nothing
        /// else of the query matters.</param>
        /// <exception cref="ArgumentException">The grid has hexagons, or the query is one that no field
        /// accepts.</exception>
        public PathCrowd(PathGrid grid, PathQuery query)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            Grid = grid;
            _query = query;
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_crowd_create(grid.Id, ref def, out _id);
            GC.KeepAlive(grid);
            query.ThrowIfMistake(status);
            LiveObjects.Crowds.Add(this);
        }

        /// <summary>Frees the native crowd if <see cref="Dispose"/> was never called.</summary>
        ~PathCrowd()
        {
            Destroy();
        }

        /// <summary>The grid.</summary>
        public PathGrid Grid { get; }

        /// <summary>Number of agents.</summary>
        public int Count => (int)GetInfo().agent_count;

        /// <summary>
        /// One more than the largest number that an agent has or had: the length that the arrays of
        /// <see cref="Tick(float, float[], float[], float[])"/> need.
        /// </summary>
        public int NumberCount => (int)GetInfo().number_count;

        /// <summary>Number of steps so far. A tick is one step, or several if agents move fast.</summary>
        public long Steps => GetInfo().steps;

        /// <summary>Native memory in bytes.</summary>
        public long Bytes => (long)GetInfo().bytes;

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllCrowds"/> has freed the native crowd.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Crowd) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>Names the crowd in jobs.</summary>
        public PathCrowdHandle Handle => new PathCrowdHandle(_id);

        internal CrowdSight Sight { get; } = new CrowdSight();

        /// <summary>Frees the native crowd, but not the grid. Later calls do nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>Adds an agent. If its cell is blocked, it comes to the nearest free one.</summary>
        /// <returns>Its number: that of the agent that was removed last, or else the next one from 0 up. It is the
        /// agent's place in the arrays of <see cref="Tick(float, float[], float[], float[])"/>.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The position is outside the grid, or a number of the agent out
        /// of its range.</exception>
        public int Add(CrowdAgent agent)
        {
            GridstarCrowdAgent native = agent.ToNative();
            uint number = 0;
            Check(NativeMethods.gridstar_crowd_add_agents(_id, ref native, 1, ref number, 1), nameof(agent));
            Sight.Set((int)number, agent.Radius, agent.MaxSpeed);
            return (int)number;
        }

        /// <summary>Removes an agent. Its number may be given again.</summary>
        /// <exception cref="ArgumentOutOfRangeException">No agent has this number.</exception>
        public void Remove(int number)
        {
            uint native = unchecked((uint)number);
            Check(NativeMethods.gridstar_crowd_remove_agents(_id, ref native, 1), nameof(number));
            Sight.Set(number, 0f, 0f);
        }

        /// <summary>Changes all of an agent but its position, which only has to lie on the grid.</summary>
        /// <exception cref="ArgumentOutOfRangeException">No agent has this number, or a number of the agent is out of
        /// its range.</exception>
        public void Set(int number, CrowdAgent agent)
        {
            uint native = unchecked((uint)number);
            GridstarCrowdAgent changed = agent.ToNative();
            int status = NativeMethods.gridstar_crowd_set_agents(_id, ref native, ref changed, 1);
            Check(status, status == (int)NativeStatus.UnknownAgent ? nameof(number) : nameof(agent));
            Sight.Set(number, agent.Radius, agent.MaxSpeed);
        }

        /// <summary>
        /// Puts an agent to another place, where it stands until the next tick. If its cell is blocked, it comes to the
        /// nearest free one.
        /// </summary>
        /// <param name="x">Position along a row, in cells.</param>
        /// <param name="y">Position along a column, in cells.</param>
        /// <exception cref="ArgumentOutOfRangeException">No agent has this number, or the position is outside the grid.
        /// </exception>
        public void Put(int number, float x, float y)
        {
            uint native = unchecked((uint)number);
            Position position;
            position.X = x;
            position.Y = y;
            int status = NativeMethods.gridstar_crowd_put_agents(_id, ref native, ref position.X, 1);
            Check(status, status == (int)NativeStatus.UnknownAgent ? nameof(number) : nameof(x));
        }

        /// <summary>
        /// Moves all agents for a time. Arrays are by number, two elements each, x and y. Numbers without an agent get
        /// zeros.
        /// </summary>
        /// <param name="seconds">From 0.001 to 1, or 0 to move nobody. Agents that would move more than 7 cells in this
        /// time move less, and hold up nobody.</param>
        /// <param name="wishes">The velocity that each agent wishes for; it counts up to the agent's
        /// <see cref="CrowdAgent.MaxSpeed"/>. Agents beyond the array wish to stand.</param>
        /// <param name="positions">Receives where agents are: two elements for each of
        /// <see cref="NumberCount"/>.</param>
        /// <param name="velocities">Receives how they have really moved in this time: as many elements.</param>
        /// <exception cref="ArgumentException">An array for results is too short. Nobody has moved.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The time is out of its range, or a wish is not
        /// finite.</exception>
        public void Tick(float seconds, float[] wishes, float[] positions, float[] velocities)
        {
            if (wishes == null)
            {
                throw new ArgumentNullException(nameof(wishes));
            }
            if (positions == null)
            {
                throw new ArgumentNullException(nameof(positions));
            }
            if (velocities == null)
            {
                throw new ArgumentNullException(nameof(velocities));
            }
            Tick(
                seconds,
                ref FirstElement.Of(wishes),
                wishes.Length / 2,
                ref FirstElement.Of(positions),
                ref FirstElement.Of(velocities),
                Math.Min(positions.Length, velocities.Length) / 2);
            if (!CrowdSight.IsOn || seconds == 0f)
            {
                return;
            }
            for (int i = 0; i < Math.Min(positions.Length, velocities.Length) / 2; i++)
            {
                bool isWish = i < wishes.Length / 2;
                Sight.Note(
                    i,
                    seconds,
                    isWish ? wishes[2 * i] : 0f,
                    isWish ? wishes[2 * i + 1] : 0f,
                    positions[2 * i],
                    positions[2 * i + 1],
                    velocities[2 * i],
                    velocities[2 * i + 1]);
            }
        }

        /// <summary>
        /// Reads where agents are and how they have moved last, by number. Edits count as in a tick, and nobody moves.
        /// </summary>
        /// <param name="positions">Receives where agents are: two elements for each of
        /// <see cref="NumberCount"/>.</param>
        /// <param name="velocities">Receives how they have moved: as many elements.</param>
        /// <exception cref="ArgumentException">An array is too short.</exception>
        public void Read(float[] positions, float[] velocities)
        {
            Tick(0f, Array.Empty<float>(), positions, velocities);
        }

        /// <summary>Overload with references to first elements; counts are of agents.</summary>
        internal void Tick(
            float seconds, ref float wishes, int wishCount, ref float positions, ref float velocities, int capacity)
        {
            long began = CallWatch.Begin(WatchedCall.Tick);
            int status = NativeMethods.gridstar_crowd_tick(
                _id, seconds, ref wishes, (uint)wishCount, ref positions, ref velocities, (uint)capacity, out uint _);
            CallWatch.End(WatchedCall.Tick, began);
            Check(status, status == (int)NativeStatus.BufferTooSmall ? nameof(positions) : nameof(wishes));
        }

        /// <summary>Two floats side by side.</summary>
        [StructLayout(LayoutKind.Sequential)]
        private struct Position
        {
            public float X;
            public float Y;
        }

        private GridstarCrowdInfo GetInfo()
        {
            GridstarCrowdInfo info = default(GridstarCrowdInfo);
            info.struct_size = GridstarCrowdInfo.Size;
            Check(NativeMethods.gridstar_crowd_get_info(_id, ref info), null);
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

        /// <summary>Throws if the status of a call is negative. Keeps this object and the profile from the finalizer
        /// until then.</summary>
        private void Check(int status, string parameter)
        {
            GC.KeepAlive(this);
            GC.KeepAlive(_query.Profile);
            if (status == (int)NativeStatus.InvalidId)
            {
                throw new ObjectDisposedException(IsDisposed ? nameof(PathCrowd) : nameof(Grid));
            }
            NativeErrors.ThrowIfMistake(status, parameter);
        }
    }
}
