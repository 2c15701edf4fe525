using GridStar;
using NUnit.Framework;
using Pages.Crowds;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Runs scripts of crowds.md.</summary>
public class CrowdPageTests
{
    [Test]
    public void Ships_keep_apart_and_are_towed_and_sunk()
    {
        using (PathGrid grid = new PathGrid(40, 20))
        using (Fleet fleet = new Fleet(grid))
        {
            int east = fleet.Launch(8f, 10f);
            int west = fleet.Launch(32f, 10.2f);
            fleet.Steer(east, 3f, 0f);
            fleet.Steer(west, -3f, 0f);
            float least = float.MaxValue;
            for (int step = 0; step < 160; step++)
            {
                fleet.Step(0.05f);
                Vector3 between = new Vector3(fleet.X(east) - fleet.X(west), fleet.Y(east) - fleet.Y(west), 0f);
                least = Mathf.Min(least, between.magnitude);
            }
            Assert.That(least, Is.GreaterThan(2.9f), "two radii of 1.5");
            Assert.That(fleet.X(east), Is.GreaterThan(fleet.X(west)), "they have passed each other");
            fleet.Tow(east, 5f, 5f);
            fleet.Step(0f);
            Assert.AreEqual(5f, fleet.X(east));
            fleet.Sink(east);
            fleet.Step(0.05f);
            Assert.AreEqual(0f, fleet.X(east), "a number without an agent");
            Assert.AreEqual(east, fleet.Launch(20f, 4f), "the number that was removed last");
        }
    }

    [Test]
    public void A_herd_comes_to_its_goal()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        PathGridComponent ground = new GameObject().AddComponent<PathGridComponent>();
        ground.Grid.FillRect(16, 0, 1, 28, CellType.Obstacle);
        Herd herd = new GameObject().AddComponent<Herd>();
        herd.Ground = ground;
        herd.Goal = new GameObject().transform;
        herd.Goal.position = new Vector3(28.5f, 0f, 4.5f);
        herd.Members = new Transform[6];
        for (int i = 0; i < herd.Members.Length; i++)
        {
            herd.Members[i] = new GameObject().transform;
            herd.Members[i].position = new Vector3(4.5f + i, 0f, 4.5f);
        }
        for (int frame = 0; frame < 2000; frame++)
        {
            Frames.Advance(0.02);
        }
        foreach (Transform member in herd.Members)
        {
            Assert.That(Vector3.Distance(member.position, herd.Goal.position), Is.LessThan(4f));
        }
        Object.Destroy(herd.gameObject);
        Object.Destroy(ground.gameObject);
    }
}
