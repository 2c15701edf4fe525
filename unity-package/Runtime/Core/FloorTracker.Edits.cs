using System;
using System.Collections.Generic;

namespace GridStar
{
    // Finds the changes of grids and links that concern the path.
    public sealed partial class FloorTracker
    {
        /// <summary>A floor's grid, as it was when the path was searched or last looked at.</summary>
        private struct FloorState
        {
            internal PathGrid Grid;
            internal ulong Revision;
            internal bool IsGone;
        }

        private readonly List<FloorState> _floors = new List<FloorState>();
        private ulong _floorsRevision;

        /// <summary>The query of the path, with the diagonal rule of the floor on which it began.</summary>
        private PathQuery _pathQuery;

        /// <summary>Notes the state of floors, links and profile, for a search that follows.</summary>
        private void NoteState()
        {
            _profileRevision = CurrentProfileRevision;
            _floorsRevision = Floors.Revision;
            _floors.Clear();
            int count = Floors.FloorCount;
            for (int floor = 0; floor < count; floor++)
            {
                FloorState state;
                state.Grid = Floors.GetFloor(floor);
                state.IsGone = state.Grid.IsDisposed;
                state.Revision = state.IsGone ? 0 : state.Grid.Revision;
                _floors.Add(state);
            }
        }

        /// <summary>Whether the floors, or the grid of one of them, are disposed.</summary>
        internal override bool IsGone
        {
            get
            {
                bool isGone = Floors.IsDisposed;
                for (int floor = 0; floor < _floors.Count; floor++)
                {
                    isGone |= _floors[floor].Grid.IsDisposed;
                }
                return isGone;
            }
        }

        private bool HasGrid(int floor) => floor >= 0 && floor < _floors.Count && !_floors[floor].IsGone;

        /// <summary>The whole path follows the rule of the floor on which it begins.</summary>
        private void TakeRule(int floor)
        {
            if (HasPath && _pathQuery.DiagonalRule == DiagonalRule.Default)
            {
                _pathQuery.DiagonalRule = _floors[floor].Grid.DiagonalRule;
            }
        }

        internal override void NoticeEdits()
        {
            bool isNear = NoticeProfile() | NoticeLinks();
            for (int floor = 0; floor < _floors.Count; floor++)
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
            ulong revision = Floors.Revision;
            if (revision == _floorsRevision)
            {
                return false;
            }
            _floorsRevision = revision;
            _isTouched |= !HasPath || !Result.Found;
            for (int floor = 0; floor < _floors.Count; floor++)
            {
                _isTouched |= Floors.GetFloor(floor) != _floors[floor].Grid;
            }
            return true;
        }

        /// <summary>Returns whether an edit of a floor's grid came near the path.</summary>
        private bool NoticeEdits(int floor)
        {
            FloorState state = _floors[floor];
            if (state.IsGone)
            {
                return false;
            }
            if (state.Grid.IsDisposed)
            {
                state.IsGone = true;
                _floors[floor] = state;
                return true;
            }
            ulong revision = state.Grid.GetChanges(state.Revision, out GridstarRect[] changed, out uint count);
            if (count == 0)
            {
                return false;
            }
            // The edit may have opened a way to the target.
            _isTouched |= !HasPath || !Result.Found;
            bool isNear = false;
            for (int i = 0; i < count && !isNear; i++)
            {
                isNear = ComesNear(floor, ref changed[i]);
            }
            _isRepriced |= isNear && !_query.IgnorePenalties && state.Grid.HasNewPenalties(state.Revision);
            state.Revision = revision;
            _floors[floor] = state;
            return isNear;
        }

        /// <summary>Whether a rectangle of changed cells of a floor comes near the remaining path.</summary>
        private bool ComesNear(int floor, ref GridstarRect rect)
        {
            for (int leg = 0; leg < _legs.Count; leg++)
            {
                int first = Math.Max(_legs[leg], _first);
                int end = EndOf(leg);
                if (first < end && _steps[first].Floor == floor && ComesNear(ref rect, first, end))
                {
                    return true;
                }
            }
            return false;
        }

        private int EndOf(int leg) => leg + 1 < _legs.Count ? _legs[leg + 1] : _end;

        /// <summary>Checks the remaining cells and links.</summary>
        private int FindUsableEnd()
        {
            for (int leg = 0; leg < _legs.Count; leg++)
            {
                int end = EndOf(leg);
                if (end <= _first)
                {
                    continue;
                }
                int first = Math.Max(_legs[leg], _first);
                bool isLinkAhead = _legs[leg] > _first;
                if (isLinkAhead && !IsLinkUsable(leg))
                {
                    return first;
                }
                FloorState state = _floors[_steps[first].Floor];
                int usable = state.IsGone ? 1 : state.Grid.CheckPath(_cells, first, end, _pathQuery, out _);
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
        private bool IsLinkUsable(int leg)
        {
            int to = _legs[leg];
            if (!Floors.TryGetLink(_steps[to].Link, out FloorLink link) || link.Closed)
            {
                return false;
            }
            _isRepriced |= !link.Cost.Equals(_linkCosts[leg]);
            _linkCosts[leg] = link.Cost;
            FloorCell from = _steps[to - 1].FloorCell;
            FloorCell end = _steps[to].FloorCell;
            bool leads = (link.From == from && link.To == end) || (!link.OneWay && link.From == end && link.To == from);
            return leads && CanStand(from) && CanStand(end);
        }

        private bool CanStand(FloorCell at) => HasGrid(at.Floor)
            && _floors[at.Floor].Grid.TryFindNearest(at.Cell, 0, _pathQuery, out _);
    }
}
