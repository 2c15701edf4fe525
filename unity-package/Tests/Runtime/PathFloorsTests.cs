using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathFloorsTests
    {
        private readonly List<FloorStep> _path = new List<FloorStep>();
        private PathGrid _ground;
        private PathGrid _upper;
        private PathFloors _floors;

        [SetUp]
        public void CreateFloors()
        {
            _ground = new PathGrid(4, 1);
            _upper = new PathGrid(4, 1);
            _floors = new PathFloors(_ground, _upper);
        }

        [TearDown]
        public void DisposeFloors()
        {
            _floors.Dispose();
            _ground.Dispose();
            _upper.Dispose();
        }

        private static FloorCell At(int floor, int x) => new FloorCell(floor, x, 0);

        [Test]
        public void A_path_runs_through_floors_and_tells_which_link_it_takes()
        {
            int stairs = _floors.AddLink(At(0, 3), At(1, 3), 2.0);
            FloorPathResult result = _floors.FindPath(At(0, 1), At(1, 2), _path);
            Assert.That(result.Found, Is.True);
            Assert.AreEqual(5.0, result.Cost);
            Assert.AreEqual(5, result.Length);
            Assert.AreEqual(1, result.Links);
            Assert.AreEqual(2, result.Walks);
            Assert.AreEqual(_floors.Revision, result.Revision);
            FloorCell[] cells = { At(0, 1), At(0, 2), At(0, 3), At(1, 3), At(1, 2) };
            for (int i = 0; i < cells.Length; i++)
            {
                Assert.AreEqual(cells[i], _path[i].FloorCell, "cell " + i);
                Assert.AreEqual(i == 3 ? stairs : 0, _path[i].Link, "cell " + i);
            }
            Assert.AreEqual("floor 1 (3, 0) by link 1", _path[3].ToString());
            Assert.AreEqual("floor 1 (2, 0)", _path[4].ToString());
        }

        [Test]
        public void An_array_gets_the_path_in_its_first_places()
        {
            _floors.AddLink(At(0, 3), At(1, 3), 2.0);
            FloorStep[] path = new FloorStep[9];
            FloorStep mark = new FloorStep(At(7, 7), 7);
            path[8] = mark;
            FloorPathResult result = _floors.FindPath(At(0, 0), At(1, 0), path);
            Assert.AreEqual(8, result.Length);
            Assert.AreEqual(At(1, 0), path[7].FloorCell);
            Assert.AreEqual(mark, path[8]);
            Refused.Array("path", "8 are needed", () => _floors.FindPath(At(0, 0), At(1, 0), new FloorStep[7]));
        }

        [Test]
        public void A_one_way_link_leads_back_nowhere_and_a_closed_one_nowhere()
        {
            int link = _floors.AddLink(new FloorLink(At(0, 3), At(1, 3), 1.0) { OneWay = true });
            Assert.That(_floors.FindPath(At(0, 0), At(1, 0), _path).Found, Is.True);
            Assert.AreEqual(PathReason.NoPath, _floors.FindPath(At(1, 0), At(0, 0), _path).Reason);
            Assert.AreEqual(0, _path.Count);
            _floors.SetLinkClosed(link, true);
            Assert.AreEqual(PathReason.NoPath, _floors.FindPath(At(0, 0), At(1, 0), _path).Reason);
            _floors.SetLinkClosed(link, false);
            Assert.That(_floors.FindPath(At(0, 0), At(1, 0), _path).Found, Is.True);
        }

        [Test]
        public void Edits_of_the_grids_are_seen_by_the_next_search()
        {
            _floors.AddLink(At(0, 3), At(1, 3), 0.0);
            _upper.SetCell(1, 0, CellType.Obstacle);
            Assert.AreEqual(PathReason.NoPath, _floors.FindPath(At(0, 0), At(1, 0), _path).Reason);
            Assert.AreEqual(PathReason.GoalBlocked, _floors.FindPath(At(0, 0), At(1, 1), _path).Reason);
            _upper.SetCell(1, 0, CellType.Walkable);
            Assert.That(_floors.FindPath(At(0, 0), At(1, 0), _path).Found, Is.True);
        }

        [Test]
        public void The_reason_says_which_end_is_outside()
        {
            Assert.AreEqual(PathReason.StartOutside, _floors.FindPath(At(0, 4), At(1, 9), _path).Reason);
            Assert.AreEqual(PathReason.GoalOutside, _floors.FindPath(At(0, 0), At(1, -1), _path).Reason);
        }

        [Test]
        public void The_query_sets_rules_and_limits_for_all_floors()
        {
            using (PathGrid square = new PathGrid(3, 3))
            {
                int floor = _floors.AddFloor(square);
                _floors.AddLink(At(0, 3), new FloorCell(floor, 0, 0), 1.0);
                FloorCell goal = new FloorCell(floor, 2, 2);
                Assert.That(_floors.FindPath(At(0, 0), goal, _path).Cost, Is.EqualTo(6.8).Within(1e-9));
                PathQuery query =
                    new PathQuery { DiagonalRule = DiagonalRule.Never, StraightCost = 2.0, DiagonalCost = 2.0 };
                Assert.AreEqual(15.0, _floors.FindPath(At(0, 0), goal, _path, query).Cost);
                query.MaxExpansions = 1;
                FloorPathResult limited = _floors.FindPath(At(0, 0), goal, _path, query);
                Assert.AreEqual(PathReason.LimitReached, limited.Reason);
                Assert.AreEqual(1, limited.Expansions);
            }
        }

        [Test]
        public void A_path_longer_than_any_before_is_whole()
        {
            using (PathGrid corridor = new PathGrid(3000, 1))
            {
                int floor = _floors.AddFloor(corridor);
                _floors.AddLink(At(0, 3), At(floor, 0), 1.0);
                FloorPathResult result = _floors.FindPath(At(0, 0), At(floor, 2999), _path);
                Assert.AreEqual(3004, result.Length);
                Assert.AreEqual(3004, _path.Count);
                Assert.AreEqual(At(floor, 2999), _path[3003].FloorCell);
            }
        }

        [Test]
        public void Links_come_back_as_they_were_given()
        {
            FloorLink link = new FloorLink(At(0, 1), At(1, 2), 0.5) { OneWay = true, Closed = true };
            int number = _floors.AddLink(link);
            int other = _floors.AddLink(At(1, 0), At(1, 3), 3.0);
            Assert.AreEqual(link, _floors.GetLink(number));
            _floors.SetLinkCost(number, 9.0);
            Assert.AreEqual(9.0, _floors.GetLink(number).Cost);
            Assert.AreEqual(new[] { number, other }, _floors.GetLinks());
            Assert.AreEqual(2, _floors.LinkCount);
            _floors.RemoveLink(number);
            Assert.AreEqual(new[] { other }, _floors.GetLinks());
            Assert.That(_floors.AddLink(link), Is.Not.EqualTo(number));
        }

        [Test]
        public void What_is_not_there_or_out_of_range_is_refused_by_name()
        {
            Refused.Argument("link", "floor", () => _floors.AddLink(At(0, 0), At(2, 0), 1.0));
            Refused.Argument("link", "floor", () => _floors.AddLink(At(-1, 0), At(1, 0), 1.0));
            Refused.Argument("link", "(4, 0)", () => _floors.AddLink(At(0, 4), At(1, 0), 1.0));
            Refused.Argument("link", "-1", () => _floors.AddLink(At(0, 0), At(1, 0), -1.0));
            Refused.Argument("link", "NaN", () => _floors.AddLink(At(0, 0), At(1, 0), double.NaN));
            foreach (int unknown in new[] { -1, 0, 1 })
            {
                Refused.Argument("link", "link", () => _floors.GetLink(unknown));
                Refused.Argument("link", "link", () => _floors.RemoveLink(unknown));
                Refused.Argument("link", "link", () => _floors.SetLinkClosed(unknown, true));
                Refused.Argument("link", "link", () => _floors.SetLinkCost(unknown, 1.0));
            }
            int link = _floors.AddLink(At(0, 0), At(1, 0), 1.0);
            Refused.Argument("cost", "-2", () => _floors.SetLinkCost(link, -2.0));
            Refused.Argument("floor", "2 floors", () => _floors.GetFloor(2));
            Refused.Argument("floor", "floor", () => _floors.SetFloor(2, _ground));
            Refused.Argument("start or goal", "floor", () => _floors.FindPath(At(0, 0), At(2, 0), _path));
            PathQuery query = new PathQuery { StraightCost = -1.0, DiagonalCost = 1.0 };
            Refused.Argument("query", "cost", () => _floors.FindPath(At(0, 0), At(1, 0), _path, query));
            Refused.Null("path", () => _floors.FindPath(At(0, 0), At(1, 0), (List<FloorStep>)null));
            Refused.Null("path", () => _floors.FindPath(At(0, 0), At(1, 0), (FloorStep[])null));
            Refused.Null("grid", () => _floors.AddFloor(null));
            Refused.Null("grids", () => new PathFloors(_ground, null));
            Refused.Null("grids", () => new PathFloors(null));
        }

        [Test]
        public void A_floor_whose_grid_is_disposed_is_not_walked_and_can_get_another_grid()
        {
            _floors.AddLink(At(0, 3), At(1, 3), 0.0);
            _upper.Dispose();
            ObjectDisposedException gone =
                Assert.Throws<ObjectDisposedException>(() => _floors.FindPath(At(0, 0), At(1, 0), _path));
            Assert.AreEqual("PathGrid", gone.ObjectName);
            Assert.That(_floors.FindPath(At(0, 0), At(0, 3), _path).Found, Is.True);
            Assert.AreEqual(
                "PathGrid", Assert.Throws<ObjectDisposedException>(() => _floors.AddFloor(_upper)).ObjectName);
            using (PathGrid next = new PathGrid(9, 1))
            {
                _floors.SetFloor(1, next);
                Assert.AreSame(next, _floors.GetFloor(1));
                Assert.That(_floors.FindPath(At(0, 0), At(1, 8), _path).Found, Is.True);
            }
        }

        [Test]
        public void Every_member_that_needs_the_native_floors_says_that_they_are_disposed()
        {
            int link = _floors.AddLink(At(0, 3), At(1, 3), 0.0);
            _floors.Dispose();
            _floors.Dispose();
            Assert.That(_floors.IsDisposed, Is.True);
            Assert.That(_ground.IsDisposed, Is.False);
            TestDelegate[] calls =
            {
                () => Assert.AreEqual(0, _floors.FloorCount),
                () => Assert.AreEqual(0, _floors.LinkCount),
                () => Assert.AreEqual(0UL, _floors.Revision),
                () => _floors.AddFloor(_ground),
                () => _floors.SetFloor(0, _upper),
                () => _floors.AddLink(At(0, 0), At(1, 0), 1.0),
                () => _floors.RemoveLink(link),
                () => _floors.SetLinkClosed(link, true),
                () => _floors.SetLinkCost(link, 1.0),
                () => _floors.GetLink(link),
                () => _floors.GetLinks(),
                () => _floors.FindPath(At(0, 0), At(1, 0), _path),
                () => _floors.FindPath(At(0, 0), At(1, 0), new FloorStep[8]),
            };
            for (int i = 0; i < calls.Length; i++)
            {
                ObjectDisposedException exception = Assert.Throws<ObjectDisposedException>(calls[i], "call " + i);
                Assert.AreEqual("PathFloors", exception.ObjectName);
            }
            Assert.AreSame(_ground, _floors.GetFloor(0));
        }

        [Test]
        public void Floors_count_until_they_are_disposed()
        {
            Garbage.Collect();
            int before = GridStarLibrary.LiveFloorsCount;
            using (new PathFloors(_ground))
            {
                Assert.AreEqual(before + 1, GridStarLibrary.LiveFloorsCount);
            }
            Assert.AreEqual(before, GridStarLibrary.LiveFloorsCount);
        }

        [Test]
        public void A_warm_search_allocates_nothing()
        {
            _floors.AddLink(At(0, 3), At(1, 3), 1.0);
            FloorStep[] array = new FloorStep[8];
            Assert.AreEqual(0, Garbage.During(() => _floors.FindPath(At(0, 0), At(1, 0), _path)));
            Assert.AreEqual(0, Garbage.During(() => _floors.FindPath(At(0, 0), At(1, 0), array)));
        }

        [Test]
        public void Cells_of_floors_are_equal_by_floor_and_cell()
        {
            FloorCell cell = new FloorCell(2, 3, -4);
            Assert.That(cell == new FloorCell(2, new GridCell(3, -4)), Is.True);
            Assert.That(cell != new FloorCell(1, 3, -4), Is.True);
            Assert.That(cell.Equals((object)"floor 2 (3, -4)"), Is.False);
            Assert.AreEqual(cell.GetHashCode(), new FloorCell(2, 3, -4).GetHashCode());
            Assert.AreEqual("floor 2 (3, -4)", cell.ToString());
        }
    }
}
