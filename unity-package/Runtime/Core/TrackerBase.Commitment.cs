using System;

namespace GridStar
{
    // Decides whether to take a new path that turns back.
    public abstract partial class TrackerBase
    {
        /// <summary>A target that has moved by this number of straight steps counts as near its old cell.</summary>
        private const double NearSteps = 3.0;

        private readonly GridCell[] _leg = new GridCell[2];
        private protected double _commitment = 0.1;

        /// <summary>Whether the query has changed since the path was found.</summary>
        private protected bool _isForeign;

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
            FloorCell here = hasGaps ? _request.From : PlaceOf(_first);
            int at = IndexOf(cells, answer.Legs, answer.First, answer.End, here);
            // Between points, the follower has hardly left the cell from which the search began.
            at = at < 0 && hasGaps ? answer.First : at;
            bool turnsBack = at < 0 ? backCount > 0 : at + 1 < answer.End && TurnsBack(here, answer.PlaceAt(at + 1));
            if (!turnsBack)
            {
                return false;
            }
            PathQuery query = PathQueryNow;
            double cost = at < 0
                ? answer.Result.Cost + _world.Measure(_cells, _legs, _first - backCount, _first + 1, ref query)
                : answer.Result.Cost - _world.Measure(cells, answer.Legs, answer.First, at + 1, ref query);
            double near = Math.Max(cost / 2.0, NearSteps * _world.GridOf(here.Floor).StraightCostOf(ref query));
            double most = answer.Result.Found && _result.Found ? Math.Min(cost, near) : cost;
            return cost >= (1.0 - _commitment) * CostOfRest(here, query)
                && FindUsableEnd() == _end
                && GoOnTo(answer.PlaceAt(answer.End - 1), most);
        }

        /// <summary>Whether the next cell of another path and that of this one lie more than 90 degrees apart. On
        /// another floor, or over a link, no way turns back.</summary>
        private bool TurnsBack(FloorCell here, FloorCell next)
        {
            FloorCell before = NextPlace;
            long ahead = (long)(before.Cell.X - here.Cell.X) * (next.Cell.X - here.Cell.X)
                + (long)(before.Cell.Y - here.Cell.Y) * (next.Cell.Y - here.Cell.Y);
            return ahead < 0 && before.Floor == here.Floor && next.Floor == here.Floor && LinkAt(1) == 0;
        }

        /// <summary>Cost of the path from the follower on. The follower may be between two points.</summary>
        private double CostOfRest(FloorCell here, PathQuery query)
        {
            if (!_query.Form.HasGaps())
            {
                return _world.Measure(_cells, _legs, _first, _end, ref query);
            }
            _leg[0] = here.Cell;
            _leg[1] = NextPlace.Cell;
            return _world.GridOf(here.Floor).MeasurePath(_leg, 0, 2, ref query)
                + _world.Measure(_cells, _legs, _first + 1, _end, ref query);
        }

        /// <summary>Adds the way from the path's end to another cell, if the way costs little enough.</summary>
        private bool GoOnTo(FloorCell end, double most)
        {
            FloorCell from = PlaceOf(_end - 1);
            if (end != from)
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
                SearchAnswer way = default(SearchAnswer);
                _world.Search(from, end, query, buffer, ref way);
                if (way.Result.Found && query.Form != _query.Form)
                {
                    query.Form = _query.Form;
                    query.MaxCost = 0.0;
                    _world.Search(from, end, query, buffer, ref way);
                }
                if (!way.Result.Found)
                {
                    return false;
                }
                Append(ref way);
            }
            _usableEnd = _end;
            return true;
        }

        /// <summary>
        /// Adds a way from the path's end. Cells that the path enters and the way goes back over are left out.
        /// </summary>
        private void Append(ref SearchAnswer way)
        {
            int i = way.Result.Length - 1;
            int meets = IndexOf(_cells, _legs, _first, _end, way.PlaceAt(i));
            while (meets < 0 && i > 0)
            {
                i--;
                meets = IndexOf(_cells, _legs, _first, _end, way.PlaceAt(i));
            }
            _end = meets < 0 ? _end : meets + 1;
            while (_legs.Count > 0 && _legs[_legs.Count - 1].First >= _end)
            {
                _legs.RemoveAt(_legs.Count - 1);
            }
            int more = way.Result.Length - 1 - i;
            Paths++;
            DropPassed();
            GrowTo(_end + more);
            Array.Copy(way.Cells, i + 1, _cells, _end, more);
            for (int leg = 0; way.Legs != null && leg < way.Legs.Count; leg++)
            {
                PathLeg added = way.Legs[leg];
                if (added.First > i)
                {
                    added.First += _end - i - 1;
                    _legs.Add(added);
                }
            }
            _end += more;
        }
    }
}
