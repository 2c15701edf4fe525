using System.Runtime.InteropServices;

namespace GridStar
{
    // Queries on a grid.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_query_def_default(out GridstarQueryDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_path(
            ulong grid,
            ref GridCell start,
            ref GridCell goal,
            ref GridstarQueryDef query_def,
            ref GridCell path_out,
            uint path_capacity,
            ref GridstarPathResult result_out);

        /// <summary>Points are three floats each.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_trace_path(
            ulong grid,
            ref GridCell start,
            ref GridCell goal,
            ref GridstarQueryDef query_def,
            ref GridCell expanded_out,
            uint expanded_capacity,
            ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_check_path(
            ulong grid,
            ref GridCell cells,
            uint count,
            ref GridstarQueryDef query_def,
            out uint usable_out,
            out ulong revision_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_linecast(
            ulong grid,
            ref GridCell from,
            ref GridCell to,
            ref GridstarQueryDef query_def,
            out uint is_free_out,
            out GridCell last_out,
            out GridCell blocked_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest(
            ulong grid, int x, int y, int radius, ref GridstarQueryDef query_def, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest_reachable(
            ulong grid,
            ref GridCell cell,
            int radius,
            ref GridCell start,
            ref GridstarQueryDef query_def,
            out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_is_reachable(
            ulong grid,
            ref GridCell from,
            ref GridCell to,
            ref GridstarQueryDef query_def,
            out uint is_reachable_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_try_place(
            ulong grid,
            ref GridstarPlacement placement,
            ref GridCell spawns,
            uint spawn_count,
            ref GridCell goals,
            uint goal_count,
            ref GridstarQueryDef query_def,
            ref byte cut_off_out);
    }
}
