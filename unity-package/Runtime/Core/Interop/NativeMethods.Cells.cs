using System.Runtime.InteropServices;

namespace GridStar
{
    // Cells of a grid: types, penalties, changes.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cell(ulong grid, int x, int y, uint cell_type);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell(ulong grid, int x, int y, out uint cell_type_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fill_rect(
            ulong grid, int x, int y, uint width, uint height, uint cell_type);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_rect(
            ulong grid, int x, int y, uint width, uint height, ref byte cell_types, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_rect(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            ref byte cell_types_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cells(ulong grid, ref byte cell_types, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cells(
            ulong grid, ref byte cell_types_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_neighbors(
            ulong grid, int x, int y, ref GridCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_penalties(
            ulong grid, int x, int y, uint width, uint height, ref byte penalties, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fill_penalties(
            ulong grid, int x, int y, uint width, uint height, uint penalty);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_penalties(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            ref byte penalties_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_changes(
            ulong grid,
            ulong since_revision,
            ref GridstarRect rects_out,
            uint rects_capacity,
            out uint count_out,
            out ulong revision_out);
    }
}
