using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>Where an agent is at a tick of a plan. See <see cref="PathReservations"/>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PlanCell
    {
        // GridstarPlanCell of gridstar.h.
        private readonly int _x;
        private readonly int _y;
        private readonly uint _underWay;
        private readonly uint _tick;

        /// <summary>Where an agent is at a tick, and in how many ticks it arrives there.</summary>
        public PlanCell(GridCell cell, int underWay, long tick)
        {
            _x = cell.X;
            _y = cell.Y;
            _underWay = unchecked((uint)underWay);
            _tick = unchecked((uint)tick);
        }

        /// <summary>The cell where the agent is or, while it is under way, where it arrives.</summary>
        public GridCell Cell => new GridCell(_x, _y);

        /// <summary>Ticks until the agent arrives; 0 if it is there.</summary>
        public int UnderWay => unchecked((int)_underWay);

        /// <summary>The tick.</summary>
        public long Tick => _tick;

        /// <summary>"(x, y) at tick t", followed by the ticks until the agent arrives if there are any.</summary>
        public override string ToString()
        {
            string at = Cell + " at tick " + Tick;
            return UnderWay == 0 ? at : at + ", arrives in " + UnderWay;
        }
    }
}
