using System;
using System.Runtime.InteropServices;

namespace GridStar.Demo
{
    /// <summary>Processor time of the calling thread, where the system is a 64-bit Linux.</summary>
    internal static class ThreadTime
    {
        private const int ThreadClock = 3;

        public static readonly bool IsKnown = Try();

        /// <summary>Milliseconds since the thread began; 0 where the system does not tell.</summary>
        public static double Milliseconds
        {
            get
            {
                Timespec now = default(Timespec);
                return IsKnown && clock_gettime(ThreadClock, out now) == 0
                    ? now.Seconds * 1e3 + now.Nanoseconds / 1e6
                    : 0.0;
            }
        }

        private static bool Try()
        {
            bool isLinux = Environment.OSVersion.Platform == PlatformID.Unix
                && System.IO.File.Exists("/proc/self/stat");
            return isLinux && IntPtr.Size == 8;
        }

        [DllImport("libc")]
        private static extern int clock_gettime(int clock, out Timespec now);

        [StructLayout(LayoutKind.Sequential)]
        private struct Timespec
        {
            public long Seconds;
            public long Nanoseconds;
        }
    }
}
