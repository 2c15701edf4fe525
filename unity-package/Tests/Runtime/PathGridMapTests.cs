using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Grids created from maps, and the ways to name a cell.</summary>
    public class PathGridMapTests
    {
        [Test]
        public void A_grid_is_made_of_a_map_in_one_edit()
        {
            CellMap map = new CellMap().ReadText("..#\n#..");
            using (PathGrid grid = new PathGrid(map))
            {
                Assert.AreEqual(3, grid.Width);
                Assert.AreEqual(2, grid.Height);
                Assert.AreEqual(CellType.Obstacle, grid.GetCell(2, 0));
                Assert.AreEqual(CellType.Obstacle, grid.GetCell(0, 1));
                Assert.AreEqual(1UL, grid.Revision);
                map[0, 0] = CellType.Obstacle;
                Assert.AreEqual(CellType.Walkable, grid.GetCell(0, 0));
                grid.SetCells(map.ReadText("#.#\n#.."));
                Assert.AreEqual(CellType.Obstacle, grid.GetCell(0, 0));
                Assert.AreEqual(2UL, grid.Revision);
            }
        }

        [Test]
        public void A_grid_of_a_map_has_the_other_settings_and_the_settings_stay_as_they_were()
        {
            PathGridSettings settings =
                new PathGridSettings { CellSize = 2f, DiagonalRule = DiagonalRule.Never, Height = 2 };
            using (PathGrid grid = new PathGrid(new CellMap(3, 2), settings))
            {
                Assert.AreEqual(2f, grid.CellSize);
                Assert.AreEqual(3, grid.Width);
            }
            Assert.AreEqual(0, settings.Width);
        }

        [Test]
        public void A_map_that_fits_no_grid_is_refused_and_the_grid_stays_as_it_was()
        {
            CellMap map = new CellMap().ReadText("###");
            using (PathGrid grid = new PathGrid(1, 3))
            {
                Refused.Array("map", "The map is 3 x 1, the grid 1 x 3", () => grid.SetCells(map));
                Refused.Array("map", "0 x 0", () => grid.SetCells(new CellMap()));
                Refused.Null("map", () => grid.SetCells((CellMap)null));
                Assert.AreEqual(0UL, grid.Revision);
            }
            Refused.Array("map", "no cells yet", () => new PathGrid(new CellMap()));
            Refused.Null("map", () => new PathGrid((CellMap)null));
            Refused.Null("settings", () => new PathGrid(map, null));
            Refused.Array(
                "settings", "4 x 0, the map is 3 x 1", () => new PathGrid(map, new PathGridSettings { Width = 4 }));
        }

        [Test]
        public void An_index_runs_row_by_row_and_back()
        {
            using (PathGrid grid = new PathGrid(5, 3))
            {
                Assert.AreEqual(0, grid.GetIndex(new GridCell(0, 0)));
                Assert.AreEqual(7, grid.GetIndex(new GridCell(2, 1)));
                Assert.AreEqual(14, grid.GetIndex(new GridCell(4, 2)));
                for (int index = 0; index < 15; index++)
                {
                    Assert.AreEqual(index, grid.GetIndex(grid.GetCellAtIndex(index)));
                }
                Refused.Argument("cell", "(5, 0)", () => grid.GetIndex(new GridCell(5, 0)));
                Refused.Argument("index", "0 to 14", () => grid.GetCellAtIndex(15));
                Refused.Argument("index", "0 to 14", () => grid.GetCellAtIndex(-1));
            }
        }

        [TestCase(GridPlane.XZ)]
        [TestCase(GridPlane.XY)]
        public void Corners_are_a_cell_apart_from_the_origin_to_the_upper_edges(GridPlane plane)
        {
            PathGridSettings settings = new PathGridSettings
            {
                Width = 4, Height = 3, CellSize = 0.5f, OriginX = -1f, OriginY = 2f, OriginZ = 3f, Plane = plane,
            };
            using (PathGrid grid = new PathGrid(settings))
            {
                Assert.AreEqual("-1 2 3", Corner(grid, 0, 0));
                Assert.AreEqual(plane == GridPlane.XZ ? "0 2 3.5" : "0 2.5 3", Corner(grid, 2, 1));
                Assert.AreEqual(plane == GridPlane.XZ ? "1 2 4.5" : "1 3.5 3", Corner(grid, 4, 3));
                Refused.Argument("cell", "(5, 0)", () => Corner(grid, 5, 0));
                Refused.Argument("cell", "(0, 4)", () => Corner(grid, 0, 4));
                Refused.Argument("cell", "(-1, 0)", () => Corner(grid, -1, 0));
            }
        }

        private static string Corner(PathGrid grid, int x, int y)
        {
            float worldX, worldY, worldZ;
            grid.GetCellCorner(new GridCell(x, y), out worldX, out worldY, out worldZ);
            return FormattableString.Invariant($"{worldX} {worldY} {worldZ}");
        }
    }
}
