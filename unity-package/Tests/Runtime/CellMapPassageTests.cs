using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class CellMapPassageTests
    {
        private const string House =
            "S .|. .\n" +
            "  v - -\n" +
            ". #>.<2\n" +
            "-     ^\n" +
            ". . . G\n";

        [Test]
        public void Text_has_walls_between_the_characters_of_cells()
        {
            CellMap map = new CellMap().ReadTextWithWalls(House);
            Assert.AreEqual(4, map.Width);
            Assert.AreEqual(3, map.Height);
            Assert.IsTrue(map.HasPassages);
            Assert.AreEqual(new GridCell(0, 0), map.Start);
            Assert.AreEqual(new GridCell(3, 2), map.Goal);
            Assert.AreEqual(CellType.Obstacle, map[1, 1]);
            Assert.AreEqual((CellType)2, map[3, 1]);
            Expect(map, 1, 0, 2, 0, Passage.Wall);
            Expect(map, 0, 0, 1, 0, Passage.Open);
            Expect(map, 0, 0, 0, 1, Passage.Open);
            Expect(map, 1, 0, 1, 1, Passage.OneWay);
            Expect(map, 2, 0, 2, 1, Passage.Wall);
            Expect(map, 1, 1, 2, 1, Passage.OneWay);
            Expect(map, 2, 1, 3, 1, Passage.OneWayBack);
            Expect(map, 0, 1, 0, 2, Passage.Wall);
            Expect(map, 3, 1, 3, 2, Passage.OneWayBack);
            Assert.AreEqual(House, map.ToString());
        }

        [Test]
        public void Ends_of_lines_may_be_left_out_and_corners_drawn()
        {
            string drawn = "\uFEFF\r\n. .|.\r\n-+\r\n. . .   \r\n\r\n. . .\r\n\r\n\r\n";
            CellMap map = new CellMap().ReadTextWithWalls(drawn);
            Assert.AreEqual(". .|.\n-    \n. . .\n     \n. . .\n", map.ToString());
            Assert.AreEqual(".\n", new CellMap().ReadTextWithWalls(".").ToString());
            Assert.AreEqual(".|.\n", new CellMap().ReadTextWithWalls(".|.\n  ").ToString());
        }

        [Test]
        public void A_legend_says_what_cells_are()
        {
            CellMap map = new CellMap().ReadTextWithWalls("x| \n-\n  x", new CellLegend(" ", "x"));
            Assert.AreEqual("#|.\n-  \n. #\n", map.ToString());
        }

        [TestCase("", "The text has no rows")]
        [TestCase(".|", "Line 1: the first row ends between two cells: it has 2 characters")]
        [TestCase(". .\n\n.", "Line 3: a row of 2 cells has 3 characters, and this one 1")]
        [TestCase(".\n\n. .", "Line 3: a row of 1 cells has 1 characters, and this one 3")]
        [TestCase(".-.", "Line 1: '-', character 2, is between cells: use '|', '>', '<' or a space")]
        [TestCase(". .\n|\n. .", "Line 2: '|', character 1, is between cells: use '-', 'v', '^' or a space")]
        [TestCase(". .\n v\n. .", "Line 2: 'v', character 2, is at a corner")]
        [TestCase(". .\n- --\n. .", "Line 2: walls of 4 characters below a row of 3")]
        [TestCase(". .\n- -", "Line 2: walls after the last row")]
        [TestCase("S S", "Line 1: 'S', character 3, marks a second Start")]
        [TestCase(". ?", "Line 1: '?', character 3, is not in the legend")]
        public void A_mistake_is_refused_and_the_line_named(string text, string said)
        {
            CellMap map = new CellMap().ReadTextWithWalls(House);
            FormatException mistake = Assert.Throws<FormatException>(() => map.ReadTextWithWalls(text));
            Assert.IsTrue(mistake.Message.Contains(said), "no '" + said + "' in: " + mistake.Message);
            Assert.AreEqual(House, map.ToString());
        }

        [Test]
        public void A_row_that_is_too_long_for_a_grid_is_refused()
        {
            string row = new string('.', 2 * 16385 - 1).Replace("..", ". ");
            Assert.Throws<FormatException>(() => new CellMap().ReadTextWithWalls(row));
        }

        [Test]
        public void A_map_that_is_turned_over_has_its_walls_turned_over()
        {
            CellMap map = new CellMap().ReadTextWithWalls(House).FlipRows();
            string expected =
                ". . . G\n" +
                "-     v\n" +
                ". #>.<2\n" +
                "  ^ - -\n" +
                "S .|. .\n";
            Assert.AreEqual(expected, map.ToString());
            Assert.AreEqual(House, map.FlipRows().ToString());
        }

        [Test]
        public void Walls_are_set_and_read_from_either_side()
        {
            CellMap map = new CellMap(3, 2);
            Assert.IsFalse(map.HasPassages);
            foreach (Passage passage in new[] { Passage.Wall, Passage.OneWay, Passage.OneWayBack, Passage.Open })
            {
                foreach (GridCell other in new[] { new GridCell(0, 0), new GridCell(2, 0), new GridCell(1, 1) })
                {
                    GridCell cell = new GridCell(1, 0);
                    map.SetPassage(cell, other, passage);
                    Expect(map, cell.X, cell.Y, other.X, other.Y, passage);
                    map.SetPassage(other, cell, passage);
                    Expect(map, other.X, other.Y, cell.X, cell.Y, passage);
                }
            }
            Assert.IsTrue(map.HasPassages);
            Assert.AreEqual("...\n...\n", map.ToString());
            map.Clear(3, 2);
            Assert.IsFalse(map.HasPassages);
            Assert.AreEqual(Passage.Open, map.GetPassage(new GridCell(0, 0), new GridCell(1, 0)));
        }

        [Test]
        public void Mistakes_in_single_walls_are_refused()
        {
            CellMap map = new CellMap(3, 2);
            GridCell cell = new GridCell(1, 0);
            Refused.Array("to", "share no side", () => map.SetPassage(cell, new GridCell(2, 1), Passage.Wall));
            Refused.Array("to", "share no side", () => map.SetPassage(cell, cell, Passage.Wall));
            Refused.Array("to", "share no side", () => map.GetPassage(new GridCell(0, 0), new GridCell(2, 0)));
            Refused.Argument("cell", "3 x 2", () => map.SetPassage(cell, new GridCell(1, -1), Passage.Wall));
            Refused.Argument("cell", "3 x 2", () => map.GetPassage(new GridCell(3, 0), new GridCell(2, 0)));
            Refused.Argument("passage", "Unknown", () => map.SetPassage(cell, new GridCell(2, 0), (Passage)4));
            Refused.Null("text", () => map.ReadTextWithWalls(null));
            Refused.Null("legend", () => map.ReadTextWithWalls(".", null));
            Assert.IsFalse(map.HasPassages);
        }

        [Test]
        public void A_grid_takes_the_walls_of_a_map_and_gives_them_back()
        {
            CellMap map = new CellMap().ReadTextWithWalls(House);
            using (PathGrid grid = new PathGrid(map))
            {
                Assert.AreEqual(Passage.Wall, grid.GetPassage(new GridCell(2, 0), new GridCell(1, 0)));
                Assert.AreEqual(Passage.OneWayBack, grid.GetPassage(new GridCell(1, 1), new GridCell(1, 0)));
                Assert.AreEqual(House.Replace('S', '.').Replace('G', '.'), new CellMap().Read(grid).ToString());
                grid.SetCells(new CellMap(4, 3));
                Assert.AreEqual(Passage.Wall, grid.GetPassage(new GridCell(2, 0), new GridCell(1, 0)));
                grid.SetCells(new CellMap().ReadTextWithWalls(House.Replace("|", " ")));
                Assert.AreEqual(Passage.Open, grid.GetPassage(new GridCell(2, 0), new GridCell(1, 0)));
            }
        }

        [Test]
        public void A_grid_of_hexagons_refuses_walls_of_squares()
        {
            PathGridSettings settings = new PathGridSettings { Width = 4, Height = 3, Layout = CellLayout.HexOddRows };
            using (PathGrid grid = new PathGrid(settings))
            {
                CellMap map = new CellMap().ReadTextWithWalls(House);
                Refused.Array("map", "hexagons", () => grid.SetCells(map));
                Assert.IsFalse(new CellMap().Read(grid).HasPassages);
                Assert.AreEqual(0UL, grid.Revision);
            }
        }

        private static void Expect(CellMap map, int x, int y, int otherX, int otherY, Passage expected)
        {
            GridCell cell = new GridCell(x, y);
            GridCell other = new GridCell(otherX, otherY);
            Assert.AreEqual(expected, map.GetPassage(cell, other), cell + " to " + other);
            Passage reversed = expected == Passage.OneWay ? Passage.OneWayBack
                : expected == Passage.OneWayBack ? Passage.OneWay : expected;
            Assert.AreEqual(reversed, map.GetPassage(other, cell), other + " to " + cell);
        }
    }
}
