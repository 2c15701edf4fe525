using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>Paths between world positions, compared with paths of cells and the centers of these.</summary>
    public class WorldPathTests
    {
        [Test]
        public void Points_are_the_centers_of_agents_on_random_maps([Values(1, 2, 3)] int agentSize)
        {
            PathGridSettings settings = new PathGridSettings
            {
                Width = 40, Height = 30, CellSize = 0.5f, OriginX = -7f, OriginY = 3f, OriginZ = 2f,
                Plane = agentSize == 2 ? GridPlane.XY : GridPlane.XZ,
            };
            PathQuery query = new PathQuery { AgentSize = agentSize };
            List<GridCell> cells = new List<GridCell>();
            List<Vector3> points = new List<Vector3>();
            int found = 0;
            for (ulong seed = 1; seed <= 20; seed++)
            {
                CellMap map = new CellMap(40, 30).AddRandomObstacles(0.03, seed);
                using (PathGrid grid = new PathGrid(settings))
                {
                    grid.SetCells(map);
                    GridCell start = new GridCell((int)seed, 1);
                    GridCell goal = new GridCell(38 - (int)seed, 27);
                    Vector3 from = grid.AgentCenter(start, agentSize);
                    Vector3 to = grid.AgentCenter(goal, agentSize);
                    PathResult ofCells = grid.FindPath(start, goal, cells, query);
                    PathResult ofPoints = grid.FindPath(from, to, points, query);
                    string drawn = "seed " + seed + "\n" + map;
                    Assert.AreEqual(ofCells.Reason, ofPoints.Reason, drawn);
                    Assert.AreEqual(ofCells.Cost, ofPoints.Cost, drawn);
                    Assert.AreEqual(cells.Count, points.Count, drawn);
                    for (int i = 0; i < cells.Count; i++)
                    {
                        Assert.AreEqual(grid.AgentCenter(cells[i], agentSize), points[i], drawn);
                    }
                    found += ofPoints.Found ? 1 : 0;
                }
            }
            Assert.That(found, Is.GreaterThan(3));
        }

        [Test]
        public void A_path_longer_than_the_first_buffer_comes_back_whole()
        {
            using (PathGrid grid = new PathGrid(3000, 2))
            {
                List<Vector3> path = new List<Vector3>();
                PathResult result = grid.FindPath(new Vector3(0.5f, 0f, 0.5f), new Vector3(2999.5f, 0f, 1.5f), path);
                Assert.AreEqual(3000, path.Count);
                Assert.AreEqual(3000, result.Length);
                Assert.AreEqual(new Vector3(2999.5f, 0f, 1.5f), path[2999]);
            }
        }

        [Test]
        public void Arrays_of_floats_and_vectors_receive_the_points()
        {
            using (PathGrid grid = new PathGrid(4, 1))
            {
                float[] floats = new float[14];
                floats[12] = 7f;
                Assert.AreEqual(4, grid.FindPath(0.5f, 9f, 0.5f, 3.5f, 9f, 0.5f, floats).Length);
                float[] expected = { 0.5f, 0f, 0.5f, 1.5f, 0f, 0.5f, 2.5f, 0f, 0.5f, 3.5f, 0f, 0.5f, 7f, 0f };
                Assert.AreEqual(expected, floats);
                Vector3[] points = new Vector3[4];
                Vector3 start = new Vector3(0.5f, 9f, 0.5f);
                Vector3 goal = new Vector3(3.5f, 9f, 0.5f);
                Assert.AreEqual(4, grid.FindPath(start, goal, points).Length);
                Assert.AreEqual(new Vector3(3.5f, 0f, 0.5f), points[3]);
                ArgumentException floatsTooShort = Assert.Throws<ArgumentException>(
                    () => grid.FindPath(0.5f, 9f, 0.5f, 3.5f, 9f, 0.5f, new float[11]));
                StringAssert.Contains("12", floatsTooShort.Message);
                ArgumentException tooShort = Assert.Throws<ArgumentException>(
                    () => grid.FindPath(start, goal, new Vector3[0]));
                StringAssert.Contains("4", tooShort.Message);
            }
        }

        [Test]
        public void Mistakes_in_positions_and_queries_are_refused()
        {
            using (PathGrid grid = new PathGrid(4, 1))
            {
                List<Vector3> path = new List<Vector3>();
                Vector3 bad = new Vector3(0.5f, float.NaN, 0.5f);
                Assert.Throws<ArgumentOutOfRangeException>(() => grid.FindPath(bad, Vector3.zero, path));
                Assert.Throws<ArgumentOutOfRangeException>(() => grid.FindPath(Vector3.zero, bad, path));
                PathQuery wide = new PathQuery { AgentSize = 17 };
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => grid.FindPath(Vector3.zero, Vector3.zero, path, wide));
                grid.Dispose();
                Assert.Throws<ObjectDisposedException>(() => grid.FindPath(Vector3.zero, Vector3.zero, path));
            }
        }

        [Test]
        public void A_path_of_Vector2Int_has_the_cells_and_allocates_nothing_once_warm()
        {
            using (PathGrid grid = new PathGrid(4, 3))
            {
                List<Vector2Int> path = new List<Vector2Int> { new Vector2Int(9, 9) };
                Vector2Int start = new Vector2Int(0, 0);
                Vector2Int goal = new Vector2Int(2, 2);
                Assert.That(grid.FindPath(start, goal, path).Found, Is.True);
                Assert.AreEqual(new[] { start, new Vector2Int(1, 1), goal }, path.ToArray());
                grid.SetCell(goal, CellType.Obstacle);
                Assert.AreEqual(PathReason.GoalBlocked, grid.FindPath(start, goal, path).Reason);
                Assert.AreEqual(0, path.Count);
                grid.SetCell(goal, CellType.Walkable);
                Assert.AreEqual(0, Garbage.During(() => grid.FindPath(start, goal, path)));
                Refused.Null("path", () => grid.FindPath(start, goal, (List<Vector2Int>)null));
            }
        }
    }
}
