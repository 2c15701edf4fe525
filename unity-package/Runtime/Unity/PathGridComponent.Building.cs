using System;
using UnityEngine;

namespace GridStar
{
    // How its grid comes to be, is scanned anew, and ends.
    public sealed partial class PathGridComponent
    {
        /// <summary>
        /// Creates a new grid from the current settings, or from <see cref="Baked"/>, and disposes the old one. To
        /// update only terrain and obstacles, <see cref="RefreshObstacles()"/> is cheaper, and keeps paths that no
        /// change touches.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range. The message names it. The grid
        /// stays as it was.</exception>
        /// <exception cref="ArgumentException">A setting of the obstacles can't be used. The grid stays as it
        /// was.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public void Rebuild()
        {
            bool isBaked = TryLoadBaked(out PathGrid grid);
            grid = grid ?? new PathGrid(Settings());
            CellCenters centers;
            try
            {
                _map.Clear(grid.Width, grid.Height);
                centers = new CellCenters(_map, grid);
                if (isBaked)
                {
                    grid.GetCells(_map.Types);
                    // It may have been painted since it was baked.
                    Painted.WriteTo(_map.Types, _map.Width, _map.Height);
                }
                else
                {
                    FindObstacles(grid, centers, CellRects.All(_map));
                }
                grid.SetCells(_map);
                PaintPenalties(grid);
                if (isBaked)
                {
                    PaintWalls(grid);
                }
                else
                {
                    PutWalls(grid);
                }
                PrepareProfiles(grid);
            }
            catch
            {
                grid.Dispose();
                throw;
            }
            Adopt(grid, centers);
            _hasSetWalls = KnowsWalls;
        }

        private void PrepareProfiles(PathGrid grid)
        {
            foreach (TraversalProfileAsset asset in PreparedProfiles)
            {
                if (asset != null)
                {
                    grid.Prepare(new PathQuery { Profile = asset.Profile });
                }
            }
        }

        /// <summary>
        /// Finds terrain and obstacles again and changes the grid in one edit. Changes that code made to cells are
        /// lost, and to walls between cells if <see cref="WallLayers"/> or paint say where they are.
        /// </summary>
        /// <exception cref="ArgumentException">A setting of the obstacles can't be used. The grid stays as it
        /// was.</exception>
        public void RefreshObstacles() => Refresh(Grid, default(Bounds), true);

        /// <summary>
        /// Finds terrain and obstacles again near a place, for example where a wall fell, and changes the grid in one
        /// edit. Only the cells under the bounds are tested, and those next to them whose
        /// <see cref="ObstacleShape"/> can reach the bounds. They get the types that <see cref="RefreshObstacles()"/>
        /// would give them; all others keep theirs. Changes that code made to these cells are lost.
        /// </summary>
        /// <param name="bounds">A box in the world: finite. It need not lie on the grid. After something moved, a box
        /// around its old and its new place, or one call for each.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate of the bounds is NaN or infinite.</exception>
        /// <exception cref="ArgumentException">A setting of the obstacles can't be used. The grid stays as it
        /// was.</exception>
        public void RefreshObstacles(Bounds bounds) => Refresh(Grid, bounds, false);

        /// <summary>
        /// Scans the scene outside play mode, and shows in the Scene view what a grid would have. The next change in
        /// the inspector ends the preview. In play mode, refreshes the grid.
        /// </summary>
        /// <returns>What was found. Obstacles that move are not.</returns>
        /// <exception cref="ArgumentException">A setting can't be used. The message names it.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        internal CellMap Scan()
        {
            // Physics learns of moved colliders in its steps, which edit mode has not.
            Physics.SyncTransforms();
            Physics2D.SyncTransforms();
            if (_grid != null)
            {
                RefreshObstacles();
                return _map;
            }
            using (PathGrid grid = new PathGrid(Settings()))
            {
                _map.Clear(grid.Width, grid.Height);
                FindObstacles(grid, new CellCenters(_map, grid), CellRects.All(_map));
                Show(_map, ScannedWalls, new GridFrame(grid));
            }
            return _map;
        }

        private PathGridSettings Settings()
        {
            Vector3 origin = transform.position;
            return new PathGridSettings
            {
                Place = FollowTransform ? transform.ToGridPlace(Plane, CellSize, Layout) : (GridPlace?)null,
                Layout = Layout,
                Width = Width,
                Height = Height,
                Plane = Plane,
                CellSize = CellSize,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                StraightCost = StraightCost,
                DiagonalCost = DiagonalCost,
                DiagonalRule = Layout == CellLayout.Square ? DiagonalRule : DiagonalRule.Default,
                Order = Order,
                Heuristic = Heuristic,
                HeuristicWeight = HeuristicWeight,
            };
        }

        private void DisposeGrid()
        {
            if (_queue != null)
            {
                _queue.Dispose();
                _queue = null;
            }
            if (_grid != null)
            {
                _grid.Dispose();
                _grid = null;
            }
        }
    }
}
