using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridCheckPathTests
    {
        private readonly List<GridCell> _path = new List<GridCell>();
        private PathGrid _grid;

        [SetUp]
        public void FindPath()
        {
            _grid = new PathGrid(6, 4);
            _grid.FindPath(
                new GridCell(0, 0), new GridCell(5, 3), _path, new PathQuery { DiagonalRule = DiagonalRule.BothFree });
            Assert.AreEqual(6, _path.Count);
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void A_path_that_no_edit_touched_is_usable_to_its_end()
        {
            Assert.AreEqual(6, _grid.CheckPath(_path));
            _grid.SetCell(0, 3, CellType.Obstacle);
            Assert.AreEqual(6, _grid.CheckPath(_path));
        }

        [Test]
        public void A_path_is_usable_up_to_the_first_closed_cell_and_from_a_closed_one_on()
        {
            _grid.SetCell(_path[3], CellType.Obstacle);
            Assert.AreEqual(3, _grid.CheckPath(_path));
            Assert.AreEqual(2, _grid.CheckPath(_path, 1, default(PathQuery), out ulong revision));
            Assert.AreEqual(3, _grid.CheckPath(_path, 3, default(PathQuery), out revision));
            Assert.AreEqual(0, _grid.CheckPath(_path, 6, default(PathQuery), out revision));
            Assert.AreEqual(1UL, revision);
        }

        [Test]
        public void A_closed_corner_ends_a_path_where_the_rule_of_the_query_forbids_the_step()
        {
            int step = _path.FindIndex(1, cell => cell.Y != _path[_path.IndexOf(cell) - 1].Y);
            _grid.SetCell(_path[step].X, _path[step - 1].Y, CellType.Obstacle);
            ulong revision;
            Assert.AreEqual(
                step, _grid.CheckPath(_path, 0, new PathQuery { DiagonalRule = DiagonalRule.BothFree }, out revision));
            Assert.AreEqual(6, _grid.CheckPath(
                _path, 0, new PathQuery { DiagonalRule = DiagonalRule.AtMostOneBlocked }, out revision));
            Assert.AreEqual(
                6, _grid.CheckPath(_path, 0, new PathQuery { DiagonalRule = DiagonalRule.Always }, out revision));
            Assert.AreEqual(step, _grid.CheckPath(_path));
        }

        [Test]
        public void What_is_no_path_is_refused_or_unusable()
        {
            ulong revision;
            Refused.Null("path", () => _grid.CheckPath(null));
            Refused.Argument("first", "6 cells", () => _grid.CheckPath(_path, 7, default(PathQuery), out revision));
            Refused.Argument("first", "6 cells", () => _grid.CheckPath(_path, -1, default(PathQuery), out revision));
            Refused.Argument("query", "diagonal",
                () => _grid.CheckPath(_path, 0, new PathQuery { DiagonalRule = (DiagonalRule)9 }, out revision));
            Assert.AreEqual(0, _grid.CheckPath(new List<GridCell>()));
            Assert.AreEqual(1, _grid.CheckPath(new List<GridCell> { new GridCell(5, 3), new GridCell(6, 3) }));
        }

        [Test]
        public void A_warm_check_allocates_nothing()
        {
            Assert.AreEqual(0, Garbage.During(() => _grid.CheckPath(_path)));
        }
    }
}
