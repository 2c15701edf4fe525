using System;
using System.Diagnostics;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>How long frames took, how old paths were, and how much garbage was made.</summary>
    internal sealed class CrowdTimes
    {
        private readonly double[] _frames;
        private readonly double[] _ages;
        private readonly double[] _processor;
        private readonly Stopwatch _watch = new Stopwatch();
        private long _searchesBefore;
        private long _answersBefore;
        private int _count;

        public CrowdTimes(int frames)
        {
            _frames = new double[frames];
            _ages = new double[frames];
            _processor = new double[frames];
        }

        /// <summary>Milliseconds of the main thread in each frame, in their order.</summary>
        public double[] Frames
        {
            get { return _frames; }
        }

        /// <summary>Bytes that the measured frames allocated.</summary>
        public long Garbage { get; private set; }

        public int Collections { get; private set; }

        /// <summary>Notes the numbers before the first measured frame.</summary>
        public void Begin(PathScheduler scheduler)
        {
            Garbage = 0;
            Collections = 0;
            _count = 0;
            _searchesBefore = scheduler.Searches;
            _answersBefore = scheduler.Answers;
        }

        /// <summary>Measures a frame.</summary>
        public void Measure(CrowdScene scene, double seconds)
        {
            long allocated = GC.GetAllocatedBytesForCurrentThread();
            int collections = GC.CollectionCount(0);
            _watch.Reset();
            double processor = ThreadTime.Milliseconds;
            _watch.Start();
            scene.Advance(seconds);
            _watch.Stop();
            _processor[_count] = ThreadTime.Milliseconds - processor;
            Garbage += GC.GetAllocatedBytesForCurrentThread() - allocated;
            Collections += GC.CollectionCount(0) - collections;
            _frames[_count] = _watch.Elapsed.TotalMilliseconds;
            _ages[_count] = OldestAge(scene);
            _count++;
        }

        public void Print(PathScheduler scheduler, TextWriter to)
        {
            Print("main thread a frame", _frames, to);
            if (ThreadTime.IsKnown)
            {
                // Without the time in which other programs had the processor.
                Print("its processor time", _processor, to);
            }
            to.WriteLine(PictureReport.Text(
                "  oldest path in a frame: median {0:F3} s, longest {1:F3} s",
                Percentile(_ages, 0.5),
                Percentile(_ages, 1.0)));
            to.WriteLine(PictureReport.Text(
                "  searches: {0} for {1} requests; garbage: {2} bytes, {3} collections",
                scheduler.Searches - _searchesBefore,
                scheduler.Answers - _answersBefore,
                Garbage,
                Collections));
        }

        /// <summary>
        /// Prints the longest frame alone, by processor time where it is known: other programs don't count.
        /// </summary>
        public void PrintLongest(string which, TextWriter to)
        {
            double longest = Percentile(ThreadTime.IsKnown ? _processor : _frames, 1.0);
            string of = ThreadTime.IsKnown ? "of processor time" : "of the main thread";
            to.WriteLine(PictureReport.Text("  the longest {0}: {1:F2} ms {2}", which, longest, of));
        }

        private static void Print(string what, double[] milliseconds, TextWriter to)
        {
            to.WriteLine(PictureReport.Text(
                "  {0}: median {1:F2} ms, 95 % {2:F2} ms, 99 % {3:F2} ms, longest {4:F2} ms",
                what,
                Percentile(milliseconds, 0.5),
                Percentile(milliseconds, 0.95),
                Percentile(milliseconds, 0.99),
                Percentile(milliseconds, 1.0)));
        }

        private static double Percentile(double[] values, double share)
        {
            double[] sorted = (double[])values.Clone();
            Array.Sort(sorted);
            return sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Length) - 1)];
        }

        private static double OldestAge(CrowdScene scene)
        {
            double oldest = 0.0;
            foreach (PathFollower follower in scene.Followers)
            {
                oldest = Math.Max(oldest, follower.Tracker == null ? 0.0 : follower.Tracker.Age);
            }
            return oldest;
        }
    }
}
