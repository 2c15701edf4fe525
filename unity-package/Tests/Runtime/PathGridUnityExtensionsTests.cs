using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathGridUnityExtensionsTests
    {
        private PathGrid _grid;

        [SetUp]
        public void CreateGrid()
        {
            _grid = new PathGrid(
                new PathGridSettings { Width = 4, Height = 3, CellSize = 2f, OriginX = -4f, OriginY = 1f });
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void Cells_become_Vector2Int_and_back()
        {
            Assert.AreEqual(new Vector2Int(3, -1), new GridCell(3, -1).ToVector2Int());
            Assert.AreEqual(new GridCell(3, -1), new Vector2Int(3, -1).ToGridCell());
        }

        [Test]
        public void A_cell_is_set_and_read_by_Vector2Int()
        {
            _grid.SetCell(new Vector2Int(3, 1), CellType.Obstacle);
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(new Vector2Int(3, 1)));
            Assert.AreEqual(CellType.Obstacle, _grid.GetCell(3, 1));
            Refused.Argument("cell", "(4, 0)", () => _grid.GetCell(new Vector2Int(4, 0)));
        }

        [Test]
        public void A_wall_is_set_and_read_by_Vector2Int()
        {
            _grid.SetPassage(new Vector2Int(3, 1), new Vector2Int(3, 0), Passage.OneWay);
            Assert.AreEqual(Passage.OneWayBack, _grid.GetPassage(new Vector2Int(3, 0), new Vector2Int(3, 1)));
            Refused.Argument("to", "(4, 0)", () => _grid.GetPassage(new Vector2Int(3, 0), new Vector2Int(4, 0)));
        }

        [Test]
        public void Positions_become_cells_and_cells_their_centers()
        {
            Assert.That(_grid.TryGetCellAt(new Vector3(3.9f, 99f, 2f), out GridCell cell), Is.True);
            Assert.AreEqual(new GridCell(3, 1), cell);
            Assert.That(_grid.TryGetCellAt(new Vector3(4f, 0f, 2f), out cell), Is.False);
            Assert.AreEqual(new Vector3(3f, 1f, 3f), _grid.GetCellCenter(new GridCell(3, 1)));
            Assert.AreEqual(new Vector3(2f, 1f, 2f), _grid.GetCellCorner(new GridCell(3, 1)));
        }

        [Test]
        public void A_path_between_positions_holds_the_centers_of_its_cells()
        {
            List<Vector3> path = new List<Vector3> { Vector3.zero };
            PathResult result = _grid.FindPath(new Vector3(-3.5f, 0f, 0.1f), new Vector3(2f, 0f, 1f), path);
            Assert.That(result.Found, Is.True);
            Vector3[] expected =
            {
                new Vector3(-3f, 1f, 1f),
                new Vector3(-1f, 1f, 1f),
                new Vector3(1f, 1f, 1f),
                new Vector3(3f, 1f, 1f),
            };
            Assert.AreEqual(expected, path.ToArray());
        }

        [Test]
        public void A_query_counts_for_a_path_between_positions()
        {
            List<Vector3> path = new List<Vector3>();
            PathQuery query = new PathQuery { DiagonalRule = DiagonalRule.Never };
            Assert.AreEqual(
                1.0 + 1.0, _grid.FindPath(new Vector3(-3f, 0f, 1f), new Vector3(-1f, 0f, 3f), path, query).Cost);
            Assert.AreEqual(3, path.Count);
        }

        [Test]
        public void Without_a_path_between_positions_the_list_is_empty_and_the_reason_told()
        {
            List<Vector3> path = new List<Vector3> { Vector3.zero };
            Vector3 inside = new Vector3(0f, 0f, 0f);
            Assert.AreEqual(PathReason.StartOutside, _grid.FindPath(new Vector3(-4.1f, 0f, 0f), inside, path).Reason);
            Assert.AreEqual(0, path.Count);
            Assert.AreEqual(PathReason.GoalOutside, _grid.FindPath(inside, new Vector3(0f, 0f, 6f), path).Reason);
            _grid.SetCell(0, 0, CellType.Obstacle);
            Assert.AreEqual(PathReason.GoalBlocked, _grid.FindPath(inside, new Vector3(-3f, 0f, 1f), path).Reason);
        }

        [Test]
        public void A_warm_path_between_positions_allocates_nothing()
        {
            List<Vector3> path = new List<Vector3>();
            Vector3 start = new Vector3(-3f, 0f, 1f);
            Vector3 goal = new Vector3(3f, 0f, 3f);
            Assert.AreEqual(0, Garbage.During(() => _grid.FindPath(start, goal, path)));
        }

        [Test]
        public void Null_is_refused_by_name()
        {
            PathGrid none = null;
            Refused.Null("grid", () => none.GetCell(new Vector2Int(0, 0)));
            Refused.Null("grid", () => none.SetCell(new Vector2Int(0, 0), CellType.Obstacle));
            Refused.Null("grid", () => none.GetCellCenter(new GridCell(0, 0)));
            Refused.Null("grid", () => none.GetCellCorner(new GridCell(0, 0)));
            Refused.Null("grid", () => none.FindPath(Vector3.zero, Vector3.zero, new List<Vector3>()));
            Refused.Null("path", () => _grid.FindPath(Vector3.zero, Vector3.zero, (List<Vector3>)null));
        }
    }
}
