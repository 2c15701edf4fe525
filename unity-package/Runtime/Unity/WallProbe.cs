using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Looks for thin walls between cells: a box from the center of a cell to that of a neighbor, which overlaps a
    /// collider. Unity's main thread only.
    /// </summary>
    internal struct WallProbe
    {
        private readonly PathGrid _grid;
        private readonly GridFrame _frame;
        private readonly LayerMask _layers;
        private readonly bool _is3D;
        private readonly bool _is2D;

        /// <summary>Half the sides of the box beside its way and across the grid, in world units.</summary>
        private readonly float _beside;
        private readonly float _across;

        /// <param name="width">Width of the box as a share of the cell.</param>
        /// <param name="height">Height of the box as a share of the cell.</param>
        internal WallProbe(PathGrid grid, LayerMask layers, ObstacleShape shape, float width, float height)
        {
            if (shape == ObstacleShape.Box2D && grid.Plane != GridPlane.XY)
            {
                string message = "2D colliders lie in the XY plane, but the grid lies in " + grid.Plane + ".";
                throw new ArgumentException(message, nameof(grid));
            }
            RefuseExtent(width, nameof(width));
            RefuseExtent(height, nameof(height));
            _grid = grid;
            _frame = new GridFrame(grid);
            _layers = layers;
            _is3D = shape != ObstacleShape.Box2D;
            _is2D = shape == ObstacleShape.Box2D || (shape == ObstacleShape.Auto && grid.Plane == GridPlane.XY);
            _beside = width * grid.CellSize / 2f;
            _across = height * grid.CellSize / 2f;
        }

        /// <summary>
        /// Writes the walls that cells of a rectangle own into a plane: a side is a wall if a collider lies between its
        /// cells, and neither cell is an obstacle.
        /// </summary>
        /// <param name="types">Types of all cells, row by row.</param>
        internal void Find(byte[] types, CellRect rect, byte[] passages)
        {
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                for (int x = rect.X; x < rect.X + rect.Width; x++)
                {
                    int bits = 0;
                    for (int number = 0; number < CellSide.CountOf(_grid.Layout); number++)
                    {
                        CellSide side = CellSide.Of(_grid.Layout, new GridCell(x, y), number);
                        if (IsFree(types, side.Owner) && IsFree(types, side.Other) && IsWall(side))
                        {
                            bits |= side.Mask;
                        }
                    }
                    passages[y * _grid.Width + x] = (byte)bits;
                }
            }
        }

        private bool IsFree(byte[] types, GridCell cell)
            => _grid.Contains(cell) && types[cell.Y * _grid.Width + cell.X] != (byte)CellType.Obstacle;

        private bool IsWall(CellSide side)
        {
            Vector3 way = _frame.WayBetween(side.Owner, side.Other);
            Vector3 middle = _frame.CenterOf(side.Owner.X, side.Owner.Y) + way / 2f;
            float length = way.magnitude;
            if (_is3D)
            {
                Vector3 half = new Vector3(_beside, _across, length / 2f);
                Quaternion rotation = Quaternion.LookRotation(way, _frame.Normal);
                if (Physics.CheckBox(middle, half, rotation, _layers))
                {
                    return true;
                }
            }
            Vector2 size = new Vector2(length, 2f * _beside);
            float angle = Mathf.Atan2(way.y, way.x) * Mathf.Rad2Deg;
            return _is2D && Physics2D.OverlapBox(new Vector2(middle.x, middle.y), size, angle, _layers) != null;
        }

        private static void RefuseExtent(float extent, string parameter)
        {
            if (!(extent > 0f) || float.IsInfinity(extent))
            {
                throw new ArgumentOutOfRangeException(parameter, extent, "An extent must be a finite number above 0.");
            }
        }
    }
}
