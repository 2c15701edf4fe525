using System;

namespace GridStar.Tests
{
    internal static class Garbage
    {
        private const int Calls = 3000;

        /// <summary>
        /// Number of attempts: a list that grows now and then shows in one of them, and a call that allocates shows in
        /// every one.
        /// </summary>
        private const int Attempts = 5;

        /// <summary>An object that a compiler does not leave out.</summary>
        internal static object Kept { get; private set; }

        /// <summary>Collects and waits for finalizers until nothing more is freed.</summary>
        internal static void Collect()
        {
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }

        /// <summary>
        /// Bytes that this thread allocates during 3000 warm calls: the minimum of several attempts. A host that does
        /// not count bytes counts collections of many more calls.
        /// </summary>
        internal static long During(Action call)
        {
            for (int i = 0; i < 100; i++)
            {
                call();
            }
            bool countsBytes = Bytes(() => Kept = new object(), 1) > 0;
            long fewest = long.MaxValue;
            for (int attempt = 0; attempt < Attempts && fewest > 0; attempt++)
            {
                fewest = Math.Min(fewest, countsBytes ? Bytes(call, Calls) : Collections(call));
            }
            return fewest;
        }

        private static long Bytes(Action call, int calls)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < calls; i++)
            {
                call();
            }
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        /// <summary>At 16 bytes a call, these calls would exceed the 4 MB after which Mono collects.</summary>
        private static long Collections(Action call)
        {
            GC.Collect();
            int before = GC.CollectionCount(0);
            for (int i = 0; i < 400000; i++)
            {
                call();
            }
            return GC.CollectionCount(0) - before;
        }
    }
}
