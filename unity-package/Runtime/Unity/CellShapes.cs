using UnityEngine;

namespace GridStar
{
    /// <summary>The shapes of cells, in columns and rows.</summary>
    internal static class CellShapes
    {
        /// <summary>A square from its lowest corner on, around its center.</summary>
        private static readonly Vector2[] Square =
        {
            new Vector2(-0.5f, -0.5f), new Vector2(-0.5f, 0.5f), new Vector2(0.5f, 0.5f), new Vector2(0.5f, -0.5f),
        };

        /// <summary>A hexagon of a row from its lowest corner on. Its corners reach into the rows beside.</summary>
        private static readonly Vector2[] InRow =
        {
            new Vector2(0f, -2f / 3f),
            new Vector2(-0.5f, -1f / 3f),
            new Vector2(-0.5f, 1f / 3f),
            new Vector2(0f, 2f / 3f),
            new Vector2(0.5f, 1f / 3f),
            new Vector2(0.5f, -1f / 3f),
        };

        /// <summary>A hexagon of a column.</summary>
        private static readonly Vector2[] InColumn =
        {
            new Vector2(-1f / 3f, -0.5f),
            new Vector2(-2f / 3f, 0f),
            new Vector2(-1f / 3f, 0.5f),
            new Vector2(1f / 3f, 0.5f),
            new Vector2(2f / 3f, 0f),
            new Vector2(1f / 3f, -0.5f),
        };

        /// <summary>By how much a cell lies farther along columns and rows than a square would.</summary>
        internal static Vector2 ShiftOf(this CellLayout layout, int x, int y)
        {
            float shift = layout.IsShifted(x, y) ? 0.5f : 0f;
            return layout.ShiftsColumns() ? new Vector2(0f, shift) : new Vector2(shift, 0f);
        }

        /// <summary>The corners of a cell around its center, clockwise where columns lead to the right and rows up.
        /// Callers do not change them.</summary>
        internal static Vector2[] CornersOf(this CellLayout layout)
            => layout == CellLayout.Square ? Square : layout.ShiftsColumns() ? InColumn : InRow;
    }
}
