using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    // How terrain and obstacles of the scene come into the grid: those that a scan finds, and those that move.
    public sealed partial class PathGridComponent
    {
        private readonly List<PathObstacle> _obstacles = new List<PathObstacle>();

        /// <summary>Obstacles whose cells have changed since the last LateUpdate.</summary>
        private readonly List<PathObstacle> _moved = new List<PathObstacle>();

        /// <summary>The covers of obstacles that have left since the last LateUpdate.</summary>
        private readonly List<PathCover> _left = new List<PathCover>();
        private byte[] _types = new byte[256];
        private CellRect[] _rects = new CellRect[4];

        /// <summary>Takes in an obstacle. Returns false if there is no grid now.</summary>
        internal bool Join(PathObstacle obstacle)
        {
            if (_grid == null || _grid.IsDisposed)
            {
                return false;
            }
            _obstacles.Add(obstacle);
            obstacle.Cover = _grid.CreateCover();
            return true;
        }

        /// <summary>An obstacle has moved to other cells. The grid changes in LateUpdate.</summary>
        internal void Moved(PathObstacle obstacle)
        {
            if (!obstacle.IsMoved)
            {
                obstacle.IsMoved = true;
                _moved.Add(obstacle);
            }
        }

        /// <summary>An obstacle leaves the grid.</summary>
        internal void Forget(PathObstacle obstacle)
        {
            _obstacles.Remove(obstacle);
            _moved.Remove(obstacle);
            obstacle.IsMoved = false;
            _left.Add(obstacle.Cover);
            _leftSides.AddRange(obstacle.Sides);
            obstacle.Sides.Clear();
        }

        /// <summary>The heights at which obstacles and tagged objects count.</summary>
        private HeightRange Heights(PathGrid grid)
        {
            if (LowestObstacle < HighestObstacle)
            {
                return new HeightRange(grid, LowestObstacle, HighestObstacle);
            }
            bool isSolid = ObstacleShape == ObstacleShape.Sphere || ObstacleShape == ObstacleShape.Box;
            if (grid.Plane == GridPlane.XY && !(isSolid && ObstacleLayers != 0))
            {
                return HeightRange.All;
            }
            float reach = Mathf.Max(ObstacleShapeSize / 2f, 1f) * grid.CellSize;
            return new HeightRange(grid, -reach, reach);
        }

        /// <summary>Covers the cells of the obstacles that have moved.</summary>
        private void PlaceObstacles()
        {
            bool isGone = _grid == null || _grid.IsDisposed;
            // From the end: an obstacle that is switched off leaves the list.
            while (_moved.Count > 0)
            {
                PathObstacle obstacle = _moved[_moved.Count - 1];
                _moved.RemoveAt(_moved.Count - 1);
                obstacle.IsMoved = false;
                if (!isGone)
                {
                    PlaceOrSwitchOff(obstacle);
                }
            }
            foreach (PathCover cover in _left)
            {
                cover.Dispose();
            }
            _left.Clear();
            OpenLeft(isGone);
        }

        /// <summary>An obstacle that can't be placed keeps no other one from its cells.</summary>
        private void PlaceOrSwitchOff(PathObstacle obstacle)
        {
            try
            {
                Place(obstacle);
            }
            catch (Exception cause)
            {
                ComponentFailure.SwitchOff(obstacle, cause);
            }
        }

        /// <summary>
        /// Covers the cells under an obstacle, or closes the sides between cells, if it lies at a height that counts.
        /// </summary>
        private void Place(PathObstacle obstacle)
        {
            bool isThere = obstacle.IsCarving && Heights(_grid).Meets(obstacle.CarvedBounds);
            bool isDoor = obstacle.BetweenCells;
            if (isDoor || obstacle.Sides.Count > 0)
            {
                PlaceDoor(obstacle, isThere && isDoor);
            }
            int count = isThere && !isDoor ? CellRects.Under(_grid, obstacle.CarvedBounds, ref _rects) : 0;
            obstacle.Cover.SetRects(_rects, count);
        }

        /// <summary>Puts the obstacles on a new grid.</summary>
        private void CoverAnew()
        {
            _moved.Clear();
            _left.Clear();
            _leftSides.Clear();
            _doors.Clear();
            for (int i = _obstacles.Count - 1; i >= 0; i--)
            {
                _obstacles[i].Cover = _grid.CreateCover();
                _obstacles[i].IsMoved = false;
                _obstacles[i].Sides.Clear();
                PlaceOrSwitchOff(_obstacles[i]);
            }
        }

        private void Refresh(PathGrid grid, Bounds bounds, bool isWhole)
        {
            if (_map.Width != grid.Width || _map.Height != grid.Height)
            {
                // A grid of another size failed to be built.
                _map.Clear(grid.Width, grid.Height);
            }
            CellRect rect = isWhole ? CellRects.All(_map) : CellRects.Around(grid, bounds, Reach(grid));
            if (rect.IsEmpty())
            {
                return;
            }
            if (_centers.Place != grid.Place)
            {
                // The grid has moved.
                _centers = new CellCenters(_map, grid);
            }
            FindObstacles(grid, _centers, rect);
            if (isWhole)
            {
                grid.SetCells(_map);
                RefreshWalls(grid);
            }
            else
            {
                Write(grid, rect);
                if (KnowsWalls)
                {
                    WriteWalls(grid, OwnersOf(rect), true);
                }
            }
        }

        /// <summary>Writes the types of a rectangle of the map, in one edit.</summary>
        private void Write(PathGrid grid, CellRect rect)
        {
            if (rect.Count() > _types.Length)
            {
                _types = new byte[rect.Count() + rect.Count() / 2];
            }
            for (int row = 0; row < rect.Height; row++)
            {
                int first = (rect.Y + row) * _map.Width + rect.X;
                Array.Copy(_map.Types, first, _types, row * rect.Width, rect.Width);
            }
            grid.SetRect(rect.X, rect.Y, rect.Width, rect.Height, ref FirstElement.Of(_types), rect.Count());
        }

        /// <summary>How far beyond its own cell a shape at a cell's center reaches.</summary>
        private float Reach(PathGrid grid)
        {
            if (grid.IsTurned)
            {
                // A box in a skewed cell may reach out at a corner as soon as it is larger than the cell.
                GridFrame frame = new GridFrame(grid);
                float longest = Mathf.Max(frame.Column.magnitude, frame.Row.magnitude);
                return Mathf.Max(0f, (ObstacleShapeSize - 1f) * longest);
            }
            return Mathf.Max(0f, (ObstacleShapeSize - 1f) / 2f * grid.CellSize);
        }

        /// <summary>Scans the scene for the types of a rectangle's cells. A cell's type depends on no other
        /// cell.</summary>
        private void FindUnpainted(PathGrid grid, CellCenters centers, CellRect rect)
        {
            if (!(RandomShare >= 0f && RandomShare <= 1f))
            {
                throw new ArgumentOutOfRangeException(
                    nameof(RandomShare), RandomShare, "Must be between 0 and 1.");
            }
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                Array.Clear(_map.Types, y * _map.Width + rect.X, rect.Width);
            }
            foreach (TerrainArea area in Terrain)
            {
                AddTypes(grid, centers, rect, area.Layers, area.Tag, (CellType)area.Type);
            }
            AddTypes(grid, centers, rect, ObstacleLayers, ObstacleTag, CellType.Obstacle);
            _map.Start = CellOf(grid, KeepClear);
            _map.Goal = CellOf(grid, AlsoKeepClear);
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                _map.AddRandomObstacles(RandomShare, unchecked((ulong)RandomSeed), rect.X, y, rect.Width);
            }
        }

        private void AddTypes(
            PathGrid grid, CellCenters centers, CellRect rect, LayerMask layers, string tag, CellType type)
        {
            if (layers != 0)
            {
                WarnOf2DColliders(grid, layers);
                CellMapColliders.AddColliders(
                    _map, grid, centers, rect, layers, ObstacleShape, ObstacleShapeSize, type);
            }
            if (!string.IsNullOrEmpty(tag))
            {
                bool wholeBounds = TaggedObstacleArea == TaggedObstacleArea.RendererBounds;
                CellMapTags.AddTagged(_map, grid, rect, tag, wholeBounds, Heights(grid), type);
            }
        }

        /// <summary>
        /// Warns once of a shape that tests 3D colliders, where the grid's area has only 2D colliders.
        /// </summary>
        private void WarnOf2DColliders(PathGrid grid, LayerMask layers)
        {
            bool is3D = ObstacleShape == ObstacleShape.Sphere || ObstacleShape == ObstacleShape.Box;
            if (!is3D || grid.Plane != GridPlane.XY || grid.IsTurned || _hasWarnedOf2D)
            {
                return;
            }
            Vector3 low = grid.GetCellCorner(new GridCell(0, 0));
            Vector3 high = grid.GetCellCorner(new GridCell(grid.Width, grid.Height));
            Vector3 center = (low + high) / 2f;
            Vector3 half = (high - low) / 2f + Vector3.forward * (grid.CellSize / 2f);
            bool has3D = Physics.CheckBox(center, half, Quaternion.identity, layers);
            Vector2 size = new Vector2(high.x - low.x, high.y - low.y);
            if (!has3D && Physics2D.OverlapBox(new Vector2(center.x, center.y), size, 0f, layers) != null)
            {
                _hasWarnedOf2D = true;
                Debug.LogWarning(
                    "The obstacles' layers have 2D colliders here and no 3D ones, but Obstacle Shape is "
                        + ObstacleShape + ", which finds 3D colliders. Choose Auto or Box 2D.",
                    this);
            }
        }

        private static GridCell? CellOf(PathGrid grid, Transform kept)
        {
            GridCell cell = default(GridCell);
            bool isInside = kept != null && grid.TryGetCellAt(kept.position, out cell);
            return isInside ? cell : (GridCell?)null;
        }
    }
}
