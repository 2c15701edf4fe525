using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathGridReachTests
    {
        private static readonly GridCell Start = new GridCell(0, 1);
        private static readonly GridCell Island = new GridCell(7, 1);
        private readonly List<GridCell> _path = new List<GridCell>();
        private PathGrid _grid;

        [SetUp]
        public void CreateGrid()
        {
            _grid = new AsciiMap(
                "...#####",
                "...###..",
                "...#####").ToGrid();
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void A_partial_path_ends_at_the_reachable_cell_nearest_to_the_goal()
        {
            Assert.AreEqual(PathReason.NoPath, _grid.FindPath(Start, Island, _path).Reason);
            PathQuery query = new PathQuery { AllowPartial = true };
            GridCell blocked = new GridCell(5, 1);
            GridCell outside = new GridCell(99, 1);
            foreach (GridCell goal in new[] { Island, blocked, outside })
            {
                PathResult result = _grid.FindPath(Start, goal, _path, query);
                Assert.AreEqual(PathReason.PartialPath, result.Reason);
                Assert.That(result.HasPath && !result.Found, Is.True);
                Assert.AreEqual(3, _path.Count);
                Assert.AreEqual(new GridCell(2, 1), _path[2]);
                Assert.AreEqual(2.0, result.Cost);
            }
            Assert.AreEqual(PathReason.Found, _grid.FindPath(Start, new GridCell(2, 2), _path, query).Reason);
        }

        [Test]
        public void A_path_costs_at_most_the_limit()
        {
            GridCell goal = new GridCell(2, 1);
            PathQuery enough = new PathQuery { MaxCost = 2.0 };
            Assert.AreEqual(PathReason.Found, _grid.FindPath(Start, goal, _path, enough).Reason);
            foreach (double cost in new[] { 1.4f + 1.4f, 1.4 + 1.4 })
            {
                GridCell diagonal = new GridCell(2, 2);
                PathQuery query = new PathQuery { MaxCost = cost };
                Assert.AreEqual(PathReason.Found, _grid.FindPath(new GridCell(0, 0), diagonal, _path, query).Reason);
            }
            PathResult result = _grid.FindPath(Start, goal, _path, new PathQuery { MaxCost = 1.99 });
            Assert.AreEqual(PathReason.CostLimitReached, result.Reason);
            Assert.That(result.HasPath, Is.False);
            Assert.AreEqual(0, _path.Count);
            foreach (double wrong in new[] { -1.0, double.NaN, double.PositiveInfinity })
            {
                PathQuery query = new PathQuery { MaxCost = wrong };
                Assert.Throws<ArgumentOutOfRangeException>(() => _grid.FindPath(Start, goal, _path, query));
            }
        }

        [Test]
        public void The_nearest_cell_may_lie_on_the_island_and_the_nearest_in_reach_may_not()
        {
            GridCell blocked = new GridCell(5, 1);
            Assert.That(_grid.TryFindNearest(blocked, 3, out GridCell nearest), Is.True);
            Assert.AreEqual(new GridCell(6, 1), nearest);
            Assert.That(_grid.TryFindNearestReachable(blocked, 3, Start, default(PathQuery), out nearest), Is.True);
            Assert.AreEqual(new GridCell(2, 1), nearest);
            Assert.That(_grid.TryFindNearestReachable(blocked, 2, Start, default(PathQuery), out nearest), Is.False);
            Assert.AreEqual(blocked, nearest);
            Assert.Throws<ArgumentOutOfRangeException>(() => _grid.TryFindNearest(blocked, -1, out nearest));
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _grid.TryFindNearest(blocked, PathGrid.MaxRadius + 1, out nearest));
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _grid.TryFindNearestReachable(blocked, 2, new GridCell(-1, 0), default(PathQuery), out nearest));
        }

        [Test]
        public void A_wide_agent_is_placed_where_it_fits()
        {
            PathQuery wide = new PathQuery { AgentSize = 2 };
            Assert.That(_grid.TryFindNearest(Island, 20, wide, out GridCell nearest), Is.True);
            Assert.AreEqual(1, nearest.X);
        }

        [Test]
        public void World_positions_give_the_center_of_the_nearest_cell()
        {
            Vector3 blocked = _grid.GetCellCenter(new GridCell(5, 1));
            Assert.That(_grid.TryFindNearest(blocked, 3, out Vector3 center), Is.True);
            Assert.AreEqual(_grid.GetCellCenter(new GridCell(6, 1)), center);
            Vector3 start = _grid.GetCellCenter(Start);
            Assert.That(
                _grid.TryFindNearestReachable(blocked, 3, start, default(PathQuery), out center), Is.True);
            Assert.AreEqual(_grid.GetCellCenter(new GridCell(2, 1)), center);
            Assert.That(_grid.TryFindNearest(blocked, 0, out center), Is.False);
            Assert.AreEqual(blocked, center);
        }

        [Test]
        public void A_cell_is_reachable_if_both_ends_are_walkable_and_a_path_joins_them()
        {
            GridCell goal = new GridCell(2, 2);
            Assert.That(_grid.IsReachable(Start, goal), Is.True);
            Assert.That(_grid.IsReachable(goal, Start), Is.True);
            Assert.That(_grid.IsReachable(Start, Island), Is.False);
            Assert.That(_grid.IsReachable(Start, new GridCell(5, 1)), Is.False);
            Assert.That(_grid.IsReachable(new GridCell(-1, 1), Start), Is.False);
            Assert.That(_grid.IsReachable(_grid.GetCellCenter(Start), _grid.GetCellCenter(goal)), Is.True);
            Assert.That(_grid.IsReachable(_grid.GetCellCenter(Start), new Vector3(-50f, 0f, 1f)), Is.False);
            PathQuery wide = new PathQuery { AgentSize = 2 };
            Assert.That(_grid.IsReachable(new GridCell(0, 0), new GridCell(1, 1), wide), Is.True);
            Assert.That(_grid.IsReachable(new GridCell(0, 0), goal, wide), Is.False);
        }

        [Test]
        public void A_building_on_a_spawn_closes_it_although_a_path_may_start_there()
        {
            GridCell goal = new GridCell(2, 2);
            _grid.SetCell(Start, CellType.Obstacle);
            Assert.AreEqual(PathReason.Found, _grid.FindPath(Start, goal, _path).Reason);
            Assert.That(_grid.IsReachable(Start, goal), Is.False);
            Assert.That(_grid.IsReachable(Start, Start), Is.False);
            _grid.SetCell(Start, CellType.Walkable);
            Assert.That(_grid.IsReachable(Start, goal), Is.True);
        }

        [Test]
        public void A_building_is_tried_without_a_change_of_the_grid()
        {
            GridCell[] spawns = { Start, Island, new GridCell(2, 0), new GridCell(-1, 0) };
            GridCell[] goals = { new GridCell(2, 2), new GridCell(99, 99) };
            CellRect wall = new CellRect(1, 0, 1, 3);
            List<int> cutOff = new List<int> { 7 };
            ulong revision = _grid.Revision;
            Assert.That(_grid.TryPlace(wall, CellType.Obstacle, spawns, goals), Is.False);
            Assert.That(
                _grid.TryPlace(wall, CellType.Obstacle, spawns, goals, default(PathQuery), cutOff), Is.False);
            CollectionAssert.AreEqual(new[] { 0 }, cutOff);
            CellRect tower = new CellRect(1, 0, 1, 2);
            Assert.That(
                _grid.TryPlace(tower, CellType.Obstacle, spawns, goals, default(PathQuery), cutOff), Is.True);
            Assert.AreEqual(0, cutOff.Count);
            // An agent of 2 x 2 cells does not get past the tower.
            PathQuery wide = new PathQuery { AgentSize = 2 };
            GridCell[] corner = { new GridCell(0, 0) };
            GridCell[] beyond = { new GridCell(1, 1) };
            Assert.That(_grid.TryPlace(tower, CellType.Obstacle, corner, beyond, wide, cutOff), Is.False);
            Assert.That(_grid.TryPlace(wall, CellType.Obstacle, new GridCell[0], goals), Is.True);
            Assert.AreEqual(revision, _grid.Revision);
        }

        [Test]
        public void A_building_outside_the_grid_or_without_cells_is_refused()
        {
            GridCell[] cells = { Start };
            foreach (CellRect rect in new[] { new CellRect(0, 0, 0, 1), new CellRect(7, 0, 2, 1) })
            {
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => _grid.TryPlace(rect, CellType.Obstacle, cells, cells));
            }
            CellRect one = new CellRect(0, 0, 1, 1);
            Assert.Throws<ArgumentNullException>(() => _grid.TryPlace(one, CellType.Obstacle, null, cells));
            Assert.Throws<ArgumentNullException>(() => _grid.TryPlace(one, CellType.Obstacle, cells, null));
        }

        [Test]
        public void Dijkstra_with_a_limit_of_cost_shows_all_cells_within_it()
        {
            PathQuery query = new PathQuery { Order = SearchOrder.Dijkstra, MaxCost = 1.0 };
            GridCell far = new GridCell(2, 1);
            using (SearchStepper stepper = _grid.BeginSearch(Start, far, query))
            {
                stepper.Advance(100);
                Assert.AreEqual(PathReason.CostLimitReached, stepper.Status);
                // The start, and three straight neighbors.
                Assert.AreEqual(4, stepper.Expansions);
            }
        }

        [Test]
        public void Searches_that_know_no_partial_paths_refuse_them()
        {
            PathQuery query = new PathQuery { AllowPartial = true };
            Assert.Throws<ArgumentException>(() => _grid.BeginSearch(Start, Island, query));
        }
    }
}
