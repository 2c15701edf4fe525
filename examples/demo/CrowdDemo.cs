using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using UnityEngine;

namespace GridStar.Demo
{
    /// <summary>Many followers in a scene, at 60 frames a second: times, garbage, an animation.</summary>
    internal static class CrowdDemo
    {
        private const double FrameSeconds = 1.0 / 60.0;

        /// <summary>The first frames: long enough for every list to have its size.</summary>
        private const int WarmFrames = 600;
        private const int MeasuredFrames = 600;

        /// <summary>One frame of ten is drawn, for a period of the drawbridge.</summary>
        private const int DrawnEach = 10;
        private const int Drawn = 48;

        /// <summary>Followers and frames that let Mono compile the code, as it is compiled in a player.</summary>
        private const int CompilingFollowers = 200;
        private const int CompilingFrames = 120;

        public static void Run(OctileMap map, int followers, TextWriter report)
        {
            int finer = CrowdScene.FinerOf(map);
            Console.WriteLine(
                "{0} followers on {1} with {2} x {3} cells, {4} frames of 1/60 s; a door toggles in each:",
                followers, map.Name, map.Width * finer, map.Height * finer, MeasuredFrames);
            double alone = Measure(map, followers, false, report);
            Console.WriteLine("the same with PathFollower.Avoidance:");
            double apart = Measure(map, followers, true, null);
            Console.WriteLine(Json.Text("  {0:F2} ms a frame more than without, by the medians", apart - alone));
        }

        /// <summary>Plays a scene, and returns the median of its frames in milliseconds.</summary>
        private static double Measure(OctileMap map, int followers, bool avoidance, TextWriter report)
        {
            using (var scene = new CrowdScene(map, CompilingFollowers, avoidance))
            {
                Play(scene, new CrowdTimes(CompilingFrames), null);
            }
            using (var scene = new CrowdScene(map, followers, avoidance))
            {
                var first = new CrowdTimes(WarmFrames);
                // The scene's own garbage is that of a loading screen.
                GC.Collect();
                Play(scene, first, null);
                first.PrintLongest("of the frames before, from the first one on");
                var times = new CrowdTimes(MeasuredFrames);
                times.Begin(scene.Grid.Scheduler);
                Play(scene, times, report);
                times.Print(scene.Grid.Scheduler);
                return times.Median;
            }
        }

        /// <summary>Plays and measures frames. Searches on other threads get the time between them, as in a game.
        /// </summary>
        private static void Play(CrowdScene scene, CrowdTimes times, TextWriter report)
        {
            for (int frame = 0; frame < times.Count; frame++)
            {
                Stopwatch clock = Stopwatch.StartNew();
                times.Measure(scene, frame, FrameSeconds);
                if (report != null && frame % DrawnEach == 0 && frame < Drawn * DrawnEach)
                {
                    WriteFrame(scene, report);
                }
                double left = FrameSeconds - clock.Elapsed.TotalSeconds;
                Thread.Sleep(TimeSpan.FromSeconds(Math.Max(0.0, left)));
            }
        }

        /// <summary>Writes the drawbridge while it is closed, the target and all followers, in cells of the file.
        /// </summary>
        private static void WriteFrame(CrowdScene scene, TextWriter report)
        {
            CellRect bridge = scene.Bridge.GetValueOrDefault();
            string corners = Json.Text("[[{0}, {1}], [{2}, {3}]]", bridge.X, bridge.Y, bridge.X + bridge.Width,
                bridge.Y + bridge.Height);
            List<string> followers = scene.Followers.ConvertAll(follower => Point(follower.transform.position));
            report.WriteLine(Json.Text(
                "{{\"bridge\": {0}, \"target\": {1}, \"followers\": {2}}}",
                scene.IsBridgeClosed ? corners : "null",
                Point(scene.TargetPosition),
                Json.List(followers)));
        }

        private static string Point(Vector3 position) => Json.Text("[{0:F2}, {1:F2}]", position.x, position.z);
    }
}
