using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>The plan of an agent, besides its cells. See <see cref="PathReservations"/>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PlanResult
    {
        // GridstarPlanResult of gridstar.h. Only the native side writes it.
#pragma warning disable 649, 169
        private readonly int _status;
        private readonly uint _staysFrom;
        private readonly uint _expansions;
        private readonly uint _reserved;
        private readonly double _cost;
#pragma warning restore 649, 169

        /// <summary>
        /// <see cref="PathReason.Found"/> for an agent with a plan. All other agents stand, for this reason.
        /// </summary>
        public PathReason Reason => (PathReason)_status;

        /// <summary>Whether the agent has a plan. The plan may end before the goal.</summary>
        public bool IsPlanned => Reason == PathReason.Found;

        /// <summary>
        /// The number of ticks after which the agent stays at its goal to the end of the window: 0 if it is there, and
        /// -1 if it does not stay there.
        /// </summary>
        public int StaysFrom => unchecked((int)_staysFrom);

        /// <summary>
        /// Cost of the agent's steps and its waiting in the window, on the scale of the query's costs. A tick of
        /// waiting costs a straight step. A step that leads out of the window counts in full.
        /// </summary>
        public double Cost => _cost;

        /// <summary>Number of expansions of the last search for the agent: cells, and cells at ticks.</summary>
        public int Expansions => unchecked((int)_expansions);
    }
}
