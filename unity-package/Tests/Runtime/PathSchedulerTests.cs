using System;
using System.Collections.Generic;
using System.Reflection;
using NUnit.Framework;

namespace GridStar.Tests
{
    public partial class PathSchedulerTests
    {
        private const double Frame = 1.0 / 60.0;

        private readonly GridCell _target = new GridCell(19, 9);
        private PathGrid _grid;
        private PathScheduler _scheduler;

        [SetUp]
        public void CreateScheduler()
        {
            _grid = new PathGrid(
                new PathGridSettings { Width = 20, Height = 20, DiagonalRule = DiagonalRule.BothFree });
            // Searches alone: SharedFieldTests are about fields.
            _scheduler = new PathScheduler(_grid) { SearchesInBackground = false, SharesFields = false };
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void A_few_trackers_get_their_paths_at_once()
        {
            PathTracker[] trackers = Create(8);
            foreach (PathTracker tracker in trackers)
            {
                Assert.That(tracker.Update(new GridCell(0, 0), _target, Frame), Is.True);
                Assert.That(tracker.HasPath, Is.True);
                Assert.AreEqual(ReplanCause.Requested, tracker.Cause);
            }
            Assert.AreEqual(8, _scheduler.Searches);
            Assert.AreEqual(0, _scheduler.Waiting);
        }

        [Test]
        public void No_frame_searches_more_than_its_share_and_all_are_answered()
        {
            _scheduler.ImmediateSearches = 3;
            _scheduler.SearchesPerUpdate = 4;
            PathTracker[] trackers = Create(40);
            long before = 0;
            for (int frame = 0; frame < 11; frame++)
            {
                _scheduler.Update(Frame);
                Update(trackers, _target);
                Assert.That(_scheduler.Searches - before, Is.AtMost(frame == 0 ? 3 : 4), "frame " + frame);
                before = _scheduler.Searches;
            }
            Assert.AreEqual(40, before);
            Assert.That(Array.TrueForAll(trackers, tracker => tracker.HasPath), Is.True);
        }

        [Test]
        public void After_the_expansions_of_a_frame_no_further_search_begins()
        {
            _scheduler.ImmediateSearches = 0;
            _scheduler.ExpansionsPerUpdate = 1;
            _grid.FillRect(10, 0, 1, 19, CellType.Obstacle);
            PathTracker[] trackers = Create(40);
            Update(trackers, _target);
            Assert.AreEqual(40, _scheduler.Waiting);
            _scheduler.Update(Frame);
            Assert.AreEqual(8, _scheduler.Searches);
        }

        [Test]
        public void Equal_requests_are_one_search()
        {
            _scheduler.ImmediateSearches = 0;
            PathTracker[] trackers = Create(30);
            for (int i = 0; i < trackers.Length; i++)
            {
                trackers[i].Update(new GridCell(i % 3, 0), _target, Frame);
            }
            trackers[0].Query = new PathQuery { DiagonalRule = DiagonalRule.Never };
            trackers[0].Update(new GridCell(0, 0), _target, Frame);
            _scheduler.Update(Frame);
            Assert.AreEqual(4, _scheduler.Searches);
            Assert.AreEqual(30, _scheduler.Answers);
            foreach (PathTracker tracker in trackers)
            {
                Assert.That(tracker.Update(tracker[0], _target, Frame), Is.True);
                Assert.That(tracker.Update(tracker[0], _target, Frame), Is.False);
            }
            Assert.AreEqual(29, trackers[0].Count);
            Assert.AreEqual(20, trackers[3].Count);
            Assert.AreEqual(new GridCell(1, 0), trackers[4][0]);
        }

        [Test]
        public void Every_setting_of_a_query_makes_it_another_query()
        {
            using (TraversalProfile profile = new TraversalProfile())
            using (PathCover cover = _grid.CreateCover())
            {
                foreach (FieldInfo field in typeof(PathQuery).GetFields())
                {
                    PathQuery plain = default(PathQuery);
                    object other = default(PathQuery);
                    object value = field.FieldType == typeof(TraversalProfile) ? profile
                        : field.FieldType == typeof(PathCover) ? (object)cover
                        : field.FieldType == typeof(bool) ? true
                        : field.FieldType.IsEnum ? Enum.ToObject(field.FieldType, 1)
                        : Convert.ChangeType(1, field.FieldType);
                    field.SetValue(other, value);
                    PathQuery changed = (PathQuery)other;
                    Assert.That(plain.HasSameSettings(ref changed), Is.False, field.Name);
                    Assert.That(changed.HasSameSettings(ref changed), Is.True, field.Name);
                }
            }
        }

        [Test]
        public void The_most_urgent_come_first_and_waiting_makes_urgent()
        {
            PathTracker[] trackers = Create(4);
            Update(trackers, _target);
            _scheduler.ImmediateSearches = 0;
            _scheduler.SearchesPerUpdate = 1;
            PathTracker late = new PathTracker(_grid) { Scheduler = _scheduler };
            // A path that is only old, one whose target has moved, a blocked one, and none at all, in this order.
            trackers[0].Interval = 0.01;
            trackers[0].Update(new GridCell(0, 0), _target, 1.0);
            trackers[1].Update(new GridCell(0, 1), new GridCell(19, 10), Frame);
            _grid.SetCell(trackers[2][5], CellType.Obstacle);
            _scheduler.Update(0.0);
            // The update has answered one that was there: the moved target.
            Assert.AreEqual(2, trackers[1].Searches);
            trackers[2].Update(new GridCell(0, 2), _target, Frame);
            late.Update(new GridCell(5, 5), _target, Frame);
            List<int> order = new List<int>();
            PathTracker[] waiting = { trackers[0], trackers[2], late };
            for (int frame = 0; frame < 3; frame++)
            {
                _scheduler.Update(0.0);
                for (int i = 0; i < waiting.Length; i++)
                {
                    if (waiting[i].Searches > (i == 2 ? 0 : 1) && !order.Contains(i))
                    {
                        order.Add(i);
                    }
                }
            }
            Assert.AreEqual(new[] { 2, 1, 0 }, order.ToArray());
        }

        [Test]
        public void A_request_that_has_waited_goes_before_more_urgent_new_ones()
        {
            PathTracker[] trackers = Create(50);
            PathTracker old = trackers[0];
            old.Update(new GridCell(0, 0), _target, Frame);
            _scheduler.ImmediateSearches = 0;
            _scheduler.SearchesPerUpdate = 1;
            old.Update(new GridCell(0, 0), new GridCell(19, 10), Frame);
            double waited = 0.0;
            for (int i = 1; i < trackers.Length && old.Searches == 1; i++)
            {
                // In each frame one more without a path, as many as can be answered.
                trackers[i].Update(new GridCell(i % 20, 5), _target, Frame);
                _scheduler.Update(Frame);
                waited += Frame;
            }
            Assert.AreEqual(2, old.Searches);
            Assert.That(waited, Is.GreaterThan(PathScheduler.Patience).And.LessThan(3.0 * PathScheduler.Patience));
        }

        [Test]
        public void An_edit_is_noticed_while_a_requested_search_has_not_come()
        {
            PathTracker[] trackers = Create(1);
            Update(trackers, _target);
            _scheduler.ImmediateSearches = 0;
            trackers[0].Replan();
            _grid.SetCell(trackers[0][1], CellType.Obstacle);
            _scheduler.Update(Frame);
            Update(trackers, _target);
            Assert.That(trackers[0].IsBlocked, Is.True);
            Assert.AreEqual(1, trackers[0].UsableCount);
            _scheduler.Update(Frame);
            Update(trackers, _target);
            Assert.That(trackers[0].IsBlocked, Is.False);
        }

        [Test]
        public void A_request_without_a_reason_any_more_is_dropped()
        {
            PathTracker[] trackers = Create(2);
            Update(trackers, _target);
            _scheduler.ImmediateSearches = 0;
            GridCell cell = trackers[0][5];
            _grid.SetCell(cell, CellType.Obstacle);
            _scheduler.SearchesPerUpdate = 1;
            Update(trackers, _target);
            _scheduler.Update(Frame);
            Update(trackers, _target);
            Assert.That(trackers[0].IsBlocked, Is.True);
            Assert.AreEqual(5, trackers[0].UsableCount);
            Assert.That(_scheduler.Waiting, Is.AtLeast(1));
            _grid.SetCell(cell, CellType.Walkable);
            trackers[0].Update(trackers[0][0], _target, Frame);
            long before = _scheduler.Searches;
            // The scheduler has not looked for edits yet.
            Assert.That(trackers[0].IsBlocked, Is.True);
            _scheduler.SearchesPerUpdate = 64;
            _scheduler.Update(Frame);
            Update(trackers, _target);
            Assert.That(trackers[0].IsBlocked, Is.False);
            Assert.That(_scheduler.Searches - before, Is.AtMost(2));
        }

        [Test]
        public void Searches_after_an_interval_are_not_in_phase()
        {
            PathTracker[] trackers = Create(60);
            _scheduler.ImmediateSearches = 0;
            foreach (PathTracker tracker in trackers)
            {
                tracker.Interval = 1.0;
            }
            Update(trackers, _target);
            _scheduler.Update(Frame);
            Update(trackers, _target);
            long most = 0;
            for (int frame = 0; frame < 300; frame++)
            {
                long before = _scheduler.Searches;
                _scheduler.Update(Frame);
                Update(trackers, _target);
                most = Math.Max(most, frame < 70 ? 0 : _scheduler.Searches - before);
                foreach (PathTracker tracker in trackers)
                {
                    Assert.That(tracker.Age, Is.LessThan(1.0 + 5.0 * Frame), "frame " + frame);
                }
            }
            // 60 searches a second in 60 frames.
            Assert.That(most, Is.InRange(1, 4));
        }

        [Test]
        public void A_mistake_is_thrown_where_it_was_made()
        {
            PathTracker[] trackers = Create(3);
            _scheduler.ImmediateSearches = 0;
            trackers[1].Query = new PathQuery { MaxExpansions = -1 };
            foreach (bool inBackground in new[] { false, true })
            {
                _scheduler.SearchesInBackground = inBackground;
                foreach (PathTracker tracker in trackers)
                {
                    tracker.Replan();
                    tracker.Update(new GridCell(0, 0), _target, Frame);
                }
                AnswerAll(() => trackers[0].Update(new GridCell(0, 0), _target, Frame));
                Refused.Argument(
                    "query", "MaxExpansions", () => trackers[1].Update(new GridCell(0, 0), _target, Frame));
                Assert.That(trackers[0].HasPath && !trackers[1].HasPath, Is.True);
            }
            Refused.Null("grid", () => new PathScheduler(null));
            Refused.Argument("value", "at least 1", () => _scheduler.SearchesPerUpdate = 0);
            Refused.Argument("value", "at least 1", () => _scheduler.ExpansionsPerUpdate = 0);
            Refused.Argument("value", "at least 0", () => _scheduler.ImmediateSearches = -1);
            Refused.Argument("seconds", "at least 0", () => _scheduler.Update(double.NaN));
            using (PathGrid other = new PathGrid(3, 3))
            {
                Assert.Throws<ArgumentException>(() => new PathTracker(other).Scheduler = _scheduler);
            }
        }

        [Test]
        public void A_follower_that_went_on_meanwhile_turns_back_onto_the_new_path()
        {
            _scheduler.ImmediateSearches = 0;
            PathTracker tracker = Create(1)[0];
            tracker.Update(new GridCell(5, 5), new GridCell(15, 5), Frame);
            _scheduler.Update(Frame);
            Assert.That(tracker.Update(new GridCell(5, 5), new GridCell(15, 5), Frame), Is.True);
            // The target is behind it now, and it goes on for two cells until the answer comes.
            tracker.Update(new GridCell(5, 5), new GridCell(0, 5), Frame);
            GridCell[] went = { tracker[1], tracker[2] };
            _scheduler.SearchesInBackground = true;
            _scheduler.Update(Frame);
            tracker.Update(went[0], new GridCell(0, 5), Frame);
            tracker.Update(went[1], new GridCell(0, 5), Frame);
            AnswerAll(() => tracker.Update(went[1], new GridCell(0, 5), Frame));
            Assert.AreEqual(new GridCell(0, 5), tracker[tracker.Count - 1]);
            GridCell[] begin = { tracker[0], tracker[1], tracker[2] };
            Assert.AreEqual(new[] { went[1], went[0], new GridCell(5, 5) }, begin);
            Assert.AreEqual(2, tracker.Searches);
        }

        [Test]
        public void A_warm_frame_with_edits_and_searches_allocates_nothing()
        {
            foreach (bool inBackground in new[] { false, true })
            {
                _scheduler.SearchesInBackground = inBackground;
                _scheduler.ImmediateSearches = 1;
                _scheduler.SearchesPerUpdate = 3;
                PathTracker[] trackers = Create(5);
                int frame = 0;
                long bytes = Garbage.During(
                    () =>
                    {
                        frame++;
                        bool isDoorFrame = frame % 16 == 0;
                        if (isDoorFrame)
                        {
                            _grid.SetCell(10, 9, frame % 32 == 0 ? CellType.Obstacle : CellType.Walkable);
                        }
                        GridCell target = new GridCell(19, frame / 16 % 20);
                        if (frame % 4 == 0)
                        {
                            _scheduler.Update(Frame);
                        }
                        trackers[frame % 5].Update(StartOf(frame % 5), target, Frame);
                    });
                Assert.AreEqual(0, bytes);
            }
        }

        [Test]
        public void Searches_after_a_change_of_a_profile_are_spread_and_none_is_missing()
        {
            _scheduler.SearchesPerUpdate = 4;
            _scheduler.ImmediateSearches = 0;
            using (TraversalProfile profile = new TraversalProfile())
            {
                PathTracker[] trackers = Create(40);
                Array.ForEach(trackers, tracker => tracker.Query = new PathQuery { Profile = profile });
                for (int frame = 0; frame < 12; frame++)
                {
                    _scheduler.Update(Frame);
                    Update(trackers, _target);
                }
                long before = _scheduler.Searches;
                Assert.AreEqual(40, before);
                profile.SetCost((CellType)0, 2.0);
                for (int frame = 0; frame < 14; frame++)
                {
                    long last = _scheduler.Searches;
                    _scheduler.Update(Frame);
                    Update(trackers, _target);
                    Assert.That(_scheduler.Searches - last, Is.AtMost(4), "frame " + frame);
                }
                Assert.AreEqual(80, _scheduler.Searches);
                Assert.That(
                    Array.TrueForAll(trackers, tracker => tracker.Cause == ReplanCause.GridChanged), Is.True);
            }
        }

        private PathTracker[] Create(int count)
        {
            PathTracker[] trackers = new PathTracker[count];
            for (int i = 0; i < count; i++)
            {
                trackers[i] = new PathTracker(_grid) { Scheduler = _scheduler };
            }
            return trackers;
        }

        private static GridCell StartOf(int tracker) => new GridCell(tracker % 10, tracker / 10 * 2);

        private static void Update(PathTracker[] trackers, GridCell target)
        {
            for (int i = 0; i < trackers.Length; i++)
            {
                trackers[i].Update(trackers[i].HasPath ? trackers[i][0] : StartOf(i), target, Frame);
            }
        }
    }
}
