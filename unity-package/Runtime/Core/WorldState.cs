using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Grids of a world and their revisions, when searches began. Used again: a warm note allocates nothing.
    /// </summary>
    internal sealed class WorldState
    {
        private readonly List<FloorState> _floors = new List<FloorState>();

        /// <summary>Number of changes of floors and links.</summary>
        internal ulong LinkRevision { get; private set; }

        internal int Count => _floors.Count;

        internal FloorState this[int floor] => _floors[floor];

        /// <summary>Notes the state of a world, before a search: what changes meanwhile is noticed later.</summary>
        internal void Note(TrackedWorld world)
        {
            LinkRevision = world.LinkRevision;
            _floors.Clear();
            int count = world.FloorCount;
            for (int floor = 0; floor < count; floor++)
            {
                FloorState state;
                state.Grid = world.GridOf(floor);
                state.IsGone = state.Grid.IsDisposed;
                state.Revision = state.IsGone ? 0 : state.Grid.Revision;
                _floors.Add(state);
            }
        }
    }

    /// <summary>Grid of a floor, as it was when a path was searched or last looked at.</summary>
    internal struct FloorState
    {
        internal PathGrid Grid;
        internal ulong Revision;
        internal bool IsGone;
    }
}
