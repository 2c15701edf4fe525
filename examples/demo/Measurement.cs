using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace GridStar.Demo
{
    /// <summary>What one engine did for one path.</summary>
    internal sealed class Measurement
    {
        /// <summary>A search that takes longer than this is run once.</summary>
        private const double SlowSeconds = 0.25;

        /// <summary>Repeated runs end at whichever comes first.</summary>
        private const int MostRuns = 101;
        private const double MostSeconds = 0.5;

        private Measurement(Engine engine)
        {
            Engine = engine;
            Path = new List<GridCell>();
        }

        public Engine Engine { get; private set; }

        public EngineAnswer Answer { get; private set; }

        public List<GridCell> Path { get; private set; }

        /// <summary>The median of the runs.</summary>
        public double Seconds { get; private set; }

        public int Runs { get; private set; }

        /// <summary>Garbage that one run leaves behind.</summary>
        public long Bytes { get; private set; }

        /// <summary>
        /// A quick search is run once to warm up (compiler, caches, buffers that grow) and then many times; of a slow one the
        /// first run counts, the warming up being lost in it.
        /// </summary>
        public static Measurement Take(Engine engine, PathEnds ends)
        {
            var measurement = new Measurement(engine);
            engine.Aim(ends.Start, ends.Goal);
            double seconds = measurement.RunOnce();
            measurement.Seconds = seconds;
            measurement.Runs = 1;
            if (seconds < SlowSeconds)
            {
                measurement.RunOften();
            }
            measurement.Answer = engine.Read(measurement.Path);
            return measurement;
        }

        private void RunOften()
        {
            GC.Collect();
            var times = new List<double>();
            double sum = 0;
            while (times.Count < MostRuns && sum < MostSeconds)
            {
                times.Add(RunOnce());
                sum += times[times.Count - 1];
            }
            times.Sort();
            Seconds = times[times.Count / 2];
            Runs = times.Count;
        }

        private double RunOnce()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            long begun = Stopwatch.GetTimestamp();
            Engine.Run();
            long ended = Stopwatch.GetTimestamp();
            Bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            return (double)(ended - begun) / Stopwatch.Frequency;
        }
    }
}
