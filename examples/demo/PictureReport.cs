using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Writes the data of the picture: one JSON object a line. Each line is a path with its label, its ends (columns
    /// and rows), cost, expansions and cells, and the expanded cells in order.
    /// </summary>
    internal sealed class PictureReport : IDisposable
    {
        /// <summary>
        /// Most expanded cells to write: a picture has no more pixels. Of a longer list, every second, third and so on
        /// is written.
        /// </summary>
        private const int MostExpanded = 1 << 24;

        private readonly TextWriter _out;

        public PictureReport(string file)
        {
            _out = Open(file);
        }

        /// <summary>Opens a file for writing; null opens nothing.</summary>
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

        /// <summary>Writes a path. <paramref name="expanded"/> may be null, to show none.</summary>
        public void Path(PathEnds ends, Measurement first, List<GridCell> expanded)
        {
            string cost = first.Answer.Found ? Text("{0}", first.Answer.Cost) : "null";
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
            _out.Write("\"cells\": ");
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
