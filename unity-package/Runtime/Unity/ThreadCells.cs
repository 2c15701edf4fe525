using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// A list of each thread for cells on their way to nodes or positions, so that a warm call allocates nothing. Nothing that a
    /// script overrides may run while it is in use.
    /// </summary>
    internal static class ThreadCells
    {
        [ThreadStatic]
        private static List<GridCell> t_list;

        internal static List<GridCell> List
        {
            get { return t_list ?? (t_list = new List<GridCell>()); }
        }
    }
}
