using System;
using System.Text;

namespace GridStar
{
    /// <summary>
    /// A map in managed memory, read from arrays, bytes, text, files, a callback or a random generator.
    /// <see cref="PathGrid.SetCells(CellMap)"/> copies it to a grid in one call.
    /// </summary>
    /// <remarks>
    /// <para>The Read methods replace the whole map: size, cells, start and goal. The Add methods change cells: to
    /// obstacles, or to a type that they are given. Both return the map, so that calls can be chained. A method that
    /// throws leaves the map as it was. An argument that is null throws <see cref="ArgumentNullException"/>.</para>
    /// <para>A map keeps its memory, 2 bytes a cell after two reads. Reading into a map that was as large before
    /// allocates nothing, unless the method says otherwise.</para>
    /// <para>Row 0 is the row with y = 0, the lowest one if y points up. <see cref="FlipRows"/> turns over a source
    /// whose first row is the top row.</para>
    /// <para>A map has no walls between its cells until it is given some: see <see cref="SetPassage"/> and
    /// <see cref="ReadTextWithWalls(string)"/>. They are sides of squares; a grid of hexagons refuses them.</para>
    /// <para>One thread at a time.</para>
    /// </remarks>
    public sealed partial class CellMap
    {
        private byte[] _types = new byte[0];

        /// <summary>The memory for the next source, so that a failed read harms nothing. Null during a read.</summary>
        private byte[] _spare;
        private GridCell? _start;
        private GridCell? _goal;

        /// <summary>A map without cells. Read something into it.</summary>
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

        /// <summary>Number of columns; 0 before the first read.</summary>
        public int Width { get; private set; }

        /// <summary>Number of rows; 0 before the first read.</summary>
        public int Height { get; private set; }

        /// <summary>Number of cells.</summary>
        public int Count => Width * Height;

        /// <summary>
        /// The start, read from the source or set; null if there is none. Random obstacles never lie on it.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the map.</exception>
        public GridCell? Start
        {
            get => _start;
            set => _start = Inside(value);
        }

        /// <summary>
        /// The goal, read from the source or set; null if there is none. Random obstacles never lie on it.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the map.</exception>
        public GridCell? Goal
        {
            get => _goal;
            set => _goal = Inside(value);
        }

        /// <summary>
        /// Numbers of <see cref="CellType"/>, row by row. Elements from <see cref="Count"/> on are meaningless.
        /// </summary>
        internal byte[] Types => _types;

        /// <summary>The type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the map.</exception>
        public CellType this[GridCell cell]
        {
            get => (CellType)_types[IndexOf(cell)];
            set => _types[IndexOf(cell)] = (byte)value;
        }

        /// <summary>The type of the cell in column <paramref name="x"/> and row <paramref name="y"/>.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the map.</exception>
        public CellType this[int x, int y]
        {
            get => this[new GridCell(x, y)];
            set => this[new GridCell(x, y)] = value;
        }

        /// <summary>Whether the cell lies on the map.</summary>
        public bool Contains(GridCell cell) => cell.X >= 0 && cell.X < Width && cell.Y >= 0 && cell.Y < Height;

        /// <summary>
        /// Replaces the map by one of the given size. All cells have the type <see cref="CellType.Walkable"/>, and
        /// there is no start and no goal.
        /// </summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap Clear(int width, int height)
        {
            Draft draft = Begin(width, height);
            Array.Clear(draft.Types, 0, width * height);
            return Take(draft);
        }

        /// <summary>
        /// Turns the map upside down, including start, goal and walls between cells. For sources whose first row is the
        /// top row.
        /// </summary>
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
            if (HasPassages)
            {
                FlipPassages();
            }
            _start = Flipped(_start);
            _goal = Flipped(_goal);
            return this;
        }

        /// <summary>
        /// The map in the characters of <see cref="CellLegend.Text"/>, row 0 first, with a line feed after each row.
        /// Types above 9 are question marks, which <see cref="ReadText(string)"/> refuses. With walls between cells it
        /// is text of <see cref="ReadTextWithWalls(string)"/>.
        /// </summary>
        public override string ToString()
        {
            StringBuilder text = new StringBuilder((Width + 1) * Height);
            if (HasClosedSides())
            {
                AppendWithWalls(text);
                return text.ToString();
            }
            for (int y = 0; y < Height; y++)
            {
                for (int x = 0; x < Width; x++)
                {
                    text.Append(CharacterAt(x, y));
                }
                text.Append('\n');
            }
            return text.ToString();
        }

