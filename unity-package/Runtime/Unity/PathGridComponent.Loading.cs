using System;

namespace GridStar
{
    // A grid that code hands over.
    public sealed partial class PathGridComponent
    {
        /// <summary>
        /// Takes over a grid that code has made or loaded, such as that of a save game, in place of the present one,
        /// which is disposed. Followers of this component go on upon the new grid.
        /// </summary>
        /// <remarks>
        /// <see cref="Width"/>, <see cref="Height"/> and <see cref="Layout"/> become those of the grid. The scene is
        /// not scanned, and paint is not applied. The grid stays where it lies, or comes to the object's place with
        /// <see cref="FollowTransform"/>. Obstacles that move cover its cells, and <see cref="PreparedProfiles"/> are
        /// prepared. <see cref="Rebuild"/> makes a grid from the settings again.
        /// </remarks>
        /// <param name="grid">The grid. From now on it belongs to this component, which disposes it.</param>
        /// <exception cref="ArgumentNullException">The grid is null.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed. The present grid stays.</exception>
        /// <exception cref="ArgumentException">With <see cref="FollowTransform"/>, the grid can't lie at the object's
        /// place. The present grid stays.</exception>
        public void SetGrid(PathGrid grid)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            if (grid.IsDisposed)
            {
                throw new ObjectDisposedException(nameof(grid));
            }
            if (grid == _grid)
            {
                return;
            }
            if (FollowTransform)
            {
                grid.SetPlace(transform.ToGridPlace(Plane, CellSize, grid.Layout));
            }
            PrepareProfiles(grid);
            _map.Clear(grid.Width, grid.Height);
            grid.GetCells(_map.Types);
            Width = grid.Width;
            Height = grid.Height;
            Layout = grid.Layout;
            Adopt(grid, new CellCenters(_map, grid));
        }

        /// <summary>Replaces the present grid by one whose cells the map has.</summary>
        private void Adopt(PathGrid grid, CellCenters centers)
        {
            DisposeGrid();
            _grid = grid;
            // A grid that code hands over keeps its own walls.
            _hasSetWalls = false;
            _tried = grid.Place;
            _centers = centers;
            CoverAnew();
            DrawLines();
        }
    }
}
