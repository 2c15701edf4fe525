using UnityEngine;

namespace GridStar
{
    // What is painted by hand. It lies over what a scan finds, and every scan leaves it.
    public sealed partial class PathGridComponent
    {
        /// <summary>Cell types that are painted over what a scan finds.</summary>
        [HideInInspector]
        public PaintedCells Painted = new PaintedCells();

        /// <summary>Penalties that are painted, in 1/16 of a straight step.</summary>
        [HideInInspector]
        public PaintedCells PaintedPenalties = new PaintedCells();

        /// <summary>
        /// Scans the scene again and puts on the grid what <see cref="Painted"/>, <see cref="PaintedWalls"/> and
        /// <see cref="PaintedPenalties"/> have now. The Paint tool calls it. Changes that code made to cells and
        /// penalties are lost.
        /// </summary>
        /// <exception cref="System.ArgumentException">A setting of the obstacles can't be used. The grid stays as it
        /// was.</exception>
        public void ApplyPainted()
        {
            RefreshObstacles();
            Grid.ClearPenalties();
            PaintPenalties(Grid);
        }

        /// <summary>The penalties come to a grid when it is made. A scan changes none.</summary>
        private void PaintPenalties(PathGrid grid)
        {
            foreach (PaintedRun run in PaintedPenalties.Runs)
            {
                int end = System.Math.Min(run.End, grid.Width);
                if (run.Y >= 0 && run.Y < grid.Height && run.X >= 0 && end > run.X)
                {
                    grid.FillPenalties(run.X, run.Y, end - run.X, 1, run.Value);
                }
            }
        }

        /// <summary>The types of a rectangle's cells: what is painted, over what a scan finds.</summary>
        private void FindObstacles(PathGrid grid, CellCenters centers, CellRect rect)
        {
            FindUnpainted(grid, centers, rect);
            Painted.WriteTo(_map.Types, _map.Width, _map.Height);
            FindWalls(grid, OwnersOf(rect));
        }

        /// <summary>A grid with this component's settings and without cells, for conversions. The caller disposes
        /// it.</summary>
        internal PathGrid MakeEmptyGrid() => new PathGrid(Settings());

        /// <summary>Makes a grid of these settings with what a scan of the scene finds, and with the paint.</summary>
        internal PathGrid MakeScannedGrid()
        {
            PathGrid grid = MakeEmptyGrid();
            try
            {
                ScanWithoutPaint(grid);
                // The map has the paint too.
                grid.SetCells(_map);
                FindWalls(grid, CellRects.All(_map));
                PutWalls(grid);
                PaintPenalties(grid);
                return grid;
            }
            catch
            {
                grid.Dispose();
                throw;
            }
        }

        /// <summary>Cell types that a scan finds without what is painted, row by row.</summary>
        internal byte[] ScanWithoutPaint(PathGrid grid)
        {
            Physics.SyncTransforms();
            Physics2D.SyncTransforms();
            _map.Clear(grid.Width, grid.Height);
            FindUnpainted(grid, new CellCenters(_map, grid), CellRects.All(_map));
            byte[] types = (byte[])_map.Types.Clone();
            Painted.WriteTo(_map.Types, _map.Width, _map.Height);
            return types;
        }

        /// <summary>Whether a grid has the size and the place that the settings ask for now.</summary>
        internal bool IsLike(PathGrid grid)
            => grid.Width == Width && grid.Height == Height && grid.Layout == Layout && grid.Place == PlaceNow();

        /// <summary>Shows cells in the Scene view, as a scan in edit mode does, if they are not too many.</summary>
        internal void Show(CellMap map, byte[] walls, PathGrid grid)
        {
            if (map.Count <= MaxShownCells)
            {
                Show(map, walls, new GridFrame(grid));
            }
        }
    }
}
