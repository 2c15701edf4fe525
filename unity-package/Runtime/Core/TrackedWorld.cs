using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Place where trackers find their paths: one grid, or floors. A grid is floor 0 of a world without links.
    /// </summary>
    internal abstract class TrackedWorld
    {
        /// <summary>The one grid; null on floors.</summary>
        internal virtual PathGrid Grid => null;

        /// <summary>The floors; null on a grid.</summary>
        internal virtual PathFloors Floors => null;

        internal abstract int FloorCount { get; }

        /// <summary>Whether all of it is disposed.</summary>
        internal abstract bool IsGone { get; }

        /// <summary>Number of cells of all floors, if it may be read at once.</summary>
        internal abstract long CellCount { get; }

        /// <summary>Number of changes of floors and links.</summary>
        internal virtual ulong LinkRevision => 0;

        internal abstract PathGrid GridOf(int floor);

        /// <summary>The state of floors before a search on this thread, until the next call; null on a grid, whose
        /// searches tell the revision that they saw.</summary>
        internal virtual WorldState NoteState() => null;

        /// <summary>Whether a search can begin or end on a floor.</summary>
        internal abstract bool HasFloor(int floor);

        internal abstract bool TryGetLink(int link, out FloorLink found);

        /// <summary>Notes the length of a path, and returns the length of the longest path so far.</summary>
        internal abstract int NoteLength(int count);

        /// <summary>Searches on the calling thread. The answer's cells lie in the buffer.</summary>
        internal abstract void Search(
            FloorCell from, FloorCell target, PathQuery query, CellBuffer buffer, ref SearchAnswer answer);

        /// <summary>Begins searches on the library's threads. Returns the native status.</summary>
        internal abstract int Begin(
            SearchTicket ticket, SearchKey[] searches, int count, GridstarQueryDef[] defs, int defCount);

        /// <summary>Reads the answer to one of the searches that have ended. Returns the native status.</summary>
        internal abstract int Read(SearchTicket ticket, int index, ref SearchAnswer answer);

        /// <summary>
        /// Cost of the part of a path from one index to another, links included, on the scale of the query's costs.
        /// </summary>
        internal double Measure(GridCell[] cells, List<PathLeg> legs, int first, int end, ref PathQuery query)
        {
            if (Grid != null)
            {
                return Grid.MeasurePath(cells, first, end, ref query);
            }
            double sum = 0.0;
            for (int leg = 0; leg < legs.Count; leg++)
            {
                int from = Math.Max(legs[leg].First, first);
                int to = PathLeg.EndOf(legs, leg, end);
                if (from < to)
                {
                    sum += GridOf(legs[leg].Floor).MeasurePath(cells, from, to, ref query);
                    sum += legs[leg].First > first ? legs[leg].LinkCost : 0.0;
                }
            }
            return sum;
        }
    }

    /// <summary>One grid.</summary>
    internal sealed class GridWorld : TrackedWorld
    {
        [ThreadStatic]
        private static PathRequest[] t_requests;

        private readonly PathGrid _grid;

        internal GridWorld(PathGrid grid)
        {
            _grid = grid;
        }

        internal override PathGrid Grid => _grid;

        internal override int FloorCount => 1;

        internal override bool IsGone => _grid.IsDisposed;

        internal override long CellCount => (long)_grid.Width * _grid.Height;

        internal override PathGrid GridOf(int floor) => _grid;

        internal override bool HasFloor(int floor) => true;

        internal override bool TryGetLink(int link, out FloorLink found)
        {
            found = default(FloorLink);
            return false;
        }

        internal override int NoteLength(int count) => _grid.NoteLength(count);

        internal override void Search(
            FloorCell from, FloorCell target, PathQuery query, CellBuffer buffer, ref SearchAnswer answer)
        {
            answer.Result = _grid.FindPath(from.Cell, target.Cell, query, buffer);
            answer.Cells = buffer.Cells;
        }

        internal override int Begin(
            SearchTicket ticket, SearchKey[] searches, int count, GridstarQueryDef[] defs, int defCount)
        {
            if (t_requests == null || t_requests.Length < count)
            {
                t_requests = new PathRequest[searches.Length];
            }
            for (int i = 0; i < count; i++)
            {
                t_requests[i] = new PathRequest(searches[i].From.Cell, searches[i].Target.Cell, searches[i].Settings);
            }
            int status = ticket.Begin(_grid.Id, ref t_requests[0], count, ref defs[0], defCount, 0);
            GC.KeepAlive(_grid);
            return status;
        }

        internal override int Read(SearchTicket ticket, int index, ref SearchAnswer answer)
        {
            PathReply reply = ticket[index];
            answer.Result = reply.ToResult(ticket.Revision);
            answer.Cells = ticket.Cells;
            answer.First = reply.First;
            LastPaths.Note(_grid.Id, answer.Cells, answer.First, reply.Length);
            return (int)reply.Reason;
        }
    }
}
