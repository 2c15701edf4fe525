using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>Writes the data of step-by-step pictures. Each line is a word and its values.</summary>
    /// <remarks>
    /// <para><c>color</c>: a kind of cells, its color, and the color of its text. <c>search</c>: begins a search with
    /// columns, rows and a title. <c>frame</c>: begins a picture with the number of its phase.</para>
    /// <para>In a picture: <c>say</c>, a line of the counts. <c>open</c>, an open cell. <c>cell</c>, for each cell that
    /// is not plain walkable: x, y, kind, whether it is closed, whether it lies on the path, the direction of its arrow
    /// (0 0: none), and its g, h and F.</para>
    /// </remarks>
    internal sealed class StepsReport : IDisposable
    {
        private const int OpenLines = 12;

        private readonly TextWriter _out;

        public StepsReport(string file, SearchPalette palette)
        {
            _out = PictureReport.Open(file);
            _out.WriteLine("gridstar-steps 1");
            foreach (SearchViewKind kind in Enum.GetValues(typeof(SearchViewKind)))
            {
                Line("color {0} {1:X6} {2:X6}", kind, palette[kind], palette.GetInk(kind));
            }
        }

        public void Search(SearchView view)
        {
            Line("search {0} {1} {2}", view.Width, view.Height, view.Title);
        }

        /// <summary>Writes the view in its current state.</summary>
        public void Frame(SearchView view)
        {
            Line("frame {0}", (int)view.Phase);
            Lines("say", view.Summary);
            Lines("open", view.GetOpenText(OpenLines));
            for (int y = 0; y < view.Height; y++)
            {
                for (int x = 0; x < view.Width; x++)
                {
                    Cell(view, new GridCell(x, y));
                }
            }
        }

        public void Dispose()
        {
            _out.Dispose();
        }

        private void Cell(SearchView view, GridCell place)
        {
            SearchViewCell cell = view[place];
            if (cell.Kind == SearchViewKind.Walkable)
            {
                return;
            }
            string texts = view.GetText(place).Replace('\n', ' ');
            string flags = (cell.IsClosed ? 1 : 0) + " " + (cell.IsOnPath ? 1 : 0);
            Line("cell {0} {1} {2} {3} {4} {5} {6}", place.X, place.Y, cell.Kind, flags, cell.ArrowDx, cell.ArrowDy,
                texts);
        }

        private void Lines(string word, string text)
        {
            foreach (string line in text.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries))
            {
                _out.WriteLine(word + " " + line);
            }
        }

        private void Line(string format, params object[] values)
        {
            _out.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
        }
    }
}
