using System;
using System.IO;

namespace GridStar
{
    // Maps from text: one character a cell, one line a row.
    public sealed partial class CellMap
    {
        /// <summary>Reads text of <see cref="CellLegend.Text"/>. See the overload with a legend.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
        /// <exception cref="FormatException">It is no map; the message names the line.</exception>
        public CellMap ReadText(string text)
        {
            return ReadText(text, CellLegend.Text);
        }

        /// <summary>Reads text with a character for each cell and a line for each row.</summary>
        /// <param name="text">
        /// Rows of equal length; the first one is row 0, that with y = 0. Empty lines before the first row and after the last one are left out; lines
        /// may end in CR LF.
        /// </param>
        /// <param name="legend">What the characters stand for.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="FormatException">
        /// There is no row, rows differ in length, the legend does not list a character, there are two starts or goals, or a side is longer
        /// than <see cref="PathGridSettings.MaxSide"/>. The message names the line.
        /// </exception>
        public CellMap ReadText(string text, CellLegend legend)
        {
            RefuseNull(text, nameof(text));
            RefuseNull(legend, nameof(legend));
            Line first = Line.First(text);
            while (first.IsEmpty && first.HasNext(text))
            {
                first = first.Next(text);
            }
            if (first.IsEmpty)
            {
                throw new FormatException("The text has no row.");
            }
            int height = 1;
            Line line = first;
            for (int rows = 1; line.HasNext(text); rows++)
            {
                line = line.Next(text);
                height = line.IsEmpty ? height : rows + 1;
            }
            return ReadRows(text, first, first.Length, height, legend);
        }

        /// <summary>
        /// Reads a map in the format of the MovingAI benchmarks: <c>type</c>, <c>height</c> and <c>width</c>, a line each, a line
        /// <c>map</c>, and a line of characters for each row, the first one being row 0. Allocates a few strings for the header.
        /// </summary>
        /// <remarks>
        /// <c>.</c>, <c>G</c> and <c>S</c> are walkable; <c>@</c>, <c>O</c>, <c>T</c> and <c>W</c> are not. The format is that of N. Sturtevant,
        /// "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012.
        /// </remarks>
        /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
        /// <exception cref="FormatException">It is no such map; the message names the line.</exception>
        public CellMap ReadMovingAI(string text)
        {
            RefuseNull(text, nameof(text));
            int width = 0;
            int height = 0;
            Line line = Line.First(text);
            while (!IsEndOfHeader(text, line, ref width, ref height))
            {
                if (!line.HasNext(text))
                {
                    throw new FormatException("The header has no line \"map\".");
                }
                line = line.Next(text);
            }
            if (width == 0 || height == 0)
            {
                throw new FormatException("The header has no " + (width == 0 ? "width." : "height."));
            }
            if (!line.HasNext(text))
            {
                throw TooFewRows(height, 0);
            }
            return ReadRows(text, line.Next(text), width, height, CellLegend.MovingAI);
        }

        /// <summary>Reads a file in the format of the MovingAI benchmarks. Allocates the file's text.</summary>
        /// <param name="file">
        /// Its path. Where a platform packs its files (StreamingAssets on Android and WebGL), get the text by other means and use
        /// <see cref="ReadMovingAI"/>.
        /// </param>
        /// <exception cref="ArgumentNullException"><paramref name="file"/> is null.</exception>
        /// <exception cref="IOException">The file can't be read.</exception>
        /// <exception cref="FormatException">It is no such map; the message names the file and the line.</exception>
        public CellMap ReadMovingAIFile(string file)
        {
            RefuseNull(file, nameof(file));
            string text = File.ReadAllText(file);
            try
            {
                return ReadMovingAI(text);
            }
            catch (FormatException mistake)
            {
                throw new FormatException(file + ": " + mistake.Message, mistake);
            }
        }

        private static bool IsEndOfHeader(string text, Line line, ref int width, ref int height)
        {
            string[] words = line.Of(text).Split((char[])null, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0 || (words[0] == "type" && words.Length > 1))
            {
                return false;
            }
            if (words[0] == "map" && words.Length == 1)
            {
                return true;
            }
            if (words[0] == "width" && words.Length > 1)
            {
                width = ReadSide(words[1], line);
                return false;
            }
            if (words[0] == "height" && words.Length > 1)
            {
                height = ReadSide(words[1], line);
                return false;
            }
            throw Mistake(line, "\"" + line.Of(text) + "\" does not belong into the header of a map.");
        }

