using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class TraversalProfileTests
    {
        private const float Tolerance = 1e-6f;

        private readonly List<GridCell> _path = new List<GridCell>();
        private TraversalProfile _profile;

        [SetUp]
        public void CreateProfile()
        {
            _profile = new TraversalProfile();
        }

        [TearDown]
        public void DisposeProfile()
        {
            _profile.Dispose();
        }

        [Test]
        public void A_new_profile_blocks_obstacles_and_charges_every_other_type_once()
        {
            for (int type = 0; type < TraversalProfile.TypeCount; type++)
            {
                Assert.AreEqual(type == 1, _profile.IsBlocked(type), "type " + type);
                Assert.AreEqual(type == 1 ? 0.0 : 1.0, _profile.GetCost(type), "type " + type);
            }
            Assert.AreEqual(TraversalCharge.Mean, _profile.Charge);
        }

        [Test]
        public void Costs_are_set_and_types_blocked_one_by_one()
        {
            Assert.AreSame(_profile, _profile.SetCost(3, 4f).Block(5).SetCost((CellType)255, 0.5).Block((CellType)6));
            Assert.AreEqual(4.0, _profile.GetCost(3));
            Assert.AreEqual(0.5, _profile.GetCost((CellType)255));
            Assert.That(_profile.IsBlocked(5) && _profile.IsBlocked((CellType)6), Is.True);
            _profile.SetCost(5, 2).SetCost(CellType.Obstacle, 8);
            Assert.That(_profile.IsBlocked(5) || _profile.IsBlocked(CellType.Obstacle), Is.False);
            Assert.AreEqual(8.0, _profile.GetCost(1));
        }

        [Test]
        public void Costs_are_hundredths_or_64ths()
        {
            foreach (double kept in new[] { 0.1, 1.2, 0.75, 3.07, 1.0 / 64, 77.0 / 64 })
            {
                Assert.AreEqual(kept, _profile.SetCost(2, kept).GetCost(2));
            }
            Assert.AreEqual(0.1, _profile.SetCost(2, 0.1f).GetCost(2));
            Assert.AreEqual(1.24, _profile.SetCost(2, 1.237).GetCost(2));
            Assert.AreEqual(0.01, _profile.SetCost(2, 1.0 / 128).GetCost(2));
            Assert.AreEqual(1024.0, _profile.SetCost(2, TraversalProfile.MaxCost).GetCost(2));
        }

        [Test]
        public void All_costs_are_set_and_read_at_once()
        {
            float[] costs = new float[256];
            for (int type = 0; type < 256; type++)
            {
                costs[type] = type % 3 == 0 ? 0f : type;
            }
            Assert.AreSame(_profile, _profile.SetCosts(costs));
            float[] read = new float[256];
            _profile.GetCosts(read);
            Assert.AreEqual(costs, read);
            Assert.That(_profile.IsBlocked(0) && _profile.IsBlocked(255), Is.True);
            Assert.AreEqual(254.0, _profile.GetCost(254));
        }

        [Test]
        public void A_cost_out_of_range_is_refused_and_changes_nothing()
        {
            foreach (double cost in new[] { -1.0, 0.001, 1024.1, double.NaN, double.PositiveInfinity })
            {
                Refused.Argument("cost", "1024", () => _profile.SetCost(2, cost));
            }
            Refused.Argument("cost", "Block", () => _profile.SetCost(2, 0.0));
            Refused.Argument("type", "0 to 255", () => _profile.SetCost(256, 1));
            Refused.Argument("type", "0 to 255", () => _profile.Block(-1));
            Refused.Argument("type", "0 to 255", () => _profile.GetCost(256));
            Refused.Argument("type", "0 to 255", () => _profile.IsBlocked(-1));
            float[] costs = new float[256];
            costs[7] = -2f;
            Refused.Argument("costs", "type 7: -2", () => _profile.SetCosts(costs));
            Refused.Array("costs", "255 elements", () => _profile.SetCosts(new float[255]));
            Refused.Array("costs", "257 elements", () => _profile.GetCosts(new float[257]));
            Refused.Null("costs", () => _profile.SetCosts(null));
            Refused.Null("costs", () => _profile.GetCosts(null));
            Refused.Argument("value", "charge", () => _profile.Charge = (TraversalCharge)2);
            Assert.AreEqual(1.0, _profile.GetCost(2));
            Assert.AreEqual(1.0, _profile.GetCost(7));
        }

        [Test]
        public void A_path_costs_what_the_types_of_its_cells_cost()
        {
            using (PathGrid grid = Row(0, 3, 3, 0))
            {
                _profile.SetCost(3, 4);
                PathQuery query = new PathQuery { Profile = _profile };
                // Means: 2.5, 4, 2.5.
                PathResult result = grid.FindPath(new GridCell(0, 0), new GridCell(3, 0), _path, query);
                Assert.AreEqual(9.0, result.Cost, Tolerance);
                Assert.AreEqual(3.0, grid.FindPath(new GridCell(0, 0), new GridCell(3, 0), _path).Cost, Tolerance);
                _profile.Charge = TraversalCharge.Entered;
                Assert.AreEqual(TraversalCharge.Entered, _profile.Charge);
                // Entered: 4, 4, 1.
                result = grid.FindPath(new GridCell(0, 0), new GridCell(3, 0), _path, query);
                Assert.AreEqual(9.0, result.Cost, Tolerance);
                result = grid.FindPath(new GridCell(0, 0), new GridCell(2, 0), _path, query);
                Assert.AreEqual(8.0, result.Cost, Tolerance);
                result = grid.FindPath(new GridCell(2, 0), new GridCell(3, 0), _path, query);
                Assert.AreEqual(1.0, result.Cost, Tolerance);
            }
        }

        [Test]
        public void A_path_goes_around_dear_cells_when_that_is_cheaper()
        {
            using (PathGrid grid = new PathGrid(new CellMap().ReadText(".......\n.......\n.44444.\n")))
            {
                PathQuery query = new PathQuery { Profile = _profile, DiagonalRule = DiagonalRule.Never };
                GridCell start = new GridCell(0, 2);
                GridCell goal = new GridCell(6, 2);
                _profile.SetCost(4, 1.25);
                Assert.AreEqual(7, grid.FindPath(start, goal, _path, query).Length);
                _profile.SetCost(4, 2);
                PathResult around = grid.FindPath(start, goal, _path, query);
                Assert.AreEqual(9, around.Length);
                Assert.AreEqual(8.0, around.Cost, Tolerance);
                _profile.SetCost(4, 0.5);
                // Means: 0.75, 4 times 0.5, 0.75.
                Assert.AreEqual(3.5, grid.FindPath(start, goal, _path, query).Cost, Tolerance);
            }
        }

        [Test]
        public void Blocked_types_are_not_entered_and_opened_obstacles_are()
        {
            using (PathGrid grid = Row(0, 5, 0, 1, 0))
            {
                PathQuery query = new PathQuery { Profile = _profile };
                GridCell start = new GridCell(0, 0);
                Assert.AreEqual(PathReason.Found, Reason(grid, start, 2, query));
                _profile.Block(5);
                Assert.AreEqual(PathReason.NoPath, Reason(grid, start, 2, query));
                Assert.AreEqual(PathReason.GoalBlocked, Reason(grid, start, 1, query));
                Assert.AreEqual(PathReason.Found, Reason(grid, new GridCell(1, 0), 2, query));
                Assert.AreEqual(PathReason.Found, Reason(grid, start, 2, default(PathQuery)));
                _profile.SetCost(5, 1).SetCost(1, 3);
                Assert.AreEqual(PathReason.Found, Reason(grid, start, 4, query));
                Assert.AreEqual(PathReason.NoPath, Reason(grid, start, 4, default(PathQuery)));
            }
        }

        [Test]
        public void Every_kind_of_search_takes_a_profile()
        {
            using (PathGrid grid = Row(0, 5, 0))
            using (PathFloors floors = new PathFloors(grid))
            {
                _profile.SetCost(5, 3);
                PathQuery query = new PathQuery { Profile = _profile };
                GridCell start = new GridCell(0, 0);
                GridCell goal = new GridCell(2, 0);
                Assert.AreEqual(4.0, grid.FindPath(start, goal, new GridCell[3], query).Cost, Tolerance);
                List<GridCell> expanded = new List<GridCell>();
                Assert.AreEqual(4.0, grid.TracePath(start, goal, _path, expanded, query).Cost, Tolerance);
                List<FloorStep> steps = new List<FloorStep>();
                FloorPathResult through =
                    floors.FindPath(new FloorCell(0, start), new FloorCell(0, goal), steps, query);
                Assert.AreEqual(4.0, through.Cost, Tolerance);
                using (SearchStepper stepper = grid.BeginSearch(start, goal, query))
                {
                    stepper.Advance(int.MaxValue);
                    Assert.AreEqual(4.0, stepper.Finish(_path).Cost, Tolerance);
                }
                PathTracker tracker = new PathTracker(grid) { Query = query };
                tracker.Update(start, goal, 0.0);
                Assert.AreEqual(4.0, tracker.Result.Cost, Tolerance);
                _profile.Block(5);
                Assert.AreEqual(1, grid.CheckPath(_path, 0, query, out ulong revision));
                Assert.AreEqual(3, grid.CheckPath(_path, 0, default(PathQuery), out revision));
            }
        }

        [Test]
        public void A_stepper_continues_with_the_profile_as_it_was()
        {
            using (PathGrid grid = Row(0, 5, 0))
            {
                _profile.SetCost(5, 3);
                GridCell goal = new GridCell(2, 0);
                using (SearchStepper stepper =
                    grid.BeginSearch(new GridCell(0, 0), goal, new PathQuery { Profile = _profile }))
                {
                    _profile.Dispose();
                    stepper.Advance(int.MaxValue);
                    Assert.AreEqual(4.0, stepper.Finish(_path).Cost, Tolerance);
                }
            }
        }

        [Test]
        public void A_disposed_profile_is_refused_by_its_name()
        {
            using (PathGrid grid = new PathGrid(2, 1))
            using (PathFloors floors = new PathFloors(grid))
            {
                GridCell cell = new GridCell(0, 0);
                PathQuery query = new PathQuery { Profile = _profile };
                PathTracker tracker = new PathTracker(grid) { Query = query };
                Assert.That(_profile.IsDisposed, Is.False);
                _profile.Dispose();
                _profile.Dispose();
                Assert.That(_profile.IsDisposed, Is.True);
                ulong revision;
                _path.Clear();
                TestDelegate[] calls =
                {
                    () => _profile.SetCost(2, 1),
                    () => _profile.Block(2),
                    () => _profile.GetCost(2),
                    () => _profile.IsBlocked(2),
                    () => _profile.SetCosts(new float[256]),
                    () => _profile.GetCosts(new float[256]),
                    () => _profile.Charge = TraversalCharge.Mean,
                    () => Assert.AreEqual(TraversalCharge.Mean, _profile.Charge),
                    () => grid.FindPath(cell, cell, _path, query),
                    () => grid.FindPath(cell, cell, new GridCell[2], query),
                    () => grid.TracePath(cell, cell, _path, new List<GridCell>(), query),
                    () => grid.CheckPath(_path, 0, query, out revision),
                    () => grid.BeginSearch(cell, cell, query),
                    () => floors.FindPath(new FloorCell(0, cell), new FloorCell(0, cell), new List<FloorStep>(), query),
                    () => floors.FindPath(new FloorCell(0, cell), new FloorCell(0, cell), new FloorStep[2], query),
                    () => tracker.Update(cell, cell, 0.0),
                };
                for (int i = 0; i < calls.Length; i++)
                {
                    ObjectDisposedException found = Assert.Throws<ObjectDisposedException>(calls[i], "call " + i);
                    Assert.AreEqual("TraversalProfile", found.ObjectName, "call " + i);
                }
                grid.Dispose();
                ObjectDisposedException gone = Assert.Throws<ObjectDisposedException>(
                    () => grid.FindPath(cell, cell, _path, default(PathQuery)));
                Assert.AreEqual("PathGrid", gone.ObjectName);
            }
        }

        [Test]
        public void Profiles_count_until_they_are_disposed_or_collected()
        {
            Garbage.Collect();
            int before = GridStarLibrary.LiveProfileCount;
            using (new TraversalProfile())
            {
                Assert.AreEqual(before + 1, GridStarLibrary.LiveProfileCount);
            }
            Assert.AreEqual(before, GridStarLibrary.LiveProfileCount);
        }

        [Test]
        public void A_warm_search_with_a_profile_allocates_nothing()
        {
            using (PathGrid grid = Row(0, 5, 0))
            {
                _profile.SetCost(5, 3);
                GridCell start = new GridCell(0, 0);
                GridCell goal = new GridCell(2, 0);
                GridCell[] array = new GridCell[3];
                PathQuery query = new PathQuery { Profile = _profile, AgentSize = 1 };
                ulong revision;
                Assert.AreEqual(0, Garbage.During(() =>
                {
                    grid.FindPath(start, goal, _path, query);
                    grid.FindPath(start, goal, array, query);
                    grid.CheckPath(_path, 0, query, out revision);
                    _profile.IsBlocked(5);
                }));
                _profile.Block(5);
                Assert.AreEqual(0, Garbage.During(() => grid.FindPath(start, goal, _path, query)));
            }
        }

        [Test]
        public void A_grid_tells_what_it_derived_for_profiles_and_sizes()
        {
            using (PathGrid grid = new PathGrid(40, 40))
            {
                GridCell start = new GridCell(0, 0);
                GridCell goal = new GridCell(20, 9);
                grid.FindPath(start, goal, _path);
                Assert.AreEqual(0, grid.LayerCount);
                Assert.AreEqual(0L, grid.LayerBytes);
                _profile.Block(5);
                grid.FindPath(start, goal, _path, new PathQuery { Profile = _profile });
                int blocked = grid.LayerCount;
                Assert.That(blocked, Is.GreaterThan(0));
                Assert.That(grid.LayerBytes, Is.GreaterThan(0).And.LessThan(grid.Bytes));
                grid.FindPath(start, goal, _path, new PathQuery { AgentSize = 3 });
                Assert.That(grid.LayerCount, Is.GreaterThan(blocked));
            }
        }

        [Test]
        public void A_query_can_be_prepared()
        {
            using (PathGrid grid = new PathGrid(40, 40))
            {
                GridCell start = new GridCell(0, 0);
                GridCell goal = new GridCell(30, 9);
                grid.SetCell(7, 3, (CellType)5);
                _profile.Block(5);
                PathQuery query = new PathQuery { Profile = _profile };
                Assert.AreEqual(0, grid.LayerCount);
                grid.Prepare(query);
                int count = grid.LayerCount;
                long bytes = grid.LayerBytes;
                Assert.That(count, Is.GreaterThan(0));
                grid.FindPath(start, goal, _path, query);
                Assert.AreEqual(count, grid.LayerCount);
                Assert.AreEqual(bytes, grid.LayerBytes);
                Refused.Argument("query", "AgentSize 99", () => grid.Prepare(new PathQuery { AgentSize = 99 }));
                _profile.Dispose();
                ObjectDisposedException found = Assert.Throws<ObjectDisposedException>(() => grid.Prepare(query));
                Assert.AreEqual("TraversalProfile", found.ObjectName);
            }
        }

        [Test]
        public void Two_profiles_give_two_paths_on_one_grid()
        {
            using (TraversalProfile boat = new TraversalProfile())
            using (PathGrid grid = new PathGrid(new CellMap().ReadText(".55.\n....\n")))
            {
                boat.Block(0).SetCost(5, 0.5);
                _profile.Block(5);
                PathQuery byLand = new PathQuery { Profile = _profile };
                PathQuery byWater = new PathQuery { Profile = boat };
                Assert.AreEqual(PathReason.Found, Reason(grid, new GridCell(1, 0), 2, byWater));
                Assert.AreEqual(PathReason.GoalBlocked, Reason(grid, new GridCell(0, 0), 2, byLand));
                Assert.AreEqual(PathReason.Found, Reason(grid, new GridCell(0, 0), 3, byLand));
                Assert.AreEqual(PathReason.GoalBlocked, Reason(grid, new GridCell(1, 0), 3, byWater));
            }
        }

        private PathReason Reason(PathGrid grid, GridCell start, int goalX, PathQuery query)
            => grid.FindPath(start, new GridCell(goalX, 0), _path, query).Reason;

        /// <summary>A grid of one row with cells of the given types.</summary>
        private static PathGrid Row(params byte[] types)
        {
            PathGrid grid = new PathGrid(types.Length, 1);
            grid.SetCells(types);
            return grid;
        }
    }
}
