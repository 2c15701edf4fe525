using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// One unbroken line over all sides of a grid's hexagons. It goes along the lower sides of one row after the other,
    /// forth and back, and along the upright sides on its way. Some sides it passes twice. Grids of columns have the
    /// same line with rows and columns exchanged.
    /// </summary>
    internal sealed class HexagonLine
    {
        private readonly GridFrame _frame;
        private readonly bool _isInColumns;
        private readonly Vector3[] _points;
        private int _count;

        private HexagonLine(GridFrame frame, Vector3[] points)
        {
            _frame = frame;
            _isInColumns = frame.Layout.ShiftsColumns();
            _points = points;
        }

        /// <summary>Writes the points of the line. The array is made anew if its length is another one.</summary>
        internal static void Write(GridFrame frame, int width, int height, ref Vector3[] points)
        {
            bool isInColumns = frame.Layout.ShiftsColumns();
            int along = isInColumns ? height : width;
            int lines = isInColumns ? width : height;
            int count = lines * (4 * along + 6) + 2 * along;
            if (points.Length != count)
            {
                points = new Vector3[count];
            }
            HexagonLine line = new HexagonLine(frame, points);
            for (int row = 0; row < lines; row++)
            {
                line.AddRow(row, along, row % 2 == 0 ? 1 : -1);
            }
            line.AddTops(lines - 1, along, lines % 2 == 0 ? 1 : -1);
        }

        /// <summary>Adds the sides of a row, from an end to the end in a direction, which is 1 or -1. The row ends at
        /// the upper corner, beside which the next row begins.</summary>
        private void AddRow(int row, int along, int direction)
        {
            int first = direction > 0 ? 0 : along - 1;
            float ahead = 0.5f * direction;
            Add(first, row, -ahead, -1f / 3f);
            Add(first, row, -ahead, 1f / 3f);
            // The row above may not have this side.
            Add(first, row, 0f, 2f / 3f);
            Add(first, row, -ahead, 1f / 3f);
            Add(first, row, -ahead, -1f / 3f);
            for (int i = 0; i < along; i++)
            {
                int cell = first + i * direction;
                Add(cell, row, 0f, -2f / 3f);
                Add(cell, row, ahead, -1f / 3f);
                Add(cell, row, ahead, 1f / 3f);
                if (i < along - 1)
                {
                    Add(cell, row, ahead, -1f / 3f);
                }
            }
            int last = first + (along - 1) * direction;
            Add(last, row, 0f, 2f / 3f);
            Add(last, row, ahead, 1f / 3f);
        }

        /// <summary>Adds the upper sides of the last row.</summary>
        private void AddTops(int row, int along, int direction)
        {
            int first = direction > 0 ? 0 : along - 1;
            for (int i = 0; i < along; i++)
            {
                Add(first + i * direction, row, 0f, 2f / 3f);
                Add(first + i * direction, row, 0.5f * direction, 1f / 3f);
            }
        }

        private void Add(int along, int row, float x, float y)
        {
            Vector3 center = _isInColumns ? _frame.CenterOf(row, along) : _frame.CenterOf(along, row);
            _points[_count++] = center + _frame.InWorld(_isInColumns ? new Vector2(y, x) : new Vector2(x, y));
        }
    }
}
