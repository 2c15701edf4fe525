using System;

namespace GridStar.Editor
{
    /// <summary>
    /// The map of a <see cref="SearchViewer"/> during editing: it turns clicks into cells, and cells into text.
    /// </summary>
    public sealed class SearchViewerMap
    {
        /// <summary>
        /// Largest side that the inspector offers. Larger maps are for code: nobody clicks that many cells.
        /// </summary>
        public const int MaxSide = 64;

        private readonly CellMap _map = new CellMap();
        private string _text;

        /// <summary>The cells. Row 0 is the lowest row.</summary>
        public CellMap Cells => _map;

        /// <summary>
        /// Reads a text whose first line is the highest row. Does nothing if it is the text last read or written.
        /// </summary>
        /// <returns>What is wrong with the text, and the cells stay as they were; null if nothing is.</returns>
        public string Read(string text)
        {
            if (text == _text)
            {
                return null;
            }
            try
            {
                _map.ReadText(text).FlipRows();
                _text = text;
                return null;
            }
            catch (FormatException mistake)
            {
                return mistake.Message;
            }
        }

        /// <summary>The map as text, highest row first.</summary>
        public string Write()
        {
            _text = _map.FlipRows().ToString();
            _map.FlipRows();
            return _text;
        }

        /// <summary>The mark of a cell. Every type except obstacle is walkable; <see cref="Cells"/> has the
        /// type.</summary>
        public CellMark Get(GridCell cell)
        {
            if (cell == _map.Start || cell == _map.Goal)
            {
                return cell == _map.Start ? CellMark.Start : CellMark.Goal;
            }
            return _map[cell] == CellType.Obstacle ? CellMark.Obstacle : CellMark.Walkable;
        }

        /// <summary>
        /// Puts a mark into a cell. A start or goal mark moves the start or goal there. Other marks leave the cells of
        /// start and goal unchanged.
        /// </summary>
        public void Put(GridCell cell, CellMark mark)
        {
            CellMark before = Get(cell);
            bool isEnd = before == CellMark.Start || before == CellMark.Goal;
            if (mark == CellMark.Start || mark == CellMark.Goal)
            {
                if (!isEnd)
                {
                    _map[cell] = CellType.Walkable;
                    MoveEnd(cell, mark);
                }
            }
            else
            {
                Put(cell, mark == CellMark.Obstacle ? CellType.Obstacle : CellType.Walkable);
            }
        }

        /// <summary>Gives a cell a type. The cells of start and goal stay walkable, without a type.</summary>
        public void Put(GridCell cell, CellType type)
        {
            if (cell != _map.Start && cell != _map.Goal)
            {
                _map[cell] = type;
            }
        }

        /// <summary>Removes all obstacles. Other types, start and goal stay.</summary>
        public void Clear()
        {
            for (int y = 0; y < _map.Height; y++)
            {
                for (int x = 0; x < _map.Width; x++)
                {
                    if (_map[x, y] == CellType.Obstacle)
                    {
                        _map[x, y] = CellType.Walkable;
                    }
                }
            }
        }

        /// <summary>
        /// Resizes the map. Cells beyond the new size are lost; start and goal move to the edge if there is room.
        /// </summary>
        /// <param name="width">1 to <see cref="MaxSide"/>; other values are clamped.</param>
        /// <param name="height">1 to <see cref="MaxSide"/>; other values are clamped.</param>
        public void Resize(int width, int height)
        {
            width = Math.Max(1, Math.Min(MaxSide, width));
            height = Math.Max(1, Math.Min(MaxSide, height));
            CellType[,] types = new CellType[width, height];
            for (int x = 0; x < Math.Min(width, _map.Width); x++)
            {
                for (int y = 0; y < Math.Min(height, _map.Height); y++)
                {
                    types[x, y] = _map[x, y];
                }
            }
            GridCell? start = Inside(_map.Start, width, height);
            GridCell? goal = Inside(_map.Goal, width, height);
            _map.Read(types);
            PutEnd(start, CellMark.Start);
            if (goal != start)
            {
                PutEnd(goal, CellMark.Goal);
            }
        }

        private void PutEnd(GridCell? cell, CellMark mark)
        {
            if (cell.HasValue)
            {
                Put(cell.Value, mark);
            }
        }

        private void MoveEnd(GridCell cell, CellMark mark)
        {
            if (mark == CellMark.Start)
            {
                _map.Start = cell;
            }
            else
            {
                _map.Goal = cell;
            }
        }

        private static GridCell? Inside(GridCell? cell, int width, int height) => cell.HasValue
            ? new GridCell(Math.Min(width - 1, cell.Value.X), Math.Min(height - 1, cell.Value.Y))
            : cell;
    }
}
