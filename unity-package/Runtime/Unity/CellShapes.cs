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

        /// <summary>Finds the ends of the side that two neighbors share, from the first one's center on.</summary>
        internal static void SideBetween(
            this CellLayout layout, GridCell from, GridCell to, out Vector2 start, out Vector2 end)
        {
            Vector2 way = new Vector2(to.X - from.X, to.Y - from.Y) + layout.ShiftOf(to.X, to.Y)
                - layout.ShiftOf(from.X, from.Y);
            Vector2[] corners = layout.CornersOf();
            start = corners[0];
            end = corners[1];
            float nearest = float.MaxValue;
            for (int i = 0; i < corners.Length; i++)
            {
                Vector2 next = corners[(i + 1) % corners.Length];
                float distance = (corners[i] + next - way).sqrMagnitude;
                if (distance < nearest)
                {
                    nearest = distance;
                    start = corners[i];
                    end = next;
                }
            }
        }

        /// <summary>The corners of a cell around its center, clockwise where columns lead to the right and rows up.
        /// Callers do not change them.</summary>
        internal static Vector2[] CornersOf(this CellLayout layout)
            => layout == CellLayout.Square ? Square : layout.ShiftsColumns() ? InColumn : InRow;
    }
}
