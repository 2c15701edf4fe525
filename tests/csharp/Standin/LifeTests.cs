using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>When Unity is ready, and when play mode begins.</summary>
public class LifeTests
{
    private sealed class FieldsScript : MonoBehaviour
    {
        internal readonly BaseGrid Grid = new BaseGrid();
        internal readonly AStarManager Manager = new AStarManager();
        internal readonly AStarManager Shared = AStarManager.Instance;
    }

    private sealed class EagerScript : MonoBehaviour
    {
        internal readonly bool IsBlocked = Physics.CheckSphere(Vector3.zero, 1f);
    }

    private sealed class SteeredManager : AStarManager
    {
        protected override float GetDistance(AStarNode nodeA, AStarNode nodeB) => base.GetDistance(nodeA, nodeB);
    }

    [Test]
    public void Fields_of_a_behaviour_can_be_initialized_with_grids_and_managers()
    {
        int before = GridStarLibrary.LiveGridCount;
        FieldsScript script = new GameObject().AddComponent<FieldsScript>();
        Assert.That(script.Grid.grids, Is.Null);
        Assert.That(script.Manager, Is.Not.SameAs(script.Shared));
        Assert.That(GridStarLibrary.LiveGridCount, Is.LessThanOrEqualTo(before));
    }

    /// <summary>The test above could not fail if the stand-in allowed every call.</summary>
    [Test]
    public void A_field_that_asks_Unity_is_refused()
    {
        Exception thrown = Assert.Catch(
            () => Assert.That(new GameObject().AddComponent<EagerScript>().IsBlocked, Is.False));
        UnityException refusal = (thrown as UnityException) ?? (thrown.InnerException as UnityException);
        Assert.That(refusal, Is.Not.Null, thrown.ToString());
        Assert.IsTrue(refusal.Message.Contains("constructor"), refusal.Message);
    }

    /// <summary>Else the linker leaves these methods out of a player that names nothing of the assembly.</summary>
    [Test]
    public void Assemblies_that_run_something_at_the_start_of_a_game_are_always_linked()
    {
        const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        Type[] known = { typeof(PathGrid), typeof(BaseGrid), typeof(SearchViewer), typeof(GridStarCounters) };
        int count = 0;
        foreach (Assembly assembly in Array.ConvertAll(known, type => type.Assembly))
        {
            bool starts = assembly.GetTypes().Any(type => type.GetMethods(Static).Any(
                method => method.IsDefined(typeof(RuntimeInitializeOnLoadMethodAttribute), false)));
            bool isLinked = assembly.IsDefined(typeof(UnityEngine.Scripting.AlwaysLinkAssemblyAttribute), false);
            Assert.That(isLinked || !starts, assembly.GetName().Name);
            count += starts ? 1 : 0;
        }
        // Without Unity's profiler, the assembly of counters starts nothing.
        Assert.That(count, Is.InRange(1, 2));
    }

    [Test]
    public void Statics_are_as_new_when_play_begins_and_grids_live_on()
    {
        BaseGrid grid = new BaseGrid();
        grid.Init(Vector3.zero, new Vector3(3f, 0f, 3f), 0);
        AStarManager before = AStarManager.Instance;
        before.StraightCost = 2f;
        before.DiagonalCost = 3f;

        Assert.That(PlayMode.Enter(typeof(AStarManager).Assembly), Is.GreaterThan(0));
        Assert.That(AStarManager.Instance, Is.Not.SameAs(before));
        Assert.AreEqual(1f, AStarManager.Instance.StraightCost);
        Assert.AreEqual(3, AStarManager.Instance.FindPath(Vector3.zero, new Vector3(2.5f, 0f, 2.5f), grid).Count);
    }

    [Test]
    public void Each_play_has_its_warnings_anew()
    {
        BaseGrid grid = new BaseGrid();
        grid.Init(Vector3.zero, new Vector3(3f, 0f, 3f), 0);
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int play = 1; play <= 2; play++)
            {
                PlayMode.Enter(typeof(AStarManager).Assembly);
                new SteeredManager().FindPath(Vector3.zero, new Vector3(2.5f, 0f, 2.5f), grid);
                new SteeredManager().FindPath(Vector3.zero, new Vector3(2.5f, 0f, 2.5f), grid);
                Assert.AreEqual(play, log.Lines.Count, string.Join("\n", log.Lines.ToArray()));
            }
        }
    }

    [Test]
    public void Each_play_warns_anew_of_nodes_that_are_null()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int play = 1; play <= 2; play++)
            {
                PlayMode.Enter(typeof(AStarManager).Assembly);
                for (int i = 0; i < 2; i++)
                {
                    BaseGrid grid = new BaseGrid();
                    grid.Init(Vector3.zero, new Vector3(3f, 0f, 3f), 0);
                    grid.grids[1, 1] = null;
                    AStarManager.Instance.FindPath(Vector3.zero, new Vector3(2.5f, 0f, 2.5f), grid);
                }
                Assert.AreEqual(play, log.Lines.Count, string.Join("\n", log.Lines.ToArray()));
            }
        }
    }

    [Test]
    public void Destroying_all_grids_leaves_their_objects_disposed()
    {
        // Here, not in the package: in an open Editor, this would destroy the grids of others.
        PathGrid grid = new PathGrid(2, 2);
        Assert.That(GridStarLibrary.DestroyAllGrids(), Is.GreaterThanOrEqualTo(1));
        Assert.AreEqual(0, GridStarLibrary.LiveGridCount);
        Assert.That(grid.IsDisposed, Is.True);
        Assert.Throws<ObjectDisposedException>(() => grid.GetCell(0, 0));
        grid.Dispose();
    }

    [Test]
    public void A_script_that_uses_a_grid_whose_native_side_was_destroyed_is_told_so()
    {
        BaseGrid grid = new BaseGrid();
        grid.Init(Vector3.zero, new Vector3(3f, 0f, 3f), 0);
        AStarNode node = grid.grids[1, 1];
        GridStarLibrary.DestroyAllGrids();
        List<AStarNode> path = null;
        Assert.Throws<ObjectDisposedException>(
            () => path = AStarManager.Instance.FindPath(Vector3.zero, new Vector3(2.5f, 0f, 2.5f), grid));
        Assert.That(path, Is.Null);
        node.type = E_Node_Type.Obstacle;
        Assert.AreEqual(E_Node_Type.Obstacle, node.type);
        grid.Init(Vector3.zero, new Vector3(3f, 0f, 3f), 0);
        Assert.AreEqual(3, AStarManager.Instance.FindPath(Vector3.zero, new Vector3(2.5f, 0f, 2.5f), grid).Count);
    }
}
