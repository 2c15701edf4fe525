using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridOrderTests
    {
        /// <summary>
        /// The map in the section "Algorithm and heuristic" of the documentation, row 0 on top as there.
        /// </summary>
        private static readonly string[] Documented =
        {
            "................",
            "................",
            "................",
            "........###.....",
            "..........#.....",
            "..........#.....",
            "..........#.....",
            "..........#.....",
            "..........#.....",
            "....#######.....",
            "................",
            "................",
            "................",
            "................",
            "................",
            "................",
        };

        private static readonly GridCell Start = new GridCell(4, 7);
        private static readonly GridCell Goal = new GridCell(14, 8);

        private readonly List<GridCell> _path = new List<GridCell>();

        [TestCase(SearchOrder.AStar, Heuristic.Octile, 1.0, 50, 152)]
        [TestCase(SearchOrder.Default, Heuristic.Default, 0.0, 50, 152)]
        [TestCase(SearchOrder.AStar, Heuristic.Euclidean, 1.0, 58, 152)]
        [TestCase(SearchOrder.AStar, Heuristic.Chebyshev, 1.0, 74, 152)]
        [TestCase(SearchOrder.AStar, Heuristic.Zero, 1.0, 223, 152)]
        [TestCase(SearchOrder.Dijkstra, Heuristic.Octile, 1.0, 221, 152)]
        [TestCase(SearchOrder.AStar, Heuristic.Manhattan, 1.0, 46, 152)]
        [TestCase(SearchOrder.AStar, Heuristic.Octile, 1.5, 50, 174)]
        [TestCase(SearchOrder.AStar, Heuristic.Octile, 3.0, 38, 174)]
        [TestCase(SearchOrder.GreedyBestFirst, Heuristic.Octile, 1.0, 32, 200)]
        public void Orders_expand_as_many_cells_as_the_documentation_says_by_a_query_and_by_settings(
            SearchOrder order, Heuristic heuristic, double weight, int expansions, double cost)
        {
            using (PathGrid plain = Create(SearchOrder.Default, Heuristic.Default, 1))
            using (PathGrid set = Create(order, heuristic, weight))
            {
                PathQuery query = new PathQuery { Order = order, Heuristic = heuristic, HeuristicWeight = weight };
                foreach (PathResult result in new[]
                {
                    plain.FindPath(Start, Goal, _path, query), set.FindPath(Start, Goal, _path),
                })
                {
                    Assert.AreEqual(SearchEngine.AStar, result.Engine);
                    Assert.AreEqual(expansions, result.Expansions);
                    Assert.AreEqual(cost, result.Cost);
                }
            }
        }

        /// <summary>An optimal path costs 152, and on a grid without obstacles 104.</summary>
        [TestCase(SearchOrder.AStar, 1.0, 1.0)]
        [TestCase(SearchOrder.Dijkstra, 1.0, 1.0)]
        [TestCase(SearchOrder.AStar, 1.5, 1.5)]
        [TestCase(SearchOrder.AStar, 3.0, 174.0 / 104)]
        [TestCase(SearchOrder.GreedyBestFirst, 1.0, 200.0 / 104)]
        public void A_result_tells_how_far_from_optimal_its_path_can_be(SearchOrder order, double weight, double bound)
        {
            using (PathGrid grid = Create(SearchOrder.Default, Heuristic.Default, 1))
            {
                PathQuery query = new PathQuery { Order = order, HeuristicWeight = weight };
                PathResult result = grid.FindPath(Start, Goal, _path, query);
                Assert.AreEqual(bound, result.Bound, 1e-6);
                Assert.That(result.Cost, Is.LessThanOrEqualTo(152 * result.Bound));
                Assert.AreEqual(0, grid.FindPath(Start, new GridCell(8, 3), _path, query).Bound);
            }
        }

        [Test]
        public void Queries_that_jump_points_can_not_answer_search_cells_and_know_an_unreachable_goal_at_once()
        {
            using (PathGrid grid = new AsciiMap("..#.", "..#.", "..#.").ToGrid())
            {
                PathQuery query = new PathQuery { Order = SearchOrder.GreedyBestFirst };
                Assert.AreEqual(
                    SearchEngine.AStar, grid.FindPath(new GridCell(0, 0), new GridCell(1, 2), _path, query).Engine);
                PathResult result = grid.FindPath(new GridCell(0, 0), new GridCell(3, 0), _path, query);
                Assert.AreEqual(PathReason.NoPath, result.Reason);
                Assert.AreEqual(0, result.Expansions);
            }
        }

        [Test]
        public void A_manager_has_the_same_settings_and_a_steered_search_keeps_to_them()
        {
            BaseGrid grid = MirrorMap.Create(DocumentedMap());
            BaseGrid steered = MirrorMap.Fill(new SteeredGrid(), DocumentedMap());
            SearchOrder[] orders = { SearchOrder.AStar, SearchOrder.Dijkstra, SearchOrder.GreedyBestFirst };
            foreach (SearchOrder order in orders)
            {
                foreach (Heuristic heuristic in new[]
                {
                    Heuristic.Octile, Heuristic.Euclidean, Heuristic.Chebyshev, Heuristic.Zero,
                })
                {
                    AStarManager manager = new AStarManager
                    {
                        StraightCost = 10f, DiagonalCost = 14f, Order = order, Heuristic = heuristic,
                    };
                    float native = Cost(manager, grid);
                    Assert.That(native, Is.GreaterThanOrEqualTo(146f));
                    Assert.That(order == SearchOrder.GreedyBestFirst || native == 146f, order + ", " + heuristic);
                    if (order != SearchOrder.GreedyBestFirst)
                    {
                        Assert.AreEqual(146f, Cost(manager, steered), order + ", " + heuristic);
                    }
                }
            }
            AStarManager greedy = new AStarManager { Order = SearchOrder.GreedyBestFirst };
            Assert.That(Cost(greedy, grid), Is.GreaterThan(15f));
            Assert.That(Cost(greedy, steered), Is.GreaterThan(15f));
            AStarManager hasty = new AStarManager { HeuristicWeight = 3f };
            Assert.That(Cost(hasty, grid), Is.EqualTo(16.2f).Within(1e-4));
        }

        private static float Cost(AStarManager manager, BaseGrid grid)
        {
            List<AStarNode> path = manager.FindPath(MirrorMap.At(Start.X, Start.Y), MirrorMap.At(Goal.X, Goal.Y), grid);
            return path[path.Count - 1].g;
        }

        private static PathGrid Create(SearchOrder order, Heuristic heuristic, double weight)
        {
            PathGrid grid = new PathGrid(new PathGridSettings
            {
                Width = 16,
                Height = 16,
                StraightCost = 10,
                DiagonalCost = 14,
                Engine = SearchEngine.AStar,
                Order = order,
                Heuristic = heuristic,
                HeuristicWeight = weight,
            });
            for (int i = 0; i < 256; i++)
            {
                grid.SetCell(
                    i % 16, i / 16, DocumentedMap().IsWalkable(i % 16, i / 16) ? CellType.Walkable : CellType.Obstacle);
            }
            return grid;
        }

        private static AsciiMap DocumentedMap()
        {
            string[] rows = (string[])Documented.Clone();
            Array.Reverse(rows);
            return new AsciiMap(rows);
        }

        /// <summary>Has an override without effect, which selects the managed search.</summary>
        private sealed class SteeredGrid : BaseGrid
        {
            public override List<AStarNode> GetNeighbors(AStarNode node) => base.GetNeighbors(node);
        }
    }
}
