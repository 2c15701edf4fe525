using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Options of a query through floors, which mean what they mean on one grid.</summary>
    public sealed class PathFloorsQueryTests
    {
        private readonly List<FloorStep> _path = new List<FloorStep>();
        private PathGrid _ground;
        private PathGrid _upper;
        private PathFloors _floors;

        [SetUp]
        public void CreateFloors()
        {
            _ground = new PathGrid(9, 9);
            _upper = new PathGrid(9, 9);
            _floors = new PathFloors(_ground, _upper);
        }

        [TearDown]
        public void DisposeFloors()
        {
            _floors.Dispose();
            _ground.Dispose();
            _upper.Dispose();
        }

        private static FloorCell At(int floor, int x, int y) => new FloorCell(floor, x, y);

        [Test]
        public void A_partial_path_leads_to_the_nearest_cell_of_the_goals_floor_or_to_the_link_towards_it()
        {
            int link = _floors.AddLink(At(0, 8, 0), At(1, 8, 0), 1.0);
            _upper.FillRect(5, 0, 1, 9, CellType.Obstacle);
            PathQuery query = new PathQuery { AllowPartial = true };
            FloorPathResult result = _floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path, query);
            Assert.AreEqual(PathReason.PartialPath, result.Reason);
            Assert.IsTrue(result.HasPath);
            Assert.IsFalse(result.Found);
            Assert.AreEqual(At(1, 6, 0), _path[_path.Count - 1].FloorCell);
            _floors.SetLinkClosed(link, true);
            result = _floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path, query);
            Assert.AreEqual(PathReason.PartialPath, result.Reason);
            Assert.AreEqual(At(0, 8, 0), _path[_path.Count - 1].FloorCell, "before the closed link");
            Assert.AreEqual(0, result.Links);
            Assert.AreEqual(PathReason.NoPath, _floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path).Reason);
        }

        [Test]
        public void A_start_in_an_obstacle_is_left_the_shortest_way()
        {
            _floors.AddLink(At(0, 8, 4), At(1, 8, 4), 1.0);
            _ground.FillRect(0, 3, 4, 3, CellType.Obstacle);
            Assert.AreEqual(PathReason.NoPath, _floors.FindPath(At(0, 1, 4), At(1, 0, 0), _path).Reason);
            FloorPathResult result = _floors.FindPath(
                At(0, 1, 4), At(1, 0, 0), _path, new PathQuery { LeaveBlocked = true });
            Assert.IsTrue(result.Found);
            Assert.AreEqual(At(0, 1, 4), _path[0].FloorCell);
            Assert.AreEqual(At(1, 0, 0), _path[_path.Count - 1].FloorCell);
        }

        [Test]
        public void Both_ends_of_a_link_are_points_of_each_form()
        {
            int link = _floors.AddLink(At(0, 8, 8), At(1, 8, 8), 1.0);
            foreach (PathForm form in new[] { PathForm.WayPoints, PathForm.Straightened })
            {
                FloorPathResult result = _floors.FindPath(
                    At(0, 0, 0), At(1, 0, 0), _path, new PathQuery { Form = form });
                Assert.IsTrue(result.Found, form.ToString());
                FloorStep[] expected =
                {
                    new FloorStep(At(0, 0, 0), 0),
                    new FloorStep(At(0, 8, 8), 0),
                    new FloorStep(At(1, 8, 8), link),
                    new FloorStep(At(1, 0, 0), 0),
                };
                CollectionAssert.AreEqual(expected, _path, form.ToString());
            }
            Assert.Throws<ArgumentException>(() => _floors.FindPath(
                At(0, 0, 0), At(1, 0, 0), _path, new PathQuery { Form = PathForm.AnyAngle }));
        }

        [Test]
        public void Limits_of_cost_and_of_cells_hold_for_the_whole_path()
        {
            _floors.AddLink(At(0, 8, 0), At(1, 8, 0), 2.0);
            FloorPathResult result = _floors.FindPath(
                At(0, 0, 0), At(1, 0, 0), _path, new PathQuery { MaxCost = 17.5 });
            Assert.AreEqual(PathReason.CostLimitReached, result.Reason);
            Assert.IsTrue(_floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path, new PathQuery { MaxCost = 18.0 }).Found);
            Assert.AreEqual(18, _path.Count);
            result = _floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path, new PathQuery { MaxCells = 11 });
            Assert.AreEqual(18.0, result.Cost, "that of the whole path");
            Assert.AreEqual(11, result.Length);
            Assert.AreEqual(At(1, 7, 0), _path[10].FloorCell);
        }

        [Test]
        public void A_cover_of_a_floor_is_left_out_on_that_floor()
        {
            _floors.AddLink(At(0, 8, 0), At(1, 8, 0), 1.0);
            _upper.FillRect(4, 1, 1, 8, CellType.Obstacle);
            using (PathCover cover = _upper.CreateCover())
            {
                cover.SetRect(new CellRect(4, 0, 1, 1));
                Assert.AreEqual(PathReason.NoPath, _floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path).Reason);
                PathQuery query = new PathQuery { Without = cover };
                Assert.IsTrue(_floors.FindPath(At(0, 0, 0), At(1, 0, 0), _path, query).Found);
            }
        }

        [Test]
        public void What_was_prepared_needs_no_search_and_gives_the_same_path()
        {
            _floors.AddLink(At(0, 8, 0), At(1, 8, 0), 1.0);
            _floors.AddLink(At(1, 0, 8), At(0, 0, 8), 1.0);
            List<FloorStep> before = new List<FloorStep>();
            using (TraversalProfile profile = new TraversalProfile())
            {
                profile.SetCost(2, 3.0);
                PathQuery query = new PathQuery { Profile = profile };
                _ground.FillRect(3, 0, 2, 9, (CellType)2);
                _floors.FindPath(At(0, 0, 0), At(1, 4, 4), before, query);
                _floors.Prepare(query);
                _floors.Prepare();
                FloorPathResult result = _floors.FindPath(At(0, 0, 0), At(1, 4, 4), _path, query);
                Assert.IsTrue(result.Found);
                CollectionAssert.AreEqual(before, _path);
                Refused.Argument("query", "AgentSize 99", () => _floors.Prepare(new PathQuery { AgentSize = 99 }));
            }
            _floors.Dispose();
            Assert.Throws<ObjectDisposedException>(() => _floors.Prepare());
        }
    }
}
