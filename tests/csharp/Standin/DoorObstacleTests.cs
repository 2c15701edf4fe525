using System;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;

/// <summary>Obstacles that close sides between cells: doors.</summary>
public class DoorObstacleTests
{
    private const string Open = ". .|. .\n       \n. . . .\n       \n. .|. .\n";
    private const string Closed = ". .|. .\n       \n. .|. .\n       \n. .|. .\n";

    private const string DoorAlone = ". . . .\n       \n. .|. .\n       \n. . . .\n";

    private PathGridComponent _source;

    [SetUp]
    public void MakeHouse()
    {
        Scene.Clear();
        Frames.Reset();
        Colliders.Clear();
        _source = new GameObject().AddComponent<PathGridComponent>();
        _source.Width = 4;
        _source.Height = 3;
        _source.Rebuild();
        _source.Grid.SetPassages(new CellRect(0, 0, 2, 3), Sides.Right, Passage.Wall);
        SetDoorway(Passage.Open);
    }

    [TearDown]
    public void DestroyGrid()
    {
        Object.Destroy(_source.gameObject);
    }

    [Test]
    public void A_door_closes_the_side_under_it_with_one_edit_and_opens_it_again()
    {
        ulong revision = _source.Grid.Revision;
        PathObstacle door = Place(2f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(Closed, Drawn());
        Assert.AreEqual(revision + 1, _source.Grid.Revision);
        Assert.IsFalse(_source.Grid.IsCovered(1, 1) || _source.Grid.IsCovered(2, 1));
        Frames.Advance(0.1);
        Assert.AreEqual(revision + 1, _source.Grid.Revision);
        door.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual(Open, Drawn());
        Assert.AreEqual(revision + 2, _source.Grid.Revision);
        door.enabled = true;
        Frames.Advance(0.1);
        Assert.AreEqual(Closed, Drawn());
        Object.Destroy(door.gameObject);
        Frames.Advance(0.1);
        Assert.AreEqual(Open, Drawn());
    }

    [Test]
    public void A_door_that_slides_or_rises_opens()
    {
        PathObstacle door = Place(2f, 1.5f);
        door.CarveOnlyStationary = false;
        Frames.Advance(0.1);
        door.transform.position = new Vector3(2f, 0f, 2.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(Open, Drawn(), "behind the wall");
        door.transform.position = new Vector3(2f, 0f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(Closed, Drawn());
        door.transform.position = new Vector3(2f, 5f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(Open, Drawn(), "above the grid");
    }

    [Test]
    public void A_side_with_two_doors_opens_when_both_have_left_and_is_as_it_was()
    {
        SetDoorway(Passage.OneWay);
        PathObstacle one = Place(2f, 1.5f);
        PathObstacle other = Place(2f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(Closed, Drawn());
        one.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual(Closed, Drawn());
        other.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual(Passage.OneWay, _source.Grid.GetPassage(new GridCell(1, 1), new GridCell(2, 1)));
    }

    [Test]
    public void A_gate_of_several_sides_is_one_edit()
    {
        ulong revision = _source.Grid.Revision;
        PathObstacle gate = Place(2f, 1f);
        gate.Size = new Vector3(2f, 1f, 0.1f);
        Frames.Advance(0.1);
        Assert.AreEqual(". .|. .\n  - -  \n. . . .\n       \n. .|. .\n", Drawn());
        Assert.AreEqual(revision + 1, _source.Grid.Revision);
    }

    [Test]
    public void A_refresh_under_a_door_counts_once_the_door_has_left()
    {
        _source.WallLayers = 1 << 9;
        Colliders.AddBox(new Vector3(2f, 0f, 1.5f), new Vector3(0.1f, 1f, 2.9f), 9);
        PathObstacle door = Place(2f, 1.5f);
        Frames.Advance(0.1);
        _source.RefreshObstacles();
        Assert.AreEqual(Closed, Drawn());
        Colliders.Clear();
        _source.RefreshObstacles(new Bounds(new Vector3(2f, 0f, 1.5f), Vector3.one * 0.5f));
        Assert.AreEqual(DoorAlone, Drawn());
        door.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual("....\n....\n....\n", Drawn());
    }

    [Test]
    public void A_new_grid_has_the_doors_of_the_old_one()
    {
        Place(2f, 1.5f);
        Frames.Advance(0.1);
        _source.Rebuild();
        Assert.AreEqual(DoorAlone, Drawn());
    }

    [Test]
    public void A_door_becomes_an_obstacle_once_it_moves()
    {
        PathObstacle door = Place(2f, 1.5f);
        door.CarveOnlyStationary = false;
        Frames.Advance(0.1);
        door.BetweenCells = false;
        door.transform.position = new Vector3(2.5f, 0f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(Open, Drawn());
        Assert.IsTrue(_source.Grid.IsCovered(2, 1));
    }

    [Test]
    public void On_hexagons_a_door_closes_the_side_that_it_stands_on()
    {
        _source.Layout = CellLayout.HexOddRows;
        _source.Rebuild();
        GridFrame frame = new GridFrame(_source.Grid);
        GridCell cell = new GridCell(1, 1);
        GridCell other = new GridCell(2, 2);
        Vector3 middle = frame.CenterOf(1, 1) + frame.WayBetween(cell, other) / 2f;
        PathObstacle door = Place(middle.x, middle.z);
        door.Size = Vector3.one * 0.2f;
        Frames.Advance(0.1);
        Assert.AreEqual(Passage.Wall, _source.Grid.GetPassage(cell, other));
        Assert.AreEqual(Passage.Open, _source.Grid.GetPassage(cell, new GridCell(1, 2)));
        door.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual(Passage.Open, _source.Grid.GetPassage(cell, other));
    }

    [Test]
    public void A_follower_waits_at_a_door_that_closes_in_front_of_it_and_goes_on()
    {
        PathObstacle door = Place(2f, 1.5f);
        door.enabled = false;
        PathFollower follower = new GameObject().AddComponent<PathFollower>();
        follower.transform.position = new Vector3(0.5f, 0f, 1.5f);
        follower.GridSource = _source;
        follower.Speed = 2f;
        follower.TargetPosition = new Vector3(3.5f, 0f, 1.5f);
        Advance(4);
        Assert.That(follower.HasPath);
        door.enabled = true;
        Advance(40);
        Assert.That(follower.transform.position.x, Is.LessThan(2f), "before the door");
        door.enabled = false;
        Advance(40);
        Assert.AreEqual(3.5f, follower.transform.position.x, 0.01f);
    }

    private static void Advance(int frames)
    {
        for (int i = 0; i < frames; i++)
        {
            Frames.Advance(0.1);
        }
    }

    [Test]
    public void A_door_that_opens_and_closes_makes_no_garbage()
    {
        PathObstacle door = Place(2f, 1.5f);
        door.CarveOnlyStationary = false;
        for (int i = 0; i < 50; i++)
        {
            Swing(door, i);
        }
        long fewest = long.MaxValue;
        for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
            {
                Swing(door, i);
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.AreEqual(0, fewest);
    }

    private static void Swing(PathObstacle door, int frame)
    {
        door.transform.position = new Vector3(2f, frame % 2 * 9f, 1.5f);
        Frames.Advance(0.1);
    }

    private PathObstacle Place(float x, float z)
    {
        GameObject owner = new GameObject();
        owner.transform.position = new Vector3(x, 0f, z);
        PathObstacle door = owner.AddComponent<PathObstacle>();
        door.GridSource = _source;
        door.BetweenCells = true;
        door.Size = new Vector3(0.1f, 1f, 0.9f);
        return door;
    }

    private void SetDoorway(Passage passage)
        => _source.Grid.SetPassage(new GridCell(1, 1), new GridCell(2, 1), passage);

    private string Drawn() => new CellMap().Read(_source.Grid).ToString();
}
