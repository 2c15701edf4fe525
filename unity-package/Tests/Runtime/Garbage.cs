using System;

namespace GridStar.Tests
{
    internal static class Garbage
    {
        /// <summary>At 16 bytes a call, these calls would exceed the 4 MB after which Mono collects.</summary>
        private const int Calls = 400000;

        /// <summary>
        /// Other threads of the host may allocate meanwhile, but a call that allocates shows in every attempt.
        /// </summary>
        private const int Attempts = 5;

        /// <summary>Collects and waits for finalizers until nothing more is freed.</summary>
        internal static void Collect()
        {
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }

        /// <summary>Number of garbage collections during 400000 warm calls: the minimum of several attempts.</summary>
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
