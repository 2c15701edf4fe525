using System;

namespace GridStar.Editor
{
    /// <summary>
    /// Numbers the connected components of a map for an agent of one cell: runs of open cells in a line are joined with
    /// those of the line before. The numbers begin with 1; blocked cells have 0.
    /// </summary>
    internal sealed partial class OverlayComponents
    {
        private int[] _labels = new int[0];

        /// <summary>Ends and line of each run, and another run of its component, itself for the first.</summary>
        private int[] _begins = new int[64];
        private int[] _ends = new int[64];
        private int[] _lines = new int[64];
        private int[] _parents = new int[64];
        private int[] _numbers = new int[64];
        private int _runs;

        /// <summary>Number of components.</summary>
        internal int Count { get; private set; }

        internal int this[int cell] => _labels[cell];

        /// <summary>Returns a rectangle around the cells whose number has changed.</summary>
        /// <param name="isOpen">Whether each cell is walkable, row by row.</param>
        /// <param name="layout">How the cells lie. Lines are rows, or columns where these are shifted.</param>
        /// <param name="rule">Of squares. Diagonal steps connect more than straight ones only if nothing bars
        /// them.</param>
        internal CellRect Label(bool[] isOpen, int width, int height, CellLayout layout, DiagonalRule rule)
        {
            bool isByColumn = layout.ShiftsColumns();
            int lines = isByColumn ? width : height;
            int length = isByColumn ? height : width;
            int nextLine = isByColumn ? 1 : width;
            int nextCell = isByColumn ? width : 1;
            if (_labels.Length != width * height)
            {
                _labels = new int[width * height];
            }
            FindRuns(isOpen, lines, length, nextLine, nextCell);
            Join(layout, rule);
            Number();
            return Write(lines, length, nextLine, nextCell, isByColumn);
        }

        private void FindRuns(bool[] isOpen, int lines, int length, int nextLine, int nextCell)
        {
            _runs = 0;
            for (int line = 0; line < lines; line++)
            {
                int at = line * nextLine;
                int i = 0;
                while (i < length)
                {
                    if (!isOpen[at])
                    {
                        i++;
                        at += nextCell;
                        continue;
                    }
                    Reserve();
                    _begins[_runs] = i;
                    while (i < length && isOpen[at])
                    {
                        i++;
                        at += nextCell;
                    }
                    _ends[_runs] = i;
                    _lines[_runs] = line;
                    _parents[_runs] = _runs;
                    _runs++;
                }
            }
        }

        private void Reserve()
        {
            if (_runs == _begins.Length)
            {
                Array.Resize(ref _begins, 2 * _runs);
                Array.Resize(ref _ends, 2 * _runs);
                Array.Resize(ref _lines, 2 * _runs);
                Array.Resize(ref _parents, 2 * _runs);
                Array.Resize(ref _numbers, 2 * _runs);
            }
        }

        /// <summary>Joins each run with the runs of the line before that it touches.</summary>
        private void Join(CellLayout layout, DiagonalRule rule)
        {
            bool isSquare = layout == CellLayout.Square;
            int before = 0;
            for (int run = 0; run < _runs; run++)
            {
                int line = _lines[run];
                bool isShifted = layout.ShiftsColumns() ? layout.IsShifted(line, 0) : layout.IsShifted(0, line);
                // How far a cell's neighbors reach in the line before, back and on.
                int back = isSquare ? (rule == DiagonalRule.Always ? 1 : 0) : isShifted ? 0 : 1;
                int on = isSquare ? back : 1 - back;
                while (_lines[before] < line - 1
                    || (_lines[before] == line - 1 && _ends[before] <= _begins[run] - back))
                {
                    before++;
                }
                for (int other = before; _lines[other] == line - 1 && _begins[other] < _ends[run] + on; other++)
                {
                    Unite(other, run);
                }
            }
        }

        /// <summary>The earlier run stands for both.</summary>
        private void Unite(int one, int other)
        {
            one = First(one);
            other = First(other);
            _parents[Math.Max(one, other)] = Math.Min(one, other);
        }

        private int First(int run)
        {
            while (_parents[run] != run)
            {
                _parents[run] = _parents[_parents[run]];
                run = _parents[run];
            }
            return run;
        }

        private void Number()
        {
            Count = 0;
            for (int run = 0; run < _runs; run++)
            {
                int first = First(run);
                _numbers[run] = first == run ? ++Count : _numbers[first];
            }
        }

        private CellRect Write(int lines, int length, int nextLine, int nextCell, bool isByColumn)
        {
            int low = int.MaxValue;
            int high = -1;
            int left = int.MaxValue;
            int right = -1;
            int run = 0;
            for (int line = 0; line < lines; line++)
            {
                int at = line * nextLine;
                for (int i = 0; i < length; i++)
                {
                    while (run < _runs && (_lines[run] < line || (_lines[run] == line && _ends[run] <= i)))
                    {
                        run++;
                    }
                    bool isIn = run < _runs && _lines[run] == line && _begins[run] <= i;
                    int number = isIn ? _numbers[run] : 0;
                    if (_labels[at] != number)
                    {
                        _labels[at] = number;
                        low = Math.Min(low, line);
                        high = line;
                        left = Math.Min(left, i);
                        right = Math.Max(right, i);
                    }
                    at += nextCell;
                }
            }
            if (high < 0)
            {
                return new CellRect(0, 0, 0, 0);
            }
            return isByColumn
                ? new CellRect(low, left, high - low + 1, right - left + 1)
                : new CellRect(left, low, right - left + 1, high - low + 1);
        }
    }
}
