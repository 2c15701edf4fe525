using System.Runtime.InteropServices;

namespace GridStar
{
    // Cells of a grid: types, penalties, changes.
    internal static partial class NativeMethods
    {
        /// <summary>Planes are <see cref="NativeCellPlane"/>s.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cell(ulong grid, uint plane, int x, int y, uint value);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell(ulong grid, uint plane, int x, int y, out uint value_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fill_cells(ulong grid, uint plane, ref GridstarRect rect, uint value);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cells(
            ulong grid, uint plane, ref GridstarRect rect, ref byte values, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cells(
            ulong grid, uint plane, ref GridstarRect rect, ref byte values_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_neighbors(
            ulong grid, int x, int y, ref GridCell cells_out, uint capacity, out uint count_out);

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
