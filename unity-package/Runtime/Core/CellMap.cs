using System;
using System.Text;

namespace GridStar
{
    /// <summary>
    /// The cells of a map in managed memory, on their way from wherever a game has them to a <see cref="PathGrid"/>: arrays, bytes, text, files, a
    /// callback, chance. <see cref="PathGrid.SetCells(CellMap)"/> hands them over in one call.
    /// </summary>
    /// <remarks>
    /// <para>The Read methods replace the map, its size, start and goal among it; the Add methods put obstacles onto it. They return the map,
    /// so that calls can be chained. One that throws leaves the map as it was.</para>
    /// <para>A map keeps its memory (2 bytes a cell once two sources were read): reading into one that has been as large before allocates
    /// nothing, where a method does not say otherwise.</para>
    /// <para>Row 0 is the one with y = 0: the lowest row where y runs upwards. A source whose first row is the top one is turned over by
    /// <see cref="FlipRows"/>.</para>
    /// <para>One thread at a time.</para>
    /// </remarks>
    public sealed partial class CellMap
    {
        private byte[] _types = new byte[0];

        /// <summary>What the next source is read into, so that one with a mistake harms nothing. Null while one is.</summary>
        private byte[] _spare;
        private GridCell? _start;
        private GridCell? _goal;

        /// <summary>A map without cells, to read something into.</summary>
        public CellMap()
        {
        }

        /// <summary>A map of walkable cells.</summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap(int width, int height)
        {
            Clear(width, height);
        }

        /// <summary>Number of columns; 0 before anything was read.</summary>
        public int Width { get; private set; }

        /// <summary>Number of rows; 0 before anything was read.</summary>
        public int Height { get; private set; }

        /// <summary>Number of cells.</summary>
        public int Count
        {
            get { return Width * Height; }
        }

        /// <summary>
        /// The cell that the source marks as the start, or that was set; null without one. Random obstacles never lie on it.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">It is set to a cell outside the map.</exception>
        public GridCell? Start
        {
            get { return _start; }
            set { _start = Inside(value); }
        }

        /// <summary>The same for the goal.</summary>
        /// <exception cref="ArgumentOutOfRangeException">It is set to a cell outside the map.</exception>
        public GridCell? Goal
        {
            get { return _goal; }
            set { _goal = Inside(value); }
        }

        /// <summary>Numbers of <see cref="CellType"/>, row by row; what is beyond <see cref="Count"/> means nothing.</summary>
        internal byte[] Types
        {
            get { return _types; }
        }

        /// <summary>The type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the map, or the type is unknown.</exception>
        public CellType this[GridCell cell]
        {
            get
            {
                return (CellType)_types[IndexOf(cell)];
            }

            set
            {
                if (value > CellType.Obstacle)
                {
                    throw new ArgumentOutOfRangeException(nameof(value), value, "There is no such CellType.");
                }
                _types[IndexOf(cell)] = (byte)value;
            }
        }

        /// <summary>The type of the cell in column <paramref name="x"/> and row <paramref name="y"/>.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the map, or the type is unknown.</exception>
        public CellType this[int x, int y]
        {
            get { return this[new GridCell(x, y)]; }
            set { this[new GridCell(x, y)] = value; }
        }

        /// <summary>Whether the cell lies on the map.</summary>
        public bool Contains(GridCell cell)
        {
            return cell.X >= 0 && cell.X < Width && cell.Y >= 0 && cell.Y < Height;
        }

        /// <summary>Makes it a map of walkable cells without a start and a goal.</summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap Clear(int width, int height)
        {
            Draft draft = Begin(width, height);
            Array.Clear(draft.Types, 0, width * height);
            return Take(draft);
        }

        /// <summary>Turns the map upside down, start and goal with it: for sources whose first row is the top one.</summary>
        public CellMap FlipRows()
        {
            for (int low = 0, high = Height - 1; low < high; low++, high--)
            {
                for (int x = 0; x < Width; x++)
                {
                    byte type = _types[low * Width + x];
                    _types[low * Width + x] = _types[high * Width + x];
                    _types[high * Width + x] = type;
                }
            }
            _start = Flipped(_start);
            _goal = Flipped(_goal);
            return this;
        }

