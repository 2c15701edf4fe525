using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridGarbageTests
    {
        private readonly List<GridCell> _path = new List<GridCell>();
        private readonly List<GridCell> _expanded = new List<GridCell>();
        private readonly GridCell[] _array = new GridCell[64];
        private readonly GridCell _start = new GridCell(0, 0);
        private readonly GridCell _goal = new GridCell(2, 1);
        private PathGrid _grid;
        private object _kept;

        [SetUp]
        public void CreateGrid()
        {
            _grid = new PathGrid(4, 4);
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void A_warm_search_into_a_list_allocates_nothing()
        {
            Assert.AreEqual(0, Garbage.During(() => _grid.FindPath(_start, _goal, _path)));
            PathQuery query = new PathQuery { DiagonalRule = DiagonalRule.BothFree, MaxExpansions = 9 };
            Assert.AreEqual(0, Garbage.During(() => _grid.FindPath(_start, _goal, _path, query)));
        }

        [Test]
        public void A_warm_search_into_an_array_allocates_nothing()
        {
            Assert.AreEqual(0, Garbage.During(() => _grid.FindPath(_start, _goal, _array)));
        }

        [Test]
        public void A_search_that_finds_nothing_allocates_nothing()
        {
            _grid.SetCell(2, 1, CellType.Obstacle);
            Assert.AreEqual(0, Garbage.During(() => _grid.FindPath(_start, _goal, _path)));
        }

        [Test]
        public void Asking_for_the_state_of_a_grid_and_preparing_it_allocates_nothing()
        {
            Assert.AreEqual(0, Garbage.During(() =>
            {
                _grid.Prepare(SearchEngine.Landmarks);
                _kept = _grid.IsPreparing || _grid.LandmarkChanges > 0 || _grid.Bytes == 0 ? this : null;
            }));
            Assert.IsNull(_kept);
        }

        [Test]
        public void Edits_and_questions_allocate_nothing()
        {
            GridCell cell;
            Assert.AreEqual(0, Garbage.During(() =>
            {
                _grid.SetCell(3, 3, CellType.Obstacle);
                _grid.GetCell(3, 3);
                _grid.TryGetCellAt(1f, 2f, 3f, out cell);
                _grid.GetNeighbors(_goal, _expanded);
            }));
        }

        [Test]
        public void The_measurement_sees_one_small_object_a_call()
        {
            Assert.That(Garbage.During(() => _kept = new object()), Is.GreaterThan(0));
            Assert.That(_kept, Is.Not.Null);
        }
    }
}
