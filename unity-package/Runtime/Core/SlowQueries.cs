using System;

namespace GridStar
{
    /// <summary>A search that took long.</summary>
    internal struct SlowQuery
    {
        /// <summary>The grid's id: the grid may be gone.</summary>
        internal ulong Grid;
        internal GridCell Start;
        internal GridCell Goal;
        internal GridstarQueryDef Def;
        internal PathReason Reason;

        /// <summary>In ticks of <see cref="System.Diagnostics.Stopwatch"/>.</summary>
        internal long Time;
        internal uint Expansions;
    }

    /// <summary>
    /// The slowest searches while someone looked on, slowest first, each pair of cells once. Any thread.
    /// </summary>
    internal static class SlowQueries
    {
        internal const int Capacity = 16;

        private static readonly SlowQuery[] s_queries = new SlowQuery[Capacity];
        private static int s_count;

        /// <summary>Forgets all of them.</summary>
        internal static void Clear()
        {
            lock (s_queries)
            {
                s_count = 0;
            }
        }

        /// <summary>Copies them into an array of <see cref="Capacity"/>, and returns their number.</summary>
        internal static int CopyTo(SlowQuery[] queries)
        {
            lock (s_queries)
            {
                Array.Copy(s_queries, queries, s_count);
                return s_count;
            }
        }

        internal static void Note(
            ulong grid, GridCell start, GridCell goal, ref GridstarQueryDef def, int status, long time, uint expansions)
        {
            lock (s_queries)
            {
                int at = IndexOf(grid, start, goal);
                if (at < s_count ? s_queries[at].Time >= time : IsFull(time))
                {
                    return;
                }
                // The place of the same search or of the quickest one becomes free.
                at = Math.Min(at, Capacity - 1);
                s_count = Math.Max(s_count, at + 1);
                for (; at > 0 && s_queries[at - 1].Time < time; at--)
                {
                    s_queries[at] = s_queries[at - 1];
                }
                s_queries[at] = new SlowQuery
                {
                    Grid = grid,
                    Start = start,
                    Goal = goal,
                    Def = def,
                    Reason = (PathReason)status,
                    Time = time,
                    Expansions = expansions,
                };
            }
        }

        private static bool IsFull(long time) => s_count == Capacity && s_queries[Capacity - 1].Time >= time;

        private static int IndexOf(ulong grid, GridCell start, GridCell goal)
        {
            int at = 0;
            while (at < s_count
                && !(s_queries[at].Grid == grid && s_queries[at].Start == start && s_queries[at].Goal == goal))
            {
                at++;
            }
            return at;
        }
    }
}
