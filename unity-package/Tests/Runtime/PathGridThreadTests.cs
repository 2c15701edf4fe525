using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathGridThreadTests
    {
        private const int Searchers = 4;
        private const int SearchesEach = 20000;

        private static readonly GridCell Start = new GridCell(0, 1);
        private static readonly GridCell Goal = new GridCell(7, 1);

        /// <summary>Edits switch between these two maps. The revision tells which one a search saw.</summary>
        private static readonly AsciiMap[] Maps =
        {
            new AsciiMap("........", "...##...", "...#...."),
            new AsciiMap("...#....", "..##....", "........"),
        };

        [Test]
        public void Searches_of_many_threads_during_edits_see_one_whole_state_each()
        {
            List<string> faults = new List<string>();
            using (PathGrid grid = Maps[0].ToGrid())
            {
                // The first edit turned the empty grid into Maps[0].
                Assert.AreEqual(1UL, grid.Revision);
                int running = Searchers;
                Thread[] threads = new Thread[Searchers];
                for (int i = 0; i < Searchers; i++)
                {
                    threads[i] = new Thread(() =>
                    {
                        Search(grid, faults);
                        Interlocked.Decrement(ref running);
                    });
                    threads[i].Start();
                }
                int edits = 0;
                while (Volatile.Read(ref running) > 0)
                {
                    edits++;
                    grid.SetCells(Maps[edits % 2].Types());
                }
                foreach (Thread thread in threads)
                {
                    thread.Join();
                }
                Assert.AreEqual(1UL + (ulong)edits, grid.Revision);
                Assert.That(edits, Is.GreaterThan(1));
            }
            Assert.AreEqual(0, faults.Count, faults.Count == 0 ? string.Empty : faults[0]);
        }

        [Test]
        public void A_grid_that_is_disposed_during_searches_ends_them_with_an_answer_or_ObjectDisposedException()
        {
            List<string> faults = new List<string>();
            PathGrid grid = new PathGrid(200, 200);
            Thread[] threads = new Thread[Searchers];
            for (int i = 0; i < Searchers; i++)
            {
                threads[i] = new Thread(() => SearchUntilDisposed(grid, faults));
                threads[i].Start();
            }
            Thread.Sleep(50);
            grid.Dispose();
            foreach (Thread thread in threads)
            {
                thread.Join();
            }
            Assert.AreEqual(0, faults.Count, faults.Count == 0 ? string.Empty : faults[0]);
        }

        private static void Search(PathGrid grid, List<string> faults)
        {
            double[] costs = new double[Maps.Length];
            for (int i = 0; i < Maps.Length; i++)
            {
                costs[i] = ReferenceSearch.Cost(Maps[i], Start, Goal, DiagonalRule.BothFree, 1.0, 1.4).Value;
            }
            List<GridCell> path = new List<GridCell>();
            PathQuery query = new PathQuery { DiagonalRule = DiagonalRule.BothFree };
            for (int i = 0; i < SearchesEach; i++)
            {
                try
                {
                    PathResult result = grid.FindPath(Start, Goal, path, query);
                    int state = (int)((result.Revision + 1) % 2);
                    string fault = PathFault(Maps[state], path, result, costs[state]);
                    if (fault != null)
                    {
                        Add(faults, fault + " at revision " + result.Revision);
                    }
                }
                catch (Exception exception)
                {
                    Add(faults, exception.ToString());
                }
            }
        }

        private static string PathFault(AsciiMap map, List<GridCell> path, PathResult result, double cost)
        {
            if (!result.Found || path.Count != result.Length || path[0] != Start || path[path.Count - 1] != Goal)
            {
                return "no path from start to goal: " + result.Reason;
            }
            if (Math.Abs(result.Cost - cost) > 1e-9)
            {
                return "cost " + result.Cost + ", not " + cost;
            }
            for (int i = 1; i < path.Count; i++)
            {
                if (!ReferenceSearch.IsStep(map, path[i - 1], path[i], DiagonalRule.BothFree))
                {
                    return "an illegal step from " + path[i - 1] + " to " + path[i];
                }
            }
            return null;
        }

        private static void SearchUntilDisposed(PathGrid grid, List<string> faults)
        {
            List<GridCell> path = new List<GridCell>();
            try
            {
                for (;;)
                {
                    PathResult result = grid.FindPath(new GridCell(0, 0), new GridCell(199, 150), path);
                    if (!result.Found || result.Length != 200)
                    {
                        Add(faults, "an answer that is none: " + result.Reason);
                    }
                }
            }
            catch (ObjectDisposedException)
            {
                // The expected end.
            }
            catch (Exception exception)
            {
                Add(faults, exception.ToString());
            }
        }

        private static void Add(List<string> faults, string fault)
        {
            lock (faults)
            {
                faults.Add(fault);
            }
        }
    }
}
