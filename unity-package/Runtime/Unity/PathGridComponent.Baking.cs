using System;
using System.IO;
using UnityEngine;

namespace GridStar
{
    // A grid that was baked into an asset.
    public sealed partial class PathGridComponent
    {
        /// <summary>Whether the grid comes from the asset and not from a scan. Warns where the asset does not fit or
        /// can't be read.</summary>
        private bool TryLoadBaked(out PathGrid grid)
        {
            grid = null;
            if (Baked == null || !Baked.IsBaked)
            {
                return false;
            }
            PathGrid loaded;
            try
            {
                loaded = Baked.Load();
            }
            catch (InvalidDataException cause)
            {
                Debug.LogWarning(
                    "GridStar: the asset '" + Baked.name + "' can't be read: " + cause.Message + " The scene is "
                        + "scanned. Bake it again.",
                    this);
                return false;
            }
            if (loaded.Width != Width || loaded.Height != Height || loaded.Layout != Layout)
            {
                string sizes = loaded.Width + " x " + loaded.Height + " cells, and not " + Width + " x " + Height;
                sizes += loaded.Layout == Layout ? "" : ", and the layout " + loaded.Layout + ", not " + Layout;
                loaded.Dispose();
                Debug.LogWarning(
                    "GridStar: the grid in the asset '" + Baked.name + "' has " + sizes + ". The scene is scanned. "
                        + "Bake it again.",
                    this);
                return false;
            }
            try
            {
                // The object may have moved since, as an instance of a prefab has.
                loaded.SetPlace(PlaceNow());
            }
            catch
            {
                loaded.Dispose();
                throw;
            }
            grid = loaded;
            return true;
        }

        /// <summary>Where the settings and the object put the grid.</summary>
        private GridPlace PlaceNow()
        {
            Vector3 origin = transform.position;
            return FollowTransform
                ? transform.ToGridPlace(Plane, CellSize, Layout)
                : GridPlaceUnityExtensions.InPlane(origin, Plane, CellSize, Layout);
        }

        /// <summary>Begins a scan of the scene for an asset, in slices.</summary>
        internal PathGridBake BeginBake()
        {
            // Physics learns of moved colliders in its steps, which edit mode has not.
            Physics.SyncTransforms();
            Physics2D.SyncTransforms();
            return new PathGridBake(this, new PathGrid(Settings()));
        }

        /// <summary>Scans some rows of the scene into the map, on a grid of these settings.</summary>
        internal CellMap ScanRows(PathGrid grid, int y, int rows)
        {
            if (y == 0)
            {
                _map.Clear(grid.Width, grid.Height);
                _bakedCenters = new CellCenters(_map, grid);
            }
            FindObstacles(grid, _bakedCenters, new CellRect(0, y, grid.Width, rows));
            return _map;
        }
    }
}
