using System;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class GridPlaceTests
    {
        private static readonly GridCell Start = new GridCell(1, 2);
        private static readonly GridCell Goal = new GridCell(8, 2);

        private static PathGrid Walled(GridPlace? place)
        {
            PathGrid grid = new PathGrid(new PathGridSettings { Width = 10, Height = 6, Place = place });
            grid.FillRect(5, 0, 1, 5, CellType.Obstacle);
            return grid;
        }

        /// <summary>Isometric cells of 2 x 1 in the XY plane.</summary>
        private static GridPlace Isometric(float x, float y, float z)
            => new GridPlace(x, y, z, 1f, 0.5f, 0f, -1f, 0.5f, 0f);

        [Test]
        public void A_grid_in_a_plane_tells_its_axes()
        {
            PathGridSettings settings = new PathGridSettings
            {
                Width = 3, Height = 3, Plane = GridPlane.XY, CellSize = 0.5f, OriginX = 4f, OriginZ = -1f,
            };
            using (PathGrid grid = new PathGrid(settings))
            {
                Assert.That(grid.Place, Is.EqualTo(GridPlace.InPlane(GridPlane.XY, 0.5f, 4f, 0f, -1f)));
                Assert.That(grid.Place.RowAxisY, Is.EqualTo(0.5f));
                string text = "origin (4, 0, -1), columns (0.5, 0, 0), rows (0, 0.5, 0)";
                Assert.That(grid.Place.ToString(), Is.EqualTo(text));
            }
        }

        [Test]
        public void Points_in_cells_are_points_of_the_world_and_back()
        {
            GridPlace[] places =
            {
                GridPlace.InPlane(GridPlane.XZ, 0.5f, -20f, 1f, -15f),
                GridPlace.InPlane(GridPlane.XY, 2f, 4f, -7f, 3f),
                Isometric(-3f, 7f, 2f),
                new GridPlace(5f, 6f, 7f, 0f, 0.25f, 1f, -2f, 0.5f, 0f),
            };
            foreach (GridPlace place in places)
            {
                using (PathGrid grid = Walled(place))
                {
                    foreach (GridCell cell in new[] { Start, Goal, new GridCell(0, 0), new GridCell(9, 5) })
                    {
                        Vector2 inCells = new Vector2(cell.X + 0.5f, cell.Y + 0.5f);
                        Vector3 center = grid.GetCellCenter(cell);
                        Vector3 world = place.CellsToWorld(inCells);
                        Assert.That(Vector3.Distance(world, center), Is.LessThan(1e-5f), place.ToString());
                        // Off the plane, along its normal.
                        Vector3 column = new Vector3(place.ColumnAxisX, place.ColumnAxisY, place.ColumnAxisZ);
                        Vector3 row = new Vector3(place.RowAxisX, place.RowAxisY, place.RowAxisZ);
                        Vector2 back = place.WorldToCells(world + Vector3.Cross(column, row) * 3f);
                        Assert.That(Vector2.Distance(back, inCells), Is.LessThan(1e-5f), place.ToString());
                    }
                    Vector2 beside = place.WorldToCells(place.CellsToWorld(new Vector2(-1.25f, 7.75f)));
                    Assert.That(Vector2.Distance(beside, new Vector2(-1.25f, 7.75f)), Is.LessThan(1e-5f));
                }
            }
        }

        [Test]
        public void Cells_of_an_isometric_grid_are_found_by_their_centers()
        {
            using (PathGrid grid = Walled(Isometric(-3f, 7f, 2f)))
            {
                Assert.That(grid.Plane, Is.EqualTo(GridPlane.XY));
                Assert.That(grid.CellSize, Is.EqualTo(1 / Math.Sqrt(1.25)).Within(1e-6));
                for (int y = 0; y < grid.Height; y++)
                {
                    for (int x = 0; x < grid.Width; x++)
                    {
                        GridCell cell = new GridCell(x, y);
                        grid.GetCellCenter(cell, out float worldX, out float worldY, out float worldZ);
                        Assert.That(worldX, Is.EqualTo(-3f + x - y));
                        Assert.That(worldY, Is.EqualTo(7f + (x + y + 1) * 0.5f));
                        Assert.That(worldZ, Is.EqualTo(2f));
                        Assert.That(grid.TryGetCellAt(worldX, worldY, worldZ, out GridCell found), Is.True);
                        Assert.That(found, Is.EqualTo(cell));
                    }
                }
            }
        }

        [Test]
        public void A_grid_that_moves_takes_its_paths_along()
        {
            using (PathGrid grid = Walled(null))
            {
                GridCell[] cells = new GridCell[60];
                Assert.That(grid.FindPath(Start, Goal, cells).Found, Is.True);
                GridPlace[] places =
                {
                    Isometric(0f, 0f, 0f), GridPlace.InPlane(GridPlane.XY, 3f, 1f, 2f, 3f),
                    new GridPlace(10f, 20f, 30f, 0f, 0f, 1f, -1f, 0f, 0f),
                };
                foreach (GridPlace place in places)
                {
                    grid.SetPlace(place);
                    Assert.That(grid.Place, Is.EqualTo(place));
                    GridCell[] moved = new GridCell[60];
                    Assert.That(grid.FindPath(Start, Goal, moved).Found, Is.True);
                    Assert.That(moved, Is.EqualTo(cells));
                    grid.GetCellCenter(Goal, out float x, out float y, out float z);
                    Assert.That(x, Is.EqualTo(place.OriginX + 8.5f * place.ColumnAxisX + 2.5f * place.RowAxisX));
                    Assert.That(y, Is.EqualTo(place.OriginY + 8.5f * place.ColumnAxisY + 2.5f * place.RowAxisY));
                    Assert.That(z, Is.EqualTo(place.OriginZ + 8.5f * place.ColumnAxisZ + 2.5f * place.RowAxisZ));
                }
                Assert.That(grid.Plane, Is.EqualTo(GridPlane.XZ));
                Assert.That(grid.CellSize, Is.EqualTo(1f));
            }
        }

        [Test]
        public void Hexagons_lie_in_shifted_rows_at_any_place()
        {
            PathGridSettings settings = new PathGridSettings
            {
                Width = 6, Height = 5, Layout = CellLayout.HexOddRows, Plane = GridPlane.XY, CellSize = 2f,
            };
            using (PathGrid grid = new PathGrid(settings))
            {
                Assert.That(grid.CellSize, Is.EqualTo(2f));
                grid.GetCellCenter(new GridCell(2, 1), out float x, out float y, out float z);
                Assert.That(x, Is.EqualTo(6f));
                Assert.That(y, Is.EqualTo(1.5 * Math.Sqrt(3)).Within(1e-5));
                grid.SetPlace(new GridPlace(10f, 0f, 0f, 0f, 0f, 2f, 3f, 0f, 0f));
                for (int i = 0; i < grid.Width * grid.Height; i++)
                {
                    GridCell cell = new GridCell(i % 6, i / 6);
                    grid.GetCellCenter(cell, out x, out y, out z);
                    Assert.That(z, Is.EqualTo(2f * (cell.X + 0.5f + (cell.Y % 2) * 0.5f)));
                    Assert.That(x, Is.EqualTo(10f + 3f * (cell.Y + 0.5f)));
                    Assert.That(grid.TryGetCellAt(x, y, z, out GridCell found), Is.True);
                    Assert.That(found, Is.EqualTo(cell));
                }
                Assert.That(grid.CellSize, Is.EqualTo(2f));
            }
        }

        [Test]
        public void A_place_that_is_refused_leaves_the_grid_where_it_was()
        {
            using (PathGrid grid = Walled(Isometric(1f, 2f, 3f)))
            {
                GridPlace[] refused =
                {
                    default(GridPlace), new GridPlace(0f, 0f, 0f, 1f, 0f, 0f, 2f, 0f, 0f),
                    new GridPlace(float.NaN, 0f, 0f, 1f, 0f, 0f, 0f, 1f, 0f),
                    new GridPlace(1e9f, 0f, 0f, 0f, 1f, 0f, 1f, 0f, 0f),
                };
                foreach (GridPlace place in refused)
                {
                    Assert.Throws<ArgumentOutOfRangeException>(() => grid.SetPlace(place), place.ToString());
                    Assert.That(grid.Place, Is.EqualTo(Isometric(1f, 2f, 3f)));
                    Assert.Throws<ArgumentOutOfRangeException>(() => Walled(place), place.ToString());
                }
            }
            PathGrid disposed = Walled(null);
            disposed.Dispose();
            Assert.Throws<ObjectDisposedException>(() => disposed.SetPlace(Isometric(0f, 0f, 0f)));
            Assert.Throws<ObjectDisposedException>(() => Assert.That(disposed.Place, Is.Not.Null));
        }

        [Test]
        public void Places_are_equal_if_all_numbers_are()
        {
            GridPlace place = Isometric(1f, 2f, 3f);
            Assert.That(place == Isometric(1f, 2f, 3f), Is.True);
            Assert.That(place != Isometric(1f, 2f, 4f), Is.True);
            Assert.That(place.Equals((object)Isometric(1f, 2f, 3f)), Is.True);
            Assert.That(place.GetHashCode(), Is.EqualTo(Isometric(1f, 2f, 3f).GetHashCode()));
            Assert.That(place.Equals("place"), Is.False);
        }
    }
}
