using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using UnityEngine;

namespace GridStar.Demo
{
    /// <summary>
    /// Two streams of agents that keep apart, each along a field of costs to its side of a map. Who arrives turns
    /// around. Two agents that overlap by more than a quarter of a radius end the program.
    /// </summary>
    internal static class AvoidDemo
    {
        private const float Tick = 1f / 30f;
        private const float Radius = 0.35f;
        private const float Speed = 2f;

        /// <summary>Ticks until agents have spread out, and those that count.</summary>
        private const int SettlingTicks = 90;
        private const int Ticks = 900;

        /// <summary>The last ticks are drawn, one of five.</summary>
        private const int DrawnEach = 5;
        private const int Drawn = 60;

        /// <summary>In parts of a radius.</summary>
        private const double SmallOverlap = 0.02;
        private const double MostOverlap = 0.25;

        public static void Run(OctileMap map, int count, TextWriter report)
        {
            var settings = new PathGridSettings
            {
                Width = map.Width, Height = map.Height, Plane = GridPlane.XY, DiagonalRule = DiagonalRule.BothFree,
            };
            using (var grid = new PathGrid(settings))
            {
                grid.SetCells(map.Cells);
                using (PathField right = grid.CreateField(Side(map, true), default(PathQuery)))
                using (PathField left = grid.CreateField(Side(map, false), default(PathQuery)))
                using (var crowd = new PathCrowd(grid))
                {
                    var agents = new Agents(crowd, new[] { right, left }, count);
                    Play(map, agents, report);
                }
            }
        }

        private static void Play(OctileMap map, Agents agents, TextWriter report)
        {
            double milliseconds = 0.0;
            double deepest = 0.0;
            long overlapping = 0;
            for (int tick = 0; tick < SettlingTicks + Ticks; tick++)
            {
                Stopwatch clock = Stopwatch.StartNew();
                agents.Move(Tick);
                clock.Stop();
                if (tick < SettlingTicks)
                {
                    continue;
                }
                milliseconds += clock.Elapsed.TotalMilliseconds;
                foreach (double overlap in agents.Overlaps(map.Width, map.Height))
                {
                    deepest = Math.Max(deepest, overlap);
                    overlapping += overlap > SmallOverlap ? 1 : 0;
                }
                int left = SettlingTicks + Ticks - 1 - tick;
                if (left % DrawnEach == 0 && left < DrawnEach * Drawn)
                {
                    agents.Report(report);
                }
            }
            Console.WriteLine(Json.Text(
                "{0} agents on {1}, {2} x {3} cells, {4} ticks of 1/30 s: {5:F2} ms a tick with their wishes",
                agents.Count, map.Name, map.Width, map.Height, Ticks, milliseconds / Ticks));
            Console.WriteLine(Json.Text(
                "  {0} crossed the map; the mean speed is {1:F2} of {2:F0} cells a second",
                agents.Arrivals, agents.Way / (agents.Count * (SettlingTicks + Ticks) * Tick), Speed));
            Console.WriteLine(Json.Text(
                "  {0:F2} % of agents overlap another by more than {1:F0} % of a radius, the deepest by {2:F1} %",
                100.0 * overlapping / ((long)agents.Count * Ticks), 100.0 * SmallOverlap, 100.0 * deepest));
            if (deepest > MostOverlap)
            {
                throw new DemoException("two agents overlap by " + Json.Text("{0:F2}", deepest) + " of a radius");
            }
        }

        /// <summary>The walkable cells of the three outermost columns of a side that have some.</summary>
        private static GridCell[] Side(OctileMap map, bool isRight)
        {
            var cells = new List<GridCell>();
            int columns = 0;
            for (int i = 0; i < map.Width && columns < 3; i++)
            {
                int before = cells.Count;
                for (int y = 0; y < map.Height; y++)
                {
                    var cell = new GridCell(isRight ? map.Width - 1 - i : i, y);
                    if (map.IsWalkable(cell))
                    {
                        cells.Add(cell);
                    }
                }
                columns += cells.Count > before ? 1 : 0;
            }
            return cells.ToArray();
        }

