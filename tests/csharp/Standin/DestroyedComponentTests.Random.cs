using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

// Scenes of all kinds of components, of which any are destroyed at any time.
public partial class DestroyedComponentTests
{
    private const int Seeds = 60;
    private const int FramesOfStage = 25;

    [Test]
    public void Anything_at_any_time()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            try
            {
                new RandomStage(seed).Play();
            }
            catch (Exception cause)
            {
                throw new InvalidOperationException("Seed " + seed, cause);
            }
            Assert.AreEqual(_grids, GridStarLibrary.LiveGridCount, "seed " + seed);
            Assert.AreEqual(_fields, GridStarLibrary.LiveFieldCount, "seed " + seed);
            Assert.AreEqual(_floors, GridStarLibrary.LiveFloorsCount, "seed " + seed);
            Assert.AreEqual(_covers, GridStarLibrary.LiveCoverCount, "seed " + seed);
        }
    }

    private sealed class RandomStage
    {
        private readonly System.Random _random;
        private readonly List<UnityEngine.Object> _parts = new List<UnityEngine.Object>();
        private readonly List<PathGridComponent> _grids = new List<PathGridComponent>();
        private readonly List<PathFloorsComponent> _floors = new List<PathFloorsComponent>();
        private readonly List<PathObstacle> _obstacles = new List<PathObstacle>();
        private readonly List<Transform> _places = new List<Transform>();

        internal RandomStage(int seed)
        {
            _random = new System.Random(seed);
        }

        internal void Play()
        {
            using (ConsoleLog log = new ConsoleLog())
            {
                for (int i = 0; i < 3; i++)
                {
                    AddGrid();
                }
                for (int i = 0; i < 25; i++)
                {
                    Add();
                }
                Script script = Make<Script>();
                _parts.Remove(script);
                for (int frame = 0; frame < FramesOfStage; frame++)
                {
                    script.During = Some(0.5, DestroyOne);
                    script.Late = Some(0.3, DestroyOne);
                    Some(0.3, DestroyOne)?.Invoke();
                    Some(0.4, Add)?.Invoke();
                    Some(0.4, Move)?.Invoke();
                    Frames.Advance(0.07);
                    Frames.DrawGizmos();
                }
                while (_parts.Count > 0)
                {
                    DestroyOne();
                }
                Scene.DestroyObjectOf(script);
                foreach (GameObject left in Scene.Named("Part"))
                {
                    UnityEngine.Object.DestroyImmediate(left);
                }
                Frames.Advance(0.1);
                string[] faults = log.Lines.Where(line => !IsMistake(line)).ToArray();
                Assert.That(faults, Is.Empty);
            }
        }

        /// <summary>Floors without a grid, links to a floor that is gone, and a body that is gone are reported as
        /// mistakes of the scene.</summary>
        private static bool IsMistake(string line)
            => line.Contains("PathFloorsComponent on") || line.Contains("the object has no Rigidbody");

        private System.Action Some(double share, System.Action action)
            => _random.NextDouble() < share ? action : null;

        private void Add()
        {
            switch (_random.Next(8))
            {
                case 0:
                    AddGrid();
                    break;
                case 1:
                    AddObstacle();
                    break;
                case 2:
                    AddFloors();
                    break;
                case 3:
                    AddView();
                    break;
                case 4:
                    _places.Add(Make<BoxCollider>().transform);
                    break;
                default:
                    AddFollower();
                    break;
            }
        }

        private void AddGrid()
        {
            PathGridComponent grid = Make<PathGridComponent>();
            grid.transform.position = new Vector3(0f, 4f * _random.Next(3), 0f);
            grid.Width = 10;
            grid.Height = 8;
            grid.FollowTransform = _random.Next(2) == 0;
            grid.GridLines = _random.Next(2) == 0 ? Line() : null;
            grid.KeepClear = Place();
            grid.Rebuild();
            _grids.Add(grid);
        }

        private void AddObstacle()
        {
            PathObstacle obstacle = Make<PathObstacle>();
            obstacle.GridSource = Pick(_grids);
            obstacle.CarveOnlyStationary = _random.Next(2) == 0;
            obstacle.transform.position = Anywhere();
            if (_random.Next(2) == 0)
            {
                _parts.Add(obstacle.gameObject.AddComponent<BoxCollider>());
            }
            _obstacles.Add(obstacle);
        }

        private void AddFloors()
        {
            PathFloorsComponent floors = Make<PathFloorsComponent>();
            floors.Grids.AddRange(_grids.Where(grid => grid != null).Take(2));
            floors.Links.Add(new FloorLinkSettings
            {
                From = Place(), FromPosition = new Vector3(1.5f, 0f, 1.5f), ToPosition = new Vector3(2.5f, 4f, 1.5f),
            });
            _floors.Add(floors);
        }

        private void AddView()
        {
            PathFieldView view = Make<PathFieldView>();
            view.GridSource = Pick(_grids);
            view.Center = Place();
        }

        private void AddFollower()
        {
            PathFollower follower = Make<PathFollower>();
            follower.transform.position = Anywhere();
            follower.GridSource = Pick(_grids);
            follower.Floors = _random.Next(3) == 0 ? Pick(_floors) : null;
            follower.Target = Place();
            follower.TargetPosition = Anywhere();
            follower.Obstacle = Pick(_obstacles);
            follower.Avoidance = _random.Next(2) == 0;
            follower.SharesSearches = _random.Next(2) == 0;
            follower.AgentSize = 1 + _random.Next(2);
            follower.PathForm = _random.Next(3) == 0 ? PathForm.AnyAngle : PathForm.Cells;
            follower.PathLine = _random.Next(2) == 0 ? Line() : null;
            follower.ProfileSource = Profile();
            if (_random.Next(3) == 0)
            {
                _parts.Add(follower.gameObject.AddComponent<Rigidbody>());
                follower.Motion = FollowerMotion.Rigidbody;
            }
            System.Action<PathFollower> destroys = _ => DestroyOne();
            follower.PathFound += _random.Next(4) == 0 ? destroys : null;
            follower.Arrived += _random.Next(3) == 0 ? destroys : null;
            follower.Blocked += _random.Next(3) == 0 ? destroys : null;
            follower.PathLost += _random.Next(3) == 0 ? destroys : null;
            follower.PathChanged += _random.Next(5) == 0 ? destroys : null;
        }

        private void Move()
        {
            Transform place = Place();
            if (place != null)
            {
                place.position = Anywhere();
            }
            PathGridComponent grid = Pick(_grids);
            if (grid != null && _random.Next(4) == 0)
            {
                grid.Rebuild();
            }
        }

        private void DestroyOne()
        {
            _parts.RemoveAll(gone => gone == null);
            if (_parts.Count == 0)
            {
                return;
            }
            UnityEngine.Object part = _parts[_random.Next(_parts.Count)];
            Component component = part as Component;
            bool isWhole = component != null && (component is Transform || _random.Next(2) == 0);
            (_random.Next(2) == 0 ? AtOnce : AtTheEnd)(isWhole ? component.gameObject : part);
            if (_random.Next(2) == 0)
            {
                // Not to be chosen again while it waits for the end of the frame.
                _parts.Remove(part);
            }
        }

        private T Make<T>() where T : Component
        {
            T made = new GameObject("Part").AddComponent<T>();
            _parts.Add(made);
            return made;
        }

        private LineRenderer Line() => Make<LineRenderer>();

        private Transform Place()
        {
            if (_places.Count == 0 || _random.Next(4) == 0)
            {
                Transform made = new GameObject("Part").transform;
                made.position = Anywhere();
                _parts.Add(made);
                _places.Add(made);
            }
            return Pick(_places);
        }

        private TraversalProfileAsset Profile()
        {
            if (_random.Next(3) > 0)
            {
                return null;
            }
            TraversalProfileAsset made = ScriptableObject.CreateInstance<TraversalProfileAsset>();
            _parts.Add(made);
            return made;
        }

        private Vector3 Anywhere()
            => new Vector3((float)_random.NextDouble() * 10f, 4f * _random.Next(2), (float)_random.NextDouble() * 8f);

        private T Pick<T>(List<T> list) where T : class
            => list.Count == 0 || _random.Next(6) == 0 ? null : list[_random.Next(list.Count)];
    }
}
