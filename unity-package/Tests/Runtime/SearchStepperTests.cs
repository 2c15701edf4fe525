using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class SearchStepperTests
    {
        private static readonly GridCell Start = new GridCell(0, 0);

        private readonly List<GridCell> _path = new List<GridCell>();
        private readonly List<SearchChange> _changes = new List<SearchChange>();
        private readonly List<SearchCell> _open = new List<SearchCell>();

        [Test]
        public void A_search_is_shown_step_by_step()
        {
            using (PathGrid grid = new PathGrid(
                new PathGridSettings { Width = 4, Height = 3, StraightCost = 10, DiagonalCost = 14 }))
            using (SearchStepper stepper = grid.BeginSearch(Start, new GridCell(3, 0)))
            {
                Assert.AreEqual(PathReason.StillRunning, stepper.Status);
                stepper.GetChanges(_changes);
                Assert.AreEqual("Added (0, 0)", string.Join(" ", _changes));

                Assert.AreEqual(PathReason.StillRunning, stepper.Advance(1));
                stepper.GetChanges(_changes);
                Assert.AreEqual("Expanded (0, 0) Added (1, 1) Added (1, 0) Added (0, 1)", string.Join(" ", _changes));
                Assert.AreEqual(1, _changes[3].Expansion);
                Assert.AreEqual(1, stepper.Expansions);
                Assert.AreEqual(1, stepper.ClosedCount);
                Assert.AreEqual(3, stepper.OpenCount);

                SearchCell diagonal = stepper.GetCell(new GridCell(1, 1));
                Assert.AreEqual(SearchCellState.Open, diagonal.State);
                Assert.AreEqual(14, diagonal.G);
                Assert.AreEqual(24, diagonal.H);
                Assert.AreEqual(38, diagonal.F);
                Assert.AreEqual(Start, diagonal.Parent);
                Assert.AreEqual(-1, diagonal.ParentDx);
                Assert.AreEqual(-1, diagonal.ParentDy);
                Assert.That(diagonal.HasParent, Is.True);
                SearchCell first = stepper.GetCell(Start);
                Assert.AreEqual(SearchCellState.Closed, first.State);
                Assert.That(first.HasParent, Is.False);
                Assert.AreEqual(SearchCellState.Unseen, stepper.GetCell(new GridCell(3, 2)).State);

                stepper.GetOpenCells(_open);
                Assert.AreEqual(new[] { new GridCell(1, 0), new GridCell(1, 1), new GridCell(0, 1) }, Cells(_open));
                stepper.GetOpenCells(_open, 1);
                Assert.AreEqual(new[] { new GridCell(1, 0) }, Cells(_open));

                Assert.AreEqual(PathReason.Found, stepper.Advance(100));
                Assert.That(stepper.IsRunning, Is.False);
                PathResult result = stepper.Finish(_path);
                Assert.AreEqual(30, result.Cost);
                Assert.AreEqual(3, result.Expansions);
                Assert.AreEqual(SearchEngine.AStar, result.Engine);
                Assert.AreEqual(4, _path.Count);
                Assert.AreEqual(PathReason.Found, stepper.Advance(1));
                stepper.GetChanges(_changes);
                Assert.AreEqual(0, _changes.Count);
            }
        }

        [Test]
        public void Stepped_to_its_end_by_any_number_it_gives_the_path_of_a_plain_search()
        {
            System.Random random = new System.Random(20261122);
            SearchOrder[] orders = { SearchOrder.AStar, SearchOrder.Dijkstra, SearchOrder.GreedyBestFirst };
            for (int round = 0; round < 200; round++)
            {
                AsciiMap map = AsciiMap.Random(random);
                using (PathGrid grid = map.ToGrid())
                {
                    grid.Prepare(SearchEngine.AStar);
                    GridCell start = new GridCell(random.Next(map.Width), random.Next(map.Height));
                    GridCell goal = new GridCell(random.Next(map.Width), random.Next(map.Height));
                    PathQuery query = new PathQuery
                    {
                        Order = orders[random.Next(3)],
                        Heuristic = (Heuristic)random.Next(6),
                        DiagonalRule = (DiagonalRule)random.Next(5),
                        HeuristicWeight = random.Next(3),
                    };
                    PathResult plain = grid.FindPath(start, goal, _path, query);
                    GridCell[] expected = _path.ToArray();
                    foreach (int step in new[] { 1, 7, int.MaxValue })
                    {
                        using (SearchStepper stepper = grid.BeginSearch(start, goal, query))
                        {
                            while (stepper.Advance(step) == PathReason.StillRunning)
                            {
                            }
                            PathResult stepped = stepper.Finish(_path);
                            string said = start + " to " + goal + "\n" + map;
                            Assert.AreEqual(plain.Reason, stepped.Reason, said);
                            Assert.AreEqual(plain.Cost, stepped.Cost, said);
                            Assert.AreEqual(expected, _path.ToArray(), said);
                            if (plain.Found)
                            {
                                Assert.AreEqual(plain.Expansions, stepped.Expansions, said);
                            }
                        }
                    }
                }
            }
        }

        [Test]
        public void It_searches_the_grid_as_it_was_at_the_beginning_also_when_that_is_edited_or_disposed()
        {
            PathGrid grid = new AsciiMap("..#.", "....", "..#.").ToGrid();
            using (SearchStepper stepper = grid.BeginSearch(Start, new GridCell(3, 0)))
            {
                ulong revision = grid.Revision;
                grid.SetCell(2, 1, CellType.Obstacle);
                Assert.AreEqual(PathReason.NoPath, grid.FindPath(Start, new GridCell(3, 0), _path).Reason);
                Assert.AreEqual(revision, stepper.Revision);
                Assert.AreEqual(CellType.Walkable, stepper.GetCell(new GridCell(2, 1)).Type);
                Assert.AreEqual(CellType.Obstacle, stepper.GetCell(new GridCell(2, 0)).Type);
                grid.Dispose();
                Assert.AreEqual(PathReason.Found, stepper.Finish(_path).Reason);
                Assert.AreEqual(new GridCell(2, 1), _path[2]);
            }
        }

        [Test]
        public void A_search_that_ends_at_once_says_why()
        {
            using (PathGrid grid = new AsciiMap("...", "..#").ToGrid())
            {
                Ends(grid, new GridCell(-1, 0), Start, PathReason.StartOutside);
                Ends(grid, Start, new GridCell(0, 2), PathReason.GoalOutside);
                Ends(grid, Start, new GridCell(2, 0), PathReason.GoalBlocked);
                using (SearchStepper stepper = grid.BeginSearch(Start, Start))
                {
                    Assert.AreEqual(PathReason.Found, stepper.Advance(0));
                    Assert.AreEqual(0, stepper.Finish(_path).Expansions);
                    Assert.AreEqual(new[] { Start }, _path.ToArray());
                }
                PathQuery query = new PathQuery
                {
                    MaxExpansions = 1,
                    Heuristic = Heuristic.Zero,
                    DiagonalRule = DiagonalRule.Never,
                };
                using (SearchStepper stepper = grid.BeginSearch(Start, new GridCell(1, 1), query))
                {
                    Assert.AreEqual(PathReason.LimitReached, stepper.Advance(5));
                }
            }
        }

        [Test]
        public void The_cells_of_a_rectangle_come_row_by_row()
        {
            using (PathGrid grid = new PathGrid(5, 4))
            using (SearchStepper stepper = grid.BeginSearch(Start, new GridCell(4, 3)))
            {
                stepper.Advance(2);
                SearchCell[] cells = new SearchCell[7];
                stepper.GetCells(1, 1, 3, 2, cells);
                for (int i = 0; i < 6; i++)
                {
                    GridCell cell = new GridCell(1 + i % 3, 1 + i / 3);
                    Assert.AreEqual(cell, cells[i].Cell);
                    Assert.AreEqual(stepper.GetCell(cell).F, cells[i].F);
                }
                Assert.AreEqual(0d, cells[6].G);
                Refused.Array(
                    "rowByRow", "2 elements; 6 are needed", () => stepper.GetCells(1, 1, 3, 2, new SearchCell[2]));
                Refused.Argument("rectangle", "(4, 0), 2 x 1", () => stepper.GetCells(4, 0, 2, 1, cells));
                Refused.Argument("rectangle", "", () => stepper.GetCells(0, 0, 0, 1, cells));
                Refused.Argument("cell", "(5, 0)", () => stepper.GetCell(new GridCell(5, 0)));
                Refused.Null("rowByRow", () => stepper.GetCells(0, 0, 1, 1, null));
            }
        }

        [Test]
        public void Mistakes_throw()
        {
            using (PathGrid grid = new PathGrid(4, 4))
            {
                Refused.Argument(
                    "query", "weight", () => grid.BeginSearch(Start, Start, new PathQuery { HeuristicWeight = -1 }));
                using (SearchStepper stepper = grid.BeginSearch(Start, new GridCell(3, 3)))
                {
                    Refused.Argument("maxExpansions", "negative", () => stepper.Advance(-1));
                    Refused.Argument("maxCount", "negative", () => stepper.GetOpenCells(_open, -1));
                    Refused.Null("path", () => stepper.Finish(null));
                    Refused.Null("changes", () => stepper.GetChanges(null));
                    Refused.Null("open", () => stepper.GetOpenCells(null));
                }
            }
        }

        [Test]
        public void A_disposed_stepper_says_so_and_can_be_disposed_again()
        {
            using (PathGrid grid = new PathGrid(4, 4))
            {
                int alive = GridStarLibrary.LiveStepperCount;
                SearchStepper stepper = grid.BeginSearch(Start, new GridCell(3, 3));
                Assert.AreEqual(alive + 1, GridStarLibrary.LiveStepperCount);
                Assert.That(stepper.IsDisposed, Is.False);
                stepper.Dispose();
                stepper.Dispose();
                Assert.That(stepper.IsDisposed, Is.True);
                Assert.AreEqual(alive, GridStarLibrary.LiveStepperCount);
                foreach (TestDelegate call in new TestDelegate[]
                {
                    () => stepper.Advance(1), () => stepper.Finish(_path), () => stepper.GetCell(Start),
                    () => stepper.GetChanges(_changes),
                    () => stepper.GetOpenCells(_open), () => stepper.Status.ToString(),
                    () => stepper.GetCells(0, 0, 1, 1, new SearchCell[1]),
                })
                {
                    ObjectDisposedException thrown = Assert.Throws<ObjectDisposedException>(call);
                    Assert.AreEqual("SearchStepper", thrown.ObjectName);
                }
                SearchStepper second = grid.BeginSearch(Start, new GridCell(3, 3));
                Assert.That(GridStarLibrary.DestroyAllSteppers(), Is.GreaterThanOrEqualTo(1));
                Assert.That(second.IsDisposed, Is.True);
                second.Dispose();
                grid.Dispose();
                Assert.Throws<ObjectDisposedException>(() => grid.BeginSearch(Start, Start));
            }
        }

        [Test]
        public void Two_threads_may_use_one_stepper()
        {
            using (PathGrid grid = new PathGrid(64, 64))
            using (SearchStepper stepper = grid.BeginSearch(
                Start, new GridCell(63, 40), new PathQuery { Order = SearchOrder.Dijkstra }))
            {
                Thread other = new Thread(() =>
                {
                    List<SearchCell> open = new List<SearchCell>();
                    List<SearchChange> changes = new List<SearchChange>();
                    while (stepper.Advance(3) == PathReason.StillRunning)
                    {
                        stepper.GetOpenCells(open);
                        stepper.GetChanges(changes);
                    }
                });
                other.Start();
                while (stepper.Advance(2) == PathReason.StillRunning)
                {
                    stepper.GetOpenCells(_open);
                    stepper.GetChanges(_changes);
                }
                other.Join();
                Assert.That(stepper.Finish(_path).Found, Is.True);
            }
        }

        [Test]
        public void Warm_steps_and_looks_allocate_nothing()
        {
            using (PathGrid grid = new PathGrid(4, 4))
            using (SearchStepper stepper = grid.BeginSearch(
                Start, new GridCell(3, 3), new PathQuery { Order = SearchOrder.Dijkstra }))
            {
                SearchCell[] cells = new SearchCell[16];
                stepper.Advance(3);
                Assert.AreEqual(0, Garbage.During(() =>
                {
                    stepper.Advance(0);
                    Look(stepper, cells);
                }));
                stepper.Finish(_path);
                Assert.AreEqual(0, Garbage.During(() => stepper.Finish(_path)));
            }
        }

        private void Look(SearchStepper stepper, SearchCell[] cells)
        {
            stepper.GetChanges(_changes);
            stepper.GetOpenCells(_open);
            stepper.GetCells(0, 0, 4, 4, cells);
            stepper.GetCell(Start);
            if (stepper.OpenCount + stepper.ClosedCount <= 0 || stepper.Bytes <= 0 || stepper.IsDisposed)
            {
                throw new InvalidOperationException();
            }
        }

        private void Ends(PathGrid grid, GridCell start, GridCell goal, PathReason reason)
        {
            using (SearchStepper stepper = grid.BeginSearch(start, goal))
            {
                Assert.AreEqual(reason, stepper.Status);
                Assert.AreEqual(reason, stepper.Advance(1));
                Assert.AreEqual(reason, stepper.Finish(_path).Reason);
                Assert.AreEqual(0, _path.Count);
                Assert.AreEqual(0, stepper.Expansions + stepper.OpenCount);
            }
        }

        private static GridCell[] Cells(List<SearchCell> cells) => cells.ConvertAll(cell => cell.Cell).ToArray();
    }
}
