using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace GridStar
{
    /// <summary>Turns a negative native status into an exception. No other code decides which one.</summary>
    internal static class NativeErrors
    {
        /// <summary>Throws if the status is negative.</summary>
        internal static void ThrowIfMistake(int status, string parameter)
        {
            if (status < 0)
            {
                throw Create(status, parameter, null);
            }
        }

        /// <summary>The exception for a negative status.</summary>
        /// <param name="value">The argument's value, for the message; null if it would not help.</param>
        internal static Exception Create(int status, string parameter, object value)
        {
            string message = Message(status);
            switch ((NativeStatus)status)
            {
                case NativeStatus.InvalidId:
                    return new ObjectDisposedException(nameof(PathGrid));
                case NativeStatus.FloorWithoutGrid:
                    return new ObjectDisposedException(nameof(PathGrid), message);
                case NativeStatus.InvalidProfile:
                    return new ObjectDisposedException(nameof(TraversalProfile), message);
                case NativeStatus.OutOfMemory:
                    return new OutOfMemoryException(message);
                case NativeStatus.WrongCount:
                case NativeStatus.BufferTooSmall:
                case NativeStatus.UnsupportedQuery:
                case NativeStatus.InvalidCover:
                case NativeStatus.UnsupportedLayout:
                case NativeStatus.OtherBase:
                case NativeStatus.DifferentGrids:
                case NativeStatus.BadPassage:
                    return new ArgumentException(message, parameter);
                case NativeStatus.ForeignBytes:
                case NativeStatus.NewerBytes:
                case NativeStatus.DamagedBytes:
                    return new InvalidDataException(message);
                case NativeStatus.BadSize:
                case NativeStatus.BadCellSize:
                case NativeStatus.BadAxes:
                case NativeStatus.NotFinite:
                case NativeStatus.UnknownPlane:
                case NativeStatus.BadCellType:
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
                case NativeStatus.BadMultiplier:
                case NativeStatus.UnknownCharge:
                case NativeStatus.BadAgentSize:
                case NativeStatus.BadPenalty:
                case NativeStatus.BadRadius:
                case NativeStatus.BadCostLimit:
                case NativeStatus.UnknownQueryDef:
                case NativeStatus.BadThreadCount:
                case NativeStatus.UnknownPathForm:
                case NativeStatus.BadWindow:
                case NativeStatus.BadTick:
                case NativeStatus.UnknownLayout:
                case NativeStatus.BadCrowdNumber:
                case NativeStatus.UnknownAgent:
                    return new ArgumentOutOfRangeException(parameter, value, message);
                case NativeStatus.Panicked:
                    return new GridStarException(message + "\n" + LastPanic(), status);
                default:
                    return new GridStarException(message, status);
            }
        }

        /// <summary>The exception for cells of which one lies outside a grid. It names the first such cell.</summary>
        internal static Exception Outside(string parameter, GridCell[] cells, PathGrid grid)
        {
            GridCell outside = Array.Find(cells, cell => !grid.Contains(cell));
            string size = grid.Width + " x " + grid.Height;
            string message = "The cell " + outside + " is outside the grid of " + size + " cells.";
            return new ArgumentOutOfRangeException(parameter, message);
        }

        /// <summary>The exception for a caller's buffer that is too short.</summary>
        internal static ArgumentException TooShort(string parameter, int length, uint needed)
        {
            string message = "The array has " + length + " elements; " + needed + " are needed.";
            return new ArgumentException(message, parameter);
        }

        /// <summary>The text of the library's last internal error; empty if there is none.</summary>
        private static string LastPanic()
        {
            byte[] text = new byte[1024];
            try
            {
                int status = NativeMethods.gridstar_last_panic(ref text[0], (uint)text.Length, out uint length);
                return status < 0 ? string.Empty : Encoding.UTF8.GetString(text, 0, (int)length);
            }
            catch (EntryPointNotFoundException)
            {
                // An older library has no such text. The caller still needs the status.
                return string.Empty;
            }
        }

        private static string Message(int status)
            => Marshal.PtrToStringAnsi(NativeMethods.gridstar_status_message(status));
    }
}