        /// <summary>The map as text of <see cref="CellLegend.Text"/>, row 0 first, with a line end after each row.</summary>
        public override string ToString()
        {
            StringBuilder text = new StringBuilder((Width + 1) * Height);
            for (int i = 0; i < Count; i++)
            {
                GridCell cell = new GridCell(i % Width, i / Width);
                text.Append(_start == cell ? 'S' : _goal == cell ? 'G' : _types[i] == (byte)CellType.Obstacle ? '#' : '.');
                if (cell.X == Width - 1)
                {
                    text.Append('\n');
                }
            }
            return text.ToString();
        }

        /// <summary>Makes a cell of the map an obstacle.</summary>
        internal void Close(int x, int y)
        {
            _types[y * Width + x] = (byte)CellType.Obstacle;
        }

        /// <summary>What comes from the world needs a grid that says where the map's cells lie.</summary>
        internal void RefuseOtherSize(PathGrid grid)
        {
            RefuseNull(grid, nameof(grid));
            if (grid.Width != Width || grid.Height != Height)
            {
                string sizes = grid.Width + " x " + grid.Height + ", and the map " + Width + " x " + Height + ".";
                throw new ArgumentException("The grid is " + sizes, nameof(grid));
            }
        }

        private static void RefuseNull(object argument, string parameter)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }

        private Draft Begin(int width, int height)
        {
            RefuseSide(width, nameof(width));
            RefuseSide(height, nameof(height));
            byte[] types = _spare;
            _spare = null;
            return new Draft(types == null || types.Length < width * height ? new byte[width * height] : types, width, height);
        }

        private CellMap Take(Draft draft)
        {
            _spare = _types;
            _types = draft.Types;
            Width = draft.Width;
            Height = draft.Height;
            _start = draft.Start;
            _goal = draft.Goal;
            return this;
        }

        private int IndexOf(GridCell cell)
        {
            return Inside(cell).Value.Y * Width + cell.X;
        }

        private GridCell? Inside(GridCell? cell)
        {
            if (cell.HasValue && !Contains(cell.Value))
            {
                throw new ArgumentOutOfRangeException(nameof(cell), cell, "The map has " + Width + " x " + Height + " cells.");
            }
            return cell;
        }

        private GridCell? Flipped(GridCell? cell)
        {
            return cell.HasValue ? new GridCell(cell.Value.X, Height - 1 - cell.Value.Y) : cell;
        }

        private static void RefuseSide(int side, string parameter)
        {
            if (side < 1 || side > PathGridSettings.MaxSide)
            {
                string range = "A map has 1 to " + PathGridSettings.MaxSide + " columns and rows.";
                throw new ArgumentOutOfRangeException(parameter, side, range);
            }
        }

        /// <summary>A map that is being read.</summary>
        private struct Draft
        {
            internal readonly byte[] Types;
            internal readonly int Width;
            internal readonly int Height;
            internal GridCell? Start;
            internal GridCell? Goal;

            internal Draft(byte[] types, int width, int height)
            {
                Types = types;
                Width = width;
                Height = height;
                Start = null;
                Goal = null;
            }

            /// <summary>Gives a cell what its mark says; false where the map has such a start or goal already.</summary>
            internal bool Put(int x, int y, CellMark mark)
            {
                Types[y * Width + x] = (byte)(mark == CellMark.Obstacle ? CellType.Obstacle : CellType.Walkable);
                return mark < CellMark.Start || PutEnd(new GridCell(x, y), mark);
            }

            private bool PutEnd(GridCell cell, CellMark mark)
            {
                bool isFirst = mark == CellMark.Start ? !Start.HasValue : !Goal.HasValue;
                if (mark == CellMark.Start)
                {
                    Start = cell;
                }
                else
                {
                    Goal = cell;
                }
                return isFirst;
            }
        }
    }
}
