using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathReservations"/> with Unity's types. Any thread. Same exceptions as the members of
    /// <see cref="PathReservations"/>.
    /// </summary>
    public static class PathReservationsUnityExtensions
    {
        /// <summary>
        /// An agent that stands at a world position and wants to go to another one. A position outside the grid gives a
        /// plan with <see cref="PathReason.StartOutside"/> or <see cref="PathReason.GoalOutside"/>.
        /// </summary>
        /// <param name="agentSize">How many cells the agent is wide and high.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or the size is out of range.
        /// </exception>
        public static PlannedAgent AgentAt(
            this PathReservations reservations, Vector3 start, Vector3 goal, int agentSize = 1)
        {
            PathGrid grid = NotNull(reservations).Grid;
            PlannedAgent agent =
                new PlannedAgent(grid.AnchorAt(start, agentSize), grid.AnchorAt(goal, agentSize));
            agent.AgentSize = agentSize;
            return agent;
        }

        /// <summary>The world position of an agent's center at a cell of its plan.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid, or the size is out of range.
        /// </exception>
        public static Vector3 GetCenter(this PathReservations reservations, PlanCell cell, int agentSize = 1)
            => NotNull(reservations).Grid.AgentCenter(cell.Cell, agentSize);

        private static PathReservations NotNull(PathReservations reservations)
        {
            if (reservations == null)
            {
                throw new ArgumentNullException(nameof(reservations));
            }
            return reservations;
        }
    }
}
