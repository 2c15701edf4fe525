using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Painting walls between cells, without a window: what the mouse does becomes paint of a
    /// <see cref="PathGridComponent"/>.
    /// </summary>
    internal sealed class WallPainting
    {
        /// <summary>How much nearer than any other side the brush must be to a side, in cells: corners are
        /// free.</summary>
        private const float Clearance = 0.15f;

        /// <summary>Way of the mouse between two looks for sides, in cells.</summary>
        private const float Pace = 0.2f;

        private readonly PathGridComponent _component;
        private readonly PathGrid _grid;
        private readonly List<GridCell> _from = new List<GridCell>();
        private readonly List<GridCell> _to = new List<GridCell>();
        private Vector3 _last;
        private GridCell _firstCell;
        private GridCell _firstOther;
        private bool _hasFirst;

        internal WallPainting(PathGridComponent component, PathGrid grid)
        {
            _component = component;
            _grid = grid;
        }

        /// <summary>Kind of paint, as the cell under the mouse sees it: a way in one direction leads away from
        /// it.</summary>
        internal Passage Passage { get; set; } = Passage.Wall;

        /// <summary>Number of sides that the stroke would paint if it ended here, or that the mouse points
        /// at.</summary>
        internal int Count => _from.Count;

        /// <summary>The cell on the mouse's side.</summary>
        internal GridCell FromAt(int index) => _from[index];

        /// <summary>The cell beyond the side.</summary>
        internal GridCell ToAt(int index) => _to[index];

        /// <summary>The mouse points at a place without a button.</summary>
        internal void Hover(Vector3 point)
        {
            Forget();
            Add(point, 0f);
        }

        /// <summary>A button goes down.</summary>
        internal void Begin(Vector3 point, BrushShape shape, bool erases)
        {
            Forget();
            _last = point;
            _hasFirst = TryFind(point, 0f, out _firstCell, out _firstOther);
            if (shape == BrushShape.Pick)
            {
                Passage = _hasFirst ? PassageOf(_firstCell, _firstOther) : Passage;
            }
            else if (shape == BrushShape.Rectangle)
            {
                AddOutline(_firstCell);
            }
            else if (_hasFirst)
            {
                Add(point, 0f);
            }
            if (shape == BrushShape.Brush)
            {
                Paint(erases);
            }
        }

        /// <summary>The mouse moves with the button down.</summary>
        internal void MoveTo(Vector3 point, BrushShape shape, bool erases)
        {
            if (!_hasFirst || !TryFind(point, 0f, out GridCell cell, out _))
            {
                return;
            }
            if (shape == BrushShape.Brush || IsLineOverHexagons(shape))
            {
                AddWay(_last, point);
                _last = point;
                Paint(erases);
                return;
            }
            Forget();
            if (shape == BrushShape.Line)
            {
                AddFence(cell);
            }
            else if (shape == BrushShape.Rectangle)
            {
                AddOutline(cell);
            }
        }

        /// <summary>The button goes up.</summary>
        internal void End(BrushShape shape, bool erases)
        {
            if (shape == BrushShape.Line || shape == BrushShape.Rectangle)
            {
                Paint(erases);
            }
            _hasFirst = false;
        }

        /// <summary>A line over hexagons has no straight fence: it paints what the mouse passes.</summary>
        private bool IsLineOverHexagons(BrushShape shape)
            => shape == BrushShape.Line && _grid.Layout != CellLayout.Square;

        private void Forget()
        {
            _from.Clear();
            _to.Clear();
        }

        private void Paint(bool erases)
        {
            for (int i = 0; i < _from.Count; i++)
            {
                if (erases)
                {
                    _component.PaintedWalls.Erase(_grid.Layout, _from[i], _to[i]);
                }
                else
                {
                    _component.PaintedWalls.Set(_grid.Layout, _from[i], _to[i], Passage);
                }
            }
        }

        /// <summary>The passage that is painted on a side; open without paint.</summary>
        private Passage PassageOf(GridCell from, GridCell to)
        {
            _component.PaintedWalls.TryGet(_grid.Layout, from, to, out Passage passage);
            return passage;
        }

        private void AddWay(Vector3 from, Vector3 to)
        {
            Forget();
            Vector3 way = to - from;
            int steps = Mathf.FloorToInt(way.magnitude / (Pace * _grid.CellSize)) + 1;
            for (int i = 0; i <= steps; i++)
            {
                Add(from + way * ((float)i / steps), Clearance);
            }
        }

        private void Add(Vector3 point, float clearance)
        {
            if (TryFind(point, clearance, out GridCell cell, out GridCell other))
            {
                Add(cell, other);
            }
        }

        private void Add(GridCell from, GridCell to)
        {
            if (_grid.Contains(from) && _grid.Contains(to))
            {
                _from.Add(from);
                _to.Add(to);
            }
        }

        /// <summary>Adds the sides in a row with the first one, to the column or the row of a cell.</summary>
        private void AddFence(GridCell end)
        {
            bool isAlongRow = _firstCell.X == _firstOther.X;
            int first = isAlongRow ? _firstCell.X : _firstCell.Y;
            int last = isAlongRow ? end.X : end.Y;
            for (int i = Math.Min(first, last); i <= Math.Max(first, last); i++)
            {
                int x = isAlongRow ? i - _firstCell.X : 0;
                int y = isAlongRow ? 0 : i - _firstCell.Y;
                Add(
                    new GridCell(_firstCell.X + x, _firstCell.Y + y),
                    new GridCell(_firstOther.X + x, _firstOther.Y + y));
            }
        }

        /// <summary>Adds the sides around the rectangle from the first cell to another one, seen from inside.</summary>
        private void AddOutline(GridCell end)
        {
            CellRect one = new CellRect(_firstCell.X, _firstCell.Y, 1, 1);
            CellRect rect = one.Joined(new CellRect(end.X, end.Y, 1, 1));
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                for (int x = rect.X; x < rect.X + rect.Width; x++)
                {
                    GridCell cell = new GridCell(x, y);
                    for (int i = 0; i < 9; i++)
                    {
                        GridCell other = new GridCell(x + i % 3 - 1, y + i / 3 - 1);
                        if (!rect.Contains(other) && CellSide.TryFind(_grid.Layout, cell, other, out _))
                        {
                            Add(cell, other);
                        }
                    }
                }
            }
        }

        /// <summary>Finds the cell at a place, and the neighbor beyond the nearest of its sides.</summary>
        /// <param name="clearance">How much nearer than any other side it must be, in cells.</param>
        private bool TryFind(Vector3 point, float clearance, out GridCell cell, out GridCell other)
        {
            other = default(GridCell);
            if (!_grid.TryGetCellAt(point, out cell))
            {
                return false;
            }
            GridFrame frame = new GridFrame(_grid);
            Vector3 off = point - frame.CenterOf(cell.X, cell.Y);
            float nearest = float.MinValue;
            float second = float.MinValue;
            for (int i = 0; i < 9; i++)
            {
                GridCell neighbor = new GridCell(cell.X + i % 3 - 1, cell.Y + i / 3 - 1);
                if (!CellSide.TryFind(_grid.Layout, cell, neighbor, out _))
                {
                    continue;
                }
                Vector3 way = frame.WayBetween(cell, neighbor);
                float toward = Vector3.Dot(off, way) / way.sqrMagnitude;
                second = Mathf.Max(second, Mathf.Min(toward, nearest));
                other = toward > nearest ? neighbor : other;
                nearest = Mathf.Max(toward, nearest);
            }
            return nearest - second >= clearance && _grid.Contains(other);
        }
    }
}
