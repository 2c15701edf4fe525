using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    // Walls between cells: those that a scan finds, those that are painted, and doors.
    public sealed partial class PathGridComponent
    {
        /// <summary>
        /// Walls between cells that are painted, and ways in one direction, over those that a scan finds.
        /// </summary>
        [HideInInspector]
        public PaintedWalls PaintedWalls = new PaintedWalls();

        private readonly DoorSides _doors = new DoorSides();
        private readonly List<int> _sides = new List<int>();

        /// <summary>The sides of doors that have left since the last LateUpdate.</summary>
        private readonly List<int> _leftSides = new List<int>();

        /// <summary>The walls that a scan finds and those that are painted, row by row; empty without any.</summary>
        private byte[] _walls = new byte[0];

        /// <summary>Whether this component has set walls on the grid, which it then takes away too.</summary>
        private bool _hasSetWalls;

        /// <summary>Whether a scan or paint says where walls are.</summary>
        private bool KnowsWalls => WallLayers != 0 || !PaintedWalls.IsEmpty;

        /// <summary>Walls that the last scan found, with paint; null if it was to find none.</summary>
        internal byte[] ScannedWalls => KnowsWalls && _walls.Length >= _map.Count ? _walls : null;

        /// <summary>Finds the walls that cells of a rectangle own, after the types of the cells.</summary>
        private void FindWalls(PathGrid grid, CellRect rect)
        {
            if (!KnowsWalls)
            {
                return;
            }
            if (_walls.Length < _map.Count)
            {
                _walls = new byte[_map.Count];
            }
            if (WallLayers != 0)
            {
                ProbeOfWalls(grid).Find(_map.Types, rect, _walls);
            }
            else
            {
                for (int y = rect.Y; y < rect.Y + rect.Height; y++)
                {
                    Array.Clear(_walls, y * _map.Width + rect.X, rect.Width);
                }
            }
            PaintedWalls.WriteTo(_walls, _map.Width, _map.Height, grid.Layout);
        }

        /// <summary>Walls that a scan finds without what is painted, row by row. The types are those of the last
        /// scan.</summary>
        internal byte[] ScanWallsWithoutPaint(PathGrid grid)
        {
            byte[] walls = new byte[_map.Count];
            if (WallLayers != 0)
            {
                ProbeOfWalls(grid).Find(_map.Types, CellRects.All(_map), walls);
            }
            return walls;
        }

        private WallProbe ProbeOfWalls(PathGrid grid)
            => new WallProbe(grid, WallLayers, ObstacleShape, WallShapeSize, ObstacleShapeSize);

        /// <summary>Puts the walls of all cells on the present grid, if there is something to put.</summary>
        private void RefreshWalls(PathGrid grid)
        {
            if (!KnowsWalls && _hasSetWalls)
            {
                // The setting or the paint is gone.
                _walls = new byte[_map.Count];
            }
            if (KnowsWalls || _hasSetWalls)
            {
                WriteWalls(grid, CellRects.All(_map), true);
            }
            _hasSetWalls = KnowsWalls;
        }

        /// <summary>Puts what was scanned and painted on a grid that has no doors yet.</summary>
        internal void PutWalls(PathGrid grid)
        {
            if (KnowsWalls)
            {
                WriteWalls(grid, CellRects.All(_map), false);
            }
        }

        /// <summary>Puts the walls that cells of a rectangle own on a grid, in one edit.</summary>
        /// <param name="hasDoors">Whether the doors of this component are on the grid.</param>
        private void WriteWalls(PathGrid grid, CellRect rect, bool hasDoors)
        {
            byte[] passages = new byte[rect.Count()];
            for (int row = 0; row < rect.Height; row++)
            {
                Array.Copy(_walls, (rect.Y + row) * _map.Width + rect.X, passages, row * rect.Width, rect.Width);
            }
            if (hasDoors)
            {
                _doors.CloseIn(passages, rect, _map.Width);
            }
            grid.SetPassages(rect.X, rect.Y, rect.Width, rect.Height, passages);
        }

        /// <summary>Puts painted walls on a grid that was loaded with its own.</summary>
        private void PaintWalls(PathGrid grid)
        {
            if (PaintedWalls.IsEmpty)
            {
                return;
            }
            byte[] passages = new byte[grid.Width * grid.Height];
            grid.GetPassages(passages);
            PaintedWalls.WriteTo(passages, grid.Width, grid.Height, grid.Layout);
            grid.SetPassages(passages);
        }

        /// <summary>Rectangle of the cells that own a side of a cell of another one.</summary>
        private CellRect OwnersOf(CellRect rect)
        {
            CellRect around = new CellRect(rect.X - 1, rect.Y - 1, rect.Width + 2, rect.Height + 2);
            return around.Within(CellRects.All(_map));
        }

        /// <summary>Closes the sides under a door, and opens those that it has left.</summary>
        private void PlaceDoor(PathObstacle obstacle, bool isThere)
        {
            _sides.Clear();
            if (isThere)
            {
                DoorSides.Find(_grid, obstacle.CarvedBounds, _sides);
            }
            _doors.Move(_grid, obstacle.Sides, _sides);
            obstacle.Sides.Clear();
            obstacle.Sides.AddRange(_sides);
        }

        /// <summary>Opens the sides of doors that have left.</summary>
        private void OpenLeft(bool isGone)
        {
            if (_leftSides.Count > 0 && !isGone)
            {
                _sides.Clear();
                _doors.Move(_grid, _leftSides, _sides);
            }
            _leftSides.Clear();
        }
    }
}
