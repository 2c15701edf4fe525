using System;

namespace GridStar.Editor
{
    /// <summary>The map of a <see cref="SearchViewer"/> as it is edited: clicks in, text out.</summary>
    public sealed class SearchViewerMap
    {
        /// <summary>Longer sides are for code: nobody clicks on so many cells.</summary>
        public const int MaxSide = 64;

        private readonly CellMap _map = new CellMap();
        private string _text;

        /// <summary>The cells; row 0 is the lowest one.</summary>
        public CellMap Cells
        {
            get { return _map; }
        }

        /// <summary>Reads a text whose first line is the highest row, unless it is the one that was read or written last.</summary>
        /// <returns>What is wrong with it, and the cells are those of before; null: nothing.</returns>
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

        /// <summary>The text, the highest row first.</summary>
        public string Write()
        {
            _text = _map.FlipRows().ToString();
            _map.FlipRows();
            return _text;
        }

        /// <summary>What is in a cell.</summary>
        public CellMark Get(GridCell cell)
        {
            if (cell == _map.Start || cell == _map.Goal)
            {
                return cell == _map.Start ? CellMark.Start : CellMark.Goal;
            }
            return _map[cell] == CellType.Obstacle ? CellMark.Obstacle : CellMark.Walkable;
        }

        /// <summary>Puts something into a cell. A start or goal moves there; a cell that is one stays so when it is made walkable or an obstacle.</summary>
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
            else if (!isEnd)
            {
                _map[cell] = mark == CellMark.Obstacle ? CellType.Obstacle : CellType.Walkable;
            }
        }

        /// <summary>Takes all obstacles off; start and goal stay.</summary>
        public void Clear()
        {
            Resize(_map.Width, _map.Height, false);
        }

        /// <summary>Makes it so large. What lies beyond is lost, but start and goal move to the edge, if there is room.</summary>
        /// <param name="width">1 to <see cref="MaxSide"/>; other values are brought there.</param>
        /// <param name="height">The same.</param>
        public void Resize(int width, int height)
        {
            Resize(Math.Max(1, Math.Min(MaxSide, width)), Math.Max(1, Math.Min(MaxSide, height)), true);
        }

        private void Resize(int width, int height, bool keepsObstacles)
        {
            bool[,] isObstacle = new bool[width, height];
            for (int x = 0; keepsObstacles && x < Math.Min(width, _map.Width); x++)
            {
                for (int y = 0; y < Math.Min(height, _map.Height); y++)
                {
                    isObstacle[x, y] = _map[x, y] == CellType.Obstacle;
                }
            }
            GridCell? start = Inside(_map.Start, width, height);
            GridCell? goal = Inside(_map.Goal, width, height);
            _map.Read(isObstacle);
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

        private static GridCell? Inside(GridCell? cell, int width, int height)
        {
            return cell.HasValue ? new GridCell(Math.Min(width - 1, cell.Value.X), Math.Min(height - 1, cell.Value.Y)) : cell;
        }
    }
}
