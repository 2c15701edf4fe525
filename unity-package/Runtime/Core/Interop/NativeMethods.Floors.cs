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
            ref GridstarFloorCell start,
            ref GridstarFloorCell goal,
            ref GridstarQueryDef query_def,
            ref FloorStep path_out,
            uint path_capacity,
            ref GridstarFloorPathResult result_out);
    }
}
