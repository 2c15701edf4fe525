using System;

namespace GridStar
{
    // Finds the changes of grids and links that concern the path.
    public abstract partial class TrackerBase
    {
        /// <summary>Looks whether changes came near the path. Only then the path is checked.</summary>
        internal void NoticeEdits()
        {
            // The profile may block the path, which is urgent, or make it only dearer or cheaper than another one.
            bool isNear = NoticeProfile() | NoticeLinks();
            for (int floor = 0; floor < _floorCount; floor++)
            {
                isNear |= NoticeEdits(floor);
            }
            if (isNear && HasPath)
            {
                _usableEnd = FindUsableEnd();
                _isTouched |= IsBlocked;
            }
        }

        /// <summary>
        /// Notices changes of floors and links. Another grid in a floor's place is a reason to search, and so is any
        /// change while there is no path to the target.
        /// </summary>
        private bool NoticeLinks()
        {
            if (_world.Grid != null)
            {
                return false;
            }
            ulong revision = _scheduler == null ? _world.LinkRevision : _scheduler.LinkRevision;
            if (revision <= _linkRevision)
            {
                return false;
            }
            _linkRevision = revision;
            _isTouched |= !HasPath || !_result.Found;
            for (int floor = 0; floor < _floorCount; floor++)
            {
                _isTouched |= _world.GridOf(floor) != _floors[floor].Grid;
            }
            return true;
        }

        /// <summary>Returns whether an edit of a floor's grid came near the path.</summary>
        private bool NoticeEdits(int floor)
        {
            PathGrid grid = _floors[floor].Grid;
            bool isKnown = _scheduler != null && _scheduler.HasSeen(grid, floor, _floors[floor].Revision);
            if (isKnown || _floors[floor].IsGone)
            {
                return false;
            }
            if (_world.Grid == null && grid.IsDisposed)
            {
                _floors[floor].IsGone = true;
                return true;
            }
            ulong since = _floors[floor].Revision;
            ulong revision = _scheduler == null
                ? grid.GetChanges(since, out GridstarRect[] changed, out uint count)
                : _scheduler.GetChanges(grid, floor, since, out changed, out count);
            if (count == 0)
            {
                return false;
            }
            // The edit may have opened a way to the target.
            _isTouched |= !HasPath || !_result.Found;
            bool isNear = false;
            for (int i = 0; i < count && !isNear && HasPath; i++)
            {
                isNear = ComesNear(floor, ref changed[i]);
            }
            _isRepriced |= isNear && !_query.IgnorePenalties && grid.HasNewPenalties(since);
            _floors[floor].Revision = revision;
            return isNear;
        }

        /// <summary>Whether a rectangle of changed cells of a floor comes near the remaining path.</summary>
        private bool ComesNear(int floor, ref GridstarRect rect)
        {
            if (_legs.Count == 0)
            {
                return ComesNear(ref rect, _first, _end);
            }
            for (int leg = 0; leg < _legs.Count; leg++)
            {
                int first = Math.Max(_legs[leg].First, _first);
                int end = PathLeg.EndOf(_legs, leg, _end);
                if (first < end && _legs[leg].Floor == floor && ComesNear(ref rect, first, end))
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>Checks the remaining cells and links. Returns the index of the first one that can't be used.
        /// </summary>
        private protected int FindUsableEnd()
        {
            PathQuery query = PathQueryNow;
            if (_legs.Count == 0)
            {
                return _first + _floors[0].Grid.CheckPath(_cells, _first, _end, query, out GridRevision);
            }
            for (int leg = 0; leg < _legs.Count; leg++)
            {
                int end = PathLeg.EndOf(_legs, leg, _end);
                if (end <= _first)
                {
                    continue;
                }
                int first = Math.Max(_legs[leg].First, _first);
                bool isLinkAhead = _legs[leg].First > _first;
                if (isLinkAhead && !IsLinkUsable(leg, query))
                {
                    return first;
                }
                FloorState state = _floors[_legs[leg].Floor];
                int usable = state.IsGone ? 1 : state.Grid.CheckPath(_cells, first, end, query.On(state.Grid), out _);
                if (usable < end - first)
                {
                    return first + usable;
                }
            }
            return _end;
        }

        /// <summary>
        /// Whether the link to a floor of the path still leads there, with nothing on its ends. Notices a new cost.
        /// </summary>
        private bool IsLinkUsable(int leg, PathQuery query)
        {
            PathLeg known = _legs[leg];
            if (!_world.TryGetLink(known.Link, out FloorLink link) || link.Closed)
            {
                return false;
            }
            _isRepriced |= !link.Cost.Equals(known.LinkCost);
            known.LinkCost = link.Cost;
            _legs[leg] = known;
            FloorCell from = PlaceOf(known.First - 1);
            FloorCell end = PlaceOf(known.First);
            bool leads = (link.From == from && link.To == end) || (!link.OneWay && link.From == end && link.To == from);
            return leads && CanStand(from, query) && CanStand(end, query);
        }

        private bool CanStand(FloorCell at, PathQuery query)
        {
            bool isThere = at.Floor < _floorCount && !_floors[at.Floor].IsGone;
            PathGrid grid = isThere ? _floors[at.Floor].Grid : null;
            return isThere && grid.TryFindNearest(at.Cell, 0, query.On(grid), out _);
        }
    }
}
