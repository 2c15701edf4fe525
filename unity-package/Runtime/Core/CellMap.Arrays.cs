using System;

namespace GridStar
{
    // Maps from arrays, buffers, callbacks and grids.
    public sealed partial class CellMap
    {
        /// <summary>What an element of an array stands for. A struct, so that a map is read without garbage and at full speed.</summary>
        private interface IMarks<T>
        {
            CellMark MarkOf(T element);
        }

        /// <summary>Reads an array of obstacles.</summary>
        /// <param name="isObstacle">True for an obstacle.</param>
        /// <param name="order">Whether it is <c>[x, y]</c> or <c>[row, column]</c>.</param>
        /// <exception cref="ArgumentNullException">The array is null.</exception>
        /// <exception cref="ArgumentException">The array is empty or too large.</exception>
        public CellMap Read(bool[,] isObstacle, ArrayOrder order = ArrayOrder.XY)
        {
            return ReadArray(isObstacle, order, new MarksOfFlags(), nameof(isObstacle));
        }

        /// <summary>Reads an array of types.</summary>
        /// <param name="types">The types.</param>
        /// <param name="order">Whether it is <c>[x, y]</c> or <c>[row, column]</c>.</param>
        /// <exception cref="ArgumentNullException">The array is null.</exception>
        /// <exception cref="ArgumentException">The array is empty or too large.</exception>
        /// <exception cref="ArgumentOutOfRangeException">An element is no type; the message says which.</exception>
        public CellMap Read(CellType[,] types, ArrayOrder order = ArrayOrder.XY)
        {
            return ReadArray(types, order, new MarksOfTypes(), nameof(types));
        }

        /// <summary>Reads an array of numbers.</summary>
        /// <param name="numbers">Numbers that the legend lists.</param>
        /// <param name="legend">
        /// What they stand for: <see cref="CellLegend.CellTypes"/>, <see cref="CellLegend.NormalStartEndBlock"/>, or one of your own.
        /// </param>
        /// <param name="order">Whether it is <c>[x, y]</c> or <c>[row, column]</c>.</param>
        /// <exception cref="ArgumentNullException">The array or the legend is null.</exception>
        /// <exception cref="ArgumentException">The array is empty or too large, or has two starts or goals.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The legend does not list a number; the message says which.</exception>
        public CellMap Read(int[,] numbers, CellLegend legend, ArrayOrder order = ArrayOrder.XY)
        {
            RefuseNull(legend, nameof(legend));
            return ReadArray(numbers, order, new MarksOfNumbers(legend), nameof(numbers));
        }

        /// <summary>Reads a buffer with the number of a <see cref="CellType"/> for each cell.</summary>
        /// <param name="rowByRow"><c>rowByRow[y * width + x]</c>: exactly one byte for each cell.</param>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <exception cref="ArgumentNullException">The buffer is null.</exception>
        /// <exception cref="ArgumentException">The buffer is of another length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range, or a byte is no type.</exception>
        public CellMap Read(byte[] rowByRow, int width, int height)
        {
            return Read(rowByRow, width, height, CellLegend.CellTypes);
        }

        /// <summary>Reads a buffer with a byte for each cell.</summary>
        /// <param name="rowByRow"><c>rowByRow[y * width + x]</c>: exactly one byte for each cell.</param>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="legend">What the bytes stand for.</param>
        /// <exception cref="ArgumentNullException">The buffer or the legend is null.</exception>
        /// <exception cref="ArgumentException">The buffer is of another length, or has two starts or goals.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range, or the legend does not list a byte.</exception>
        public CellMap Read(byte[] rowByRow, int width, int height, CellLegend legend)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            RefuseNull(legend, nameof(legend));
            return ReadBytes(rowByRow, width, height, legend, nameof(rowByRow));
        }

        /// <summary>Reads what a source of another kind has become; a mistake is its parameter's.</summary>
        internal CellMap ReadBytes(byte[] rowByRow, int width, int height, CellLegend legend, string parameter)
        {
            Draft draft = Begin(width, height);
            if (rowByRow.Length != width * height)
            {
                string needed = " bytes, and " + width + " x " + height + " cells need " + width * height + ".";
                throw new ArgumentException("The buffer has " + rowByRow.Length + needed, parameter);
            }
            for (int i = 0; i < rowByRow.Length; i++)
            {
                CellMark mark = legend.MarkOf(rowByRow[i]);
                if (mark == CellLegend.Unknown || !draft.Put(i % width, i / width, mark))
                {
                    string place = "[" + i + "], cell " + new GridCell(i % width, i / width);
                    throw Refuse(parameter, place + ",", rowByRow[i], mark);
                }
            }
            return Take(draft);
        }

