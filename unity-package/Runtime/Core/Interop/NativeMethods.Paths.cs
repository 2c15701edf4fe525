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
            int start_x,
            int start_y,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            ref GridCell path_out,
            uint path_capacity,
            ref GridstarPathResult result_out);

        /// <summary>Points are three floats each.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_path_world(
            ulong grid,
            float start_x,
            float start_y,
            float start_z,
            float goal_x,
            float goal_y,
            float goal_z,
            ref GridstarQueryDef query_def,
            ref float points_out,
            uint point_capacity,
            ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_trace_path(
            ulong grid,
            int start_x,
            int start_y,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            ref GridCell path_out,
            uint path_capacity,
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
            int from_x,
            int from_y,
            int to_x,
            int to_y,
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
            int x,
            int y,
            int radius,
            int start_x,
            int start_y,
            ref GridstarQueryDef query_def,
            out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_is_reachable(
            ulong grid,
            int from_x,
            int from_y,
            int to_x,
            int to_y,
            ref GridstarQueryDef query_def,
            out uint is_reachable_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_try_place(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            uint cell_type,
            ref GridCell spawns,
            uint spawn_count,
            ref GridCell goals,
            uint goal_count,
            ref GridstarQueryDef query_def,
            ref uint cut_off_out,
            uint capacity,
            out uint cut_off_count_out);
    }
}
