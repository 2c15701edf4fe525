using System;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathGridSightTests
    {
        private static readonly DiagonalRule[] Rules =
        {
            DiagonalRule.Always, DiagonalRule.AtMostOneBlocked, DiagonalRule.BothFree, DiagonalRule.Never,
        };

        [Test]
        public void A_line_ends_before_the_first_obstacle()
        {
            using (PathGrid grid = new AsciiMap("......", "..#...", "......").ToGrid())
            {
                GridCell from = new GridCell(0, 1);
                GridCell to = new GridCell(5, 1);
                Assert.That(grid.Linecast(from, to, out GridCell blocked), Is.True);
                Assert.AreEqual(new GridCell(2, 1), blocked);
                Assert.That(grid.Linecast(from, to, default(PathQuery), out blocked, out GridCell last), Is.True);
                Assert.AreEqual(new GridCell(1, 1), last);
                Assert.That(grid.HasLineOfSight(from, to), Is.False);
                Assert.That(grid.HasLineOfSight(from, new GridCell(2, 0)), Is.False, "its body would touch (2, 1)");
                GridCell beside = new GridCell(1, 0);
                Assert.That(grid.HasLineOfSight(from, beside), Is.True);
                Assert.That(grid.Linecast(from, beside, default(PathQuery), out blocked, out last), Is.False);
                Assert.AreEqual(beside, blocked);
                Assert.AreEqual(beside, last);
            }
        }

        [Test]
        public void A_corner_blocks_a_line_as_the_rule_of_the_query_says()
        {
            using (PathGrid grid = new AsciiMap("..", ".#").ToGrid())
            {
                bool[] free = new bool[4];
                for (int i = 0; i < 4; i++)
                {
                    PathQuery query = new PathQuery { DiagonalRule = Rules[i] };
                    free[i] = grid.HasLineOfSight(new GridCell(0, 0), new GridCell(1, 1), query);
                }
                Assert.AreEqual(new[] { true, true, false, false }, free);
            }
        }

        [Test]
        public void Profiles_and_sizes_count()
        {
            using (PathGrid grid = new PathGrid(10, 6))
            using (TraversalProfile boat = new TraversalProfile().Block(0))
            {
                GridCell from = new GridCell(0, 2);
                GridCell to = new GridCell(9, 2);
                grid.SetCell(5, 3, CellType.Obstacle);
                Assert.That(grid.HasLineOfSight(from, to), Is.True);
                Assert.That(grid.HasLineOfSight(from, new GridCell(8, 2), new PathQuery { AgentSize = 2 }), Is.False);
                Assert.That(grid.HasLineOfSight(from, to, new PathQuery { Profile = boat }), Is.False);
                Refused.Argument("query", "AgentSize 17",
                    () => grid.HasLineOfSight(from, to, new PathQuery { AgentSize = 17 }));
            }
        }

        [Test]
        public void A_line_may_leave_the_grid_and_not_begin_outside()
        {
            using (PathGrid grid = new PathGrid(4, 4))
            {
                Assert.That(grid.Linecast(new GridCell(1, 1), new GridCell(9, 1), out GridCell blocked), Is.True);
                Assert.AreEqual(new GridCell(4, 1), blocked);
                Refused.Argument("from", "(4, 1)", () => grid.HasLineOfSight(new GridCell(4, 1), new GridCell(1, 1)));
                grid.Dispose();
                Assert.Throws<ObjectDisposedException>(
                    () => grid.HasLineOfSight(new GridCell(0, 0), new GridCell(1, 1)));
            }
        }

        [Test]
        public void Positions_stand_for_their_cells_and_for_the_centers_of_large_agents()
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 10, Height = 6, CellSize = 2f }))
            {
                Vector3 from = new Vector3(0.1f, 7f, 5.9f);
                Vector3 to = new Vector3(19.9f, 0f, 4.1f);
                Assert.That(grid.HasLineOfSight(from, to), Is.True);
                grid.SetCell(4, 2, CellType.Obstacle);
                Assert.That(grid.Linecast(from, to, out GridCell blocked), Is.True);
                Assert.AreEqual(new GridCell(4, 2), blocked);
                PathQuery two = new PathQuery { AgentSize = 2 };
                Vector3 center = new Vector3(2f, 0f, 6f);
                Assert.That(grid.Linecast(
                    center, new Vector3(16f, 0f, 6f), two, out blocked, out GridCell last), Is.True);
                Assert.AreEqual(new GridCell(3, 2), blocked);
                Assert.AreEqual(new GridCell(2, 2), last);
                Assert.That(grid.HasLineOfSight(new Vector3(2f, 0f, 8f), new Vector3(16f, 0f, 8f), two), Is.True);
                Assert.Throws<ArgumentOutOfRangeException>(() => grid.HasLineOfSight(new Vector3(-1f, 0f, 0f), to));
                Assert.Throws<ArgumentOutOfRangeException>(
                    () => grid.HasLineOfSight(from, new Vector3(float.NaN, 0f, 0f)));
                PathGrid none = null;
                Assert.Throws<ArgumentNullException>(() => none.HasLineOfSight(from, to));
            }
        }

        [Test]
        public void A_line_allocates_nothing()
        {
            using (PathGrid grid = new PathGrid(50, 50))
            {
                Assert.AreEqual(0, Garbage.During(
                    () => grid.HasLineOfSight(new GridCell(0, 0), new GridCell(49, 33))));
            }
        }
    }
}
