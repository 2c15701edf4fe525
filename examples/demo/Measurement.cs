using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace GridStar.Demo
{
    /// <summary>The result of one engine for one path.</summary>
    internal sealed class Measurement
    {
        /// <summary>A search with a time limit runs once if it takes longer than this.</summary>
        private const double SlowSeconds = 0.25;

        /// <summary>Runs repeat up to this number or until <see cref="MostSeconds"/> have passed.</summary>
        private const int MostRuns = 101;
        private const double MostSeconds = 0.5;

        /// <summary>The clock ticks in 0.1 us, so short runs are timed together for at least this long.</summary>
        private const double TimedSeconds = 5e-5;

        /// <summary>
        /// Runs a search once to warm up compiler, caches and buffers, then several times. A slow search with a time
        /// limit counts by its first run, where warming up hardly matters.
        /// </summary>
        public Measurement(Engine engine, PathEnds ends)
        {
            Engine = engine;
            engine.Aim(ends.Start, ends.Goal);
            Seconds = RunBatch(1);
            Runs = 1;
            if (engine.IsExact || Seconds < SlowSeconds)
            {
                RunOften();
            }
            Answer = engine.Read(Path);
        }

        public Engine Engine { get; }

        public EngineAnswer Answer { get; }

        public List<GridCell> Path { get; } = new List<GridCell>();

        /// <summary>Median time of the runs.</summary>
        public double Seconds { get; private set; }

        public int Runs { get; private set; }

        /// <summary>Garbage of one run in bytes.</summary>
        public long Bytes { get; private set; }

        private void RunOften()
        {
            GC.Collect();
            double warm = Seconds > MostSeconds ? Seconds : RunBatch(1);
            int batch = (int)Math.Ceiling(TimedSeconds / Math.Max(warm, 1e-7));
            var times = new List<double>();
            double sum = 0;
            while (times.Count < MostRuns && sum < MostSeconds)
            {
                times.Add(RunBatch(batch));
                sum += times[times.Count - 1] * batch;
            }
            times.Sort();
            Seconds = times[times.Count / 2];
            Runs = times.Count * batch;
        }

        /// <summary>Mean seconds of one run in a batch.</summary>
        private double RunBatch(int batch)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            long begun = Stopwatch.GetTimestamp();
            for (int i = 0; i < batch; i++)
            {
                Engine.Run();
            }
            long ended = Stopwatch.GetTimestamp();
            Bytes = (GC.GetAllocatedBytesForCurrentThread() - before) / batch;
            return (double)(ended - begun) / Stopwatch.Frequency / batch;
        }
    }
}
