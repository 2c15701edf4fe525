using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Obstacles, start and goal from objects that have a tag. Unity's main thread only. A tag that the project does not define is
    /// refused by Unity.
    /// </summary>
    public static class CellMapTags
    {
        /// <summary>How far bounds may reach over the edge of a cell without covering it, as a share of the cell.</summary>
        private const float Tolerance = 0.01f;

        /// <summary>The cells in which the active objects with a tag lie become obstacles. Objects outside the grid are left out.</summary>
        /// <param name="map">Gets the obstacles, in addition to those it has.</param>
        /// <param name="grid">Says where the cells lie; of the map's size. It is not changed.</param>
        /// <param name="tag">A tag of the project.</param>
        /// <param name="wholeBounds">
        /// False: the cell of the object's position. True: all cells under the bounds of its Renderer, a box along the world's axes; by its
        /// position where it has none.
        /// </param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The grid is of another size than the map.</exception>
        /// <exception cref="UnityException">The project has no such tag.</exception>
        public static CellMap AddTagged(this CellMap map, PathGrid grid, string tag, bool wholeBounds = false)
        {
            Check(map, grid);
            RefuseNull(tag, nameof(tag));
            foreach (GameObject tagged in GameObject.FindGameObjectsWithTag(tag))
            {
                Renderer renderer = wholeBounds ? tagged.GetComponent<Renderer>() : null;
                Vector3 position = tagged.transform.position;
                Bounds bounds = renderer == null ? new Bounds(position, Vector3.zero) : renderer.bounds;
                Close(map, grid, bounds);
            }
            return map;
        }

        /// <summary>Takes <see cref="CellMap.Start"/> and <see cref="CellMap.Goal"/> from the positions of the objects with two tags.</summary>
        /// <param name="map">Gets the start and the goal. Its cells stay as they are.</param>
        /// <param name="grid">Says where the cells lie; of the map's size.</param>
        /// <param name="startTag">The tag of the start.</param>
        /// <param name="goalTag">The tag of the goal.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">
        /// The grid is of another size than the map, no active object has the tag, or it lies outside the grid. The map is as it was then.
        /// </exception>
        /// <exception cref="UnityException">The project has no such tag.</exception>
        public static CellMap SetEndsByTag(this CellMap map, PathGrid grid, string startTag, string goalTag)
        {
            Check(map, grid);
            GridCell start = CellOf(grid, startTag, nameof(startTag));
            GridCell goal = CellOf(grid, goalTag, nameof(goalTag));
            map.Start = start;
            map.Goal = goal;
            return map;
        }

        private static void Close(CellMap map, PathGrid grid, Bounds bounds)
        {
            Vector3 inset = Vector3.one * (Tolerance * grid.CellSize);
            Vector3 low = Vector3.Min(bounds.min + inset, bounds.center);
            Vector3 high = Vector3.Max(bounds.max - inset, bounds.center);
            GridCell first;
            GridCell last;
            grid.TryGetCellAt(low, out first);
            grid.TryGetCellAt(high, out last);
            for (int y = Math.Max(0, first.Y); y <= Math.Min(last.Y, map.Height - 1); y++)
            {
                for (int x = Math.Max(0, first.X); x <= Math.Min(last.X, map.Width - 1); x++)
                {
                    map.Close(x, y);
                }
            }
        }

        private static GridCell CellOf(PathGrid grid, string tag, string parameter)
        {
            RefuseNull(tag, parameter);
            GameObject tagged = GameObject.FindWithTag(tag);
            if (tagged == null)
            {
                throw new ArgumentException("No active object has the tag '" + tag + "'.", parameter);
            }
            GridCell cell;
            if (!grid.TryGetCellAt(tagged.transform.position, out cell))
            {
                throw new ArgumentException("The object with the tag '" + tag + "' lies outside the grid, in " + cell + ".", parameter);
            }
            return cell;
        }

        private static void Check(CellMap map, PathGrid grid)
        {
            RefuseNull(map, nameof(map));
            map.RefuseOtherSize(grid);
        }

        private static void RefuseNull(object argument, string parameter)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }
    }
}
