using System;

namespace GridStar.Demo
{
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

        public DiagonalRule Rule { get; private set; }

        /// <summary>Cost of a diagonal step. A straight step costs 1.</summary>
        public double DiagonalCost { get; private set; }

        /// <summary>The two costs as integers, whose ratio is off by at most 1 part in 10^8.</summary>
        public int StraightUnits { get; private set; }

        public int DiagonalUnits { get; private set; }

        public string Text { get; private set; }

        /// <summary>The settings of a native query under this rule.</summary>
        public PathQuery Query
        {
            get { return new PathQuery { DiagonalRule = Rule, StraightCost = 1.0, DiagonalCost = DiagonalCost }; }
        }

        /// <summary>Whether a step leads from a cell to a neighbor.</summary>
        public bool Allows(OctileMap map, GridCell from, GridCell to)
        {
            if (!map.IsWalkable(to))
            {
                return false;
            }
            bool isStraight = from.X == to.X || from.Y == to.Y;
            return isStraight || Rule == DiagonalRule.Always
                || (map.IsWalkable(new GridCell(to.X, from.Y)) && map.IsWalkable(new GridCell(from.X, to.Y)));
        }

        /// <summary>The cost between two cells on a map without obstacles.</summary>
        public double Octile(int dx, int dy)
        {
            int small = Math.Min(Math.Abs(dx), Math.Abs(dy));
            int large = Math.Max(Math.Abs(dx), Math.Abs(dy));
            return large - small + DiagonalCost * small;
        }
    }
}
