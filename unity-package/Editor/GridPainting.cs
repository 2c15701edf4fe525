using System;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Painting on a grid, without a window: what the mouse does becomes paint of a
    /// <see cref="PathGridComponent"/>. The component's owner keeps undo records.
    /// </summary>
    internal sealed class GridPainting : IDisposable
    {
        private readonly PathGridComponent _component;
        private readonly PathGrid _grid;
        private readonly byte[] _scanned;
        private readonly byte[] _scannedWalls;
        private readonly byte[] _walls;
        private readonly CellMap _shown;
        private GridCell _first;
        private GridCell _last;

        /// <summary>Scans the scene once: strokes don't.</summary>
        internal GridPainting(PathGridComponent component)
        {
            _component = component;
            _grid = component.MakeEmptyGrid();
            try
            {
                _scanned = component.ScanWithoutPaint(_grid);
                _scannedWalls = component.ScanWallsWithoutPaint(_grid);
                _walls = new byte[_scannedWalls.Length];
                _shown = new CellMap(_grid.Width, _grid.Height);
                Walls = new WallPainting(component, _grid);
                ShowAgain();
            }
            catch
            {
                _grid.Dispose();
                throw;
            }
        }

        internal BrushShape Shape { get; set; }

        /// <summary>The side of the brush in cells.</summary>
        internal int Side { get; set; } = 1;

        /// <summary>Kind of paint: a type or, with <see cref="PaintsPenalties"/>, a penalty.</summary>
        internal byte Value { get; set; } = (byte)CellType.Obstacle;

        internal bool PaintsPenalties { get; set; }

        /// <summary>Strokes paint walls between cells.</summary>
        internal bool PaintsWalls { get; set; }

        /// <summary>The brush for walls.</summary>
        internal WallPainting Walls { get; }

        /// <summary>Strokes take paint off.</summary>
        internal bool Erases { get; set; }

        /// <summary>The mouse is down.</summary>
        internal bool IsPainting { get; private set; }

        /// <summary>The corners of the cells that the stroke would paint if it ended here: lowest and
        /// highest.</summary>
        internal GridCell First => IsPainting && Shape != BrushShape.Brush ? _first : _last;

        internal GridCell Last => _last;

        /// <summary>The types of all cells as a grid would have them.</summary>
        internal CellMap Shown => _shown;

        internal PathGrid Grid => _grid;

        /// <summary>Whether the component's settings are those with which painting began.</summary>
        internal bool IsCurrent => _component.IsLike(_grid);

        public void Dispose() => _grid.Dispose();

        /// <summary>The cell under a ray. False, if the ray misses the grid.</summary>
        internal bool TryGetCell(Ray ray, out GridCell cell) => GridRay.TryGetCell(_grid, ray, out cell);

        /// <summary>The mouse moves over a cell without a button.</summary>
        internal void Hover(GridCell cell)
        {
            if (!IsPainting)
            {
                _first = _last = cell;
            }
        }

        /// <summary>A button goes down at a place, to paint walls.</summary>
        internal void BeginWalls(Vector3 point)
        {
            IsPainting = Shape != BrushShape.Pick;
            Walls.Begin(point, Shape, Erases);
            ShowAgain();
        }

        /// <summary>The mouse moves to a place with the button down.</summary>
        internal void MoveWallsTo(Vector3 point)
        {
            Walls.MoveTo(point, Shape, Erases);
            ShowAgain();
        }

        /// <summary>The button goes up.</summary>
        internal void EndWalls()
        {
            IsPainting = false;
            Walls.End(Shape, Erases);
            ShowAgain();
        }

        /// <summary>A button goes down on a cell. Returns whether paint changed.</summary>
        internal bool Begin(GridCell cell)
        {
            _first = _last = cell;
            if (Shape == BrushShape.Pick)
            {
                Value = PaintsPenalties ? PenaltyAt(cell) : (byte)_shown[cell];
                return false;
            }
            IsPainting = true;
            if (Shape == BrushShape.Brush)
            {
                return Paint(cells => cells.AddSquare(cell, Side));
            }
            return Shape == BrushShape.Fill && Paint(cells => cells.AddFill(_shown.Types, cell));
        }

        /// <summary>The mouse moves to a cell with the button down. Returns whether paint changed.</summary>
        internal bool MoveTo(GridCell cell)
        {
            if (!IsPainting || cell.Equals(_last))
            {
                return false;
            }
            GridCell from = _last;
            _last = cell;
            return Shape == BrushShape.Brush && Paint(cells => AddLine(cells, from, cell));
        }

        /// <summary>The button goes up. Returns whether paint changed.</summary>
        internal bool End()
        {
            bool wasPainting = IsPainting;
            IsPainting = false;
            if (wasPainting && Shape == BrushShape.Line)
            {
                return Paint(cells => AddLine(cells, _first, _last));
            }
            return wasPainting && Shape == BrushShape.Rectangle && Paint(cells => cells.AddRectangle(_first, _last));
        }

        /// <summary>Paint has changed otherwise: by undo, or in the inspector.</summary>
        internal void ShowAgain()
        {
            Array.Copy(_scanned, _shown.Types, _shown.Count);
            _component.Painted.WriteTo(_shown.Types, _shown.Width, _shown.Height);
            Array.Copy(_scannedWalls, _walls, _walls.Length);
            _component.PaintedWalls.WriteTo(_walls, _shown.Width, _shown.Height, _grid.Layout);
            _component.Show(_shown, _walls, _grid);
        }

        private byte PenaltyAt(GridCell cell)
        {
            _component.PaintedPenalties.TryGet(cell, out byte penalty);
            return penalty;
        }

        /// <summary>Adds squares of the brush along a line. Over hexagons, the line runs in the world.</summary>
        private void AddLine(BrushCells cells, GridCell from, GridCell to)
        {
            if (_grid.Layout == CellLayout.Square)
            {
                cells.AddLine(from, to, Side);
                return;
            }
            GridFrame frame = new GridFrame(_grid);
            Vector3 start = frame.CenterOf(from.X, from.Y);
            Vector3 way = frame.CenterOf(to.X, to.Y) - start;
            int steps = _grid.Layout.StepsBetween(from, to);
            for (int i = 0; i <= steps; i++)
            {
                if (_grid.TryGetCellAt(start + way * ((float)i / Math.Max(1, steps)), out GridCell cell))
                {
                    cells.AddSquare(cell, Side);
                }
            }
        }

        private bool Paint(Action<BrushCells> add)
        {
            BrushCells cells = new BrushCells(_grid.Width, _grid.Height, _grid.Layout);
            add(cells);
            PaintedCells painted = PaintsPenalties ? _component.PaintedPenalties : _component.Painted;
            foreach (PaintedRun run in cells.Runs)
            {
                if (Erases)
                {
                    painted.Erase(run.X, run.Y, run.Length);
                }
                else
                {
                    painted.Set(run.X, run.Y, run.Length, Value);
                }
            }
            ShowAgain();
            return cells.Runs.Count > 0;
        }
    }
}
