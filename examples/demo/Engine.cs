using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>Start and goal of a path to search.</summary>
    internal struct PathEnds
    {
        public readonly string Label;
        public readonly GridCell Start;
        public readonly GridCell Goal;

        public PathEnds(string label, GridCell start, GridCell goal)
        {
            Label = label;
            Start = start;
            Goal = goal;
        }

        public override string ToString() => "Path " + Label + ": " + Start + " to " + Goal;
    }

    /// <summary>Legal steps and their costs. All engines of one comparison obey the same rule.</summary>
    internal sealed class StepRule
    {
        /// <summary>The default rule of <see cref="AStarManager"/>.</summary>
        public static readonly StepRule CornersCut = new StepRule(
            DiagonalRule.Always, 1.4, 5, 7, "diagonal steps always (corners are cut), costs 1 and 1.4");

        /// <summary>The rule of the MovingAI benchmarks.</summary>
        public static readonly StepRule BothFree = new StepRule(
            DiagonalRule.BothFree,
            Math.Sqrt(2),
            5741,
            8119,
            "diagonal steps if both sides are walkable, costs 1 and sqrt(2)");

        private StepRule(DiagonalRule rule, double diagonalCost, int straightUnits, int diagonalUnits, string text)
        {
            Rule = rule;
            DiagonalCost = diagonalCost;
            StraightUnits = straightUnits;
            DiagonalUnits = diagonalUnits;
            Text = text;
        }

        public DiagonalRule Rule { get; }

        /// <summary>Cost of a diagonal step. A straight step costs 1.</summary>
        public double DiagonalCost { get; }

        /// <summary>The two costs as integers, whose ratio is off by at most 1 part in 10^8.</summary>
        public int StraightUnits { get; }

        public int DiagonalUnits { get; }

        public string Text { get; }

        /// <summary>The settings of a native query under this rule.</summary>
        public PathQuery Query =>
            new PathQuery { DiagonalRule = Rule, StraightCost = 1.0, DiagonalCost = DiagonalCost };

        /// <summary>Whether a step leads from a cell to a neighbor, by which cells are free.</summary>
        public bool Allows(Func<GridCell, bool> isFree, GridCell from, GridCell to)
        {
            bool isStraight = from.X == to.X || from.Y == to.Y;
            bool touches = Math.Max(Math.Abs(from.X - to.X), Math.Abs(from.Y - to.Y)) == 1;
            return touches && isFree(to) && (isStraight || Rule == DiagonalRule.Always
                || (isFree(new GridCell(to.X, from.Y)) && isFree(new GridCell(from.X, to.Y))));
        }

        /// <summary>The cost between two cells on a map without obstacles.</summary>
        public double Octile(GridCell from, GridCell to)
        {
            int dx = Math.Abs(to.X - from.X);
            int dy = Math.Abs(to.Y - from.Y);
            return Math.Abs(dx - dy) + DiagonalCost * Math.Min(dx, dy);
        }
    }

    /// <summary>The outcome of a search.</summary>
    internal struct EngineAnswer
    {
        public bool Found;

        /// <summary>Whether the time limit ended the search before it had an answer.</summary>
        public bool Stopped;

        public double Cost;
        public int Expansions;
    }

    /// <summary>
    /// A search under one rule. <see cref="Run"/> is timed: it does only what a game would do to get the path.
    /// </summary>
    internal abstract class Engine : IDisposable
    {
        protected Engine(string name, StepRule rule)
        {
            Name = name;
            Rule = rule;
        }

        public string Name { get; }

        /// <summary>Over hexagons null: all steps are alike.</summary>
        public StepRule Rule { get; }

        /// <summary>Whether paths are optimal and no time limit stops a search.</summary>
        public virtual bool IsExact => true;

        protected GridCell Start { get; private set; }

        protected GridCell Goal { get; private set; }

        /// <summary>Sets the ends for the next runs.</summary>
        public virtual void Aim(GridCell start, GridCell goal)
        {
            Start = start;
            Goal = goal;
        }

        public abstract void Run();

        /// <summary>
        /// The outcome of the last run. The empty list is filled with the path's cells, if there is a path.
        /// </summary>
        public abstract EngineAnswer Read(List<GridCell> path);

        public virtual void Dispose()
        {
        }
    }
}
