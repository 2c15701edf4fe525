using System;
using System.Reflection;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class AStarNodeTests
    {
        [Test]
        public void A_node_holds_what_it_is_made_with()
        {
            AStarNode node = new AStarNode(3, 4, new Vector3(1f, 2f, 3f), E_Node_Type.Obstacle);
            Assert.AreEqual(3, node.gridX);
            Assert.AreEqual(4, node.gridY);
            Assert.AreEqual(new Vector3(1f, 2f, 3f), node.worldPos);
            Assert.AreEqual(E_Node_Type.Obstacle, node.type);
            Assert.AreEqual(0f, node.g);
            Assert.AreEqual(0f, node.h);
            Assert.That(node.parent, Is.Null);
        }

        [Test]
        public void F_is_g_and_h_together()
        {
            AStarNode node = new AStarNode(0, 0, Vector3.zero, E_Node_Type.Walkable) { g = 1.5f, h = 2.25f };
            Assert.AreEqual(3.75f, node.F);
        }

        [Test]
        public void A_node_of_no_grid_keeps_a_type_of_its_own()
        {
            AStarNode node = new AStarNode(0, 0, Vector3.zero, E_Node_Type.Walkable);
            node.type = E_Node_Type.Obstacle;
            Assert.AreEqual(E_Node_Type.Obstacle, node.type);
        }

        [Test]
        public void The_node_types_are_those_of_the_original()
        {
            Assert.AreEqual(new[] { "Walkable", "Obstacle" }, Enum.GetNames(typeof(E_Node_Type)));
            Assert.AreEqual(0, (int)E_Node_Type.Walkable);
            Assert.AreEqual(1, (int)E_Node_Type.Obstacle);
        }

        /// <summary>Unity's serializer would follow <c>parent</c> without end.</summary>
        [Test]
        public void A_node_is_not_serializable()
        {
            Assert.That(typeof(AStarNode).IsSerializable, Is.False);
        }

        [TestCase(typeof(AStarNode), "gridX", typeof(int))]
        [TestCase(typeof(AStarNode), "gridY", typeof(int))]
        [TestCase(typeof(AStarNode), "worldPos", typeof(Vector3))]
        [TestCase(typeof(AStarNode), "h", typeof(float))]
        [TestCase(typeof(AStarNode), "g", typeof(float))]
        [TestCase(typeof(AStarNode), "parent", typeof(AStarNode))]
        [TestCase(typeof(BaseGrid), "startPos", typeof(Vector3))]
        [TestCase(typeof(BaseGrid), "gridSize", typeof(Vector2))]
        [TestCase(typeof(BaseGrid), "halfExtent", typeof(float))]
        [TestCase(typeof(BaseGrid), "layer", typeof(LayerMask))]
        public void What_was_a_public_field_is_one(Type type, string name, Type fieldType)
        {
            FieldInfo field = type.GetField(name);
            Assert.That(field, Is.Not.Null);
            Assert.AreEqual(fieldType, field.FieldType);
            Assert.That(field.IsInitOnly, Is.False);
        }

        [TestCase(typeof(BaseGrid), "CreateGrid", typeof(void), true)]
        [TestCase(typeof(AStarManager), "AddNeighborsToOpenlist", typeof(void), false)]
        [TestCase(typeof(AStarManager), "GetDistance", typeof(float), true)]
        [TestCase(typeof(AStarManager), "CompareOpenList", typeof(int), true)]
        [TestCase(typeof(AStarManager), "GeneratePath", typeof(System.Collections.Generic.List<AStarNode>), true)]
        public void What_was_protected_is_protected(Type type, string name, Type result, bool isVirtual)
        {
            MethodInfo method = type.GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic);
            Assert.That(method, Is.Not.Null);
            Assert.That(method.IsFamily, Is.True);
            Assert.AreEqual(isVirtual, method.IsVirtual);
            Assert.AreEqual(result, method.ReturnType);
        }
    }
}
