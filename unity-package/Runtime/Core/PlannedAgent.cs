using System;

namespace GridStar
{
    /// <summary>
    /// An agent for <see cref="PathReservations"/>. Fields left at their default take the settings of the query.
    /// </summary>
    public struct PlannedAgent
    {
        /// <summary>
        /// The cell where the agent is, or where it arrives after <see cref="UnderWay"/> ticks. It may be an obstacle,
        /// which the agent can leave and not enter again.
        /// </summary>
        public GridCell Start;

        /// <summary>The cell where it wants to go.</summary>
        public GridCell Goal;

        /// <summary>The cell from which it comes. Only counts while it is under way.</summary>
        public GridCell From;

        /// <summary>Ticks until the agent is at its start; 0 if it is there. Until then it takes both cells.</summary>
        public int UnderWay;

        /// <summary>
        /// How many cells the agent is wide and high: at most <see cref="PathGrid.MaxAgentSize"/>. 0, the default:
        /// <see cref="PathQuery.AgentSize"/>. All cells are the agent's lowest ones.
        /// </summary>
        public int AgentSize;

        /// <summary>Profile of the agent. Null, the default: <see cref="PathQuery.Profile"/>.</summary>
        public TraversalProfile Profile;

        /// <summary>An agent of one cell that stands.</summary>
        public PlannedAgent(GridCell start, GridCell goal)
            : this()
        {
            Start = start;
            Goal = goal;
        }

        /// <summary>
        /// The agent as it is some ticks after the first one of its plan, for the next plan. Its goal, size and profile
        /// stay.
        /// </summary>
        /// <param name="cells">The cells of a plan, in which this agent is planned.</param>
        /// <param name="first">Index of the agent's first cell: its number times (window + 1).</param>
        /// <param name="ticks">Number of ticks since the first one: from 0 to the window.</param>
        /// <exception cref="ArgumentOutOfRangeException">The array has no such cells.</exception>
        public PlannedAgent After(PlanCell[] cells, int first, int ticks)
        {
            if (cells == null)
            {
                throw new ArgumentNullException(nameof(cells));
            }
            if (first < 0 || ticks < 0 || ticks >= (long)cells.Length - first)
            {
                throw new ArgumentOutOfRangeException(nameof(ticks), ticks, "The array has no such cell.");
            }
            PlannedAgent later = this;
            PlanCell now = cells[first + ticks];
            later.Start = now.Cell;
            later.UnderWay = now.UnderWay;
            for (int before = first + ticks - 1; before >= first; before--)
            {
                if (cells[before].UnderWay == 0)
                {
                    later.From = cells[before].Cell;
                    break;
                }
            }
            return later;
        }

        internal GridstarPlannedAgent ToNative()
        {
            GridstarPlannedAgent agent;
            agent.start_x = Start.X;
            agent.start_y = Start.Y;
            agent.goal_x = Goal.X;
            agent.goal_y = Goal.Y;
            agent.from_x = From.X;
            agent.from_y = From.Y;
            if (UnderWay < 0)
            {
                throw new ArgumentOutOfRangeException("agents", UnderWay, "UnderWay must not be negative.");
            }
            agent.under_way = (uint)UnderWay;
            // A negative size becomes a large one, which the native side refuses.
            agent.agent_size = unchecked((uint)AgentSize);
            agent.profile = Profile == null ? 0 : Profile.Id;
            return agent;
        }
    }
}
