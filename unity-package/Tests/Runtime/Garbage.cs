using System;

namespace GridStar.Tests
{
    internal static class Garbage
    {
        /// <summary>One object of 16 bytes a call is then more than the 4 MB after which Mono collects.</summary>
        private const int Calls = 400000;

        /// <summary>Other threads of the host may allocate meanwhile; what a call allocates shows each time.</summary>
        private const int Attempts = 5;

        /// <summary>Collects, and waits for finalizers, until nothing more comes of it.</summary>
        internal static void Collect()
        {
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }

        /// <summary>How often the collector runs during 400000 warm calls: the fewest of several attempts.</summary>
        internal static int CollectionsDuring(Action call)
        {
            for (int i = 0; i < 100; i++)
            {
                call();
            }
            int fewest = int.MaxValue;
            for (int attempt = 0; attempt < Attempts && fewest > 0; attempt++)
            {
                GC.Collect();
                int before = GC.CollectionCount(0);
                for (int i = 0; i < Calls; i++)
                {
                    call();
                }
                fewest = Math.Min(fewest, GC.CollectionCount(0) - before);
            }
            return fewest;
        }
    }
}
