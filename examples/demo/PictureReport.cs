using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Writes the data of the picture. Each line is a word and its values. <c>path</c> begins a path with its label and
    /// ends. <c>cost</c>, <c>expansions</c>, and for each engine <c>engine</c> with seconds, whether it was stopped (0
    /// or 1) and a name come next. <c>cells</c> and <c>expanded</c> have x and y of cells in order.
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
            _out.WriteLine("gridstar-demo 1");
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
        public void Path(PathEnds ends, List<Measurement> rows, List<GridCell> expanded)
        {
            Measurement first = rows[0];
            Line("path {0} {1} {2} {3} {4}", ends.Label, ends.Start.X, ends.Start.Y, ends.Goal.X, ends.Goal.Y);
            if (first.Answer.Found)
            {
                Line("cost {0}", first.Answer.Cost);
            }
            Line("expansions {0}", first.Answer.Expansions);
            foreach (Measurement row in rows)
            {
                Line("engine {0} {1} {2}", row.Seconds, row.Answer.Stopped ? 1 : 0, row.Engine.Name);
            }
            Cells("cells", first.Path, 1);
            if (expanded != null)
            {
                Cells("expanded", expanded, 1 + expanded.Count / MostExpanded);
            }
        }

        public void Dispose()
        {
            _out.Dispose();
        }

        private void Cells(string word, List<GridCell> cells, int step)
        {
            _out.Write(word);
            for (int i = 0; i < cells.Count; i += step)
            {
                _out.Write(' ');
                _out.Write(cells[i].X);
                _out.Write(' ');
                _out.Write(cells[i].Y);
            }
            _out.WriteLine();
        }

        private void Line(string format, params object[] values)
        {
            _out.WriteLine(string.Format(CultureInfo.InvariantCulture, format, values));
        }
    }
}
