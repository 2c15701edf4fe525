using System;
using System.Collections.Generic;
using System.Globalization;

namespace GridStar.Demo
{
    /// <summary>
    /// Compares engines that obey one rule on one map, checks their answers and prints a table. The first engine is
    /// GridStar.
    /// </summary>
    internal sealed class Contest : IDisposable
    {
        /// <summary>Seconds after which a run of the tutorial search is stopped.</summary>
        private const double LimitSeconds = 5.0;

        /// <summary>
        /// Relative. Engines count in integers or in floats, and integer costs make sqrt(2) a fraction.
        /// </summary>
        private const double Tolerance = 1e-6;

        private readonly OctileMap _map;
        private readonly StepRule _rule;
        private readonly List<Engine> _engines = new List<Engine>();

        public Contest(OctileMap map, StepRule rule)
        {
            _map = map;
            _rule = rule;
            // The mirrored classes run under their default rule.
            if (rule == StepRule.CornersCut)
            {
                _engines.Add(new MirrorEngine(map));
            }
            _engines.Add(new PathGridEngine(map, rule));
            _engines.Add(new HeapEngine(map, rule));
            _engines.Add(new TutorialEngine(map, rule, LimitSeconds));
        }

        /// <summary>Number of checked answers.</summary>
        public int Answers { get; private set; }

        public static void Title(OctileMap map)
        {
            double share = 100.0 * Array.FindAll(map.Cells, cell => cell == (byte)CellType.Walkable).Length
                / map.Cells.Length;
            Line("GridStar {0} on {1}: {2} x {3} cells, {4:0} % of them walkable", GridStarLibrary.Version, map.Name,
                map.Width, map.Height, share);
            Line("");
            Line("  GridStar, AStarManager  the native library, called as by scripts for AStarManager and BaseGrid");
            Line("  GridStar, PathGrid      the native library, by its modern API");
            Line("  C#, binary heap         well-made A* in C#: dense arrays, a heap, no allocations");
            Line("  C#, sorted list         A* as in the BaseGrid scripts: the open list is sorted each time,");
            Line("                          closed cells lie in a HashSet, Manhattan estimates lengthen some paths");
        }

        public static void Closing(int answers)
        {
            Line("");
            Line("{0} answers checked: every step is legal, and all finished searches agree on the cost.", answers);
            Line("time     median of the runs, after one run to warm up");
            Line("         the sorted list runs once if it takes over 0.25 s, and stops after {0:0.#} s", LimitSeconds);
            Line("garbage  bytes that one call leaves to the garbage collector");
            Line("as fast  how many times as fast as this line's search the first line of the table is");
        }

        /// <summary>
        /// Runs all engines. A wrong answer ends the program. Returns the row of <see cref="PathGrid"/>.
        /// </summary>
        public Measurement Run(PathEnds ends)
        {
            Line("");
            Line("  {0}", _rule.Text);
            Line("  {0,-24}{1,8}{2,7}{3,12}{4,12}{5,6}{6,10}   {7}", "", "cost", "cells", "expansions", "time", "runs",
                "garbage", "GridStar is");
            var rows = new List<Measurement>();
            foreach (Engine engine in _engines)
            {
                Console.Write("  {0,-24}", engine.Name);
                var row = new Measurement(engine, ends);
                rows.Add(row);
                PrintRow(row, rows[0]);
                CheckPath(ends, row);
                CheckAgreement(ends, rows[0], row);
                Answers += row.Answer.Stopped ? 0 : 1;
            }
            return rows.Find(row => row.Engine is PathGridEngine);
        }

        /// <summary>The cells that <see cref="PathGrid"/> expands for a path, in order.</summary>
        public List<GridCell> Trace(PathEnds ends, Measurement row)
        {
            List<GridCell> expanded = ((PathGridEngine)row.Engine).Trace();
            if (expanded.Count != row.Answer.Expansions)
            {
                throw new DemoException("WRONG: " + ends + ": TracePath expands " + expanded.Count
                    + " cells, FindPath " + row.Answer.Expansions);
            }
            return expanded;
        }

        public void Dispose() => _engines.ForEach(engine => engine.Dispose());

