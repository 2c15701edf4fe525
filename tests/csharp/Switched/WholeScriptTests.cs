using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using Pages.Following;
using Pages.WholeScripts;
using Pages.WithoutUnity;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Runs whole-scripts.md, the pack of following.md and the server of without-unity.md.</summary>
public class WholeScriptTests : PageScene
{
    [Test]
    public void Attackers_come_and_go_and_no_tower_shuts_one_in()
    {
        DefenceLoop loop = Add<DefenceLoop>(Vector3.zero);
        loop.ground = _ground;
        loop.spawn = Add<Camera>(new Vector3(1.5f, 0f, 1.5f)).transform;
        loop.gate = Add<Camera>(new Vector3(18.5f, 0f, 1.5f)).transform;
        loop.attackerPrefab = new GameObject("Attacker");
        loop.secondsBetween = 0.1f;
        Wait(2f);
        Assert.That(loop.Attackers.Count, Is.GreaterThan(15));
        Assert.AreEqual(0, loop.Passed);
        int built = Enumerable.Range(0, 20).Count(y => loop.TryBuild(new GridCell(10, y)));
        Assert.AreEqual(19, built, "all but the last gap");
        Assert.IsFalse(loop.TryBuild(new GridCell(18, 1)), "the gate");
        Assert.IsFalse(loop.TryBuild(new GridCell(20, 1)), "off the grid");
        Assert.IsFalse(loop.TryBuild(new GridCell(10, 0)), "another tower");
        Wait(30f);
        Assert.That(loop.Passed, Is.GreaterThan(50));
        Assert.That(loop.Attackers.Count, Is.GreaterThan(64), "the arrays have grown");
        foreach (GameObject attacker in loop.Attackers)
        {
            GridCell cell = _ground.Grid.AnchorAt(attacker.transform.position, 1);
            Assert.AreEqual(CellType.Walkable, _ground.Grid.GetCell(cell));
        }
        GameObject first = loop.Attackers[0];
        int before = loop.Attackers.Count;
        loop.Kill(first);
        loop.Kill(first);
        Assert.AreEqual(before - 1, loop.Attackers.Count);
        Assert.IsFalse(loop.Attackers.Contains(first));
    }

    [Test]
    public void A_unit_shows_its_range_previews_a_path_and_walks_it()
    {
        _ground.Grid.FillRect(5, 0, 1, 20, (CellType)2);
        TacticsTurn turn = Add<TacticsTurn>(Vector3.zero);
        turn.ground = _ground;
        turn.view = Add<PathFieldView>(Vector3.zero);
        turn.preview = Add<LineRenderer>(Vector3.zero);
        Transform unit = Add<Camera>(new Vector3(4.5f, 0f, 4.5f)).transform;
        Assert.IsFalse(turn.Preview(new Vector3(5.5f, 0f, 4.5f)), "no unit");
        turn.Select(unit, 0f);
        Assert.IsFalse(turn.Preview(new Vector3(4.5f, 0f, 5.5f)), "no points");
        turn.Select(unit, 3f);
        Wait(0.1f);
        Assert.IsTrue(turn.view.IsShown);
        Assert.IsTrue(turn.Preview(new Vector3(6.5f, 0f, 4.5f)));
        Assert.AreEqual(3.0, turn.PreviewCost, 1e-6, "forest costs 2 to enter, grass 1");
        Assert.AreEqual(3, turn.preview.positionCount);
        Assert.IsFalse(turn.Preview(new Vector3(7.5f, 0f, 4.5f)), "too far");
        Assert.IsFalse(turn.Preview(new Vector3(5.5f, 0f, 6.5f)), "straight steps only: 1 + 1 + 2");
        Assert.IsFalse(turn.Preview(new Vector3(-5f, 0f, 4.5f)), "off the grid");
        Assert.AreEqual(0, turn.preview.positionCount);
        Assert.IsTrue(turn.Move(new Vector3(6.5f, 0f, 4.5f)));
        Wait(2f);
        Assert.AreEqual(new Vector3(6.5f, 0f, 4.5f).ToString(), unit.position.ToString());
        Assert.IsFalse(turn.view.IsShown);
        turn.diagonals = DiagonalRule.BothFree;
        turn.Select(unit, 3f);
        Assert.IsTrue(turn.Preview(new Vector3(8.5f, 0f, 6.5f)), "two diagonal steps");
        turn.Select(unit, 3f);
        Assert.AreEqual(1, GridStarLibrary.LiveFieldCount, "the range before is gone");
    }

