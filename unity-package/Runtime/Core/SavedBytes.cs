using System;
using System.IO;

namespace GridStar
{
    /// <summary>Arrays that grow until saved bytes fit, and streams.</summary>
    internal static class SavedBytes
    {
        /// <summary>Long enough for most saved changes and profiles, and for small grids.</summary>
        internal const int FirstLength = 4096;

        /// <summary>
        /// Makes the array as long as a call needs. Returns whether the call has to be repeated, because the array was
        /// too short. Throws for a mistake.
        /// </summary>
        internal static bool HasToGrow(int status, ref byte[] bytes, uint count)
        {
            if (status != (int)NativeStatus.BufferTooSmall)
            {
                NativeErrors.ThrowIfMistake(status, "savedGrid");
                Array.Resize(ref bytes, (int)count);
                return false;
            }
            if (count > int.MaxValue)
            {
                throw new OutOfMemoryException("The saved bytes are longer than an array can be.");
            }
            bytes = new byte[count];
            return true;
        }

        /// <summary>The bytes from a stream's position to its end. The stream stays open.</summary>
        internal static byte[] ReadToEnd(Stream stream)
        {
            using (MemoryStream copy = new MemoryStream())
            {
                stream.CopyTo(copy);
                return copy.ToArray();
            }
        }

        internal static void RefuseNull(object argument, string parameter)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }
    }
}
