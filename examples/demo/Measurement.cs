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

        private Measurement(Engine engine)
        {
            Engine = engine;
            Path = new List<GridCell>();
        }

        public Engine Engine { get; private set; }

        public EngineAnswer Answer { get; private set; }

        public List<GridCell> Path { get; private set; }

        /// <summary>Median time of the runs.</summary>
        public double Seconds { get; private set; }

        public int Runs { get; private set; }

        /// <summary>Garbage of one run in bytes.</summary>
        public long Bytes { get; private set; }

        /// <summary>
        /// Runs a search once to warm up compiler, caches and buffers, then several times. A slow search with a time
        /// limit counts by its first run, where warming up hardly matters.
        /// </summary>
        public static Measurement Take(Engine engine, PathEnds ends)
        {
            var measurement = new Measurement(engine);
            engine.Aim(ends.Start, ends.Goal);
            measurement.Seconds = measurement.RunBatch(1);
            measurement.Runs = 1;
            if (!engine.HasLimit || measurement.Seconds < SlowSeconds)
            {
                measurement.RunOften();
            }
            measurement.Answer = engine.Read(measurement.Path);
            return measurement;
        }

        private void RunOften()
        {
            GC.Collect();
            double warm = Seconds > MostSeconds ? Seconds : RunBatch(1);
            int batch = (int)Math.Ceiling(TimedSeconds / Math.Max(warm, 1e-7));
            var times = new List<double>();
            double sum = 0;
            while (times.Count < MostRuns && sum < MostSeconds)
            {
                double seconds = RunBatch(batch);
                times.Add(seconds);
                sum += seconds * batch;
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
