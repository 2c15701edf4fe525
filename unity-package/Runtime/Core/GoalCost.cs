using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>A goal of a list, and what the path to it costs. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GoalCost
    {
        // GridstarGoalCost of gridstar.h.
        private readonly double _cost;
        private readonly uint _index;
        private readonly uint _reserved;

        /// <summary>The index of the goal in the list.</summary>
        public int Index => (int)_index;

        /// <summary>The cost on the scale of the query's costs.</summary>
        public double Cost => _cost;

        /// <summary>"goal 3 for cost".</summary>
        public override string ToString() => "goal " + Index + " for " + Cost;
    }
}
