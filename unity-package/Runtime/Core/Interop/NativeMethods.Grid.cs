using System.Runtime.InteropServices;

namespace GridStar
{
    // Grids: their life, their place in the world, the places of agents.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_def_default(out GridstarGridDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_create(ref GridstarGridDef def, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_info(ulong grid, ref GridstarGridInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell_at(
            ulong grid, float world_x, float world_y, float world_z, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell_center(
            ulong grid, int x, int y, out float world_x_out, out float world_y_out, out float world_z_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_place(ulong grid, ref GridstarPlace place_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_place(ulong grid, ref GridstarPlace place);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell_corner(
            ulong grid, int x, int y, out float world_x_out, out float world_y_out, out float world_z_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_size(ulong grid, float radius, out uint size_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_anchor(
            ulong grid, float world_x, float world_y, float world_z, uint agent_size, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_center(
            ulong grid, int x, int y, uint agent_size, out float world_x_out, out float world_y_out,
            out float world_z_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_centers(
            ulong grid, ref GridCell cells, uint count, uint agent_size, ref float points_out, uint capacity);
    }
}
