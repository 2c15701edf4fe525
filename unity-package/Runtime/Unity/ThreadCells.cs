using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// One list a thread, for converting cells to nodes or positions, so that a warm call allocates nothing. While it
    /// is in use, call nothing that a script can override.
    /// </summary>
    internal static class ThreadCells
    {
        [ThreadStatic]
        private static List<GridCell> t_list;

        internal static List<GridCell> List => t_list ?? (t_list = new List<GridCell>());
    }
}
