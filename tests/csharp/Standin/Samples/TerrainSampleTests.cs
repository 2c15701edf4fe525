using System.Collections.Generic;
using System.Linq;
using GridStar;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class TerrainSampleTests
{
    private TerrainSample _sample;

    [SetUp]
    public void AddSample()
    {
        SampleScene.Begin();
        _sample = SampleScene.Add<TerrainSample>();
        Frames.Advance(0.02);
    }

    [TearDown]
    public void RemoveSample()
    {
        SampleScene.End(_sample);
    }

    [Test]
    public void Every_cell_is_shown()
    {
        Assert.AreEqual(26, _sample.Grid.Width);
        Assert.AreEqual(13, _sample.Grid.Height);
        Assert.AreEqual(TerrainSample.Road, _sample.Grid.GetCell(0, 6));
        Assert.AreEqual(TerrainSample.Water, _sample.Grid.GetCell(25, 0));
        Assert.AreEqual(1, SampleScene.Squares(_sample, "Cell (25, 12)").Count);
    }

    [Test]
    public void Each_walker_goes_back_and_forth_on_its_own_terrain()
    {
        HashSet<CellType> infantry = new HashSet<CellType>();
        HashSet<CellType> cart = new HashSet<CellType>();
        HashSet<CellType> boat = new HashSet<CellType>();
        int arrivals = 0;
        foreach (PathFollower walker in Walkers())
        {
            walker.Arrived += arrived => arrivals++;
        }
        for (int frame = 0; frame < 800; frame++)
        {
            Frames.Advance(0.05);
            Cover(_sample.Infantry, infantry);
            Cover(_sample.Cart, cart);
            Cover(_sample.Boat, boat);
        }
        Assert.That(arrivals, Is.GreaterThanOrEqualTo(6));
        Assert.That(infantry, Has.No.Member(TerrainSample.Water).And.No.Member(CellType.Obstacle));
        Assert.That(cart, Is.EquivalentTo(new[] { TerrainSample.Grass, TerrainSample.Road }));
        Assert.That(boat, Is.EquivalentTo(new[] { TerrainSample.Water }));
        Assert.That(Walkers().All(walker => walker.enabled && walker.Reason == PathReason.Found), Is.True);
    }

    [Test]
    public void Danger_changes_the_way_of_the_cart()
    {
        double before = _sample.Cart.Tracker.Result.Cost;
        Assert.That(DangerousCells(_sample.Cart), Is.GreaterThan(0));
        _sample.danger = true;
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        Assert.AreEqual(12, SampleScene.Squares(_sample, "Danger").Count(square => square.gameObject.activeSelf));
        Assert.AreEqual(0, DangerousCells(_sample.Cart));
        Assert.That(_sample.Cart.Tracker.Result.Cost, Is.GreaterThan(before));
        _sample.danger = false;
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        Assert.AreEqual(0, SampleScene.Squares(_sample, "Danger").Count(square => square.gameObject.activeSelf));
        Assert.That(DangerousCells(_sample.Cart), Is.GreaterThan(0));
    }

    [Test]
    public void Danger_from_the_beginning_is_avoided()
    {
        SampleScene.End(_sample);
        _sample = SampleScene.Add<TerrainSample>();
        _sample.danger = true;
        Frames.Advance(0.02);
        Frames.Advance(0.02);
        Assert.AreEqual(PathReason.Found, _sample.Cart.Reason);
        Assert.AreEqual(0, DangerousCells(_sample.Cart));
    }

    [Test]
    public void Grid_and_profiles_are_freed_with_the_sample()
    {
        PathGrid grid = _sample.Grid;
        TraversalProfile[] profiles = Walkers().Select(walker => walker.Profile).ToArray();
        SampleScene.End(_sample);
        Assert.That(grid.IsDisposed, Is.True);
        Assert.That(profiles.All(profile => profile.IsDisposed), Is.True);
        _sample = SampleScene.Add<TerrainSample>();
    }

    private PathFollower[] Walkers() => new[] { _sample.Infantry, _sample.Cart, _sample.Boat };

    /// <summary>Adds the types of the cells that a walker covers.</summary>
    private void Cover(PathFollower walker, HashSet<CellType> types)
    {
        float half = 0.5f * walker.AgentSize - 0.01f;
        Vector3 at = walker.transform.position;
        foreach (Vector3 corner in new[]
        {
            new Vector3(-half, 0f, -half), new Vector3(half, 0f, -half),
            new Vector3(-half, 0f, half), new Vector3(half, 0f, half),
        })
        {
            // Only the center of a small walker counts: it is a point that walks on lines between centers.
            Assert.That(_sample.Grid.TryGetCellAt(
                walker.AgentSize == 1 ? at : at + corner, out GridCell cell), Is.True);
            types.Add(_sample.Grid.GetCell(cell));
        }
    }

    private int DangerousCells(PathFollower walker)
    {
        int count = 0;
        for (int i = 0; i < walker.Tracker.Count; i++)
        {
            GridCell cell = walker.Tracker[i];
            bool isInside = cell.X + walker.AgentSize > 4 && cell.X < 10 && cell.Y + walker.AgentSize > 6 && cell.Y < 8;
            count += isInside ? 1 : 0;
        }
        return count;
    }
}
