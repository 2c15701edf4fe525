using System;
using System.IO;
using NUnit.Framework;
using Unity.Collections;

namespace GridStar.Tests
{
    /// <summary>Saved profiles.</summary>
    public sealed class TraversalProfileSavingTests
    {
        private static TraversalProfile CreateProfile()
        {
            return new TraversalProfile { Charge = TraversalCharge.Entered }.SetCost(2, 3.5).Block(7);
        }

        private static void AssertIsExample(TraversalProfile profile)
        {
            Assert.AreEqual(TraversalCharge.Entered, profile.Charge);
            Assert.AreEqual(3.5, profile.GetCost(2));
            Assert.IsTrue(profile.IsBlocked(7));
            Assert.IsTrue(profile.IsBlocked(CellType.Obstacle));
            Assert.AreEqual(1.0, profile.GetCost(255));
        }

        [Test]
        public void A_loaded_profile_is_as_the_saved_one()
        {
            using (TraversalProfile profile = CreateProfile())
            {
                byte[] bytes = profile.Save();
                using (TraversalProfile loaded = TraversalProfile.Load(bytes))
                using (PathGrid grid = new PathGrid(9, 9))
                {
                    AssertIsExample(loaded);
                    Assert.AreEqual(bytes, loaded.Save());
                    grid.FillRect(4, 0, 1, 9, (CellType)2);
                    PathQuery query = new PathQuery { Profile = profile };
                    PathQuery loadedQuery = new PathQuery { Profile = loaded };
                    GridCell[] path = new GridCell[81];
                    GridCell start = new GridCell(0, 4);
                    GridCell goal = new GridCell(8, 4);
                    double cost = grid.FindPath(start, goal, path, query).Cost;
                    Assert.AreEqual(10.5, cost, 1e-6);
                    Assert.AreEqual(cost, grid.FindPath(start, goal, path, loadedQuery).Cost);
                }
            }
        }

        [Test]
        public void Streams_and_native_arrays_hold_the_same_bytes()
        {
            using (TraversalProfile profile = CreateProfile())
            using (MemoryStream stream = new MemoryStream())
            {
                byte[] bytes = profile.Save();
                profile.Save(stream);
                Assert.AreEqual(bytes, stream.ToArray());
                stream.Position = 0;
                using (TraversalProfile loaded = TraversalProfile.Load(stream))
                {
                    AssertIsExample(loaded);
                }
                Assert.IsTrue(stream.CanRead);
                using (NativeArray<byte> array = profile.Save(Allocator.Temp))
                {
                    Assert.AreEqual(bytes, array.ToArray());
                    using (TraversalProfile loaded = TraversalProfileSavedArrays.Load(array))
                    {
                        AssertIsExample(loaded);
                    }
                }
            }
        }

        [Test]
        public void Bytes_that_are_no_saved_profile_are_refused_with_a_reason()
        {
            using (TraversalProfile profile = CreateProfile())
            using (PathGrid grid = new PathGrid(4, 4))
            {
                byte[] bytes = profile.Save();
                byte[] damaged = (byte[])bytes.Clone();
                damaged[20] ^= 1;
                foreach (byte[] wrong in new[] { new byte[0], new byte[] { 1, 2, 3 }, damaged, grid.Save() })
                {
                    InvalidDataException error =
                        Assert.Throws<InvalidDataException>(() => TraversalProfile.Load(wrong));
                    StringAssert.Contains("bytes", error.Message);
                }
                Assert.Throws<InvalidDataException>(() => PathGrid.Load(bytes));
                Assert.Throws<ArgumentNullException>(() => TraversalProfile.Load((byte[])null));
                Assert.Throws<ArgumentNullException>(() => TraversalProfile.Load((Stream)null));
                Assert.Throws<ArgumentNullException>(() => profile.Save((Stream)null));
                Assert.Throws<ArgumentException>(() => TraversalProfileSavedArrays.Load(default(NativeArray<byte>)));
                profile.Dispose();
                Assert.Throws<ObjectDisposedException>(() => profile.Save());
            }
        }
    }
}
