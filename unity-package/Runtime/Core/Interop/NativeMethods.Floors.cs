using System.Runtime.InteropServices;

namespace GridStar
{
    // Floors and links.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_create(out ulong floors_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_info(ulong floors, ref GridstarFloorsInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_add_floor(ulong floors, ulong grid, out uint floor_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_floor(ulong floors, uint floor, ulong grid);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_floor(ulong floors, uint floor, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_link_def_default(out GridstarLinkDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_add_link(ulong floors, ref GridstarLinkDef def, out uint link_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_remove_link(ulong floors, uint link);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_link_closed(ulong floors, uint link, uint closed);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_link_cost(ulong floors, uint link, double cost);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_link(ulong floors, uint link, ref GridstarLinkDef def_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_links(
            ulong floors, ref uint links_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_find_path(
            ulong floors,
            uint start_floor,
            int start_x,
            int start_y,
            uint goal_floor,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            ref FloorStep path_out,
            uint path_capacity,
            ref GridstarFloorPathResult result_out);

        /// <summary>Points are three floats each.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_find_path_world(
            ulong floors,
            uint start_floor,
            float start_x,
            float start_y,
            float start_z,
            uint goal_floor,
            float goal_x,
            float goal_y,
            float goal_z,
            ref GridstarQueryDef query_def,
            ref float points_out,
            uint point_capacity,
            ref GridstarFloorPathResult result_out);
    }
}
