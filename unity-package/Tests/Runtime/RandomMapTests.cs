using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class RandomMapTests
    {
        [TestCase(DiagonalRule.Always, 1.0, 1.4)]
        [TestCase(DiagonalRule.Always, 10.0, 14.0)]
        [TestCase(DiagonalRule.AtMostOneBlocked, 1.0, 1.4)]
        [TestCase(DiagonalRule.AtMostOneBlocked, 2.0, 2.0)]
        [TestCase(DiagonalRule.BothFree, 1.0, 1.4142135623730951)]
        [TestCase(DiagonalRule.BothFree, 0.5, 1.0)]
        [TestCase(DiagonalRule.Never, 1.0, 1.4)]
        public void Paths_cost_what_the_reference_search_says_and_exist_when_it_finds_one(
            DiagonalRule rule, double straight, double diagonal)
        {
            PathQuery query = new PathQuery { DiagonalRule = rule, StraightCost = straight, DiagonalCost = diagonal };
            List<GridCell> path = new List<GridCell>();
            for (int seed = 1; seed <= 150; seed++)
            {
                Random random = new Random(seed);
                AsciiMap map = AsciiMap.Random(random);
                GridCell start = map.RandomCell(random);
                GridCell goal = map.RandomCell(random);
                double? expected = ReferenceSearch.Cost(map, start, goal, rule, straight, diagonal);
                using (PathGrid grid = map.ToGrid())
                {
                    PathResult result = grid.FindPath(start, goal, path, query);
                    string situation = "seed " + seed + ", " + start + " to " + goal + "\n" + map;
                    Assert.AreEqual(expected.HasValue, result.Found, situation);
                    if (expected.HasValue)
                    {
                        Assert.That(result.Cost, Is.EqualTo(expected.Value).Within(1e-6), situation);
                        Assert.That(CostOf(map, path, query), Is.EqualTo(result.Cost).Within(1e-6), situation);
                        Assert.AreEqual(start, path[0], situation);
                        Assert.AreEqual(goal, path[path.Count - 1], situation);
                    }
                }
            }
        }

        /// <summary>Sum of the costs of a path's steps; NaN if a step is illegal.</summary>
        private static double CostOf(AsciiMap map, List<GridCell> path, PathQuery query)
        {
            double cost = 0.0;
            for (int i = 1; i < path.Count; i++)
            {
                if (!ReferenceSearch.IsStep(map, path[i - 1], path[i], query.DiagonalRule))
                {
                    return double.NaN;
                }
                bool isDiagonal = path[i].X != path[i - 1].X && path[i].Y != path[i - 1].Y;
                cost += isDiagonal ? query.DiagonalCost : query.StraightCost;
            }
            return cost;
        }
    }
}
