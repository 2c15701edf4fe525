using System;
using System.Diagnostics;
using System.Runtime.InteropServices;

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
        private long _fieldAnswersBefore;
        private long _garbage;
        private int _collections;

        public CrowdTimes(int frames)
        {
            _frames = new double[frames];
            _ages = new double[frames];
            _processor = new double[frames];
        }

        public int Count => _frames.Length;

        /// <summary>The median of the frames in milliseconds, by processor time where it is known.</summary>
        public double Median => Percentile(KnowsThreadTime ? _processor : _frames, 0.5);

        /// <summary>Notes the numbers before the first measured frame.</summary>
        public void Begin(PathScheduler scheduler)
        {
            _searchesBefore = scheduler.Searches;
            _answersBefore = scheduler.Answers;
            _fieldAnswersBefore = scheduler.FieldAnswers;
        }

        /// <summary>Measures a frame.</summary>
        public void Measure(CrowdScene scene, int frame, double seconds)
        {
            long allocated = GC.GetAllocatedBytesForCurrentThread();
            int collections = GC.CollectionCount(0);
            _watch.Reset();
            double processor = ThreadMilliseconds();
            _watch.Start();
            scene.Advance(seconds);
            _watch.Stop();
            _processor[frame] = ThreadMilliseconds() - processor;
            _garbage += GC.GetAllocatedBytesForCurrentThread() - allocated;
            _collections += GC.CollectionCount(0) - collections;
            _frames[frame] = _watch.Elapsed.TotalMilliseconds;
            foreach (PathFollower follower in scene.Followers)
            {
                _ages[frame] = Math.Max(_ages[frame], follower.Tracker == null ? 0.0 : follower.Tracker.Age);
            }
        }

        public void Print(PathScheduler scheduler)
        {
            Print("main thread a frame", _frames);
            if (KnowsThreadTime)
            {
                // Without the time in which other programs had the processor.
                Print("its processor time", _processor);
            }
            Console.WriteLine(Json.Text(
                "  oldest path in a frame: median {0:F3} s, longest {1:F3} s",
                Percentile(_ages, 0.5),
                Percentile(_ages, 1.0)));
            Console.WriteLine(
                "  searches: {0} for {1} requests; shared fields: {2} with {3} answers",
                scheduler.Searches - _searchesBefore,
                scheduler.Answers - _answersBefore,
                scheduler.Fields,
                scheduler.FieldAnswers - _fieldAnswersBefore);
            Console.WriteLine("  garbage: {0} bytes, {1} collections", _garbage, _collections);
        }

        /// <summary>
        /// Prints the longest frame alone, by processor time where it is known: other programs don't count.
        /// </summary>
        public void PrintLongest(string which)
        {
            double longest = Percentile(KnowsThreadTime ? _processor : _frames, 1.0);
            string of = KnowsThreadTime ? "of processor time" : "of the main thread";
            Console.WriteLine(Json.Text("  the longest {0}: {1:F2} ms {2}", which, longest, of));
        }

        private static void Print(string what, double[] milliseconds) =>
            Console.WriteLine(Json.Text(
                "  {0}: median {1:F2} ms, 95 % {2:F2} ms, 99 % {3:F2} ms, longest {4:F2} ms",
                what,
                Percentile(milliseconds, 0.5),
                Percentile(milliseconds, 0.95),
                Percentile(milliseconds, 0.99),
                Percentile(milliseconds, 1.0)));

        private static double Percentile(double[] values, double share)
        {
            double[] sorted = (double[])values.Clone();
            Array.Sort(sorted);
            return sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Length) - 1)];
        }

        /// <summary>Whether this is a 64-bit Linux, which tells the processor time of a thread.</summary>
        private static readonly bool KnowsThreadTime = IntPtr.Size == 8
            && Environment.OSVersion.Platform == PlatformID.Unix && System.IO.File.Exists("/proc/self/stat");

        private const int ThreadClock = 3;

        /// <summary>Processor time of this thread; 0 where the system does not tell.</summary>
        private static double ThreadMilliseconds()
        {
            Timespec now = default(Timespec);
            bool isKnown = KnowsThreadTime && clock_gettime(ThreadClock, out now) == 0;
            return isKnown ? now.Seconds * 1e3 + now.Nanoseconds / 1e6 : 0.0;
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
