using System;

namespace GridStar
{
    // The threads that answer batches and queued requests.
    public static partial class GridStarLibrary
    {
        /// <summary>The largest number of worker threads.</summary>
        public const int MaxWorkerThreads = NativeConstants.MaxWorkThreads;

        /// <summary>
        /// Number of threads that answer batches and requests of <see cref="PathQueue"/>. Default: one fewer than the
        /// machine has processors, at least 1. Threads start when work comes. With 0, and on the web, searches run on
        /// the calling thread. The number never changes a path. The threads run below the game's priority: a frame
        /// does not wait for them.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">Below 0 or above <see cref="MaxWorkerThreads"/>.</exception>
        public static int WorkerThreads
        {
            get
            {
                EnsureLoaded();
                return (int)GetWorkInfo().wanted_threads;
            }
            set
            {
                EnsureLoaded();
                int status = NativeMethods.gridstar_work_set_threads(unchecked((uint)value));
                if (status < 0)
                {
                    throw NativeErrors.Create(status, nameof(value), value);
                }
            }
        }

        /// <summary>Native memory of all searches on the library's threads, in bytes.</summary>
        public static long WorkerBytes
        {
            get
            {
                EnsureLoaded();
                return (long)GetWorkInfo().scratch_bytes;
            }
        }

        /// <summary>Number of requests in all queues whose answers have not been taken.</summary>
        public static int LiveTicketCount
        {
            get
            {
                EnsureLoaded();
                return (int)NativeMethods.gridstar_live_count((uint)NativeKind.Ticket);
            }
        }

        /// <summary>
        /// Forgets all requests of all queues. They complete with <see cref="PathReason.Cancelled"/>.
        /// </summary>
        /// <returns>Number of forgotten requests.</returns>
        public static int DestroyAllTickets()
        {
            EnsureLoaded();
            return (int)NativeMethods.gridstar_destroy_all((uint)NativeKind.Ticket);
        }

        /// <summary>
        /// Ends the library's threads: cancels requests and preparations that wait, ends a preparation that runs early,
        /// so that its grid keeps its engine, and waits for what else runs. In Unity this happens by itself before
        /// scripts are reloaded and when the game quits. The next work starts new threads.
        /// </summary>
        public static void StopWorkers()
        {
            EnsureLoaded();
            NativeErrors.ThrowIfMistake(NativeMethods.gridstar_work_stop(), null);
        }

        /// <summary>Ends the library's threads, if the library is loaded. Never throws.</summary>
        internal static void StopWorkersIfLoaded()
        {
            if (s_wasLoaded)
            {
                NativeMethods.gridstar_work_stop();
            }
        }

        /// <summary>Whether worker threads answer requests: some run, and their number is not set to 0.</summary>
        internal static bool HasWorkerThreads
        {
            get
            {
                GridstarWorkInfo info = GetWorkInfo();
                return info.wanted_threads > 0 && info.threads > 0;
            }
        }

        private static GridstarWorkInfo GetWorkInfo()
        {
            GridstarWorkInfo info = default(GridstarWorkInfo);
            info.struct_size = GridstarWorkInfo.Size;
            NativeErrors.ThrowIfMistake(NativeMethods.gridstar_work_get_info(ref info), null);
            return info;
        }
    }
}
