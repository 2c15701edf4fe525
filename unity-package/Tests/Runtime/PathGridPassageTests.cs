using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridPassageTests
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
        public void A_wall_is_the_same_wall_from_both_sides()
        {
            GridCell left = new GridCell(1, 1);
            GridCell right = new GridCell(2, 1);
            Assert.AreEqual(Passage.Open, _grid.GetPassage(left, right));
            _grid.SetPassage(right, left, Passage.Wall);
            Assert.AreEqual(Passage.Wall, _grid.GetPassage(left, right));
            Assert.AreEqual(Passage.Wall, _grid.GetPassage(right, left));
            Assert.AreEqual(Passage.Open, _grid.GetPassage(left, new GridCell(1, 2)));
            Assert.AreEqual(1UL, _grid.Revision);
            _grid.SetPassage(left, right, Passage.Wall);
            Assert.AreEqual(1UL, _grid.Revision);
            _grid.SetPassage(left, right, Passage.Open);
            Assert.AreEqual(Passage.Open, _grid.GetPassage(right, left));
        }

        [Test]
        public void A_ledge_leads_one_way_and_each_cell_sees_which()
        {
            GridCell top = new GridCell(2, 2);
            GridCell foot = new GridCell(2, 1);
            _grid.SetPassage(top, foot, Passage.OneWay);
            Assert.AreEqual(Passage.OneWay, _grid.GetPassage(top, foot));
            Assert.AreEqual(Passage.OneWayBack, _grid.GetPassage(foot, top));
            _grid.SetPassage(top, foot, Passage.OneWayBack);
            Assert.AreEqual(Passage.OneWay, _grid.GetPassage(foot, top));
        }

        [TestCase(DiagonalRule.Never, 6)]
        [TestCase(DiagonalRule.BothFree, 6)]
        public void A_path_goes_around_a_wall_between_cells(DiagonalRule rule, int minimum)
        {
            List<GridCell> path = new List<GridCell>();
            PathQuery query = new PathQuery { DiagonalRule = rule };
            GridCell start = new GridCell(1, 0);
            GridCell goal = new GridCell(2, 0);
            Assert.AreEqual(2, _grid.FindPath(start, goal, path, query).Length);
            _grid.SetPassages(new CellRect(0, 0, 2, 2), Sides.Right, Passage.Wall);
            Assert.AreEqual(minimum, _grid.FindPath(start, goal, path, query).Length, string.Join(" ", path));
            _grid.SetPassages(new CellRect(0, 0, 2, 3), Sides.Right, Passage.Wall);
            Assert.AreEqual(PathReason.NoPath, _grid.FindPath(start, goal, path, query).Reason);
        }

        [Test]
        public void A_ledge_is_jumped_down_and_not_climbed()
        {
            List<GridCell> path = new List<GridCell>();
            _grid.SetPassages(new CellRect(0, 1, 5, 2), Sides.Down, Passage.OneWay);
            GridCell top = new GridCell(2, 2);
            GridCell foot = new GridCell(2, 0);
            Assert.AreEqual(3, _grid.FindPath(top, foot, path).Length);
            Assert.AreEqual(PathReason.NoPath, _grid.FindPath(foot, top, path).Reason);
        }

        [Test]
        public void A_room_has_walls_all_around_and_a_fence_on_one_side()
        {
            CellRect room = new CellRect(1, 1, 2, 1);
            _grid.SetPassages(room, Sides.All, Passage.Wall);
            for (int x = 0; x < 5; x++)
            {
                for (int y = 0; y < 3; y++)
                {
                    GridCell cell = new GridCell(x, y);
                    foreach (GridCell other in new[] { new GridCell(x + 1, y), new GridCell(x, y + 1) })
                    {
                        if (_grid.Contains(other))
                        {
                            bool isWall = room.Contains(cell) != room.Contains(other);
                            Passage expected = isWall ? Passage.Wall : Passage.Open;
                            Assert.AreEqual(expected, _grid.GetPassage(cell, other), cell + " to " + other);
                        }
                    }
                }
            }
            _grid.ClearPassages();
            _grid.SetPassages(room, Sides.Up | Sides.Left, Passage.OneWay);
            Assert.AreEqual(Passage.OneWay, _grid.GetPassage(new GridCell(1, 1), new GridCell(1, 2)));
            Assert.AreEqual(Passage.OneWay, _grid.GetPassage(new GridCell(1, 1), new GridCell(0, 1)));
            Assert.AreEqual(Passage.Open, _grid.GetPassage(new GridCell(1, 1), new GridCell(1, 0)));
            Assert.AreEqual(Passage.Open, _grid.GetPassage(new GridCell(2, 1), new GridCell(3, 1)));
        }

        [Test]
        public void Whole_planes_are_written_and_read_and_bits_off_the_grid_left_out()
        {
            byte[] all = new byte[15];
            for (int i = 0; i < all.Length; i++)
            {
                all[i] = 15;
            }
            _grid.SetPassages(all);
            byte[] read = new byte[15];
            _grid.GetPassages(read);
            byte[] expected = { 15, 15, 15, 15, 12, 15, 15, 15, 15, 12, 3, 3, 3, 3, 0 };
            Assert.AreEqual(expected, read);
            _grid.SetPassages(1, 1, 2, 1, new byte[] { 2, 4 });
            byte[] two = new byte[2];
            _grid.GetPassages(1, 1, 2, 1, two);
            Assert.AreEqual(new byte[] { 2, 4 }, two);
            Assert.AreEqual(Passage.OneWay, _grid.GetPassage(new GridCell(1, 1), new GridCell(2, 1)));
            Assert.AreEqual(Passage.OneWayBack, _grid.GetPassage(new GridCell(2, 1), new GridCell(2, 2)));
            _grid.ClearPassages();
            _grid.GetPassages(read);
            Assert.AreEqual(new byte[15], read);
        }

        [TestCase(CellLayout.HexOddRows)]
        [TestCase(CellLayout.HexEvenColumns)]
        public void A_hexagon_shares_sides_with_six_neighbors(CellLayout layout)
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 5, Height = 5, Layout = layout }))
            {
                GridCell middle = new GridCell(2, 2);
                int neighbors = 0;
                List<GridCell> path = new List<GridCell>();
                for (int x = 1; x <= 3; x++)
                {
                    for (int y = 1; y <= 3; y++)
                    {
                        GridCell other = new GridCell(x, y);
                        if (grid.FindPath(middle, other, path).Length == 2)
                        {
                            grid.SetPassage(middle, other, Passage.OneWay);
                            Assert.AreEqual(Passage.OneWayBack, grid.GetPassage(other, middle));
                            neighbors++;
                        }
                        else if (other != middle)
                        {
                            Refused.Array("to", "share a side", () => grid.GetPassage(middle, other));
                        }
                    }
                }
                Assert.AreEqual(6, neighbors);
                Assert.IsTrue(grid.FindPath(middle, new GridCell(0, 0), path).Found);
                Assert.AreEqual(PathReason.NoPath, grid.FindPath(new GridCell(0, 0), middle, path).Reason);
            }
        }

        [Test]
        public void Sides_have_the_bits_of_the_library(
            [Values(CellLayout.Square, CellLayout.HexOddRows, CellLayout.HexEvenRows, CellLayout.HexOddColumns,
                CellLayout.HexEvenColumns)] CellLayout layout)
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 6, Height = 6, Layout = layout }))
            {
                byte[] plane = new byte[36];
                byte[] read = new byte[36];
                Random random = new Random(3);
                int sides = 0;
                for (int x = 1; x < 5; x++)
                {
                    for (int y = 1; y < 5; y++)
                    {
                        for (int near = 0; near < 9; near++)
                        {
                            GridCell from = new GridCell(x, y);
                            GridCell to = new GridCell(x + near / 3 - 1, y + near % 3 - 1);
                            if (!CellSide.TryFind(layout, from, to, out CellSide side))
                            {
                                Assert.Throws<ArgumentException>(() => grid.GetPassage(from, to));
                                continue;
                            }
                            sides++;
                            Passage passage = (Passage)random.Next(4);
                            grid.SetPassage(from, to, passage);
                            int owner = grid.GetIndex(side.Owner);
                            plane[owner] = side.With(plane[owner], passage);
                            grid.GetPassages(read);
                            Assert.AreEqual(plane, read, layout + ", " + from + " to " + to + ": " + passage);
                            Assert.AreEqual(passage, side.Get(read[owner]));
                        }
                    }
                }
                Assert.AreEqual(layout == CellLayout.Square ? 64 : 96, sides);
            }
        }

        [Test]
        public void Hash_difference_fork_and_restore_know_walls()
        {
            ulong before = _grid.Hash;
            using (PathGrid fork = _grid.Fork())
            {
                _grid.SetPassage(new GridCell(1, 0), new GridCell(2, 0), Passage.OneWay);
                Assert.AreNotEqual(before, _grid.Hash);
                GridDifference difference = _grid.FindDifference(fork).Value;
                Assert.AreEqual("Passages at (1, 0): 2 and 0", difference.ToString());
                using (PathGrid second = _grid.Fork())
                {
                    Assert.AreEqual(Passage.OneWay, second.GetPassage(new GridCell(1, 0), new GridCell(2, 0)));
                    Assert.AreEqual(_grid.Hash, second.Hash);
                    _grid.Restore(fork);
                    Assert.AreEqual(Passage.Open, _grid.GetPassage(new GridCell(1, 0), new GridCell(2, 0)));
                    Assert.AreEqual(before, _grid.Hash);
                    _grid.Restore(second);
                    Assert.AreEqual(second.Hash, _grid.Hash);
                }
            }
        }

        [Test]
        public void Saved_grids_and_changes_know_walls()
        {
            byte[] without = _grid.Save();
            _grid.SetPassage(new GridCell(1, 0), new GridCell(2, 0), Passage.OneWay);
            _grid.SetPassages(new CellRect(0, 1, 3, 1), Sides.Up, Passage.Wall);
            byte[] saved = _grid.Save();
            using (PathGrid loaded = PathGrid.Load(saved))
            using (PathGrid changed = PathGrid.Load(without))
            {
                Assert.IsNull(loaded.FindDifference(_grid));
                Assert.AreEqual(_grid.Hash, loaded.Hash);
                Assert.IsNotNull(changed.FindDifference(_grid));
                changed.ApplyChanges(_grid.SaveChanges(without));
                Assert.IsNull(changed.FindDifference(_grid));
                changed.ClearPassages();
                Assert.IsNotNull(changed.FindDifference(_grid));
            }
        }

        [Test]
        public void Changes_name_both_cells_of_a_wall()
        {
            List<CellRect> changed = new List<CellRect>();
            _grid.SetPassage(new GridCell(3, 1), new GridCell(2, 1), Passage.Wall);
            _grid.GetChanges(0, changed);
            Assert.IsTrue(changed.Exists(rect => rect.Contains(new GridCell(2, 1))), string.Join(" ", changed));
            Assert.IsTrue(changed.Exists(rect => rect.Contains(new GridCell(3, 1))), string.Join(" ", changed));
        }

        [Test]
        public void Mistakes_are_refused_by_name_and_change_nothing()
        {
            GridCell cell = new GridCell(4, 1);
            GridCell outside = new GridCell(5, 1);
            Refused.Argument("to", "(5, 1)", () => _grid.SetPassage(cell, outside, Passage.Wall));
            Refused.Argument("from", "(5, 1)", () => _grid.SetPassage(outside, cell, Passage.Wall));
            Refused.Argument("to", "(5, 1)", () => _grid.GetPassage(cell, outside));
            GridCell[] notNeighbors = { cell, new GridCell(3, 0), new GridCell(2, 1), new GridCell(0, 0) };
            foreach (GridCell other in notNeighbors)
            {
                Refused.Array("to", "share a side", () => _grid.SetPassage(cell, other, Passage.Wall));
                Refused.Array("to", "share a side", () => _grid.GetPassage(cell, other));
            }
            GridCell below = new GridCell(4, 0);
            Refused.Argument("passage", "Unknown Passage", () => _grid.SetPassage(cell, below, (Passage)4));
            Refused.Argument("passage", "Unknown Passage", () => _grid.SetPassage(cell, below, (Passage)(-1)));
            CellRect rect = new CellRect(1, 1, 2, 2);
            Refused.Argument("passage", "Unknown Passage", () => _grid.SetPassages(rect, Sides.All, (Passage)9));
            Refused.Array("sides", "one or more sides", () => _grid.SetPassages(rect, Sides.None, Passage.Wall));
            Refused.Array("sides", "one or more sides", () => _grid.SetPassages(rect, (Sides)16, Passage.Wall));
            foreach (CellRect wrong in new[] { new CellRect(4, 2, 2, 1), new CellRect(1, 1, 0, 1), default(CellRect) })
            {
                Refused.Argument("rectangle", "", () => _grid.SetPassages(wrong, Sides.All, Passage.Wall));
            }
            Refused.Array("rowByRow", "one value for each cell", () => _grid.SetPassages(new byte[14]));
            Refused.Array("rowByRow", "passage", () => _grid.SetPassages(0, 0, 1, 1, new byte[] { 16 }));
            Refused.Array("rowByRow", "14 elements; 15", () => _grid.GetPassages(new byte[14]));
            Refused.Null("rowByRow", () => _grid.SetPassages(null));
            Refused.Null("rowByRow", () => _grid.GetPassages(null));
            Assert.AreEqual(0UL, _grid.Revision);
        }
    }
}
