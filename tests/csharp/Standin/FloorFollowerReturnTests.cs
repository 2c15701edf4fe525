using System;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers that come to a floor again, whatever happens on a link.</summary>
public class FloorFollowerReturnTests : FloorScene
{
    private static readonly Vector3 Foot = new Vector3(4.5f, 0f, 2.5f);
    private static readonly Vector3 Head = new Vector3(7.5f, 4f, 2.5f);

    [Test]
    public void A_target_that_waits_at_the_head_of_the_stairs_and_leaves_does_not_keep_a_follower_on_them(
        [Values(0.5f, 1f, 2f, 4.9f)] float stop, [Values(false, true)] bool leavesForTheGround)
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 0f, 2.5f), Head);
        Follower.StoppingDistance = stop;
        Wait(8);
        Assert.AreEqual(Head, Follower.transform.position, "it finishes its link");
        Assert.That(Follower.HasArrived, Is.True);
        Target.position = leavesForTheGround ? new Vector3(0.5f, 0f, 2.5f) : new Vector3(0.5f, 4f, 2.5f);
        Wait(15);
        Assert.That(Follower.HasArrived, Is.True);
        Vector3 left = Target.position - Follower.transform.position;
        // From the foot of the stairs, four units are left.
        Assert.AreEqual(leavesForTheGround ? Math.Min(stop, 4f) : stop, left.magnitude, 0.01f);
    }

    [Test]
    public void A_follower_stops_before_a_link_where_the_rest_is_short_and_after_it_at_its_distance()
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 0f, 2.5f), Head);
        Follower.StoppingDistance = 5.5f;
        Wait(8);
        Assert.AreEqual("(4.00, 0.00, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.HasArrived, Is.True);
        Target.position = new Vector3(9.5f, 4f, 2.5f);
        Follower.StoppingDistance = 1.5f;
        // One step to the end of the path.
        Frames.Advance(1.0);
        Frames.Advance(100.0);
        Assert.AreEqual("(8.00, 4.00, 2.50)", Follower.transform.position.ToString());
    }

    /// <summary>At each point of the stairs, something happens to the follower or to what it walks on.</summary>
    [Test]
    public void A_follower_comes_to_a_floor_again_from_every_point_of_a_link(
        [Values(1, 10, 25, 40, 49)] int frames,
        [Values("disabled", "without target", "rebuilt floors", "upper rebuilt", "upper gone", "moved aside",
            "moved to a floor", "disabled and moved", "target on the ground", "link removed")] string what,
        [Values(FollowerMotion.Transform, FollowerMotion.Rigidbody, FollowerMotion.CharacterController)]
        FollowerMotion motion)
    {
        int stairs = AddStairs();
        AddFollower(Foot, new Vector3(9.5f, 4f, 2.5f));
        Follower.gameObject.AddComponent<Rigidbody>();
        Follower.gameObject.AddComponent<CharacterController>();
        Follower.Motion = motion;
        Frames.Advance(0.05);
        for (int frame = 1; frame < frames || (frame < 5 && !Follower.FloorTracker.IsOnLink); frame++)
        {
            Frames.Advance(0.05);
        }
        Assert.That(Follower.FloorTracker.IsOnLink, Is.True);
        Do(what, stairs);
        using (ConsoleLog log = new ConsoleLog())
        {
            Wait(20);
            Assert.That(log.Lines, Is.Empty);
        }
        Vector3 there = Follower.transform.position;
        Assert.That(Follower.FloorTracker.IsOnLink || Follower.FloorTracker.IsReturning, Is.False);
        Assert.That(Math.Min(Math.Abs(there.y), Math.Abs(there.y - 4f)), Is.LessThan(0.01f), "at " + there);
        Assert.That(Floors.TryGetCellAt(there, out FloorCell cell), Is.True);
        Assert.AreEqual(there.y, 4f * cell.Floor, 0.01f, "at " + there);
        bool isWay = what != "without target" && what != "upper gone" && what != "link removed"
            && what != "rebuilt floors";
        Assert.That(Follower.HasArrived || !isWay, Is.True, "at " + there);
        Assert.That(Events.Count(name => name == "arrived"), Is.LessThan(2));
    }

    [TestCase(FollowerMotion.Transform)]
    [TestCase(FollowerMotion.Rigidbody2D)]
    public void In_the_xy_plane_and_above_the_floor_a_follower_comes_to_a_floor_again(FollowerMotion motion)
    {
        AddFloors(GridPlane.XY, Vector3.zero, new Vector3(0f, 0f, 4f));
        Floors.AddLink(new Vector3(2.5f, 2.5f, 0f), new Vector3(5.5f, 2.5f, 4f), 3.0);
        AddFollower(new Vector3(1.5f, 2.5f, 1f), new Vector3(8.5f, 2.5f, 4f));
        Follower.gameObject.AddComponent<Rigidbody2D>();
        Follower.Motion = motion;
        for (int frame = 0; frame < 40 || !Follower.FloorTracker.IsOnLink; frame++)
        {
            Frames.Advance(0.05);
        }
        Follower.enabled = false;
        Wait(1);
        Follower.enabled = true;
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.That(Vector3.Distance(new Vector3(8.5f, 2.5f, 5f), Follower.transform.position), Is.LessThan(0.01f));
    }

    private void Do(string what, int stairs)
    {
        Vector3 aside = Follower.transform.position + new Vector3(0f, 0f, 3f);
        switch (what)
        {
            case "disabled":
                Follower.enabled = false;
                Wait(1);
                Follower.enabled = true;
                break;
            case "without target":
                Follower.enabled = false;
                Follower.Target = null;
                Follower.enabled = true;
                break;
            case "rebuilt floors":
                Floors.Rebuild();
                break;
            case "upper rebuilt":
                Upper.Rebuild();
                break;
            case "upper gone":
                UnityEngine.Object.Destroy(Upper.gameObject);
                break;
            case "moved aside":
                Put(aside);
                break;
            case "moved to a floor":
                Put(new Vector3(0.5f, 4f, 0.5f));
                break;
            case "disabled and moved":
                Follower.enabled = false;
                Put(aside);
                Follower.enabled = true;
                break;
            case "target on the ground":
                Target.position = new Vector3(0.5f, 0f, 0.5f);
                break;
            case "link removed":
                Floors.RemoveLink(stairs);
                Target.position = new Vector3(0.5f, 0f, 0.5f);
                break;
        }
    }

    private void Put(Vector3 place)
    {
        Follower.transform.position = place;
        Follower.GetComponent<Rigidbody>().position = place;
    }

    [Test]
    public void A_follower_that_others_move_is_told_the_way_back_to_a_floor()
    {
        AddStairs();
        AddFollower(Foot, new Vector3(9.5f, 4f, 2.5f));
        Follower.Moves = false;
        for (int frame = 0; frame < 400 && !Follower.HasArrived; frame++)
        {
            Vector3 here = Follower.transform.position;
            Follower.transform.position = Vector3.MoveTowards(here, Follower.NextPosition, 0.1f);
            if (frame == 20)
            {
                Follower.enabled = false;
                Follower.enabled = true;
            }
            Frames.Advance(0.05);
        }
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(4f, Follower.transform.position.y, 0.11f);
    }

    /// <summary>The upper floor is one unit narrower on each side, so that there is ground beside it.</summary>
    [TestCase(-0.4f, 0f, 2.5f, 0)]
    [TestCase(10.4f, 0.7f, 2.5f, 0)]
    [TestCase(-0.4f, 0f, -0.4f, 0)]
    [TestCase(5.5f, 4f, 6.9f, 1)]
    [TestCase(5.5f, 5f, 6.9f, 1)]
    public void A_follower_beside_a_floor_walks_to_it(float x, float y, float z, int floor)
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        Floors.AddLink(Foot, Head, 3.0);
        if (floor == 1)
        {
            UnityEngine.Object.Destroy(Ground.gameObject);
        }
        Vector3 target = new Vector3(3.5f, 4f * floor, 2.5f);
        AddFollower(new Vector3(x, y, z), target);
        Frames.Advance(0.05);
        Assert.That(Follower.HasArrived, Is.False);
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(target.x, Follower.transform.position.x, 0.01f);
        Assert.AreEqual(y, Follower.transform.position.y, 0.01f, "its own height");
    }

    [Test]
    public void A_follower_that_is_pushed_off_a_gallery_walks_back_to_it_and_not_through_the_air()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(3f, 4f, 0f));
        Floors.AddLink(Foot, Head, 3.0);
        AddFollower(new Vector3(3.5f, 5f, 2.5f), new Vector3(3.5f, 4f, 2.5f));
        Wait(1);
        Follower.transform.position = new Vector3(2.6f, 5f, 2.5f);
        Wait(3);
        Assert.AreEqual("(3.50, 5.00, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.HasArrived, Is.True);
        // Who falls beside it is on the ground.
        Follower.transform.position = new Vector3(2.6f, 1f, 2.5f);
        Wait(15);
        Assert.AreEqual("(3.50, 5.00, 2.50)", Follower.transform.position.ToString());
    }

    /// <summary>
    /// Whatever happens, in frames of no, little and much time: once all is quiet, the follower stands on a floor, at
    /// its target if a path leads there.
    /// </summary>
    [Test]
    public void After_random_events_a_follower_stands_on_a_floor()
    {
        int onLinks = 0;
        for (int seed = 0; seed < 40; seed++)
        {
            BuildScene();
            System.Random random = new System.Random(seed);
            AddStairs();
            AddFollower(Foot, Any(random, 1));
            Follower.gameObject.AddComponent<Rigidbody>();
            Follower.Motion = seed % 2 == 0 ? FollowerMotion.Transform : FollowerMotion.Rigidbody;
            string done = "";
            for (int turn = 0; turn < 60; turn++)
            {
                done += " " + Disturb(random);
                double seconds = new[] { 0.0, 0.01, 0.05, 0.05, 0.05, 0.3, 7.0 }[random.Next(7)];
                for (int frame = random.Next(8); frame >= 0; frame--)
                {
                    Frames.Advance(seconds);
                    onLinks += Follower.FloorTracker != null && Follower.FloorTracker.IsOnLink ? 1 : 0;
                }
            }
            CalmDown();
            Vector3 there = Follower.transform.position;
            string what = "seed " + seed + ", at " + there + ", target " + Target.position + " " + Follower.Reason + ":"
                + done;
            Assert.That(Follower.enabled && Floors.enabled, Is.True, what);
            Assert.That(Math.Min(Math.Abs(there.y), Math.Abs(there.y - 4f)), Is.LessThan(0.01f), what);
            Assert.That(Follower.HasArrived, Is.True, what);
            DestroyScene();
        }
        Assert.That(onLinks, Is.GreaterThan(200));
    }

    private string Disturb(System.Random random)
    {
        bool isOnLink = Follower.FloorTracker != null && Follower.FloorTracker.IsOnLink;
        switch (random.Next(12))
        {
            case 0:
                Follower.enabled = !Follower.enabled;
                return "switch";
            case 1:
                Floors.Rebuild();
                Floors.AddLink(Foot, Head, 3.0);
                return "floors";
            case 2:
                (random.Next(2) == 0 ? Ground : Upper).Rebuild();
                return "grid";
            case 3:
                int[] links = Floors.Floors.GetLinks();
                if (links.Length > 1)
                {
                    Floors.RemoveLink(links[random.Next(links.Length)]);
                }
                Floors.AddLink(Any(random, 0), Any(random, 1), 2.0);
                return "link";
            case 4:
                Follower.StoppingDistance = 6f * random.Next(2) * (float)random.NextDouble();
                return "stop " + Follower.StoppingDistance;
            case 5:
                Put(isOnLink
                    ? Follower.transform.position + new Vector3(5f * (float)random.NextDouble() - 2.5f, 0f, 1f)
                    : Any(random, random.Next(2)));
                return "put";
            case 6:
                Follower.Target = Follower.Target == null ? Target : null;
                return "target";
            case 7:
                Follower.Floors = Follower.Floors == null || isOnLink ? Floors : null;
                Follower.GridSource = Follower.transform.position.y > 2f ? Upper : Ground;
                return "floors or grid";
            default:
                int place = random.Next(6);
                Target.position = place == 0 ? Head : place == 1 ? Foot : Any(random, place % 2);
                return "target moves";
        }
    }

    private void CalmDown()
    {
        Floors.AddLink(Foot, Head, 3.0);
        Follower.Floors = Floors;
        Follower.Target = Target;
        Follower.enabled = true;
        Wait(40);
    }
}
