using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    // How terrain and obstacles of the scene come into the grid: those that a scan finds, and those that move.
    public sealed partial class PathGridComponent
    {
        private readonly List<PathObstacle> _obstacles = new List<PathObstacle>();

        /// <summary>Null before the first obstacle that moves and the first refresh.</summary>
        private ObstacleCover _cover;

        /// <summary>Takes in an obstacle. Returns false if there is no grid, because the library is missing.</summary>
        internal bool Join(PathObstacle obstacle)
        {
            if (_grid == null)
            {
                return false;
            }
            if (_cover == null)
            {
                _cover = new ObstacleCover(_grid);
            }
            _obstacles.Add(obstacle);
            return true;
        }

        /// <summary>An obstacle has come to a place. The grid changes in LateUpdate.</summary>
        internal void Cover(PathObstacle obstacle, Bounds bounds)
        {
            if (!_grid.IsDisposed)
            {
                MoveTo(obstacle, CellRects.Under(_grid, bounds));
            }
        }

        /// <summary>An obstacle has left its place.</summary>
        internal void Uncover(PathObstacle obstacle)
        {
            MoveTo(obstacle, default(CellRect));
        }

        /// <summary>Forgets an obstacle that covers nothing.</summary>
        internal void Forget(PathObstacle obstacle)
        {
            _obstacles.Remove(obstacle);
        }

        private void MoveTo(PathObstacle obstacle, CellRect rect)
        {
            _cover.Move(obstacle.Covered, rect);
            obstacle.Covered = rect;
        }

        /// <summary>Puts the obstacles on a new grid.</summary>
        private void CoverAnew()
        {
            _cover = _obstacles.Count == 0 ? null : new ObstacleCover(_grid);
            foreach (PathObstacle obstacle in _obstacles)
            {
                obstacle.Covered = default(CellRect);
                if (obstacle.IsCarving)
                {
                    MoveTo(obstacle, CellRects.Under(_grid, obstacle.CarvedBounds));
                }
            }
            if (_cover != null)
            {
                _cover.Flush();
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
            FindObstacles(grid, _centers, rect);
            if (_cover == null && isWhole)
            {
                grid.SetCells(_map);
                return;
            }
            if (_cover == null)
            {
                _cover = new ObstacleCover(grid);
            }
            _cover.Write(_map, rect);
        }

        /// <summary>How far beyond its own cell a shape at a cell's center reaches.</summary>
        private float Reach(PathGrid grid)
        {
            return Mathf.Max(0f, (ObstacleShapeSize - 1f) / 2f * grid.CellSize);
        }

        /// <summary>Scans the scene for the types of a rectangle's cells. A cell's type depends on no other
        /// cell.</summary>
        private void FindObstacles(PathGrid grid, CellCenters centers, CellRect rect)
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
                float size = ObstacleShapeSize * grid.CellSize;
                CellMapColliders.AddColliders(_map, grid, centers, rect, layers, ObstacleShape, size, type);
            }
            if (!string.IsNullOrEmpty(tag))
            {
                bool wholeBounds = TaggedObstacleArea == TaggedObstacleArea.RendererBounds;
                CellMapTags.AddTagged(_map, grid, rect, tag, wholeBounds, type);
            }
        }

        /// <summary>
        /// Warns once of a shape that tests 3D colliders, where the grid's area has only 2D colliders.
        /// </summary>
        private void WarnOf2DColliders(PathGrid grid, LayerMask layers)
        {
            bool is3D = ObstacleShape == ObstacleShape.Sphere || ObstacleShape == ObstacleShape.Box;
            if (!is3D || grid.Plane != GridPlane.XY || _hasWarnedOf2D)
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
                    "The obstacles' layers have 2D colliders here and no 3D ones, but Obstacle Shape is " + ObstacleShape
                        + ", which finds 3D colliders. Choose Auto or Box 2D.",
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
