using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Reads obstacles, other cell types, start and goal from tagged objects. Unity's main thread only. Unity throws
    /// for a tag that the project does not define. An argument that is null throws <see cref="ArgumentNullException"/>.
    /// </summary>
    public static class CellMapTags
    {
        /// <summary>
        /// Turns the cells of active objects with a tag into obstacles or cells of another type. Objects outside the
        /// grid are skipped.
        /// </summary>
        /// <param name="map">The map that receives the type. Other cells keep theirs.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size and is not changed.</param>
        /// <param name="wholeBounds">False: an object covers the cell of its position. True: it covers all cells under
        /// the bounds of its Renderer, a box along the world's axes; without a Renderer, the cell of its
        /// position.</param>
        /// <exception cref="ArgumentException">The grid's size is not the map's.</exception>
        /// <exception cref="UnityException">The project has no such tag.</exception>
        public static CellMap AddTagged(
            this CellMap map,
            PathGrid grid,
            string tag,
            bool wholeBounds = false,
            CellType type = CellType.Obstacle)
        {
            Check(map, grid);
            AddTagged(map, grid, CellRects.All(map), tag, wholeBounds, HeightRange.All, type);
            return map;
        }

        /// <summary>Overload for the cells of a rectangle, and for objects at heights that count: those of the
        /// Renderer, or of the position without one.</summary>
        internal static void AddTagged(
            CellMap map,
            PathGrid grid,
            CellRect rect,
            string tag,
            bool wholeBounds,
            HeightRange heights,
            CellType type)
        {
            RefuseNull(tag, nameof(tag));
            CellRect[] rects = new CellRect[1];
            foreach (GameObject tagged in GameObject.FindGameObjectsWithTag(tag))
            {
                Renderer renderer = tagged.GetComponent<Renderer>();
                Bounds position = new Bounds(tagged.transform.position, Vector3.zero);
                Bounds whole = renderer == null ? position : renderer.bounds;
                if (heights.Meets(whole))
                {
                    int count = CellRects.Under(grid, wholeBounds ? whole : position, ref rects);
                    for (int i = 0; i < count; i++)
                    {
                        Set(map, rects[i].Within(rect), type);
                    }
                }
            }
        }

        /// <summary>
        /// Sets <see cref="CellMap.Start"/> and <see cref="CellMap.Goal"/> from the positions of two tagged objects.
        /// </summary>
        /// <param name="map">The map that receives start and goal. Its cells stay as they are.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size.</param>
        /// <exception cref="ArgumentException">The grid's size is not the map's, no active object has the tag, or it
        /// lies outside the grid. The map stays as it was.</exception>
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

        private static void Set(CellMap map, CellRect rect, CellType type)
        {
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                for (int x = rect.X; x < rect.X + rect.Width; x++)
                {
                    map.Set(x, y, type);
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
            if (!grid.TryGetCellAt(tagged.transform.position, out GridCell cell))
            {
                string message = "The object with the tag '" + tag + "' lies outside the grid, in cell " + cell + ".";
                throw new ArgumentException(message, parameter);
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
