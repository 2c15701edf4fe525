using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class AgentSizeTests
    {
        private readonly List<GridCell> _path = new List<GridCell>();

        [Test]
        public void A_large_agent_needs_wide_ways()
        {
            using (PathGrid grid = new PathGrid(new CellMap().ReadText(".....\n.....\n.#...\n.....\n")))
            {
                GridCell start = new GridCell(0, 2);
                GridCell goal = new GridCell(3, 2);
                Assert.AreEqual(PathReason.Found, grid.FindPath(start, goal, _path).Reason);
                // On (0, 2) an agent of 2 cells covers the obstacle on (1, 2). It leaves it all the same.
                PathQuery two = new PathQuery { AgentSize = 2 };
                Assert.AreEqual(PathReason.Found, grid.FindPath(new GridCell(0, 0), goal, _path, two).Reason);
                foreach (GridCell cell in _path)
                {
                    bool covers = cell.X <= 1 && cell.X >= 0 && cell.Y >= 1;
                    Assert.That(covers, Is.False, "covers the obstacle on " + cell);
                }
                Assert.AreEqual(PathReason.GoalBlocked, grid.FindPath(goal, start, _path, two).Reason);
                // Over the edge there is no place.
                GridCell edge = new GridCell(4, 0);
                Assert.AreEqual(PathReason.GoalBlocked, grid.FindPath(goal, edge, _path, two).Reason);
            }
        }

        [Test]
        public void A_size_out_of_range_is_refused_by_each_call_with_a_query()
        {
            using (PathGrid grid = new PathGrid(4, 4))
            using (PathFloors floors = new PathFloors(grid))
            {
                GridCell cell = new GridCell(0, 0);
                ulong revision;
                foreach (int size in new[] { -1, 17, int.MinValue })
                {
                    PathQuery query = new PathQuery { AgentSize = size };
                    string said = "AgentSize " + size;
                    Refused.Argument("query", said, () => grid.FindPath(cell, cell, _path, query));
                    Refused.Argument("query", said, () => grid.FindPath(cell, cell, new GridCell[1], query));
                    Refused.Argument("query", said, () => grid.CheckPath(_path, 0, query, out revision));
                    Refused.Argument("query", said, () => grid.BeginSearch(cell, cell, query));
                    Refused.Argument("query", said, () => floors.FindPath(
                        new FloorCell(0, cell), new FloorCell(0, cell), new List<FloorStep>(), query));
                    Refused.Argument("query", said, () => grid.FindPath(
                        Vector3.zero, Vector3.zero, new List<Vector3>(), query));
                }
            }
        }

        [Test]
        public void A_radius_is_a_size_in_cells()
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 4, Height = 4, CellSize = 0.5f }))
            {
                Assert.AreEqual(1, grid.AgentSizeFor(0f));
                Assert.AreEqual(1, grid.AgentSizeFor(0.25f));
                Assert.AreEqual(2, grid.AgentSizeFor(0.26f));
                Assert.AreEqual(16, grid.AgentSizeFor(4f));
                foreach (float radius in new[] { 4.1f, -1f, float.NaN, float.PositiveInfinity })
                {
                    ArgumentException mistake =
                        Assert.Throws<ArgumentOutOfRangeException>(() => grid.AgentSizeFor(radius));
                    Assert.AreEqual("radius", mistake.ParamName);
                }
            }
        }

        [Test]
        public void Anchor_and_center_belong_together()
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings
            {
                Width = 8,
                Height = 8,
                CellSize = 2f,
                OriginX = 10f,
                OriginY = 3f,
                OriginZ = -4f,
            }))
            {
                Assert.AreEqual(new Vector3(11f, 3f, -3f), grid.AgentCenter(new GridCell(0, 0), 1));
                Assert.AreEqual(new Vector3(12f, 3f, -2f), grid.AgentCenter(new GridCell(0, 0), 2));
                for (int size = 1; size <= 4; size++)
                {
                    GridCell anchor = new GridCell(3, 2);
                    Vector3 center = grid.AgentCenter(anchor, size);
                    Assert.AreEqual(anchor, grid.AnchorAt(center, size), "size " + size);
                    Assert.AreEqual(anchor, grid.AnchorAt(center + new Vector3(0.9f, 5f, -0.9f), size), "size " + size);
                }
                Assert.That(grid.TryGetAnchorAt(0f, 0f, 0f, 2, out GridCell outside), Is.False);
                Assert.AreEqual(outside, grid.AnchorAt(Vector3.zero, 2));
                Refused.Argument("agentSize", "17", () => grid.AnchorAt(Vector3.zero, 17));
                Refused.Argument("agentSize", "0", () => grid.AgentCenter(new GridCell(0, 0), 0));
                Refused.Argument("anchor", "(8, 0)", () => grid.AgentCenter(new GridCell(8, 0), 1));
                Refused.Argument("position", "NaN", () => grid.AnchorAt(new Vector3(float.NaN, 0f, 0f), 1));
            }
        }

        [Test]
        public void A_large_agent_stands_inside_on_every_side_alike()
        {
            using (PathGrid grid = new PathGrid(10, 10))
            using (PathQueue queue = new PathQueue(grid))
            {
                List<Vector3> path = new List<Vector3>();
                for (int size = 1; size <= 8; size++)
                {
                    PathQuery query = new PathQuery { AgentSize = size };
                    int last = 10 - size;
                    foreach (float near in new[] { 0f, 0.1f, 0.4f, 0.45f })
                    {
                        Vector3 low = new Vector3(near, 0f, 4.5f);
                        Vector3 high = new Vector3(9.99f - near, 0f, 4.5f);
                        string situation = "size " + size + " at " + near;
                        Assert.AreEqual(0, grid.AnchorAt(low, size).X, situation);
                        Assert.AreEqual(last, grid.AnchorAt(high, size).X, situation);
                        Assert.That(grid.FindPath(low, high, path, query).Found, situation);
                        Assert.AreEqual(size / 2f, path[0].x, situation);
                        Assert.AreEqual(10f - size / 2f, path[path.Count - 1].x, situation);
                        PathTicket ticket = queue.Request(low, high, query);
                        Assert.That(ticket.Wait().Found, situation);
                        Assert.That(grid.TryFindNearest(low, 0, query, out Vector3 nearest), situation);
                        Assert.That(grid.TryFindNearest(high, 0, query, out nearest), situation);
                        Assert.That(grid.TryFindNearestReachable(high, 0, low, query, out nearest), situation);
                        Assert.That(grid.HasLineOfSight(low, high, query), situation);
                    }
                    foreach (Vector3 outside in new[] { new Vector3(-0.1f, 0f, 4.5f), new Vector3(10f, 0f, 4.5f) })
                    {
                        Vector3 inside = new Vector3(5f, 0f, 5f);
                        Assert.That(grid.Contains(grid.AnchorAt(outside, size)), Is.False);
                        Assert.AreEqual(PathReason.StartOutside, grid.FindPath(outside, inside, path, query).Reason);
                        Assert.AreEqual(PathReason.GoalOutside, grid.FindPath(inside, outside, path, query).Reason);
                        Assert.AreEqual(PathReason.StartOutside, queue.Request(outside, inside, query).Wait().Reason);
                        Assert.That(grid.TryFindNearest(outside, (size + 1) / 2, query, out _), "size " + size);
                    }
                }
            }
        }

        [Test]
        public void Positions_of_a_large_agents_path_are_its_centers()
        {
            using (PathGrid grid = new PathGrid(6, 6))
            using (PathFloors floors = new PathFloors(grid))
            {
                List<Vector3> path = new List<Vector3>();
                PathQuery query = new PathQuery { AgentSize = 2 };
                grid.FindPath(new Vector3(1f, 0f, 1f), new Vector3(4f, 0f, 1f), path, query);
                Assert.AreEqual(4, path.Count);
                Assert.AreEqual(new Vector3(1f, 0f, 1f), path[0]);
                Assert.AreEqual(new Vector3(4f, 0f, 1f), path[3]);
                floors.FindPath(new Vector3(1f, 0f, 1f), new Vector3(4f, 0f, 1f), path, query);
                Assert.AreEqual(new Vector3(1f, 0f, 1f), path[0]);
                Assert.AreEqual(new Vector3(4f, 0f, 1f), path[3]);
            }
        }
    }
}
