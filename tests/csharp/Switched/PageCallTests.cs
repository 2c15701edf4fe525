using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using GridStar;
using NUnit.Framework;
using Pages.Algorithms;
using Pages.Fields;
using Pages.Following;
using Pages.Influence;
using Pages.LargeAgents;
using Pages.ManyFollowers;
using Pages.Maps;
using Pages.Obstacles;
using Pages.Plans;
using Pages.Requests;
using Pages.SavedGrids;
using Pages.Terrain;
using Pages.UnreachableGoals;
using Pages.Viewer;
using Pages.Walls;

/// <summary>Runs scripts of the manual that need a grid and no scene.</summary>
public class PageCallTests
{
    private readonly List<GridCell> _path = new List<GridCell>();

    /// <summary>A wall with a gap in its last row.</summary>
    private static PathGrid Divided()
    {
        PathGrid grid = new PathGrid(20, 12);
        grid.FillRect(10, 0, 1, 11, CellType.Obstacle);
        return grid;
    }

    private double Cost(PathGrid grid, GridCell from, GridCell to) => grid.FindPath(from, to, _path).Cost;

    [Test]
    public void Searches_in_other_orders_cost_at_least_as_much()
    {
        using (PathGrid grid = Divided())
        using (ConsoleLog log = new ConsoleLog())
        {
            GridCell from = new GridCell(1, 1), to = new GridCell(18, 1);
            Searches.Compare(grid, from, to, _path);
            string cost = Cost(grid, from, to).ToString();
            Assert.That(log.Lines[0].StartsWith("Log: " + cost + " = " + cost + " <= "), Is.True, log.Lines[0]);
            Assert.AreEqual(2, log.Lines.Count);
        }
    }

    [Test]
    public void Danger_makes_cells_dear_until_it_is_forgotten()
    {
        using (PathGrid grid = new PathGrid(40, 20))
        {
            GridCell from = new GridCell(15, 12), to = new GridCell(30, 12);
            double before = Cost(grid, from, to);
            Danger.Mark(grid);
            Assert.That(Cost(grid, from, to), Is.GreaterThan(before));
            Danger.Forget(grid);
            Assert.AreEqual(before, Cost(grid, from, to));
        }
    }

    [Test]
    public void Pursuers_and_an_npc_come_to_their_target_through_an_edit()
    {
        using (PathGrid grid = Divided())
        {
            grid.Scheduler.SearchesInBackground = false;
            Pursuers pursuers = new Pursuers(grid);
            Npc npc = new Npc(grid, new GridCell(0, 0));
            GridCell target = new GridCell(19, 0);
            for (int step = 0; step < 60; step++)
            {
                pursuers.Step(target, 0.5);
                npc.Step(target, 0.5);
                if (step == 5)
                {
                    grid.SetCell(10, 4, CellType.Walkable);
                }
            }
            List<GridCell> cells = Field<GridCell[]>(pursuers, "cells").Distinct().ToList();
            Assert.AreEqual(target, cells.Single());
            Assert.AreEqual(target, Field<GridCell>(npc, "cell"));
        }
    }

    [Test]
    public void A_wagon_is_not_in_its_own_way_and_blocks_others_until_it_sinks()
    {
        using (PathGrid grid = new PathGrid(9, 1))
        {
            Wagon wagon = new Wagon(grid);
            wagon.StandAt(new GridCell(4, 0));
            Assert.That(wagon.CanDriveTo(new GridCell(4, 0), new GridCell(8, 0)), Is.True);
            Assert.That(grid.FindPath(new GridCell(0, 0), new GridCell(8, 0), _path).Found, Is.False);
            wagon.Sink();
            Assert.That(grid.FindPath(new GridCell(0, 0), new GridCell(8, 0), _path).Found, Is.True);
        }
    }

    [Test]
    public void A_squad_never_has_two_agents_in_one_cell_and_a_patrol_keeps_off_a_taken_gate()
    {
        using (PathGrid grid = Divided())
        {
            PlannedAgent[] agents = new PlannedAgent[6];
            for (int i = 0; i < agents.Length; i++)
            {
                agents[i] = new PlannedAgent(new GridCell(1, i), new GridCell(8, 5 - i));
            }
            Squad squad = new Squad(grid, agents);
            for (int round = 0; round < 4; round++)
            {
                for (int tick = 0; tick <= 8; tick++)
                {
                    HashSet<GridCell> taken = new HashSet<GridCell>();
                    for (int i = 0; i < agents.Length; i++)
                    {
                        Assert.That(taken.Add(squad.At(i, tick).Cell), Is.True, "round " + round + ", tick " + tick);
                    }
                }
                squad.PlanOn();
            }
            Assert.AreEqual(new GridCell(8, 5), squad.At(0, 0).Cell);
        }
        using (PathGrid grid = new PathGrid(7, 1))
        using (PathReservations reservations = new PathReservations(grid, 16))
        {
            PlanCell[] cells = new PlanCell[17];
            GridCell gate = new GridCell(3, 0);
            PlannedAgent agent = new PlannedAgent(new GridCell(2, 0), new GridCell(5, 0));
            Assert.That(Patrol.Send(reservations, agent, cells, gate), Is.True);
            Assert.That(cells.Take(4).Any(cell => cell.Cell.Equals(gate)), Is.False, "the gate is taken");
            Assert.That(cells.Any(cell => cell.Cell.Equals(gate)), Is.True, "then it is not");
        }
    }