        private static int ReadSide(string number, Line line)
        {
            int side;
            // Digits alone: what int.TryParse takes besides differs with the machine's culture.
            bool isNumber = Array.TrueForAll(number.ToCharArray(), digit => digit >= '0' && digit <= '9');
            if (isNumber && int.TryParse(number, out side) && side >= 1 && side <= PathGridSettings.MaxSide)
            {
                return side;
            }
            throw Mistake(line, "\"" + number + "\" is no width or height: 1 to " + PathGridSettings.MaxSide + ".");
        }

        /// <summary>Reads the rows of a map, which nothing but empty lines follow.</summary>
        private CellMap ReadRows(string text, Line line, int width, int height, CellLegend legend)
        {
            if (width > PathGridSettings.MaxSide || height > PathGridSettings.MaxSide)
            {
                string range = ", and a side has at most " + PathGridSettings.MaxSide + ".";
                throw new FormatException("The map has " + width + " x " + height + " cells" + range);
            }
            Draft draft = Begin(width, height);
            for (int y = 0; y < height; y++)
            {
                ReadRow(text, line, y, legend, ref draft);
                if (!line.HasNext(text))
                {
                    return y == height - 1 ? Take(draft) : throw TooFewRows(height, y + 1);
                }
                line = line.Next(text);
            }
            for (; line.IsBlank(text); line = line.Next(text))
            {
                if (!line.HasNext(text))
                {
                    return Take(draft);
                }
            }
            throw Mistake(line, "a row after the last one of " + height + ".");
        }

        private static void ReadRow(string text, Line line, int y, CellLegend legend, ref Draft draft)
        {
            // Files of the benchmarks have spaces behind some rows; a legend may list the space as a kind of cell.
            int length = line.Length;
            while (length > draft.Width && char.IsWhiteSpace(text[line.Begin + length - 1]))
            {
                length--;
            }
            if (length != draft.Width)
            {
                throw Mistake(line, "a row of " + length + " cells on a map that is " + draft.Width + " wide.");
            }
            for (int x = 0; x < draft.Width; x++)
            {
                char character = text[line.Begin + x];
                CellMark mark = legend.MarkOf(character);
                if (mark == CellLegend.Unknown)
                {
                    throw Mistake(line, "'" + character + "', character " + (x + 1) + ", stands for no kind of cell.");
                }
                if (!draft.Put(x, y, mark))
                {
                    throw Mistake(line, "'" + character + "', character " + (x + 1) + ", marks a second " + mark + ".");
                }
            }
        }

        private static FormatException TooFewRows(int promised, int found)
        {
            return new FormatException(promised + " rows are promised and " + found + " are there.");
        }

        private static FormatException Mistake(Line line, string what)
        {
            return new FormatException("Line " + line.Number + ": " + what);
        }

        /// <summary>A line of a text, without its end: where it lies, so that reading one makes no string.</summary>
        private struct Line
        {
            internal readonly int Begin;
            internal readonly int Number;
            private readonly int _end;
            private readonly int _next;

            private Line(string text, int begin, int number)
            {
                int lineFeed = text.IndexOf('\n', begin);
                Begin = begin;
                Number = number;
                _end = lineFeed < 0 ? text.Length : lineFeed;
                _next = lineFeed < 0 ? text.Length : lineFeed + 1;
                if (_end > begin && text[_end - 1] == '\r')
                {
                    _end--;
                }
            }

            internal int Length
            {
                get { return _end - Begin; }
            }

            internal bool IsEmpty
            {
                get { return Length == 0; }
            }

            internal static Line First(string text)
            {
                return new Line(text, 0, 1);
            }

            /// <summary>An end at the end of the text begins no further line.</summary>
            internal bool HasNext(string text)
            {
                return _next < text.Length;
            }

            internal Line Next(string text)
            {
                return new Line(text, _next, Number + 1);
            }

            internal bool IsBlank(string text)
            {
                for (int i = Begin; i < _end; i++)
                {
                    if (!char.IsWhiteSpace(text[i]))
                    {
                        return false;
                    }
                }
                return true;
            }

            internal string Of(string text)
            {
                return text.Substring(Begin, Length);
            }
        }
    }
}
