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
        private bool IsOpenLine(Vector3 position, FloorCell fromPlace, FloorCell toPlace)
        {
            GridCell from = fromPlace.Cell;
            GridCell to = toPlace.Cell;
            Vector2 way = InCells(CenterOf(toPlace, position) - position);
            Vector2 inside = InCells(position - CenterOf(fromPlace, position));
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

        /// <summary>
        /// Whether the line from a position in a hexagon to the center of another one on the same line of hexagons
        /// leaves the first hexagon by the side that it shares with the next one. To a neighbor it always does.
        /// </summary>
        private bool IsOpenOverHexagons(Vector3 position, FloorCell from, FloorCell to)
        {
            PathGrid grid = GridAt(from.Floor);
            CellLayout layout = grid.Layout;
            GridFrame frame = new GridFrame(grid);
            Vector2 way = Regular(frame.ToCells(frame.WayBetween(from.Cell, to.Cell)), layout);
            Vector2 inside = Regular(frame.ToCells(position - CenterOf(from, position)), layout);
            float length = Mathf.Sqrt(way.x * way.x + way.y * way.y);
            if (!(length > 1f + Tolerance))
            {
                return true;
            }
            float along = (inside.x * way.x + inside.y * way.y) / length;
            float beside = Mathf.Abs(inside.x * way.y - inside.y * way.x) / length;
            // The side lies half a cell from the center, and reaches 1 / sqrt(12) to both sides.
            return along < 0.5f && beside * (length - 0.5f) <= 0.288675f * (length - along);
        }

        /// <summary>A way in columns and rows as one over regular hexagons whose centers are 1 apart.</summary>
        private static Vector2 Regular(Vector2 cells, CellLayout layout)
        {
            // The square root of 3/4.
            const float Lines = 0.8660254f;
            return layout.ShiftsColumns()
                ? new Vector2(cells.y, cells.x * Lines)
                : new Vector2(cells.x, cells.y * Lines);
        }

        /// <summary>A way in the grid's plane, in columns and rows.</summary>
        private Vector2 InCells(Vector3 way)
        {
            PathGrid grid = Here;
            if (grid.IsTurned)
            {
                return new GridFrame(grid).ToCells(way);
            }
            Vector3 cells = way / grid.CellSize;
            return new Vector2(cells.x, IsInXZ ? cells.z : cells.y);
        }

        /// <summary>
        /// The share of a line up to the border of its first cell, from a position beside the center.
        /// </summary>
        private static float PartToBorder(float beside, float length)
            => length == 0f ? float.PositiveInfinity : (0.5f - beside * Math.Sign(length)) / Math.Abs(length);

        private bool CanStand(int x, int y)
        {
            PathGrid grid = Here;
            return grid.TryFindNearest(new GridCell(x, y), 0, _tracker.Query.On(grid), out _);
        }
    }
}
