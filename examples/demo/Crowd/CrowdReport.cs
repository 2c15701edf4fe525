using System;
using System.IO;
using UnityEngine;

namespace GridStar.Demo
{
    /// <summary>
    /// Writes the data of the animation: one JSON object a line. Each line is a frame: whether the drawbridge is
    /// closed, the target, all followers, and the paths of some of them, in cells of the file. The last line has the
    /// frame times.
    /// </summary>
    internal sealed class CrowdReport : IDisposable
    {
        /// <summary>The path of each follower whose number is a multiple of it is drawn.</summary>
        private const int DrawnEach = 12;

        private readonly TextWriter _out;

        public CrowdReport(string file)
        {
            _out = PictureReport.Open(file);
        }

        public void Frame(CrowdScene scene, double milliseconds)
        {
            CellRect bridge = CrowdScene.Bridge;
            _out.Write(PictureReport.Text(
                "{{\"bridge\": [{0}, {1}, {2}, {3}], ", bridge.X, bridge.Y, bridge.Width, bridge.Height));
            _out.Write("\"bridge_closed\": " + (scene.IsBridgeClosed ? "true" : "false") + ", \"target\": ");
            Point(scene.TargetPosition.x, scene.TargetPosition.z);
            _out.Write(PictureReport.Text(", \"milliseconds\": {0:F3}, \"followers\": [", milliseconds));
            for (int i = 0; i < scene.Followers.Count; i++)
            {
                _out.Write(i == 0 ? "" : ", ");
                Vector3 position = scene.Followers[i].transform.position;
                Point(position.x, position.z);
            }
            _out.Write("], \"paths\": [");
            for (int i = 0; i < scene.Followers.Count; i += DrawnEach)
            {
                _out.Write(i == 0 ? "[" : ", [");
                Path(scene.Followers[i]);
                _out.Write("]");
            }
            _out.WriteLine("]}");
        }

        public void Times(double[] milliseconds)
        {
            _out.Write("{\"times\": [");
            for (int i = 0; i < milliseconds.Length; i++)
            {
                _out.Write(PictureReport.Text(i == 0 ? "{0:F4}" : ", {0:F4}", milliseconds[i]));
            }
            _out.WriteLine("]}");
        }

        public void Dispose()
        {
            _out.Dispose();
        }

        private void Path(PathFollower follower)
        {
            PathTracker tracker = follower.Tracker;
            int count = tracker == null ? 0 : tracker.Count;
            bool isFirst = true;
            for (int i = 0; i < count; i++)
            {
                // The corners say it all.
                bool isCorner = i == 0 || i == count - 1 || !IsStraight(tracker[i - 1], tracker[i], tracker[i + 1]);
                if (isCorner)
                {
                    _out.Write(isFirst ? "" : ", ");
                    float half = 0.5f / CrowdScene.Finer;
                    Point((float)tracker[i].X / CrowdScene.Finer + half, (float)tracker[i].Y / CrowdScene.Finer + half);
                    isFirst = false;
                }
            }
        }

        private static bool IsStraight(GridCell one, GridCell two, GridCell three)
        {
            return two.X - one.X == three.X - two.X && two.Y - one.Y == three.Y - two.Y;
        }

        private void Point(float x, float y)
        {
            _out.Write(PictureReport.Text("[{0:F2}, {1:F2}]", x, y));
        }
    }
}
