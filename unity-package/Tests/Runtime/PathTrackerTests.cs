using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathTrackerTests
    {
        private readonly GridCell _target = new GridCell(7, 0);
        private PathGrid _grid;
        private PathTracker _tracker;

        [SetUp]
        public void CreateTracker()
        {
            _grid = new PathGrid(new PathGridSettings { Width = 8, Height = 4, DiagonalRule = DiagonalRule.BothFree });
            _tracker = new PathTracker(_grid);
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void Nothing_is_searched_before_the_first_update()
        {
            Assert.AreEqual(0, _tracker.Searches);
            Assert.AreEqual(ReplanCause.None, _tracker.Cause);
            Assert.That(_tracker.HasPath || _tracker.IsAtGoal, Is.False);
            Assert.Throws<InvalidOperationException>(() => Assert.IsNotNull(_tracker.Next));
        }

        [Test]
        public void The_first_update_searches_and_later_ones_only_walk_along_the_path()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            Assert.AreEqual(8, _tracker.Count);
            for (int x = 0; x < 8; x++)
            {
                ExpectNoSearch(x, 0, 1000.0);
                Assert.AreEqual(8 - x, _tracker.Count);
                Assert.AreEqual(new GridCell(x, 0), _tracker[0]);
                Assert.AreEqual(new GridCell(Math.Min(x + 1, 7), 0), _tracker.Next);
                Assert.AreEqual(x == 7, _tracker.IsAtGoal);
            }
            Assert.AreEqual(1, _tracker.Searches);
        }

        [Test]
        public void A_cell_that_is_skipped_is_dropped_too()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            ExpectNoSearch(4, 0, 0.1);
            Assert.AreEqual(4, _tracker.Count);
            Assert.That(_tracker.Advance(new GridCell(6, 0)), Is.True);
            Assert.That(_tracker.Advance(new GridCell(5, 0)), Is.False);
            Assert.AreEqual(2, _tracker.Count);
        }

        [Test]
        public void The_interval_runs_from_the_last_search()
        {
            _tracker.Interval = 1.0;
            Expect(ReplanCause.Requested, 0, 0, 5.0);
            ExpectNoSearch(0, 0, 0.75);
            Expect(ReplanCause.Interval, 1, 0, 0.25);
            ExpectNoSearch(1, 0, 0.99);
            Expect(ReplanCause.Interval, 1, 0, 0.5);
            _tracker.Interval = 0.0;
            ExpectNoSearch(1, 0, 100.0);
        }

        [Test]
        public void A_target_that_leaves_its_cell_is_followed_unless_it_shall_not_be()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            Assert.That(_tracker.Update(new GridCell(0, 0), new GridCell(7, 1), 0.1), Is.True);
            Assert.AreEqual(ReplanCause.TargetMoved, _tracker.Cause);
            Assert.AreEqual(new GridCell(7, 1), _tracker[_tracker.Count - 1]);
            _tracker.FollowsTarget = false;
            Assert.That(_tracker.Update(new GridCell(0, 0), new GridCell(7, 2), 0.1), Is.False);
            _tracker.Interval = 1.0;
            Assert.That(_tracker.Update(new GridCell(0, 0), new GridCell(7, 2), 1.0), Is.True);
            Assert.AreEqual(new GridCell(7, 2), _tracker[_tracker.Count - 1]);
        }

        [Test]
        public void An_edit_beside_the_path_or_behind_the_follower_is_no_reason_to_search()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _grid.SetCell(3, 2, CellType.Obstacle);
            ExpectNoSearch(3, 0, 0.1);
            _grid.SetCell(1, 0, CellType.Obstacle);
            ExpectNoSearch(3, 0, 0.1);
            _grid.SetCell(3, 2, CellType.Walkable);
            ExpectNoSearch(3, 0, 0.1);
        }

        [Test]
        public void An_edit_that_closes_a_cell_of_the_path_is_a_reason_to_search_once()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _grid.SetCell(5, 0, CellType.Obstacle);
            Expect(ReplanCause.GridChanged, 1, 0, 0.1);
            Assert.That(_tracker.Result.Found, Is.True);
            ExpectNoSearch(1, 0, 0.1);
            _tracker.WatchesEdits = false;
            _grid.FillRect(5, 0, 1, 4, CellType.Obstacle);
            ExpectNoSearch(1, 0, 0.1);
        }

        [Test]
        public void An_edit_that_closes_a_corner_of_the_path_is_a_reason_to_search()
        {
            GridCell target = new GridCell(3, 3);
            _tracker.Update(new GridCell(0, 0), target, 0.1);
            Assert.AreEqual(4, _tracker.Count);
            _grid.SetCell(2, 1, CellType.Obstacle);
            Assert.That(_tracker.Update(new GridCell(0, 0), target, 0.1), Is.True);
            Assert.AreEqual(ReplanCause.GridChanged, _tracker.Cause);
            // Under Always, a blocked corner is no reason to search.
            _tracker.Query = new PathQuery { DiagonalRule = DiagonalRule.Always };
            _grid.SetCell(2, 1, CellType.Walkable);
            _tracker.Update(new GridCell(0, 0), target, 0.1);
            Assert.AreEqual(ReplanCause.Requested, _tracker.Cause);
            _grid.SetCell(2, 1, CellType.Obstacle);
            Assert.That(_tracker.Update(new GridCell(0, 0), target, 0.1), Is.False);
        }

        [Test]
        public void A_follower_that_leaves_the_path_gets_one_from_where_it_is()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            Expect(ReplanCause.Strayed, 2, 1, 0.1);
            Assert.AreEqual(new GridCell(2, 1), _tracker[0]);
            ExpectNoSearch(2, 1, 0.1);
            Expect(ReplanCause.Strayed, 2, 2, 0.1);
        }

        [Test]
        public void The_cells_beside_a_diagonal_step_belong_to_the_way()
        {
            GridCell target = new GridCell(3, 3);
            _tracker.Update(new GridCell(0, 0), target, 0.1);
            Assert.That(_tracker.Update(new GridCell(1, 0), target, 0.1), Is.False);
            Assert.That(_tracker.Update(new GridCell(0, 1), target, 0.1), Is.False);
            Assert.That(_tracker.Update(new GridCell(1, 1), target, 0.1), Is.False);
            Assert.AreEqual(3, _tracker.Count);
            Assert.That(_tracker.Update(new GridCell(1, 0), target, 0.1), Is.True);
        }

        [Test]
        public void Without_a_path_it_is_searched_again_when_something_changes_and_not_before()
        {
            _grid.FillRect(4, 0, 1, 4, CellType.Obstacle);
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            Assert.AreEqual(PathReason.NoPath, _tracker.Result.Reason);
            Assert.That(_tracker.HasPath, Is.False);
            ExpectNoSearch(0, 0, 10.0);
            Expect(ReplanCause.Strayed, 1, 0, 0.1);
            _grid.SetCell(6, 3, CellType.Obstacle);
            Expect(ReplanCause.GridChanged, 1, 0, 0.1);
            ExpectNoSearch(1, 0, 0.1);
            _grid.SetCell(4, 3, CellType.Walkable);
            Expect(ReplanCause.GridChanged, 1, 0, 0.1);
            Assert.That(_tracker.HasPath, Is.True);
        }

        [Test]
        public void By_choice_a_path_is_kept_while_there_is_no_other_and_every_edit_is_a_reason_to_search()
        {
            _tracker.KeepsPath = true;
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _grid.FillRect(5, 0, 1, 4, CellType.Obstacle);
            Expect(ReplanCause.GridChanged, 1, 0, 0.1);
            Assert.AreEqual(PathReason.NoPath, _tracker.Result.Reason);
            Assert.AreEqual(7, _tracker.Count);
            Assert.AreEqual(4, _tracker.UsableCount);
            Assert.That(_tracker.IsBlocked, Is.True);
            ExpectNoSearch(2, 0, 0.1);
            _grid.SetCell(0, 3, CellType.Obstacle);
            Expect(ReplanCause.GridChanged, 2, 0, 0.1);
            Assert.AreEqual(6, _tracker.Count);
            _grid.SetCell(5, 3, CellType.Walkable);
            Expect(ReplanCause.GridChanged, 2, 0, 0.1);
            Assert.That(_tracker.Result.Found && !_tracker.IsBlocked, Is.True);
        }

        [Test]
        public void An_edit_away_from_a_partial_path_is_a_reason_to_search()
        {
            _tracker.Query = new PathQuery { AllowPartial = true };
            _grid.FillRect(5, 0, 1, 4, CellType.Obstacle);
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            Assert.AreEqual(PathReason.PartialPath, _tracker.Result.Reason);
            ExpectNoSearch(1, 0, 0.1);
            _grid.SetCell(5, 3, CellType.Walkable);
            Expect(ReplanCause.GridChanged, 1, 0, 0.1);
            Assert.That(_tracker.Result.Found, Is.True);
        }

        [Test]
        public void Ends_outside_the_grid_have_no_path_and_say_so()
        {
            _tracker.Update(new GridCell(0, 0), new GridCell(8, 0), 0.1);
            Assert.AreEqual(PathReason.GoalOutside, _tracker.Result.Reason);
            _tracker.Update(new GridCell(-1, 0), new GridCell(7, 0), 0.1);
            Assert.AreEqual(PathReason.StartOutside, _tracker.Result.Reason);
            Assert.AreEqual(0, _tracker.Count);
        }

        [Test]
        public void A_path_is_searched_anew_on_request_and_after_it_was_forgotten()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _tracker.Replan();
            Assert.That(_tracker.HasPath, Is.True);
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _tracker.Clear();
            Assert.That(_tracker.HasPath, Is.False);
            Expect(ReplanCause.Requested, 0, 0, 0.1);
        }

        [Test]
        public void What_is_left_of_the_path_is_copied()
        {
            Expect(ReplanCause.Requested, 5, 0, 0.1);
            ExpectNoSearch(6, 0, 0.1);
            List<GridCell> cells = new List<GridCell> { new GridCell(9, 9) };
            _tracker.CopyTo(cells);
            Assert.AreEqual(new[] { new GridCell(6, 0), new GridCell(7, 0) }, cells.ToArray());
        }

        [Test]
        public void Mistakes_are_refused_by_name()
        {
            GridCell cell = new GridCell(0, 0);
            Refused.Null("grid", () => new PathTracker(null));
            Refused.Null("cells", () => _tracker.CopyTo(null));
            Refused.Argument("seconds", "at least 0", () => _tracker.Update(cell, cell, -0.1));
            Refused.Argument("seconds", "at least 0", () => _tracker.Update(cell, cell, double.NaN));
            Refused.Argument("value", "at least 0", () => _tracker.Interval = -1.0);
            Refused.Argument("index", "0 cells", () => Assert.IsNotNull(_tracker[0]));
            _tracker.Query = new PathQuery { MaxExpansions = -1 };
            Refused.Argument("query", "MaxExpansions", () => _tracker.Update(cell, cell, 0.1));
            Assert.AreEqual(0, _tracker.Searches);
            _grid.Dispose();
            _tracker.Query = default(PathQuery);
            Assert.Throws<ObjectDisposedException>(() => _tracker.Update(cell, cell, 0.1));
        }

        /// <summary>
        /// The tracker looks only at edits near its path. A check of the whole path after each edit finds the same.
        /// </summary>
        [TestCase(PathForm.Cells)]
        [TestCase(PathForm.WayPoints)]
        public void Exactly_the_edits_that_close_the_path_are_a_reason_to_search(PathForm form)
        {
            int closed = 0;
            for (int seed = 1; seed <= 60; seed++)
            {
                Random random = new Random(seed);
                using (PathGrid grid = new PathGrid(30, 30))
                {
                    PathQuery query = new PathQuery
                    {
                        AgentSize = 1 + seed % 3, DiagonalRule = (DiagonalRule)(1 + random.Next(4)), Form = form,
                    };
                    PathTracker tracker = new PathTracker(grid) { Query = query };
                    GridCell from = new GridCell(random.Next(27), random.Next(27));
                    GridCell target = new GridCell(random.Next(27), random.Next(27));
                    tracker.Update(from, target, 0.1);
                    List<GridCell> cells = new List<GridCell>();
                    for (int edit = 0; edit < 60 && tracker.HasPath; edit++)
                    {
                        CellType type = random.Next(3) == 0 ? CellType.Obstacle : CellType.Walkable;
                        grid.FillRect(random.Next(28), random.Next(28), 1 + random.Next(2), 1 + random.Next(2), type);
                        tracker.CopyTo(cells);
                        bool isClosed = grid.CheckPath(cells, 0, query, out _) < cells.Count;
                        string history = "seed " + seed + ", edit " + edit;
                        Assert.AreEqual(isClosed, tracker.Update(from, target, 0.1), history);
                        closed += isClosed ? 1 : 0;
                    }
                }
            }
            Assert.That(closed, Is.GreaterThan(20));
        }

        /// <summary>
        /// Followers and targets move at random on a map that changes at random. They always have a legal path if there
        /// is one.
        /// </summary>
        [Test]
        public void What_is_left_of_the_path_can_always_be_walked()
        {
            for (int seed = 1; seed <= 40; seed++)
            {
                Random random = new Random(seed);
                AsciiMap map = AsciiMap.Random(random);
                GridCell position = map.RandomCell(random);
                GridCell target = map.RandomCell(random);
                using (PathGrid grid = map.ToGrid())
                {
                    PathTracker tracker =
                        new PathTracker(grid) { Query = new PathQuery { DiagonalRule = DiagonalRule.BothFree } };
                    for (int step = 0; step < 60; step++)
                    {
                        grid.SetCell(
                            map.RandomCell(random), random.Next(2) == 0 ? CellType.Obstacle : CellType.Walkable);
                        target = random.Next(10) == 0 ? map.RandomCell(random) : target;
                        tracker.Update(position, target, 0.1);
                        ExpectWalkable(tracker, position, target, "seed " + seed + ", step " + step + "\n" + map);
                        position = tracker.HasPath ? tracker.Next : position;
                    }
                }
            }
        }

        [Test]
        public void A_warm_update_allocates_nothing_with_and_without_a_search()
        {
            _tracker.Interval = 0.0;
            GridCell position = new GridCell(0, 0);
            Assert.AreEqual(0, Garbage.During(() => _tracker.Update(position, _target, 0.1)));
            CellType type = CellType.Walkable;
            Assert.AreEqual(0, Garbage.During(() =>
            {
                type = type == CellType.Walkable ? CellType.Obstacle : CellType.Walkable;
                _grid.SetCell(3, 0, type);
                _tracker.Update(position, _target, 0.1);
            }));
            Assert.That(_tracker.Searches, Is.GreaterThan(1));
        }

        private static void ExpectWalkable(PathTracker tracker, GridCell position, GridCell target, string situation)
        {
            List<GridCell> fresh = new List<GridCell>();
            bool isPossible = tracker.Grid.FindPath(position, target, fresh, tracker.Query).Found;
            Assert.AreEqual(isPossible, tracker.HasPath, situation);
            if (isPossible)
            {
                tracker.CopyTo(fresh);
                Assert.AreEqual(position, fresh[0], situation);
                Assert.AreEqual(target, fresh[fresh.Count - 1], situation);
                Assert.AreEqual(fresh.Count, tracker.Grid.CheckPath(fresh, 0, tracker.Query, out _), situation);
            }
        }

        [Test]
        public void A_changed_profile_is_a_reason_to_search_once_and_the_path_goes_round_what_became_dear()
        {
            CellType mud = (CellType)7;
            _grid.FillRect(3, 0, 2, 3, mud);
            using (TraversalProfile profile = new TraversalProfile())
            {
                _tracker.Query = new PathQuery { Profile = profile };
                Expect(ReplanCause.Requested, 0, 0, 0.1);
                Assert.AreEqual(8, _tracker.Count);
                ExpectNoSearch(0, 0, 0.1);
                profile.SetCost(mud, 50.0);
                Assert.That(_tracker.IsBlocked, Is.False);
                Expect(ReplanCause.GridChanged, 0, 0, 0.1);
                Assert.That(Passes(3), Is.EqualTo(new GridCell(3, 3)));
                ExpectNoSearch(0, 0, 0.1);
                profile.SetCosts(Costs(1.0f));
                Expect(ReplanCause.GridChanged, 0, 0, 0.1);
                Assert.That(Passes(3), Is.EqualTo(new GridCell(3, 0)));
                profile.Charge = TraversalCharge.Entered;
                Expect(ReplanCause.GridChanged, 0, 0, 0.1);
                profile.Block(mud);
                Expect(ReplanCause.GridChanged, 0, 0, 0.1);
                _tracker.WatchesEdits = false;
                profile.SetCost(mud, 1.0);
                ExpectNoSearch(0, 0, 0.1);
                _tracker.WatchesEdits = true;
                Expect(ReplanCause.GridChanged, 0, 0, 0.1);
                // Another one's profile is no concern.
                using (TraversalProfile other = new TraversalProfile())
                {
                    other.Block(mud);
                }
                ExpectNoSearch(0, 0, 0.1);
            }
        }

        [Test]
        public void Penalties_near_the_path_are_a_reason_to_search_and_those_elsewhere_are_not()
        {
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _grid.FillPenalties(3, 3, 2, 1, 200);
            ExpectNoSearch(0, 0, 0.1);
            _grid.FillPenalties(3, 0, 2, 2, 200);
            Expect(ReplanCause.GridChanged, 0, 0, 0.1);
            Assert.That(Passes(3), Is.EqualTo(new GridCell(3, 2)));
            ExpectNoSearch(0, 0, 0.1);
            _grid.ClearPenalties();
            Expect(ReplanCause.GridChanged, 0, 0, 0.1);
            Assert.That(Passes(3), Is.EqualTo(new GridCell(3, 0)));
            _tracker.Query = new PathQuery { IgnorePenalties = true };
            Expect(ReplanCause.Requested, 0, 0, 0.1);
            _grid.SetPenalties(3, 0, 1, 1, new byte[] { 9 });
            ExpectNoSearch(0, 0, 0.1);
        }

        private static float[] Costs(float cost)
        {
            float[] costs = new float[TraversalProfile.TypeCount];
            for (int i = 0; i < costs.Length; i++)
            {
                costs[i] = i == (int)CellType.Obstacle ? 0.0f : cost;
            }
            return costs;
        }

        /// <summary>The path's cell in a column.</summary>
        private GridCell Passes(int x)
        {
            List<GridCell> cells = new List<GridCell>();
            _tracker.CopyTo(cells);
            return cells.Find(cell => cell.X == x);
        }

        private void Expect(ReplanCause cause, int x, int y, double seconds)
        {
            int before = _tracker.Searches;
            Assert.That(_tracker.Update(new GridCell(x, y), _target, seconds), Is.True);
            Assert.AreEqual(cause, _tracker.Cause);
            Assert.AreEqual(before + 1, _tracker.Searches);
        }

        private void ExpectNoSearch(int x, int y, double seconds)
        {
            Assert.That(_tracker.Update(new GridCell(x, y), _target, seconds), Is.False, "a search: " + _tracker.Cause);
        }
    }
}
