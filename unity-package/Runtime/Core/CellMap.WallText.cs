using System;
using System.Text;

namespace GridStar
{
    // Reads maps from text with walls between the characters of the cells.
    public sealed partial class CellMap
    {
        /// <summary>
        /// Reads text with walls between cells, in the characters of <see cref="CellLegend.Text"/>. The overload with a
        /// legend says more.
        /// </summary>
        /// <exception cref="FormatException">The text is not such a map. The message names the line.</exception>
        public CellMap ReadTextWithWalls(string text) => ReadTextWithWalls(text, CellLegend.Text);

        /// <summary>
        /// Reads text in which every second character and every second line stands for the sides between cells.
        /// Allocates memory for the walls if the map was smaller before.
        /// </summary>
        /// <remarks>
        /// <para>Cells are the first, third, fifth character of the first, third, fifth line. Between two cells of a
        /// row, a space is open, <c>|</c> a wall, <c>&gt;</c> leads to the right only and <c>&lt;</c> to the left only.
        /// On the lines between, below each cell, a space is open, <c>-</c> a wall, <c>v</c> leads down only, to the
        /// next row of the text, and <c>^</c> up only. At the corners between, <c>+ - |</c> and spaces make the picture
        /// and count nothing. Spaces at a line's end may be left out.</para>
        /// <code>
        /// . .|. .
        ///    +- -
        /// S .>. G
        /// </code>
        /// </remarks>
        /// <param name="text">The first line is row 0, the one with y = 0; <see cref="FlipRows"/> turns the map over,
        /// walls included. Empty lines before the first row and after the last row are skipped, and so is a byte-order
        /// mark at the beginning. Lines may end as for <see cref="ReadText(string, CellLegend)"/>.</param>
        /// <exception cref="FormatException">The text has no row, rows of different lengths, a character that the
        /// legend or the format does not list, walls after the last row, two starts, two goals, or a side longer than
        /// <see cref="PathGridSettings.MaxSide"/>. The message names the line.</exception>
        public CellMap ReadTextWithWalls(string text, CellLegend legend)
        {
            RefuseNull(text, nameof(text));
            RefuseNull(legend, nameof(legend));
            Line first = FirstRow(text);
            int lines = 1;
            Line line = first;
            for (int count = 2; line.HasNext(text); count++)
            {
                line = line.Next(text);
                lines = line.IsEmpty ? lines : count;
            }
            // Spaces after a row count nothing, unless they can be cells.
            int length = legend.TryGet(' ', out _) ? first.Length : TrimmedLength(text, first, 0);
            if (length % 2 == 0)
            {
                throw Mistake(first, "the first row ends between two cells: it has " + length + " characters.");
            }
            int width = (length + 1) / 2;
            int height = (lines + 1) / 2;
            RefuseSides(width, height);
            Draft draft = Begin(width, height);
            draft.Passages = ClearedPassages(_sparePassages, width * height);
            line = first;
            for (int i = 0; i < lines; i++)
            {
                if (i % 2 == 0)
                {
                    ReadWalledRow(text, line, i / 2, legend, ref draft);
                }
                else
                {
                    ReadWalls(text, line, i / 2, ref draft);
                }
                line = i + 1 < lines ? line.Next(text) : line;
            }
            return Take(draft);
        }

        /// <summary>Skips empty lines.</summary>
        private static Line FirstRow(string text)
        {
            Line first = Line.First(text);
            while (first.IsEmpty && first.HasNext(text))
            {
                first = first.Next(text);
            }
            if (first.IsEmpty)
            {
                throw new FormatException("The text has no rows.");
            }
            return first;
        }

        /// <summary>Length of a line without white space after a number of characters.</summary>
        private static int TrimmedLength(string text, Line line, int least)
        {
            int length = line.Length;
            while (length > least && char.IsWhiteSpace(text[line.Begin + length - 1]))
            {
                length--;
            }
            return length;
        }

        private static void ReadWalledRow(string text, Line line, int y, CellLegend legend, ref Draft draft)
        {
            int length = TrimmedLength(text, line, draft.Width * 2 - 1);
            if (length != draft.Width * 2 - 1)
            {
                string needed = " cells has " + (draft.Width * 2 - 1) + " characters, and this one " + length + ".";
                throw Mistake(line, "a row of " + draft.Width + needed);
            }
            for (int i = 0; i < length; i++)
            {
                char character = text[line.Begin + i];
                if (i % 2 == 1)
                {
                    Passage passage = PassageOf(character, '|', '>', '<', line, i);
                    draft.Put(new GridCell(i / 2, y), 0, passage);
                }
                else
                {
                    Put(character, i / 2, y, line, i, legend, ref draft);
                }
            }
        }

        /// <summary>Reads the line between a row and the next one.</summary>
        private static void ReadWalls(string text, Line line, int y, ref Draft draft)
        {
            int length = TrimmedLength(text, line, 0);
            if (length > draft.Width * 2 - 1)
            {
                throw Mistake(line, "walls of " + length + " characters below a row of " + (draft.Width * 2 - 1) + ".");
            }
            if (length > 0 && y + 1 == draft.Height)
            {
                throw Mistake(line, "walls after the last row.");
            }
            for (int i = 0; i < length; i++)
            {
                char character = text[line.Begin + i];
                if (i % 2 == 0)
                {
                    Passage passage = PassageOf(character, '-', 'v', '^', line, i);
                    draft.Put(new GridCell(i / 2, y), 1, passage);
                }
                else if (character != ' ' && character != '+' && character != '-' && character != '|')
                {
                    string at = "'" + character + "', character " + (i + 1);
                    throw Mistake(line, at + ", is at a corner: use '+', '-', '|' or a space.");
                }
            }
        }

        private static Passage PassageOf(char character, char wall, char forth, char back, Line line, int index)
        {
            if (character == ' ')
            {
                return Passage.Open;
            }
            if (character == wall)
            {
                return Passage.Wall;
            }
            if (character != forth && character != back)
            {
                string at = "'" + character + "', character " + (index + 1);
                string listed = "'" + wall + "', '" + forth + "', '" + back + "' or a space.";
                throw Mistake(line, at + ", is between cells: use " + listed);
            }
            return character == forth ? Passage.OneWay : Passage.OneWayBack;
        }

        private Passage PassageAt(int x, int y, int side)
            => CellSide.Of(CellLayout.Square, new GridCell(x, y), side).Get(_passages[y * Width + x]);

        /// <summary>The map as text with walls.</summary>
        private void AppendWithWalls(StringBuilder text)
        {
            for (int y = 0; y < Height; y++)
            {
                for (int x = 0; x < Width; x++)
                {
                    text.Append(CharacterAt(x, y));
                    if (x + 1 < Width)
                    {
                        text.Append(" |><"[(int)PassageAt(x, y, 0)]);
                    }
                }
                text.Append('\n');
                for (int x = 0; x < Width && y + 1 < Height; x++)
                {
                    text.Append(" -v^"[(int)PassageAt(x, y, 1)]);
                    text.Append(x + 1 < Width ? ' ' : '\n');
                }
            }
        }
    }
}
