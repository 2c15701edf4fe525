using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>Writes the data of step-by-step pictures: one JSON object a line.</summary>
    /// <remarks>Each line is a picture: title and size of the search, the colors of each kind of cells and of their
    /// text, the text beside the map, and all cells that are not plain walkable.</remarks>
    internal sealed class StepsReport : IDisposable
    {
        private const int OpenLines = 12;

        private readonly TextWriter _out;
        private readonly string _colors;

        public StepsReport(string file, SearchPalette palette)
        {
            _out = PictureReport.Open(file);
            var colors = new List<string>();
            foreach (SearchViewKind kind in Enum.GetValues(typeof(SearchViewKind)))
            {
                // The highest byte is the opacity.
                colors.Add(PictureReport.Text(
                    "\"{0}\": [{1}, {2}]", kind, palette[kind] & 0xFFFFFF, palette.GetInk(kind) & 0xFFFFFF));
            }
            _colors = string.Join(", ", colors);
        }

        /// <summary>Writes the view in its current state.</summary>
        public void Frame(SearchView view)
        {
            var cells = new List<string>();
            for (int y = 0; y < view.Height; y++)
            {
                for (int x = 0; x < view.Width; x++)
                {
                    var place = new GridCell(x, y);
                    if (view[place].Kind != SearchViewKind.Walkable)
                    {
                        cells.Add(Cell(view[place], place, view.GetText(place)));
                    }
                }
            }
            _out.WriteLine(
                "{{\"title\": \"{0}\", \"width\": {1}, \"height\": {2}, \"searching\": {3}, \"summary\": \"{4}\", " +
                "\"open\": \"{5}\", \"cells\": [{6}], \"colors\": {{{7}}}}}",
                view.Title,
                view.Width,
                view.Height,
                view.Phase == 0 ? "true" : "false",
                OneLine(view.Summary),
                OneLine(view.GetOpenText(OpenLines)),
                string.Join(", ", cells),
                _colors);
        }

        public void Dispose()
        {
            _out.Dispose();
        }

        private static string Cell(SearchViewCell cell, GridCell place, string text)
        {
            return PictureReport.Text(
                "{{\"x\": {0}, \"y\": {1}, \"kind\": \"{2}\", \"closed\": {3}, " +
                "\"arrow\": [{4}, {5}], \"text\": \"{6}\"}}",
                place.X,
                place.Y,
                cell.Kind,
                cell.IsClosed ? "true" : "false",
                cell.ArrowDx,
                cell.ArrowDy,
                OneLine(text));
        }

        /// <summary>As JSON writes the ends of lines.</summary>
        private static string OneLine(string text)
        {
            return text.Replace("\n", "\\n");
        }
    }
}
