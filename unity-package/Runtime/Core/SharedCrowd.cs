using System;
using System.Runtime.ExceptionServices;

namespace GridStar
{
    /// <summary>
    /// The crowd of followers that avoid each other on one grid, with one profile. A follower leaves its wish here, and
    /// finds where it is after the next tick. Positions are in cells. A warm tick allocates nothing.
    /// </summary>
    internal sealed class SharedCrowd
    {
        /// <summary>Seconds that a tick may take.</summary>
        private const float LeastSeconds = 0.001f;
        private const float MostSeconds = 1f;

        private readonly PathCrowd _crowd;
        private readonly TraversalProfile _profile;
        private readonly PathCover _without;

        /// <summary>By number, two elements each.</summary>
        private float[] _wishes = new float[128];
        private float[] _positions = new float[128];
        private float[] _velocities = new float[128];

        /// <summary>Seconds since the last tick.</summary>
        private float _seconds;
        private Exception _failure;

        /// <summary>Creates a crowd without agents.</summary>
        /// <param name="grid">The grid. Hexagonal grids are refused.</param>
        /// <param name="profile">Says which cells are walls; null for the grid's own.</param>
        /// <param name="without">A cover that is no wall; null for none.</param>
        internal SharedCrowd(PathGrid grid, TraversalProfile profile, PathCover without)
        {
            _profile = profile;
            _without = without;
            _crowd = new PathCrowd(grid, new PathQuery { Profile = profile, Without = without });
        }

        internal PathGrid Grid => _crowd.Grid;

        /// <summary>Number of agents.</summary>
        internal int Count { get; private set; }

        /// <summary>Number of ticks in a row that found no agents.</summary>
        internal int IdleTicks { get; private set; }

        /// <summary>Whether agents with a profile, and one that leaves out a cover, belong here.</summary>
        internal bool IsFor(TraversalProfile profile, PathCover without) => _failure == null
            && ReferenceEquals(profile, _profile) && ReferenceEquals(without, _without);

        /// <summary>Adds an agent and returns its number.</summary>
        internal int Join(CrowdAgent agent)
        {
            int number = _crowd.Add(agent);
            if (2 * number >= _wishes.Length)
            {
                int length = 2 * _wishes.Length;
                Array.Resize(ref _wishes, length);
                Array.Resize(ref _positions, length);
                Array.Resize(ref _velocities, length);
            }
            Count++;
            Place(number, agent.X, agent.Y);
            return number;
        }

        /// <summary>Removes an agent, also after the grid was disposed.</summary>
        internal void Leave(int number)
        {
            Count--;
            Wish(number, 0f, 0f);
            try
            {
                _crowd.Remove(number);
            }
            catch (ObjectDisposedException)
            {
                // The grid took all agents with it.
            }
        }

        /// <summary>Changes an agent's radius and speed.</summary>
        internal void Set(int number, CrowdAgent agent) => _crowd.Set(number, agent);

        /// <summary>Puts an agent to another place.</summary>
        internal void Put(int number, float x, float y)
        {
            _crowd.Put(number, x, y);
            Place(number, x, y);
        }

        /// <summary>
        /// Sets the velocity for which an agent wishes, in cells a second. Throws for one that is not finite, which
        /// would make the tick of all agents fail.
        /// </summary>
        internal void Wish(int number, float x, float y)
        {
            if (float.IsNaN(x - x) || float.IsNaN(y - y))
            {
                throw new ArgumentOutOfRangeException("wish", "(" + x + ", " + y + ")", "A wish must be finite.");
            }
            _wishes[2 * number] = x;
            _wishes[2 * number + 1] = y;
        }

        /// <summary>Where an agent is since the last tick. Throws what has made this tick fail.</summary>
        internal void GetPosition(int number, out float x, out float y)
        {
            if (_failure != null)
            {
                ExceptionDispatchInfo.Capture(_failure).Throw();
            }
            x = _positions[2 * number];
            y = _positions[2 * number + 1];
        }

        /// <summary>
        /// Moves all agents. A failure concerns the agents of this crowd alone: <see cref="GetPosition"/> throws it.
        /// </summary>
        internal void Tick(double seconds)
        {
            IdleTicks = Count > 0 ? 0 : IdleTicks + 1;
            _seconds = Count > 0 ? Math.Min(_seconds + (float)seconds, MostSeconds) : 0f;
            if (_seconds < LeastSeconds || _failure != null)
            {
                return;
            }
            try
            {
                _crowd.Tick(_seconds, _wishes, _positions, _velocities);
                _seconds = 0f;
            }
            catch (Exception failure)
            {
                _failure = failure;
            }
        }

        /// <summary>Frees the native crowd, from any thread.</summary>
        internal void Free() => _crowd.Dispose();

        private void Place(int number, float x, float y)
        {
            _positions[2 * number] = x;
            _positions[2 * number + 1] = y;
        }
    }
}
