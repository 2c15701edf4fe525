using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridPenaltyTests
    {
        private readonly List<GridCell> _path = new List<GridCell>();
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
        public void A_new_grid_has_no_penalties()
        {
            byte[] read = Filled(15, 9);
            _grid.GetPenalties(read);
            Assert.AreEqual(new byte[15], read);
        }

        [Test]
        public void Penalties_are_set_filled_read_and_cleared()
        {
            byte[] all = new byte[15];
            for (int i = 0; i < all.Length; i++)
            {
                all[i] = (byte)(i * 17);
            }
            byte[] read = new byte[16];
            read[15] = 77;
            _grid.SetPenalties(all);
            _grid.GetPenalties(read);
            Assert.AreEqual(238, read[14]);
            Assert.AreEqual(77, read[15]);
            _grid.FillPenalties(1, 1, 2, 2, 255);
            _grid.SetPenalties(3, 0, 2, 1, new byte[] { 5, 6 });
            byte[] part = new byte[4];
            _grid.GetPenalties(2, 0, 2, 2, part);
            Assert.AreEqual(new byte[] { 34, 5, 255, 136 }, part);
            Assert.AreEqual(CellType.Walkable, _grid.GetCell(1, 1));
            _grid.ClearPenalties();
            _grid.GetPenalties(0, 0, 2, 2, part);
            Assert.AreEqual(new byte[4], part);
        }

        [Test]
        public void A_way_through_a_cell_costs_its_penalty_more()
        {
            _grid.FillPenalties(2, 0, 1, 3, 16);
            GridCell start = new GridCell(0, 1);
            GridCell goal = new GridCell(4, 1);
            Assert.AreEqual(5.0, _grid.FindPath(start, goal, _path).Cost, 1e-6);
            PathQuery ignoring = new PathQuery { IgnorePenalties = true };
            Assert.AreEqual(4.0, _grid.FindPath(start, goal, _path, ignoring).Cost, 1e-6);
            // A gap without penalty in the lowest row: two diagonal steps instead of two straight ones.
            _grid.FillPenalties(2, 0, 1, 1, 0);
            Assert.AreEqual(4.8, _grid.FindPath(start, goal, _path).Cost, 1e-6);
            Assert.AreEqual(new GridCell(2, 0), _path[2]);
        }

        [Test]
        public void Mistakes_are_refused()
        {
            Refused.Null("rowByRow", () => _grid.SetPenalties(null));
            Refused.Null("rowByRow", () => _grid.GetPenalties(null));
            Assert.Throws<ArgumentException>(() => _grid.SetPenalties(new byte[14]));
            Assert.Throws<ArgumentException>(() => _grid.SetPenalties(0, 0, 2, 2, new byte[5]));
            Refused.Array("rowByRow", "15 are needed", () => _grid.GetPenalties(new byte[14]));
            Refused.Argument("rectangle", "(4, 0), 2 x 1", () => _grid.FillPenalties(4, 0, 2, 1, 1));
            Refused.Argument("rectangle", "(0, 0), 0 x 1", () => _grid.SetPenalties(0, 0, 0, 1, new byte[0]));
            Refused.Argument("rectangle", "(-1, 0), 1 x 1", () => _grid.GetPenalties(-1, 0, 1, 1, new byte[1]));
            _grid.Dispose();
            Assert.Throws<ObjectDisposedException>(() => _grid.ClearPenalties());
            Assert.Throws<ObjectDisposedException>(() => _grid.SetPenalties(new byte[15]));
            Assert.Throws<ObjectDisposedException>(() => _grid.GetPenalties(new byte[15]));
        }

        private static byte[] Filled(int length, byte value)
        {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++)
            {
                bytes[i] = value;
            }
            return bytes;
        }
    }
}
