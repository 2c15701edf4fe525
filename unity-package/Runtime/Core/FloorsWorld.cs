using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Floors joined by links.</summary>
    internal sealed class FloorsWorld : TrackedWorld
    {
        [ThreadStatic]
        private static FloorPathRequest[] t_requests;

        /// <summary>This thread's legs of a path that was found, and of one that leads on from there.</summary>
        [ThreadStatic]
        private static List<PathLeg> t_legs;

        [ThreadStatic]
        private static List<PathLeg> t_otherLegs;

        [ThreadStatic]
        private static WorldState t_state;

        private readonly PathFloors _floors;

        internal FloorsWorld(PathFloors floors)
        {
            _floors = floors;
        }

        internal override PathFloors Floors => _floors;

        internal override int FloorCount => _floors.FloorCount;

        internal override bool IsGone => _floors.IsDisposed;

        internal override long CellCount
        {
            get
            {
                long sum = 0;
                for (int floor = 0; floor < FloorCount; floor++)
                {
                    sum += (long)GridOf(floor).Width * GridOf(floor).Height;
                }
                return sum;
            }
        }

        internal override ulong LinkRevision => _floors.Revision;

        internal override PathGrid GridOf(int floor) => _floors.GetFloor(floor);

        internal override WorldState NoteState()
        {
            WorldState state = t_state ?? (t_state = new WorldState());
            state.Note(this);
            return state;
        }

        internal override bool HasFloor(int floor)
            => floor >= 0 && floor < FloorCount && !GridOf(floor).IsDisposed;

        internal override bool TryGetLink(int link, out FloorLink found) => _floors.TryGetLink(link, out found);

        internal override int NoteLength(int count) => _floors.NoteLength(count);

        internal override void Search(
            FloorCell from, FloorCell target, PathQuery query, CellBuffer buffer, ref SearchAnswer answer)
        {
            FloorStep[] steps = null;
            bool hasStart = HasFloor(from.Floor);
            if (hasStart && HasFloor(target.Floor))
            {
                answer.FloorResult = _floors.FindPath(from, target, query, out steps);
            }
            else
            {
                PathReason reason = hasStart ? PathReason.GoalOutside : PathReason.StartOutside;
                answer.FloorResult = new FloorPathResult(reason, _floors.Revision);
            }
            Take(steps, 0, buffer, ref answer);
        }

        internal override int Begin(
            SearchTicket ticket, SearchKey[] searches, int count, GridstarQueryDef[] defs, int defCount)
        {
            if (t_requests == null || t_requests.Length < count)
            {
                t_requests = new FloorPathRequest[searches.Length];
            }
            for (int i = 0; i < count; i++)
            {
                t_requests[i] = new FloorPathRequest(searches[i].From, searches[i].Target, searches[i].Settings);
            }
            return _floors.Submit(ticket, ref t_requests[0], count, ref defs[0], defCount, 0);
        }

        internal override int Read(SearchTicket ticket, int index, ref SearchAnswer answer)
        {
            FloorPathReply reply = ticket.FloorReplyAt(index);
            if (reply.Reason == (PathReason)NativeStatus.FloorWithoutGrid)
            {
                // The grid was there when the search was asked for.
                reply = new FloorPathReply(PathReason.GoalOutside);
            }
            answer.FloorResult = reply.ToResult(ticket.Revision);
            Take(ticket.Steps, reply.First, CellBuffer.Path, ref answer);
            return (int)reply.Reason;
        }

        /// <summary>Turns steps into cells and legs.</summary>
        private void Take(FloorStep[] steps, int first, CellBuffer buffer, ref SearchAnswer answer)
        {
            int count = answer.FloorResult.Length;
            answer.Result = answer.FloorResult.ToPathResult();
            List<PathLeg> legs = ReferenceEquals(buffer, CellBuffer.Path)
                ? t_legs ?? (t_legs = new List<PathLeg>())
                : t_otherLegs ?? (t_otherLegs = new List<PathLeg>());
            legs.Clear();
            buffer.Reserve((uint)count);
            for (int i = 0; i < count; i++)
            {
                FloorStep step = steps[first + i];
                buffer.Cells[i] = step.Cell;
                if (i == 0 || step.Link != 0)
                {
                    FloorLink link = default(FloorLink);
                    if (i > 0)
                    {
                        TryGetLink(step.Link, out link);
                    }
                    legs.Add(new PathLeg(i, step.Floor, i > 0 ? step.Link : 0, link.Cost));
                }
            }
            answer.Cells = buffer.Cells;
            answer.First = 0;
            answer.Legs = legs;
        }
    }
}
