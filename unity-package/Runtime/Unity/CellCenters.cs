using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The centers of a grid's cells. On squares without a native call for each cell: the struct reads each column and
    /// row once.
    /// </summary>
    internal struct CellCenters
    {
        private readonly Vector3[] _columns;
        private readonly Vector3[] _rows;
        private readonly bool _isXZ;

        /// <summary>On a turned grid, what a row adds to the center of a column.</summary>
        private readonly bool _isTurned;

        /// <summary>A hexagonal grid, whose shifted cells are asked for one by one; else null.</summary>
        private readonly PathGrid _hexagons;

        internal CellCenters(CellMap map, PathGrid grid)
        {
            if (map == null)
            {
                throw new ArgumentNullException(nameof(map));
            }
            map.RefuseOtherSize(grid);
            _hexagons = grid.Layout == CellLayout.Square ? null : grid;
            Place = grid.Place;
            Probe = new CellProbe(grid);
            _isTurned = grid.IsTurned;
            _isXZ = grid.Plane == GridPlane.XZ;
            _columns = new Vector3[grid.Width];
            for (int x = 0; x < _columns.Length; x++)
            {
                _columns[x] = grid.GetCellCenter(new GridCell(x, 0));
            }
            _rows = new Vector3[grid.Height];
            for (int y = 0; y < _rows.Length; y++)
            {
                _rows[y] = grid.GetCellCenter(new GridCell(0, y));
                if (_isTurned)
                {
                    _rows[y] -= _columns[0];
                }
            }
        }

        /// <summary>Where the grid was.</summary>
        internal GridPlace Place { get; }

        /// <summary>The box in a cell.</summary>
        internal CellProbe Probe { get; }

        /// <summary>The center of the cell at a row-by-row index of a rectangle.</summary>
        internal Vector3 At(CellRect rect, int index)
        {
            if (_hexagons != null)
            {
                return _hexagons.GetCellCenter(new GridCell(rect.X + index % rect.Width, rect.Y + index / rect.Width));
            }
            Vector3 column = _columns[rect.X + index % rect.Width];
            Vector3 row = _rows[rect.Y + index / rect.Width];
            if (_isTurned)
            {
                return column + row;
            }
            return _isXZ ? new Vector3(column.x, column.y, row.z) : new Vector3(column.x, row.y, column.z);
        }
    }
}
