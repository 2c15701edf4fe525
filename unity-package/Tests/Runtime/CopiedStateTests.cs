using System;
using System.IO;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Crowds and reservations that are copied, saved and loaded.</summary>
    public class CopiedStateTests
    {
        private const int Agents = 30;

        private PathGrid _grid;

        [SetUp]
        public void SetUp()
        {
            _grid = new PathGrid(30, 11);
            for (int y = 0; y < 11; y++)
            {
                if (y != 5)
                {
                    _grid.SetCell(new GridCell(15, y), CellType.Obstacle);
                }
            }
        }

        [TearDown]
        public void TearDown() => _grid.Dispose();

        /// <summary>Two groups that want through one door.</summary>
        private PathCrowd Crowd()
        {
            PathCrowd crowd = new PathCrowd(_grid);
            for (int i = 0; i < Agents; i++)
            {
                float x = i % 2 == 0 ? 13.5f - i / 10 : 17.5f + i / 10;
                crowd.Add(new CrowdAgent(x, 3f + i % 5, 0.35f, 2f));
            }
            return crowd;
        }

        private static float[] Wishes()
        {
            float[] wishes = new float[2 * Agents];
            for (int i = 0; i < Agents; i++)
            {
                wishes[2 * i] = i % 2 == 0 ? 2f : -2f;
                wishes[2 * i + 1] = 0.1f * (i % 3 - 1);
            }
            return wishes;
        }

        private static float[] Run(PathCrowd crowd, int ticks)
        {
            float[] positions = new float[2 * Agents];
            float[] velocities = new float[2 * Agents];
            for (int tick = 0; tick < ticks; tick++)
            {
                crowd.Tick(0.05f, Wishes(), positions, velocities);
            }
            return positions;
        }

        [Test]
        public void A_crowd_goes_back_to_a_copy_and_on_alike()
        {
            using (PathCrowd crowd = Crowd())
            using (PathCrowd kept = new PathCrowd(_grid))
            {
                Run(crowd, 40);
                kept.CopyFrom(crowd);
                byte[] bytes = crowd.Save();
                Assert.AreEqual(crowd.Hash, kept.Hash);
                float[] first = Run(crowd, 60);
                ulong hash = crowd.Hash;
                Assert.AreNotEqual(hash, kept.Hash);
                crowd.CopyFrom(kept);
                CollectionAssert.AreEqual(first, Run(crowd, 60));
                Assert.AreEqual(hash, crowd.Hash);
                using (PathCrowd loaded = PathCrowd.Load(_grid, bytes))
                {
                    CollectionAssert.AreEqual(bytes, kept.Save());
                    Assert.AreEqual(Agents, loaded.Count);
                    CollectionAssert.AreEqual(first, Run(loaded, 60));
                    Assert.AreEqual(hash, loaded.Hash);
                }
            }
        }

        [Test]
        public void Reservations_go_back_to_a_copy_and_on_alike()
        {
            PlannedAgent agent = new PlannedAgent(new GridCell(2, 5), new GridCell(20, 5));
            PlanCell[] cells = new PlanCell[17];
            using (PathReservations reservations = new PathReservations(_grid, 16))
            using (PathReservations kept = new PathReservations(_grid, 4))
            {
                reservations.Take(new GridCell(8, 5), 0, 16);
                reservations.Advance(2);
                kept.CopyFrom(reservations);
                Assert.AreEqual(16, kept.Window);
                Assert.AreEqual(reservations.Hash, kept.Hash);
                byte[] bytes = kept.Save();
                reservations.FindPath(agent, cells, 1, default(PathQuery));
                ulong hash = reservations.Hash;
                Assert.AreNotEqual(hash, kept.Hash);
                using (MemoryStream stream = new MemoryStream(bytes))
                using (PathReservations loaded = PathReservations.Load(_grid, stream))
                {
                    Assert.AreEqual(16, loaded.Window);
                    loaded.FindPath(agent, cells, 1, default(PathQuery));
                    Assert.AreEqual(hash, loaded.Hash);
                }
            }
        }

        [Test]
        public void Mistakes_are_told_and_change_nothing()
        {
            using (PathGrid other = new PathGrid(11, 30))
            using (PathCrowd crowd = Crowd())
            using (PathCrowd small = new PathCrowd(other))
            using (PathReservations reservations = new PathReservations(other, 4))
            {
                byte[] bytes = crowd.Save();
                Assert.Throws<ArgumentException>(() => small.CopyFrom(crowd));
                Assert.AreEqual(0, small.Count);
                Assert.Throws<ArgumentException>(() => PathCrowd.Load(other, bytes));
                Assert.Throws<InvalidDataException>(() => PathReservations.Load(_grid, bytes));
                bytes[bytes.Length / 2] ^= 1;
                Assert.Throws<InvalidDataException>(() => PathCrowd.Load(_grid, bytes));
                Assert.Throws<ArgumentNullException>(() => crowd.CopyFrom(null));
                Assert.Throws<ArgumentNullException>(() => PathReservations.Load(null, bytes));
                PathReservations gone = new PathReservations(other, 4);
                gone.Dispose();
                Assert.Throws<ObjectDisposedException>(() => reservations.CopyFrom(gone));
                Assert.Throws<ObjectDisposedException>(() => gone.CopyFrom(reservations));
                Assert.Throws<ObjectDisposedException>(() => gone.Save());
            }
        }
    }
}
