using System;
using System.Globalization;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>Prints each engine's name before it runs and its results afterwards.</summary>
    internal sealed class ResultTable
    {
        private readonly TextWriter _out;

        public ResultTable(TextWriter output)
        {
            _out = output;
        }

        public void Title(OctileMap map)
        {
            double share = 100.0 * map.CountWalkable() / map.Cells.Length;
            Line("GridStar {0} on {1}: {2} x {3} cells, {4:0} % of them walkable", GridStarLibrary.Version, map.Name,
                map.Width, map.Height, share);
            Line("");
            Line("  GridStar, AStarManager  the native library, called as by scripts for AStarManager and BaseGrid");
            Line("  GridStar, PathGrid      the native library, by its modern API");
            Line("  C#, binary heap         well-made A* in C#: dense arrays, a heap, no allocations");
            Line("  C#, sorted list         A* as in the BaseGrid scripts: the open list is sorted each time,");
            Line("                          closed cells lie in a HashSet, Manhattan estimates lengthen some paths");
        }

        public void Path(PathEnds ends)
        {
            Line("");
            Line("{0}", ends);
        }

        public void Group(StepRule rule)
        {
            Line("");
            Line("  {0}", rule.Text);
            Line("  {0,-24}{1,8}{2,7}{3,12}{4,12}{5,6}{6,10}   {7}", "", "cost", "cells", "expansions", "time", "runs",
                "garbage", "GridStar is");
        }

        public void Begin(Engine engine)
        {
            _out.Write("  {0,-24}", engine.Name);
            _out.Flush();
        }

        /// <summary>Ends the line. <paramref name="native"/> is GridStar's result for the same path.</summary>
        public void End(Measurement row, Measurement native)
        {
            EngineAnswer answer = row.Answer;
            string cost = answer.Stopped ? "stopped" : answer.Found ? Number("0.00", answer.Cost) : "no path";
            string cells = answer.Found ? Number("#,0", row.Path.Count) : "-";
            Line("{0,8}{1,7}{2,12}{3,12}{4,6}{5,10}   {6}", cost, cells, Number("#,0", answer.Expansions),
                Time(row.Seconds), row.Runs, Bytes(row.Bytes), Comparison(row, native));
        }

        public void Remark(string text)
        {
            Line("  {0}", text);
        }

        public void Closing(int answers, double limitSeconds)
        {
            Line("");
            Line("{0} answers checked: every step is legal, and all finished searches agree on the cost.", answers);
            Line("time     median of the runs, after one run to warm up");
            Line("         the sorted list runs once if it takes over 0.25 s, and stops after {0:0.#} s", limitSeconds);
            Line("garbage  bytes that one call leaves to the garbage collector");
            Line("as fast  how many times as fast as this line's search the first line of the table is");
        }

        private static string Comparison(Measurement row, Measurement native)
        {
            if (row.Engine.IsGridStar)
            {
                return "";
            }
            double factor = row.Seconds / Math.Max(native.Seconds, 1e-9);
            if (row.Answer.Stopped && factor < 1)
            {
                return "unknown";
            }
            string number = factor >= 100 ? Number("#,0", Significant(factor)) : Number("0.0", factor);
            return (row.Answer.Stopped ? "> " : "") + number + " x as fast";
        }

        /// <summary>Rounds down to two digits: more would be noise, and rounding up would exaggerate.</summary>
        private static double Significant(double factor)
        {
            double scale = Math.Pow(10, Math.Floor(Math.Log10(factor)) - 1);
            return Math.Floor(factor / scale) * scale;
        }

        private static string Time(double seconds)
        {
            double milliseconds = seconds * 1e3;
            string format = milliseconds < 0.01 ? "0.00000" : milliseconds < 10 ? "0.000" : "#,0.0";
            return Number(format, milliseconds) + " ms";
        }

        private static string Bytes(long bytes)
        {
            return bytes < 10000 ? Number("#,0", bytes) + " B"
                : bytes < 10000000 ? Number("#,0", bytes / 1e3) + " kB"
                : Number("#,0", bytes / 1e6) + " MB";
        }

        private static string Number(string format, double value)
        {
            return value.ToString(format, CultureInfo.InvariantCulture);
        }

        private void Line(string format, params object[] values)
        {
            _out.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values).TrimEnd());
        }
    }
}
