using System;

namespace GridStar
{
    /// <summary>Facts that follow from the layout of a grid's cells.</summary>
    internal static class CellLayouts
    {
        /// <summary>Whether columns are shifted, and not rows.</summary>
        internal static bool ShiftsColumns(this CellLayout layout)
            => layout == CellLayout.HexOddColumns || layout == CellLayout.HexEvenColumns;

        /// <summary>Whether a cell lies half a cell farther along its row or column than a square would.</summary>
        internal static bool IsShifted(this CellLayout layout, int x, int y)
        {
            switch (layout)
            {
                case CellLayout.HexOddRows:
                    return (y & 1) != 0;
                case CellLayout.HexEvenRows:
                    return (y & 1) == 0;
                case CellLayout.HexOddColumns:
                    return (x & 1) != 0;
                case CellLayout.HexEvenColumns:
                    return (x & 1) == 0;
                default:
                    return false;
            }
        }

        /// <summary>Number of steps between two hexagons without obstacles.</summary>
        internal static int StepsBetween(this CellLayout layout, GridCell from, GridCell to)
        {
            Way(layout, from, to, out int halves, out int lines);
            return Math.Abs(lines) + Math.Max(0, Math.Abs(halves) - Math.Abs(lines)) / 2;
        }

        /// <summary>The next hexagon on the line of hexagons to another one. Both lie on such a line.</summary>
        internal static GridCell NextToward(this CellLayout layout, GridCell from, GridCell to)
        {
            Way(layout, from, to, out int halves, out int lines);
            if (lines == 0)
            {
                int along = Math.Sign(halves);
                return layout.ShiftsColumns()
                    ? new GridCell(from.X, from.Y + along)
                    : new GridCell(from.X + along, from.Y);
            }
            // From a shifted line, half a cell back leads to the same number, and half a cell on to the next one.
            bool isOn = halves > 0;
            bool isShifted = layout.IsShifted(from.X, from.Y);
            int step = isOn == isShifted ? Math.Sign(halves) : 0;
            int line = Math.Sign(lines);
            return layout.ShiftsColumns()
                ? new GridCell(from.X + line, from.Y + step)
                : new GridCell(from.X + step, from.Y + line);
        }

        /// <summary>The way between two hexagons in half cells along their lines, and in lines.</summary>
        private static void Way(CellLayout layout, GridCell from, GridCell to, out int halves, out int lines)
        {
            bool shiftsColumns = layout.ShiftsColumns();
            int along = shiftsColumns ? to.Y - from.Y : to.X - from.X;
            int shift = (layout.IsShifted(to.X, to.Y) ? 1 : 0) - (layout.IsShifted(from.X, from.Y) ? 1 : 0);
            halves = 2 * along + shift;
            lines = shiftsColumns ? to.X - from.X : to.Y - from.Y;
        }
    }
}
