using System;
using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathFormTests
    {
        private static readonly GridCell Start = new GridCell(0, 1);
        private static readonly GridCell Goal = new GridCell(9, 2);
        private readonly List<GridCell> _path = new List<GridCell>();
        private PathGrid _grid;

        [SetUp]
        public void CreateGrid()
        {
            _grid = new AsciiMap(
                "..........",
                "....#.....",
                "....#.....",
                "..........").ToGrid();
        }

        [TearDown]
        public void DisposeGrid()
        {
            _grid.Dispose();
        }

        [Test]
        public void Way_points_are_the_ends_and_the_turns_of_the_path()
        {
            double cost = _grid.FindPath(Start, Goal, _path).Cost;
            List<GridCell> turns = new List<GridCell>();
            for (int i = 0; i < _path.Count; i++)
            {
                bool isEnd = i == 0 || i == _path.Count - 1;
                if (isEnd || _path[i].X - _path[i - 1].X != _path[i + 1].X - _path[i].X
                    || _path[i].Y - _path[i - 1].Y != _path[i + 1].Y - _path[i].Y)
                {
                    turns.Add(_path[i]);
                }
            }
            Assert.Less(turns.Count, _path.Count);
            PathResult result = _grid.FindPath(Start, Goal, _path, new PathQuery { Form = PathForm.WayPoints });
            Assert.AreEqual(turns, _path);
            Assert.AreEqual(turns.Count, result.Length);
            Assert.AreEqual(cost, result.Cost);
        }

        [Test]
        public void Each_point_of_a_straightened_path_sees_the_next_one()
        {
            _grid.FindPath(Start, Goal, _path);
            double longest = Length(_path);
            PathQuery query = new PathQuery { Form = PathForm.Straightened };
            PathResult result = _grid.FindPath(Start, Goal, _path, query);
            Assert.That(result.Found, Is.True);
            Assert.AreEqual(Start, _path[0]);
            Assert.AreEqual(Goal, _path[_path.Count - 1]);
            Assert.Less(Length(_path), longest);
            Assert.AreEqual(Length(_path), result.Cost, 1e-12);
            for (int i = 1; i < _path.Count; i++)
            {
                Assert.That(_grid.HasLineOfSight(_path[i - 1], _path[i]), Is.True);
            }
            Assert.AreEqual(_path.Count, _grid.CheckPath(_path, 0, query, out _));
            Assert.AreEqual(1, _grid.CheckPath(_path), "no step leads from point to point");
        }

        [Test]
        public void A_path_at_any_angle_is_the_shortest_one_of_lines()
        {
            PathQuery query = new PathQuery { Form = PathForm.AnyAngle, DiagonalRule = DiagonalRule.Always };
            PathResult result = _grid.FindPath(Start, Goal, _path, query);
            Assert.AreEqual(new[] { Start, new GridCell(4, 0), Goal }, _path);
            Assert.AreEqual(Math.Sqrt(17) + Math.Sqrt(29), result.Cost, 1e-8);
            Assert.AreEqual(SearchEngine.AnyAngle, result.Engine);
            // The agent's square does not cut the corner.
            query.DiagonalRule = DiagonalRule.BothFree;
            _grid.FindPath(Start, Goal, _path, query);
            Assert.AreEqual(new[] { Start, new GridCell(3, 0), new GridCell(5, 0), Goal }, _path);
            Assert.AreEqual(4, _grid.CheckPath(_path, 0, query, out ulong revision));
            _grid.SetCell(7, 1, CellType.Obstacle);
            Assert.AreEqual(3, _grid.CheckPath(_path, 0, query, out revision), "the last line is blocked");
        }

        [Test]
        public void Ground_of_different_costs_has_no_paths_at_any_angle()
        {
            using (TraversalProfile profile = new TraversalProfile())
            {
                profile.SetCost(2, 3);
                PathQuery query = new PathQuery { Form = PathForm.AnyAngle, Profile = profile };
                Refused.Array("query", "path form", () => _grid.FindPath(Start, Goal, _path, query));
            }
        }

        [Test]
        public void An_array_needs_as_many_places_as_there_are_points()
        {
            PathQuery query = new PathQuery { Form = PathForm.WayPoints };
            int points = _grid.FindPath(Start, Goal, _path, query).Length;
            GridCell[] exact = new GridCell[points];
            Assert.AreEqual(points, _grid.FindPath(Start, Goal, exact, query).Length);
            Assert.AreEqual(_path, exact);
            Refused.Array("path", points + " are needed",
                () => _grid.FindPath(Start, Goal, new GridCell[points - 1], query));
        }

        [Test]
        public void A_path_between_positions_has_the_centers_of_its_points()
        {
            List<Vector3> positions = new List<Vector3>();
            PathQuery query = new PathQuery { Form = PathForm.Straightened };
            _grid.FindPath(Start, Goal, _path, query);
            _grid.FindPath(_grid.GetCellCenter(Start), _grid.GetCellCenter(Goal), positions, query);
            Assert.AreEqual(_path.ConvertAll(cell => _grid.GetCellCenter(cell)), positions);
        }

        [Test]
        public void Searches_that_cannot_write_a_form_say_so()
        {
            List<GridCell> expanded = new List<GridCell>();
            using (PathGrid upper = new PathGrid(3, 3))
            using (PathFloors floors = new PathFloors(_grid, upper))
            {
                foreach (PathForm form in new[] { PathForm.WayPoints, PathForm.Straightened, PathForm.AnyAngle })
                {
                    PathQuery query = new PathQuery { Form = form };
                    Refused.Array("query", "path form", () => _grid.BeginSearch(Start, Goal, query));
                }
                PathQuery onFloors = new PathQuery { Form = PathForm.AnyAngle };
                Refused.Array("query", "path form", () => floors.FindPath(
                    new FloorCell(0, Start), new FloorCell(0, Goal), new List<FloorStep>(), onFloors));
            }
            PathQuery anyAngle = new PathQuery { Form = PathForm.AnyAngle, DiagonalRule = DiagonalRule.Never };
            Refused.Array("query", "path form", () => _grid.FindPath(Start, Goal, _path, anyAngle));
            Refused.Argument("query", "path form",
                () => _grid.FindPath(Start, Goal, _path, new PathQuery { Form = (PathForm)5 }));
            PathQuery straight = new PathQuery { Form = PathForm.Straightened };
            Assert.That(_grid.TracePath(Start, Goal, _path, expanded, straight).Found, Is.True);
            Assert.AreEqual(Goal, _path[_path.Count - 1]);
        }

        [Test]
        public void A_tracker_keeps_the_points_of_its_form()
        {
            PathTracker tracker = new PathTracker(_grid)
            {
                Query = new PathQuery { Form = PathForm.Straightened },
            };
            Assert.That(tracker.Update(Start, Goal, 0.1), Is.True);
            Assert.That(tracker.Count, Is.InRange(3, 4));
            GridCell corner = tracker.Next;
            // On the way to the corner the follower crosses cells that are no points.
            GridCell between = new GridCell((Start.X + corner.X) / 2, (Start.Y + corner.Y) / 2);
            Assert.That(tracker.Update(between, Goal, 0.1), Is.False);
            Assert.That(tracker.Update(corner, Goal, 0.1), Is.False);
            Assert.AreNotEqual(corner, tracker.Next);
            // An obstacle on a line, on no point.
            GridCell next = tracker.Next;
            _grid.SetCell(new GridCell(next.X - 1, next.Y), CellType.Obstacle);
            bool isInTheWay = _grid.Linecast(corner, next, out _);
            Assert.AreEqual(isInTheWay, tracker.Update(corner, Goal, 0.1));
            Assert.AreEqual(
                isInTheWay ? ReplanCause.GridChanged : ReplanCause.Requested, tracker.Cause);
        }

        [Test]
        public void A_warm_search_in_any_form_allocates_nothing()
        {
            foreach (PathForm form in new[] { PathForm.WayPoints, PathForm.Straightened })
            {
                PathQuery query = new PathQuery { Form = form };
                Assert.AreEqual(
                    0, Garbage.During(() => _grid.FindPath(Start, Goal, _path, query)), form.ToString());
            }
        }

        private static double Length(List<GridCell> points)
        {
            double length = 0.0;
            for (int i = 1; i < points.Count; i++)
            {
                double x = points[i].X - points[i - 1].X;
                double y = points[i].Y - points[i - 1].Y;
                length += Math.Sqrt((x * x) + (y * y));
            }
            return length;
        }
    }
}
