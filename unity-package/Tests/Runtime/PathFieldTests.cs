using System;
using System.Collections.Generic;
using NUnit.Framework;
using Unity.Collections;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>Fields: costs and steps of all cells, ranges and paths.</summary>
    public class PathFieldTests
    {
        private PathGrid _grid;

        [SetUp]
        public void Create()
        {
            _grid = new PathGrid(20, 10);
            _grid.FillRect(10, 0, 1, 9, CellType.Obstacle);
        }

        [TearDown]
        public void Dispose()
        {
            _grid.Dispose();
        }

        [Test]
        public void A_cell_outside_the_grid_is_named_with_the_grid_and_its_argument()
        {
            GridCell inside = new GridCell(1, 1);
            GridCell outside = new GridCell(-3, 4);
            GridCell[] both = { inside, outside };
            const string expected = "The cell (-3, 4) is outside the grid of 20 x 10 cells.";
            List<GoalCost> nearest = new List<GoalCost>();
            double[] costs = new double[4];
            using (PathField field = _grid.CreateField(inside))
            {
                foreach (KeyValuePair<string, TestDelegate> call in new Dictionary<string, TestDelegate>
                {
                    ["goals 1"] = () => _grid.CreateField(both, default(PathQuery)),
                    ["goals 2"] = () => field.SetGoals(both),
                    ["goal 3"] = () => field.SetGoal(outside),
                    ["start 4"] = () => _grid.FindNearestGoals(outside, both, nearest),
                    ["goals 5"] = () => _grid.FindNearestGoals(inside, both, nearest),
                    ["starts 6"] = () => _grid.GetCosts(both, both, costs),
                    ["goals 7"] = () => _grid.GetCosts(new[] { inside, inside }, both, costs),
                })
                {
                    ArgumentOutOfRangeException thrown = Assert.Throws<ArgumentOutOfRangeException>(call.Value);
                    Assert.AreEqual(call.Key.Split(' ')[0], thrown.ParamName, call.Key);
                    StringAssert.StartsWith(expected, thrown.Message, call.Key);
                }
                Assert.AreEqual(0.0, field.GetCost(inside));
            }
        }

        [Test]
        public void Costs_steps_and_paths_are_those_of_searches()
        {
            GridCell goal = new GridCell(19, 0);
            List<GridCell> path = new List<GridCell>();
            using (PathField field = _grid.CreateField(goal))
            {
                Assert.That(field.IsReady && !field.IsBuilding && !field.IsRange, Is.True);
                Assert.AreSame(_grid, field.Grid);
                Assert.AreEqual(_grid.Revision, field.Revision);
                Assert.AreEqual(new CellRect(0, 0, 20, 10), field.Area);
                for (int x = 0; x < 20; x += 3)
                {
                    GridCell cell = new GridCell(x, 0);
                    PathResult expected = _grid.FindPath(cell, goal, path);
                    Assert.AreEqual(expected.Cost, field.GetCost(cell));
                    PathResult found = field.FindPath(cell, path);
                    Assert.That(found.Found && found.Cost.Equals(expected.Cost), Is.True);
                    Assert.AreEqual(found.Length, path.Count);
                    Assert.AreEqual(goal, path[path.Count - 1]);
                    GridCell next = path.Count > 1 ? path[1] : cell;
                    Assert.AreEqual(next, field.GetStep(cell).Cell);
                }
                FieldCell outside = field.GetStep(new GridCell(-1, 0));
                Assert.That(outside.HasPath, Is.False);
                Assert.That(double.IsPositiveInfinity(outside.Cost), Is.True);
                double[] costs = new double[4];
                field.GetCosts(new CellRect(18, 0, 2, 2), costs);
                CollectionAssert.AreEqual(new[] { 1.0, 0.0, 1.4, 1.0 }, costs);
                Assert.Throws<ArgumentException>(() => field.GetCosts(new CellRect(0, 0, 2, 2), new double[3]));
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => field.GetCosts(new CellRect(19, 0, 2, 2), new double[4]));
            }
        }

        [Test]
        public void Fields_combine_to_flight_and_to_a_place_to_meet()
        {
            using (PathField threat = _grid.CreateField(new GridCell(0, 0)))
            using (PathField other = _grid.CreateField(new GridCell(6, 0)))
            {
                double[] weights = { -1.2 };
                using (PathField flight = _grid.CombineFields(FieldOperation.Sum, new[] { threat }, weights))
                {
                    List<GridCell> path = new List<GridCell>();
                    flight.FindPath(new GridCell(2, 2), path);
                    Assert.That(path[path.Count - 1].X, Is.GreaterThan(15));
                    threat.SetGoal(new GridCell(19, 0));
                    Assert.That(flight.Update() && flight.Update(), Is.True);
                    Assert.AreEqual(2, flight.Builds);
                    flight.FindPath(new GridCell(12, 2), path);
                    Assert.That(path[path.Count - 1].X, Is.LessThan(4));
                    Assert.Throws<ArgumentException>(() => flight.SetGoal(new GridCell(0, 0)));
                    threat.SetGoal(new GridCell(0, 0));
                }
                PathField[] fields = { threat, other };
                using (PathField meeting = _grid.CombineFields(FieldOperation.Maximum, fields, new[] { 1.0, 1.0 }))
                {
                    Assert.AreEqual(0.0, meeting.GetCost(new GridCell(3, 0)));
                }
                Assert.Throws<ArgumentException>(
                    () => _grid.CombineFields(FieldOperation.Sum, fields, new[] { 1.0 }));
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => _grid.CombineFields(FieldOperation.Sum, fields, new[] { 1.0, double.NaN }));
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => _grid.CombineFields((FieldOperation)3, fields, new[] { 1.0, 1.0 }));
                Assert.Throws<ArgumentException>(
                    () => _grid.CombineFields(
                        FieldOperation.Sum, fields, new[] { 1.0, 1.0 }, new PathQuery { MaxCost = 4.0 }));
                other.Dispose();
                Assert.Throws<ObjectDisposedException>(
                    () => _grid.CombineFields(FieldOperation.Sum, fields, new[] { 1.0, 1.0 }));
            }
        }

        [Test]
        public void A_field_is_brought_up_to_date_at_once_or_in_slices_or_by_workers()
        {
            using (PathField field = _grid.CreateField(new[] { new GridCell(19, 0) }, default(PathQuery), 1))
            {
                Assert.That(field.IsBuilding && !field.IsReady, Is.True);
                Assert.Throws<InvalidOperationException>(() => field.GetStep(new GridCell(0, 0)));
                while (!field.Advance(50))
                {
                }
                double before = field.GetCost(new GridCell(0, 0));
                _grid.SetCell(10, 0, CellType.Walkable);
                Assert.That(field.Update(1), Is.False);
                Assert.AreEqual(before, field.GetCost(new GridCell(0, 0)));
                field.BuildInBackground();
                Assert.That(field.Update(), Is.True);
                Assert.AreEqual(19.0, field.GetCost(new GridCell(0, 0)));
                Assert.That(field.SetGoal(new GridCell(0, 5)), Is.True);
                Assert.AreEqual(5.0, field.GetCost(new GridCell(0, 0)));
                Assert.That(field.SetGoals(new[] { new GridCell(0, 5), new GridCell(1, 0) }), Is.True);
                Assert.AreEqual(1.0, field.GetCost(new GridCell(0, 0)));
                Assert.That(field.Builds >= 3 && field.Bytes > 4 * 200, Is.True);
                Assert.Throws<ArgumentOutOfRangeException>(() => field.SetGoal(new GridCell(20, 0)));
                Assert.Throws<ArgumentOutOfRangeException>(() => field.Advance(-1));
            }
        }

        [Test]
        public void A_range_lists_what_a_unit_reaches()
        {
            List<FieldCell> cells = new List<FieldCell>();
            List<GridCell> path = new List<GridCell>();
            GridCell start = new GridCell(3, 3);
            using (PathField range = _grid.CreateRange(start, new PathQuery { MaxCost = 2.0 }))
            {
                Assert.That(range.IsRange, Is.True);
                Assert.AreEqual(new CellRect(1, 1, 5, 5), range.Area);
                range.GetRange(cells, 0.0, RangeOrder.Costs);
                Assert.AreEqual(13, cells.Count);
                Assert.AreEqual(start, cells[0].Cell);
                for (int i = 1; i < cells.Count; i++)
                {
                    Assert.That(cells[i].Cost, Is.GreaterThanOrEqualTo(cells[i - 1].Cost));
                    PathResult result = range.FindPath(cells[i].Cell, path);
                    Assert.AreEqual(cells[i].Cost, result.Cost);
                    Assert.That(path[0].Equals(start) && path[path.Count - 1].Equals(cells[i].Cell), Is.True);
                }
                range.GetRange(cells, 1.0);
                Assert.AreEqual(5, cells.Count);
                range.GetRange(cells, 0.0, RangeOrder.Costs, 3);
                Assert.AreEqual(3, cells.Count);
                range.GetBorder(path, 1.0);
                Assert.AreEqual(24, path.Count);
                Assert.Throws<ArgumentOutOfRangeException>(() => range.GetRange(cells, -1.0));
                Assert.AreEqual(PathReason.NoPath, range.FindPath(new GridCell(9, 9), path).Reason);
            }
        }

        [Test]
        public void Many_agents_are_told_where_to_go_in_one_call()
        {
            GridCell[] cells = { new GridCell(0, 0), new GridCell(19, 0), new GridCell(99, 0) };
            FieldCell[] steps = new FieldCell[3];
            float[] positions = { 0.5f, 7f, 0.5f, 19.5f, 7f, 0.5f };
            float[] velocities = new float[6];
            using (PathField field = _grid.CreateField(new GridCell(19, 0)))
            {
                field.GetSteps(cells, 3, steps);
                Assert.That(steps[0].HasPath && !steps[2].HasPath, Is.True);
                Assert.AreEqual(cells[1], steps[1].Cell);
                field.GetVelocities(positions, 2, 3f, velocities);
                double along = (velocities[0] * velocities[0]) + (velocities[2] * velocities[2]);
                Assert.AreEqual(3.0, Math.Sqrt(along), 1e-5);
                Assert.That(velocities[1] == 0f && velocities[3] == 0f && velocities[5] == 0f, Is.True);
                Assert.Throws<ArgumentException>(() => field.GetSteps(cells, 4, steps));
                Assert.Throws<ArgumentException>(() => field.GetVelocities(positions, 3, 1f, velocities));
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => field.GetVelocities(positions, 1, float.NaN, velocities));
            }
        }

        [Test]
        public void The_nearest_of_many_goals_and_the_costs_to_all_of_them()
        {
            GridCell[] goals = { new GridCell(19, 0), new GridCell(9, 0), new GridCell(0, 2), new GridCell(10, 0) };
            List<GoalCost> nearest = new List<GoalCost>();
            GridCell start = new GridCell(0, 0);
            _grid.FindNearestGoals(start, goals, nearest);
            Assert.AreEqual(3, nearest.Count);
            Assert.That(nearest[0].Index == 2 && nearest[1].Index == 1 && nearest[2].Index == 0, Is.True);
            Assert.AreEqual(2.0, nearest[0].Cost);
            _grid.FindNearestGoals(start, goals, nearest, default(PathQuery), 1);
            Assert.AreEqual(1, nearest.Count);
            double[] costs = new double[8];
            _grid.GetCosts(new[] { start, goals[1] }, goals, costs);
            Assert.AreEqual(9.0, costs[1]);
            Assert.AreEqual(0.0, costs[5]);
            Assert.That(double.IsPositiveInfinity(costs[3]) && double.IsPositiveInfinity(costs[7]), Is.True);
            Assert.Throws<ArgumentException>(() => _grid.GetCosts(goals, goals, costs));
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _grid.FindNearestGoals(new GridCell(-1, 0), goals, nearest));
        }

        [Test]
        public void Penalties_of_the_grid_come_from_the_costs_of_a_field_and_count_at_once()
        {
            GridCell[] path = new GridCell[60];
            GridCell start = new GridCell(0, 2);
            GridCell goal = new GridCell(9, 2);
            double plain = _grid.FindPath(start, goal, path).Cost;
            ulong before = _grid.Revision;
            using (PathField field = _grid.CreateRange(new GridCell(4, 2), new PathQuery { MaxCost = 4.0 }))
            {
                field.WritePenalties(1.0, 200, 3.0);
                byte[] penalties = new byte[200];
                _grid.GetPenalties(penalties);
                Assert.AreEqual(200, penalties[_grid.GetIndex(new GridCell(4, 2))]);
                Assert.AreEqual(200, penalties[_grid.GetIndex(new GridCell(5, 2))]);
                Assert.AreEqual(100, penalties[_grid.GetIndex(new GridCell(6, 2))]);
                Assert.AreEqual(0, penalties[_grid.GetIndex(new GridCell(7, 2))]);
                Assert.AreEqual(0, penalties[_grid.GetIndex(new GridCell(19, 9))]);
                Assert.AreEqual(before + 1, _grid.Revision);
                Assert.Throws<ArgumentOutOfRangeException>(() => field.WritePenalties(3.0, 200, 3.0));
                Assert.Throws<ArgumentOutOfRangeException>(() => field.WritePenalties(double.NaN, 200, 3.0));
                Assert.AreEqual(before + 1, _grid.Revision);
            }
            PathQuery query = default(PathQuery);
            PathResult around = _grid.FindPath(start, goal, path);
            Assert.That(around.Cost, Is.GreaterThan(plain));
            // Trackers learn that what paths cost may have changed, and measure with the penalties.
            Assert.IsTrue(_grid.HasNewPenalties(before));
            Assert.That(_grid.MeasurePath(path, 0, around.Length, ref query), Is.EqualTo(around.Cost).Within(1e-9));
            GridCell[] straight = new GridCell[10];
            for (int x = 0; x < 10; x++)
            {
                straight[x] = new GridCell(x, 2);
            }
            Assert.That(_grid.MeasurePath(straight, 0, 10, ref query), Is.GreaterThan(around.Cost));
        }

        [Test]
        public void A_handle_gives_jobs_the_same_steps_and_velocities()
        {
            using (PathField field = _grid.CreateField(new GridCell(19, 0)))
            {
                GridCell[] cells = { new GridCell(0, 0), new GridCell(3, 5) };
                Vector3[] positions = { _grid.GetCellCenter(cells[0]), _grid.GetCellCenter(cells[1]) };
                using (NativeArray<GridCell> from = new NativeArray<GridCell>(cells, Allocator.Temp))
                using (NativeArray<FieldCell> steps = new NativeArray<FieldCell>(2, Allocator.Temp))
                using (NativeArray<FieldCell> tooFew = new NativeArray<FieldCell>(1, Allocator.Temp))
                using (NativeArray<Vector3> at = new NativeArray<Vector3>(positions, Allocator.Temp))
                using (NativeArray<Vector3> velocities = new NativeArray<Vector3>(2, Allocator.Temp))
                {
                    Assert.AreEqual(PathReason.Found, field.Handle.GetSteps(from, steps));
                    Assert.AreEqual(PathReason.Found, field.Handle.GetVelocities(at, 2f, velocities));
                    for (int i = 0; i < 2; i++)
                    {
                        Assert.AreEqual(field.GetStep(cells[i]).Cell, steps[i].Cell);
                        Assert.AreEqual(field.GetVelocity(positions[i], 2f), velocities[i]);
                    }
                    Assert.AreEqual(PathReason.BufferTooSmall, field.Handle.GetSteps(from, tooFew));
                    PathFieldHandle handle = field.Handle;
                    Assert.That(handle.IsValid, Is.True);
                    field.Dispose();
                    Assert.That(handle.IsValid, Is.False);
                    Assert.AreEqual(PathReason.InvalidId, handle.GetSteps(from, steps));
                }
            }
        }

        [Test]
        public void A_disposed_field_says_so()
        {
            PathField field = _grid.CreateField(new GridCell(0, 0));
            Assert.That(GridStarLibrary.LiveFieldCount, Is.GreaterThanOrEqualTo(1));
            field.Dispose();
            field.Dispose();
            Assert.That(field.IsDisposed, Is.True);
            Assert.Throws<ObjectDisposedException>(() => field.GetStep(new GridCell(0, 0)));
            Assert.Throws<ArgumentException>(
                () => _grid.CreateField(new GridCell(0, 0), new PathQuery { AllowPartial = true }));
            Assert.Throws<ArgumentOutOfRangeException>(() => _grid.CreateField(new GridCell(20, 0)));
        }
    }
}
