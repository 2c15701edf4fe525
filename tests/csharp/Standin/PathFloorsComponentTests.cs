using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Floors and links that are set in the inspector, and bad ones.</summary>
public class PathFloorsComponentTests
{
    private readonly List<PathGridComponent> _grids = new List<PathGridComponent>();
    private PathFloorsComponent _floors;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnGizmos.Clear();
        _floors = new GameObject("House").AddComponent<PathFloorsComponent>();
        AddGrid(Vector3.zero);
        AddGrid(new Vector3(0f, 4f, 0f));
    }

    [TearDown]
    public void DestroyScene()
    {
        Scene.DestroyObjectOf(_floors);
        _grids.ForEach(Scene.DestroyObjectOf);
        _grids.Clear();
    }

    [Test]
    public void Links_of_the_inspector_have_transforms_or_positions_as_ends()
    {
        Transform foot = new GameObject().transform;
        foot.position = new Vector3(2.2f, 0.3f, 1.9f);
        _floors.Links.Add(new FloorLinkSettings
        {
            From = foot, ToPosition = new Vector3(4.5f, 4f, 1.5f), Cost = 2.5f, OneWay = true, Closed = true,
        });
        PathFloors floors = _floors.Floors;
        Assert.AreSame(floors, _floors.Floors);
        Assert.AreEqual(2, floors.FloorCount);
        FloorLink link = floors.GetLink(_floors.GetLinkNumber(0));
        Assert.AreEqual("floor 0 (2, 1) floor 1 (4, 1)", link.From + " " + link.To);
        Assert.AreEqual(2.5, link.Cost);
        Assert.That(link.OneWay && link.Closed, Is.True);
        Assert.Throws<ArgumentOutOfRangeException>(() => _floors.GetLinkNumber(1));
        Assert.Throws<ArgumentOutOfRangeException>(() => _floors.GetLinkNumber(-1));
        _grids.ForEach(grid => grid.ShowsGrid = false);
        Frames.DrawGizmos();
        Assert.AreEqual(foot.position, DrawnGizmos.Lines.Single().From);
    }

    [Test]
    public void A_queue_takes_positions_on_floors()
    {
        _floors.AddLink(new Vector3(2.5f, 0f, 1.5f), new Vector3(4.5f, 4f, 1.5f), 2.0);
        using (PathQueue queue = _floors.Floors.CreateQueue())
        {
            PathTicket ticket = queue.Request(new Vector3(0.5f, 1f, 1.5f), new Vector3(5.5f, 4.2f, 1.5f));
            Assert.AreEqual(5.0, ticket.Wait().Cost);
            Assert.AreEqual(1, ticket.FloorResult.Links);
            Assert.AreEqual(
                PathReason.StartOutside, queue.Request(new Vector3(-9f, 0f, 0f), Vector3.zero).Wait().Reason);
            System.Threading.Tasks.Task<PathAnswer> task = queue.RequestAsync(
                new Vector3(5.5f, 4f, 1.5f), new Vector3(0.5f, 0f, 1.5f));
            for (int i = 0; i < 2000 && !task.IsCompleted; i++)
            {
                queue.Update();
                System.Threading.Thread.Sleep(1);
            }
            Assert.AreEqual(1, task.Result.FloorResult.Links);
            Assert.AreEqual(task.Result.FloorResult.Length, task.Result.Steps.Count);
        }
    }

    /// <summary>At or below, or above by the tolerance; the highest wins.</summary>
    [TestCase(0f, 0)]
    [TestCase(3.5f, 0)]
    [TestCase(3.95f, 1)]
    [TestCase(4f, 1)]
    [TestCase(99f, 1)]
    [TestCase(-0.05f, 0)]
    [TestCase(-0.5f, -1)]
    public void A_position_belongs_to_the_nearest_floor_at_or_below(float height, int floor)
    {
        bool isThere = _floors.TryGetCellAt(new Vector3(1.5f, height, 2.5f), out FloorCell cell);
        Assert.AreEqual(floor, isThere ? cell.Floor : -1);
        Assert.That(_floors.TryGetCellAt(new Vector3(-1.5f, height, 2.5f), out cell), Is.False);
    }

    [Test]
    public void The_tolerance_can_be_set()
    {
        _floors.HeightTolerance = 1f;
        _floors.TryGetCellAt(new Vector3(1.5f, 3.2f, 2.5f), out FloorCell cell);
        Assert.AreEqual(1, cell.Floor);
    }

    [Test]
    public void The_same_grid_twice_is_reported_once()
    {
        _floors.Grids.Add(_grids[0]);
        StringAssert.Contains("Floors 0 and 2 are the same grid", ErrorOf(() => Frames.Advance(0.1)));
        Assert.That(_floors.enabled, Is.False);
        Assert.That(_floors.Floors, Is.Null);
        Assert.Throws<InvalidOperationException>(() => _floors.AddLink(Vector3.zero, Vector3.one, 1.0));
        _floors.Grids.RemoveAt(2);
        _floors.enabled = true;
        Assert.AreEqual(2, _floors.Floors.FloorCount);
    }

    [Test]
    public void No_grid_and_an_empty_place_are_reported_once()
    {
        _floors.Grids[1] = null;
        StringAssert.Contains("Floor 1 has no grid", ErrorOf(() => Frames.Advance(0.1)));
        _floors.Grids.Clear();
        StringAssert.Contains("It has no grids", ErrorOf(() => _floors.Rebuild()));
    }

    [Test]
    public void Floors_in_two_planes_are_reported()
    {
        _grids[1].Plane = GridPlane.XY;
        StringAssert.Contains("lie in different planes: XZ and XY", ErrorOf(() => Frames.Advance(0.1)));
    }

    [Test]
    public void Links_that_lead_nowhere_are_left_out_and_named_in_one_error()
    {
        AddLink(new Vector3(50f, 0f, 0f), new Vector3(1f, 4f, 1f));
        AddLink(new Vector3(1f, 0f, 1f), new Vector3(1f, 3.5f, 1f));
        AddLink(new Vector3(1f, 0f, 1f), new Vector3(2f, 4f, 2f));
        AddLink(new Vector3(1f, 0f, 1f), new Vector3(float.NaN, 4f, 2f));
        AddLink(new Vector3(1f, 0f, 1f), new Vector3(3f, 4f, 2f));
        _floors.Links[4].Cost = float.PositiveInfinity;
        _floors.Links.Add(null);
        string error = ErrorOf(() => Frames.Advance(0.1));
        string[] lines = error.Split('\n');
        Assert.AreEqual("Error: GridStar: PathFloorsComponent on 'House' has links that lead nowhere.", lines[0]);
        Assert.AreEqual("Link 0 is left out: its end From at (50, 0, 0) is on no floor.", lines[1]);
        Assert.AreEqual("Link 1 is left out: both ends are in the same cell, floor 0 (1, 1).", lines[2]);
        StringAssert.StartsWith("Link 3 is left out: ", lines[3]);
        Assert.That(lines.Any(line => line.StartsWith("Link 4 is left out: ", StringComparison.Ordinal)), error);
        Assert.That(_floors.enabled, Is.True);
        Assert.AreEqual(1, _floors.Floors.LinkCount);
        Assert.AreEqual("0 0 1 0 0 0", string.Join(
            " ", Enumerable.Range(0, 6).Select(i => _floors.GetLinkNumber(i).ToString()).ToArray()));
    }

    [Test]
    public void Code_adds_and_removes_links()
    {
        int link = _floors.AddLink(new Vector3(1.5f, 0f, 1.5f), new Vector3(3.5f, 4f, 1.5f), 2.0, true);
        Assert.That(_floors.Floors.GetLink(link).OneWay, Is.True);
        _floors.RemoveLink(link);
        Assert.AreEqual(0, _floors.Floors.LinkCount);
        Assert.Throws<ArgumentOutOfRangeException>(() => _floors.RemoveLink(link));
        ArgumentException thrown =
            Assert.Throws<ArgumentException>(() => _floors.AddLink(Vector3.zero, new Vector3(-1f, 0f, 0f), 1.0));
        StringAssert.StartsWith("The position (-1, 0, 0) is on no floor.", thrown.Message);
    }

    [Test]
    public void A_grid_that_is_built_anew_keeps_links_and_places_those_whose_cells_have_changed()
    {
        AddLink(new Vector3(1.5f, 0f, 1.5f), new Vector3(3.5f, 4f, 1.5f));
        int number = _floors.GetLinkNumber(0);
        _floors.Floors.SetLinkClosed(number, true);
        _grids[1].Rebuild();
        Assert.AreSame(_grids[1].Grid, _floors.Floors.GetFloor(1));
        Assert.AreEqual(number, _floors.GetLinkNumber(0));
        _grids[1].transform.position = new Vector3(1f, 4f, 0f);
        _grids[1].Rebuild();
        FloorLink link = _floors.Floors.GetLink(_floors.GetLinkNumber(0));
        Assert.AreEqual("floor 1 (2, 1)", link.To.ToString());
        Assert.That(link.Closed, Is.True);
        Assert.AreEqual(1, _floors.Floors.LinkCount);
        _floors.RemoveLink(_floors.GetLinkNumber(0));
        _grids[1].Rebuild();
        Assert.AreEqual(0, _floors.Floors.LinkCount, "what code has removed stays removed");
    }

    [Test]
    public void Floors_are_disposed_with_their_component_and_made_anew_on_demand()
    {
        AddLink(new Vector3(1.5f, 0f, 1.5f), new Vector3(3.5f, 4f, 1.5f));
        PathFloors before = _floors.Floors;
        _floors.Rebuild();
        Assert.That(before.IsDisposed, Is.True);
        PathFloors now = _floors.Floors;
        Assert.AreEqual(1, now.LinkCount);
        UnityEngine.Object.Destroy(_floors.gameObject);
        Assert.That(now.IsDisposed, Is.True);
        Assert.That(_grids[0].Grid.IsDisposed, Is.False);
        Assert.That(_floors.Floors, Is.Null);
    }

    [Test]
    public void Negative_costs_and_tolerances_are_clamped_and_reported()
    {
        AddLink(Vector3.zero, Vector3.one);
        _floors.Links[0].Cost = -1f;
        _floors.HeightTolerance = float.NaN;
        string warning = LogOf(() => Validate(_floors)).Single();
        Assert.AreEqual(
            "Warning: GridStar: PathFloorsComponent on 'House' had settings out of range: "
                + "HeightTolerance was NaN and is now 0, Cost of link 0 was -1 and is now 0.",
            warning);
        Assert.That(LogOf(() => Validate(_floors)), Is.Empty);
    }

    private void AddGrid(Vector3 origin)
    {
        PathGridComponent source = new GameObject("Floor " + _grids.Count).AddComponent<PathGridComponent>();
        source.transform.position = origin;
        source.Width = 6;
        source.Height = 5;
        source.Rebuild();
        _grids.Add(source);
        _floors.Grids.Add(source);
    }

    private void AddLink(Vector3 from, Vector3 to)
        => _floors.Links.Add(new FloorLinkSettings { FromPosition = from, ToPosition = to });

    /// <summary>Log of frames, which must be one line.</summary>
    private string ErrorOf(Action action)
    {
        List<string> lines = LogOf(() =>
        {
            action();
            Frames.Advance(0.1);
            Assert.That(_floors.Floors == null || _floors.enabled, Is.True);
            Frames.Advance(0.1);
        });
        Assert.AreEqual(1, lines.Count, string.Join("\n", lines.ToArray()));
        return lines[0];
    }

    private static List<string> LogOf(Action action)
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            action();
            return log.Lines;
        }
    }

    private static void Validate(MonoBehaviour component) => component.GetType()
        .GetMethod("OnValidate", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)
        .Invoke(component, null);
}
