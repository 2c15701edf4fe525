using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Two floors and a follower on them, for tests frame by frame.</summary>
public abstract class FloorScene
{
    protected readonly List<string> Events = new List<string>();
    protected PathFloorsComponent Floors;
    protected PathGridComponent Ground;
    protected PathGridComponent Upper;
    protected PathFollower Follower;
    protected Transform Target;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnGizmos.Clear();
        Events.Clear();
        Floors = null;
    }

    [TearDown]
    public void DestroyScene()
    {
        Scene.DestroyObjectOf(Floors);
        Scene.DestroyObjectOf(Ground);
        Scene.DestroyObjectOf(Upper);
    }

    protected static Vector3 In(GridPlane plane, float x, float y, float height)
        => plane == GridPlane.XZ ? new Vector3(x, height, y) : new Vector3(x, y, height);

    protected Vector3 Any(System.Random random, int floor)
    {
        PathGrid grid = Floors.Floors.GetFloor(floor);
        return grid.GetCellCenter(new GridCell(random.Next(grid.Width), random.Next(grid.Height)));
    }

    /// <summary>Tolerates rounding errors at a corner.</summary>
    protected bool IsNearOpen(Vector3 position)
    {
        foreach (Vector3 beside in new[] { new Vector3(0.01f, 0f, 0.01f), new Vector3(0.01f, 0f, -0.01f) })
        {
            foreach (float side in new[] { -1f, 1f })
            {
                if (Floors.TryGetCellAt(position + beside * side, out FloorCell cell)
                    && Floors.Floors.GetFloor(cell.Floor).GetCell(cell.Cell) == CellType.Walkable)
                {
                    return true;
                }
            }
        }
        return false;
    }

    /// <summary>The first link of the remaining path; 0 without one.</summary>
    protected int LinkAhead()
    {
        FloorTracker tracker = Follower.FloorTracker;
        return Enumerable.Range(1, tracker.Count - 1).Select(i => tracker[i].Link).FirstOrDefault(link => link != 0);
    }

    protected static void Wait(int seconds)
    {
        for (int frame = 0; frame < 20 * seconds; frame++)
        {
            Frames.Advance(0.05);
        }
    }

    protected int AddStairs()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        return Floors.AddLink(new Vector3(4.5f, 0f, 2.5f), new Vector3(7.5f, 4f, 2.5f), 3.0);
    }

    protected void AddFloors(GridPlane plane, Vector3 ground, Vector3 upper)
    {
        Ground = AddGrid(plane, ground);
        Upper = AddGrid(plane, upper);
        Floors = new GameObject("House").AddComponent<PathFloorsComponent>();
        Floors.Grids.Add(Ground);
        Floors.Grids.Add(Upper);
    }

    /// <summary>Adds 10 x 6 cells of one unit.</summary>
    protected static PathGridComponent AddGrid(GridPlane plane, Vector3 origin)
    {
        PathGridComponent source = new GameObject().AddComponent<PathGridComponent>();
        source.transform.position = origin;
        source.Plane = plane;
        source.Width = 10;
        source.Height = 6;
        source.Rebuild();
        return source;
    }

    /// <summary>The follower walks two units a second, without an interval.</summary>
    protected void AddFollower(Vector3 position, Vector3 target)
    {
        Target = new GameObject().transform;
        Target.position = target;
        GameObject owner = new GameObject("Hound");
        owner.transform.position = position;
        Follower = owner.AddComponent<PathFollower>();
        Follower.Floors = Floors;
        Follower.Target = Target;
        Follower.Speed = 2f;
        Follower.Interval = 0f;
        Follower.PathChanged += follower => Events.Add("changed");
        Follower.PathFound += follower => Events.Add("found");
        Follower.Arrived += follower => Events.Add("arrived");
        Follower.PathLost += follower => Events.Add("lost");
    }
}
