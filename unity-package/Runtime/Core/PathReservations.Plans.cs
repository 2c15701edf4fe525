using System;

namespace GridStar
{
    // Plans agents.
    public sealed partial class PathReservations
    {
        /// <summary>The agents of a call, kept so that a warm call allocates nothing. Also its lock.</summary>
        private readonly Crowd _crowd = new Crowd();

        private sealed class Crowd
        {
            internal GridstarPlannedAgent[] Agents = new GridstarPlannedAgent[16];
        }

        /// <summary>
        /// Plans agents for the ticks of the window with the grid's settings. The overload with a query says more.
        /// </summary>
        /// <returns>Number of agents with a plan.</returns>
        public int Plan(PlannedAgent[] agents, int count, PlanCell[] cells, PlanResult[] results)
            => Plan(agents, count, cells, results, default(PathQuery));

        /// <summary>
        /// Plans agents for the ticks of the window, in the order of the array: the first agent comes first. Each one
        /// is planned around the agents before it, and around what was taken by hand. The plans replace those of the
        /// last call. A warm call allocates nothing.
        /// </summary>
        /// <remarks>
        /// <para>An agent that can't be planned stands, and <see cref="PlanResult.Reason"/> says why. The others are
        /// planned around it. An agent that arrives at its goal stays there to the end of the window.</para>
        /// <para>Any two agents on the grid keep apart, agents that stand included, unless their cells overlap at the
        /// first tick, or both are under way then and cross: such agents stand. An agent may follow another one into
        /// the cell that it leaves in the same tick, and a diagonal step may pass between two agents.</para>
        /// <para>Planning in order of priority is sequential by nature. It is not complete: another order may find
        /// plans for agents that stand in this one.</para>
        /// </remarks>
        /// <param name="agents">The agents, those with the highest priority first.</param>
        /// <param name="cells">Receives where each agent is at each tick: agent number i at tick
        /// <see cref="Tick"/> + t is at index i * (<see cref="Window"/> + 1) + t.</param>
        /// <param name="query">Settings of all agents; its defaults come from the grid. Order, heuristic and weight do
        /// not matter. <see cref="PathQuery.MaxExpansions"/> limits each agent's searches.</param>
        /// <returns>Number of agents with a plan.</returns>
        /// <exception cref="ArgumentException"><paramref name="cells"/> or <paramref name="results"/> is too short.
        /// Both stay unchanged, and so do the plans.</exception>
        /// <exception cref="ArgumentOutOfRangeException">There are fewer agents, or a setting of an agent or of the
        /// query is out of range.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory. The plans before stay.</exception>
        public int Plan(PlannedAgent[] agents, int count, PlanCell[] cells, PlanResult[] results, PathQuery query)
        {
            RefuseCount(agents, nameof(agents), count);
            RefuseShort(cells, nameof(cells), count * ((long)_window + 1));
            RefuseShort(results, nameof(results), count);
            GridstarQueryDef def = query.ToDef();
            lock (_crowd)
            {
                if (_crowd.Agents.Length < count)
                {
                    _crowd.Agents = new GridstarPlannedAgent[Math.Max(count, 2 * _crowd.Agents.Length)];
                }
                for (int i = 0; i < count; i++)
                {
                    _crowd.Agents[i] = agents[i].ToNative();
                }
                int status = NativeMethods.gridstar_reservations_plan(
                    _id,
                    ref _crowd.Agents[0],
                    (uint)count,
                    ref def,
                    ref FirstElement.Of(results),
                    ref FirstElement.Of(cells),
                    (uint)cells.Length,
                    out _);
                // The profiles live until here.
                GC.KeepAlive(agents);
                CheckPlan(status, query, nameof(agents));
            }
            int planned = 0;
            for (int i = 0; i < count; i++)
            {
                planned += results[i].IsPlanned ? 1 : 0;
            }
            return planned;
        }

        /// <summary>
        /// Plans one agent with the grid's settings and takes nothing. The overload with a query says more.
        /// </summary>
        public PlanResult FindPath(PlannedAgent agent, PlanCell[] cells)
            => FindPath(agent, cells, false, default(PathQuery));

