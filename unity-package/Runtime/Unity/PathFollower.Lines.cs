using System;
using UnityEngine;

namespace GridStar
{
    // Walking straight to a point of the path from beside a center.
    public sealed partial class PathFollower
    {
        /// <summary>
        /// Whether the agent can stand at all cells that the line from a position in one cell to the center of another
        /// crosses. At a corner of four cells, all four count.
        /// </summary>
        private bool IsOpenLine(Vector3 position, GridCell from, GridCell to)
        {
            Vector2 way = InCells(CenterOf(to, position) - position);
            Vector2 inside = InCells(position - CenterOf(from, position));
            float columns = way.x;
            float rows = way.y;
            int x = from.X;
            int y = from.Y;
            // Shares of the line up to the next column and up to the next row.
            float toColumn = PartToBorder(inside.x, columns);
            float toRow = PartToBorder(inside.y, rows);
            while (x != to.X || y != to.Y)
            {
                bool isCorner = Math.Abs(toColumn - toRow) <= Tolerance * Math.Min(toColumn, toRow);
                int nextX = isCorner || toColumn < toRow ? x + Math.Sign(columns) : x;
                int nextY = isCorner || toRow < toColumn ? y + Math.Sign(rows) : y;
                bool isPast = Math.Abs(nextX - from.X) > Math.Abs(to.X - from.X)
                    || Math.Abs(nextY - from.Y) > Math.Abs(to.Y - from.Y);
                if (isPast || !CanStand(nextX, nextY) || (isCorner && !(CanStand(nextX, y) && CanStand(x, nextY))))
                {
                    return false;
                }
                toColumn += nextX != x ? 1f / Math.Abs(columns) : 0f;
                toRow += nextY != y ? 1f / Math.Abs(rows) : 0f;
                x = nextX;
                y = nextY;
            }
            return true;
        }

        /// <summary>A way in the grid's plane, in columns and rows.</summary>
        private Vector2 InCells(Vector3 way)
        {
            if (IsTurned)
            {
                return new GridFrame(_tracker.Grid).ToCells(way);
            }
            Vector3 cells = way / _tracker.Grid.CellSize;
            return new Vector2(cells.x, IsInXZ ? cells.z : cells.y);
        }

        /// <summary>
        /// The share of a line up to the border of its first cell, from a position beside the center.
        /// </summary>
        private static float PartToBorder(float beside, float length)
            => length == 0f ? float.PositiveInfinity : (0.5f - beside * Math.Sign(length)) / Math.Abs(length);

        private bool CanStand(int x, int y)
            => _tracker.Grid.TryFindNearest(new GridCell(x, y), 0, _tracker.Query, out _);
    }
}
