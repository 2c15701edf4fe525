using System.Runtime.InteropServices;

namespace GridStar
{
    // Covers.
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_create(ulong grid, out ulong cover_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_set_rects(ulong cover, ref GridstarRect rects, uint count);
    }
}
