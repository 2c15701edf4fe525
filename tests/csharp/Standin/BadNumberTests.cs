using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>
/// One bad number of one component: every component of the package, every number of it and of its transform, before its
/// first frame and while it works. It may stop this component, with one error, and nothing else.
/// </summary>
public class BadNumberTests
{
    private static readonly float[] Numbers =
    {
        float.NaN, float.PositiveInfinity, float.NegativeInfinity, float.MaxValue, 1e30f, -1e30f, -1f, 0f,
    };

    private static readonly int[] Whole = { int.MinValue, -1, 0, 17, int.MaxValue };

    private PathGridComponent _ground;
    private PathFloorsComponent _house;
    private PathGridComponent _upper;
    private List<PathFollower> _witnesses;
    private PathObstacle _crate;

    [TearDown]
    public void ClearScene()
    {
        Frames.Reset();
        Scene.Clear();
    }

    /// <summary>The components, each made to work in the scene of the witnesses.</summary>
    public static IEnumerable<Type> Components()
        => new[] { typeof(PathFollower).Assembly, typeof(SearchViewer).Assembly }
            .SelectMany(assembly => assembly.GetTypes())
            .Where(type => typeof(MonoBehaviour).IsAssignableFrom(type) && type.IsPublic);

    [TestCaseSource("Components")]
    public void A_bad_number_stops_its_component_and_nothing_else(Type type)
    {
        int cases = 0;
        int stopped = 0;
        foreach (string variant in VariantsOf(type))
        {
            foreach (Number number in NumbersOf(type))
            {
                foreach (object value in number.Values)
                {
                    foreach (bool works in new[] { false, true })
                    {
                        string what = type.Name + variant + "." + number.Name + " = " + value
                            + (works ? ", while it works" : "");
                        stopped += Try(type, variant, number, value, works, what) ? 1 : 0;
                        cases++;
                    }
                }
            }
        }
        Assert.That(cases, Is.GreaterThan(40));
        // Nothing of a TilemapGrid or a PathGridComponent is read after its grid is made, except places.
        bool readsNumbers = type != typeof(PathGridComponent) && type != typeof(TilemapGrid);
        Assert.That(stopped > 0, Is.EqualTo(readsNumbers));
    }