        /// <summary>
        /// Plans one agent around everything that is taken, by hand and by plans. Allocates nothing.
        /// </summary>
        /// <param name="agent">The agent. If it has taken a plan before, free its cells first: it would avoid itself.
        /// </param>
        /// <param name="cells">Receives where the agent is at each tick, in <see cref="Window"/> + 1 elements. An agent
        /// without a plan stands.</param>
        /// <param name="takes">Whether a plan is taken too, for owner 1 of <see cref="Release"/>.</param>
        /// <param name="query">Settings of the search, as for <see cref="Plan(PlannedAgent[], int, PlanCell[],
        /// PlanResult[], PathQuery)"/>.</param>
        /// <returns>Whether the agent has a plan, or why not, and what it costs.</returns>
        /// <exception cref="ArgumentException"><paramref name="cells"/> is too short.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the agent or of the query is out of range.
        /// </exception>
        /// <exception cref="OutOfMemoryException">Not enough memory. Nothing was taken.</exception>
        public PlanResult FindPath(PlannedAgent agent, PlanCell[] cells, bool takes, PathQuery query)
            => FindOwned(agent, cells, takes ? 1u : 0u, query);

        /// <summary>
        /// Plans one agent around everything that is taken, and takes its plan for an owner, whose plans
        /// <see cref="Release"/> frees. Allocates nothing. Exceptions are those of the other overload.
        /// </summary>
        /// <param name="agent">The agent. If it has taken a plan before, release it first: it would avoid itself.
        /// </param>
        /// <param name="cells">Receives where the agent is at each tick, in <see cref="Window"/> + 1 elements.</param>
        /// <param name="owner">A number of your choice from 1 up, for example the agent's index in your list + 1.
        /// </param>
        /// <returns>Whether the agent has a plan, or why not, and what it costs.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="owner"/> is below 1.</exception>
        public PlanResult FindPath(PlannedAgent agent, PlanCell[] cells, int owner, PathQuery query)
            => FindOwned(agent, cells, RefuseOwner(owner, 1), query);

        /// <summary>
        /// Frees the cells that the plans of one owner have taken, for example of an agent that has arrived or died, or
        /// that is to be planned alone. Cells that were taken by hand stay taken. An owner without plans is no mistake.
        /// </summary>
        /// <param name="owner">The number that was given to <see cref="FindPath(PlannedAgent, PlanCell[], int,
        /// PathQuery)"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">The number is below 1.</exception>
        public void Release(int owner)
            => Check(NativeMethods.gridstar_reservations_release(_id, RefuseOwner(owner, 1), 0), null, null);

        /// <summary>
        /// Frees what one agent of the last <see cref="Plan(PlannedAgent[], int, PlanCell[], PlanResult[])"/> has
        /// taken. Agents whose cells overlap at the first tick stand; the cells that they share are freed with one of
        /// them.
        /// </summary>
        /// <param name="index">The agent's index in that call. One without an agent is no mistake.</param>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative.</exception>
        public void ReleasePlanned(int index)
            => Check(NativeMethods.gridstar_reservations_release(_id, RefuseOwner(index, 0), 1), null, null);

        private static uint RefuseOwner(int owner, int least)
        {
            if (owner < least)
            {
                throw new ArgumentOutOfRangeException(
                    least == 1 ? nameof(owner) : "index", owner, "It must be at least " + least + ".");
            }
            return (uint)owner;
        }

        private PlanResult FindOwned(PlannedAgent agent, PlanCell[] cells, uint owner, PathQuery query)
        {
            RefuseShort(cells, nameof(cells), (long)_window + 1);
            GridstarQueryDef def = query.ToDef();
            GridstarPlannedAgent native = agent.ToNative();
            int status = NativeMethods.gridstar_reservations_find_path(
                _id,
                ref native,
                owner,
                ref def,
                ref FirstElement.Of(cells),
                (uint)cells.Length,
                out PlanResult result,
                out _);
            GC.KeepAlive(agent.Profile);
            CheckPlan(status, query, nameof(agent));
            return result;
        }

        private void CheckPlan(int status, PathQuery query, string agents)
        {
            if (status == (int)NativeStatus.InvalidId || status == (int)NativeStatus.BadAgentSize)
            {
                Check(status, agents, null);
            }
            query.ThrowIfMistake(status);
            GC.KeepAlive(this);
        }

        private static void RefuseShort(Array array, string parameter, long needed)
        {
            if (array == null)
            {
                throw new ArgumentNullException(parameter);
            }
            if (array.Length < needed)
            {
                throw NativeErrors.TooShort(parameter, array.Length, (uint)needed);
            }
        }
    }
}
