using System;
using NUnit.Framework;
using Unity.Collections;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathCrowdTests
    {
        private PathGrid _grid;
        private PathCrowd _crowd;

        [SetUp]
        public void SetUp()
        {
            _grid = new PathGrid(20, 9);
            _crowd = new PathCrowd(_grid);
        }

        [TearDown]
        public void TearDown()
        {
            _crowd.Dispose();
            _grid.Dispose();
        }

        private static CrowdAgent Agent(float x, float y) => new CrowdAgent(x, y, 0.4f, 2f);

        [Test]
        public void Two_agents_that_meet_pass_each_other_and_stay_apart()
        {
            _crowd.Add(Agent(2.5f, 4.5f));
            _crowd.Add(Agent(17.5f, 4.5f));
            float[] wishes = { 2f, 0f, -2f, 0f };
            float[] positions = new float[4];
            float[] velocities = new float[4];
            float nearest = float.MaxValue;
            for (int tick = 0; tick < 160; tick++)
            {
                _crowd.Tick(0.05f, wishes, positions, velocities);
                float x = positions[2] - positions[0];
                float y = positions[3] - positions[1];
                nearest = Math.Min(nearest, (float)Math.Sqrt(x * x + y * y));
            }
            Assert.That(nearest, Is.GreaterThan(0.79f));
            Assert.That(positions[0], Is.GreaterThan(15f));
            Assert.That(positions[2], Is.LessThan(5f));
            Assert.AreEqual(160, _crowd.Steps);
        }

        [Test]
        public void Walls_are_those_of_the_grid_and_edits_count()
        {
            int number = _crowd.Add(Agent(2.5f, 4.5f));
            _grid.SetCell(new GridCell(4, 4), CellType.Obstacle);
            Vector2[] wishes = { new Vector2(2f, 0f) };
            Vector2[] positions = new Vector2[1];
            Vector2[] velocities = new Vector2[1];
            for (int tick = 0; tick < 100; tick++)
            {
                _crowd.Tick(0.05f, wishes, positions, velocities);
            }
            Assert.That(positions[number].x, Is.EqualTo(3.6f).Within(0.02f));
            _grid.SetCell(new GridCell(3, 4), CellType.Obstacle);
            _crowd.Tick(0.05f, wishes, positions, velocities);
            Assert.That(positions[number].x < 3f || positions[number].y < 4f || positions[number].y > 5f);
        }

        [Test]
        public void Numbers_are_given_again()
        {
            Assert.AreEqual(0, _crowd.Add(Agent(2.5f, 4.5f)));
            Assert.AreEqual(1, _crowd.Add(Agent(4.5f, 4.5f)));
            _crowd.Remove(0);
            Assert.Throws<ArgumentOutOfRangeException>(() => _crowd.Remove(0));
            Assert.AreEqual(1, _crowd.Count);
            Assert.AreEqual(2, _crowd.NumberCount);
            Assert.AreEqual(0, _crowd.Add(Agent(6.5f, 4.5f)));
            _crowd.Put(0, 8.5f, 1.5f);
            CrowdAgent slow = Agent(0f, 0f);
            slow.MaxSpeed = 0.5f;
            _crowd.Set(0, slow);
            float[] positions = new float[4];
            _crowd.Tick(0.5f, new[] { 9f, 0f }, positions, new float[4]);
            Assert.That(positions[0], Is.GreaterThan(8.5f).And.LessThan(8.8f));
        }

        [Test]
        public void Mistakes_are_refused()
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => _crowd.Add(Agent(-1f, 0f)));
            Assert.Throws<ArgumentOutOfRangeException>(() => _crowd.Add(new CrowdAgent(1f, 1f, 9f, 1f)));
            Assert.Throws<ArgumentOutOfRangeException>(() => _crowd.Put(3, 1f, 1f));
            _crowd.Add(Agent(2.5f, 4.5f));
            float[] two = new float[2];
            Assert.Throws<ArgumentOutOfRangeException>(() => _crowd.Tick(0.0001f, two, two, new float[2]));
            Assert.Throws<ArgumentException>(() => _crowd.Tick(0.05f, two, new float[1], new float[2]));
            Assert.Throws<ArgumentNullException>(() => _crowd.Tick(0.05f, null, two, two));
            _crowd.Dispose();
            Assert.That(_crowd.IsDisposed);
            Assert.Throws<ObjectDisposedException>(() => _crowd.Add(Agent(2.5f, 4.5f)));
            using (PathCrowd other = new PathCrowd(_grid))
            {
                Assert.AreEqual(1, GridStarLibrary.LiveCrowdCount);
                Assert.AreEqual(1, GridStarLibrary.DestroyAllCrowds());
                Assert.That(other.IsDisposed);
            }
        }

        [Test]
        public void A_disposed_grid_is_told_and_agents_can_still_be_removed()
        {
            _crowd.Add(Agent(2.5f, 4.5f));
            _grid.Dispose();
            float[] two = new float[2];
            ObjectDisposedException error =
                Assert.Throws<ObjectDisposedException>(() => _crowd.Tick(0.05f, two, two, new float[2]));
            Assert.AreEqual("Grid", error.ObjectName);
            Assert.Throws<ObjectDisposedException>(() => _crowd.Add(Agent(2.5f, 4.5f)));
            _crowd.Remove(0);
            Assert.AreEqual(0, _crowd.Count);
        }

        [Test]
        public void Reading_moves_nobody()
        {
            _grid.SetCell(new GridCell(2, 4), CellType.Obstacle);
            _crowd.Add(Agent(2.5f, 4.5f));
            float[] positions = new float[2];
            float[] velocities = { 1f, 1f };
            _crowd.Read(positions, velocities);
            Assert.That(positions[0] < 2f || positions[0] > 3f || positions[1] < 4f || positions[1] > 5f);
            Assert.AreEqual(new float[2], velocities);
            Assert.AreEqual(0, _crowd.Steps);
            Assert.Throws<ArgumentException>(() => _crowd.Read(new float[1], velocities));
        }

        [Test]
        public void Jobs_and_native_arrays_give_what_arrays_give()
        {
            using (PathCrowd other = new PathCrowd(_grid))
            using (PathCrowd third = new PathCrowd(_grid))
            {
                NativeArray<Vector2> wishes = new NativeArray<Vector2>(3, Allocator.Temp);
                NativeArray<Vector2> positions = new NativeArray<Vector2>(3, Allocator.Temp);
                NativeArray<Vector2> velocities = new NativeArray<Vector2>(3, Allocator.Temp);
                Vector2[] asked = new Vector2[3];
                for (int i = 0; i < 3; i++)
                {
                    _crowd.Add(Agent(2.5f + i, 4.5f));
                    other.Add(Agent(2.5f + i, 4.5f));
                    third.Add(Agent(2.5f + i, 4.5f));
                    asked[i] = new Vector2(1f - i, 0.5f);
                    wishes[i] = asked[i];
                }
                Assert.AreEqual(
                    PathReason.BufferTooSmall,
                    third.Handle.Tick(0.05f, wishes, default(NativeArray<Vector2>), velocities));
                for (int tick = 0; tick < 30; tick++)
                {
                    _crowd.Tick(0.05f, asked, new Vector2[3], new Vector2[3]);
                    other.Tick(0.05f, wishes, positions, velocities);
                    Assert.AreEqual(PathReason.Found, third.Handle.Tick(0.05f, wishes, positions, velocities));
                }
                Assert.AreEqual(_crowd.Hash, other.Hash);
                Assert.AreEqual(_crowd.Hash, third.Hash);
                Assert.AreNotEqual(0, _crowd.Hash);
                Assert.That(_crowd.Bytes, Is.GreaterThan(0));
                wishes.Dispose();
                positions.Dispose();
                velocities.Dispose();
            }
        }
    }
}
