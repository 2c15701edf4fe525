using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class SearchPaletteTypeTests
    {
        [Test]
        public void Each_type_has_a_default_color_of_its_own()
        {
            foreach (SearchColorScheme scheme in new[] { SearchColorScheme.OkabeIto, SearchColorScheme.Classic })
            {
                SearchPalette palette = new SearchPalette(scheme);
                HashSet<int> colors = new HashSet<int>();
                foreach (SearchViewKind kind in Enum.GetValues(typeof(SearchViewKind)))
                {
                    Assert.That(colors.Add(palette[kind]), Is.True, kind.ToString());
                }
                for (int type = 2; type <= 255; type++)
                {
                    int color = palette[(CellType)type];
                    Assert.That(color, Is.InRange(0, 0xFFFFFF));
                    Assert.That(colors.Add(color), Is.True, "type " + type);
                }
            }
        }

        [Test]
        public void Colors_of_the_first_types_are_easy_to_tell_apart()
        {
            SearchPalette palette = new SearchPalette();
            for (int type = 2; type < 16; type++)
            {
                for (int other = 2; other < type; other++)
                {
                    int distance = Distance(palette[(CellType)type], palette[(CellType)other]);
                    Assert.That(distance, Is.GreaterThanOrEqualTo(40), "types " + other + " and " + type);
                }
            }
        }

        /// <summary>A later version must not recolor the pictures of a game.</summary>
        [Test]
        public void Default_colors_stay_the_same()
        {
            SearchPalette palette = new SearchPalette();
            Assert.AreEqual(0x52871B, palette[(CellType)2]);
            Assert.AreEqual(0xEB5ECA, palette[(CellType)3]);
            Assert.AreEqual(0xC8EB5E, palette[(CellType)255]);
        }

        [Test]
        public void The_types_walkable_and_obstacle_have_the_colors_of_their_kinds()
        {
            SearchPalette palette = new SearchPalette(SearchColorScheme.Classic);
            Assert.AreEqual(0xFFFFFF, palette[CellType.Walkable]);
            Assert.AreEqual(0x000000, palette[CellType.Obstacle]);
            palette[CellType.Obstacle] = 0x123456;
            Assert.AreEqual(0x123456, palette[SearchViewKind.Obstacle]);
        }

        [Test]
        public void Colors_of_types_can_be_set()
        {
            SearchPalette palette = new SearchPalette();
            int before = palette[(CellType)4];
            palette[(CellType)3] = 0;
            palette[(CellType)255] = 0xFFFFFF;
            Assert.AreEqual(0, palette[(CellType)3]);
            Assert.AreEqual(0xFFFFFF, palette[(CellType)255]);
            Assert.AreEqual(before, palette[(CellType)4]);
            Refused.Argument("value", "0xRRGGBB", () => palette[(CellType)3] = -1);
            Refused.Argument("value", "0xRRGGBB", () => palette[(CellType)3] = 0x1000000);
        }

        [Test]
        public void A_cell_has_the_color_of_its_type_until_the_search_reaches_it()
        {
            SearchPalette palette = new SearchPalette();
            CellMap map = new CellMap().ReadText("S.2.3#G");
            using (PathGrid grid = new PathGrid(map))
            using (SearchView view = new SearchView(grid, map.Start.Value, map.Goal.Value))
            {
                Assert.AreEqual(palette[(CellType)2], palette.GetColor(view[new GridCell(2, 0)]));
                Assert.AreEqual(palette[(CellType)3], palette.GetColor(view[new GridCell(4, 0)]));
                Assert.AreEqual(palette[SearchViewKind.Obstacle], palette.GetColor(view[new GridCell(5, 0)]));
                Assert.AreEqual(palette[SearchViewKind.Goal], palette.GetColor(view[new GridCell(6, 0)]));
                view.Step();
                view.Step();
                Assert.AreEqual(palette[SearchViewKind.Added], palette.GetColor(view[new GridCell(2, 0)]));
                Assert.AreEqual(SearchViewKind.Walkable, view[new GridCell(4, 0)].Kind);
                palette[(CellType)3] = 0;
                Assert.AreEqual(0xFFFFFF, palette.GetInk(view[new GridCell(4, 0)]));
                palette[(CellType)3] = 0xFFFFFF;
                Assert.AreEqual(0, palette.GetInk(view[new GridCell(4, 0)]));
            }
        }

        /// <summary>The largest difference of a channel.</summary>
        private static int Distance(int one, int other)
        {
            int red = Math.Abs((one >> 16) - (other >> 16));
            int green = Math.Abs(((one >> 8) & 0xFF) - ((other >> 8) & 0xFF));
            return Math.Max(red, Math.Max(green, Math.Abs((one & 0xFF) - (other & 0xFF))));
        }
    }
}
