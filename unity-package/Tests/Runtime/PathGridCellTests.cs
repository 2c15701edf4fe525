using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridCellTests
    {
        private PathGrid _grid;

        [SetUp]
        public void CreateGrid()
        {
            _grid = new PathGrid(5, 3);
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void A_new_grid_has_its_size_and_is_walkable()
        {
            Assert.AreEqual(5, _grid.Width);
            Assert.AreEqual(3, _grid.Height);
            Assert.AreEqual(GridPlane.XZ, _grid.Plane);
            Assert.AreEqual(1f, _grid.CellSize);
            Assert.AreEqual(0UL, _grid.Revision);
            Assert.That(_grid.IsDisposed, Is.False);
            byte[] cells = Filled(15, 9);
            _grid.GetCells(cells);
            Assert.AreEqual(new byte[15], cells);
        }

        [Test]
        public void A_cell_keeps_the_type_it_is_given()
        {
            _grid.SetCell(new GridCell(4, 2), CellType.Obstacle);
            _grid.SetCell(1, 0, CellType.Obstacle);
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(4, 2));
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(new GridCell(1, 0)));
            Assert.AreEqual(CellType.Walkable, _grid.GetCell(2, 1));
            _grid.SetCell(4, 2, CellType.Walkable);
            Assert.AreEqual(CellType.Walkable, _grid.GetCell(4, 2));
        }

        [Test]
        public void The_revision_grows_by_one_with_each_edit_that_changes_a_cell()
        {
            _grid.SetCell(1, 1, CellType.Obstacle);
            Assert.AreEqual(1UL, _grid.Revision);
            _grid.SetCell(1, 1, CellType.Obstacle);
            Assert.AreEqual(1UL, _grid.Revision);
            _grid.FillRect(0, 0, 5, 3, CellType.Obstacle);
            Assert.AreEqual(2UL, _grid.Revision);
        }

        [TestCase(0, 0, true)]
        [TestCase(4, 2, true)]
        [TestCase(5, 2, false)]
        [TestCase(4, 3, false)]
        [TestCase(-1, 0, false)]
        [TestCase(0, -1, false)]
        [TestCase(int.MinValue, int.MaxValue, false)]
        public void Contains_is_true_for_the_cells_of_the_grid(int x, int y, bool expected)
        {
            Assert.AreEqual(expected, _grid.Contains(new GridCell(x, y)));
        }

        [Test]
        public void A_rectangle_is_filled_and_nothing_else()
        {
            _grid.FillRect(1, 1, 3, 2, CellType.Obstacle);
            byte[] cells = new byte[15];
            _grid.GetCells(cells);
            Assert.AreEqual(new byte[] { 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0 }, cells);
        }

        [Test]
        public void A_rectangle_is_written_and_read_row_by_row()
        {
            byte[] types = { 1, 0, 1, 0, 1, 1 };
            _grid.SetRect(2, 1, 3, 2, types);
            byte[] read = new byte[6];
            _grid.GetRect(2, 1, 3, 2, read);
            Assert.AreEqual(types, read);
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(4, 1));
            Assert.AreEqual(CellType.Walkable, _grid.GetCell(2, 2));
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(3, 2));
        }

        [Test]
        public void All_cells_are_written_and_read_row_by_row()
        {
            byte[] types = { 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1 };
            _grid.SetCells(types);
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(1, 0));
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(4, 1));
            Assert.AreEqual(CellType.Walkable, _grid.GetCell(1, 2));
            byte[] read = new byte[15];
            _grid.GetCells(read);
            Assert.AreEqual(types, read);
        }

        [Test]
        public void An_array_that_is_indexed_by_column_and_row_is_transposed_on_the_way_in()
        {
            CellType[,] types = new CellType[5, 3];
            types[4, 0] = CellType.Obstacle;
            types[1, 2] = CellType.Obstacle;
            _grid.SetCells(types);
            byte[] rowByRow = new byte[15];
            _grid.GetCells(rowByRow);
            Assert.AreEqual(new byte[] { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0 }, rowByRow);
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(4, 0));
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(1, 2));
        }

        [Test]
        public void What_lies_beyond_the_needed_places_of_an_array_is_not_touched()
        {
            byte[] cells = Filled(17, 9);
            _grid.GetCells(cells);
            Assert.AreEqual(0, cells[14]);
            Assert.AreEqual(9, cells[15]);
            byte[] rect = Filled(3, 9);
            _grid.GetRect(0, 0, 2, 1, rect);
            Assert.AreEqual(new byte[] { 0, 0, 9 }, rect);
        }

        [Test]
        public void Neighbors_come_in_the_documented_order_and_obstacles_are_among_them()
        {
            _grid.SetCell(2, 2, CellType.Obstacle);
            List<GridCell> neighbors = new List<GridCell> { new GridCell(9, 9) };
            Assert.AreEqual(8, _grid.GetNeighbors(new GridCell(1, 1), neighbors));
            GridCell[] expected =
            {
                new GridCell(2, 2), new GridCell(2, 1), new GridCell(2, 0), new GridCell(1, 2),
                new GridCell(1, 0), new GridCell(0, 2), new GridCell(0, 1), new GridCell(0, 0),
            };
            Assert.AreEqual(expected, neighbors.ToArray());
        }

        [Test]
        public void Neighbors_outside_the_grid_are_left_out()
        {
            List<GridCell> neighbors = new List<GridCell>();
            Assert.AreEqual(3, _grid.GetNeighbors(new GridCell(4, 0), neighbors));
            Assert.AreEqual(new[] { new GridCell(4, 1), new GridCell(3, 1), new GridCell(3, 0) }, neighbors.ToArray());
        }

        [TestCase(5, 0)]
        [TestCase(0, 3)]
        [TestCase(-1, 1)]
        [TestCase(1, -1)]
        public void A_cell_outside_is_refused_by_name(int x, int y)
        {
            GridCell cell = new GridCell(x, y);
            Refused.Argument("cell", cell.ToString(), () => _grid.GetCell(cell));
            Refused.Argument("cell", cell.ToString(), () => _grid.GetCell(x, y));
            Refused.Argument("cell", cell.ToString(), () => _grid.SetCell(cell, CellType.Obstacle));
            Refused.Argument("cell", cell.ToString(), () => _grid.SetCell(x, y, CellType.Obstacle));
            Refused.Argument("cell", cell.ToString(), () => _grid.GetNeighbors(cell, new List<GridCell>()));
            Assert.AreEqual(0UL, _grid.Revision);
        }

        [TestCase(0, 0, 6, 1)]
        [TestCase(0, 0, 1, 4)]
        [TestCase(-1, 0, 1, 1)]
        [TestCase(4, 2, 2, 1)]
        [TestCase(1, 1, 0, 1)]
        [TestCase(1, 1, 1, -1)]
        [TestCase(int.MaxValue, 0, int.MaxValue, 1)]
        public void A_rectangle_that_is_empty_or_outside_is_refused(int x, int y, int width, int height)
        {
            string said = new GridCell(x, y) + ", " + width + " x " + height;
            Refused.Argument("rectangle", said, () => _grid.FillRect(x, y, width, height, CellType.Obstacle));
            Refused.Argument("rectangle", said, () => _grid.SetRect(x, y, width, height, new byte[1]));
            Refused.Argument("rectangle", said, () => _grid.GetRect(x, y, width, height, new byte[100]));
            Assert.AreEqual(0UL, _grid.Revision);
        }

        [Test]
        public void Every_number_of_a_byte_is_a_cell_type()
        {
            for (int number = 0; number <= 255; number++)
            {
                CellType type = (CellType)number;
                _grid.SetCell(2, 1, type);
                Assert.AreEqual(type, _grid.GetCell(2, 1));
            }
            _grid.FillRect(0, 0, 1, 1, (CellType)255);
            Assert.AreEqual((CellType)255, _grid.GetCell(0, 0));
            _grid.SetRect(3, 2, 2, 1, new byte[] { 1, 2 });
            Assert.AreEqual((CellType)2, _grid.GetCell(4, 2));
            _grid.SetCells(Filled(15, 3));
            Assert.AreEqual((CellType)3, _grid.GetCell(1, 2));
            CellType[,] types = new CellType[5, 3];
            types[3, 1] = (CellType)7;
            _grid.SetCells(types);
            Assert.AreEqual((CellType)7, _grid.GetCell(3, 1));
            byte[] read = new byte[15];
            _grid.GetCells(read);
            Assert.AreEqual(7, read[8]);
        }

        [Test]
        public void Every_type_except_obstacle_is_walkable()
        {
            using (PathGrid line = new PathGrid(3, 1))
            {
                List<GridCell> path = new List<GridCell>();
                for (int number = 0; number <= 255; number++)
                {
                    line.SetCell(1, 0, (CellType)number);
                    PathResult result = line.FindPath(new GridCell(0, 0), new GridCell(2, 0), path);
                    PathReason expected = number == 1 ? PathReason.NoPath : PathReason.Found;
                    Assert.AreEqual(expected, result.Reason, "type " + number);
                }
            }
        }

        [Test]
        public void An_array_of_the_wrong_length_is_refused()
        {
            Refused.Array("rowByRow", "exactly one value for each cell", () => _grid.SetCells(new byte[14]));
            Refused.Array("rowByRow", "exactly one value for each cell", () => _grid.SetCells(new byte[16]));
            Refused.Array("rowByRow", "exactly one value for each cell", () => _grid.SetRect(0, 0, 2, 2, new byte[3]));
            Refused.Array("types", "3 x 5, the grid 5 x 3", () => _grid.SetCells(new CellType[3, 5]));
        }

        [Test]
        public void An_array_that_is_too_short_is_refused_with_the_needed_places_and_not_touched()
        {
            byte[] cells = Filled(14, 9);
            Refused.Array("rowByRow", "14 elements; 15 are needed", () => _grid.GetCells(cells));
            Refused.Array("rowByRow", "14 elements; 15 are needed", () => _grid.GetRect(0, 0, 5, 3, cells));
            Assert.AreEqual(Filled(14, 9), cells);
        }

        [Test]
        public void Null_is_refused_by_name()
        {
            Refused.Null("rowByRow", () => _grid.SetCells((byte[])null));
            Refused.Null("types", () => _grid.SetCells((CellType[,])null));
            Refused.Null("rowByRow", () => _grid.GetCells(null));
            Refused.Null("rowByRow", () => _grid.SetRect(0, 0, 1, 1, null));
            Refused.Null("rowByRow", () => _grid.GetRect(0, 0, 1, 1, null));
            Refused.Null("neighbors", () => _grid.GetNeighbors(new GridCell(0, 0), null));
        }

        private static byte[] Filled(int count, byte with)
        {
            byte[] bytes = new byte[count];
            for (int i = 0; i < count; i++)
            {
                bytes[i] = with;
            }
            return bytes;
        }
    }
}
