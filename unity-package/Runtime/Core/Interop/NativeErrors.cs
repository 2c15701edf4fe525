using System;
using System.Runtime.InteropServices;
using System.Text;

namespace GridStar
{
    /// <summary>Which exception a native mistake becomes: the one place that decides.</summary>
    internal static class NativeErrors
    {
        /// <summary>Throws unless the status is done or an answer.</summary>
        /// <param name="status">What the native call returned.</param>
        /// <param name="parameter">The argument that is to blame where the status blames an argument.</param>
        internal static void ThrowIfMistake(int status, string parameter)
        {
            if (status < 0)
            {
                throw Create(status, parameter, null);
            }
        }

        /// <summary>The exception for a negative status.</summary>
        /// <param name="status">What the native call returned.</param>
        /// <param name="parameter">The argument that is to blame where the status blames an argument.</param>
        /// <param name="value">What that argument was, for the message; null where it would not help.</param>
        internal static Exception Create(int status, string parameter, object value)
        {
            string message = Message(status);
            switch ((NativeStatus)status)
            {
                case NativeStatus.InvalidId:
                    return new ObjectDisposedException(nameof(PathGrid));
                case NativeStatus.FloorWithoutGrid:
                    return new ObjectDisposedException(nameof(PathGrid), message);
                case NativeStatus.OutOfMemory:
                    return new OutOfMemoryException(message);
                case NativeStatus.WrongCount:
                case NativeStatus.BufferTooSmall:
                    return new ArgumentException(message, parameter);
                case NativeStatus.BadSize:
                case NativeStatus.BadCellSize:
                case NativeStatus.NotFinite:
                case NativeStatus.UnknownPlane:
                case NativeStatus.UnknownCellType:
                case NativeStatus.UnknownDiagonalRule:
                case NativeStatus.UnknownOrder:
                case NativeStatus.UnknownHeuristic:
                case NativeStatus.BadWeight:
                case NativeStatus.BadCosts:
                case NativeStatus.CellOutside:
                case NativeStatus.BadRect:
                case NativeStatus.UnknownEngine:
                case NativeStatus.TooLargeForLandmarks:
                case NativeStatus.UnknownFloor:
                case NativeStatus.UnknownLink:
                case NativeStatus.BadLinkCost:
                    return new ArgumentOutOfRangeException(parameter, value, message);
                case NativeStatus.Panicked:
                    return new GridStarException(message + "\n" + LastPanic(), status);
                default:
                    return new GridStarException(message, status);
            }
        }

        /// <summary>A buffer that the caller gave has too few places.</summary>
        internal static ArgumentException TooShort(string parameter, int length, uint needed)
        {
            return new ArgumentException("The array has " + length + " places and " + needed + " are needed.", parameter);
        }

        /// <summary>What the last error inside the library said; empty where it says nothing.</summary>
        private static string LastPanic()
        {
            byte[] text = new byte[1024];
            try
            {
                uint length;
                int status = NativeMethods.gridstar_last_panic(ref text[0], (uint)text.Length, out length);
                return status < 0 ? string.Empty : Encoding.UTF8.GetString(text, 0, (int)length);
            }
            catch (EntryPointNotFoundException)
            {
                // An older library. The status must not be lost over it.
                return string.Empty;
            }
        }

        private static string Message(int status)
        {
            return Marshal.PtrToStringAnsi(NativeMethods.gridstar_status_message(status));
        }
    }
}
