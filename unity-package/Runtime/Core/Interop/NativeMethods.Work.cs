using System.Runtime.InteropServices;

namespace GridStar
{
    // Worker threads, batches, tickets, preparations.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_prepare(ulong grid, uint engine, uint in_background);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_prepare_query(ulong grid, ref GridstarQueryDef query_def);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_background_wait();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_set_threads(uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_get_info(ref GridstarWorkInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_run(ulong max_expansions, ulong max_microseconds);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_stop();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_submit(
            ulong grid,
            ref PathRequest requests,
            uint request_count,
            ref GridstarQueryDef defs,
            uint def_count,
            int priority,
            out ulong ticket_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_poll(ulong ticket, ref GridstarTicketInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_peek(
            ulong ticket,
            uint request,
            out PathReply reply_out,
            ref GridCell cells_out,
            uint cell_capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_wait(ulong ticket);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_take(
            ulong ticket,
            ref PathReply replies_out,
            uint reply_capacity,
            ref GridCell cells_out,
            uint cell_capacity,
            ref GridstarTicketInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_cancel(ulong ticket);
    }
}
