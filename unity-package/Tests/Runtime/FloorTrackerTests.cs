using System;
using System.Collections.Generic;
using System.Linq;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class FloorTrackerTests
    {
        private PathGrid _ground;
        private PathGrid _upper;
        private PathFloors _floors;
        private FloorTracker _tracker;

        [SetUp]
        public void CreateFloors()
        {
            _ground = new PathGrid(8, 3);
            _upper = new PathGrid(8, 3);
            _floors = new PathFloors(_ground, _upper);
            _tracker = new FloorTracker(_floors);
        }

        [TearDown]
        public void DisposeFloors()
        {
            _floors.Dispose();
            _ground.Dispose();
            _upper.Dispose();
        }

        private static FloorCell At(int floor, int x, int y = 1) => new FloorCell(floor, x, y);

        [Test]
        public void A_tracker_needs_floors_and_times_that_are_not_negative()
        {
            Assert.Throws<ArgumentNullException>(() => new FloorTracker(null));
            Assert.Throws<ArgumentNullException>(() => _tracker.CopyTo(null));
            Assert.Throws<ArgumentOutOfRangeException>(() => _tracker.Update(At(0, 0), At(0, 1), -1.0));
            Assert.Throws<ArgumentOutOfRangeException>(() => _tracker.Interval = double.NaN);
            Assert.Throws<InvalidOperationException>(() => _tracker.Next.ToString());
            Assert.Throws<ArgumentOutOfRangeException>(() => _tracker[0].ToString());
        }

        [Test]
        public void A_path_over_a_link_is_kept_while_it_is_followed()
        {
            int stairs = _floors.AddLink(At(0, 2), At(1, 4), 2.0);
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.Requested));
            Assert.AreEqual(6, _tracker.Count);
            Assert.That(Update(At(0, 1), At(1, 6)), Is.EqualTo(ReplanCause.None));
            Assert.That(Update(At(0, 2), At(1, 6)), Is.EqualTo(ReplanCause.None));
            Assert.AreEqual(stairs, _tracker.Next.Link);
            Assert.AreEqual(At(1, 4), _tracker.Next.FloorCell);
            _tracker.IsOnLink = true;
            Assert.That(Update(At(0, 7, 0), At(1, 6)), Is.EqualTo(ReplanCause.None), "on the link no place counts");
            Assert.That(_tracker.Advance(At(1, 4)), Is.True);
            Assert.That(_tracker.IsOnLink, Is.False);
            Assert.That(Update(At(1, 5), At(1, 6)), Is.EqualTo(ReplanCause.None));
            List<FloorStep> rest = new List<FloorStep>();
            _tracker.CopyTo(rest);
            string[] cells = rest.Select(step => step.ToString()).ToArray();
            Assert.AreEqual(new[] { "floor 1 (5, 1)", "floor 1 (6, 1)" }, cells);
            Assert.That(Update(At(1, 6), At(1, 6)), Is.EqualTo(ReplanCause.None));
            Assert.That(_tracker.IsAtGoal, Is.True);
            Assert.AreEqual(1, _tracker.Searches);
        }

        [Test]
        public void Between_the_ends_of_a_link_a_follower_has_strayed_unless_it_is_on_the_link()
        {
            _ground.FillRect(3, 0, 1, 3, CellType.Obstacle);
            _floors.AddLink(At(0, 2), At(0, 5), 1.0);
            Update(At(0, 1), At(0, 7));
            Assert.That(Update(At(0, 2), At(0, 7)), Is.EqualTo(ReplanCause.None));
            _tracker.IsOnLink = true;
            Assert.That(Update(At(0, 4), At(0, 7)), Is.EqualTo(ReplanCause.None));
            _tracker.IsOnLink = false;
            Assert.That(Update(At(0, 4), At(0, 7)), Is.EqualTo(ReplanCause.Strayed));
            Assert.AreEqual(0, _tracker.Result.Links);
        }

        [Test]
        public void A_link_behind_the_follower_does_not_count_any_more()
        {
            int stairs = _floors.AddLink(At(0, 2), At(1, 2), 1.0);
            Update(At(0, 0), At(1, 6));
            _tracker.Advance(At(1, 3));
            _floors.RemoveLink(stairs);
            _ground.FillRect(0, 0, 8, 3, CellType.Obstacle);
            Assert.That(Update(At(1, 3), At(1, 6)), Is.EqualTo(ReplanCause.None));
            Assert.That(_tracker.IsBlocked, Is.False);
            Assert.AreEqual(4, _tracker.UsableCount);
        }

        [Test]
        public void Each_cause_has_its_name()
        {
            _floors.AddLink(At(0, 2), At(1, 4), 2.0);
            _tracker.Interval = 10.0;
            Update(At(0, 0), At(1, 6));
            Assert.That(Update(At(0, 0), At(1, 7)), Is.EqualTo(ReplanCause.TargetMoved));
            // The same cells of another floor.
            Assert.That(Update(At(0, 0), At(0, 7)), Is.EqualTo(ReplanCause.TargetMoved));
            Assert.That(Update(At(1, 0), At(0, 7)), Is.EqualTo(ReplanCause.Strayed));
            Assert.That(Update(At(1, 0), At(0, 7), 10.0), Is.EqualTo(ReplanCause.Interval));
            _tracker.Replan();
            Assert.That(Update(At(1, 0), At(0, 7)), Is.EqualTo(ReplanCause.Requested));
            _ground.SetCell(5, 1, CellType.Obstacle);
            Assert.That(Update(At(1, 0), At(0, 7)), Is.EqualTo(ReplanCause.GridChanged));
            Assert.AreEqual(7, _tracker.Searches);
        }

        [Test]
        public void Settings_switch_causes_off()
        {
            int stairs = _floors.AddLink(At(0, 2), At(1, 4), 2.0);
            _tracker.FollowsTarget = false;
            _tracker.WatchesEdits = false;
            Update(At(0, 0), At(1, 6));
            _floors.RemoveLink(stairs);
            _upper.FillRect(0, 0, 8, 3, CellType.Obstacle);
            Assert.That(Update(At(0, 0), At(1, 7)), Is.EqualTo(ReplanCause.None));
        }

        /// <summary>A place of a floor that the path does not touch is elsewhere, even at the path's cells.</summary>
        [Test]
        public void An_edit_counts_on_the_floor_on_which_it_is()
        {
            _floors.AddLink(At(0, 2), At(1, 4), 2.0);
            Update(At(0, 0), At(1, 6));
            _ground.SetCell(5, 1, CellType.Obstacle);
            _upper.SetCell(1, 1, CellType.Obstacle);
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
            Assert.AreEqual(6, _tracker.UsableCount);
            // The corner beside no step of this straight path: near, and harmless.
            _upper.SetCell(5, 2, CellType.Obstacle);
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
            _tracker.KeepsPath = true;
            _upper.FillRect(5, 0, 1, 3, CellType.Obstacle);
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged));
            Assert.AreEqual(PathReason.NoPath, _tracker.Result.Reason);
            Assert.That(_tracker.IsBlocked, Is.True);
            Assert.AreEqual(4, _tracker.UsableCount, "up to the end of the link");
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
            Assert.That(Update(At(0, 1), At(1, 6)), Is.EqualTo(ReplanCause.None));
            _ground.SetCell(7, 2, CellType.Obstacle);
            Assert.That(Update(At(0, 1), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged), "any edit may open a way");
        }

        [Test]
        public void Whatever_makes_a_link_unusable_blocks_the_path()
        {
            int stairs = _floors.AddLink(At(0, 2), At(1, 4), 2.0);
            Action[] closings =
            {
                () => _floors.SetLinkClosed(stairs, true),
                () => _ground.SetCell(2, 1, CellType.Obstacle),
                () => _upper.SetCell(4, 1, CellType.Obstacle),
                () => _floors.RemoveLink(stairs),
            };
            Action[] openings =
            {
                () => _floors.SetLinkClosed(stairs, false),
                () => _ground.SetCell(2, 1, CellType.Walkable),
                () => _upper.SetCell(4, 1, CellType.Walkable),
                () => _floors.AddLink(At(0, 2), At(1, 4), 2.0),
            };
            Update(At(0, 0), At(1, 6));
            for (int i = 0; i < closings.Length; i++)
            {
                closings[i]();
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged), "closing " + i);
                Assert.That(_tracker.HasPath, Is.False);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
                openings[i]();
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged), "opening " + i);
                Assert.That(_tracker.HasPath, Is.True);
            }
        }

        [Test]
        public void A_path_over_several_floors_and_back_is_checked_leg_by_leg()
        {
            _ground.FillRect(4, 0, 1, 3, CellType.Obstacle);
            _floors.AddLink(At(0, 3), At(1, 3), 1.0);
            _floors.AddLink(At(1, 5), At(0, 5), 1.0);
            Update(At(0, 1), At(0, 7));
            Assert.AreEqual(2, _tracker.Result.Links);
            _tracker.KeepsPath = true;
            _upper.FillRect(4, 0, 1, 3, CellType.Obstacle);
            Assert.That(Update(At(0, 1), At(0, 7)), Is.EqualTo(ReplanCause.GridChanged));
            Assert.AreEqual(4, _tracker.UsableCount);
            // Past the gap: what is behind does not count.
            _tracker.Clear();
            Update(At(1, 5), At(0, 7));
            Assert.That(_tracker.IsBlocked, Is.False);
            Assert.AreEqual(4, _tracker.Count);
        }

        /// <summary>The whole path follows the rule of the floor on which it begins.</summary>
        [Test]
        public void A_path_that_cuts_corners_by_the_rule_of_its_start_is_not_blocked_on_a_stricter_floor()
        {
            using (PathGrid loose = new PathGrid(
                new PathGridSettings { Width = 8, Height = 3, DiagonalRule = DiagonalRule.Always }))
            {
                _floors.SetFloor(0, loose);
                _upper.SetCell(5, 1, CellType.Obstacle);
                _floors.AddLink(At(0, 2), At(1, 4), 2.0);
                Update(At(0, 0), At(1, 5, 2));
                Assert.AreEqual(5, _tracker.Count, "a diagonal step past the corner");
                _upper.SetCell(3, 1, CellType.Obstacle);
                Assert.That(Update(At(0, 0), At(1, 5, 2)), Is.EqualTo(ReplanCause.None));
                Assert.That(_tracker.IsBlocked, Is.False);
            }
        }

        [Test]
        public void Penalties_profiles_and_costs_of_links_on_the_path_lead_to_a_search()
        {
            using (TraversalProfile profile = new TraversalProfile())
            {
                int stairs = _floors.AddLink(At(0, 2), At(1, 4), 2.0);
                int other = _floors.AddLink(At(0, 0), At(1, 0), 50.0);
                _tracker.Query = new PathQuery { Profile = profile };
                Update(At(0, 0), At(1, 6));
                _upper.FillPenalties(0, 0, 1, 1, 3);
                _floors.SetLinkCost(other, 51.0);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
                _upper.FillPenalties(5, 1, 1, 1, 3);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged));
                profile.SetCost((CellType)7, 2.0);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged));
                _floors.SetLinkCost(stairs, 99.0);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged));
                Assert.AreEqual(other, _tracker[1].Link);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
            }
        }

        [Test]
        public void Who_stands_nowhere_has_no_path_and_one_search_says_so()
        {
            Assert.That(Update(FloorTracker.Nowhere, At(0, 1)), Is.EqualTo(ReplanCause.Requested));
            Assert.AreEqual(PathReason.StartOutside, _tracker.Result.Reason);
            Assert.That(Update(FloorTracker.Nowhere, At(0, 1)), Is.EqualTo(ReplanCause.None));
            Assert.That(Update(At(0, 2), FloorTracker.Nowhere), Is.EqualTo(ReplanCause.Strayed));
            Assert.AreEqual(PathReason.GoalOutside, _tracker.Result.Reason);
            Assert.That(Update(At(0, 2), FloorTracker.Nowhere), Is.EqualTo(ReplanCause.None));
            Assert.That(Update(At(0, 2), new FloorCell(7, 0, 0)), Is.EqualTo(ReplanCause.TargetMoved));
            Assert.AreEqual(PathReason.GoalOutside, _tracker.Result.Reason);
        }

        [Test]
        public void Another_grid_in_a_floors_place_leads_to_a_search_and_a_disposed_one_to_none()
        {
            _floors.AddLink(At(0, 2), At(1, 4), 2.0);
            Update(At(0, 0), At(1, 6));
            using (PathGrid other = new PathGrid(8, 3))
            {
                _floors.SetFloor(1, other);
                Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged));
                Assert.That(_tracker.HasPath, Is.True);
            }
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.GridChanged));
            Assert.AreEqual(PathReason.GoalOutside, _tracker.Result.Reason);
            Assert.That(Update(At(0, 0), At(1, 6)), Is.EqualTo(ReplanCause.None));
            _floors.Dispose();
            Assert.Throws<ObjectDisposedException>(() => Update(At(0, 0), At(1, 6)));
        }

        /// <summary>
        /// Random edits of both floors and of links. After each update the path is one that can be walked, and as cheap
        /// as a search says that was made when the tracker searched.
        /// </summary>
        [Test]
        public void A_tracked_path_can_be_walked_after_whatever_edits()
        {
            for (int seed = 1; seed <= 40; seed++)
            {
                Random random = new Random(seed);
                List<int> links = new List<int>();
                FloorTracker tracker = new FloorTracker(_floors);
                List<FloorStep> path = new List<FloorStep>();
                FloorCell from = At(0, 0);
                FloorCell to = At(1, 7);
                for (int round = 0; round < 60; round++)
                {
                    string when = "seed " + seed + ", round " + round;
                    PathGrid grid = random.Next(2) == 0 ? _ground : _upper;
                    bool isWall = random.Next(3) == 0;
                    grid.SetCell(random.Next(8), random.Next(3), isWall ? CellType.Obstacle : CellType.Walkable);
                    if (random.Next(4) == 0)
                    {
                        FloorCell one = At(random.Next(2), random.Next(8), random.Next(3));
                        FloorCell other = At(random.Next(2), random.Next(8), random.Next(3));
                        links.Add(_floors.AddLink(one, other, random.Next(5)));
                    }
                    if (links.Count > 0 && random.Next(4) == 0)
                    {
                        int index = random.Next(links.Count);
                        _floors.RemoveLink(links[index]);
                        links.RemoveAt(index);
                    }
                    bool isNew = tracker.Update(from, to, 0.1);
                    FloorPathResult expected = _floors.FindPath(from, to, path);
                    Assert.AreEqual(expected.Found, tracker.HasPath, when);
                    Assert.That(tracker.IsBlocked, Is.False, when);
                    if (isNew)
                    {
                        Assert.AreEqual(expected.Cost, tracker.Result.Cost, when);
                    }
                    // One step, now and then.
                    if (tracker.HasPath && random.Next(3) == 0)
                    {
                        from = tracker.Next.FloorCell;
                        tracker.Advance(from);
                        to = tracker.IsAtGoal ? At(random.Next(2), random.Next(8), random.Next(3)) : to;
                    }
                }
                links.ForEach(_floors.RemoveLink);
            }
        }

        /// <summary>The cause of the search that an update makes; none without a search.</summary>
        private ReplanCause Update(FloorCell position, FloorCell target, double seconds = 0.1)
            => _tracker.Update(position, target, seconds) ? _tracker.Cause : ReplanCause.None;
    }
}
