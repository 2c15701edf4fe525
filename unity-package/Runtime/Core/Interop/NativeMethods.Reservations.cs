using System.Runtime.InteropServices;

namespace GridStar
{
    // Plans of many agents.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_create(
            ulong grid, uint window, out ulong reservations_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_get_info(
            ulong reservations, ref GridstarReservationsInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_clear(ulong reservations);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_advance(ulong reservations, uint ticks);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_take(
            ulong reservations, ref GridCell cells, uint count, uint first_tick, uint last_tick);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_release(ulong reservations, uint owner, uint of_batch);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_is_taken(
            ulong reservations, int x, int y, uint tick, out uint taken_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_find_path(
            ulong reservations,
            ref GridstarPlannedAgent agent,
            uint owner,
            ref GridstarQueryDef query_def,
            ref PlanCell cells_out,
            uint capacity,
            out PlanResult result_out,
            out uint cell_count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_plan(
            ulong reservations,
            ref GridstarPlannedAgent agents,
            uint count,
            ref GridstarQueryDef query_def,
            ref PlanCell cells_out,
            uint capacity,
            ref PlanResult results_out,
            out uint cell_count_out);
    }
}
