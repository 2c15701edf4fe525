using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;

namespace GridStar.Tests
{
    // How long shared fields live, and what outlives them.
    public partial class SharedFieldTests
    {
        [Test]
        public void A_field_that_nobody_uses_is_freed()
        {
            Walker[] walkers = Create(30);
            Play(walkers, _target, 6, false);
            Assert.AreEqual(1, _scheduler.Fields);
            Assert.AreEqual(1, GridStarLibrary.LiveFieldCount);
            for (int frame = 0; frame < 130; frame++)
            {
                _scheduler.Update(Frame);
            }
            Assert.AreEqual(0, _scheduler.Fields);
            Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
            // Who still follows the path of the freed field gets another one.
            Play(walkers, _target, 200, true);
            Assert.That(Array.TrueForAll(walkers, walker => walker.Cell == _target), Is.True);
        }

        [Test]
        public void A_grid_that_is_disposed_while_a_field_is_built_frees_it()
        {
            _scheduler.ExpansionsPerUpdate = 2;
            Walker[] walkers = Create(30);
            Play(walkers, _target, 3, false);
            Assert.AreEqual(1, _scheduler.Fields);
            Assert.AreEqual(1, GridStarLibrary.LiveFieldCount);
            PathScheduler own = _grid.Scheduler;
            Assert.AreNotSame(own, _scheduler);
            _grid.Dispose();
            _scheduler.Update(Frame);
            Assert.AreEqual(0, _scheduler.Fields);
            Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
        }

        [Test]
        public void Disposing_a_grid_frees_the_fields_of_its_own_scheduler_at_once()
        {
            _scheduler = _grid.Scheduler;
            Walker[] walkers = Create(60);
            for (int frame = 0; frame < 5; frame++)
            {
                Play(walkers, _target, 1, false);
            }
            Assert.AreEqual(1, _scheduler.Fields);
            _grid.Dispose();
            Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
        }

        [Test]
        public void Trackers_go_on_when_all_fields_are_destroyed_or_all_threads_end()
        {
            _scheduler.SearchesInBackground = true;
            Walker[] walkers = Create(30);
            Play(walkers, _target, 3, true);
            GridStarLibrary.DestroyAllFields();
            Play(walkers, _target, 2, true);
            GridStarLibrary.StopWorkers();
            GridStarLibrary.DestroyAllFields();
            bool hasEnded = false;
            for (int frame = 0; frame < Patience && !hasEnded; frame++)
            {
                Play(walkers, _target, 1, true);
                hasEnded = Array.TrueForAll(walkers, walker => walker.Cell == _target);
            }
            Assert.That(hasEnded, Is.True);
        }

        [Test]
        public void A_field_is_built_after_its_threads_were_stopped()
        {
            using (PathGrid large = new PathGrid(1024, 1024))
            {
                _scheduler = new PathScheduler(large) { ImmediateSearches = 0 };
                PathTracker[] trackers = new PathTracker[100];
                for (int i = 0; i < trackers.Length; i++)
                {
                    trackers[i] = new PathTracker(large) { Scheduler = _scheduler };
                }
                for (int frame = 0; frame < Patience && _scheduler.FieldAnswers < 100; frame++)
                {
                    _scheduler.Update(Frame);
                    if (frame == 1)
                    {
                        GridStarLibrary.StopWorkers();
                    }
                    for (int i = 0; i < trackers.Length; i++)
                    {
                        trackers[i].Update(new GridCell(i, 0), new GridCell(1000, 1000), Frame);
                    }
                    System.Threading.Thread.Sleep(1);
                }
                Assert.AreEqual(100, _scheduler.FieldAnswers);
                _scheduler.SharesFields = false;
            }
        }

        [Test]
        public void The_second_buffer_of_a_thread_is_made_with_the_first()
        {
            // A follower near its goal reads the rest of its path into the second one: perhaps minutes after the first.
            // A collection meanwhile counts what is left of the thread's block, but not in every attempt.
            long fewest = long.MaxValue;
            for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
            {
                long made = -1;
                Thread thread = new Thread(() =>
                {
                    uint capacity = CellBuffer.Path.Capacity;
                    long before = GC.GetAllocatedBytesForCurrentThread();
                    capacity += CellBuffer.Second.Capacity;
                    made = GC.GetAllocatedBytesForCurrentThread() - before;
                });
                thread.Start();
                thread.Join();
                fewest = Math.Min(fewest, made);
            }
            Assert.AreEqual(0, fewest);
        }
    }
}
