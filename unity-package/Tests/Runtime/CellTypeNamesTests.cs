using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class CellTypeNamesTests
    {
        [Test]
        public void A_type_without_a_name_is_called_by_its_number()
        {
            CellTypeNames names = new CellTypeNames();
            Assert.AreEqual("Walkable", names[CellType.Walkable]);
            Assert.AreEqual("Obstacle", names[CellType.Obstacle]);
            Assert.AreEqual("5", names[(CellType)5]);
            Assert.AreEqual(CellType.Walkable, names.TypeOf("Walkable"));
            Assert.AreEqual(CellType.Obstacle, names.TypeOf("Obstacle"));
        }

        [Test]
        public void Types_are_found_by_their_names()
        {
            CellTypeNames names = new CellTypeNames().Add((CellType)2, "grass").Add((CellType)255, "water");
            Assert.AreEqual("water", names[(CellType)255]);
            Assert.AreEqual((CellType)2, names.TypeOf("grass"));
            Assert.That(names.TryGetType("Grass", out CellType type), Is.False);
            Assert.That(names.TryGetType("", out type), Is.False);
            Assert.That(names.TryGetType(null, out type), Is.False);
            ArgumentException mistake = Assert.Throws<ArgumentException>(() => names.TypeOf("gras"));
            StringAssert.Contains("\"gras\"", mistake.Message);
            StringAssert.Contains("grass, water", mistake.Message);
        }

        [Test]
        public void Names_are_changed_and_removed()
        {
            CellTypeNames names = new CellTypeNames().Add(CellType.Walkable, "floor").Add((CellType)2, "grass");
            names[(CellType)2] = "meadow";
            Assert.AreEqual("meadow", names[(CellType)2]);
            Assert.That(names.TryGetType("grass", out CellType type), Is.False);
            Assert.That(names.TryGetType("Walkable", out type), Is.False);
            Assert.AreEqual(CellType.Walkable, names.TypeOf("floor"));
            names[(CellType)2] = null;
            Assert.AreEqual("2", names[(CellType)2]);
            Assert.AreEqual(1, names.Entries.Count);
            Assert.AreEqual("value", Assert.Throws<ArgumentException>(() => names[(CellType)3] = "floor").ParamName);
            Assert.Throws<ArgumentException>(() => names[(CellType)3] = "Obstacle");
            Assert.AreEqual(1, names.Entries.Count);
        }

        [Test]
        public void Entries_typed_in_an_inspector_may_be_empty_or_double()
        {
            CellTypeNames names = new CellTypeNames();
            names.Entries.Add(new CellTypeNames.Entry { Type = 3 });
            names.Entries.Add(new CellTypeNames.Entry { Type = 3, Name = "road" });
            names.Entries.Add(new CellTypeNames.Entry { Type = 4, Name = "road" });
            Assert.AreEqual("road", names[(CellType)3]);
            Assert.AreEqual((CellType)3, names.TypeOf("road"));
        }
    }
}
