using System;
using System.Diagnostics;
using System.Threading;

namespace GridStar.Demo
{
    /// <summary>Many followers in a scene, at 60 frames a second: times, garbage, an animation.</summary>
    internal static class CrowdDemo
    {
        private const double FrameSeconds = 1.0 / 60.0;

        /// <summary>The first frames: long enough for every list to have its size.</summary>
        private const int WarmFrames = 600;
        private const int MeasuredFrames = 600;

        /// <summary>A picture for each of these frames.</summary>
        private const int DrawnEach = 5;

        /// <summary>Followers and frames that let Mono compile the code, as it is compiled in a player.</summary>
        private const int CompilingFollowers = 20;
        private const int CompilingFrames = 120;

        public static void Run(OctileMap map, DemoOptions options)
        {
            Console.WriteLine(PictureReport.Text(
                "{0} followers on {1} with {2} x {3} cells, {4} frames of 1/60 s; a door toggles in each:",
                options.Crowd,
                map.Name,
                map.Width * CrowdScene.Finer,
                map.Height * CrowdScene.Finer,
                MeasuredFrames));
            Compile(map);
            using (var scene = new CrowdScene(map, options.Crowd))
            using (var report = new CrowdReport(options.ReportFile))
            {
                var times = new CrowdTimes(MeasuredFrames);
                var first = new CrowdTimes(WarmFrames);
                Stopwatch clock = Stopwatch.StartNew();
                for (int frame = 0; frame < WarmFrames; frame++)
                {
                    first.Measure(scene, FrameSeconds);
                    WaitForFrame(clock);
                }
                first.PrintLongest("of the frames before, from the first one on", Console.Out);
                times.Begin(scene.Grid.Scheduler);
                for (int frame = 0; frame < MeasuredFrames; frame++)
                {
                    times.Measure(scene, FrameSeconds);
                    if (frame % DrawnEach == 0)
                    {
                        report.Frame(scene, times.Frames[frame]);
                    }
                    WaitForFrame(clock);
                }
                times.Print(scene.Grid.Scheduler, Console.Out);
                report.Times(times.Frames);
            }
        }

        private static void Compile(OctileMap map)
        {
            using (var scene = new CrowdScene(map, CompilingFollowers))
            {
                var times = new CrowdTimes(CompilingFrames);
                Stopwatch clock = Stopwatch.StartNew();
                for (int frame = 0; frame < CompilingFrames; frame++)
                {
                    times.Measure(scene, FrameSeconds);
                    WaitForFrame(clock);
                }
            }
        }

        /// <summary>Searches on other threads get the time between frames that they get in a game.</summary>
        private static void WaitForFrame(Stopwatch clock)
        {
            double left = FrameSeconds - clock.Elapsed.TotalSeconds;
            if (left > 0.0)
            {
                Thread.Sleep(TimeSpan.FromSeconds(left));
            }
            clock.Reset();
            clock.Start();
        }
    }
}
