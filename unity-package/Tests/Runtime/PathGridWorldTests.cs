using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridWorldTests
    {
        [TestCase(GridPlane.XZ)]
        [TestCase(GridPlane.XY)]
        public void Columns_run_along_x_and_rows_along_the_other_axis_of_the_plane(GridPlane plane)
        {
            using (PathGrid grid = Create(plane, 10, 8, 2f, -3f, 5f, 7f))
            {
                bool inside = plane == GridPlane.XZ
                    ? grid.TryGetCellAt(0.5f, 99f, 10.9f, out GridCell cell)
                    : grid.TryGetCellAt(0.5f, 8.9f, 99f, out cell);
                Assert.That(inside, Is.True);
                Assert.AreEqual(new GridCell(1, 1), cell);

                float x, y, z;
                grid.GetCellCenter(new GridCell(1, 1), out x, out y, out z);
                Assert.AreEqual(0f, x);
                Assert.AreEqual(plane == GridPlane.XZ ? 5f : 8f, y);
                Assert.AreEqual(plane == GridPlane.XZ ? 10f : 7f, z);
            }
        }

        [TestCase(0f, 0f, true, 0, 0)]
        [TestCase(9.999f, 7.999f, true, 9, 7)]
        [TestCase(1f, 2f, true, 1, 2)]
        [TestCase(-0.001f, 0f, false, -1, 0)]
        [TestCase(0f, -0.001f, false, 0, -1)]
        [TestCase(10f, 0f, false, 10, 0)]
        [TestCase(0f, 8f, false, 0, 8)]
        [TestCase(1e30f, -1e30f, false, int.MaxValue, int.MinValue)]
        public void A_cell_holds_its_lower_edges_and_not_its_upper_ones(
            float x, float z, bool inside, int column, int row)
        {
            using (PathGrid grid = new PathGrid(10, 8))
            {
                Assert.AreEqual(inside, grid.TryGetCellAt(x, 0f, z, out GridCell cell));
                Assert.AreEqual(new GridCell(column, row), cell);
            }
        }

        [Test]
        public void A_position_that_is_no_number_is_refused_with_the_position()
        {
            using (PathGrid grid = new PathGrid(2, 2))
            {
                GridCell cell;
                Refused.Argument("position", "NaN", () => grid.TryGetCellAt(float.NaN, 0f, 0f, out cell));
                Refused.Argument(
                    "position", "infinite", () => grid.TryGetCellAt(0f, 0f, float.NegativeInfinity, out cell));
            }
        }

        [Test]
        public void The_center_of_a_cell_outside_is_refused()
        {
            using (PathGrid grid = new PathGrid(2, 2))
            {
                float x, y, z;
                Refused.Argument("cell", "(2, 0)", () => grid.GetCellCenter(new GridCell(2, 0), out x, out y, out z));
            }
        }

        /// <summary>
        /// The rule: floor((position - origin) / cell size), computed in 64 bits, with edges as far below their place
        /// as rounding reaches.
        /// </summary>
        [TestCase(GridPlane.XZ)]
        [TestCase(GridPlane.XY)]
        public void Random_positions_fall_into_the_cells_that_the_stated_rule_says(GridPlane plane)
        {
            const int Seed = 20240;
            Random random = new Random(Seed);
            for (int round = 0; round < 200; round++)
            {
                float size = (float)Math.Pow(10.0, random.NextDouble() * 4.0 - 2.0);
                float[] origin = { Coordinate(random, 500.0), Coordinate(random, 500.0), Coordinate(random, 500.0) };
                int width = random.Next(1, 100);
                int height = random.Next(1, 100);
                using (PathGrid grid = Create(plane, width, height, size, origin[0], origin[1], origin[2]))
                {
                    float[] position = new float[3];
                    for (int i = 0; i < 3; i++)
                    {
                        position[i] = origin[i] + size * Coordinate(random, 120.0);
                        if (round % 2 == 1)
                        {
                            position[i] = origin[i] + size * random.Next(-2, 120);
                        }
                    }
                    int rowAxis = plane == GridPlane.XZ ? 2 : 1;
                    int column = Floor(position[0], origin[0], size);
                    int row = Floor(position[rowAxis], origin[rowAxis], size);
                    bool expected = column >= 0 && column < width && row >= 0 && row < height;

                    GridCell cell;
                    string situation = "seed " + Seed + ", round " + round;
                    Assert.AreEqual(
                        expected, grid.TryGetCellAt(position[0], position[1], position[2], out cell), situation);
                    Assert.AreEqual(new GridCell(column, row), cell, situation);
                }
            }
        }

        [Test]
        public void The_center_of_each_cell_lies_in_that_cell()
        {
            using (PathGrid grid = Create(GridPlane.XZ, 50, 40, 0.1f, -3.25f, 1f, 1000f))
            {
                for (int i = 0; i < 50 * 40; i++)
                {
                    GridCell expected = new GridCell(i % 50, i / 50);
                    float x, y, z;
                    grid.GetCellCenter(expected, out x, out y, out z);
                    Assert.That(grid.TryGetCellAt(x, y, z, out GridCell cell), Is.True);
                    Assert.AreEqual(expected, cell);
                }
            }
        }

        [TestCase(0.1f, 0f)]
        [TestCase(0.16f, 0f)]
        [TestCase(0.16f, -100f)]
        [TestCase(0.64f, -33.3f)]
        [TestCase(1.28f, 7f)]
        public void A_position_on_an_edge_belongs_to_the_upper_cell_however_it_was_computed(float size, float origin)
        {
            using (PathGrid grid = Create(GridPlane.XZ, 512, 1, size, origin, 0f, 0f))
            {
                decimal exactSize = (decimal)size;
                for (int x = 0; x < 512; x++)
                {
                    float corner, y, z;
                    grid.GetCellCorner(new GridCell(x, 0), out corner, out y, out z);
                    float[] edges = { corner, origin + x * size, (float)((decimal)origin + x * exactSize) };
                    foreach (float edge in edges)
                    {
                        Assert.That(grid.TryGetCellAt(edge, 0f, 0f, out GridCell cell), Is.True);
                        Assert.AreEqual(new GridCell(x, 0), cell, edge.ToString("R"));
                    }
                }
            }
        }

        private static PathGrid Create(GridPlane plane, int width, int height, float size, float x, float y, float z)
        {
            return new PathGrid(new PathGridSettings
            {
                Width = width, Height = height, Plane = plane, CellSize = size, OriginX = x, OriginY = y, OriginZ = z,
            });
        }

        private static float Coordinate(Random random, double limit)
            => (float)((random.NextDouble() * 2.0 - 1.0) * limit);

        private static int Floor(float position, float origin, float size)
        {
            double offset = (double)position - (double)origin;
            int index = (int)Math.Floor(offset / (double)size);
            double edge = (index + 1) * (double)size;
            double rounding = (Math.Abs((double)origin) + Math.Abs(edge) + size) / 4194304.0;
            return edge - offset <= Math.Min(rounding, size / 4.0) ? index + 1 : index;
        }
    }
}
