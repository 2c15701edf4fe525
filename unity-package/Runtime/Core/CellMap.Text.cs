using System;
using System.IO;

namespace GridStar
{
    // Reads maps from text: one character a cell, one line a row.
    public sealed partial class CellMap
    {
        /// <summary>
        /// Reads text in the characters of <see cref="CellLegend.Text"/>. The overload with a legend says more.
        /// </summary>
        /// <exception cref="FormatException">The text is not a map. The message names the line.</exception>
        public CellMap ReadText(string text) => ReadText(text, CellLegend.Text);

        /// <summary>Reads text with one character a cell and one line a row.</summary>
        /// <param name="text">Rows of equal length. The first row is row 0, the one with y = 0. Empty lines before the
        /// first row and after the last row are skipped, and so is a byte-order mark at the beginning. Lines may end in
        /// LF, CR LF or CR, or in one of the line ends of Unicode: U+0085, U+2028 and U+2029.</param>
        /// <exception cref="FormatException">The text has no row, rows of different lengths, a character that the
        /// legend does not list, two starts, two goals, or a side longer than <see cref="PathGridSettings.MaxSide"/>.
        /// The message names the line.</exception>
        public CellMap ReadText(string text, CellLegend legend)
        {
            RefuseNull(text, nameof(text));
            RefuseNull(legend, nameof(legend));
            Line first = FirstRow(text);
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
        /// Reads a map in the format of the MovingAI benchmarks. The first row is row 0. Allocates a few strings for
        /// the header.
        /// </summary>
        /// <remarks>
        /// <para>The header has the lines <c>type</c>, <c>height</c>, <c>width</c> and <c>map</c>; one line a row
        /// follows. <c>. G S</c> are walkable; <c>@ O T W</c> are obstacles. The text may begin with a byte-order mark,
        /// and its lines may end in all the ways that <see cref="ReadText(string, CellLegend)"/> accepts.</para>
        /// <para>The format: N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012.</para>
        /// </remarks>
        /// <exception cref="FormatException">The text is not a MovingAI map. The message names the line.</exception>
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

        /// <summary>Reads a map file in the format of the MovingAI benchmarks. Allocates the file's text.</summary>
        /// <param name="file">Path of the file. StreamingAssets on Android and WebGL are no plain files: load the text
        /// with UnityWebRequest there, and pass it to <see cref="ReadMovingAI"/>.</param>
        /// <exception cref="IOException">The file can't be read.</exception>
        /// <exception cref="FormatException">The text is not a MovingAI map. The message names the file and the
        /// line.</exception>
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
            throw Mistake(line, "\"" + line.Of(text) + "\" is no line of a map's header.");
        }

        private static int ReadSide(string number, Line line)
        {
            // Digits only: int.TryParse also accepts a sign, which depends on the machine's culture.
            bool isNumber = Array.TrueForAll(number.ToCharArray(), digit => digit >= '0' && digit <= '9');
            if (isNumber && int.TryParse(number, out int side) && side >= 1 && side <= PathGridSettings.MaxSide)
            {
                return side;
            }
            throw Mistake(line, "\"" + number + "\" is no width or height: 1 to " + PathGridSettings.MaxSide + ".");
        }

        /// <summary>Reads the rows of a map. Only empty lines may follow them.</summary>
        private CellMap ReadRows(string text, Line line, int width, int height, CellLegend legend)
        {
            RefuseSides(width, height);
            // A header can promise millions of cells that the text does not have. Where the text is too short for the
            // rows, the row after the last one that fits is a mistake, and no memory is needed for the rest.
            int fitting = (text.Length - line.Begin) / width + 1;
            Draft draft = Begin(width, Math.Min(height, fitting));
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
            throw Mistake(line, "a row after the last of " + height + " rows.");
        }

        private static void ReadRow(string text, Line line, int y, CellLegend legend, ref Draft draft)
        {
            // Some benchmark files have spaces after rows. A legend may list the space as a kind of cell.
            int length = TrimmedLength(text, line, draft.Width);
            if (length != draft.Width)
            {
                throw Mistake(line, "a row of " + length + " cells on a map of width " + draft.Width + ".");
            }
            for (int x = 0; x < draft.Width; x++)
            {
                Put(text[line.Begin + x], x, y, line, x, legend, ref draft);
            }
        }

        /// <summary>Sets a cell of a draft to what a character of a line stands for.</summary>
        private static void Put(
            char character, int x, int y, Line line, int index, CellLegend legend, ref Draft draft)
        {
            if (!legend.TryGet(character, out CellMeaning meaning))
            {
                throw Mistake(line, "'" + character + "', character " + (index + 1) + ", is not in the legend.");
            }
            if (!draft.Put(x, y, meaning))
            {
                string at = "'" + character + "', character " + (index + 1);
                throw Mistake(line, at + ", marks a second " + meaning + ".");
            }
        }

        private static void RefuseSides(int width, int height)
        {
            if (width > PathGridSettings.MaxSide || height > PathGridSettings.MaxSide)
            {
                string range = "; a side has at most " + PathGridSettings.MaxSide + ".";
                throw new FormatException("The map has " + width + " x " + height + " cells" + range);
            }
        }

        private static FormatException TooFewRows(int promised, int found)
            => new FormatException("The header says " + promised + " rows, and the text has " + found + ".");

        private static FormatException Mistake(Line line, string what)
            => new FormatException("Line " + line.Number + ": " + what);

        /// <summary>The position of a line in the text, without its line end. Reading a line makes no string.</summary>
        private struct Line
        {
            private const char ByteOrderMark = '\uFEFF';
            private static readonly char[] s_ends = { '\n', '\r', '\u0085', '\u2028', '\u2029' };

            internal readonly int Begin;
            internal readonly int Number;
            private readonly int _end;
            private readonly int _next;

            private Line(string text, int begin, int number)
            {
                int end = text.IndexOfAny(s_ends, begin);
                Begin = begin;
                Number = number;
                _end = end < 0 ? text.Length : end;
                bool isPair = end >= 0 && end + 1 < text.Length && text[end] == '\r' && text[end + 1] == '\n';
                _next = Math.Min(text.Length, _end + (isPair ? 2 : 1));
            }

            internal int Length => _end - Begin;

            internal bool IsEmpty => Length == 0;

            internal static Line First(string text)
                => new Line(text, text.Length > 0 && text[0] == ByteOrderMark ? 1 : 0, 1);

            /// <summary>A line end at the end of the text begins no further line.</summary>
            internal bool HasNext(string text) => _next < text.Length;

            internal Line Next(string text) => new Line(text, _next, Number + 1);

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

            internal string Of(string text) => text.Substring(Begin, Length);
        }
    }
}
