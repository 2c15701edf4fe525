using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class CellLegendTests
    {
        private static readonly CellType Grass = (CellType)2;
        private static readonly CellType Last = (CellType)255;

        [Test]
        public void Characters_stand_for_any_type()
        {
            CellLegend legend = new CellLegend(".", "#", "S", "G").With('~', Last).With("g,", Grass);
            CellMap map = new CellMap().ReadText("S~g\n#,G", legend);
            Assert.AreEqual(Last, map[1, 0]);
            Assert.AreEqual(Grass, map[2, 0]);
            Assert.AreEqual(CellType.Obstacle, map[0, 1]);
            Assert.AreEqual(Grass, map[1, 1]);
            Assert.AreEqual(new GridCell(0, 0), map.Start);
            Assert.AreEqual(new GridCell(2, 1), map.Goal);
        }

        [Test]
        public void Numbers_stand_for_any_type()
        {
            CellLegend legend = new CellLegend(new[] { 10 }, new[] { -1 }).With(20, Grass).With(90000, Last);
            CellMap map = new CellMap().Read(new[,] { { 10, 20, 90000, -1 } }, legend, ArrayOrder.RowColumn);
            Assert.AreEqual(CellType.Walkable, map[0, 0]);
            Assert.AreEqual(Grass, map[1, 0]);
            Assert.AreEqual(Last, map[2, 0]);
            Assert.AreEqual(CellType.Obstacle, map[3, 0]);
        }

        [Test]
        public void The_legend_of_cell_types_lists_all_of_them()
        {
            CellType type;
            for (int number = 0; number <= 255; number++)
            {
                Assert.That(CellLegend.CellTypes.TryGetType(number, out type), Is.True);
                Assert.AreEqual((CellType)number, type);
            }
            Assert.That(CellLegend.CellTypes.TryGetType(-1, out type), Is.False);
            Assert.That(CellLegend.CellTypes.TryGetType(256, out type), Is.False);
        }

        [Test]
        public void A_code_that_is_not_listed_has_no_type()
        {
            CellType type;
            foreach (int code in new[] { 0, 'x', 127, 128, 255, 256, -1, int.MaxValue })
            {
                Assert.That(CellLegend.Text.TryGetType(code, out type), Is.False, code.ToString());
            }
            Assert.That(new CellLegend(new int[0], new int[0]).TryGetType(0, out type), Is.False);
        }

        [Test]
        public void A_legend_never_changes()
        {
            CellLegend first = new CellLegend(".", "#");
            CellLegend second = first.With('~', Last).With('\u2588', Grass);
            Assert.That(first.TryGetType('~', out CellType type), Is.False);
            Assert.That(first.TryGetType('\u2588', out type), Is.False);
            Assert.That(second.TryGetType('\u2588', out type), Is.True);
            Assert.AreEqual(Grass, type);
        }

        [Test]
        public void A_code_with_two_meanings_is_refused()
        {
            Refused.Array("code", "46 ('.') is listed as Walkable and as 2", () => CellLegend.Text.With('.', Grass));
            Refused.Array("characters", "as Start and as 255", () => CellLegend.Text.With("xS", Last));
            Refused.Array("code", "as Start and as Walkable", () => CellLegend.Text.With('S', CellType.Walkable));
            Refused.Null("characters", () => CellLegend.Text.With(null, Last));
            Assert.That(CellLegend.Text.With('2', Grass).TryGetType('2', out _), Is.True);
        }

        [Test]
        public void Digits_are_types_in_plain_text()
        {
            CellMap map = new CellMap().ReadText("S2.\n#9G");
            Assert.AreEqual(Grass, map[1, 0]);
            Assert.AreEqual((CellType)9, map[1, 1]);
            Assert.AreEqual("S2.\n#9G\n", map.ToString());
            map[2, 0] = (CellType)10;
            Assert.AreEqual("S2?\n#9G\n", map.ToString());
            Assert.Throws<FormatException>(() => new CellMap().ReadText(map.ToString()));
            Assert.Throws<FormatException>(() => new CellMap().ReadText("01"));
        }

        [Test]
        public void Types_survive_every_way_into_a_grid_and_back()
        {
            CellType[,] byXY = new CellType[16, 16];
            byte[] bytes = new byte[256];
            for (int i = 0; i < 256; i++)
            {
                byXY[i % 16, i / 16] = (CellType)i;
                bytes[i] = (byte)i;
            }
            CellMap[] maps =
            {
                new CellMap().Read(byXY),
                new CellMap().Read(bytes, 16, 16),
                new CellMap().ReadTypes(16, 16, (x, y) => (CellType)(y * 16 + x)),
                new CellMap().Read(byXY).FlipRows().FlipRows(),
            };
            foreach (CellMap map in maps)
            {
                using (PathGrid grid = new PathGrid(map))
                {
                    byte[] read = new byte[256];
                    grid.GetCells(read);
                    Assert.AreEqual(bytes, read);
                    grid.GetRect(0, 0, 16, 16, read);
                    Assert.AreEqual(bytes, read);
                    grid.SetCells(new CellMap(16, 16));
                    grid.SetRect(0, 0, 16, 16, bytes);
                    CellMap back = new CellMap().Read(grid);
                    Assert.AreEqual((CellType)255, back[15, 15]);
                    Assert.AreEqual((CellType)17, back[1, 1]);
                }
            }
            Refused.Null("typeAt", () => new CellMap().ReadTypes(1, 1, null));
            Refused.Argument("width", "16384", () => new CellMap().ReadTypes(0, 1, (x, y) => Grass));
        }
    }
}
