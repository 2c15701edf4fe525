using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>When a tracker keeps its path although a new one turns back, and what a kept path costs.</summary>
    public class PathCommitmentTests
    {
        private static readonly PathForm[] Forms =
        {
            PathForm.Cells, PathForm.WayPoints, PathForm.Straightened, PathForm.AnyAngle,
        };

        /// <summary>A wall with a way around each end; the follower stands before its middle.</summary>
        private static PathGrid Wall()
        {
            PathGrid grid = new PathGrid(new PathGridSettings
            {
                Width = 30, Height = 11, DiagonalRule = DiagonalRule.BothFree,
            });
            grid.FillRect(15, 1, 1, 9, CellType.Obstacle);
            return grid;
        }

        [Test]
        public void The_path_is_kept_and_goes_on_to_a_target_that_is_near()
        {
            using (PathGrid grid = Wall())
            {
                PathTracker tracker = new PathTracker(grid);
                GridCell here = new GridCell(14, 5);
                tracker.Update(here, new GridCell(16, 4), 0.0);
                Assert.AreEqual(new GridCell(14, 4), tracker.Next);
                tracker.Update(here, new GridCell(16, 6), 0.0);
                Assert.AreEqual(ReplanCause.TargetMoved, tracker.Cause);
                Assert.AreEqual(new GridCell(14, 4), tracker.Next);
                Assert.AreEqual(new GridCell(16, 6), tracker[tracker.Count - 1]);
                // Along the path and back is left out.
                tracker.Update(here, new GridCell(16, 4), 0.0);
                Assert.AreEqual(12, tracker.Count);
                Assert.AreEqual(3, tracker.Searches);
            }
        }

        [Test]
        public void A_tracker_that_keeps_its_path_leaves_the_answer_to_others_as_it_is()
        {
            using (PathGrid grid = Wall())
            {
                PathScheduler scheduler = new PathScheduler(grid)
                {
                    ImmediateSearches = 0, SearchesInBackground = false,
                };
                PathTracker keeper = new PathTracker(grid) { Scheduler = scheduler };
                PathTracker other = new PathTracker(grid) { Scheduler = scheduler };
                GridCell here = new GridCell(14, 5);
                GridCell target = new GridCell(16, 6);
                keeper.Update(here, new GridCell(16, 4), 0.0);
                scheduler.Update(0.0);
                // Both ask for the same search, and the one that keeps its path gets the answer first.
                other.Update(here, target, 0.0);
                keeper.Update(here, target, 0.0);
                scheduler.Update(0.0);
                Assert.AreEqual(2, scheduler.Searches);
                Assert.AreEqual(new GridCell(14, 4), keeper.Next);
                List<GridCell> expected = new List<GridCell>();
                List<GridCell> found = new List<GridCell>();
                grid.FindPath(here, target, expected);
                other.CopyTo(found);
                Assert.AreEqual(expected.ToArray(), found.ToArray());
            }
        }

        [Test]
        public void A_path_that_is_better_by_the_part_is_taken_and_so_is_one_to_a_target_far_away()
        {
            using (PathGrid grid = Wall())
            {
                GridCell here = new GridCell(14, 5);
                foreach (double part in new[] { 0.0, 0.1, 0.5 })
                {
                    PathTracker tracker = new PathTracker(grid) { Commitment = part };
                    tracker.Update(here, new GridCell(16, 4), 0.0);
                    tracker.Update(here, new GridCell(2, 9), 0.0);
                    Assert.AreEqual(-1, tracker.Next.X - here.X, "a target elsewhere");
                    grid.SetCell(15, 2, CellType.Walkable);
                    tracker.Update(here, new GridCell(16, 8), 0.0);
                    grid.SetCell(15, 6, CellType.Walkable);
                    tracker.Replan();
                    tracker.Update(here, new GridCell(16, 6), 0.0);
                    Assert.AreEqual(6, tracker.Next.Y, "a door opened");
                    grid.FillRect(15, 1, 1, 9, CellType.Obstacle);
                }
            }
        }

        [Test]
        public void A_path_for_other_settings_or_with_a_closed_cell_is_not_kept()
        {
            using (PathGrid grid = Wall())
            {
                GridCell here = new GridCell(14, 5);
                PathTracker tracker = new PathTracker(grid) { Commitment = 0.9, WatchesEdits = false };
                tracker.Update(here, new GridCell(16, 4), 0.0);
                grid.SetCell(15, 0, CellType.Obstacle);
                tracker.Update(here, new GridCell(16, 6), 0.0);
                Assert.AreEqual(new GridCell(14, 6), tracker.Next);
                grid.SetCell(15, 0, CellType.Walkable);
                tracker.Query = new PathQuery { DiagonalRule = DiagonalRule.Never };
                tracker.Update(here, new GridCell(16, 4), 0.0);
                Assert.AreEqual(new GridCell(14, 4), tracker.Next);
            }
        }

        [Test]
        public void Parts_out_of_range_are_refused()
        {
            using (PathGrid grid = Wall())
            {
                PathTracker tracker = new PathTracker(grid);
                foreach (double part in new[] { -0.1, 1.0, double.NaN, double.PositiveInfinity })
                {
                    Assert.Throws<ArgumentOutOfRangeException>(() => tracker.Commitment = part);
                }
                Assert.AreEqual(0.1, tracker.Commitment);
            }
        }

        /// <summary>A follower walks to a target that wanders, on random maps with terrain.</summary>
        [Test]
        public void Every_path_can_be_walked_leads_to_the_target_and_costs_what_was_promised()
        {
            int kept = 0;
            for (int seed = 1; seed <= 40; seed++)
            {
                Random random = new Random(seed);
                PathForm form = Forms[seed % 4];
                CellMap map = new CellMap(20, 16) { Start = new GridCell(0, 0) };
                map.AddRandomObstacles(0.3, (ulong)seed);
                using (PathGrid grid = new PathGrid(map, new PathGridSettings { DiagonalRule = DiagonalRule.BothFree }))
                using (TraversalProfile profile = new TraversalProfile())
                {
                    bool hasTerrain = form == PathForm.Cells || form == PathForm.WayPoints;
                    if (hasTerrain)
                    {
                        profile.SetCost(2, 3.0);
                        profile.Charge = seed % 3 == 0 ? TraversalCharge.Entered : TraversalCharge.Mean;
                        grid.FillPenalties(random.Next(10), random.Next(8), 6, 6, 40);
                    }
                    PathTracker tracker = new PathTracker(grid)
                    {
                        Query = new PathQuery { Form = form, Profile = hasTerrain ? profile : null },
                    };
                    GridCell at = new GridCell(0, 0);
                    GridCell target = at;
                    for (int step = 0; step < 300; step++)
                    {
                        GridCell next = new GridCell(target.X + random.Next(5) - 2, target.Y + random.Next(5) - 2);
                        bool isFree = grid.Contains(next) && grid.GetCell(next) == CellType.Walkable;
                        target = isFree ? next : target;
                        tracker.Update(at, target, 0.1);
                        kept += Check(grid, tracker, "seed " + seed + ", step " + step + "\n" + map) ? 1 : 0;
                        at = tracker.HasPath && form == PathForm.Cells ? tracker.Next : at;
                        at = form != PathForm.Cells && tracker.HasPath && step % 3 == 0 ? tracker.Next : at;
                    }
                }
            }
            Assert.That(kept, Is.GreaterThan(5));
        }

        /// <summary>Returns whether the path was kept.</summary>
        private static bool Check(PathGrid grid, PathTracker tracker, string situation)
        {
            if (!tracker.HasPath || !tracker.Result.Found)
            {
                return false;
            }
            List<GridCell> path = new List<GridCell>();
            tracker.CopyTo(path);
            Assert.AreEqual(path.Count, grid.CheckPath(path, 0, tracker.Query, out _), situation);
            Assert.AreEqual(tracker.Target.Cell, path[path.Count - 1], situation);
            PathQuery query = tracker.Query;
            double cost = grid.MeasurePath(path.ToArray(), 0, path.Count, ref query);
            List<GridCell> other = new List<GridCell>();
            double least = grid.FindPath(path[0], tracker.Target.Cell, other, query).Cost;
            if (query.Form != PathForm.Straightened)
            {
                // Pulling a string tight does not find the shortest one.
                Assert.That(cost, Is.GreaterThan(least - 1e-6), situation);
            }
            Assert.That(cost, Is.LessThan(least / 0.9 + Math.Max(least / 2.0, 3.0) + 1e-6), situation);
            return cost > least + 1e-6;
        }

        /// <summary>The cost of a path by its cells is that of its search.</summary>
        [Test]
        public void A_measured_path_costs_what_its_search_has_found()
        {
            for (int seed = 1; seed <= 60; seed++)
            {
                Random random = new Random(seed);
                CellMap map = new CellMap(24, 20);
                map.AddRandomObstacles(0.15, (ulong)seed);
                PathGridSettings settings = new PathGridSettings { StraightCost = 10.0, DiagonalCost = 14.0 };
                using (PathGrid grid = new PathGrid(map, settings))
                using (TraversalProfile profile = new TraversalProfile())
                {
                    profile.SetCost(2, 2.5).SetCost(3, 0.5);
                    profile.Charge = seed % 2 == 0 ? TraversalCharge.Entered : TraversalCharge.Mean;
                    for (int i = 0; i < 6 && seed % 5 != 0; i++)
                    {
                        grid.FillRect(random.Next(18), random.Next(14), 5, 5, (CellType)(2 + random.Next(2)));
                        grid.FillPenalties(random.Next(18), random.Next(14), 4, 4, (byte)random.Next(60));
                    }
                    PathQuery query = new PathQuery
                    {
                        Form = Forms[random.Next(3)],
                        Profile = seed % 3 == 0 ? null : profile,
                        AgentSize = random.Next(4),
                        IgnorePenalties = random.Next(2) == 0,
                        StraightCost = seed % 4 == 0 ? 2.0 : 0.0,
                        DiagonalCost = seed % 4 == 0 ? 3.0 : 0.0,
                    };
                    for (int i = 0; i < 20; i++)
                    {
                        GridCell start = new GridCell(random.Next(24), random.Next(20));
                        GridCell goal = new GridCell(random.Next(24), random.Next(20));
                        if (!grid.TryFindNearest(start, 30, query, out GridCell nearest))
                        {
                            continue;
                        }
                        List<GridCell> path = new List<GridCell>();
                        PathResult result = grid.FindPath(nearest, goal, path, query);
                        double cost = grid.MeasurePath(path.ToArray(), 0, path.Count, ref query);
                        // Costs are rounded to units.
                        Assert.AreEqual(result.Cost, cost, result.Cost * 1e-3, "seed " + seed + " " + query.Form);
                    }
                }
            }
        }
    }
}
