using System;
using System.Collections.Generic;

namespace GridStar
{
    // On which floors the cells of the path lie, and what the floors were when it was searched.
    public abstract partial class TrackerBase
    {
        /// <summary>Floors of the world; on a grid, the grid alone.</summary>
        private protected FloorState[] _floors;
        private int _floorCount;

        /// <summary>Number of changes of floors and links that are known.</summary>
        private ulong _linkRevision;

        /// <summary>The query of a path through floors, with the settings of the floor on which it begins.</summary>
        private PathQuery _floorQuery;

        /// <summary>The query with which the path is checked and measured.</summary>
        private PathQuery PathQueryNow => _world.Grid != null ? _query : _floorQuery;

        /// <summary>The grid's revision at the last search or check of a path on one grid.</summary>
        private protected ref ulong GridRevision => ref _floors[0].Revision;

        /// <summary>Whether floors, or a grid that the path needs, are disposed.</summary>
        internal bool IsGone
        {
            get
            {
                bool isGone = _world.IsGone;
                for (int floor = 0; floor < _floorCount && !isGone; floor++)
                {
                    isGone = _floors[floor].Grid.IsDisposed;
                }
                return isGone;
            }
        }

        /// <summary>A cell of the path by its index among all cells.</summary>
        private protected FloorCell PlaceOf(int index)
            => new FloorCell(_legs.Count == 0 ? 0 : PathLeg.FloorAt(_legs, index), _cells[index]);

        /// <summary>
        /// The first index at which a path has a cell; -1 if it has not. Skips as many cells of the path as the cell is
        /// away.
        /// </summary>
        private int IndexOf(GridCell[] path, List<PathLeg> legs, int first, int end, FloorCell place)
        {
            if (legs == null || legs.Count == 0)
            {
                return IndexOf(path, first, end, place.Cell);
            }
            for (int leg = 0; leg < legs.Count; leg++)
            {
                int from = Math.Max(first, legs[leg].First);
                int to = PathLeg.EndOf(legs, leg, end);
                int found = legs[leg].Floor == place.Floor && from < to ? IndexOf(path, from, to, place.Cell) : -1;
                if (found >= 0)
                {
                    return found;
                }
            }
            return -1;
        }

        private int IndexOf(GridCell[] path, int first, int end, GridCell cell)
        {
            bool hasGaps = _query.Form.HasGaps();
            int i = first;
            while (i < end)
            {
                long distance = Math.Max(Math.Abs((long)path[i].X - cell.X), Math.Abs((long)path[i].Y - cell.Y));
                if (distance == 0)
                {
                    return i;
                }
                i += hasGaps ? 1 : (int)Math.Min(distance, end - i);
            }
            return -1;
        }

        private void TakeLegs(ref SearchAnswer answer)
        {
            _legs.Clear();
            if (answer.Legs == null)
            {
                return;
            }
            // Costs of links may have changed since the search: the next look then finds another cost than none.
            bool isOld = answer.State == null || answer.State.LinkRevision != _world.LinkRevision;
            for (int i = 0; i < answer.Legs.Count; i++)
            {
                PathLeg leg = answer.Legs[i];
                leg.First -= answer.First;
                leg.LinkCost = isOld ? double.NaN : leg.LinkCost;
                _legs.Add(leg);
            }
        }

        /// <summary>Takes over the state of the world that a search has seen.</summary>
        private void TakeState(ref SearchAnswer answer)
        {
            if (_world.Grid != null)
            {
                GridRevision = answer.Result.Revision;
                return;
            }
            WorldState state = answer.State;
            _linkRevision = state.LinkRevision;
            if (_floors.Length < state.Count)
            {
                _floors = new FloorState[state.Count];
            }
            _floorCount = state.Count;
            for (int floor = 0; floor < _floorCount; floor++)
            {
                _floors[floor] = state[floor];
            }
            _floorQuery = _query;
            if (HasPath)
            {
                _floors[_legs[0].Floor].Grid.FillSettings(ref _floorQuery);
            }
        }

        /// <summary>Drops cells that were passed long ago from the beginning of the array.</summary>
        private void DropPassed()
        {
            int passed = Math.Max(0, _first - PathScheduler.MostCellsBack);
            if (passed == 0)
            {
                return;
            }
            Paths++;
            Array.Copy(_cells, passed, _cells, 0, _end - passed);
            _first -= passed;
            _end -= passed;
            _usableEnd -= passed;
            while (_legs.Count > 1 && _legs[1].First <= passed)
            {
                _legs.RemoveAt(0);
            }
            ShiftLegs(-passed);
        }

        /// <summary>Moves the beginnings of all legs. The first one begins with the path.</summary>
        private void ShiftLegs(int by)
        {
            for (int leg = 0; leg < _legs.Count; leg++)
            {
                PathLeg moved = _legs[leg];
                moved.First = leg == 0 ? 0 : moved.First + by;
                _legs[leg] = moved;
            }
        }
    }
}