        /// <summary>The agents of both streams, by number.</summary>
        private sealed class Agents
        {
            private readonly PathCrowd _crowd;
            private readonly PathField[] _fields;
            private readonly int[] _sides;
            private readonly Vector2[] _wishes;
            private readonly Vector2[] _positions;
            private readonly Vector2[] _velocities;
            private readonly float[] _position = new float[3];
            private readonly float[] _velocity = new float[3];

            public Agents(PathCrowd crowd, PathField[] fields, int count)
            {
                _crowd = crowd;
                _fields = fields;
                _sides = new int[count];
                _wishes = new Vector2[count];
                _positions = new Vector2[count];
                _velocities = new Vector2[count];
                var cells = new List<FieldCell>();
                fields[0].GetRange(cells);
                if (2 * count > cells.Count)
                {
                    throw new DemoException("the map has room for " + cells.Count / 2 + " agents");
                }
                for (int i = 0; i < count; i++)
                {
                    GridCell cell = cells[(int)((long)i * cells.Count / count)].Cell;
                    _positions[i] = new Vector2(cell.X + 0.5f, cell.Y + 0.5f);
                    _sides[i] = i % 2;
                    crowd.Add(new CrowdAgent(_positions[i].x, _positions[i].y, Radius, Speed));
                }
            }

            public int Count => _sides.Length;

            /// <summary>How often an agent has come to its side.</summary>
            public int Arrivals { get; private set; }

            /// <summary>Sum over all agents, in cells.</summary>
            public double Way { get; private set; }

            public void Move(float seconds)
            {
                for (int i = 0; i < Count; i++)
                {
                    _position[0] = _positions[i].x;
                    _position[1] = _positions[i].y;
                    _fields[_sides[i]].GetVelocities(_position, 1, Speed, _velocity);
                    _wishes[i] = new Vector2(_velocity[0], _velocity[1]);
                    if (_velocity[0] == 0f && _velocity[1] == 0f)
                    {
                        _sides[i] = 1 - _sides[i];
                        Arrivals++;
                    }
                }
                _crowd.Tick(seconds, _wishes, _positions, _velocities);
                for (int i = 0; i < Count; i++)
                {
                    double x = _velocities[i].x;
                    double y = _velocities[i].y;
                    Way += Math.Sqrt(x * x + y * y) * seconds;
                }
            }

            /// <summary>How deep each agent overlaps another, in parts of a radius. Only pairs of neighboring cells can
            /// touch.</summary>
            public IEnumerable<double> Overlaps(int width, int height)
            {
                var inCell = new List<int>[width * height];
                for (int i = 0; i < Count; i++)
                {
                    int cell = (int)_positions[i].y * width + (int)_positions[i].x;
                    (inCell[cell] ?? (inCell[cell] = new List<int>())).Add(i);
                }
                for (int i = 0; i < Count; i++)
                {
                    double nearest = double.PositiveInfinity;
                    for (int y = (int)_positions[i].y - 1; y <= (int)_positions[i].y + 1; y++)
                    {
                        for (int x = (int)_positions[i].x - 1; x <= (int)_positions[i].x + 1; x++)
                        {
                            bool isInside = x >= 0 && y >= 0 && x < width && y < height;
                            foreach (int other in (isInside ? inCell[y * width + x] : null) ?? new List<int>())
                            {
                                double dx = _positions[other].x - _positions[i].x;
                                double dy = _positions[other].y - _positions[i].y;
                                nearest = other == i ? nearest : Math.Min(nearest, Math.Sqrt(dx * dx + dy * dy));
                            }
                        }
                    }
                    yield return Math.Max(0.0, (2.0 * Radius - nearest) / Radius);
                }
            }

            /// <summary>Writes where all agents are, first those that go to the right.</summary>
            public void Report(TextWriter report)
            {
                var streams = new[] { new List<string>(), new List<string>() };
                for (int i = 0; i < Count; i++)
                {
                    streams[_sides[i]].Add(Json.Text("[{0:F2}, {1:F2}]", _positions[i].x, _positions[i].y));
                }
                report.WriteLine(Json.Text(
                    "{{\"radius\": {0}, \"followers\": {1}, \"others\": {2}}}",
                    Radius, Json.List(streams[0]), Json.List(streams[1])));
            }
        }
    }
}
