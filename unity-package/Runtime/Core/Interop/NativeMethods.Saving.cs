using System.Runtime.InteropServices;

namespace GridStar
{
    // Saved grids, floors and profiles, and changes since a grid was saved.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_save(
            ulong grid, uint flags, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_load(ref byte bytes, uint count, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_save_changes(
            ulong grid,
            ref byte @base,
            uint base_count,
            ref byte bytes_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_apply_changes(ulong grid, ref byte changes, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_save(
            ulong profile, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_load(ref byte bytes, uint count, out ulong profile_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_save(
            ulong floors, uint flags, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_load(ref byte bytes, uint count, out ulong floors_out);
    }
}
