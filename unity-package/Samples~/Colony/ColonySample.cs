using System.Collections.Generic;
using System.IO;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A colony on three storeys, drawn side by side: 200 colonists go from job to job, up and down the stairs. A click
    /// on an end of stairs locks or opens them, and the buttons save and load. Add this component to an empty object,
    /// or take GameObject > GridStar > Sample: colony, and press Play.
    /// </summary>
    /// <remarks>
    /// Each storey is a <see cref="PathGridComponent"/>, and a <see cref="PathFloorsComponent"/> joins them. Colonists
    /// keep apart, and take the stairs by turns. One that finds its stairs locked looks for others, or waits before
    /// them.
    /// </remarks>
    public class ColonySample : MonoBehaviour
    {
        private const int Storeys = 3;
        private const int Width = 26;
        private const int Height = 18;

        /// <summary>Space between two storeys on the screen.</summary>
        private const int Gap = 3;

        /// <summary>How near an end of stairs a click means the stairs, in cells.</summary>
        private const float Near = 0.7f;

        /// <summary>The rows of the stairs that lead from the right side of a storey to the left side of the next one.
        /// </summary>
        private static readonly int[] Landings = { 3, 9, 14 };

        private static readonly Color FloorColor = new Color(0.9f, 0.86f, 0.78f, 1f);
        private static readonly Color WallColor = new Color(0.25f, 0.22f, 0.2f, 1f);
        private static readonly Color OpenColor = new Color(0.3f, 0.65f, 0.35f, 1f);
        private static readonly Color LockedColor = new Color(0.8f, 0.25f, 0.2f, 1f);
        private static readonly Color ColonistColor = new Color(0.15f, 0.3f, 0.6f, 1f);

        public int count = 200;

        /// <summary>The share of jobs that are on the storey where the last one was.</summary>
        public float shareOfNearJobs = 0.6f;

        public int seed = 1;

        /// <summary>For how many seconds a colonist works where it has arrived.</summary>
        public float secondsOfWork = 2f;

        private readonly List<Colonist> _colonists = new List<Colonist>();
        private readonly List<int> _stairs = new List<int>();
        private readonly List<LineRenderer> _lines = new List<LineRenderer>();
        private readonly List<PathGridComponent> _storeys = new List<PathGridComponent>();
        private SampleStage _stage;
        private System.Random _random;
        private byte[] _saved;

        public PathFloorsComponent House { get; private set; }

        public int StairsCount => _stairs.Count;

        public int ColonistCount => _colonists.Count;

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: colony")]
        private static void Create() => new GameObject("Colony").AddComponent<ColonySample>();
#endif

        private void Start()
        {
            _stage = new SampleStage(transform, false);
            _random = new System.Random(seed);
            House = AddPart("Storeys").AddComponent<PathFloorsComponent>();
            for (int storey = 0; storey < Storeys; storey++)
            {
                AddStorey(storey);
            }
            for (int storey = 0; storey + 1 < Storeys; storey++)
            {
                foreach (int row in Landings)
                {
                    AddStairs(storey, row);
                }
            }
            // What the first searches need is derived now, not in their frame.
            House.Floors.Prepare();
            for (int i = 0; i < count; i++)
            {
                AddColonist(AnywhereOn(_random.Next(Storeys)));
            }
            float width = Storeys * (Width + Gap) - Gap;
            _stage.AimCamera(transform.position + new Vector3(width / 2f, Height / 2f, 0f), width, Height + 2f);
        }

        private void Update()
        {
            if (SamplePointer.IsPressed)
            {
                int stairs = StairsAt(SamplePointer.Position);
                if (stairs >= 0)
                {
                    SetLocked(stairs, !IsLocked(stairs));
                }
            }
            foreach (Colonist colonist in _colonists)
            {
                Work(colonist);
            }
        }

        private void OnGUI()
        {
            GUILayout.BeginArea(new Rect(10f, 10f, 120f, 60f));
            if (GUILayout.Button("Save"))
            {
                Save();
            }
            if (GUILayout.Button("Load") && _saved != null)
            {
                Load();
            }
            GUILayout.EndArea();
        }

        public PathFollower ColonistAt(int index) => _colonists[index].Follower;

        public bool IsLocked(int stairs) => House.Floors.GetLink(_stairs[stairs]).Closed;

        /// <summary>Locks or opens stairs: one call, which followers notice by themselves.</summary>
        public void SetLocked(int stairs, bool isLocked)
        {
            House.Floors.SetLinkClosed(_stairs[stairs], isLocked);
            Show(stairs);
        }

        /// <summary>The lower end of stairs.</summary>
        public Vector3 FootOf(int stairs) => House.Floors.GetCellCenter(House.Floors.GetLink(_stairs[stairs]).From);

        /// <summary>
        /// Saves storeys with their stairs in one call, and where each colonist is, where it goes, and for how long it
        /// works there.
        /// </summary>
        public void Save()
        {
            MemoryStream stream = new MemoryStream();
            BinaryWriter writer = new BinaryWriter(stream);
            byte[] floors = House.Floors.Save();
            writer.Write(floors.Length);
            writer.Write(floors);
            foreach (Colonist colonist in _colonists)
            {
                Write(writer, PlaceOf(colonist.Follower));
                Write(writer, colonist.Job);
                writer.Write(colonist.Seconds);
            }
            writer.Flush();
            _saved = stream.ToArray();
        }

        /// <summary>Goes back to what was saved.</summary>
        public void Load()
        {
            BinaryReader reader = new BinaryReader(new MemoryStream(_saved));
            using (PathFloors floors = PathFloors.Load(reader.ReadBytes(reader.ReadInt32())))
            {
                for (int storey = 0; storey < Storeys; storey++)
                {
                    // The grid belongs to its component from now on. Links keep their cells.
                    _storeys[storey].SetGrid(floors.GetFloor(storey));
                }
                for (int stairs = 0; stairs < _stairs.Count; stairs++)
                {
                    SetLocked(stairs, floors.GetLink(_stairs[stairs]).Closed);
                }
            }
            foreach (Colonist colonist in _colonists)
            {
                colonist.Follower.transform.position = ReadVector(reader);
                colonist.Job = ReadVector(reader);
                colonist.Seconds = reader.ReadSingle();
                colonist.Follower.TargetPosition = colonist.Job;
            }
        }

        /// <summary>Where a colonist is. One on stairs counts as at their end.</summary>
        private Vector3 PlaceOf(PathFollower follower) => follower.CurrentLink == 0
            ? follower.transform.position
            : House.Floors.GetCellCenter(follower.FloorTracker.Next.FloorCell);

        /// <summary>A colonist that has worked for long enough goes to another place, on any storey.</summary>
        private void Work(Colonist colonist)
        {
            if (!colonist.Follower.HasArrived)
            {
                return;
            }
            colonist.Seconds += Time.deltaTime;
            if (colonist.Seconds >= secondsOfWork)
            {
                Send(colonist, NextJob(colonist));
            }
        }

        private static void Send(Colonist colonist, Vector3 job)
        {
            colonist.Job = job;
            colonist.Seconds = 0f;
            colonist.Follower.TargetPosition = job;
        }

        private void AddStorey(int storey)
        {
            PathGridComponent part = AddPart("Storey").AddComponent<PathGridComponent>();
            part.transform.position = transform.position + new Vector3(storey * (Width + Gap), 0f, 0f);
            part.Plane = GridPlane.XY;
            part.Width = Width;
            part.Height = Height;
            part.Rebuild();
            _storeys.Add(part);
            House.Grids.Add(part);
            AddRect(part.Grid, new CellRect(0, 0, Width, Height), FloorColor, 0);
            // Two walls with doors; on each storey elsewhere.
            for (int wall = 1; wall <= 2; wall++)
            {
                int x = wall * Width / 3;
                int door = 2 + (storey * 5 + wall * 3) % (Height - 6);
                AddWall(part.Grid, new CellRect(x, 0, 1, door));
                AddWall(part.Grid, new CellRect(x, door + 3, 1, Height - door - 3));
            }
        }

        private void AddWall(PathGrid grid, CellRect rect)
        {
            grid.FillRect(rect.X, rect.Y, rect.Width, rect.Height, CellType.Obstacle);
            AddRect(grid, rect, WallColor, 1);
        }

        private void AddRect(PathGrid grid, CellRect rect, Color color, int order)
        {
            Vector3 half = new Vector3(rect.Width / 2f, rect.Height / 2f, 0f);
            Vector3 corner = grid.GetCellCorner(new GridCell(rect.X, rect.Y));
            SpriteRenderer square = _stage.AddSquare("Part", corner + half, 1f, color, order);
            square.transform.localScale = half * 2f + Vector3.forward;
        }

        private void AddStairs(int storey, int row)
        {
            FloorCell from = new FloorCell(storey, Width - 1, row);
            FloorCell to = new FloorCell(storey + 1, 0, row);
            _stairs.Add(House.Floors.AddLink(from, to, 4.0));
            LineRenderer line = _stage.AddLine("Stairs", 0.25f, OpenColor, 2);
            line.positionCount = 2;
            line.SetPositions(new[] { House.Floors.GetCellCenter(from), House.Floors.GetCellCenter(to) });
            _lines.Add(line);
        }

        private void Show(int stairs)
        {
            Color color = IsLocked(stairs) ? LockedColor : OpenColor;
            _lines[stairs].startColor = color;
            _lines[stairs].endColor = color;
        }

        private int StairsAt(Vector3 place)
        {
            for (int stairs = 0; stairs < _stairs.Count; stairs++)
            {
                FloorLink link = House.Floors.GetLink(_stairs[stairs]);
                bool isNear = IsNear(place, link.From) || IsNear(place, link.To);
                if (isNear)
                {
                    return stairs;
                }
            }
            return -1;
        }

        private bool IsNear(Vector3 place, FloorCell cell)
        {
            Vector3 away = House.Floors.GetCellCenter(cell) - place;
            return Mathf.Abs(away.x) < Near && Mathf.Abs(away.y) < Near;
        }

        private void AddColonist(Vector3 place)
        {
            PathFollower follower = _stage.AddSquare("Colonist", place, 0.35f, ColonistColor, 4)
                .gameObject.AddComponent<PathFollower>();
            follower.Floors = House;
            follower.Speed = 2f + 2f * (float)_random.NextDouble();
            follower.Radius = 0.22f;
            follower.Avoidance = true;
            follower.StoppingDistance = 0.8f;
            follower.WhenBlocked = WhenBlocked.ComeNear;
            Colonist colonist = new Colonist { Follower = follower };
            _colonists.Add(colonist);
            Send(colonist, NextJob(colonist));
        }

        private Vector3 NextJob(Colonist colonist)
        {
            bool isNear = _random.NextDouble() < shareOfNearJobs;
            bool isThere = House.TryGetCellAt(colonist.Follower.transform.position, out FloorCell here);
            return AnywhereOn(isNear && isThere ? here.Floor : _random.Next(Storeys));
        }

        /// <summary>The center of a free cell of a storey, away from the stairs.</summary>
        private Vector3 AnywhereOn(int storey)
        {
            while (true)
            {
                int x = 3 + _random.Next(Width - 6);
                FloorCell cell = new FloorCell(storey, x, _random.Next(Height));
                if (House.Floors.GetFloor(cell.Floor).GetCell(cell.Cell) == CellType.Walkable)
                {
                    return House.Floors.GetCellCenter(cell);
                }
            }
        }

        private GameObject AddPart(string part)
        {
            GameObject added = new GameObject(part);
            added.transform.SetParent(transform);
            return added;
        }

        private static void Write(BinaryWriter writer, Vector3 vector)
        {
            writer.Write(vector.x);
            writer.Write(vector.y);
            writer.Write(vector.z);
        }

        private static Vector3 ReadVector(BinaryReader reader)
            => new Vector3(reader.ReadSingle(), reader.ReadSingle(), reader.ReadSingle());

        private sealed class Colonist
        {
            public PathFollower Follower;
            public Vector3 Job;
            public float Seconds;
        }
    }
}
