using System;
using System.Collections.Generic;
using System.IO;
using NUnit.Framework;
using Unity.Collections;

namespace GridStar.Tests
{
    /// <summary>Saved floors, with their grids.</summary>
    public sealed class PathFloorsSavingTests
    {
        private static readonly FloorCell s_start = new FloorCell(0, new GridCell(0, 0));
        private static readonly FloorCell s_goal = new FloorCell(2, new GridCell(5, 5));

        /// <summary>Floors 0 and 2 are one grid. Stairs lead from it to floor 1, and others back.</summary>
        private static PathFloors CreateFloors()
        {
            PathGrid ground = new PathGrid(12, 8);
            PathGrid upper = new PathGrid(6, 6);
            ground.FillRect(6, 0, 1, 7, CellType.Obstacle);
            PathFloors floors = new PathFloors(ground, upper, ground);
            int removed = floors.AddLink(new FloorLink(s_start, s_goal, 0.5));
            floors.AddLink(new FloorLink(
                new FloorCell(0, new GridCell(2, 2)), new FloorCell(1, new GridCell(2, 2)), 3.0));
            floors.AddLink(new FloorLink(
                new FloorCell(1, new GridCell(4, 4)), new FloorCell(2, new GridCell(4, 4)), 2.0));
            floors.RemoveLink(removed);
            return floors;
        }

        private static void DisposeAll(PathFloors floors)
        {
            for (int floor = 0; floor < floors.FloorCount; floor++)
            {
                floors.GetFloor(floor).Dispose();
            }
            floors.Dispose();
        }

        private static void AssertIsExample(PathFloors floors, PathFloors saved)
        {
            Assert.AreEqual(3, floors.FloorCount);
            Assert.AreEqual(2, floors.LinkCount);
            Assert.AreEqual(0UL, floors.Revision);
            Assert.AreSame(floors.GetFloor(0), floors.GetFloor(2));
            Assert.AreNotSame(floors.GetFloor(0), floors.GetFloor(1));
            Assert.AreEqual(12, floors.GetFloor(0).Width);
            Assert.AreEqual(CellType.Obstacle, floors.GetFloor(2).GetCell(new GridCell(6, 3)));
            Assert.AreEqual(saved.GetLink(2), floors.GetLink(2));
            Assert.AreEqual(saved.GetLink(3), floors.GetLink(3));
            List<FloorStep> path = new List<FloorStep>();
            List<FloorStep> savedPath = new List<FloorStep>();
            FloorPathResult result = floors.FindPath(s_start, s_goal, path);
            Assert.IsTrue(result.Found);
            Assert.AreEqual(saved.FindPath(s_start, s_goal, savedPath).Cost, result.Cost);
            Assert.AreEqual(savedPath, path);
        }

        [TestCase(false)]
        [TestCase(true)]
        public void Loaded_floors_are_as_the_saved_ones(bool withPrepared)
        {
            PathFloors floors = CreateFloors();
            byte[] bytes = floors.Save(withPrepared);
            PathFloors loaded = PathFloors.Load(bytes);
            AssertIsExample(loaded, floors);
            Assert.AreEqual(bytes, loaded.Save(withPrepared));
            // The number of a removed link stays unused.
            Assert.AreEqual(4, loaded.AddLink(new FloorLink(s_start, s_goal, 1.0)));
            DisposeAll(loaded);
            DisposeAll(floors);
        }

        [Test]
        public void Streams_and_native_arrays_hold_the_same_bytes()
        {
            PathFloors floors = CreateFloors();
            byte[] bytes = floors.Save();
            using (MemoryStream stream = new MemoryStream())
            {
                floors.Save(stream);
                Assert.AreEqual(bytes, stream.ToArray());
                stream.Position = 0;
                PathFloors loaded = PathFloors.Load(stream);
                AssertIsExample(loaded, floors);
                DisposeAll(loaded);
            }
            using (NativeArray<byte> array = floors.Save(Allocator.Temp))
            {
                Assert.AreEqual(bytes, array.ToArray());
                PathFloors loaded = PathFloorsSavedArrays.Load(array);
                AssertIsExample(loaded, floors);
                DisposeAll(loaded);
            }
            DisposeAll(floors);
        }

        [Test]
        public void Bytes_that_are_no_saved_floors_are_refused_with_a_reason()
        {
            PathFloors floors = CreateFloors();
            byte[] bytes = floors.Save();
            byte[] damaged = (byte[])bytes.Clone();
            damaged[bytes.Length / 2] ^= 1;
            byte[] grid = floors.GetFloor(0).Save();
            foreach (byte[] wrong in new[] { new byte[0], new byte[] { 1, 2, 3 }, damaged, grid })
            {
                InvalidDataException error = Assert.Throws<InvalidDataException>(() => PathFloors.Load(wrong));
                StringAssert.Contains("bytes", error.Message);
            }
            Assert.Throws<InvalidDataException>(() => PathGrid.Load(bytes));
            Assert.Throws<ArgumentNullException>(() => PathFloors.Load((byte[])null));
            Assert.Throws<ArgumentNullException>(() => PathFloors.Load((Stream)null));
            Assert.Throws<ArgumentNullException>(() => floors.Save((Stream)null));
            Assert.Throws<ArgumentNullException>(() => PathFloorsSavedArrays.Save(null, Allocator.Temp));
            Assert.Throws<ArgumentException>(() => PathFloorsSavedArrays.Load(default(NativeArray<byte>)));
            floors.GetFloor(1).Dispose();
            Assert.Throws<ObjectDisposedException>(() => floors.Save());
            DisposeAll(floors);
            Assert.Throws<ObjectDisposedException>(() => floors.Save());
        }
    }
}
