using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Objects that stand on cells without being a part of the map.</summary>
    public class PathCoverTests
    {
        private PathGrid _grid;

        [SetUp]
        public void Create()
        {
            _grid = new PathGrid(7, 5);
        }

        [TearDown]
        public void Dispose()
        {
            _grid.Dispose();
            Assert.AreEqual(0, GridStarLibrary.LiveCoverCount);
        }

        [Test]
        public void A_cover_blocks_cells_and_leaves_their_types()
        {
            PathCover cover = _grid.CreateCover();
            Assert.AreSame(_grid, cover.Grid);
            _grid.SetCell(3, 2, (CellType)9);
            cover.SetRect(new CellRect(3, -4, 1, 99));
            Assert.That(_grid.IsCovered(3, 2) && _grid.IsCovered(new GridCell(3, 4)), Is.True);
            Assert.That(_grid.IsCovered(2, 2), Is.False);
            Assert.AreEqual((CellType)9, _grid.GetCell(3, 2));
            Assert.AreEqual(PathReason.NoPath, Find(default(PathQuery)).Reason);
            _grid.SetCells(new byte[35]);
            Assert.AreEqual(PathReason.NoPath, Find(default(PathQuery)).Reason);
            cover.Clear();
            Assert.That(Find(default(PathQuery)).Found, Is.True);
            Assert.AreEqual(CellType.Walkable, _grid.GetCell(3, 2));
        }

        [Test]
        public void A_query_leaves_one_cover_out()
        {
            PathCover own = _grid.CreateCover();
            PathCover other = _grid.CreateCover();
            own.SetRects(new CellRect(3, 0, 1, 5), new CellRect(0, 0, 1, 1));
            other.SetRect(new CellRect(3, 2, 1, 1));
            PathResult result = Find(new PathQuery { Without = own });
            Assert.That(result.Found, Is.True);
            Assert.That(result.Cost, Is.GreaterThan(6.0));
            Assert.AreEqual(PathReason.NoPath, Find(new PathQuery { Without = other }).Reason);
            byte[] counts = new byte[8];
            _grid.GetCovers(2, 2, 3, 2, counts);
            CollectionAssert.AreEqual(new byte[] { 0, 2, 0, 0, 1, 0, 0, 0 }, counts);
            other.Dispose();
            Assert.AreEqual(6.0, Find(new PathQuery { Without = own }).Cost);
            using (PathQueue queue = new PathQueue(_grid))
            {
                PathQuery query = new PathQuery { Without = own };
                Assert.That(queue.Request(new GridCell(0, 2), new GridCell(6, 2), query).Wait().Found, Is.True);
            }
        }

        [Test]
        public void What_is_disposed_or_of_another_grid_is_refused()
        {
            PathCover cover = _grid.CreateCover();
            cover.SetRect(new CellRect(0, 0, 7, 5));
            using (PathGrid other = new PathGrid(7, 5))
            {
                Assert.Throws<ArgumentException>(
                    () => other.FindPath(
                        new GridCell(0, 0),
                        new GridCell(1, 1),
                        new List<GridCell>(),
                        new PathQuery { Without = cover }));
            }
            cover.Dispose();
            cover.Dispose();
            Assert.That(cover.IsDisposed, Is.True);
            Assert.That(_grid.IsCovered(3, 2), Is.False);
            Assert.That(Find(new PathQuery { Without = cover }).Found, Is.True);
            Assert.Throws<ObjectDisposedException>(() => cover.Clear());
            Assert.Throws<ArgumentNullException>(() => cover.SetRects(null));
            Assert.Throws<ArgumentOutOfRangeException>(() => _grid.IsCovered(7, 0));
            Assert.Throws<ArgumentException>(() => _grid.GetCovers(0, 0, 7, 5, new byte[34]));
            Assert.Throws<ArgumentNullException>(() => _grid.GetCovers(0, 0, 7, 5, null));
            PathCover last = _grid.CreateCover();
            _grid.Dispose();
            Assert.That(last.IsDisposed, Is.True);
            Assert.Throws<ObjectDisposedException>(() => _grid.CreateCover());
        }

        [Test]
        public void A_cover_that_moves_makes_no_garbage()
        {
            PathCover cover = _grid.CreateCover();
            int place = 0;
            long bytes = Garbage.During(() =>
            {
                cover.SetRect(new CellRect(place, place % 5, 2, 2));
                place = (place + 1) % 7;
            });
            Assert.AreEqual(0, bytes);
        }

        private PathResult Find(PathQuery query)
            => _grid.FindPath(new GridCell(0, 2), new GridCell(6, 2), new List<GridCell>(), query);
    }
}
