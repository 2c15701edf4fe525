using System;

namespace GridStar
{
    // Decides whether to take a new path that turns back.
    public sealed partial class PathTracker
    {
        /// <summary>A target that has moved by this number of straight steps counts as near its old cell.</summary>
        private const double NearSteps = 3.0;

        private readonly GridCell[] _leg = new GridCell[2];
        private double _commitment = 0.1;

        /// <summary>Whether the query has changed since the path was found.</summary>
        private bool _isForeign;

        /// <summary>
        /// The share by which a new path that turns back must be cheaper than the rest of the current path: 0 &lt;=
        /// share &lt; 1. Otherwise the current path is kept. Default: 0.1. With 0 each new path is taken.
        /// </summary>
        /// <remarks>
        /// <para>A follower between two equal ways would otherwise walk to and fro while its target does. A new path
        /// turns back if its next step and the next step of the current path point more than 90 degrees apart.</para>
        /// <para>The current path is then kept, and goes on to the end of the new one, if all of this holds: it can
        /// still be walked; the new path costs at least 1 - share of its rest; and the way from its end to the end of
        /// the new path costs at most half of the new path, or three straight steps, and never more than the new path;
        /// if one of the paths is partial, it may cost as much as the new path. On open ground this hardly ever holds:
        /// there the ends of such paths are too far apart. Costs alone decide, not time.</para>
        /// </remarks>
        /// <exception cref="ArgumentOutOfRangeException">The value is negative, at least 1, or NaN.</exception>
        public double Commitment
        {
            get => _commitment;
            set
            {
                if (!(value >= 0.0 && value < 1.0))
                {
                    throw new ArgumentOutOfRangeException(
                        nameof(value), value, "The share must be at least 0 and below 1.");
                }
                _commitment = value;
            }
        }

        /// <summary>
        /// Keeps the path and lets it go on to the end of a new one, if <see cref="Commitment"/> says so.
        /// </summary>
        private bool KeepsCourse(ref SearchAnswer answer, int backCount)
        {
            bool mayKeep = _commitment > 0.0 && answer.Result.HasPath && HasNext && !IsBlocked && !_isForeign
                && !_isOpen;
            if (!mayKeep)
            {
                return false;
            }
            bool hasGaps = _query.Form.HasGaps();
            GridCell[] cells = answer.Cells;
            GridCell here = hasGaps ? _request.From : this[0];
            int at = IndexOf(cells, answer.First, answer.End, here);
            // Between points, the follower has hardly left the cell from which the search began.
            at = at < 0 && hasGaps ? answer.First : at;
            bool turnsBack = at < 0 ? backCount > 0 : at + 1 < answer.End && TurnsBack(here, cells[at + 1]);
            if (!turnsBack)
            {
                return false;
            }
            double cost = at < 0
                ? answer.Result.Cost + Grid.MeasurePath(_cells, _first - backCount, _first + 1, ref _query)
                : answer.Result.Cost - Grid.MeasurePath(cells, answer.First, at + 1, ref _query);
            double near = Math.Max(cost / 2.0, NearSteps * Grid.StraightCostOf(ref _query));
            double most = answer.Result.Found && Result.Found ? Math.Min(cost, near) : cost;
            return cost >= (1.0 - _commitment) * CostOfRest(here)
                && Grid.CheckPath(_cells, _first, _end, _query, out ulong revision) == Count
                && GoOnTo(cells[answer.End - 1], most, revision);
        }

        private bool TurnsBack(GridCell here, GridCell next)
        {
            GridCell before = Next;
            long ahead = (long)(before.X - here.X) * (next.X - here.X) + (long)(before.Y - here.Y) * (next.Y - here.Y);
            return ahead < 0;
        }

        /// <summary>Cost of the path from the follower on. The follower may be between two points.</summary>
        private double CostOfRest(GridCell here)
        {
            if (!_query.Form.HasGaps())
            {
                return Grid.MeasurePath(_cells, _first, _end, ref _query);
            }
            _leg[0] = here;
            _leg[1] = Next;
            return Grid.MeasurePath(_leg, 0, 2, ref _query) + Grid.MeasurePath(_cells, _first + 1, _end, ref _query);
        }

        /// <summary>Adds the way from the path's end to another cell, if the way costs little enough.</summary>
        private bool GoOnTo(GridCell end, double most, ulong revision)
        {
            if (end != _cells[_end - 1])
            {
                if (!(most > 0.0))
                {
                    return false;
                }
                PathQuery query = _query;
                query.AllowPartial = false;
                query.LeaveBlocked = false;
                query.MaxCost = most;
                if (query.Form == PathForm.AnyAngle)
                {
                    // A search at any angle takes no limit of cost. It finds no dearer way than this one.
                    query.Form = PathForm.Straightened;
                }
                // The first buffer may hold the answer, for which other trackers wait.
                CellBuffer buffer = CellBuffer.Second;
                PathResult way = Grid.FindPath(_cells[_end - 1], end, query, buffer);
                if (way.Found && query.Form != _query.Form)
                {
                    query.Form = _query.Form;
                    query.MaxCost = 0.0;
                    way = Grid.FindPath(_cells[_end - 1], end, query, buffer);
                }
                if (!way.Found)
                {
                    return false;
                }
                Append(buffer.Cells, way.Length);
            }
            _usableEnd = _end;
            _revision = revision;
            return true;
        }

        /// <summary>
        /// Adds a way from the path's end. Cells that the path enters and the way goes back over are left out.
        /// </summary>
        private void Append(GridCell[] way, int length)
        {
            int i = length - 1;
            int meets = IndexOf(_cells, _first, _end, way[i]);
            while (meets < 0 && i > 0)
            {
                i--;
                meets = IndexOf(_cells, _first, _end, way[i]);
            }
            _end = meets < 0 ? _end : meets + 1;
            int more = length - 1 - i;
            int passed = Math.Max(0, _first - PathScheduler.MostCellsBack);
            Array.Copy(_cells, passed, _cells, 0, _end - passed);
            _first -= passed;
            _end -= passed;
            GrowTo(_end + more);
            Array.Copy(way, i + 1, _cells, _end, more);
            _end += more;
        }
    }
}