        /// <summary>Asks a callback for each cell, row by row. A callback that throws leaves the map as it was.</summary>
        /// <param name="width">Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="height">Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</param>
        /// <param name="isObstacle">Gets x and y and says whether that cell is an obstacle.</param>
        /// <exception cref="ArgumentNullException">The callback is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A size is out of range.</exception>
        public CellMap Read(int width, int height, Func<int, int, bool> isObstacle)
        {
            RefuseNull(isObstacle, nameof(isObstacle));
            Draft draft = Begin(width, height);
            for (int y = 0; y < height; y++)
            {
                for (int x = 0; x < width; x++)
                {
                    draft.Put(x, y, isObstacle(x, y) ? CellMark.Obstacle : CellMark.Walkable);
                }
            }
            return Take(draft);
        }

        /// <summary>Reads the cells of a grid. The map has no start and goal then.</summary>
        /// <exception cref="ArgumentNullException">The grid is null.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public CellMap Read(PathGrid grid)
        {
            RefuseNull(grid, nameof(grid));
            Draft draft = Begin(grid.Width, grid.Height);
            grid.GetCells(draft.Types);
            return Take(draft);
        }

        private CellMap ReadArray<T, TMarks>(T[,] array, ArrayOrder order, TMarks marks, string parameter)
            where TMarks : struct, IMarks<T>
        {
            RefuseNull(array, parameter);
            bool isXY = order == ArrayOrder.XY;
            if (!isXY && order != ArrayOrder.RowColumn)
            {
                throw new ArgumentOutOfRangeException(nameof(order), order, "There is no such ArrayOrder.");
            }
            RefuseSize(array.GetLength(0), array.GetLength(1), parameter);
            Draft draft = Begin(array.GetLength(isXY ? 0 : 1), array.GetLength(isXY ? 1 : 0));
            for (int y = 0; y < draft.Height; y++)
            {
                for (int x = 0; x < draft.Width; x++)
                {
                    T element = isXY ? array[x, y] : array[y, x];
                    CellMark mark = marks.MarkOf(element);
                    if (mark == CellLegend.Unknown || !draft.Put(x, y, mark))
                    {
                        string place = isXY ? "[" + x + ", " + y + "]" : "[" + y + ", " + x + "]";
                        throw Refuse(parameter, place, element, mark);
                    }
                }
            }
            return Take(draft);
        }

        private static void RefuseSize(int first, int second, string parameter)
        {
            bool isSize = first >= 1 && first <= PathGridSettings.MaxSide && second >= 1 && second <= PathGridSettings.MaxSide;
            if (!isSize)
            {
                string range = ", and a map has 1 to " + PathGridSettings.MaxSide + " columns and rows.";
                throw new ArgumentException("It is " + first + " x " + second + range, parameter);
            }
        }

        private static ArgumentException Refuse(string parameter, string place, object element, CellMark mark)
        {
            if (mark == CellLegend.Unknown)
            {
                string message = parameter + place + " stands for no kind of cell.";
                return new ArgumentOutOfRangeException(parameter, element, message);
            }
            return new ArgumentException(parameter + place + " marks a second " + mark + ".", parameter);
        }

        private struct MarksOfFlags : IMarks<bool>
        {
            public CellMark MarkOf(bool element)
            {
                return element ? CellMark.Obstacle : CellMark.Walkable;
            }
        }

        private struct MarksOfTypes : IMarks<CellType>
        {
            public CellMark MarkOf(CellType element)
            {
                return element <= CellType.Obstacle ? (CellMark)element : CellLegend.Unknown;
            }
        }

        private struct MarksOfNumbers : IMarks<int>
        {
            private readonly CellLegend _legend;

            internal MarksOfNumbers(CellLegend legend)
            {
                _legend = legend;
            }

            public CellMark MarkOf(int element)
            {
                return _legend.MarkOf(element);
            }
        }
    }
}
