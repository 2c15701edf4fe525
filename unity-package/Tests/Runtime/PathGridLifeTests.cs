using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridLifeTests
    {
        [Test]
        public void Each_grid_counts_until_it_is_disposed()
        {
            Garbage.Collect();
            int before = GridStarLibrary.LiveGridCount;
            PathGrid first = new PathGrid(2, 2);
            PathGrid second = new PathGrid(2, 2);
            Assert.AreEqual(before + 2, GridStarLibrary.LiveGridCount);
            first.Dispose();
            Assert.AreEqual(before + 1, GridStarLibrary.LiveGridCount);
            second.Dispose();
            Assert.AreEqual(before, GridStarLibrary.LiveGridCount);
        }

        [Test]
        public void A_second_Dispose_does_nothing()
        {
            PathGrid grid = new PathGrid(2, 2);
            using (PathGrid other = new PathGrid(2, 2))
            {
                grid.Dispose();
                int count = GridStarLibrary.LiveGridCount;
                grid.Dispose();
                Assert.AreEqual(count, GridStarLibrary.LiveGridCount);
                Assert.That(grid.IsDisposed, Is.True);
                Assert.That(other.IsDisposed, Is.False);
            }
        }

        [Test]
        public void Every_member_that_needs_the_native_grid_says_that_it_is_disposed()
        {
            PathGrid grid = new PathGrid(2, 2);
            grid.Dispose();
            GridCell cell = new GridCell(0, 0);
            List<GridCell> list = new List<GridCell>();
            float x, y, z;
            TestDelegate[] calls =
            {
                () => grid.GetCell(cell),
                () => grid.GetCell(0, 0),
                () => grid.SetCell(cell, CellType.Obstacle),
                () => grid.SetCell(0, 0, CellType.Obstacle),
                () => grid.FillRect(0, 0, 1, 1, CellType.Obstacle),
                () => grid.SetRect(0, 0, 1, 1, new byte[1]),
                () => grid.GetRect(0, 0, 1, 1, new byte[1]),
                () => grid.SetCells(new byte[4]),
                () => grid.SetCells(new CellType[2, 2]),
                () => grid.GetCells(new byte[4]),
                () => grid.GetNeighbors(cell, list),
                () => grid.TryGetCellAt(0f, 0f, 0f, out cell),
                () => grid.GetCellCenter(cell, out x, out y, out z),
                () => grid.FindPath(cell, cell, list),
                () => grid.FindPath(cell, cell, list, default(PathQuery)),
                () => grid.FindPath(cell, cell, new GridCell[4]),
                () => grid.FindPath(cell, cell, new GridCell[4], default(PathQuery)),
                () => grid.TracePath(cell, cell, list, new List<GridCell>(), default(PathQuery)),
                () => Assert.AreEqual(0UL, grid.Revision),
                () => grid.Prepare(SearchEngine.Landmarks),
                () => grid.Prepare(SearchEngine.Landmarks, true),
                () => Assert.AreEqual(SearchEngine.Auto, grid.Engine),
                () => Assert.AreEqual(PreparedParts.None, grid.Prepared),
                () => Assert.IsFalse(grid.IsPreparing),
                () => Assert.AreEqual(0L, grid.LandmarkChanges),
                () => Assert.AreEqual(0L, grid.LandmarkBytes),
                () => Assert.AreEqual(0L, grid.Bytes),
            };
            for (int i = 0; i < calls.Length; i++)
            {
                ObjectDisposedException exception = Assert.Throws<ObjectDisposedException>(calls[i], "call " + i);
                Assert.AreEqual("PathGrid", exception.ObjectName);
            }
        }

        [Test]
        public void What_needs_no_native_grid_still_answers_after_Dispose()
        {
            PathGrid grid = new PathGrid(2, 3);
            grid.Dispose();
            Assert.AreEqual(2, grid.Width);
            Assert.AreEqual(3, grid.Height);
            Assert.That(grid.Contains(new GridCell(1, 2)), Is.True);
        }

        [Test]
        public void A_grid_that_nobody_disposed_is_freed_by_its_finalizer()
        {
            Garbage.Collect();
            int before = GridStarLibrary.LiveGridCount;
            const int Count = 100;
            // Another thread, so that its stack keeps no grid alive.
            Thread thread = new Thread(() =>
            {
                for (int i = 0; i < Count; i++)
                {
                    new PathGrid(2, 2).SetCell(0, 0, CellType.Obstacle);
                }
            });
            thread.Start();
            thread.Join();
            Garbage.Collect();
            // A conservative garbage collector may take a number for a reference to a grid or two.
            Assert.That(GridStarLibrary.LiveGridCount, Is.LessThanOrEqualTo(before + Count / 10));
        }

        [Test]
        public void The_library_tells_its_versions()
        {
            GridStarLibrary.EnsureLoaded();
            Assert.AreEqual(2U, GridStarLibrary.AbiVersion);
            Assert.AreEqual(3, GridStarLibrary.Version.Split('.').Length, GridStarLibrary.Version);
        }
    }
}
