using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class NodeTypeTests
    {
        [Test]
        public void Each_cell_type_is_one_node_type_of_the_same_name_and_number()
        {
            Array types = Enum.GetValues(typeof(CellType));
            foreach (CellType type in types)
            {
                E_Node_Type node = type.ToNodeType();
                Assert.AreEqual(type.ToString(), node.ToString());
                Assert.AreEqual((int)type, (int)node);
                Assert.AreEqual(type, node.ToCellType());
            }
            Assert.AreEqual(types.Length, Enum.GetValues(typeof(E_Node_Type)).Length);
        }

        [Test]
        public void Every_cell_type_except_obstacle_is_a_walkable_node()
        {
            for (int number = 0; number <= 255; number++)
            {
                E_Node_Type expected = number == 1 ? E_Node_Type.Obstacle : E_Node_Type.Walkable;
                Assert.AreEqual(expected, ((CellType)number).ToNodeType(), "type " + number);
            }
        }
    }
}