        /// <summary>Whether two costs are equal up to rounding.</summary>
        public static bool IsSameCost(double first, double second) =>
            Math.Abs(first - second) <= Tolerance * Math.Max(1.0, Math.Abs(second));

        /// <summary>
        /// Throws unless the path is legal under the rule, leads from start to goal, and has the stated cost.
        /// </summary>
        private void CheckPath(PathEnds ends, Measurement row)
        {
            List<GridCell> path = row.Path;
            if (!row.Answer.Found)
            {
                return;
            }
            if (path.Count == 0 || path[0] != ends.Start || path[path.Count - 1] != ends.Goal)
            {
                throw Wrong(ends, row, "the path does not lead from start to goal");
            }
            double cost = 0;
            for (int i = 1; i < path.Count; i++)
            {
                if (!_rule.Allows(_map.IsWalkable, path[i - 1], path[i]))
                {
                    throw Wrong(ends, row, "the step from " + path[i - 1] + " to " + path[i] + " is illegal");
                }
                cost += _rule.Octile(path[i - 1], path[i]);
            }
            if (!IsSameCost(cost, row.Answer.Cost))
            {
                throw Wrong(ends, row, "the cost is said to be " + row.Answer.Cost + ", the steps add up to " + cost);
            }
        }

        /// <summary>
        /// Throws if two engines that finished disagree. A path of an engine that is not exact may cost more.
        /// </summary>
        private void CheckAgreement(PathEnds ends, Measurement first, Measurement row)
        {
            EngineAnswer one = first.Answer;
            EngineAnswer other = row.Answer;
            bool isRight = IsSameCost(one.Cost, other.Cost) || (!row.Engine.IsExact && other.Cost > one.Cost);
            if (!one.Stopped && !other.Stopped && (one.Found != other.Found || !isRight))
            {
                throw Wrong(ends, row, "it finds " + Say(other) + ", \"" + first.Engine.Name + "\" " + Say(one));
            }
        }

        private static string Say(EngineAnswer answer) =>
            answer.Found ? "a path of cost " + answer.Cost : "no path";

        private DemoException Wrong(PathEnds ends, Measurement row, string what) =>
            new DemoException("WRONG: " + ends + ", \"" + row.Engine.Name + "\", " + _rule.Text + ": " + what);

        /// <summary>Ends the line. <paramref name="native"/> is GridStar's result for the same path.</summary>
        private static void PrintRow(Measurement row, Measurement native)
        {
            EngineAnswer answer = row.Answer;
            string cost = answer.Stopped ? "stopped" : answer.Found ? Number("0.00", answer.Cost) : "no path";
            string cells = answer.Found ? Number("#,0", row.Path.Count) : "-";
            double ms = row.Seconds * 1e3;
            string time = Number(ms < 0.01 ? "0.00000" : ms < 10 ? "0.000" : "#,0.0", ms) + " ms";
            string bytes = row.Bytes < 10000 ? Number("#,0", row.Bytes) + " B"
                : row.Bytes < 10000000 ? Number("#,0", row.Bytes / 1e3) + " kB"
                : Number("#,0", row.Bytes / 1e6) + " MB";
            Line("{0,8}{1,7}{2,12}{3,12}{4,6}{5,10}   {6}", cost, cells, Number("#,0", answer.Expansions), time,
                row.Runs, bytes, Comparison(row, native));
        }

        private static string Comparison(Measurement row, Measurement native)
        {
            if (row.Engine is PathGridEngine || row.Engine is MirrorEngine)
            {
                return "";
            }
            double factor = row.Seconds / Math.Max(native.Seconds, 1e-9);
            // Rounded down to two digits: more would be noise, and rounding up would exaggerate.
            double scale = Math.Pow(10, Math.Floor(Math.Log10(factor)) - 1);
            string number = factor >= 100 ? Number("#,0", Math.Floor(factor / scale) * scale) : Number("0.0", factor);
            return (row.Answer.Stopped ? "> " : "") + number + " x as fast";
        }

        private static string Number(string format, double value) =>
            value.ToString(format, CultureInfo.InvariantCulture);

        private static void Line(string format, params object[] values) =>
            Console.WriteLine(Json.Text(format, values).TrimEnd());
    }
}
