using System;
using System.IO;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>Runs the scripts of the front page, getting-started.md and without-unity.md.</summary>
public class FirstStepTests
{
    [SetUp]
    public void EmptyScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
    }

    [Test]
    public void The_first_script_logs_its_path()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            GameObject owner = new GameObject();
            owner.AddComponent<Pages.GettingStarted.ShownPath>();
            Frames.Advance(0.02);
            Assert.AreEqual("Log: cost 70, cells 61", log.Lines.Single());
            UnityEngine.Object.Destroy(owner);
        }
    }

    [Test]
    public void The_script_of_the_front_page_logs_what_the_page_says()
    {
        using (ConsoleLog log = new ConsoleLog())
        {
            GameObject owner = new GameObject();
            owner.AddComponent<Pages.FrontPage.FirstPath>();
            Frames.Advance(0.02);
            Assert.AreEqual("Log: cost 70, cells 61", log.Lines.Single());
            UnityEngine.Object.Destroy(owner);
        }
    }

    [Test]
    public void A_hero_walks_on_painted_ground_around_painted_walls()
    {
        Tile tile = ScriptableObject.CreateInstance<Tile>();
        GameObject layout = new GameObject();
        layout.AddComponent<UnityEngine.Grid>();
        Tilemap ground = AddTilemap(layout);
        Tilemap walls = AddTilemap(layout);
        for (int x = -8; x < 8; x++)
        {
            for (int y = -6; y < 6; y++)
            {
                ground.SetTile(new Vector3Int(x, y, 0), tile);
                if (x == 0 && y < 5)
                {
                    walls.SetTile(new Vector3Int(x, y, 0), tile);
                }
            }
        }
        PathFollower hero = new GameObject().AddComponent<PathFollower>();
        hero.transform.position = new Vector3(-6.5f, -4.5f, 0f);
        hero.TargetPosition = new Vector3(6.5f, -4.5f, 0f);
        Pages.GettingStarted.TileGround script = layout.AddComponent<Pages.GettingStarted.TileGround>();
        script.ground = ground;
        script.walls = walls;
        script.hero = hero;
        float highest = -6f;
        for (int frame = 0; frame < 400; frame++)
        {
            Frames.Advance(0.05);
            Vector3 place = hero.transform.position;
            highest = Math.Max(highest, place.y);
            Assert.IsFalse(place.x > 0f && place.x < 1f && place.y < 5f, "in the wall at " + place);
        }
        Assert.AreEqual(new Vector3(6.5f, -4.5f, 0f).ToString(), hero.transform.position.ToString());
        Assert.That(highest, Is.GreaterThan(5f), "through the gap");
        UnityEngine.Object.Destroy(layout);
        UnityEngine.Object.Destroy(hero.gameObject);
    }

    [Test]
    public void Without_Unity_a_program_prints_its_path()
    {
        TextWriter console = Console.Out;
        StringWriter printed = new StringWriter();
        Console.SetOut(printed);
        try
        {
            Pages.WithoutUnity.Server.Main();
        }
        finally
        {
            Console.SetOut(console);
        }
        Assert.AreEqual("(0, 0) (1, 0) (2, 0) (2, 1) (2, 2) (3, 2)", printed.ToString().Trim());
    }

    private static Tilemap AddTilemap(GameObject layout)
    {
        GameObject child = new GameObject();
        child.transform.SetParent(layout.transform);
        return child.AddComponent<Tilemap>();
    }
}
