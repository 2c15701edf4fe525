using System.Collections.Generic;
using System.Linq;
using GridStarSamples;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

public class Vector2IntAStarSampleTests
{
    /// <summary>All cells are walkable but those that a test blocks.</summary>
    private sealed class HookedAStar : AStar
    {
        internal readonly HashSet<Vector2Int> Closed = new HashSet<Vector2Int>();
        internal int Asked;

        internal HookedAStar(int width, int height) : base(new Vector2Int(width, height))
        {
        }

        protected override bool IsObstacle(Vector2Int position)
        {
            Asked++;
            return Closed.Contains(position);
        }
    }

    [SetUp]
    public void EmptyScene()
    {
        SampleScene.Begin();
    }

    [Test]
    public void It_finds_a_path_through_the_gaps_of_its_walls_and_shows_it()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            Vector2IntAStarSample sample = SampleScene.Add<Vector2IntAStarSample>();
            Frames.Advance(0.02);
            List<Vector2Int> path = sample.Path;
            Assert.AreEqual(
                new[] { "Log: path of " + path.Count + " cells from (1, 1) to (22, 12)" }, log.Lines.ToArray());
            Assert.That(path.Contains(new Vector2Int(5, 13)) && path.Contains(new Vector2Int(11, 0))
                && path.Contains(new Vector2Int(17, 13)), Is.True);
            Assert.AreEqual(24 * 14, SampleScene.Squares(sample, "Cell").Count);
            Vector3[] centers = path.Select(cell => new Vector3(cell.x + 0.5f, cell.y + 0.5f, 0f)).ToArray();
            Assert.AreEqual(
                centers, SampleScene.Squares(sample, "Path").Select(square => square.transform.position).ToArray());
            SampleScene.End(sample);
        }
    }

    [Test]
    public void It_says_when_there_is_no_path()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            Vector2IntAStarSample sample = SampleScene.Add<Vector2IntAStarSample>();
            sample.end = new Vector2Int(5, 5);
            Frames.Advance(0.02);
            Assert.AreEqual(new[] { "Log: no path" }, log.Lines.ToArray());
            SampleScene.End(sample);
        }
    }

    [Test]
    public void The_path_holds_both_ends_and_goes_around_what_the_hook_blocks()
    {
        using (HookedAStar search = new HookedAStar(5, 3))
        {
            search.Closed.UnionWith(new[] { new Vector2Int(2, 0), new Vector2Int(2, 1) });
            List<Vector2Int> path = search.FindPath(new Vector2Int(0, 0), new Vector2Int(4, 0));
            Assert.AreEqual("(0, 0) (1, 1) (2, 2) (3, 1) (4, 0)", Text(path));
            Assert.AreEqual("(3, 2)", Text(search.FindPath(new Vector2Int(3, 2), new Vector2Int(3, 2))));
            Assert.AreEqual(15, search.Asked);
        }
    }

    [Test]
    public void No_path_and_positions_outside_the_map_give_an_empty_list()
    {
        using (HookedAStar search = new HookedAStar(3, 3))
        {
            search.Closed.UnionWith(new[] { new Vector2Int(1, 0), new Vector2Int(1, 1), new Vector2Int(1, 2) });
            Assert.AreEqual(0, search.FindPath(new Vector2Int(0, 0), new Vector2Int(2, 0)).Count);
            Assert.AreEqual(0, search.FindPath(new Vector2Int(0, 0), new Vector2Int(1, 0)).Count);
            Assert.AreEqual(0, search.FindPath(new Vector2Int(-1, 0), new Vector2Int(0, 0)).Count);
            Assert.AreEqual(0, search.FindPath(new Vector2Int(0, 0), new Vector2Int(0, 3)).Count);
        }
    }

    [Test]
    public void Answers_of_the_hook_that_change_are_taken_in_by_Refresh_and_single_cells_at_once()
    {
        using (HookedAStar search = new HookedAStar(3, 2))
        {
            Vector2Int start = new Vector2Int(0, 0);
            Vector2Int end = new Vector2Int(2, 0);
            Assert.AreEqual("(0, 0) (1, 0) (2, 0)", Text(search.FindPath(start, end)));
            search.Closed.Add(new Vector2Int(1, 0));
            Assert.AreEqual("(0, 0) (1, 0) (2, 0)", Text(search.FindPath(start, end)));
            search.Refresh();
            Assert.AreEqual("(0, 0) (1, 1) (2, 0)", Text(search.FindPath(start, end)));
            search.SetObstacle(new Vector2Int(1, 1), true);
            Assert.AreEqual("", Text(search.FindPath(start, end)));
            search.SetObstacle(new Vector2Int(1, 0), false);
            Assert.AreEqual("(0, 0) (1, 0) (2, 0)", Text(search.FindPath(start, end)));
        }
    }

    private static string Text(IEnumerable<Vector2Int> path)
        => string.Join(" ", path.Select(cell => cell.ToString()).ToArray());
}
