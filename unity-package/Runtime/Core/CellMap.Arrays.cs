using System;

namespace GridStar
{
    // Reads maps from arrays, buffers, callbacks and grids.
    public sealed partial class CellMap
    {
        /// <summary>
        /// Says what an element of an array stands for. Implemented by structs, so that reading makes no garbage and
        /// the calls can be inlined.
        /// </summary>
        internal interface IMeanings<T>
        {
            /// <summary>Returns false for an element that stands for nothing.</summary>
            bool TryGet(T element, out CellMeaning meaning);
        }

        /// <summary>Reads an array of obstacles.</summary>
        /// <param name="isObstacle">True is an obstacle.</param>
        /// <param name="order">Which index comes first: <c>[x, y]</c> or <c>[row, column]</c>.</param>
        /// <exception cref="ArgumentException">The array is empty or too large.</exception>
        public CellMap Read(bool[,] isObstacle, ArrayOrder order = ArrayOrder.XY)
            => ReadArray(isObstacle, order, new MeaningsOfFlags(), nameof(isObstacle));

        /// <summary>Reads an array of cell types.</summary>
        /// <param name="order">Which index comes first: <c>[x, y]</c> or <c>[row, column]</c>.</param>
        /// <exception cref="ArgumentException">The array is empty or too large.</exception>
        public CellMap Read(CellType[,] types, ArrayOrder order = ArrayOrder.XY)
            => ReadArray(types, order, new MeaningsOfTypes(), nameof(types));

        /// <summary>Reads an array of numbers.</summary>
        /// <param name="numbers">Numbers that the legend lists.</param>
        /// <param name="legend">What the numbers stand for: <see cref="CellLegend.CellTypes"/>,
        /// <see cref="CellLegend.NormalStartEndBlock"/>, or one of your own.</param>
        /// <param name="order">Which index comes first: <c>[x, y]</c> or <c>[row, column]</c>.</param>
        /// <exception cref="ArgumentException">The array is empty or too large, or has two starts or two
        /// goals.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The legend does not list a number. The message names
        /// it.</exception>
        public CellMap Read(int[,] numbers, CellLegend legend, ArrayOrder order = ArrayOrder.XY)
        {
            RefuseNull(legend, nameof(legend));
            return ReadArray(numbers, order, new MeaningsOfNumbers(legend), nameof(numbers));
        }

        /// <summary>Reads a buffer of cell types, one byte a cell.</summary>
        /// <param name="rowByRow">Numbers of <see cref="CellType"/>: <c>rowByRow[y * width + x]</c>. Exactly one byte a
        /// cell.</param>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentException">The buffer is not width * height bytes long.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap Read(byte[] rowByRow, int width, int height)
            => Read(rowByRow, width, height, CellLegend.CellTypes);

        /// <summary>Reads a buffer of one byte a cell by a legend.</summary>
        /// <param name="rowByRow"><c>rowByRow[y * width + x]</c>. Exactly one byte a cell.</param>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentException">The buffer is not width * height bytes long, or has two starts or two
        /// goals.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range, or the legend does not list a
        /// byte.</exception>
        public CellMap Read(byte[] rowByRow, int width, int height, CellLegend legend)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            RefuseNull(legend, nameof(legend));
            return ReadBytes(rowByRow, width, height, legend, nameof(rowByRow));
        }

        /// <summary>Reads bytes made from a source of another kind. Errors name the given parameter.</summary>
        internal CellMap ReadBytes(byte[] rowByRow, int width, int height, CellLegend legend, string parameter)
            => ReadRows(rowByRow, width, height, new MeaningsOfBytes(legend), parameter);

        /// <summary>Reads an array of one element a cell, row by row. Errors name the given parameter.</summary>
        internal CellMap ReadRows<T, TMeanings>(
            T[] rowByRow, int width, int height, TMeanings meanings, string parameter)
            where TMeanings : struct, IMeanings<T>
        {
            Draft draft = Begin(width, height);
            if (rowByRow.Length != width * height)
            {
                string needed = " bytes; " + width + " x " + height + " cells need " + width * height + ".";
                throw new ArgumentException("The buffer has " + rowByRow.Length + needed, parameter);
            }
            for (int i = 0; i < rowByRow.Length; i++)
            {
                bool isKnown = meanings.TryGet(rowByRow[i], out CellMeaning meaning);
                if (!isKnown || !draft.Put(i % width, i / width, meaning))
                {
                    string at = "[" + i + "], cell " + new GridCell(i % width, i / width);
                    throw Refuse(parameter, at + ",", rowByRow[i], isKnown, meaning);
                }
            }
            return Take(draft);
        }

