using System;
using System.IO;
using System.Text;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class CellMapTextTests
    {
        private const string MovingAI = "type octile\nheight 2\nwidth 5\nmap\n.GS@.\nOTW..\n";
        private const string Read = "...#.\n###..\n";

        [TestCase("S.#\n#.G")]
        [TestCase("S.#\n#.G\n")]
        [TestCase("S.#\r\n#.G\r\n")]
        [TestCase("\n\nS.#\n#.G\n\n\n")]
        public void A_line_of_text_is_a_row_and_a_character_a_cell(string text)
        {
            CellMap map = new CellMap().ReadText(text);
            Assert.AreEqual("S.#\n#.G\n", map.ToString());
            Assert.AreEqual(3, map.Width);
            Assert.AreEqual(2, map.Height);
            Assert.AreEqual(new GridCell(0, 0), map.Start);
            Assert.AreEqual(new GridCell(2, 1), map.Goal);
        }

        [TestCase("\n")]
        [TestCase("\r\n")]
        [TestCase("\r")]
        [TestCase("\u0085")]
        [TestCase("\u2028")]
        [TestCase("\u2029")]
        public void Every_kind_of_line_end_and_a_byte_order_mark_are_read(string end)
        {
            foreach (string mark in new[] { "", "\uFEFF" })
            {
                string rows = "S.#\n#.G\n".Replace("\n", end);
                string text = mark + rows;
                Assert.AreEqual("S.#\n#.G\n", new CellMap().ReadText(text).ToString());
                Assert.AreEqual("S.#\n#.G\n", new CellMap().ReadText(text.TrimEnd(end.ToCharArray())).ToString());
                Assert.AreEqual("S.#\n#.G\n", new CellMap().ReadText(mark + end + rows + end).ToString());
                Refuse("Line 3: 'x', character 1, is not", map => map.ReadText(text + "x.."));
                string file = mark + MovingAI.Replace("\n", end);
                Assert.AreEqual(Read, new CellMap().ReadMovingAI(file).ToString());
                Refuse("Line 7: a row after the last", map => map.ReadMovingAI(file + "."));
            }
            Refuse("no row", map => map.ReadText("\uFEFF" + end));
            Refuse("'\uFEFF', character 1, is not in the legend", map => map.ReadText(".." + end + "\uFEFF."));
        }

        [Test]
        public void A_file_as_Windows_editors_save_it_is_read()
        {
            string file = Path.GetTempFileName();
            try
            {
                foreach (Encoding encoding in new[] { new UTF8Encoding(true), Encoding.Unicode })
                {
                    File.WriteAllText(file, MovingAI.Replace("\n", "\r\n"), encoding);
                    Assert.AreEqual(Read, new CellMap().ReadMovingAIFile(file).ToString());
                    // As a text asset has it: the bytes decoded, the mark in the string.
                    string text = encoding.GetString(File.ReadAllBytes(file));
                    Assert.AreEqual('\uFEFF', text[0]);
                    Assert.AreEqual(Read, new CellMap().ReadMovingAI(text).ToString());
                }
            }
            finally
            {
                File.Delete(file);
            }
        }

        [Test]
        public void A_legend_of_ones_own_says_what_the_characters_are()
        {
            CellLegend legend = new CellLegend(" ,", "\u2588x", "@");
            Assert.AreEqual("S..#\n.#..\n", new CellMap().ReadText("@, \u2588\n,x  ", legend).ToString());
        }

        [TestCase("", "no row")]
        [TestCase("\n\r\n", "no row")]
        [TestCase("..\n...", "Line 2: a row of 3 cells on a map of width 2")]
        [TestCase("..\n.", "Line 2: a row of 1 cells")]
        [TestCase("..\n\n..", "Line 2: a row of 0 cells")]
        [TestCase("..\n.x", "Line 2: 'x', character 2, is not in the legend")]
        [TestCase("\nS.\n.S", "Line 3: 'S', character 2, marks a second Start")]
        [TestCase("GG", "Line 1: 'G', character 2, marks a second Goal")]
        public void Text_that_is_no_map_is_refused_and_leaves_the_map_as_it_was(string text, string said)
        {
            Refuse(said, map => map.ReadText(text));
        }

        [Test]
        public void A_row_that_is_too_long_for_a_grid_is_refused()
        {
            Refuse("16385 x 1", map => map.ReadText(new string('.', 16385)));
        }

        [Test]
        public void Three_kinds_of_cells_of_a_MovingAI_map_are_walkable_and_four_are_not()
        {
            CellMap map = new CellMap().ReadMovingAI(MovingAI);
            Assert.AreEqual(Read, map.ToString());
            Assert.That(map.Start.HasValue || map.Goal.HasValue, Is.False);
        }

        [Test]
        public void A_MovingAI_map_may_have_other_line_ends_types_orders_and_no_end_of_the_last_line()
        {
            string[] texts =
            {
                MovingAI.Replace("\n", "\r\n"),
                MovingAI.TrimEnd(),
                MovingAI + "\n\r\n  \n",
                MovingAI.Replace("octile", "tile"),
                MovingAI.Replace("height 2\nwidth 5", "width 5\n\n  height\t2 "),
                MovingAI.Replace(".GS@.", ".GS@.  "),
            };
            foreach (string text in texts)
            {
                Assert.AreEqual(Read, new CellMap().ReadMovingAI(text).ToString(), text);
            }
        }

        [TestCase(".GS@.", ".GS@", "Line 5: a row of 4 cells")]
        [TestCase("OTW..", "OTW...", "Line 6: a row of 6 cells")]
        [TestCase("OTW", "OT?", "Line 6: '?', character 3, is not in the legend")]
        [TestCase("height 2", "height 3", "The header says 3 rows, and the text has 2")]
        [TestCase("height 2", "height 1", "Line 6: a row after the last of 1 rows")]
        [TestCase("height 2", "height 0", "Line 2: \"0\" is no width or height")]
        [TestCase("width 5", "width -5", "Line 3: \"-5\" is no width or height")]
        [TestCase("width 5", "width 16385", "Line 3: \"16385\" is no width or height")]
        [TestCase("width 5", "width 99999999999", "is no width or height")]
        [TestCase("width 5\n", "", "The header has no width")]
        [TestCase("height 2\n", "", "The header has no height")]
        [TestCase("width 5", "width", "Line 3: \"width\" is no line of a map's header")]
        [TestCase("map\n", "", "Line 4: \".GS@.\" is no line of a map's header")]
        [TestCase(".GS@.\nOTW..\n", "", "The header says 2 rows, and the text has 0")]
        [TestCase(MovingAI, "", "The header has no line \"map\"")]
        [TestCase(MovingAI, "type octile\nheight 2\nwidth 5\n", "The header has no line \"map\"")]
        public void A_MovingAI_map_with_a_mistake_is_refused_and_the_line_named(string right, string wrong, string said)
        {
            Assert.That(MovingAI.Contains(right), Is.True);
            Refuse(said, map => map.ReadMovingAI(MovingAI.Replace(right, wrong)));
        }

        [Test]
        public void A_file_is_read_and_named_where_it_is_no_map()
        {
            string file = Path.GetTempFileName();
            try
            {
                File.WriteAllText(file, MovingAI);
                Assert.AreEqual(Read, new CellMap().ReadMovingAIFile(file).ToString());
                File.WriteAllText(file, MovingAI.Replace("map", "cells"));
                Refuse(Path.GetFileName(file) + ": Line 4:", map => map.ReadMovingAIFile(file));
            }
            finally
            {
                File.Delete(file);
            }
            Assert.Throws<FileNotFoundException>(() => new CellMap().ReadMovingAIFile(file));
        }

        [Test]
        public void Null_is_refused_by_name()
        {
            Refused.Null("text", () => new CellMap().ReadText(null));
            Refused.Null("legend", () => new CellMap().ReadText(".", null));
            Refused.Null("text", () => new CellMap().ReadMovingAI(null));
            Refused.Null("file", () => new CellMap().ReadMovingAIFile(null));
        }

        private static void Refuse(string said, Action<CellMap> read)
        {
            CellMap map = new CellMap().ReadText("S#\n.G");
            FormatException mistake = Assert.Throws<FormatException>(() => read(map));
            Assert.IsTrue(mistake.Message.Contains(said), "no '" + said + "' in: " + mistake.Message);
            Assert.AreEqual("S#\n.G\n", map.ToString());
        }
    }
}
