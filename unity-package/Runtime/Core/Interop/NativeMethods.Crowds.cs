using System.Runtime.InteropServices;

namespace GridStar
{
    // Agents that keep apart.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_create(
            ulong grid, ref GridstarQueryDef query_def, out ulong crowd_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_get_info(ulong crowd, ref GridstarCrowdInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_add_agents(
            ulong crowd, ref GridstarCrowdAgent agents, uint count, ref uint numbers_out, uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_remove_agents(ulong crowd, ref uint numbers, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_set_agents(
            ulong crowd, ref uint numbers, ref GridstarCrowdAgent agents, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_put_agents(
            ulong crowd, ref uint numbers, ref float positions, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_tick(
            ulong crowd,
            float seconds,
            ref float wishes,
            uint wish_count,
            ref float positions_out,
            ref float velocities_out,
            uint capacity,
            out uint count_out);
    }
}
