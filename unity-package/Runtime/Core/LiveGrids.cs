using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>The grids of this process that scripts have made and not disposed. It keeps none alive.</summary>
    internal static class LiveGrids
    {
        private static readonly List<WeakReference<PathGrid>> s_grids = new List<WeakReference<PathGrid>>();

        /// <summary>Number of grids at which those that are gone are looked for.</summary>
        private static int s_full = 64;

        internal static void Add(PathGrid grid)
        {
            lock (s_grids)
            {
                if (s_grids.Count >= s_full)
                {
                    s_grids.RemoveAll(IsGone);
                    s_full = Math.Max(64, 2 * s_grids.Count);
                }
                s_grids.Add(new WeakReference<PathGrid>(grid));
            }
        }

        /// <summary>Replaces a list by the grids, in the order in which they were made.</summary>
        internal static void CopyTo(List<PathGrid> grids)
        {
            grids.Clear();
            lock (s_grids)
            {
                s_grids.RemoveAll(IsGone);
                foreach (WeakReference<PathGrid> reference in s_grids)
                {
                    if (reference.TryGetTarget(out PathGrid grid))
                    {
                        grids.Add(grid);
                    }
                }
            }
        }

        private static bool IsGone(WeakReference<PathGrid> reference)
            => !reference.TryGetTarget(out PathGrid grid) || grid.IsDisposed;
    }
}
