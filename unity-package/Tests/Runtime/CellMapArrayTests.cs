using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class CellMapArrayTests
    {
        /// <summary>The expected map, row 0 first.</summary>
        private const string Drawn = "..#\n#..\n";

        [Test]
        public void Flags_are_read_as_columns_and_rows_or_as_rows_and_columns()
        {
            bool[,] byXY = new bool[3, 2];
            byXY[2, 0] = true;
            byXY[0, 1] = true;
            Assert.AreEqual(Drawn, new CellMap().Read(byXY).ToString());
            bool[,] byRow = { { false, false, true }, { true, false, false } };
            Assert.AreEqual(Drawn, new CellMap().Read(byRow, ArrayOrder.RowColumn).ToString());
        }

        [Test]
        public void Types_are_read_in_both_orders()
        {
            CellType[,] byXY = new CellType[3, 2];
            byXY[2, 0] = CellType.Obstacle;
            byXY[0, 1] = CellType.Obstacle;
            Assert.AreEqual(Drawn, new CellMap().Read(byXY).ToString());
            Assert.AreEqual(".#\n..\n#.\n", new CellMap().Read(byXY, ArrayOrder.RowColumn).ToString());
        }

        [Test]
        public void Numbers_are_read_in_both_orders_by_a_legend()
        {
            int[,] byRow = { { 0, 0, 1 }, { 1, 0, 0 } };
            Assert.AreEqual(Drawn, new CellMap().Read(byRow, CellLegend.CellTypes, ArrayOrder.RowColumn).ToString());
            int[,] byXY = { { 0, -9 }, { 0, 0 }, { -9, 70000 } };
            CellLegend legend = new CellLegend(new[] { 0, 70000 }, new[] { -9 });
            Assert.AreEqual(Drawn, new CellMap().Read(byXY, legend).ToString());
        }

        [Test]
        public void The_start_and_the_goal_are_read_from_marked_cells()
        {
            int[,] map = { { 1, 2, 4 }, { 4, 1, 3 } };
            CellMap read = new CellMap().Read(map, CellLegend.NormalStartEndBlock, ArrayOrder.RowColumn);
            Assert.AreEqual(".S#\n#.G\n", read.ToString());
            Assert.AreEqual(new GridCell(1, 0), read.Start);
            Assert.AreEqual(new GridCell(2, 1), read.Goal);
            Assert.AreEqual(CellType.Walkable, read[1, 0]);
            read.Read(map, CellLegend.NormalStartEndBlock);
            Assert.AreEqual(new GridCell(0, 1), read.Start);
            Assert.AreEqual(new GridCell(1, 2), read.Goal);
        }

        [Test]
        public void A_map_without_marks_has_no_start_and_forgets_that_of_the_one_before()
        {
            CellMap map = new CellMap().Read(new[,] { { 2, 3 } }, CellLegend.NormalStartEndBlock);
            Assert.That(map.Start.HasValue && map.Goal.HasValue, Is.True);
            map.Read(new bool[2, 2]);
            Assert.That(map.Start.HasValue || map.Goal.HasValue, Is.False);
        }

        [Test]
        public void Bytes_are_read_row_by_row()
        {
            byte[] bytes = { 0, 0, 1, 1, 0, 0 };
            Assert.AreEqual(Drawn, new CellMap().Read(bytes, 3, 2).ToString());
            byte[] marked = { 2, 1, 4, 4, 1, 3 };
            Assert.AreEqual("S.#\n#.G\n", new CellMap().Read(marked, 3, 2, CellLegend.NormalStartEndBlock).ToString());
        }

        [Test]
        public void A_callback_is_asked_for_each_cell_row_by_row()
        {
            string asked = "";
            CellMap map = new CellMap().Read(3, 2, (x, y) =>
            {
                asked += x + "" + y + " ";
                return x + y == 2 - y;
            });
            Assert.AreEqual("00 10 20 01 11 21 ", asked);
            Assert.AreEqual(Drawn, map.ToString());
        }

        [Test]
        public void The_cells_of_a_grid_are_read_back()
        {
            CellMap map = new CellMap().ReadText(Drawn);
            using (PathGrid grid = new PathGrid(map))
            {
                Assert.AreEqual(Drawn, new CellMap().Read(grid).ToString());
            }
        }

        [Test]
        public void A_map_is_turned_upside_down_with_its_start_and_goal()
        {
            CellMap map = new CellMap().ReadText("S.#\n#..\n..G").FlipRows();
            Assert.AreEqual("..G\n#..\nS.#\n", map.ToString());
            Assert.AreEqual("..\n.#\n", new CellMap().ReadText(".#\n..").FlipRows().ToString());
        }

        [Test]
        public void A_cleared_map_is_walkable_also_where_its_memory_held_another()
        {
            CellMap map = new CellMap().ReadText("###\n###");
            map.ReadText("S#\n##");
            Assert.AreEqual("..\n..\n..\n", map.Clear(2, 3).ToString());
        }

        [Test]
        public void Cells_are_read_and_changed_one_by_one()
        {
            CellMap map = new CellMap(3, 2);
            map[2, 0] = CellType.Obstacle;
            map[new GridCell(0, 1)] = CellType.Obstacle;
            Assert.AreEqual(Drawn, map.ToString());
            Assert.AreEqual(CellType.Obstacle, map[2, 0]);
            Refused.Argument("cell", "3 x 2", () => map[3, 0] = CellType.Obstacle);
            Refused.Argument("cell", "3 x 2", () => Assert.IsNotNull(map[0, -1]));
            map[1, 1] = (CellType)255;
            Assert.AreEqual((CellType)255, map[1, 1]);
            map[1, 1] = CellType.Walkable;
            Refused.Argument("cell", "3 x 2", () => map.Start = new GridCell(0, 2));
            Refused.Argument("cell", "3 x 2", () => map.Goal = new GridCell(-1, 0));
            Assert.AreEqual(Drawn, map.ToString());
        }

        [Test]
        public void What_is_no_map_is_refused_and_leaves_the_map_as_it_was()
        {
            CellMap map = new CellMap().ReadText("S#G");
            CellLegend legend = CellLegend.NormalStartEndBlock;
            Refused.Null("isObstacle", () => map.Read((bool[,])null));
            Refused.Null("types", () => map.Read((CellType[,])null));
            Refused.Null("numbers", () => map.Read(null, legend));
            Refused.Null("legend", () => map.Read(new int[1, 1], null));
            Refused.Null("rowByRow", () => map.Read((byte[])null, 1, 1));
            Refused.Null("legend", () => map.Read(new byte[1], 1, 1, null));
            Refused.Null("isObstacle", () => map.Read(1, 1, null));
            Refused.Null("grid", () => map.Read((PathGrid)null));
            Refused.Array("isObstacle", "0 x 3", () => map.Read(new bool[0, 3]));
            Refused.Array("isObstacle", "1 x 16385", () => map.Read(new bool[1, 16385]));
            Refused.Argument("order", "ArrayOrder", () => map.Read(new bool[1, 1], (ArrayOrder)2));
            Refused.Argument(
                "numbers", "numbers[1, 0]", () => map.Read(new[,] { { 255 }, { 256 } }, CellLegend.CellTypes));
            Refused.Argument("numbers", "numbers[0, 0]", () => map.Read(new[,] { { -1 } }, CellLegend.CellTypes));
            Refused.Argument("numbers", "numbers[1, 0]", () => map.Read(new[,] { { 1, 1 }, { 0, 1 } }, legend));
            Refused.Argument(
                "numbers", "numbers[0, 1]", () => map.Read(new[,] { { 1, 5 } }, legend, ArrayOrder.RowColumn));
            Refused.Array("numbers", "numbers[2, 0] marks a second Start",
                () => map.Read(new[,] { { 2 }, { 1 }, { 2 } }, legend));
            Refused.Array(
                "numbers", "numbers[0, 2] marks a second Goal", () => map.Read(new[,] { { 3, 1, 3 } }, legend));
            Refused.Array("rowByRow", "5 bytes; 3 x 2 cells need 6", () => map.Read(new byte[5], 3, 2));
            Refused.Argument("rowByRow", "rowByRow[2], cell (0, 1), has an unknown value",
                () => map.Read(new byte[] { 1, 4, 255, 1 }, 2, 2, legend));
            Refused.Array("rowByRow", "rowByRow[1], cell (1, 0), marks a second Start",
                () => map.Read(new byte[] { 2, 2 }, 2, 1, legend));
            Refused.Argument("width", "16384", () => map.Read(new byte[0], 0, 1));
            Refused.Argument("height", "16384", () => map.Read(new byte[0], 1, 16385));
            Refused.Argument("height", "16384", () => map.Read(3, -1, (x, y) => true));
            Refused.Argument("width", "16384", () => map.Clear(0, 1));
            Assert.Throws<InvalidOperationException>(
                () => map.Read(3, 1, (x, y) => { throw new InvalidOperationException(); }));
            Assert.AreEqual("S#G\n", map.ToString());
        }

        [Test]
        public void A_callback_may_read_another_source_into_the_same_map()
        {
            CellMap map = new CellMap(3, 2);
            map.Read(3, 2, (x, y) =>
            {
                map.Read(new bool[2, 2]);
                return x == y;
            });
            Assert.AreEqual("#..\n.#.\n", map.ToString());
        }

        [Test]
        public void A_legend_lists_each_code_as_one_thing()
        {
            Refused.Array(
                "obstacles", "35 ('#') is listed as Walkable and as Obstacle", () => new CellLegend(".#", "#"));
            Refused.Array(
                "goals", "200 ('", () => new CellLegend(new[] { 1 }, new[] { 2 }, new[] { 200 }, new[] { 200 }));
            Refused.Null("walkable", () => new CellLegend((string)null, "#"));
            Refused.Null("obstacles", () => new CellLegend(new int[0], null));
            Assert.AreEqual("..\n", new CellMap().ReadText("..", new CellLegend("..", "")).ToString());
        }

        [Test]
        public void Reading_into_a_warm_map_and_setting_a_grid_allocates_nothing()
        {
            CellMap map = new CellMap();
            bool[,] flags = { { true, false }, { false, false } };
            int[,] numbers = { { 1, 2 }, { 3, 4 } };
            byte[] bytes = { 0, 1, 1, 0 };
            Func<int, int, bool> callback = (x, y) => x == y;
            using (PathGrid grid = new PathGrid(2, 2))
            {
                Assert.AreEqual(0, Garbage.During(() =>
                {
                    grid.SetCells(map.Read(flags));
                    grid.SetCells(map.Read(numbers, CellLegend.NormalStartEndBlock, ArrayOrder.RowColumn));
                    grid.SetCells(map.Read(bytes, 2, 2));
                    grid.SetCells(map.Read(2, 2, callback).AddRandomObstacles(0.5, 1));
                    grid.SetCells(map.ReadText("#.\nSG"));
                    grid.SetCells(map.Read(grid).FlipRows());
                    grid.GetCellAtIndex(grid.GetIndex(new GridCell(1, 1)));
                }));
            }
        }
    }
}
