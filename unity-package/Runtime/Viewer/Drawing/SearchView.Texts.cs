using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace GridStar
{
    // Texts in the cells and beside the map. Each is made at the first request and kept until it changes.
    public sealed partial class SearchView
    {
        private readonly string[] _texts;
        private readonly List<SearchCell> _open = new List<SearchCell>();
        private readonly StringBuilder _builder = new StringBuilder();
        private string _summary;
        private string _openText;
        private int _summaryVersion = -1;
        private int _openVersion = -1;
        private int _openLines = -1;

        /// <summary>Algorithm and heuristic, such as "A*, Octile".</summary>
        public string Title { get; private set; }

        /// <summary>The counts, one a line, and how the search ended.</summary>
        public string Summary
        {
            get
            {
                if (_summaryVersion != Version)
                {
                    _summary = WriteSummary();
                    _summaryVersion = Version;
                }
                return _summary;
            }
        }

        /// <summary>The text of a reached cell: g, h and F, one a line. An unreached cell has an empty text.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public string GetText(GridCell cell)
        {
            int index = IndexOf(cell);
            if (_texts[index] == null)
            {
                SearchCell found = _cells[index];
                bool isReached = found.State != SearchCellState.Unseen;
                _texts[index] = isReached ? Number(found.G) + "\n" + Number(found.H) + "\n" + Number(found.F) : "";
            }
            return _texts[index];
        }

        /// <summary>The open cells in the order of their expansion, one a line, such as "(3, 4)  g 24".</summary>
        /// <param name="maxLines">Largest number of cells to list: above 0. One further line counts the rest.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxLines"/> is 0 or less.</exception>
        /// <exception cref="ObjectDisposedException">The view is disposed, and this text was not asked for
        /// before.</exception>
        public string GetOpenText(int maxLines)
        {
            if (maxLines <= 0)
            {
                throw new ArgumentOutOfRangeException(nameof(maxLines), maxLines, "Must be above 0.");
            }
            if (_openVersion != Version || _openLines != maxLines)
            {
                _openText = WriteOpen(maxLines);
                _openVersion = Version;
                _openLines = maxLines;
            }
            return _openText;
        }

        private string WriteTitle()
        {
            string order = Stepper.Order == SearchOrder.AStar ? "A*"
                : Stepper.Order == SearchOrder.Dijkstra ? "Dijkstra" : "Greedy best-first";
            return order + ", " + Stepper.Heuristic;
        }

        private string WriteSummary()
        {
            _builder.Length = 0;
            _builder.Append("expansions: ").Append(Expansions);
            _builder.Append("\nopen: ").Append(OpenCount);
            _builder.Append("\nclosed: ").Append(ClosedCount);
            _builder.Append("\nadded: ").Append(AddedCount);
            _builder.Append("\nimproved: ").Append(ImprovedCount);
            _builder.Append("\npath points: ").Append(LaidPoints);
            if (Reason == PathReason.Found)
            {
                _builder.Append(" of ").Append(PathPoints).Append("\ncost: ").Append(Number(PathCost));
            }
            else if (Reason != PathReason.StillRunning)
            {
                _builder.Append("\nno path: ").Append(Reason);
            }
            return _builder.ToString();
        }

        private string WriteOpen(int maxLines)
        {
            Stepper.GetOpenCells(_open, maxLines);
            _builder.Length = 0;
            foreach (SearchCell cell in _open)
            {
                _builder.Append(_builder.Length == 0 ? "" : "\n");
                _builder.Append(cell.Cell.ToString()).Append("  g ").Append(Number(cell.G));
            }
            if (OpenCount > _open.Count)
            {
                _builder.Append("\nand ").Append(OpenCount - _open.Count).Append(" more");
            }
            return _builder.ToString();
        }

        /// <summary>The number with a decimal only if it needs one: 14, 2.4.</summary>
        private static string Number(double value)
            => Math.Round(value, 1).ToString("0.#", CultureInfo.InvariantCulture);
    }
}
