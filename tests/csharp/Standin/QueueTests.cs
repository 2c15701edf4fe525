using System.Collections;
using System.Collections.Generic;
using System.Threading.Tasks;
using GridStar;
using NUnit.Framework;
using UnityEditor;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Requests that a component answers once a frame.</summary>
public class QueueTests
{
    private sealed class Waiting : MonoBehaviour
    {
        internal readonly List<GridCell> Path = new List<GridCell>();
        internal int Frames;

        internal IEnumerator Walk(PathQueue queue)
        {
            PathTicket ticket = queue.Request(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 3.5f));
            yield return new WaitForPath(ticket);
            ticket.CopyPath(Path);
            ticket.Forget();
        }

        private void Update() => Frames++;
    }

    private PathGridComponent _component;

    [SetUp]
    public void CreateScene()
    {
        Frames.Reset();
        GridStarLibrary.WorkerThreads = 0;
        GridStarLibrary.StopWorkers();
        _component = new GameObject().AddComponent<PathGridComponent>();
    }

    [TearDown]
    public void DestroyScene()
    {
        Object.Destroy(_component.gameObject);
        GridStarLibrary.WorkerThreads = 1;
        Assert.That(GridStarLibrary.LiveTicketCount, Is.EqualTo(0));
    }

    [Test]
    public void A_coroutine_waits_for_its_path()
    {
        Waiting waiting = new GameObject().AddComponent<Waiting>();
        waiting.StartCoroutine(waiting.Walk(_component.Queue));
        Assert.That(waiting.Path, Is.Empty);
        Frames.Advance(0.02);
        Assert.That(waiting.Path.Count, Is.EqualTo(8));
        Assert.That(waiting.Path[7], Is.EqualTo(new GridCell(7, 3)));
        Assert.That(_component.Queue.PendingCount, Is.EqualTo(0));
    }

    [Test]
    public void Positions_outside_the_grid_are_answered_so()
    {
        PathTicket start = _component.Queue.Request(new Vector3(-5f, 0f, 0f), Vector3.zero);
        PathTicket goal = _component.Queue.Request(Vector3.zero, new Vector3(-5f, 0f, 0f));
        Frames.Advance(0.02);
        Assert.That(start.Result.Reason, Is.EqualTo(PathReason.StartOutside));
        Assert.That(goal.Result.Reason, Is.EqualTo(PathReason.GoalOutside));
    }

    [Test]
    public void A_new_grid_has_a_new_queue()
    {
        PathQueue before = _component.Queue;
        Task<PathAnswer> task = before.RequestAsync(Vector3.zero, new Vector3(3f, 0f, 3f));
        _component.Rebuild();
        Assert.That(task.IsCanceled);
        Assert.That(_component.Queue, Is.Not.SameAs(before));
        Assert.That(_component.Queue.Request(Vector3.zero, new Vector3(3f, 0f, 3f)).Wait().Found);
    }

    [Test]
    public void A_script_reload_and_the_end_of_the_game_cancel_what_waits()
    {
        PlayMode.Enter(typeof(PathFollower).Assembly);
        Loaded.InitializeOnLoad(typeof(GridStar.Editor.SearchViewerEditor).Assembly);
        foreach (System.Action end in new System.Action[] { PlayMode.Quit, AssemblyReloadEvents.Raise })
        {
            PathTicket ticket = _component.Queue.Request(Vector3.zero, new Vector3(3f, 0f, 3f));
            end();
            Frames.Advance(0.02);
            Assert.That(ticket.Result.Reason, Is.EqualTo(PathReason.Cancelled));
        }
    }

#if UNITY_2023_1_OR_NEWER
    [Test]
    public void Unitys_awaitables_are_completed_in_the_frame()
    {
        PathAnswer answer = null;
        Await(path => answer = path);
        Assert.That(answer, Is.Null);
        // A frame has little time for searches: on a busy machine one may take several frames.
        for (int frame = 0; frame < 1000 && answer == null; frame++)
        {
            Frames.Advance(0.02);
        }
        Assert.That(answer.Result.Found);
    }

    private async void Await(System.Action<PathAnswer> receive)
        => receive(await _component.Queue.RequestAwaitable(new GridCell(0, 0), new GridCell(5, 5)));
#endif
}
