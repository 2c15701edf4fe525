using System.Runtime.InteropServices;

namespace GridStar
{
    // Searches that are watched.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_begin(
            ulong grid, ref GridCell start, ref GridCell goal, ref GridstarQueryDef query_def, out ulong stepper_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_advance(ulong stepper, uint max_expansions);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_finish(
            ulong stepper, ref GridCell path_out, uint path_capacity, ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_info(ulong stepper, ref GridstarStepperInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_changes(
            ulong stepper, ref SearchChange changes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_cells(
            ulong stepper, ref GridstarRect rect, ref SearchCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_open(
            ulong stepper, uint max_count, ref SearchCell cells_out, uint capacity, out uint count_out);
    }
}
