using System;
using System.Collections.Generic;

namespace GridStar
{
    // What a building would close, before it stands.
    public sealed partial class PathGrid
    {
        [ThreadStatic]
        private static byte[] t_cutOff;

        /// <summary>
        /// Whether the cells of a rectangle can get a type without cutting off a spawn, with the grid's settings. The
        /// grid does not change. The overload with a query says more.
        /// </summary>
        /// <param name="rect">The building's cells. They lie on the grid.</param>
        /// <param name="type">The type that they would get, such as <see cref="CellType.Obstacle"/>.</param>
        /// <param name="goals">Where attackers go. One of them within reach is enough.</param>
        public bool TryPlace(CellRect rect, CellType type, GridCell[] spawns, GridCell[] goals)
            => TryPlace(rect, type, spawns, goals, default(PathQuery), null);

        /// <summary>
        /// Whether the cells of a rectangle can get a type without cutting off a spawn. The grid does not change: call
        /// <see cref="FillRect"/> afterwards. Allocates nothing once warm.
        /// </summary>
        /// <remarks>
        /// <para>A spawn is cut off if the query's agent can walk from it to a goal now, and could walk to none of the
        /// goals then. As with <see cref="IsReachable(GridCell, GridCell)"/>, blocked cells and cells outside the grid
        /// reach nothing. So a building on top of a spawn or of all goals cuts off, and a spawn that reaches no goal
        /// now is never cut off.</para>
        /// <para>Takes about as long as labelling the connected areas of the grid: a nanosecond or two for each
        /// cell.</para>
        /// </remarks>
        /// <param name="rect">The building's cells. They lie on the grid.</param>
        /// <param name="spawns">Where attackers start. An agent of several cells stands at its lowest one.</param>
        /// <param name="goals">Where attackers go. One of them within reach is enough.</param>
        /// <param name="query">Only its diagonal rule, profile, agent size and cover matter.</param>
        /// <param name="cutOff">Receives the indices of the spawns that would be cut off, in ascending order. May be
        /// null.</param>
        /// <returns>Whether no spawn would be cut off.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid, or a setting of
        /// the query is out of range.</exception>
        public bool TryPlace(
            CellRect rect, CellType type, GridCell[] spawns, GridCell[] goals, PathQuery query, List<int> cutOff)
        {
            RefuseNull(spawns, nameof(spawns));
            RefuseNull(goals, nameof(goals));
            if (t_cutOff == null || t_cutOff.Length < spawns.Length)
            {
                t_cutOff = new byte[Math.Max(spawns.Length, 16)];
            }
            GridstarQueryDef def = query.ToDef();
            long began = CallWatch.Begin(WatchedCall.Edit);
            GridstarPlacement placement = new GridstarPlacement
            {
                struct_size = GridstarPlacement.Size,
                x = rect.X,
                y = rect.Y,
                width = (uint)rect.Width,
                height = (uint)rect.Height,
                cell_type = (uint)type,
            };
            int status = NativeMethods.gridstar_grid_try_place(
                _id,
                ref placement,
                ref FirstElement.Of(spawns),
                (uint)spawns.Length,
                ref FirstElement.Of(goals),
                (uint)goals.Length,
                ref def,
                ref t_cutOff[0]);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BadRect)
            {
                throw NativeErrors.Create(status, nameof(rect), rect);
            }
            query.ThrowIfMistake(status);
            if (cutOff != null)
            {
                cutOff.Clear();
                for (int i = 0; i < spawns.Length; i++)
                {
                    if (t_cutOff[i] != 0)
                    {
                        cutOff.Add(i);
                    }
                }
            }
            return status == (int)NativeStatus.Ok;
        }
    }
}
