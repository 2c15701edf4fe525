using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A scene with a grid, in which tests run scripts of the manual that are components.</summary>
public abstract class PageScene
{
    protected readonly List<Component> Added = new List<Component>();
    protected PathGridComponent _ground;
    internal ConsoleLog _log;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        _ground = Add<PathGridComponent>(Vector3.zero);
        _ground.Width = 20;
        _ground.Height = 20;
        _ground.Rebuild();
        _ground.Grid.Scheduler.SearchesInBackground = false;
        _log = new ConsoleLog();
    }

    [TearDown]
    public void DestroyScene()
    {
        _log.Dispose();
        Added.ForEach(Scene.DestroyObjectOf);
        Added.Clear();
        Assert.AreEqual(0, GridStarLibrary.LiveFieldCount);
        Assert.AreEqual(0, GridStarLibrary.LiveProfileCount);
    }

    protected T Find<T>() where T : Component => (T)Added.Last(component => component is T);

    protected static void Wait(float seconds)
    {
        for (int frame = 0; frame < Math.Ceiling(20f * seconds); frame++)
        {
            Frames.Advance(0.05);
        }
    }

    protected T Add<T>(Vector3 position, params Type[] before) where T : Component
    {
        GameObject owner = new GameObject();
        owner.transform.position = position;
        foreach (Type component in before)
        {
            typeof(GameObject).GetMethods().First(method => method.Name == "AddComponent" && method.IsGenericMethod)
                .MakeGenericMethod(component).Invoke(owner, null);
        }
        T added = owner.AddComponent<T>();
        Added.Add(added);
        return added;
    }
}
