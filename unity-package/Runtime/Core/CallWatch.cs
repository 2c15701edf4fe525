using System;
using System.Diagnostics;
using System.Threading;

namespace GridStar
{
    /// <summary>The kinds of calls of the native library that are watched.</summary>
    internal enum WatchedCall
    {
        /// <summary>Searches: one, or a batch.</summary>
        Search,

        /// <summary>Edits of cells, penalties and covers.</summary>
        Edit,

        /// <summary>Work ahead of searches: preparations, and fields.</summary>
        Derivation,

        /// <summary>Frames of queues and schedulers, and ticks of crowds and reservations.</summary>
        Tick,
    }

    /// <summary>Is told when a watched call begins and ends, on the thread that makes it.</summary>
    internal interface ICallObserver
    {
        void Begin(WatchedCall call);

        void End(WatchedCall call);
    }

    /// <summary>Sums of all watched calls so far, or what came to them between two moments.</summary>
    internal struct CallTotals
    {
        internal long Searches;
        internal long Expansions;
        internal long Edits;
        internal long Derivations;
        internal long Ticks;

        /// <summary>Time of the watched searches, in ticks of <see cref="Stopwatch"/>.</summary>
        internal long SearchTime;

        /// <summary>Searches that derived something of the map first, and their time: a part of the others.</summary>
        internal long DerivingSearches;
        internal long DerivingTime;

        internal CallTotals Since(CallTotals earlier) => new CallTotals
        {
            Searches = Searches - earlier.Searches,
            Expansions = Expansions - earlier.Expansions,
            Edits = Edits - earlier.Edits,
            Derivations = Derivations - earlier.Derivations,
            Ticks = Ticks - earlier.Ticks,
            SearchTime = SearchTime - earlier.SearchTime,
            DerivingSearches = DerivingSearches - earlier.DerivingSearches,
            DerivingTime = DerivingTime - earlier.DerivingTime,
        };
    }

    /// <summary>
    /// Counts and times calls of the native library while someone looks on: the window GridStar, or Unity's Profiler.
    /// Any thread. Otherwise a call costs one read of a field. Allocates nothing.
    /// </summary>
    internal static class CallWatch
    {
        private static readonly long[] s_counts = new long[4];
        private static readonly long[] s_times = new long[4];
        private static long s_expansions;

        /// <summary>Counts edits, preparations and new looks: after each, grids may have other parts.</summary>
        private static long s_changes;
        private static long s_derivingSearches;
        private static long s_derivingTime;
        private static int s_lookers;

        /// <summary>Parts that the grid of this thread's last search has derived, and whose and when that
        /// was.</summary>
        [ThreadStatic]
        private static DerivedParts t_derived;

        [ThreadStatic]
        private static ulong t_derivedOf;

        [ThreadStatic]
        private static long t_derivedAt;

        /// <summary>
        /// Asking a grid what it has derived takes 2 microseconds. After a search of less than 10, nobody asks.
        /// </summary>
        private static readonly long s_shortest = Math.Max(1, Stopwatch.Frequency / 100000);

        /// <summary>Set once, before the first look, so that each beginning has its end.</summary>
        internal static volatile ICallObserver Observer;

        internal static bool IsOn => Volatile.Read(ref s_lookers) > 0;

        /// <summary>All calls so far. Calls of other threads may come to it meanwhile.</summary>
        internal static CallTotals Totals => new CallTotals
        {
            Searches = Interlocked.Read(ref s_counts[(int)WatchedCall.Search]),
            Expansions = Interlocked.Read(ref s_expansions),
            Edits = Interlocked.Read(ref s_counts[(int)WatchedCall.Edit]),
            Derivations = Interlocked.Read(ref s_counts[(int)WatchedCall.Derivation]),
            Ticks = Interlocked.Read(ref s_counts[(int)WatchedCall.Tick]),
            SearchTime = Interlocked.Read(ref s_times[(int)WatchedCall.Search]),
            DerivingSearches = Interlocked.Read(ref s_derivingSearches),
            DerivingTime = Interlocked.Read(ref s_derivingTime),
        };

        /// <summary>Someone looks on. Each call needs one of <see cref="Stop"/>.</summary>
        internal static void Start()
        {
            // What happened while nobody looked on was not counted.
            Interlocked.Increment(ref s_changes);
            Interlocked.Increment(ref s_lookers);
        }

        internal static void Stop() => Interlocked.Decrement(ref s_lookers);

        /// <summary>A call begins. Returns what its end needs: 0 while nobody looks on.</summary>
        internal static long Begin(WatchedCall call)
        {
            if (!IsOn)
            {
                return 0;
            }
            Observer?.Begin(call);
            return Stopwatch.GetTimestamp();
        }

        /// <summary>A search of a grid begins, or a batch of searches.</summary>
        internal static long BeginSearch(ulong grid)
        {
            long began = Begin(WatchedCall.Search);
            if (began == 0)
            {
                return 0;
            }
            long changes = Interlocked.Read(ref s_changes);
            if (grid != t_derivedOf || changes != t_derivedAt)
            {
                // Makes the edits that wait, as the search would: what they drop is then missing.
                t_derived = DerivedParts.Of(grid);
                t_derivedOf = grid;
                t_derivedAt = changes;
            }
            return began;
        }

        /// <summary>A call ends. Returns its time in ticks of <see cref="Stopwatch"/>.</summary>
        internal static long End(WatchedCall call, long began) => End(call, began, 1);

        /// <summary>Notes the end of a search.</summary>
        internal static void EndSearch(
            long began, ulong grid, GridCell start, GridCell goal, ref GridstarQueryDef def, int status,
            ref GridstarPathResult result)
        {
            if (began == 0)
            {
                return;
            }
            long time = End(WatchedCall.Search, began, status == (int)NativeStatus.BufferTooSmall ? 0 : 1);
            Interlocked.Add(ref s_expansions, result.expansions);
            NoteDerived(grid, time);
            if (status >= 0)
            {
                SlowQueries.Note(grid, start, goal, ref def, status, time, result.expansions);
            }
        }

        /// <summary>Notes the end of a batch.</summary>
        internal static void EndSearches(long began, ulong grid, int status, long count, ulong expansions)
        {
            if (began != 0)
            {
                long time = End(WatchedCall.Search, began, status < 0 ? 0 : count);
                Interlocked.Add(ref s_expansions, (long)expansions);
                NoteDerived(grid, time);
            }
        }

        /// <summary>Searches that threads of the library have made.</summary>
        internal static void NoteAnswers(int status, long count, ulong expansions)
        {
            if (IsOn && status >= 0 && status != (int)NativeStatus.StillRunning)
            {
                Interlocked.Add(ref s_counts[(int)WatchedCall.Search], count);
                Interlocked.Add(ref s_expansions, (long)expansions);
            }
        }

        private static void NoteDerived(ulong grid, long time)
        {
            if (time < s_shortest)
            {
                return;
            }
            DerivedParts now = DerivedParts.Of(grid);
            if (now.HasMoreThan(t_derived))
            {
                Interlocked.Increment(ref s_derivingSearches);
                Interlocked.Add(ref s_derivingTime, time);
            }
            t_derived = now;
        }

        private static long End(WatchedCall call, long began, long count)
        {
            if (began == 0)
            {
                return 0;
            }
            long time = Math.Max(0, Stopwatch.GetTimestamp() - began);
            Interlocked.Add(ref s_counts[(int)call], count);
            Interlocked.Add(ref s_times[(int)call], time);
            if (call != WatchedCall.Search)
            {
                Interlocked.Increment(ref s_changes);
            }
            Observer?.End(call);
            return time;
        }
    }
}
