using System;
using System.Threading;

namespace GridStar
{
    // Computes the cost of a path that was found earlier.
    public sealed partial class PathGrid
    {
        /// <summary>Cost of a penalty of 1, in straight steps.</summary>
        private const double PenaltyCost = 1.0 / 16.0;

        [ThreadStatic]
        private static byte[] _penaltiesOfAgent;

        /// <summary>The grid's costs; 0 before they are needed.</summary>
        private double _straightCost;
        private double _diagonalCost;

        /// <summary>
        /// The cost of the part of a path from one index to another, on the scale of the query's costs, up to rounding.
        /// The path must be one that a search with this query can find.
        /// </summary>
        internal double MeasurePath(GridCell[] path, int first, int end, ref PathQuery query)
        {
            FindCosts(ref query, out double straight, out double diagonal);
            bool hasLines = query.Form == PathForm.Straightened || query.Form == PathForm.AnyAngle;
            diagonal = hasLines ? straight * Math.Sqrt(2.0) : diagonal;
            bool isEven = query.Profile == null && (query.IgnorePenalties || !MayHavePenalties);
            double sum = 0.0;
            for (int i = first + 1; i < end; i++)
            {
                if (Layout != CellLayout.Square)
                {
                    int steps = Layout.StepsBetween(path[i - 1], path[i]);
                    sum += straight * (isEven ? steps : ChargeOfLeg(path[i - 1], path[i], ref query));
                    continue;
                }
                int columns = Math.Abs(path[i].X - path[i - 1].X);
                int rows = Math.Abs(path[i].Y - path[i - 1].Y);
                if (columns != 0 && rows != 0 && columns != rows)
                {
                    // A line, which lies over ground that costs the same everywhere.
                    double length = Math.Sqrt((double)columns * columns + (double)rows * rows);
                    sum += straight * length * (isEven ? 1.0 : ChargeOf(path[i], ref query));
                    continue;
                }
                double step = columns == rows ? diagonal : straight;
                sum += step * (isEven ? Math.Max(columns, rows) : ChargeOfLeg(path[i - 1], path[i], ref query));
            }
            return sum;
        }

        /// <summary>Cost of a straight step of a query.</summary>
        internal double StraightCostOf(ref PathQuery query)
        {
            FindCosts(ref query, out double straight, out _);
            return straight;
        }

        /// <summary>Gives a query the grid's costs and diagonal rule where it names none, for other grids.</summary>
        internal void FillSettings(ref PathQuery query)
        {
            FindCosts(ref query, out query.StraightCost, out query.DiagonalCost);
            query.DiagonalRule = query.DiagonalRule == DiagonalRule.Default ? DiagonalRule : query.DiagonalRule;
        }

        private void FindCosts(ref PathQuery query, out double straight, out double diagonal)
        {
            straight = query.StraightCost;
            diagonal = query.DiagonalCost;
            if (straight != 0.0 || diagonal != 0.0)
            {
                return;
            }
            straight = Volatile.Read(ref _straightCost);
            if (straight == 0.0)
            {
                GridstarGridInfo info = GetInfo();
                straight = info.straight_cost;
                _diagonalCost = info.diagonal_cost;
                // Written last: a thread that finds it finds the diagonal cost too.
                Volatile.Write(ref _straightCost, straight);
            }
            diagonal = _diagonalCost;
        }

        /// <summary>The charges of the steps of a straight or diagonal leg together, or of a line of
        /// hexagons.</summary>
        private double ChargeOfLeg(GridCell from, GridCell to, ref PathQuery query)
        {
            bool isSquare = Layout == CellLayout.Square;
            int x = Math.Sign(to.X - from.X);
            int y = Math.Sign(to.Y - from.Y);
            bool countsEntered = query.Profile != null && query.Profile.Charge == TraversalCharge.Entered;
            double sum = 0.0;
            double left = countsEntered ? 0.0 : ChargeOf(from, ref query);
            while (from != to)
            {
                from = isSquare ? new GridCell(from.X + x, from.Y + y) : Layout.NextToward(from, to);
                double entered = ChargeOf(from, ref query);
                sum += countsEntered ? entered : (left + entered) / 2.0;
                left = entered;
            }
            return sum;
        }

        /// <summary>
        /// The largest cost and the largest penalty that an agent covers. An agent on a blocked cell, from which a path
        /// may begin, costs 1.
        /// </summary>
        private double ChargeOf(GridCell anchor, ref PathQuery query)
        {
            int size = Math.Max(1, query.AgentSize);
            bool isRing = Layout != CellLayout.Square && size > 1;
            // The ring around a hexagon lies in the three rows and columns around it.
            int x = isRing ? Math.Max(0, anchor.X - 1) : anchor.X;
            int y = isRing ? Math.Max(0, anchor.Y - 1) : anchor.Y;
            int width = Math.Min(isRing ? anchor.X + 2 - x : size, Width - x);
            int height = Math.Min(isRing ? anchor.Y + 2 - y : size, Height - y);
            byte[] penalties = _penaltiesOfAgent ?? (_penaltiesOfAgent = new byte[MaxAgentSize * MaxAgentSize]);
            if (!query.IgnorePenalties)
            {
                GetPenalties(x, y, width, height, ref penalties[0], penalties.Length);
            }
            double cost = query.Profile == null ? 1.0 : 0.0;
            bool isBlocked = false;
            int penalty = 0;
            for (int i = 0; i < width * height; i++)
            {
                GridCell cell = new GridCell(x + i % width, y + i / width);
                if (isRing && Layout.StepsBetween(anchor, cell) > 1)
                {
                    continue;
                }
                if (query.Profile != null)
                {
                    double own = query.Profile.GetCost(GetCell(cell));
                    isBlocked |= own == 0.0;
                    cost = Math.Max(cost, own);
                }
                penalty = query.IgnorePenalties ? 0 : Math.Max(penalty, penalties[i]);
            }
            return (isBlocked ? 1.0 : cost) + penalty * PenaltyCost;
        }
    }
}
