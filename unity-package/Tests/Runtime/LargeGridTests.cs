using System;
using System.Collections.Generic;
using System.Threading;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>A mirrored grid of 512 x 512 cells, on which a search with a sorted open list takes seconds.</summary>
    public class LargeGridTests
    {
        private const int Side = 512;
        private const int Megabyte = 1024 * 1024;

        private sealed class ManagedManager : AStarManager
        {
            protected override float GetDistance(AStarNode nodeA, AStarNode nodeB) => base.GetDistance(nodeA, nodeB);
        }

        private BaseGrid _grid;

        /// <summary>Two walls make the path between opposite corners an S through most of the cells.</summary>
        [SetUp]
        public void CreateGrid()
        {
            _grid = new BaseGrid();
            _grid.Init(Vector3.zero, new Vector3(Side, 0f, Side), MirrorMap.NoLayer);
            _grid.Native.FillRect(0, Side / 3, Side - 1, 1, CellType.Obstacle);
            _grid.Native.FillRect(1, 2 * Side / 3, Side - 1, 1, CellType.Obstacle);
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        /// <summary>With a sorted list, this test would take minutes.</summary>
        [Test]
        public void A_managed_search_has_a_heap()
        {
            FindAcross(new ManagedManager());
        }

        [Test]
        public void Nodes_are_made_when_they_are_first_read()
        {
            long before = GC.GetTotalMemory(true);
            FindAcross(new AStarManager());
            long searched = GC.GetTotalMemory(true);
            Assert.That(searched - before, Is.LessThan(6 * Megabyte));
            Assert.AreEqual(Side * Side, _grid.grids.Length);
            Assert.That(GC.GetTotalMemory(true) - searched, Is.GreaterThan(8 * Megabyte));
        }

        [Test]
        public void Many_threads_search_the_native_grid_at_once()
        {
            int wrong = 0;
            List<Thread> threads = new List<Thread>();
            PathGrid native = _grid.Native;
            for (int i = 0; i < 4; i++)
            {
                Thread thread = new Thread(() =>
                {
                    List<GridCell> path = new List<GridCell>();
                    PathResult result = native.FindPath(new GridCell(0, 0), new GridCell(Side - 1, Side - 1), path);
                    if (!result.Found || path.Count < 2 * Side)
                    {
                        Interlocked.Increment(ref wrong);
                    }
                });
                threads.Add(thread);
                thread.Start();
            }
            threads.ForEach(thread => thread.Join());
            Assert.AreEqual(0, wrong);
        }

        private void FindAcross(AStarManager manager)
        {
            List<AStarNode> path = manager.FindPath(MirrorMap.At(0, 0), MirrorMap.At(Side - 1, Side - 1), _grid);
            Assert.That(path.Count, Is.GreaterThan(2 * Side));
        }
    }
}