    /// <summary>Returns whether the component has stopped.</summary>
    private bool Try(Type type, string variant, Number number, object value, bool works, string what)
    {
        BuildScene();
        MonoBehaviour bad = AddOf(type, variant);
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int frame = 0; works && frame < 5; frame++)
            {
                Frames.Advance(0.05);
            }
            Assert.That(log.Lines, Is.Empty, what);
            number.Set(bad, value);
            for (int frame = 0; frame < 160 && (frame < 20 || !_witnesses.TrueForAll(one => one.HasArrived)); frame++)
            {
                Assert.DoesNotThrow(() => Frames.Advance(0.05), what);
            }
            List<string> errors = log.Lines.FindAll(line => !line.StartsWith("Warning"));
            string said = what + ": " + string.Join("\n", errors);
            bool isAsMany = errors.Count == (bad.enabled ? 0 : 1) || (number.IsOfLink && errors.Count == 1);
            Assert.That(isAsMany, Is.True, said);
            Assert.That(log.Lines.Count - errors.Count, Is.LessThan(2), what + ": " + string.Join("\n", log.Lines));
            Assert.That(!bad.enabled || !MustStop(type, number, value), Is.True, what + " goes unnoticed");
            Assert.That(bad.enabled || !IsHarmless(type, value), Is.True, said);
        }
        foreach (PathFollower witness in _witnesses)
        {
            Assert.That(witness.enabled && witness.HasArrived, Is.True, what + " stops a follower at "
                + witness.transform.position + ", bad one at " + bad.transform.position);
        }
        Assert.That(_crate.enabled, Is.True, what);
        Assert.That(_ground.Grid.IsCovered(new GridCell(12, 10)), Is.True, what + " stops an obstacle");
        _crate.transform.position = new Vector3(3.5f, 0f, 10.5f);
        Frames.Advance(0.05);
        Assert.That(_ground.Grid.IsCovered(new GridCell(3, 10)), Is.True, what + " stops an obstacle");
        bool isOff = !bad.enabled;
        DestroyScene(bad);
        return isOff;
    }

    /// <summary>Numbers that are NaN or infinite and are read in each frame.</summary>
    private static bool MustStop(Type type, Number number, object value)
    {
        bool isBad = value is float && (float.IsNaN((float)value) || float.IsInfinity((float)value));
        bool isRead = number.IsPlace || type == typeof(PathFollower) || type == typeof(PathObstacle)
            || type == typeof(PathFloorsComponent);
        bool isPlaceless = type == typeof(PathGridComponent) || type == typeof(PathFloorsComponent)
            || type == typeof(TilemapGrid) || type == typeof(SearchViewer);
        return isBad && isRead && !number.IsScale && !number.IsOfLink && !(number.IsPlace && isPlaceless);
    }

    private static bool IsHarmless(Type type, object value)
        => type != typeof(SearchViewer) && value is float && ((float)value).Equals(0f);

    private static IEnumerable<string> VariantsOf(Type type)
    {
        if (type == typeof(PathFollower))
        {
            return new[] { "", " on floors", " with a body", " that turns" };
        }
        return new[] { "" };
    }

    private void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        _ground = AddGrid(0f);
        _upper = AddGrid(4f);
        _house = new GameObject("House").AddComponent<PathFloorsComponent>();
        _house.Grids.Add(_ground);
        _house.Grids.Add(_upper);
        _house.AddLink(new Vector3(20.5f, 0f, 0.5f), new Vector3(21.5f, 4f, 0.5f), 3.0);
        _witnesses = new List<PathFollower>
        {
            AddFollower(new Vector3(1.5f, 0f, 6.5f), new Vector3(14.5f, 0f, 6.5f), true),
            AddFollower(new Vector3(2.5f, 0f, 4.5f), new Vector3(14.5f, 0f, 4.5f), true),
            AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(14.5f, 0f, 2.5f), false),
        };
        PathFollower climber = AddFollower(new Vector3(18.5f, 0f, 0.5f), new Vector3(22.5f, 4f, 0.5f), false);
        climber.GridSource = null;
        climber.Floors = _house;
        _witnesses.Add(climber);
        _crate = new GameObject("Crate").AddComponent<PathObstacle>();
        _crate.transform.position = new Vector3(12.5f, 0f, 10.5f);
        _crate.GridSource = _ground;
        _crate.CarveOnlyStationary = false;
    }

    private void DestroyScene(MonoBehaviour bad)
    {
        foreach (Component gone in new Component[] { bad, _house, _upper, _ground })
        {
            UnityEngine.Object.Destroy(gone.gameObject);
        }
    }

    private static PathGridComponent AddGrid(float height)
    {
        PathGridComponent grid = new GameObject("Grid").AddComponent<PathGridComponent>();
        grid.transform.position = new Vector3(0f, height, 0f);
        grid.Width = 24;
        grid.Height = 12;
        grid.Rebuild();
        return grid;
    }

    private PathFollower AddFollower(Vector3 from, Vector3 to, bool avoids)
    {
        PathFollower follower = new GameObject("Follower").AddComponent<PathFollower>();
        follower.transform.position = from;
        follower.GridSource = _ground;
        follower.TargetPosition = to;
        follower.Avoidance = avoids;
        return follower;
    }

    private MonoBehaviour AddOf(Type type, string variant)
    {
        if (type == typeof(PathFollower))
        {
            PathFollower follower = AddFollower(new Vector3(1.5f, 0f, 8.5f), new Vector3(14.5f, 0f, 8.5f), true);
            follower.Floors = variant == " on floors" ? _house : null;
            follower.TurnSpeed = variant == " that turns" ? 90f : 0f;
            follower.gameObject.AddComponent<Rigidbody>();
            follower.Motion = variant == " with a body" ? FollowerMotion.Rigidbody : FollowerMotion.Transform;
            return follower;
        }
        MonoBehaviour added = (MonoBehaviour)typeof(GameObject).GetMethods()
            .First(method => method.Name == "AddComponent" && method.IsGenericMethod).MakeGenericMethod(type)
            .Invoke(new GameObject(type.Name), null);
        Prepare(added as PathObstacle);
        Prepare(added as PathGridComponent);
        Prepare(added as PathFloorsComponent);
        Prepare(added as PathFieldView);
        return added;
    }

    private void Prepare(PathObstacle obstacle)
    {
        if (obstacle != null)
        {
            obstacle.GridSource = _ground;
            obstacle.transform.position = new Vector3(18.5f, 0f, 9.5f);
            obstacle.CarveOnlyStationary = false;
        }
    }

    private static void Prepare(PathGridComponent grid)
    {
        if (grid != null)
        {
            grid.FollowTransform = true;
            grid.Rebuild();
        }
    }

    private void Prepare(PathFloorsComponent floors)
    {
        if (floors != null)
        {
            floors.Grids.Add(_ground);
            floors.Grids.Add(_upper);
            floors.Links.Add(new FloorLinkSettings
            {
                FromPosition = new Vector3(1.5f, 0f, 11.5f), ToPosition = new Vector3(3.5f, 4f, 11.5f),
            });
            AddFollower(new Vector3(1.5f, 0f, 11.5f), new Vector3(6.5f, 4f, 11.5f), false).Floors = floors;
        }
    }

    private void Prepare(PathFieldView view)
    {
        if (view != null)
        {
            view.GridSource = _ground;
            view.transform.position = new Vector3(3.5f, 0f, 3.5f);
        }
    }

    private static IEnumerable<Number> NumbersOf(Type type)
    {
        foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public))
        {
            if (field.FieldType == typeof(float))
            {
                yield return new Number(field.Name, Numbers.Cast<object>(), (to, value) => field.SetValue(to, value));
            }
            else if (field.FieldType == typeof(int))
            {
                yield return new Number(field.Name, Whole.Cast<object>(), (to, value) => field.SetValue(to, value));
            }
            else if (field.FieldType == typeof(Vector3))
            {
                for (int axis = 0; axis < 3; axis++)
                {
                    int along = axis;
                    yield return new Number(field.Name + along, Numbers.Cast<object>(), (to, value) => field.SetValue(
                        to, With((Vector3)field.GetValue(to), along, (float)value)));
                }
            }
        }
        for (int axis = 0; axis < 3; axis++)
        {
            int along = axis;
            yield return new Number("position" + along, Numbers.Cast<object>(), (to, value) => Put(
                to, With(to.transform.position, along, (float)value))) { IsPlace = true };
            yield return new Number("scale" + along, Numbers.Cast<object>(), (to, value) =>
                to.transform.localScale = With(to.transform.localScale, along, (float)value)) { IsScale = true };
        }
        if (type == typeof(PathFloorsComponent))
        {
            yield return new Number("Cost of a link", Numbers.Cast<object>(), (to, value) =>
                ((PathFloorsComponent)to).Links[0].Cost = (float)value) { IsOfLink = true };
        }
    }

    private static void Put(MonoBehaviour component, Vector3 place)
    {
        component.transform.position = place;
        Rigidbody body = component.GetComponent<Rigidbody>();
        if (body != null)
        {
            body.position = place;
        }
    }

    private static Vector3 With(Vector3 vector, int axis, float value)
        => new Vector3(axis == 0 ? value : vector.x, axis == 1 ? value : vector.y, axis == 2 ? value : vector.z);

    /// <summary>A number of a component or of its transform.</summary>
    private sealed class Number
    {
        internal Number(string name, IEnumerable<object> values, Action<MonoBehaviour, object> set)
        {
            Name = name;
            Values = values;
            Set = set;
        }

        internal string Name { get; }

        internal IEnumerable<object> Values { get; }

        internal Action<MonoBehaviour, object> Set { get; }

        internal bool IsPlace { get; set; }

        internal bool IsScale { get; set; }

        internal bool IsOfLink { get; set; }
    }
}
