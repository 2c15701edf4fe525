using System;

namespace GridStar
{
    // Agents that are several cells wide and high.
    public sealed partial class PathGrid
    {
        /// <summary>The largest <see cref="PathQuery.AgentSize"/>, in cells.</summary>
        public const int MaxAgentSize = NativeConstants.MaxAgentSize;

        /// <summary>
        /// The size in cells of the smallest agent that covers a circle: the smallest number with size *
        /// <see cref="CellSize"/> at least 2 * radius, and at least 1.
        /// </summary>
        /// <param name="radius">In world units: finite, at least 0.</param>
        /// <exception cref="ArgumentOutOfRangeException">The radius is negative, NaN or infinite, or the size would be
        /// above <see cref="MaxAgentSize"/>.</exception>
        public int AgentSizeFor(float radius)
        {
            int status = NativeMethods.gridstar_grid_get_agent_size(_id, radius, out uint size);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(radius), radius);
            }
            return (int)size;
        }

        /// <summary>
        /// Finds the lowest cell of an agent whose center is nearest to a world position: the cell to start or end a
        /// path of this agent. Near an edge of the grid, on every side alike, it is the nearest place inside the grid.
        /// </summary>
        /// <param name="agentSize">Cells that the agent is wide and high: 1 to <see cref="MaxAgentSize"/>.</param>
        /// <param name="anchor">The cell, even if the position lies outside the grid. The agent then stands outside or
        /// over the grid's edge. Its coordinates are clamped to 32 bits.</param>
        /// <returns>Whether the position lies on the grid, as for <see cref="TryGetCellAt"/>. The agent may still stand
        /// on blocked cells.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the size is out of
        /// range.</exception>
        public bool TryGetAnchorAt(float x, float y, float z, int agentSize, out GridCell anchor)
        {
            int status = NativeMethods.gridstar_grid_get_agent_anchor(
                _id, x, y, z, unchecked((uint)agentSize), out anchor);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw AgentMistake(status, agentSize, "position", "(" + x + ", " + y + ", " + z + ")");
            }
            return status == (int)NativeStatus.Ok;
        }

        /// <summary>
        /// The world position of the center of an agent. Off the plane it is the origin's coordinate.
        /// </summary>
        /// <param name="anchor">The agent's lowest cell, as in a path: a cell of the grid.</param>
        /// <param name="agentSize">Cells that the agent is wide and high: 1 to <see cref="MaxAgentSize"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid, or the size is out of
        /// range.</exception>
        public void GetAgentCenter(GridCell anchor, int agentSize, out float x, out float y, out float z)
        {
            int status = NativeMethods.gridstar_grid_get_agent_center(
                _id, anchor.X, anchor.Y, unchecked((uint)agentSize), out x, out y, out z);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw AgentMistake(status, agentSize, nameof(anchor), anchor);
            }
        }

        private static Exception AgentMistake(int status, int agentSize, string otherParameter, object otherValue)
            => status == (int)NativeStatus.BadAgentSize
                ? NativeErrors.Create(status, nameof(agentSize), agentSize)
                : NativeErrors.Create(status, otherParameter, otherValue);
    }
}
