using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// The text from which the picture is drawn: an object in JSON on each line, one for each path, with its label,
    /// ends (columns and rows), cost, expansions, engines, and its cells and the expanded ones in order.
    /// </summary>
    internal sealed class PictureReport : IDisposable
    {
        /// <summary>
        /// A picture has no more pixels: of longer lists every second cell is written, or every third, and so on.
        /// </summary>
        private const int MostExpanded = 1 << 24;

        private readonly TextWriter _out;

        public PictureReport(string file)
        {
            _out = Open(file);
        }

        /// <summary>A file to write into; null: nowhere.</summary>
        public static TextWriter Open(string file)
        {
            try
            {
                return file == null ? TextWriter.Null : new StreamWriter(file);
            }
            catch (Exception error)
            {
                if (error is IOException || error is UnauthorizedAccessException || error is ArgumentException)
                {
                    throw new DemoException("the report can't be written: " + error.Message);
                }
                throw;
            }
        }

        /// <summary>Null for <paramref name="expanded"/>: they are not to be shown.</summary>
        public void Path(PathEnds ends, List<Measurement> rows, List<GridCell> expanded)
        {
            Measurement first = rows[0];
            string cost = first.Answer.Found ? Text("{0}", first.Answer.Cost) : "null";
            string engines = string.Join(", ", rows.ConvertAll(row => Text(
                "{{\"name\": \"{0}\", \"seconds\": {1}, \"stopped\": {2}}}",
                row.Engine.Name,
                row.Seconds,
                row.Answer.Stopped ? "true" : "false")));
            _out.Write(Text(
                "{{\"label\": \"{0}\", \"start\": [{1}, {2}], \"goal\": [{3}, {4}], " +
                "\"cost\": {5}, \"expansions\": {6}, ",
                ends.Label,
                ends.Start.X,
                ends.Start.Y,
                ends.Goal.X,
                ends.Goal.Y,
                cost,
                first.Answer.Expansions));
            _out.Write("\"engines\": [" + engines + "], \"cells\": ");
            Cells(first.Path, 1);
            _out.Write(", \"expanded\": ");
            expanded = expanded ?? new List<GridCell>();
            Cells(expanded, 1 + expanded.Count / MostExpanded);
            _out.WriteLine("}");
        }

        public void Dispose()
        {
            _out.Dispose();
        }

        /// <summary>With numbers as every country reads them.</summary>
        public static string Text(string format, params object[] values)
        {
            return string.Format(CultureInfo.InvariantCulture, format, values);
        }

        private void Cells(List<GridCell> cells, int step)
        {
            for (int i = 0; i < cells.Count; i += step)
            {
                _out.Write(i == 0 ? "[[" : ", [");
                _out.Write(cells[i].X);
                _out.Write(", ");
                _out.Write(cells[i].Y);
                _out.Write(']');
            }
            _out.Write(cells.Count == 0 ? "[]" : "]");
        }
    }
}
