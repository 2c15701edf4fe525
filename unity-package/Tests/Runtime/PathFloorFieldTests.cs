using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public sealed class PathFloorFieldTests
    {
        private static readonly PathQuery Straight = new PathQuery { DiagonalRule = DiagonalRule.Never };

        private readonly List<FloorStep> _path = new List<FloorStep>();
        private PathGrid _ground;
        private PathGrid _upper;
        private PathFloors _floors;

        [SetUp]
        public void CreateFloors()
        {
            _ground = new PathGrid(6, 1);
            _upper = new PathGrid(6, 1);
            _floors = new PathFloors(_ground, _upper);
        }

        [TearDown]
        public void DisposeFloors()
        {
            _floors.Dispose();
            _ground.Dispose();
            _upper.Dispose();
            Garbage.Collect();
            Assert.AreEqual(0, GridStarLibrary.LiveFloorFieldCount);
        }

        private static FloorCell At(int floor, int x) => new FloorCell(floor, x, 0);

        [Test]
        public void Steps_lead_over_links_to_the_nearest_goal_and_name_them()
        {
            int stairs = _floors.AddLink(At(0, 5), At(1, 5), 2.0);
            using (PathFloorField field = _floors.CreateField(At(1, 3)))
            {
                Assert.IsTrue(field.IsReady);
                Assert.AreSame(_floors, field.Floors);
                Assert.AreEqual(_floors.Revision, field.Revision);
                FloorFieldStep step = field.GetStep(At(0, 4));
                Assert.AreEqual(At(0, 5), step.FloorCell);
                Assert.AreEqual(0, step.Link);
                Assert.AreEqual(5.0, step.Cost);
                step = field.GetStep(At(0, 5));
                Assert.AreEqual(At(1, 5), step.FloorCell);
                Assert.AreEqual(stairs, step.Link);
                Assert.AreEqual("floor 1 (5, 0) by link 1 for 4", step.ToString());
                Assert.AreEqual(At(1, 3), field.GetStep(At(1, 3)).FloorCell);
                FloorPathResult result = field.FindPath(At(0, 3), _path);
                Assert.AreEqual(6.0, result.Cost);
                Assert.AreEqual(1, result.Links);
                Assert.AreEqual(stairs, _path[3].Link);
                Assert.AreEqual(6, _path.Count);
                double[] costs = new double[2];
                field.GetCosts(0, new CellRect(4, 0, 2, 1), costs);
                Assert.AreEqual(new[] { 5.0, 4.0 }, costs);
                List<FloorFieldStep> range = new List<FloorFieldStep>();
                field.GetRange(range, 4.0, RangeOrder.Costs);
                Assert.AreEqual(7, range.Count);
                Assert.AreEqual(At(1, 3), range[0].FloorCell);
                Assert.AreEqual(4.0, range[6].Cost);
                field.GetRange(range, 4.0, RangeOrder.Costs, 2);
                Assert.AreEqual(2, range.Count);
            }
        }

        [Test]
        public void An_update_follows_edits_and_links_and_does_nothing_without_them()
        {
            int stairs = _floors.AddLink(At(0, 5), At(1, 5), 2.0);
            using (PathFloorField field = _floors.CreateField(At(1, 3)))
            {
                long builds = field.Builds;
                Assert.IsTrue(field.Update());
                Assert.AreEqual(builds, field.Builds);
                _floors.SetLinkClosed(stairs, true);
                Assert.IsTrue(field.GetStep(At(0, 0)).HasPath, "before the update");
                Assert.IsTrue(field.Update());
                Assert.IsFalse(field.GetStep(At(0, 0)).HasPath);
                Assert.AreEqual(PathReason.NoPath, field.FindPath(At(0, 0), _path).Reason);
                _floors.SetLinkClosed(stairs, false);
                _floors.SetLinkCost(stairs, 7.0);
                _floors.AddLink(new FloorLink(At(0, 0), At(1, 0), 1.0) { OneWay = true });
                field.Update();
                Assert.AreEqual(4.0, field.GetCost(At(0, 0)));
                _upper.SetCell(1, 0, CellType.Obstacle);
                field.Update();
                Assert.AreEqual(14.0, field.GetCost(At(0, 0)));
                field.SetGoal(At(0, 2));
                Assert.AreEqual(2.0, field.GetCost(At(0, 0)));
                Assert.AreEqual(10.0, field.GetCost(At(1, 5)));
                field.SetGoals(new[] { At(0, 2), At(1, 4) });
                Assert.AreEqual(1.0, field.GetCost(At(1, 5)));
            }
        }

        [Test]
        public void Mistakes_are_named_and_leave_the_field_as_it_was()
        {
            Refused.Argument("goals", "no such cell", () => _floors.CreateField(At(2, 0)));
            Refused.Argument("goals", "no such cell", () => _floors.CreateField(At(1, 6)));
            Refused.Null("goals", () => _floors.CreateField((FloorCell[])null));
            Refused.Argument("maxVisits", "negative", () => _floors.CreateField(new[] { At(0, 0) }, Straight, -1));
            Assert.Throws<ArgumentException>(
                () => _floors.CreateField(At(0, 0), new PathQuery { AllowPartial = true }));
            PathFloorField field = _floors.CreateField(At(0, 0));
            Refused.Argument("goal", "no such cell", () => field.SetGoal(At(0, -1)));
            Assert.IsFalse(field.GetStep(At(5, 0)).HasPath);
            Assert.AreEqual(PathReason.StartOutside, field.FindPath(At(5, 0), _path).Reason);
            Refused.Argument("floor", "floor", () => field.GetCosts(5, new CellRect(0, 0, 1, 1), new double[1]));
            Refused.Array("rowByRow", "2 are needed",
                () => field.GetCosts(0, new CellRect(0, 0, 2, 1), new double[1]));
            Assert.AreEqual(3.0, field.GetCost(At(0, 3)));
            Assert.IsFalse(field.GetStep(At(0, 9)).HasPath);
            field.Dispose();
            field.Dispose();
            Assert.IsTrue(field.IsDisposed);
            ObjectDisposedException gone = Assert.Throws<ObjectDisposedException>(() => field.GetStep(At(0, 0)));
            Assert.AreEqual("PathFloorField", gone.ObjectName);
            _floors.Dispose();
            gone = Assert.Throws<ObjectDisposedException>(() => _floors.CreateField(At(0, 0)));
            Assert.AreEqual("PathFloors", gone.ObjectName);
        }

        [Test]
        public void A_floor_with_too_many_ends_of_links_is_refused_by_name()
        {
            using (PathGrid grid = new PathGrid(40, 40))
            using (PathFloors floors = new PathFloors(grid))
            {
                int last = 0;
                for (int i = 0; i < 257; i++)
                {
                    last = floors.AddLink(
                        new FloorCell(0, i % 40, i / 40), new FloorCell(0, i % 40, 20 + i / 40), 1.0);
                }
                FloorCell goal = new FloorCell(0, 39, 39);
                ArgumentException refused = Assert.Throws<ArgumentException>(() => floors.CreateField(goal));
                StringAssert.Contains("512 ends", refused.Message);
                floors.RemoveLink(last);
                using (PathFloorField field = floors.CreateField(goal))
                {
                    Assert.AreEqual(20.0, field.GetCost(new FloorCell(0, 39, 0)), "a link and 19 steps");
                    floors.AddLink(new FloorCell(0, 0, 39), new FloorCell(0, 1, 39), 1.0);
                    Assert.Throws<ArgumentException>(() => field.Update());
                    Assert.AreEqual(20.0, field.GetCost(new FloorCell(0, 39, 0)), "as it was");
                }
            }
        }

        [Test]
        public void Warm_steps_paths_and_updates_allocate_nothing()
        {
            int stairs = _floors.AddLink(At(0, 5), At(1, 5), 2.0);
            FloorCell[] cells = { At(0, 0), At(1, 0) };
            FloorFieldStep[] steps = new FloorFieldStep[2];
            bool isClosed = false;
            using (PathFloorField field = _floors.CreateField(At(1, 3)))
            {
                Assert.AreEqual(0, Garbage.During(() => field.GetSteps(cells, 2, steps)));
                Assert.AreEqual(0, Garbage.During(() => field.FindPath(At(0, 0), _path)));
                Assert.AreEqual(0, Garbage.During(() => field.Update()));
                Assert.AreEqual(0, Garbage.During(() =>
                {
                    isClosed = !isClosed;
                    _floors.SetLinkClosed(stairs, isClosed);
                }));
            }
        }

        [TestCase(0)]
        [TestCase(2)]
        public void Worker_threads_build_the_field_while_the_caller_goes_on(int threads)
        {
            GridStarLibrary.WorkerThreads = threads;
            try
            {
                _floors.AddLink(At(0, 5), At(1, 5), 2.0);
                using (PathQueue queue = _floors.CreateQueue())
                using (PathFloorField field = _floors.CreateField(new[] { At(1, 3) }, default(PathQuery), 1))
                {
                    Assert.Throws<InvalidOperationException>(() => field.GetStep(At(0, 0)));
                    field.BuildInBackground();
                    for (int i = 0; i < 2000 && field.IsBuilding; i++)
                    {
                        // Where there are no threads, a queue with a request works in their place.
                        queue.Request(At(0, 0), At(0, 1)).Wait();
                        queue.Update();
                        System.Threading.Thread.Sleep(1);
                    }
                    Assert.AreEqual(9.0, field.GetCost(At(0, 0)));
                }
            }
            finally
            {
                GridStarLibrary.WorkerThreads = 1;
            }
        }

        /// <summary>Random floors and links beside costs that a plain spread over all of them finds.</summary>
        [Test]
        public void Random_fields_have_the_costs_of_a_plain_spread()
        {
            int worlds = int.Parse(Environment.GetEnvironmentVariable("GRIDSTAR_FLOOR_WORLDS") ?? "40");
            for (int seed = 0; seed < worlds; seed++)
            {
                Compare(seed);
            }
        }

        private static void Compare(int seed)
        {
            Random random = new Random(seed);
            FloorWorld world = new FloorWorld(random);
            try
            {
                FloorCell[] goals = { world.AnyCell(random), world.AnyCell(random) };
                int slice = random.Next(2) == 0 ? 0 : random.Next(1, 60);
                using (PathFloorField field = world.Floors.CreateField(goals, Straight, slice))
                {
                    for (int round = 0; round < 4; round++)
                    {
                        for (bool isDone = slice == 0; !isDone;)
                        {
                            isDone = field.Advance(slice);
                        }
                        Compare(world, field, goals, "seed " + seed + ", round " + round);
                        world.Change(random);
                        goals[0] = random.Next(3) == 0 ? world.AnyCell(random) : goals[0];
                        field.SetGoals(goals, slice);
                        field.Update(slice);
                    }
                }
            }
            finally
            {
                world.Dispose();
            }
        }

        private static void Compare(FloorWorld world, PathFloorField field, FloorCell[] goals, string name)
        {
            Dictionary<FloorCell, double> costs = world.CostsTo(goals);
            foreach (FloorCell goal in goals)
            {
                // An obstacle, to which no step leads, is as near to itself as other goals are.
                costs[goal] = 0.0;
            }
            List<FloorStep> path = new List<FloorStep>();
            List<FloorFieldStep> range = new List<FloorFieldStep>();
            foreach (FloorCell cell in world.Cells)
            {
                FloorFieldStep step = field.GetStep(cell);
                bool hasCost = costs.TryGetValue(cell, out double expected);
                string where = name + ", " + cell + "\n" + world;
                Assert.AreEqual(hasCost, step.HasPath, where);
                if (!hasCost)
                {
                    continue;
                }
                Assert.That(step.Cost, Is.EqualTo(expected).Within(1e-9), where);
                if (step.FloorCell != cell)
                {
                    double cost = step.Link == 0 ? 1.0 : world.Floors.GetLink(step.Link).Cost;
                    Assert.That(costs[step.FloorCell] + cost, Is.EqualTo(expected).Within(1e-9), where);
                    Assert.IsTrue(world.LeadsTo(cell, step.FloorCell, step.Link), where);
                }
                FloorPathResult result = field.FindPath(cell, path);
                Assert.That(result.Cost, Is.EqualTo(expected).Within(1e-9), where);
                Assert.Contains(path[path.Count - 1].FloorCell, goals, where);
            }
            field.GetRange(range, 6.0);
            int inReach = 0;
            foreach (double cost in costs.Values)
            {
                inReach += cost <= 6.0 ? 1 : 0;
            }
            Assert.AreEqual(inReach, range.Count, name);
        }
    }
}
