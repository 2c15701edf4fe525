using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Trackers on floors whose searches a scheduler makes.</summary>
    public sealed class FloorSchedulerTests
    {
        private const double Frame = 1.0 / 50.0;

        private static readonly PathQuery Straight = new PathQuery { DiagonalRule = DiagonalRule.Never };

        private PathGrid _ground;
        private PathGrid _upper;
        private PathFloors _floors;
        private PathScheduler _scheduler;

        [SetUp]
        public void CreateFloors()
        {
            _ground = new PathGrid(30, 9);
            _upper = new PathGrid(30, 9);
            _floors = new PathFloors(_ground, _upper);
            _floors.AddLink(At(0, 29, 4), At(1, 29, 4), 2.0);
            _scheduler = _floors.Scheduler;
            _scheduler.SearchesInBackground = false;
        }

        [TearDown]
        public void DisposeFloors()
        {
            _floors.Dispose();
            _ground.Dispose();
            _upper.Dispose();
        }

        private static FloorCell At(int floor, int x, int y) => new FloorCell(floor, x, y);

        [Test]
        public void Floors_have_one_scheduler_which_is_refused_to_other_trackers()
        {
            Assert.AreSame(_scheduler, _floors.Scheduler);
            Assert.AreSame(_floors, _scheduler.Floors);
            Assert.IsNull(_scheduler.Grid);
            Assert.IsFalse(_scheduler.SharesFields);
            Assert.Throws<ArgumentException>(() => new PathTracker(_ground).Scheduler = _scheduler);
            Assert.Throws<ArgumentException>(() => new FloorTracker(_floors).Scheduler = _ground.Scheduler);
            Assert.Throws<InvalidOperationException>(() => _scheduler.CopyFrom(_ground.Scheduler));
            Assert.Throws<InvalidOperationException>(() => _ground.Scheduler.CopyFrom(_scheduler));
        }

        [TestCase(false)]
        [TestCase(true)]
        public void The_goal_of_two_hundred_trackers_is_searched_in_shares(bool inBackground)
        {
            _scheduler.SearchesInBackground = inBackground;
            _scheduler.SearchesPerUpdate = 16;
            _scheduler.ImmediateSearches = 0;
            Random random = new Random(4);
            FloorTracker[] trackers = new FloorTracker[200];
            FloorCell[] places = new FloorCell[trackers.Length];
            for (int i = 0; i < trackers.Length; i++)
            {
                trackers[i] = new FloorTracker(_floors) { Scheduler = _scheduler };
                places[i] = At(random.Next(2), random.Next(30), random.Next(9));
            }
            FloorCell goal = At(1, 0, 0);
            int frames = 0;
            for (int left = trackers.Length; left > 0; frames++)
            {
                long before = _scheduler.Searches;
                _scheduler.Update(Frame);
                Assert.That(_scheduler.Searches - before, Is.LessThanOrEqualTo(16));
                for (int i = 0; i < trackers.Length; i++)
                {
                    left -= trackers[i].Update(places[i], goal, Frame) ? 1 : 0;
                }
                Assert.That(frames, Is.LessThan(5000));
                if (inBackground)
                {
                    System.Threading.Thread.Sleep(1);
                }
            }
            Assert.That(frames, Is.GreaterThanOrEqualTo(8));
            List<FloorStep> path = new List<FloorStep>();
            List<FloorStep> expected = new List<FloorStep>();
            for (int i = 0; i < trackers.Length; i++)
            {
                FloorPathResult result = _floors.FindPath(places[i], goal, expected);
                trackers[i].CopyTo(path);
                CollectionAssert.AreEqual(expected, path, "tracker " + i);
                Assert.AreEqual(result.Cost, trackers[i].Result.Cost, "tracker " + i);
                Assert.AreEqual(result.Links, trackers[i].Result.Links, "tracker " + i);
            }
        }

        [Test]
        public void What_is_asked_for_before_a_link_is_asked_again_after_it()
        {
            _scheduler.ImmediateSearches = 0;
            FloorTracker tracker = new FloorTracker(_floors) { Scheduler = _scheduler };
            tracker.Update(At(0, 28, 4), At(1, 20, 4), Frame);
            _scheduler.Update(Frame);
            Assert.IsTrue(tracker.Update(At(0, 29, 4), At(1, 20, 4), Frame));
            tracker.Update(At(0, 29, 4), At(1, 10, 4), Frame);
            Assert.AreEqual(1, _scheduler.Waiting);
            tracker.IsOnLink = true;
            Assert.IsFalse(tracker.Update(FloorTracker.Nowhere, At(1, 10, 4), Frame));
            _scheduler.Update(Frame);
            Assert.AreEqual(1, tracker.Searches, "no search begins on a link");
            Assert.IsTrue(tracker.IsOnLink);
            Assert.IsTrue(tracker.Advance(At(1, 29, 4)));
            tracker.Update(At(1, 29, 4), At(1, 10, 4), Frame);
            _scheduler.Update(Frame);
            Assert.IsTrue(tracker.Update(At(1, 29, 4), At(1, 10, 4), Frame));
            Assert.AreEqual(ReplanCause.TargetMoved, tracker.Cause);
        }

        [Test]
        public void An_answer_on_a_link_does_not_replace_the_path()
        {
            _scheduler.SearchesInBackground = true;
            _scheduler.ImmediateSearches = 1;
            FloorTracker tracker = new FloorTracker(_floors) { Scheduler = _scheduler };
            Assert.IsTrue(tracker.Update(At(0, 29, 4), At(1, 20, 4), Frame));
            tracker.Update(At(0, 29, 4), At(1, 10, 4), Frame);
            _scheduler.Update(Frame);
            tracker.IsOnLink = true;
            for (int i = 0; i < 50; i++)
            {
                System.Threading.Thread.Sleep(1);
                _scheduler.Update(Frame);
                tracker.Update(FloorTracker.Nowhere, At(1, 10, 4), Frame);
            }
            Assert.AreEqual(At(1, 29, 4), tracker.Next.FloorCell);
            Assert.IsTrue(tracker.IsOnLink);
        }

        [Test]
        public void Floors_without_a_grid_and_places_on_no_floor_need_no_search()
        {
            FloorTracker tracker = new FloorTracker(_floors) { Scheduler = _scheduler };
            Assert.IsTrue(tracker.Update(FloorTracker.Nowhere, At(1, 0, 0), Frame));
            Assert.AreEqual(PathReason.StartOutside, tracker.Result.Reason);
            _upper.Dispose();
            Assert.IsTrue(tracker.Update(At(0, 0, 0), At(1, 0, 0), Frame));
            Assert.AreEqual(PathReason.GoalOutside, tracker.Result.Reason);
            Assert.AreEqual(0, _scheduler.Searches);
            _floors.Dispose();
            _scheduler.Update(Frame);
            Assert.IsTrue(tracker.IsGone);
        }

        [Test]
        public void A_path_that_turns_back_for_little_is_not_taken_on_floors_either()
        {
            _ground.FillRect(3, 1, 24, 7, CellType.Obstacle);
            FloorTracker tracker = new FloorTracker(_floors) { Query = Straight };
            FloorCell left = At(0, 2, 4);
            // Above and below the obstacle the ways are as long. The target goes to and fro, for which the other one is
            // shorter by a sixteenth.
            tracker.Update(left, At(0, 27, 4), Frame);
            FloorCell first = tracker.Next.FloorCell;
            tracker.Advance(first);
            int taken = 0;
            for (int i = 0; i < 6; i++)
            {
                tracker.Update(first, At(0, 27, i % 2 == 0 ? (first.Cell.Y > 4 ? 2 : 6) : 4), Frame);
                taken += tracker.Next.FloorCell == left ? 1 : 0;
            }
            Assert.AreEqual(7, tracker.Searches);
            Assert.AreEqual(0, taken);
            tracker.Commitment = 0.0;
            tracker.Update(first, At(0, 27, first.Cell.Y > 4 ? 2 : 6), Frame);
            Assert.AreEqual(left, tracker.Next.FloorCell);
        }

        [Test]
        public void Warm_updates_allocate_nothing()
        {
            FloorTracker tracker = new FloorTracker(_floors) { Scheduler = _scheduler };
            int count = 0;
            Assert.AreEqual(0, Garbage.During(() =>
            {
                count++;
                _scheduler.Update(Frame);
                tracker.Update(At(0, 29, 4), At(1, 28 - count / 8 % 2, 4), Frame);
            }));
        }

        /// <summary>Trackers walk through random worlds that change in each frame. What they may walk is there.
        /// </summary>
        [TestCase(false)]
        [TestCase(true)]
        public void Nobody_takes_a_step_or_a_link_that_is_not_there(bool isScheduled)
        {
            int worlds = int.Parse(Environment.GetEnvironmentVariable("GRIDSTAR_FLOOR_WORLDS") ?? "40");
            int arrivals = 0;
            for (int seed = 0; seed < worlds; seed++)
            {
                arrivals += Walk(seed, isScheduled);
            }
            Assert.That(arrivals, Is.GreaterThan(worlds / 2));
        }

        private static int Walk(int seed, bool isScheduled)
        {
            Random random = new Random(seed);
            FloorWorld world = new FloorWorld(random);
            PathScheduler scheduler = world.Floors.Scheduler;
            scheduler.SearchesInBackground = false;
            scheduler.ImmediateSearches = random.Next(2);
            scheduler.SearchesPerUpdate = random.Next(1, 4);
            FloorTracker[] trackers = new FloorTracker[5];
            FloorCell[] places = new FloorCell[trackers.Length];
            PathQuery query = Straight;
            query.AllowPartial = random.Next(2) == 0;
            FloorCell target = world.AnyCell(random);
            int arrivals = 0;
            for (int i = 0; i < trackers.Length; i++)
            {
                trackers[i] = new FloorTracker(world.Floors) { Query = query, KeepsPath = random.Next(2) == 0 };
                trackers[i].Scheduler = isScheduled ? scheduler : null;
                trackers[i].Interval = random.Next(3);
                places[i] = world.AnyCell(random);
            }
            for (int frame = 0; frame < 80; frame++)
            {
                if (frame < 50 && random.Next(3) == 0)
                {
                    world.Change(random);
                }
                target = frame < 50 && random.Next(10) == 0 ? world.AnyCell(random) : target;
                scheduler.Update(0.25);
                for (int i = 0; i < trackers.Length; i++)
                {
                    trackers[i].Update(places[i], target, 0.25);
                    bool mayGo = trackers[i].HasPath && trackers[i].UsableCount > 1
                        && trackers[i][0].FloorCell == places[i];
                    if (mayGo && random.Next(4) > 0)
                    {
                        FloorStep next = trackers[i].Next;
                        string where = "seed " + seed + ", frame " + frame + ": " + places[i] + " to " + next + "\n";
                        Assert.IsTrue(world.LeadsTo(places[i], next.FloorCell, next.Link), where + world);
                        places[i] = next.FloorCell;
                    }
                }
            }
            Dictionary<FloorCell, double> costs = world.CostsTo(new[] { target });
            for (int i = 0; i < trackers.Length; i++)
            {
                // Who can reach a target that has stood still for so long has reached it, or is on its way.
                bool isReached = places[i] == target;
                arrivals += isReached ? 1 : 0;
                bool isFound = trackers[i].Result.Found || isReached;
                string where = "seed " + seed + ": " + places[i] + " to " + target + ", " + trackers[i].Result.Reason;
                Assert.AreEqual(
                    costs.ContainsKey(places[i]) || isReached, isFound, where + "\n" + world);
            }
            world.Dispose();
            return arrivals;
        }
    }
}