        /// <summary>
        /// Asks a callback about each cell, row by row. If the callback throws, the map stays as it was.
        /// </summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="isObstacle">Receives x and y, and returns whether the cell is an obstacle.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap Read(int width, int height, Func<int, int, bool> isObstacle)
        {
            RefuseNull(isObstacle, nameof(isObstacle));
            Draft draft = Begin(width, height);
            for (int y = 0; y < height; y++)
            {
                for (int x = 0; x < width; x++)
                {
                    CellType type = isObstacle(x, y) ? CellType.Obstacle : CellType.Walkable;
                    draft.Types[y * width + x] = (byte)type;
                }
            }
            return Take(draft);
        }

        /// <summary>
        /// Asks a callback for the type of each cell, row by row. If the callback throws, the map stays as it was.
        /// </summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="typeAt">Receives x and y, and returns the cell's type: any type.</param>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap ReadTypes(int width, int height, Func<int, int, CellType> typeAt)
        {
            RefuseNull(typeAt, nameof(typeAt));
            Draft draft = Begin(width, height);
            for (int y = 0; y < height; y++)
            {
                for (int x = 0; x < width; x++)
                {
                    draft.Types[y * width + x] = (byte)typeAt(x, y);
                }
            }
            return Take(draft);
        }

        /// <summary>
        /// Copies the cells of a grid, and the walls between them if they are squares. The map has no start and no goal
        /// afterwards.
        /// </summary>
        public CellMap Read(PathGrid grid)
        {
            RefuseNull(grid, nameof(grid));
            Draft draft = Begin(grid.Width, grid.Height);
            grid.GetCells(draft.Types);
            if (grid.Layout == CellLayout.Square)
            {
                draft.Passages = ClearedPassages(_sparePassages, grid.Width * grid.Height);
                grid.GetPassages(draft.Passages);
            }
            return Take(draft);
        }

        private CellMap ReadArray<T, TMeanings>(T[,] array, ArrayOrder order, TMeanings meanings, string parameter)
            where TMeanings : struct, IMeanings<T>
        {
            RefuseNull(array, parameter);
            bool isXY = order == ArrayOrder.XY;
            if (!isXY && order != ArrayOrder.RowColumn)
            {
                throw new ArgumentOutOfRangeException(nameof(order), order, "Unknown ArrayOrder.");
            }
            RefuseSize(array.GetLength(0), array.GetLength(1), parameter);
            Draft draft = Begin(array.GetLength(isXY ? 0 : 1), array.GetLength(isXY ? 1 : 0));
            for (int y = 0; y < draft.Height; y++)
            {
                for (int x = 0; x < draft.Width; x++)
                {
                    T element = isXY ? array[x, y] : array[y, x];
                    bool isKnown = meanings.TryGet(element, out CellMeaning meaning);
                    if (!isKnown || !draft.Put(x, y, meaning))
                    {
                        string at = isXY ? "[" + x + ", " + y + "]" : "[" + y + ", " + x + "]";
                        throw Refuse(parameter, at, element, isKnown, meaning);
                    }
                }
            }
            return Take(draft);
        }

        private static void RefuseSize(int first, int second, string parameter)
        {
            bool isSize = first >= 1 && first <= PathGridSettings.MaxSide
                && second >= 1 && second <= PathGridSettings.MaxSide;
            if (!isSize)
            {
                string range = "; a map has 1 to " + PathGridSettings.MaxSide + " columns and rows.";
                throw new ArgumentException("The array is " + first + " x " + second + range, parameter);
            }
        }

        private static ArgumentException Refuse(
            string parameter, string at, object element, bool isKnown, CellMeaning meaning)
        {
            if (!isKnown)
            {
                string message = parameter + at + " has an unknown value.";
                return new ArgumentOutOfRangeException(parameter, element, message);
            }
            return new ArgumentException(parameter + at + " marks a second " + meaning + ".", parameter);
        }

        private struct MeaningsOfFlags : IMeanings<bool>
        {
            public bool TryGet(bool element, out CellMeaning meaning)
            {
                meaning = new CellMeaning(element ? CellType.Obstacle : CellType.Walkable);
                return true;
            }
        }

        private struct MeaningsOfTypes : IMeanings<CellType>
        {
            public bool TryGet(CellType element, out CellMeaning meaning)
            {
                meaning = new CellMeaning(element);
                return true;
            }
        }

        private struct MeaningsOfNumbers : IMeanings<int>
        {
            private readonly CellLegend _legend;

            internal MeaningsOfNumbers(CellLegend legend)
            {
                _legend = legend;
            }

            public bool TryGet(int element, out CellMeaning meaning) => _legend.TryGet(element, out meaning);
        }

        private struct MeaningsOfBytes : IMeanings<byte>
        {
            private readonly CellLegend _legend;

            internal MeaningsOfBytes(CellLegend legend)
            {
                _legend = legend;
            }

            public bool TryGet(byte element, out CellMeaning meaning) => _legend.TryGet(element, out meaning);
        }
    }
}