        /// <summary>Sets the type of a cell that the caller knows to be on the map.</summary>
        internal void Set(int x, int y, CellType type) => _types[y * Width + x] = (byte)type;

        /// <summary>
        /// Throws unless a grid has the map's size. The grid says where the map's cells lie in the world.
        /// </summary>
        internal void RefuseOtherSize(PathGrid grid)
        {
            RefuseNull(grid, nameof(grid));
            if (grid.Width != Width || grid.Height != Height)
            {
                string sizes = grid.Width + " x " + grid.Height + ", the map " + Width + " x " + Height + ".";
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

        private char CharacterAt(int x, int y)
        {
            GridCell cell = new GridCell(x, y);
            return _start == cell ? 'S' : _goal == cell ? 'G' : CharacterOf(_types[y * Width + x]);
        }

        private static char CharacterOf(byte type)
        {
            switch (type)
            {
                case (byte)CellType.Walkable:
                    return '.';
                case (byte)CellType.Obstacle:
                    return '#';
                default:
                    return type <= 9 ? (char)('0' + type) : '?';
            }
        }

        private Draft Begin(int width, int height)
        {
            RefuseSide(width, nameof(width));
            RefuseSide(height, nameof(height));
            byte[] types = _spare;
            _spare = null;
            bool isLargeEnough = types != null && types.Length >= width * height;
            return new Draft(isLargeEnough ? types : new byte[width * height], width, height);
        }

        private CellMap Take(Draft draft)
        {
            _spare = _types;
            _types = draft.Types;
            HasPassages = draft.Passages != null;
            if (HasPassages)
            {
                _sparePassages = _passages;
                _passages = draft.Passages;
            }
            Width = draft.Width;
            Height = draft.Height;
            _start = draft.Start;
            _goal = draft.Goal;
            return this;
        }

        private int IndexOf(GridCell cell) => Inside(cell).Value.Y * Width + cell.X;

        private GridCell? Inside(GridCell? cell)
        {
            if (cell.HasValue && !Contains(cell.Value))
            {
                string size = "The map has " + Width + " x " + Height + " cells.";
                throw new ArgumentOutOfRangeException(nameof(cell), cell, size);
            }
            return cell;
        }

        private GridCell? Flipped(GridCell? cell)
            => cell.HasValue ? new GridCell(cell.Value.X, Height - 1 - cell.Value.Y) : cell;

        private static void RefuseSide(int side, string parameter)
        {
            if (side < 1 || side > PathGridSettings.MaxSide)
            {
                string range = "A map has 1 to " + PathGridSettings.MaxSide + " columns and rows.";
                throw new ArgumentOutOfRangeException(parameter, side, range);
            }
        }

        /// <summary>A map during a read.</summary>
        private struct Draft
        {
            internal readonly byte[] Types;
            internal readonly int Width;
            internal readonly int Height;

            /// <summary>Null for a map without walls.</summary>
            internal byte[] Passages;
            internal GridCell? Start;
            internal GridCell? Goal;

            internal Draft(byte[] types, int width, int height)
            {
                Types = types;
                Width = width;
                Height = height;
                Passages = null;
                Start = null;
                Goal = null;
            }

            /// <summary>Sets a cell. Returns false if it is a second start or goal.</summary>
            internal bool Put(int x, int y, CellMeaning meaning)
            {
                Types[y * Width + x] = (byte)meaning.Type;
                return !(meaning.IsStart || meaning.IsGoal) || PutEnd(new GridCell(x, y), meaning.IsStart);
            }

            /// <summary>Sets a side of its owner.</summary>
            internal void Put(GridCell owner, int side, Passage passage)
            {
                int index = owner.Y * Width + owner.X;
                Passages[index] = CellSide.Of(CellLayout.Square, owner, side).With(Passages[index], passage);
            }

            private bool PutEnd(GridCell cell, bool isStart)
            {
                bool isFirst = isStart ? !Start.HasValue : !Goal.HasValue;
                if (isStart)
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
