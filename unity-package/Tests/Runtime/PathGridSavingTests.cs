using System;
using System.IO;
using NUnit.Framework;
using Unity.Collections;

namespace GridStar.Tests
{
    /// <summary>Saved grids, and changes since a grid was saved.</summary>
    public sealed class PathGridSavingTests
    {
        private static PathGrid CreateGrid()
        {
            PathGrid grid = new PathGrid(new PathGridSettings
            {
                Width = 30,
                Height = 20,
                Plane = GridPlane.XY,
                CellSize = 0.5f,
                OriginX = -4,
                StraightCost = 2,
                DiagonalCost = 3,
                DiagonalRule = DiagonalRule.AtMostOneBlocked,
                MaxExpansions = 1000,
                Engine = SearchEngine.Landmarks,
            });
            grid.FillRect(10, 0, 1, 15, CellType.Obstacle);
            grid.FillPenalties(3, 3, 4, 2, 16);
            return grid;
        }

        private static byte[] Penalties(PathGrid grid)
        {
            byte[] penalties = new byte[grid.Width * grid.Height];
            grid.GetPenalties(penalties);
            return penalties;
        }

        private static byte[] Cells(PathGrid grid)
        {
            byte[] cells = new byte[grid.Width * grid.Height];
            grid.GetCells(cells);
            return cells;
        }

        [TestCase(false)]
        [TestCase(true)]
        public void A_loaded_grid_is_as_the_saved_one(bool withPrepared)
        {
            using (PathGrid grid = CreateGrid())
            using (PathGrid loaded = PathGrid.Load(grid.Save(withPrepared)))
            {
                Assert.AreEqual(30, loaded.Width);
                Assert.AreEqual(20, loaded.Height);
                Assert.AreEqual(GridPlane.XY, loaded.Plane);
                Assert.AreEqual(0.5f, loaded.CellSize);
                Assert.AreEqual(grid.Place, loaded.Place);
                Assert.AreEqual(SearchEngine.Landmarks, loaded.Engine);
                Assert.AreEqual(0UL, loaded.Revision);
                Assert.AreEqual(Cells(grid), Cells(loaded));
                Assert.AreEqual(Penalties(grid), Penalties(loaded));
                bool hasLandmarks = (loaded.Prepared & PreparedParts.Landmarks) != 0;
                Assert.AreEqual(withPrepared, hasLandmarks);
                GridCell start = new GridCell(2, 2);
                GridCell goal = new GridCell(25, 2);
                GridCell[] path = new GridCell[600];
                Assert.AreEqual(grid.FindPath(start, goal, path).Cost, loaded.FindPath(start, goal, path).Cost);
            }
        }

        [Test]
        public void A_stream_holds_the_same_bytes_and_stays_open()
        {
            using (PathGrid grid = CreateGrid())
            using (MemoryStream stream = new MemoryStream())
            {
                stream.WriteByte(7);
                grid.Save(stream, true);
                byte[] bytes = grid.Save(true);
                Assert.AreEqual(1 + bytes.Length, stream.Length);
                stream.Position = 1;
                using (PathGrid loaded = PathGrid.Load(stream))
                {
                    Assert.AreEqual(bytes, loaded.Save(true));
                }
                Assert.IsTrue(stream.CanRead);
            }
        }

        [Test]
        public void Bytes_that_are_no_saved_grid_are_refused_with_a_reason()
        {
            using (PathGrid grid = CreateGrid())
            {
                byte[] bytes = grid.Save();
                byte[] damaged = (byte[])bytes.Clone();
                damaged[40] ^= 1;
                byte[] shorter = new byte[bytes.Length - 1];
                Array.Copy(bytes, shorter, shorter.Length);
                foreach (byte[] wrong in new[] { new byte[0], new byte[] { 1, 2, 3 }, damaged, shorter })
                {
                    InvalidDataException error = Assert.Throws<InvalidDataException>(() => PathGrid.Load(wrong));
                    StringAssert.Contains("bytes", error.Message);
                }
                Assert.Throws<ArgumentNullException>(() => PathGrid.Load((byte[])null));
                Assert.Throws<ArgumentNullException>(() => PathGrid.Load((Stream)null));
                Assert.Throws<ArgumentNullException>(() => grid.Save((Stream)null));
                Assert.Throws<ArgumentNullException>(() => grid.SaveChanges(null));
                Assert.Throws<ArgumentNullException>(() => grid.ApplyChanges(null));
            }
        }

        [Test]
        public void Changes_of_a_level_are_applied_to_its_saved_grid()
        {
            using (PathGrid grid = CreateGrid())
            {
                byte[] level = grid.Save();
                grid.SetCell(new GridCell(10, 3), CellType.Walkable);
                grid.FillPenalties(20, 10, 2, 2, 5);
                byte[] saveGame = grid.SaveChanges(level);
                Assert.Less(saveGame.Length, 200);
                using (PathGrid loaded = PathGrid.Load(level))
                {
                    loaded.ApplyChanges(saveGame);
                    Assert.AreEqual(Cells(grid), Cells(loaded));
                    Assert.AreEqual(Penalties(grid), Penalties(loaded));
                    Assert.Throws<ArgumentException>(() => loaded.ApplyChanges(saveGame));
                    Assert.Throws<InvalidDataException>(() => loaded.ApplyChanges(level));
                }
                using (PathGrid other = new PathGrid(5, 5))
                {
                    Assert.Throws<ArgumentException>(() => other.SaveChanges(level));
                    Assert.Throws<ArgumentException>(() => other.ApplyChanges(saveGame));
                }
            }
        }

        [Test]
        public void Native_arrays_hold_the_same_bytes()
        {
            using (PathGrid grid = CreateGrid())
            using (NativeArray<byte> bytes = grid.Save(Allocator.Temp, true))
            using (PathGrid loaded = PathGridSavedArrays.Load(bytes))
            {
                Assert.AreEqual(grid.Save(true), bytes.ToArray());
                Assert.AreEqual(Cells(grid), Cells(loaded));
                Assert.Throws<ArgumentException>(() => PathGridSavedArrays.Load(default(NativeArray<byte>)));
                Assert.Throws<ArgumentNullException>(() => PathGridSavedArrays.Save(null, Allocator.Temp));
            }
        }

        [Test]
        public void A_disposed_grid_saves_nothing()
        {
            PathGrid grid = CreateGrid();
            grid.Dispose();
            Assert.Throws<ObjectDisposedException>(() => grid.Save());
        }

        /// <summary>A file of more than the first array, with long rows of noise.</summary>
        [Test]
        public void Large_grids_are_saved_too()
        {
            using (PathGrid grid = new PathGrid(300, 300))
            {
                byte[] cells = new byte[300 * 300];
                Random random = new Random(1);
                random.NextBytes(cells);
                grid.SetCells(cells);
                byte[] bytes = grid.Save();
                Assert.Greater(bytes.Length, 90000);
                using (PathGrid loaded = PathGrid.Load(bytes))
                {
                    Assert.AreEqual(cells, Cells(loaded));
                }
            }
        }
    }
}
