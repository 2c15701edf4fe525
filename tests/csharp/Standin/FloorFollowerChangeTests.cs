using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers on floors, while targets, links and grids change.</summary>
public class FloorFollowerChangeTests : FloorScene
{
    /// <summary>The one bridge costs less in all, until it is closed.</summary>
    [Test]
    public void Of_two_bridges_a_follower_takes_the_cheaper_one_that_is_open()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(20f, 0f, 0f));
        int near = Floors.AddLink(new Vector3(9.5f, 0f, 3.5f), new Vector3(20.5f, 0f, 3.5f), 11.0);
        int far = Floors.AddLink(new Vector3(9.5f, 0f, 0.5f), new Vector3(20.5f, 0f, 0.5f), 11.0);
        AddFollower(new Vector3(6.5f, 0f, 3.5f), new Vector3(22.5f, 0f, 3.5f));
        Frames.Advance(0.5);
        Assert.AreEqual(near, LinkAhead());
        Floors.Floors.SetLinkClosed(near, true);
        Frames.Advance(0.5);
        Assert.AreEqual(ReplanCause.GridChanged, Follower.FloorTracker.Cause);
        Assert.AreEqual(far, LinkAhead());
        Floors.Floors.SetLinkClosed(near, false);
        Floors.Floors.SetLinkCost(far, 50.0);
        Frames.Advance(0.5);
        Assert.AreEqual(ReplanCause.GridChanged, Follower.FloorTracker.Cause, "a link of the path costs more");
        Assert.AreEqual(near, LinkAhead());
        Wait(15);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(3, Follower.FloorTracker.Searches);
    }

    [Test]
    public void A_target_that_changes_its_floor_is_followed_there()
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 0f, 0.5f), new Vector3(3.5f, 0f, 0.5f));
        Wait(3);
        Assert.That(Follower.HasArrived, Is.True);
        // Straight above: no way in the plane.
        Target.position = new Vector3(3.5f, 4f, 0.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(ReplanCause.TargetMoved, Follower.FloorTracker.Cause);
        Assert.That(Follower.HasArrived, Is.False);
        Wait(15);
        Assert.AreEqual("(3.50, 4.00, 0.50)", Follower.transform.position.ToString());
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(2, Events.Count(name => name == "arrived"));
    }

    [Test]
    public void A_target_on_a_border_or_that_bounces_costs_no_searches()
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 0f, 0.5f), new Vector3(5f, 4f, 0.5f));
        for (int frame = 0; frame < 300; frame++)
        {
            float side = frame % 2 == 0 ? 0.001f : -0.001f;
            Target.position = new Vector3(5f + side, 4.5f + 400f * side, 0.5f);
            Frames.Advance(0.05);
        }
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
    }

    [Test]
    public void A_link_that_is_removed_ahead_leads_to_another_way_and_none_makes_the_follower_stand()
    {
        int stairs = AddStairs();
        int ladder = Floors.AddLink(new Vector3(0.5f, 0f, 5.5f), new Vector3(0.5f, 4f, 5.5f), 8.0);
        AddFollower(new Vector3(2.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Follower.WhenBlocked = WhenBlocked.Stand;
        Frames.Advance(0.5);
        Assert.AreEqual(stairs, LinkAhead());
        Floors.RemoveLink(stairs);
        Frames.Advance(0.1);
        Assert.AreEqual(ladder, LinkAhead());
        Floors.RemoveLink(ladder);
        Frames.Advance(0.1);
        Vector3 stopped = Follower.transform.position;
        Wait(1);
        Assert.AreEqual(stopped, Follower.transform.position);
        Assert.AreEqual(stopped, Follower.NextPosition);
        Assert.AreEqual(PathReason.NoPath, Follower.Reason);
        Assert.That(Follower.IsBlocked, Is.True);
        Assert.AreEqual(3, Follower.FloorTracker.Searches, "no reason, no search");
        Floors.AddLink(new Vector3(0.5f, 0f, 2.5f), new Vector3(0.5f, 4f, 2.5f), 1.0);
        Wait(20);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(1, Events.Count(name => name == "lost"));
    }

    [Test]
    public void A_link_that_is_removed_under_way_is_finished()
    {
        int stairs = AddStairs();
        AddFollower(new Vector3(4.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Follower.WhenBlocked = WhenBlocked.Stand;
        Frames.Advance(0.5);
        Assert.AreEqual("(5.10, 0.80, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.FloorTracker.IsOnLink, Is.True);
        Assert.AreEqual(stairs, Follower.FloorTracker.Next.Link);
        Floors.RemoveLink(stairs);
        Target.position = new Vector3(0.5f, 0f, 0.5f);
        Frames.Advance(0.5);
        Assert.AreEqual("(5.70, 1.60, 2.50)", Follower.transform.position.ToString());
        Wait(3);
        Assert.AreEqual("(7.50, 4.00, 2.50)", Follower.transform.position.ToString());
        Assert.AreEqual(PathReason.NoPath, Follower.Reason);
        Assert.That(Follower.FloorTracker.IsOnLink || Follower.HasPath, Is.False);
        Assert.AreEqual(2, Follower.FloorTracker.Searches);
    }

    [Test]
    public void A_target_that_is_gone_does_not_leave_a_follower_on_the_stairs()
    {
        AddStairs();
        AddFollower(new Vector3(4.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        Follower.Target = null;
        Wait(5);
        Assert.AreEqual("(7.50, 4.00, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.HasPath, Is.False);
    }

    [Test]
    public void A_door_that_closes_on_the_second_floor_is_gone_round()
    {
        AddStairs();
        Upper.Grid.FillRect(8, 0, 1, 6, CellType.Obstacle);
        Upper.Grid.SetCell(8, 2, CellType.Walkable);
        Upper.Grid.SetCell(8, 5, CellType.Walkable);
        AddFollower(new Vector3(2.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        Upper.Grid.SetCell(0, 0, CellType.Obstacle);
        Frames.Advance(0.5);
        Assert.AreEqual(1, Follower.FloorTracker.Searches, "an edit elsewhere");
        Upper.Grid.SetCell(8, 2, CellType.Obstacle);
        // It has begun to climb, and searches above.
        while (Follower.FloorTracker.Searches == 1 && Frames.Time < 20.0)
        {
            Frames.Advance(0.1);
        }
        Assert.AreEqual(ReplanCause.GridChanged, Follower.FloorTracker.Cause);
        for (int frame = 0; frame < 200 && !Follower.HasArrived; frame++)
        {
            Frames.Advance(0.05);
            Assert.That(Floors.TryGetCellAt(Follower.transform.position, out FloorCell cell), Is.True);
            Assert.AreEqual(CellType.Walkable, Floors.Floors.GetFloor(cell.Floor).GetCell(cell.Cell), "in " + cell);
        }
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(2, Follower.FloorTracker.Searches);
    }

    [Test]
    public void A_shorter_way_that_opens_is_found_after_the_interval()
    {
        AddStairs();
        AddFollower(new Vector3(0.5f, 0f, 2.5f), new Vector3(0.5f, 4f, 2.5f));
        Follower.Interval = 0.5f;
        Follower.SharesSearches = false;
        Frames.Advance(0.25);
        int ladder = Floors.AddLink(new Vector3(1.5f, 0f, 2.5f), new Vector3(1.5f, 4f, 2.5f), 4.0);
        Frames.Advance(0.25);
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
        Frames.Advance(0.25);
        Assert.AreEqual(2, Follower.FloorTracker.Searches);
        Assert.AreEqual(ReplanCause.Interval, Follower.FloorTracker.Cause);
        Assert.AreEqual(ladder, LinkAhead());
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
    }

    /// <summary>Pushed off the stairs' foot, or carried to the other floor, it plans anew from there.</summary>
    [Test]
    public void A_follower_that_is_carried_to_another_floor_plans_from_there()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 1f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.25);
        Follower.transform.position = new Vector3(1.5f, 5f, 0.5f);
        Frames.Advance(0.25);
        Assert.AreEqual(ReplanCause.Strayed, Follower.FloorTracker.Cause);
        Assert.AreEqual(0, LinkAhead());
        Follower.transform.position = new Vector3(-3f, 5f, 0.5f);
        Frames.Advance(0.25);
        Assert.AreEqual(PathReason.StartOutside, Follower.Reason);
        Assert.That(Follower.HasPath, Is.False);
        Follower.transform.position = new Vector3(8.5f, 5f, 2.5f);
        Wait(3);
        Assert.AreEqual("(9.50, 5.00, 2.50)", Follower.transform.position.ToString());
    }

    [Test]
    public void An_obstacle_on_the_end_of_a_link_closes_it()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Follower.WhenBlocked = WhenBlocked.Stand;
        Frames.Advance(0.25);
        Upper.Grid.SetCell(7, 2, CellType.Obstacle);
        Frames.Advance(0.25);
        Assert.AreEqual(PathReason.NoPath, Follower.Reason);
        Upper.Grid.SetCell(7, 2, CellType.Walkable);
        Wait(15);
        Assert.That(Follower.HasArrived, Is.True);
    }

    /// <summary>Shut stairs are waited for at their foot, and a target behind a wall as near as can be.</summary>
    [Test]
    public void A_follower_comes_near_a_target_that_is_out_of_reach()
    {
        int stairs = AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Floors.Floors.SetLinkClosed(stairs, true);
        Wait(5);
        Assert.AreEqual("(4.50, 0.00, 2.50)", Follower.transform.position.ToString());
        Assert.AreEqual(PathReason.PartialPath, Follower.Reason);
        Assert.That(Follower.IsBlocked, Is.True);
        Assert.That(Follower.HasArrived, Is.False);
        Floors.Floors.SetLinkClosed(stairs, false);
        Upper.Grid.FillRect(8, 0, 1, 6, CellType.Obstacle);
        Wait(5);
        Assert.AreEqual("(7.50, 4.00, 2.50)", Follower.transform.position.ToString());
        Assert.AreEqual(PathReason.PartialPath, Follower.Reason);
        Upper.Grid.SetCell(8, 0, CellType.Walkable);
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
    }

    [Test]
    public void A_follower_in_an_obstacle_leaves_it_and_one_that_goes_by_points_climbs()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 5.5f));
        Ground.Grid.FillRect(1, 2, 1, 1, CellType.Obstacle);
        Follower.PathForm = PathForm.AnyAngle;
        Frames.Advance(0.1);
        Assert.AreEqual(PathForm.Straightened, Follower.FloorTracker.Query.Form);
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
        Follower.PathForm = PathForm.Straightened;
        Follower.transform.position = new Vector3(1.5f, 0f, 2.5f);
        Wait(12);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual("(9.50, 4.00, 5.50)", Follower.transform.position.ToString());
    }

    /// <summary>On the border of two cells a target stays where it was, and the head of the stairs is a place to stop.
    /// </summary>
    [Test]
    public void Distances_count_at_the_head_of_stairs_as_on_one_grid()
    {
        AddStairs();
        AddFollower(new Vector3(3.5f, 0f, 2.5f), new Vector3(7.95f, 4f, 2.5f));
        Follower.StoppingDistance = 1f;
        Wait(6);
        Assert.AreEqual("(7.50, 4.00, 2.50)", Follower.transform.position.ToString(), "the link is finished");
        Assert.That(Follower.HasArrived, Is.True);
        Target.position = new Vector3(8.05f, 4f, 2.5f);
        Wait(1);
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
        Assert.That(Follower.HasArrived, Is.True);
        Target.position = new Vector3(9.5f, 4f, 2.5f);
        Wait(4);
        Assert.AreEqual("(8.50, 4.00, 2.50)", Follower.transform.position.ToString());
        Assert.AreEqual(2, Events.Count(name => name == "arrived"), "once for each target");
    }

    [TestCase(WhenBlocked.Stand, false)]
    [TestCase(WhenBlocked.ComeNear, false)]
    [TestCase(WhenBlocked.KeepPath, true)]
    public void While_no_path_leads_to_the_target_the_follower_does_as_it_is_told(WhenBlocked what, bool goesOn)
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Follower.WhenBlocked = what;
        Frames.Advance(0.25);
        Target.position = new Vector3(-5f, 0f, 0f);
        Wait(10);
        Assert.AreEqual(PathReason.GoalOutside, Follower.Reason);
        Assert.AreEqual(2, Follower.FloorTracker.Searches);
        Assert.That(Follower.HasArrived, Is.False);
        Assert.That(Follower.IsBlocked, Is.True);
        string place = goesOn ? "(9.50, 4.00, 2.50)" : "(2.00, 0.00, 2.50)";
        Assert.AreEqual(place, Follower.transform.position.ToString());
    }

    [Test]
    public void A_grid_that_is_built_anew_takes_its_floor_and_the_follower_goes_on()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        Upper.Rebuild();
        Frames.Advance(0.1);
        Assert.That(Follower.HasPath, Is.True);
        Assert.AreEqual(ReplanCause.GridChanged, Follower.FloorTracker.Cause);
        Assert.AreSame(Upper.Grid, Floors.Floors.GetFloor(1));
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.That(Follower.enabled, Is.True);
    }

    [Test]
    public void A_floor_that_is_destroyed_is_no_floor_any_more()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        UnityEngine.Object.Destroy(Upper.gameObject);
        using (ConsoleLog log = new ConsoleLog())
        {
            Wait(2);
            Assert.That(log.Lines, Is.Empty);
        }
        // The target is above the ground now.
        Assert.AreEqual("(6.50, 0.00, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.enabled, Is.True);
        Wait(3);
        Assert.AreEqual("(9.50, 0.00, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.HasArrived, Is.True);
    }

    [Test]
    public void A_follower_changes_between_floors_and_one_grid()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        Follower.GridSource = Ground;
        Follower.Floors = null;
        Frames.Advance(0.1);
        Assert.That(Follower.FloorTracker, Is.Null);
        Assert.That(Follower.HasPath && Follower.Tracker != null, Is.True);
        Follower.Floors = Floors;
        Frames.Advance(0.1);
        Assert.That(Follower.Tracker, Is.Null);
        Wait(15);
        Assert.AreEqual("(9.50, 4.00, 2.50)", Follower.transform.position.ToString());
    }
}