    [Test]
    public void Scouts_get_answers_and_batches_count_who_arrives()
    {
        using (PathGrid grid = Divided())
        {
            Scouts scouts = new Scouts(grid);
            scouts.Ask(new GridCell(0, 0), new GridCell(3, 0));
            Task<int> count = scouts.Count(new GridCell(0, 0), new GridCell(5, 0));
            for (int frame = 0; frame < 2000 && (!count.IsCompleted || FoundBy(scouts).Count == 0); frame++)
            {
                scouts.Update();
                System.Threading.Thread.Sleep(1);
            }
            Assert.AreEqual(6, count.Result);
            Assert.AreEqual(4, FoundBy(scouts).Count);
            grid.SetCell(10, 11, CellType.Obstacle);
            PathRequest[] requests = { Request(0, 9), Request(0, 19), Request(19, 11) };
            Assert.AreEqual(2, new ReachableRequests().CountReachable(grid, requests));
        }
    }

    [Test]
    public void A_tower_is_built_only_where_the_way_stays_open()
    {
        using (PathGrid grid = Divided())
        {
            GridCell[] spawns = { new GridCell(0, 0) };
            GridCell[] exits = { new GridCell(19, 0) };
            List<int> cutOff = new List<int>();
            Assert.That(Towers.TryBuild(grid, new CellRect(10, 11, 1, 1), spawns, exits, cutOff), Is.False);
            Assert.AreEqual(new[] { 0 }, cutOff.ToArray());
            Assert.That(Towers.TryBuild(grid, new CellRect(5, 5, 2, 2), spawns, exits, cutOff), Is.True);
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(new GridCell(6, 6)));
        }
    }

    [Test]
    public void A_search_is_watched_cell_by_cell_and_drawn_in_a_console()
    {
        using (PathGrid grid = new PathGrid(5, 4))
        using (ConsoleLog log = new ConsoleLog())
        {
            Watched.Show(grid, new GridCell(0, 0), new GridCell(4, 0));
            Assert.That(log.Lines.Last().StartsWith("Log: Found after "), Is.True, log.Lines.Last());
            Assert.That(log.Lines.Count(line => line.Contains("next: ")), Is.GreaterThan(3));
            string printed = Printed(() => ConsoleViewer.Show(grid, new GridCell(0, 0), new GridCell(4, 0)));
            Assert.That(printed.Contains("S") && printed.Contains("G"), Is.True, printed);
            Assert.That(printed.Split('\n').Length, Is.GreaterThan(12));
        }
    }

    [Test]
    public void A_manor_has_a_door_in_its_room_and_a_cottage_is_as_it_was_drawn()
    {
        Manor manor = new Manor();
        Assert.That(manor.IsDoorOpen, Is.True);
        PathGrid grid = Field<PathGrid>(manor, "grid");
        GridCell hall = new GridCell(12, 8), kitchen = new GridCell(13, 8);
        Assert.AreEqual(1.0, Cost(grid, hall, kitchen));
        manor.SetDoor(false);
        Assert.That(manor.IsDoorOpen, Is.False);
        Assert.That(grid.FindPath(hall, kitchen, _path).Found, Is.False, "the room has no other door");
        Assert.That(grid.FindPath(new GridCell(3, 24), new GridCell(3, 23), _path).Cost, Is.EqualTo(1.0), "down");
        Assert.That(grid.FindPath(new GridCell(3, 23), new GridCell(3, 24), _path).Cost, Is.GreaterThan(1.0), "up");
        grid.Dispose();
        using (PathGrid cottage = Cottage.Build())
        {
            Assert.AreEqual(6, cottage.Width);
            Assert.AreEqual(4, cottage.Height);
            Assert.AreEqual(Passage.Wall, cottage.GetPassage(new GridCell(0, 2), new GridCell(1, 2)));
            Assert.AreEqual(Passage.Open, cottage.GetPassage(new GridCell(1, 0), new GridCell(2, 0)));
        }
    }

    [Test]
    public void The_nearest_door_is_found_a_flight_leads_away_and_a_level_is_a_file()
    {
        using (PathGrid grid = Divided())
        {
            GridCell unit = new GridCell(2, 2);
            GridCell[] doors = { new GridCell(12, 2), new GridCell(2, 9) };
            Assert.AreEqual(doors[1], Doors.Nearest(grid, unit, doors));
            Assert.AreEqual(unit, Doors.Nearest(grid, unit, new GridCell[0]));
            using (Flight flight = new Flight(grid, new[] { new GridCell(1, 2) }))
            {
                Assert.That(flight.NextCell(unit).X, Is.GreaterThanOrEqualTo(2));
                flight.Move(new[] { new GridCell(4, 2) });
                Assert.AreNotEqual(new GridCell(3, 2), flight.NextCell(unit));
            }
            string file = Path.GetTempFileName();
            LevelFiles.Save(grid, file);
            using (PathGrid loaded = LevelFiles.Load(file))
            {
                Assert.AreEqual(grid.Hash, loaded.Hash);
            }
            File.Delete(file);
        }
    }

    [Test]
    public void Ground_of_roads_and_swamps_has_the_types_that_it_was_given()
    {
        using (PathGrid grid = Ground.Create())
        {
            Assert.AreEqual(Ground.Road, grid.GetCell(new GridCell(5, 31)));
            Assert.AreEqual(CellType.Obstacle, grid.GetCell(new GridCell(10, 31)));
            Assert.AreEqual(Ground.Grass, grid.GetCell(new GridCell(5, 5)));
        }
    }

    [Test]
    public void Maps_from_drawings_flags_numbers_bytes_files_and_calls_are_as_given()
    {
        MapSources sources = new UnityEngine.GameObject().AddComponent<MapSources>();
        using (ConsoleLog log = new ConsoleLog())
        using (PathGrid drawn = sources.FromDrawing())
        {
            Assert.AreEqual("...#\n##.#\n....\n", Text(drawn));
            Assert.That(log.Lines.Single().Contains("(0, 0) to (3, 2)"), Is.True, log.Lines.Single());
            bool[,] walls = new bool[4, 3];
            walls[3, 1] = true;
            sources.ChangeGrid(drawn, walls);
            Assert.AreEqual("....\n...#\n....\n", Text(drawn));
            using (PathGrid flags = sources.FromFlags(walls))
            {
                Assert.AreEqual(Text(drawn), Text(flags));
                Assert.AreEqual(0.5f, flags.CellSize);
            }
        }
        using (PathGrid numbers = sources.FromNumbers())
        {
            Assert.AreEqual("....\n..#.\n..#.\n", Text(numbers));
        }
        using (PathGrid terrain = sources.FromTerrain())
        {
            Assert.AreEqual((CellType)4, terrain.GetCell(new GridCell(3, 0)));
            Assert.AreEqual((CellType)2, terrain.GetCell(new GridCell(1, 1)));
        }
        using (PathGrid bytes = sources.FromBytes(new byte[] { 0, 1, 0, 0, 0, 1 }, 3, 2))
        {
            Assert.AreEqual(".#.\n..#\n", Text(bytes));
        }
        string file = Path.GetTempFileName();
        File.WriteAllText(file, "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n");
        using (PathGrid map = sources.FromFile(file))
        {
            Assert.AreEqual(".#.\n...\n", Text(map));
        }
        File.Delete(file);
        using (PathGrid called = sources.FromCallback())
        using (PathGrid chance = sources.FromChance())
        {
            Assert.AreEqual(CellType.Obstacle, called.GetCell(new GridCell(8, 3)));
            Assert.AreEqual(CellType.Walkable, called.GetCell(new GridCell(8, 2)));
            int blocked = Text(chance).Count(c => c == '#');
            Assert.That(blocked, Is.InRange(1500, 1700), "a fifth of 8,000");
        }
        UnityEngine.Object.Destroy(sources.gameObject);
    }

    private static PathRequest Request(int from, int to) => new PathRequest(new GridCell(from, 0), new GridCell(to, 0));

    private static List<GridCell> FoundBy(Scouts scouts) => Field<List<GridCell>>(scouts, "_path");

    /// <summary>The cells as text, row 0 first.</summary>
    private static string Text(PathGrid grid)
    {
        string text = "";
        for (int y = 0; y < grid.Height; y++)
        {
            for (int x = 0; x < grid.Width; x++)
            {
                text += grid.GetCell(new GridCell(x, y)) == CellType.Obstacle ? '#' : '.';
            }
            text += "\n";
        }
        return text;
    }

    private static string Printed(Action action)
    {
        TextWriter console = Console.Out;
        StringWriter printed = new StringWriter();
        Console.SetOut(printed);
        try
        {
            action();
        }
        finally
        {
            Console.SetOut(console);
        }
        return printed.ToString();
    }

    private static T Field<T>(object owner, string name)
    {
        System.Reflection.BindingFlags flags =
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
        return (T)owner.GetType().GetField(name, flags).GetValue(owner);
    }
}
