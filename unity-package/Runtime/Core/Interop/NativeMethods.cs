using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The functions of gridstar.h under their C names; the header documents them. A function that can fail returns a
    /// <see cref="NativeStatus"/> as int. All types are blittable; arrays pass by <see cref="FirstElement"/>.
    /// </summary>
    internal static partial class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_abi_version();

        /// <summary>ASCII, ends with a zero byte. Never free it.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern IntPtr gridstar_version();

        /// <summary>ASCII, ends with a zero byte, never null. Never free it.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern IntPtr gridstar_status_message(int status);

        /// <summary>UTF-8, at most 1024 bytes.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_last_panic(ref byte text_out, uint capacity, out uint length_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_destroy(ulong id);

        /// <summary>Kinds are <see cref="NativeKind"/>s.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_is_valid(ulong id, uint kind);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_live_count(uint kind);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_destroy_all(uint kind);
    }
}
