using System;
using NUnit.Framework;

namespace GridStar.Tests
{
    public class PathReservationsTests
    {
        private const int Window = 8;

        private PathGrid _grid;
        private PathReservations _reservations;
        private PlanCell[] _cells;
        private PlanResult[] _results;

        [SetUp]
        public void SetUp()
        {
            _grid = new PathGrid(6, 2);
            _reservations = new PathReservations(_grid, Window);
            _cells = new PlanCell[4 * (Window + 1)];
            _results = new PlanResult[4];
        }

        [TearDown]
        public void TearDown()
        {
            _reservations.Dispose();
            _grid.Dispose();
        }

        private static PlannedAgent Agent(int startX, int startY, int goalX, int goalY)
            => new PlannedAgent(new GridCell(startX, startY), new GridCell(goalX, goalY));

        private string Drawn(int agent)
        {
            string drawn = string.Empty;
            for (int tick = 0; tick <= Window; tick++)
            {
                GridCell cell = _cells[agent * (Window + 1) + tick].Cell;
                drawn += (tick == 0 ? string.Empty : " ") + cell.X + "," + cell.Y;
            }
            return drawn;
        }

        [Test]
        public void Agents_that_meet_pass_each_other()
        {
            PlannedAgent[] agents = { Agent(0, 0, 5, 0), Agent(5, 0, 0, 0) };
            Assert.AreEqual(2, _reservations.Plan(agents, 2, _cells, _results));
            Assert.AreEqual("0,0 1,0 2,0 3,0 4,0 5,0 5,0 5,0 5,0", Drawn(0));
            Assert.AreEqual("5,0 4,0 3,0 2,1 1,0 0,0 0,0 0,0 0,0", Drawn(1));
            Assert.AreEqual(5, _results[1].StaysFrom);
            Assert.That(_results[1].Cost, Is.EqualTo(5.8).Within(1e-9));
            Assert.That(_results[1].Expansions, Is.GreaterThan(0));
        }

        [Test]
        public void An_agent_without_a_way_stands_and_the_other_waits_before_it()
        {
            for (int x = 0; x < 6; x++)
            {
                _grid.SetCell(x, 1, CellType.Obstacle);
            }
            PlannedAgent[] agents = { Agent(0, 0, 5, 0), Agent(5, 0, 0, 0), Agent(9, 0, 0, 0), Agent(2, 0, 2, 1) };
            Assert.AreEqual(1, _reservations.Plan(agents, 2, _cells, _results));
            Assert.AreEqual(PathReason.Found, _results[0].Reason);
            Assert.AreEqual(-1, _results[0].StaysFrom);
            Assert.AreEqual(new GridCell(4, 0), _cells[Window].Cell);
            Assert.AreEqual(PathReason.NotPlanned, _results[1].Reason);
            Assert.That(_results[1].IsPlanned, Is.False);
            // The last one stands between the first two, which can both wait now.
            Assert.AreEqual(2, _reservations.Plan(agents, 4, _cells, _results));
            Assert.AreEqual(new GridCell(1, 0), _cells[Window].Cell);
            Assert.AreEqual(PathReason.StartOutside, _results[2].Reason);
            Assert.AreEqual(PathReason.GoalBlocked, _results[3].Reason);
        }

        [Test]
        public void Heavy_ground_takes_more_ticks_and_the_next_plan_goes_on_from_there()
        {
            using (TraversalProfile profile = new TraversalProfile())
            {
                profile.SetCost(2, 3.0);
                _grid.SetCell(2, 0, (CellType)2);
                for (int x = 0; x < 6; x++)
                {
                    _grid.SetCell(x, 1, CellType.Obstacle);
                }
                PlannedAgent agent = Agent(0, 0, 4, 0);
                agent.Profile = profile;
                PlannedAgent[] agents = { agent };
                Assert.AreEqual(1, _reservations.Plan(agents, 1, _cells, _results));
                Assert.AreEqual("0,0 1,0 2,0 2,0 3,0 3,0 4,0 4,0 4,0", Drawn(0));
                Assert.AreEqual(1, _cells[2].UnderWay);
                Assert.AreEqual("(2, 0) at tick 2, arrives in 1", _cells[2].ToString());
                PlannedAgent later = agent.After(_cells, 0, 2);
                Assert.AreEqual(new GridCell(2, 0), later.Start);
                Assert.AreEqual(new GridCell(1, 0), later.From);
                Assert.AreEqual(1, later.UnderWay);
                _reservations.Advance(2);
                agents[0] = later;
                Assert.AreEqual(1, _reservations.Plan(agents, 1, _cells, _results));
                Assert.AreEqual("2,0 2,0 3,0 3,0 4,0 4,0 4,0 4,0 4,0", Drawn(0));
                Assert.AreEqual(2L, _cells[0].Tick);
                Assert.Throws<ArgumentOutOfRangeException>(() => agent.After(_cells, 0, -1));
                Assert.Throws<ArgumentOutOfRangeException>(() => agent.After(_cells, 1, _cells.Length - 1));
                Assert.Throws<ArgumentNullException>(() => agent.After(null, 0, 0));
            }
        }

