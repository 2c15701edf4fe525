using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// A scan of a scene for a <see cref="PathGridAsset"/>, in slices, so that a progress bar can show it and cancel
    /// it. Dispose it at the end.
    /// </summary>
    internal sealed class PathGridBake : IDisposable
    {
        /// <summary>Cells of a slice: some hundredths of a second.</summary>
        private const int CellsOfSlice = 4096;

        private readonly PathGridComponent _component;
        private readonly PathGrid _grid;
        private int _row;

        internal PathGridBake(PathGridComponent component, PathGrid grid)
        {
            _component = component;
            _grid = grid;
        }

        /// <summary>Which part is scanned, from 0 to 1.</summary>
        internal float Progress => (float)_row / _grid.Height;

        /// <summary>Scans a slice. Returns whether more is left.</summary>
        internal bool Advance()
        {
            int rows = Math.Min(Math.Max(1, CellsOfSlice / _grid.Width), _grid.Height - _row);
            if (rows > 0)
            {
                CellMap map = _component.ScanRows(_grid, _row, rows);
                _row += rows;
                if (_row == _grid.Height)
                {
                    _grid.SetCells(map);
                    _component.PutWalls(_grid);
                }
            }
            return _row < _grid.Height;
        }

        /// <summary>Writes the scanned grid into an asset, and the component's names of cell types.</summary>
        internal void Store(PathGridAsset asset)
        {
            RefuseUnfinished();
            asset.Store(_grid);
            asset.TypeNames = new CellTypeNames
            {
                Entries = new List<CellTypeNames.Entry>(_component.TypeNames.Entries),
            };
        }

        /// <summary>
        /// How the scene differs from what was baked; null if it does not. The place counts nothing, because the
        /// component puts a loaded grid where its object is.
        /// </summary>
        internal string Differences(PathGridAsset asset)
        {
            RefuseUnfinished();
            if (!asset.IsBaked)
            {
                return "Nothing was baked.";
            }
            using (PathGrid baked = asset.Load())
            {
                if (baked.Width != _grid.Width || baked.Height != _grid.Height)
                {
                    return "The size has changed since the grid was baked.";
                }
                int changed = CountDifferences(CellsOf(baked), CellsOf(_grid));
                if (changed > 0)
                {
                    return changed + " cells have changed since the grid was baked.";
                }
                int walls = CountDifferences(WallsOf(baked), WallsOf(_grid));
                if (walls > 0)
                {
                    return "Walls of " + walls + " cells have changed since the grid was baked.";
                }
                return HaveSameSettings(baked) ? null : "Settings of paths have changed since the grid was baked.";
            }
        }

        public void Dispose() => _grid.Dispose();

        private bool HaveSameSettings(PathGrid baked)
        {
            // The same cells, costs, rules and place in the same format give the same bytes.
            baked.SetPlace(_grid.Place);
            baked.Prepare(SearchEngine.AStar);
            _grid.Prepare(SearchEngine.AStar);
            byte[] one = baked.Save();
            byte[] other = _grid.Save();
            return one.Length == other.Length && CountDifferences(one, other) == 0;
        }

        private static byte[] CellsOf(PathGrid grid)
        {
            byte[] cells = new byte[grid.Width * grid.Height];
            grid.GetCells(cells);
            return cells;
        }

        private static byte[] WallsOf(PathGrid grid)
        {
            byte[] passages = new byte[grid.Width * grid.Height];
            grid.GetPassages(passages);
            return passages;
        }

        private static int CountDifferences(byte[] one, byte[] other)
        {
            int count = 0;
            for (int i = 0; i < one.Length; i++)
            {
                count += one[i] != other[i] ? 1 : 0;
            }
            return count;
        }

        private void RefuseUnfinished()
        {
            if (_row < _grid.Height)
            {
                throw new InvalidOperationException("The scene is not scanned yet.");
            }
        }
    }
}
