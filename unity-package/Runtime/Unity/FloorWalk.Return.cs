using System;
using UnityEngine;

namespace GridStar
{
    // Coming to a floor again: from a link, whatever happens on it, and from beside a floor.
    internal sealed partial class FloorWalk
    {
        /// <summary>In sides of a cell: an object farther from the line of its link was put elsewhere.</summary>
        private const float OffLine = 1.5f;

        /// <summary>In cells: how far from where it comes to a floor it looks for a cell to stand in.</summary>
        private const int StandRadius = 2;

        /// <summary>
        /// The line of the link on which the object is, or was when its path was dropped, or the line of its way back
        /// to a floor. Its points lie on floors; the object is above it by its height.
        /// </summary>
        private bool _hasLine;
        private Vector3 _lineStart;
        private Vector3 _lineEnd;

        /// <summary>In seconds: a body that has not moved for so long can't come nearer.</summary>
        private const float Rest = 0.25f;

        /// <summary>Where the object was in the last frame, and for how many seconds it has been there.</summary>
        private Vector3 _last;
        private float _restsFor;

        /// <summary>The floor on which the object was last; -1 on none.</summary>
        private int _floor = -1;

        /// <summary>Whether it is on a link or on its way back to a floor.</summary>
        internal bool IsOffFloors => Tracker.IsOnLink || Tracker.IsReturning;

        /// <summary>Whether it has to come to a floor, with or without a target.</summary>
        internal bool IsUnderWay => IsOffFloors || _hasLine;

        /// <summary>
        /// Finds out where the object is. If its path was dropped on a link, if somebody has put it elsewhere from
        /// there, or if the floor ahead is gone, it walks straight to a floor, and so it does from beside one.
        /// </summary>
        internal void Notice(Vector3 here, float seconds, int agentSize, bool moves)
        {
            _agentSize = agentSize;
            _moves = moves;
            if (!moves)
            {
                NoticeLink(here);
            }
            _restsFor = Vector3.Distance(here, _last) <= Tolerance * Side ? _restsFor + seconds : 0f;
            _last = here;
            if (IsOffFloors && GoesOn(here))
            {
                return;
            }
            if (IsOffFloors)
            {
                Tracker.Clear();
            }
            bool wasOnLine = _hasLine && !Tracker.HasPath;
            _hasLine = false;
            Place = CellAt(here, agentSize);
            if (wasOnLine)
            {
                LeaveLine(here);
            }
            if (!Tracker.IsReturning && (Place.Floor < 0 || Place.Floor != _floor))
            {
                ComeFromBeside(here);
            }
        }

        /// <summary>Takes over from the walk on other floors on which link the object is.</summary>
        private void TakeOver(FloorWalk before)
        {
            if (before != null)
            {
                _hasLine = before._hasLine;
                _lineStart = before._lineStart;
                _lineEnd = before._lineEnd;
                _height = before._height;
            }
        }

        /// <summary>Whether the object is still on its link or on its way back, and can go on there.</summary>
        private bool GoesOn(Vector3 here)
        {
            if (Tracker.IsOnLink)
            {
                bool isLink = Tracker.Count > 1 && IsLinkTo(1);
                if (isLink)
                {
                    SetLine(PointAt(0), PointAt(1));
                }
                return !isLink || !_moves || (IsThere(Tracker[1].FloorCell) && IsNearLine(here));
            }
            if (HasReturned(here))
            {
                _hasLine = false;
                return false;
            }
            return IsThere(Tracker[0].FloorCell) && IsNearLine(here);
        }

        /// <summary>A body that rests in the cell may be unable to come nearer to its center.</summary>
        private bool HasReturned(Vector3 here)
        {
            Vector3 end = PositionOf(Tracker[0].FloorCell, PointAt(0), here, false);
            if (Vector3.Distance(here, end) <= 2f * Tolerance * Side)
            {
                return true;
            }
            bool rests = !_moves || _restsFor > Rest;
            return rests && CellAt(here, _agentSize) == Tracker[0].FloorCell && IsOn(OnFloor(here), 0);
        }

