using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridChangesTests
    {
        private readonly List<CellRect> _rects = new List<CellRect>();

        [Test]
        public void A_grid_tells_where_edits_have_changed_it()
        {
            using (PathGrid grid = new PathGrid(20, 10))
            {
                Assert.AreEqual(0, grid.GetChanges(0, _rects));
                Assert.AreEqual(0, _rects.Count);
                grid.SetCell(3, 4, CellType.Obstacle);
                grid.FillRect(10, 2, 5, 3, CellType.Obstacle);
                // It changes nothing.
                grid.FillRect(10, 2, 5, 3, CellType.Obstacle);
                grid.FillPenalties(0, 9, 2, 1, 7);
                Assert.AreEqual(3, grid.GetChanges(0, _rects));
                CellRect[] right = { new CellRect(3, 4, 1, 1), new CellRect(10, 2, 5, 3), new CellRect(0, 9, 2, 1) };
                Assert.AreEqual(right, _rects.ToArray());
                Assert.AreEqual(3, grid.GetChanges(2, _rects));
                Assert.AreEqual(new[] { right[2] }, _rects.ToArray());
                Assert.AreEqual(3, grid.GetChanges(3, _rects));
                Assert.AreEqual(0, _rects.Count);
                Assert.AreEqual(3, grid.Revision);
            }
        }

        [Test]
        public void Each_cell_that_differs_from_an_earlier_revision_lies_in_a_rectangle()
        {
            for (int seed = 1; seed <= 5; seed++)
            {
                using (PathGrid grid = new PathGrid(30, 20))
                {
                    Check(grid, new Random(seed), "seed " + seed);
                }
            }
        }

        [Test]
        public void Mistakes_are_refused_and_a_warm_call_allocates_nothing()
        {
            PathGrid grid = new PathGrid(4, 4);
            Refused.Null("rects", () => grid.GetChanges(0, null));
            Assert.Throws<ArgumentOutOfRangeException>(() => new CellRect(0, 0, -1, 1));
            grid.SetCell(1, 1, CellType.Obstacle);
            Assert.AreEqual(0, Garbage.During(() => grid.GetChanges(0, _rects)));
            Assert.AreEqual("(1, 1, 1 x 1)", _rects[0].ToString());
            Assert.That(_rects[0].Contains(new GridCell(1, 1)) && !_rects[0].Contains(new GridCell(2, 1)), Is.True);
            grid.Dispose();
            Assert.Throws<ObjectDisposedException>(() => grid.GetChanges(0, _rects));
            Assert.Throws<ObjectDisposedException>(() => Assert.AreEqual(0, grid.Revision));
        }

        private void Check(PathGrid grid, Random random, string history)
        {
            List<byte[]> maps = new List<byte[]> { new byte[600] };
            for (int edit = 0; edit < 300; edit++)
            {
                CellType type = random.Next(2) == 0 ? CellType.Obstacle : CellType.Walkable;
                grid.FillRect(random.Next(27), random.Next(17), 1 + random.Next(3), 1 + random.Next(3), type);
                byte[] map = new byte[600];
                grid.GetCells(map);
                if (grid.Revision == (ulong)maps.Count)
                {
                    maps.Add(map);
                }
                int since = Math.Max(0, maps.Count - 1 - random.Next(120));
                Assert.AreEqual(maps.Count - 1, grid.GetChanges((ulong)since, _rects), history);
                Assert.That(_rects.Count, Is.AtMost(PathGrid.MaxChangedRects));
                for (int i = 0; i < map.Length; i++)
                {
                    GridCell cell = grid.GetCellAtIndex(i);
                    bool isInside = _rects.Exists(rect => rect.Contains(cell));
                    Assert.That(isInside || map[i] == maps[since][i], history + ", " + cell + " since " + since);
                }
            }
        }
    }
}