        [Test]
        public void What_is_taken_is_kept_out_of()
        {
            GridCell gate = new GridCell(2, 0);
            GridCell[] gates = { gate, new GridCell(2, 1) };
            _reservations.Take(gate, 0, 3);
            Assert.That(_reservations.IsTaken(gate, 3), Is.True);
            Assert.That(_reservations.IsTaken(gate, 4), Is.False);
            _reservations.Take(gates, 2, 0, 3);
            Assert.AreEqual(PathReason.Found, _reservations.FindPath(Agent(0, 0, 4, 0), _cells).Reason);
            Assert.AreEqual("0,0 1,0 1,0 1,0 2,0 3,0 4,0 4,0 4,0", Drawn(0));
            Assert.That(_reservations.IsTaken(new GridCell(4, 0), 8), Is.False);
            Assert.That(_reservations.FindPath(Agent(0, 0, 4, 0), _cells, true, default(PathQuery)).IsPlanned, Is.True);
            Assert.That(_reservations.IsTaken(new GridCell(4, 0), 8), Is.True);
            _reservations.Advance(4);
            Assert.AreEqual(4L, _reservations.Tick);
            Assert.That(_reservations.IsTaken(new GridCell(4, 0), 8), Is.True);
            Assert.That(_reservations.IsTaken(new GridCell(4, 0), 9), Is.False);
            _reservations.Clear();
            Assert.That(_reservations.IsTaken(new GridCell(4, 0), 8), Is.False);
        }

        [Test]
        public void An_agent_gives_up_its_own_claims_alone()
        {
            GridCell far = new GridCell(4, 0);
            Assert.That(_reservations.FindPath(Agent(0, 0, 4, 0), _cells, 3, default(PathQuery)).IsPlanned, Is.True);
            Assert.That(_reservations.IsTaken(far, 8), Is.True);
            _reservations.Release(2);
            Assert.That(_reservations.IsTaken(far, 8), Is.True);
            Assert.That(
                _reservations.FindPath(Agent(0, 0, 4, 0), _cells, 3, default(PathQuery)).IsPlanned, Is.False);
            _reservations.Release(3);
            Assert.That(_reservations.IsTaken(far, 8), Is.False);
            PlannedAgent[] agents = { Agent(0, 0, 4, 0), Agent(0, 1, 4, 1) };
            PlanCell[] cells = new PlanCell[2 * (Window + 1)];
            Assert.AreEqual(2, _reservations.Plan(agents, 2, cells, new PlanResult[2]));
            _reservations.ReleasePlanned(0);
            Assert.That(_reservations.IsTaken(far, 8), Is.False);
            Assert.That(_reservations.IsTaken(new GridCell(4, 1), 8), Is.True);
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Release(0));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.ReleasePlanned(-1));
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _reservations.FindPath(Agent(0, 0, 4, 0), _cells, 0, default(PathQuery)));
        }

        [Test]
        public void Mistakes_are_refused()
        {
            PlannedAgent[] agents = { Agent(0, 0, 5, 0) };
            GridCell outside = new GridCell(6, 0);
            Assert.Throws<ArgumentNullException>(() => new PathReservations(null, 1));
            foreach (int window in new[] { -1, 0, PathReservations.MaxWindow + 1 })
            {
                Assert.Throws<ArgumentOutOfRangeException>(() => new PathReservations(_grid, window));
            }
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Advance(-1));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Take(outside, 0, 0));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Take(new GridCell(0, 0), 0, Window + 1));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Take(new GridCell(0, 0), -1, 0));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Take(new GridCell[1], 2, 0, 0));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.IsTaken(new GridCell(0, 0), 1L << 32));
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Plan(agents, 2, _cells, _results));
            Assert.Throws<ArgumentNullException>(() => _reservations.Plan(null, 0, _cells, _results));
            Assert.Throws<ArgumentNullException>(() => _reservations.Plan(agents, 1, null, _results));
            Refused.Array("cells", "9 are needed", () => _reservations.Plan(agents, 1, new PlanCell[8], _results));
            Refused.Array("results", "1 are needed", () => _reservations.Plan(agents, 1, _cells, new PlanResult[0]));
            Refused.Array("cells", "9 are needed", () => _reservations.FindPath(agents[0], new PlanCell[8]));
            agents[0].AgentSize = PathGrid.MaxAgentSize + 1;
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Plan(agents, 1, _cells, _results));
            agents[0].AgentSize = 0;
            agents[0].UnderWay = -1;
            Assert.Throws<ArgumentOutOfRangeException>(() => _reservations.Plan(agents, 1, _cells, _results));
            PathQuery query = new PathQuery { DiagonalRule = (DiagonalRule)9 };
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _reservations.FindPath(Agent(0, 0, 1, 0), _cells, false, query));
        }

        [Test]
        public void Disposed_objects_say_which_one()
        {
            PlannedAgent[] agents = { Agent(0, 0, 5, 0) };
            Assert.That(_reservations.IsDisposed, Is.False);
            Assert.AreSame(_grid, _reservations.Grid);
            Assert.AreEqual(Window, _reservations.Window);
            Assert.That(_reservations.Bytes, Is.GreaterThan(0));
            _grid.Dispose();
            ObjectDisposedException thrown = Assert.Throws<ObjectDisposedException>(
                () => _reservations.Plan(agents, 1, _cells, _results));
            Assert.AreEqual(nameof(PathGrid), thrown.ObjectName);
            int live = GridStarLibrary.LiveReservationsCount;
            _reservations.Dispose();
            _reservations.Dispose();
            Assert.AreEqual(live - 1, GridStarLibrary.LiveReservationsCount);
            Assert.That(_reservations.IsDisposed, Is.True);
            thrown = Assert.Throws<ObjectDisposedException>(() => _reservations.Clear());
            Assert.AreEqual(nameof(PathReservations), thrown.ObjectName);
        }

        [Test]
        public void A_warm_plan_makes_no_garbage()
        {
            // The shortest window and way: many calls are made.
            PlannedAgent[] agents = { Agent(0, 0, 0, 0), Agent(5, 0, 5, 0) };
            PathQuery query = default(PathQuery);
            using (PathReservations reservations = new PathReservations(_grid, 1))
            {
                Assert.AreEqual(0, Garbage.During(
                    () => reservations.Plan(agents, 2, _cells, _results, query)));
            }
        }
    }
}