    [Test]
    public void Goblins_open_doors_rats_wait_and_nobody_acts_before_it_sees_the_player()
    {
        const string Text = "#########\n#...+...#\n#...#...#\n#########";
        CellMap map = new CellMap().ReadText(Text, CellLegend.Text.With('+', CaveTurn.ClosedDoor));
        using (CaveTurn cave = new CaveTurn(map, new GridCell(1, 1)))
        {
            Monster rat = new Monster { Cell = new GridCell(6, 1) };
            Monster goblin = new Monster { Cell = new GridCell(7, 1), HasHands = true };
            cave.Monsters.Add(rat);
            cave.Monsters.Add(goblin);
            cave.Turn(new GridCell(1, 2));
            cave.Turn(new GridCell(1, 1));
            Assert.AreEqual(new GridCell(7, 1), goblin.Cell, "the door hides the player");
            rat.IsAwake = goblin.IsAwake = true;
            cave.Turn(new GridCell(1, 2));
            Assert.That(rat.Cell.X, Is.InRange(6, 7), "it makes room, and a closed door is a wall");
            for (int i = 0; i < 4; i++)
            {
                cave.Turn(new GridCell(1, 2));
            }
            Assert.AreEqual(CaveTurn.OpenDoor, cave.Grid.GetCell(4, 1));
            Assert.AreEqual(0, cave.Hits);
            for (int i = 0; i < 6; i++)
            {
                cave.Turn(new GridCell(1, 2));
                Assert.AreNotEqual(rat.Cell, goblin.Cell);
            }
            Assert.That(cave.Hits, Is.GreaterThan(2));
            cave.Turn(new GridCell(0, 2));
            Assert.AreEqual(new GridCell(1, 2), cave.Player, "a wall");
        }
    }

    [Test]
    public void A_cave_is_the_same_for_the_same_seed_and_monsters_in_it_reach_the_player()
    {
        CellMap map = CaveTurn.Cave(60, 40, 7);
        CellMap again = CaveTurn.Cave(60, 40, 7);
        int open = 0;
        for (int i = 0; i < 60 * 40; i++)
        {
            GridCell cell = new GridCell(i % 60, i / 60);
            Assert.AreEqual(map[cell], again[cell]);
            open += map[cell] == CellType.Walkable ? 1 : 0;
        }
        Assert.That(open, Is.InRange(60 * 40 / 4, 60 * 40 * 3 / 4));
        using (CaveTurn cave = new CaveTurn(map, new GridCell(30, 20)))
        {
            for (int i = 0; i < 60 * 40 && cave.Monsters.Count < 10; i += 7)
            {
                GridCell cell = new GridCell(i % 60, i / 60);
                if (cave.Grid.IsReachable(cave.Player, cell))
                {
                    cave.Monsters.Add(new Monster { Cell = cell, IsAwake = true });
                }
            }
            for (int i = 0; i < 200; i++)
            {
                cave.Turn(cave.Player);
            }
            Assert.AreEqual(10, cave.Monsters.Count);
            Assert.That(cave.Hits, Is.GreaterThan(100));
            Assert.AreEqual(10, cave.Monsters.Select(monster => monster.Cell).Distinct().Count());
        }
    }

    [Test]
    public void Twenty_enemies_surround_the_player_and_keep_apart()
    {
        _ground.Grid.FillRect(9, 0, 1, 8, CellType.Obstacle);
        _ground.Grid.FillRect(9, 12, 1, 8, CellType.Obstacle);
        Pack pack = Add<Pack>(new Vector3(1.5f, 0f, 2.5f));
        pack.ground = _ground;
        pack.player = Add<Camera>(new Vector3(15.5f, 0f, 9.5f)).transform;
        pack.enemyPrefab = new GameObject("Enemy");
        Wait(0.2f);
        List<PathFollower> enemies = Scene.Named("Enemy(Clone)").ConvertAll(one => one.GetComponent<PathFollower>());
        Assert.AreEqual(20, enemies.Count);
        Added.AddRange(enemies);
        float least = float.MaxValue;
        for (int frame = 0; frame < 600; frame++)
        {
            Frames.Advance(0.05);
            for (int i = 0; i < enemies.Count; i++)
            {
                for (int j = 0; j < i; j++)
                {
                    Vector3 between = enemies[i].transform.position - enemies[j].transform.position;
                    least = Mathf.Min(least, between.magnitude);
                }
            }
        }
        Assert.That(least, Is.GreaterThan(0.4f), "half of two radii");
        foreach (PathFollower enemy in enemies)
        {
            Assert.That(Vector3.Distance(enemy.transform.position, pack.player.position), Is.LessThan(5f));
        }
    }

    [Test]
    public void Two_servers_with_the_same_orders_have_the_same_units_tick_by_tick()
    {
        using (ServerWorld one = new ServerWorld(64, 64))
        using (ServerWorld other = new ServerWorld(64, 64))
        {
            ulong beginning = one.Hash;
            System.Random random = new System.Random(5);
            for (int tick = 0; tick < 300; tick++)
            {
                if (tick % 5 == 0)
                {
                    int unit = random.Next(ServerWorld.Units);
                    GridCell to = new GridCell(random.Next(64), random.Next(64));
                    one.Order(unit, to);
                    other.Order(unit, to);
                }
                GridCell wall = new GridCell(random.Next(64), random.Next(64));
                one.Grid.SetCell(wall, CellType.Obstacle);
                other.Grid.SetCell(wall, CellType.Obstacle);
                one.Tick();
                other.Tick();
                Assert.AreEqual(one.Hash, other.Hash, "tick " + tick);
            }
            Assert.AreNotEqual(beginning, one.Hash, "units have moved");
            int ticks = 0;
            one.Run(() => ticks++ < 3);
            Assert.AreEqual(4, ticks);
        }
    }
}
