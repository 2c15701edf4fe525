using GridStar;
using NUnit.Framework;
using Pages.Fields;
using Pages.Influence;

/// <summary>Runs scripts of fields.md and influence.md.</summary>
public class FieldPageTests
{
    [Test]
    public void Cells_around_towers_become_dear_also_around_those_on_obstacles()
    {
        using (PathGrid grid = new PathGrid(24, 24))
        {
            grid.SetCell(8, 8, CellType.Obstacle);
            TowerDanger.Mark(grid, new[] { new GridCell(8, 8), new GridCell(3, 3) });
            byte[] penalties = new byte[24 * 24];
            grid.GetPenalties(penalties);
            Assert.AreEqual(160, penalties[8 * 24 + 9], "beside a tower on an obstacle");
            Assert.AreEqual(160, penalties[3 * 24 + 4], "beside a tower on a free cell");
            Assert.AreEqual(0, penalties[20 * 24 + 20], "far away");
            TowerDanger.Mark(grid, new GridCell[0]);
            grid.GetPenalties(penalties);
            Assert.That(penalties, Is.All.EqualTo(0), "without towers");
        }
    }

    [Test]
    public void A_unit_without_points_has_no_range()
    {
        using (PathGrid grid = new PathGrid(24, 24))
        {
            ShownRange range = new ShownRange();
            Assert.AreEqual(5, range.Find(grid, new GridCell(8, 8), 1.0));
            Assert.AreEqual(0, range.Find(grid, new GridCell(8, 8), 0.0));
        }
    }
}
