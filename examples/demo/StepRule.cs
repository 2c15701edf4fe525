using System;

namespace GridStar.Demo
{
    /// <summary>Which steps are legal and what they cost: every engine of one comparison obeys the same one.</summary>
    internal sealed class StepRule
    {
        /// <summary>What <see cref="AStarManager"/> does unless told otherwise.</summary>
        public static readonly StepRule CornersCut = new StepRule(
            DiagonalRule.Always, 1.4, 5, 7, "diagonal steps always (corners are cut), costs 1 and 1.4");

        /// <summary>What the MovingAI benchmarks ask for.</summary>
        public static readonly StepRule BothFree = new StepRule(
            DiagonalRule.BothFree, Math.Sqrt(2), 5741, 8119, "diagonal steps when both sides are free, costs 1 and sqrt(2)");

        private StepRule(DiagonalRule rule, double diagonalCost, int straightUnits, int diagonalUnits, string text)
        {
            Rule = rule;
            DiagonalCost = diagonalCost;
            StraightUnits = straightUnits;
            DiagonalUnits = diagonalUnits;
            Text = text;
        }

        public DiagonalRule Rule { get; private set; }

        /// <summary>Of a diagonal step; a straight one costs 1.</summary>
        public double DiagonalCost { get; private set; }

        /// <summary>The same two costs as whole numbers, whose ratio is off by 1 part in 10^8 at most.</summary>
        public int StraightUnits { get; private set; }

        public int DiagonalUnits { get; private set; }

        public string Text { get; private set; }

        /// <summary>The settings of a native query under this rule.</summary>
        public PathQuery Query
        {
            get { return new PathQuery { DiagonalRule = Rule, StraightCost = 1.0, DiagonalCost = DiagonalCost }; }
        }

        /// <summary>Whether one may go from a cell to one that touches it.</summary>
        public bool Allows(OctileMap map, GridCell from, GridCell to)
        {
            if (!map.IsFree(to))
            {
                return false;
            }
            bool isStraight = from.X == to.X || from.Y == to.Y;
            return isStraight || Rule == DiagonalRule.Always
                || (map.IsFree(new GridCell(to.X, from.Y)) && map.IsFree(new GridCell(from.X, to.Y)));
        }

        /// <summary>The cost between two cells of a map without obstacles.</summary>
        public double Octile(int dx, int dy)
        {
            int small = Math.Min(Math.Abs(dx), Math.Abs(dy));
            int large = Math.Max(Math.Abs(dx), Math.Abs(dy));
            return large - small + DiagonalCost * small;
        }
    }
}
