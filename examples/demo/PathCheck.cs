using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>Checks an engine's answer against the map and against another engine's answer.</summary>
    internal static class PathCheck
    {
        /// <summary>
        /// Relative. Engines count in integers or in floats, and integer costs make sqrt(2) a fraction.
        /// </summary>
        private const double Tolerance = 1e-6;

        /// <summary>
        /// Throws unless the path is legal under the rule, leads from start to goal, and has the stated cost.
        /// </summary>
        public static void Legal(OctileMap map, PathEnds ends, Engine engine, EngineAnswer answer, List<GridCell> path)
        {
            if (!answer.Found)
            {
                return;
            }
            if (path.Count == 0 || path[0] != ends.Start || path[path.Count - 1] != ends.Goal)
            {
                throw Wrong(ends, engine, "the path does not lead from start to goal");
            }
            double cost = 0;
            for (int i = 1; i < path.Count; i++)
            {
                GridCell from = path[i - 1];
                int dx = path[i].X - from.X;
                int dy = path[i].Y - from.Y;
                bool touches = Math.Max(Math.Abs(dx), Math.Abs(dy)) == 1;
                if (!touches || !engine.Rule.Allows(map, from, path[i]))
                {
                    throw Wrong(ends, engine, "the step from " + from + " to " + path[i] + " is illegal");
                }
                cost += engine.Rule.Octile(dx, dy);
            }
            if (!SameCost(cost, answer.Cost))
            {
                throw Wrong(ends, engine, "the cost is said to be " + answer.Cost + ", the steps add up to " + cost);
            }
        }

        /// <summary>
        /// Throws if two engines that finished disagree. A path of an engine that is not optimal may cost more.
        /// </summary>
        public static void Agree(PathEnds ends, Engine first, EngineAnswer one, Engine second, EngineAnswer other)
        {
            if (one.Stopped || other.Stopped)
            {
                return;
            }
            bool isRight = second.IsOptimal ? SameCost(one.Cost, other.Cost) : other.Cost >= one.Cost * (1 - Tolerance);
            if (one.Found != other.Found || !isRight)
            {
                string said = "its answer is " + Say(other) + ", the answer of \"" + first.Name + "\" is " + Say(one);
                throw Wrong(ends, second, said);
            }
        }

        /// <summary>Whether two costs are equal up to rounding.</summary>
        public static bool SameCost(double first, double second)
        {
            return Math.Abs(first - second) <= Tolerance * Math.Max(1.0, Math.Abs(second));
        }

        private static string Say(EngineAnswer answer)
        {
            return answer.Found ? "a path of cost " + answer.Cost : "no path";
        }

        private static DemoException Wrong(PathEnds ends, Engine engine, string what)
        {
            return new DemoException("WRONG: " + ends + ", \"" + engine.Name + "\", " + engine.Rule.Text + ": " + what);
        }
    }
}