        /// <summary>Goes to an end of the line, or to the floor below if the object was put elsewhere.</summary>
        private void LeaveLine(Vector3 here)
        {
            bool isNear = IsNearLine(here);
            if (isNear && (TryReturnTo(here, _lineEnd) || TryReturnTo(here, _lineStart)))
            {
                return;
            }
            if (Place.Floor >= 0 && HasOtherHeight(here, Place.Floor))
            {
                Return(here, Place);
            }
        }

        /// <summary>Returns to the cell of a point, if the point is on a floor.</summary>
        private bool TryReturnTo(Vector3 here, Vector3 point)
        {
            FloorCell cell = CellAt(point, _agentSize);
            bool isOn = cell.Floor >= 0
                && Math.Abs(HeightOf(point) - HeightBelow(point, cell.Floor)) <= HeightTolerance;
            if (isOn)
            {
                Return(here, cell);
            }
            return isOn;
        }

        /// <summary>
        /// Returns to the nearest cell of a floor beside which the object is: on no floor, of the highest one at or
        /// below it; above another floor, of the one on which it was, if it is still at that floor's height.
        /// </summary>
        private void ComeFromBeside(Vector3 here)
        {
            FloorCell nearest = FloorTracker.Nowhere;
            float highest = float.NegativeInfinity;
            for (int floor = 0; floor < Tracker.Floors.FloorCount; floor++)
            {
                PathGrid grid = Tracker.Floors.GetFloor(floor);
                if (grid.IsDisposed || !grid.TryGetCellBeside(here, _agentSize, out GridCell cell))
                {
                    continue;
                }
                float height = HeightBelow(here, floor);
                bool counts = Place.Floor < 0
                    ? height <= HeightOf(here) + HeightTolerance
                    : floor == _floor && height > HeightBelow(here, Place.Floor) + HeightTolerance
                        && Math.Abs(HeightOf(here) - _height - height) <= HeightTolerance;
                if (counts && height > highest)
                {
                    highest = height;
                    nearest = new FloorCell(floor, cell);
                }
            }
            if (nearest.Floor >= 0 && CanStandNear(nearest, out FloorCell place))
            {
                TakeHeight(here, nearest);
                Return(here, place);
            }
        }

        /// <summary>Walks straight to where the agent can stand, at a cell or near it.</summary>
        private void Return(Vector3 here, FloorCell cell)
        {
            CanStandNear(cell, out FloorCell place);
            SetLine(OnFloor(here), Tracker.Floors.GetFloor(place.Floor).AgentCenter(place.Cell, _agentSize));
            Tracker.Return(place);
        }

        private bool CanStandNear(FloorCell cell, out FloorCell place)
        {
            PathGrid grid = Tracker.Floors.GetFloor(cell.Floor);
            bool isFound = grid.TryFindNearest(cell.Cell, StandRadius, Tracker.Query.On(grid), out GridCell nearest);
            place = new FloorCell(cell.Floor, nearest);
            return isFound;
        }

        /// <summary>Whether a cell's floor has a grid now, and the grid the cell.</summary>
        private bool IsThere(FloorCell cell)
        {
            PathGrid grid = Tracker.Floors.GetFloor(cell.Floor);
            return !grid.IsDisposed && grid.Contains(cell.Cell);
        }

        private void SetLine(Vector3 start, Vector3 end)
        {
            _hasLine = true;
            _lineStart = start;
            _lineEnd = end;
        }

        private bool IsNearLine(Vector3 here)
        {
            Vector3 way = _lineEnd - _lineStart;
            Vector3 from = OnFloor(here) - _lineStart;
            float share = Vector3.Dot(from, way) / Math.Max(way.sqrMagnitude, float.Epsilon);
            Vector3 nearest = way * Math.Max(0f, Math.Min(1f, share));
            return (from - nearest).magnitude <= OffLine * Side;
        }

        /// <summary>The point of a floor or a line above which the object is by its height.</summary>
        private Vector3 OnFloor(Vector3 here) => WithHeight(here, HeightOf(here) - _height);
    }
}
