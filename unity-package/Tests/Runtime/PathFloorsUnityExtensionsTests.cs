using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathFloorsUnityExtensionsTests
    {
        private readonly List<Vector3> _path = new List<Vector3>();
        private PathGrid _ground;
        private PathGrid _gallery;
        private PathFloors _floors;

        /// <summary>A ground of 8 x 8 units, and a gallery of 4 x 8 units 3 above it.</summary>
        [SetUp]
        public void CreateFloors()
        {
            _ground = new PathGrid(new PathGridSettings { Width = 8, Height = 8 });
            _gallery = new PathGrid(new PathGridSettings { Width = 4, Height = 8, OriginY = 3f });
            _floors = new PathFloors(_ground, _gallery);
        }

        [TearDown]
        public void DisposeFloors()
        {
            _floors.Dispose();
            _ground.Dispose();
            _gallery.Dispose();
        }

        [Test]
        public void A_position_is_on_the_nearest_floor_at_or_below_it()
        {
            Assert.That(_floors.TryGetCellAt(new Vector3(1.5f, 1f, 2.5f), out FloorCell cell), Is.True);
            Assert.AreEqual(new FloorCell(0, 1, 2), cell);
            Assert.That(_floors.TryGetCellAt(new Vector3(1.5f, 3f, 2.5f), out cell), Is.True);
            Assert.AreEqual(new FloorCell(1, 1, 2), cell);
            Assert.That(_floors.TryGetCellAt(new Vector3(1.5f, 2.95f, 2.5f), out cell), Is.True);
            Assert.AreEqual(new FloorCell(1, 1, 2), cell, "within the tolerance");
            Assert.That(_floors.TryGetCellAt(new Vector3(1.5f, 2.95f, 2.5f), out cell, 0f), Is.True);
            Assert.AreEqual(new FloorCell(0, 1, 2), cell);
            Assert.That(_floors.TryGetCellAt(new Vector3(6.5f, 9f, 2.5f), out cell), Is.True);
            Assert.AreEqual(new FloorCell(0, 6, 2), cell, "beside the gallery");
        }

        [Test]
        public void A_position_below_all_floors_or_beside_them_is_on_none()
        {
            Assert.That(_floors.TryGetCellAt(new Vector3(1.5f, -1f, 2.5f), out FloorCell cell), Is.False);
            Assert.That(_floors.TryGetCellAt(new Vector3(-1f, 9f, 2.5f), out cell), Is.False);
            Assert.AreEqual(default(FloorCell), cell);
            Refused.Argument("position", "NaN", () => _floors.TryGetCellAt(new Vector3(float.NaN, 0f, 0f), out cell));
            _gallery.Dispose();
            Assert.That(_floors.TryGetCellAt(new Vector3(1.5f, 5f, 2.5f), out cell), Is.True);
            Assert.AreEqual(0, cell.Floor, "the gallery is gone");
        }

        [Test]
        public void A_path_between_positions_rises_where_it_takes_a_link()
        {
            _floors.AddLink(new FloorCell(0, 2, 0), new FloorCell(1, 2, 0), 2.0);
            FloorPathResult result = _floors.FindPath(new Vector3(0.5f, 0f, 0.5f), new Vector3(3.5f, 3f, 0.5f), _path);
            Assert.That(result.Found, Is.True);
            Vector3[] expected =
            {
                new Vector3(0.5f, 0f, 0.5f),
                new Vector3(1.5f, 0f, 0.5f),
                new Vector3(2.5f, 0f, 0.5f),
                new Vector3(2.5f, 3f, 0.5f),
                new Vector3(3.5f, 3f, 0.5f),
            };
            Assert.AreEqual(expected, _path.ToArray());
        }

        [Test]
        public void Positions_without_a_floor_are_outside()
        {
            Vector3 on = new Vector3(0.5f, 0f, 0.5f);
            Vector3 off = new Vector3(0.5f, -5f, 0.5f);
            _path.Add(on);
            Assert.AreEqual(PathReason.StartOutside, _floors.FindPath(off, off, _path).Reason);
            Assert.AreEqual(PathReason.GoalOutside, _floors.FindPath(on, off, _path).Reason);
            Assert.AreEqual(0, _path.Count);
            Refused.Null("path", () => _floors.FindPath(on, on, (List<Vector3>)null));
            Refused.Null("floors", () => PathFloorsUnityExtensions.FindPath(null, on, on, _path));
        }

        [Test]
        public void A_warm_search_between_positions_allocates_nothing()
        {
            _floors.AddLink(new FloorCell(0, 2, 0), new FloorCell(1, 2, 0), 2.0);
            Vector3 start = new Vector3(0.5f, 0f, 0.5f);
            Vector3 goal = new Vector3(1.5f, 3f, 0.5f);
            Assert.AreEqual(0, Garbage.During(() => _floors.FindPath(start, goal, _path)));
        }
    }
}
