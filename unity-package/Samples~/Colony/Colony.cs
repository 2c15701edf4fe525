using System;
using System.Collections.Generic;
using System.IO;
using GridStar;

namespace GridStarSamples
{
    /// <summary>
    /// The colony without its picture: three storeys, four stairs, and colonists who go from room to room. Their paths
    /// come from one <see cref="PathQueue"/>. While the bell calls, all go by one <see cref="PathFloorField"/>.
    /// </summary>
    public sealed class Colony : IDisposable
    {
        public const int Width = 20;
        public const int Height = 11;
        public const int Storeys = 3;
        public const int ColonistCount = 200;

        private const string Plan =
            "....................\n" +
            ".#####.######.#####.\n" +
            ".#...#.#....#.#...#.\n" +
            ".#...#.#....#.#...#.\n" +
            ".##.##.##..##.##.##.\n" +
            "....................\n" +
            ".##.##.##..##.##.##.\n" +
            ".#...#.#....#.#...#.\n" +
            ".#...#.#....#.#...#.\n" +
            ".#####.######.#####.\n" +
            "....................\n";

        /// <summary>Cells a second.</summary>
        private const float Speed = 4f;

        private const double StairsCost = 4.0;

        /// <summary>Seconds in a room before a colonist goes on.</summary>
        private const float Stay = 2f;

        /// <summary>The canteen, where the bell calls all.</summary>
        private static readonly FloorCell Canteen = new FloorCell(1, 9, 7);

        /// <summary>Both ends of each of the stairs.</summary>
        private static readonly FloorCell[,] StairEnds =
        {
            { new FloorCell(0, 0, 5), new FloorCell(1, 0, 5) },
            { new FloorCell(0, 19, 5), new FloorCell(1, 19, 5) },
            { new FloorCell(1, 0, 0), new FloorCell(2, 0, 0) },
            { new FloorCell(1, 19, 10), new FloorCell(2, 19, 10) },
        };

        private readonly Colonist[] _colonists = new Colonist[ColonistCount];
        private readonly FloorCell[] _places = new FloorCell[ColonistCount];
        private readonly FloorFieldStep[] _ways = new FloorFieldStep[ColonistCount];
        private readonly PathQueue _queue;
        private readonly PathFloorField _toCanteen;
        private readonly int[] _stairs;
        private readonly Random _random;

        /// <summary>A new colony.</summary>
        public Colony(int seed)
            : this(new PathFloors(NewStorey(), NewStorey(), NewStorey()), seed)
        {
            for (int i = 0; i < StairEnds.GetLength(0); i++)
            {
                Floors.AddLink(StairEnds[i, 0], StairEnds[i, 1], StairsCost);
            }
            _stairs = Floors.GetLinks();
            for (int i = 0; i < ColonistCount; i++)
            {
                _colonists[i] = new Colonist(RandomRoom());
            }
        }

        private Colony(PathFloors floors, int seed)
        {
            Floors = floors;
            _random = new Random(seed);
            _stairs = floors.GetLinks();
            _queue = floors.CreateQueue();
            _toCanteen = floors.CreateField(Canteen);
        }

        public PathFloors Floors { get; }

        /// <summary>Whether the bell calls all to the canteen.</summary>
        public bool IsCalling { get; set; }

        public int StairsCount => _stairs.Length;

        /// <summary>Number of colonists who wait for a path.</summary>
        public int WaitingCount => _queue.PendingCount;

        /// <summary>A colony that <see cref="Save"/> has written.</summary>
        public static Colony Load(byte[] bytes, int seed)
        {
            using (var reader = new BinaryReader(new MemoryStream(bytes)))
            {
                byte[] floors = reader.ReadBytes(reader.ReadInt32());
                var colony = new Colony(PathFloors.Load(floors), seed) { IsCalling = reader.ReadBoolean() };
                for (int i = 0; i < ColonistCount; i++)
                {
                    int floor = reader.ReadInt32();
                    int x = reader.ReadInt32();
                    colony._colonists[i] = new Colonist(new FloorCell(floor, x, reader.ReadInt32()));
                }
                return colony;
            }
        }

        /// <summary>The storeys with their stairs, locked or not, and who is where. Paths need not be saved.</summary>
        public byte[] Save()
        {
            var bytes = new MemoryStream();
            using (var writer = new BinaryWriter(bytes))
            {
                byte[] floors = Floors.Save();
                writer.Write(floors.Length);
                writer.Write(floors);
                writer.Write(IsCalling);
                foreach (Colonist colonist in _colonists)
                {
                    writer.Write(colonist.Place.Floor);
                    writer.Write(colonist.Place.Cell.X);
                    writer.Write(colonist.Place.Cell.Y);
                }
            }
            return bytes.ToArray();
        }

        /// <summary>Frees the floors, their grids and what reads them.</summary>
        public void Dispose()
        {
            _queue.Dispose();
            _toCanteen.Dispose();
            for (int floor = 0; floor < Storeys; floor++)
            {
                Floors.GetFloor(floor).Dispose();
            }
            Floors.Dispose();
        }

        public bool AreLocked(int stairs) => Floors.GetLink(_stairs[stairs]).Closed;

        /// <summary>Locks stairs or unlocks them: one call. Who is on them goes on.</summary>
        public void ToggleStairs(int stairs) => Floors.SetLinkClosed(_stairs[stairs], !AreLocked(stairs));

        /// <summary>The lower or the upper end of stairs.</summary>
        public FloorCell EndOf(int stairs, bool upper) => StairEnds[stairs, upper ? 1 : 0];

        /// <summary>The cells between which a colonist is, and how far it has come, from 0 to 1.</summary>
        public float PlaceOf(int colonist, out FloorCell from, out FloorCell to)
        {
            from = _colonists[colonist].Place;
            to = _colonists[colonist].Next;
            return _colonists[colonist].Progress;
        }

        /// <summary>The link that a colonist is on; 0 on a floor.</summary>
        public int LinkOf(int colonist) => _colonists[colonist].Link;

        /// <summary>Number of colonists who are at the canteen.</summary>
        public int CountAtCanteen()
        {
            int count = 0;
            foreach (Colonist colonist in _colonists)
            {
                count += colonist.Place == Canteen ? 1 : 0;
            }
            return count;
        }

        /// <summary>Everybody goes on for this time.</summary>
        public void Advance(float seconds)
        {
            _queue.Update();
            if (IsCalling)
            {
                // Does nothing while no stairs were locked and no wall was built.
                _toCanteen.Update();
            }
            for (int i = 0; i < ColonistCount; i++)
            {
                Walk(_colonists[i], seconds);
                _places[i] = _colonists[i].Place;
            }
            if (IsCalling)
            {
                _toCanteen.GetSteps(_places, ColonistCount, _ways);
            }
            for (int i = 0; i < ColonistCount; i++)
            {
                if (_colonists[i].IsBetween)
                {
                    continue;
                }
                if (IsCalling)
                {
                    _colonists[i].Begin(_ways[i].FloorCell, _ways[i].Link, _ways[i].HasPath);
                }
                else
                {
                    GoOn(_colonists[i], seconds);
                }
            }
        }

        private static PathGrid NewStorey() => new PathGrid(
            new CellMap().ReadText(Plan).FlipRows(),
            new PathGridSettings { Plane = GridPlane.XY, DiagonalRule = DiagonalRule.BothFree });

        private static void Walk(Colonist colonist, float seconds)
        {
            if (!colonist.IsBetween)
            {
                return;
            }
            GridCell way = new GridCell(
                colonist.Next.Cell.X - colonist.Place.Cell.X, colonist.Next.Cell.Y - colonist.Place.Cell.Y);
            double length = colonist.Link != 0 ? StairsCost : Math.Sqrt((way.X * way.X) + (way.Y * way.Y));
            colonist.Progress += (float)(seconds * Speed / length);
            if (colonist.Progress >= 1f)
            {
                colonist.Arrive();
            }
        }

        /// <summary>The next step of a colonist's own path, or another path.</summary>
        private void GoOn(Colonist colonist, float seconds)
        {
            if (colonist.Answer.IsValid)
            {
                if (!colonist.Answer.IsCompleted)
                {
                    return;
                }
                colonist.TakePath();
            }
            bool isOld = colonist.Seen != Floors.Revision;
            if (colonist.At + 1 < colonist.Path.Count && !isOld)
            {
                colonist.At++;
                colonist.Begin(colonist.Path[colonist.At].FloorCell, colonist.Path[colonist.At].Link, true);
                return;
            }
            colonist.Rest -= seconds;
            bool isOnItsWay = colonist.At + 1 < colonist.Path.Count;
            if (isOnItsWay || colonist.Rest <= 0f)
            {
                // Stairs were locked or unlocked: the same goal, by the ways that are open now.
                FloorCell goal = isOnItsWay ? colonist.Path[colonist.Path.Count - 1].FloorCell : RandomRoom();
                colonist.Ask(_queue, goal, Floors.Revision);
                colonist.Rest = Stay;
            }
        }

        private FloorCell RandomRoom()
        {
            while (true)
            {
                var place = new FloorCell(_random.Next(Storeys), _random.Next(Width), _random.Next(Height));
                if (Floors.GetFloor(place.Floor).GetCell(place.Cell) != CellType.Obstacle)
                {
                    return place;
                }
            }
        }

        private sealed class Colonist
        {
            public readonly List<FloorStep> Path = new List<FloorStep>();

            /// <summary>The revision of floors and links that the path has seen.</summary>
            public ulong Seen;

            public int At;
            public float Rest;
            public float Progress;
            public int Link;
            public FloorCell Place;
            public FloorCell Next;
            public PathTicket Answer;

            public Colonist(FloorCell place)
            {
                Place = place;
                Next = place;
            }

            public bool IsBetween => Next != Place;

            public void Ask(PathQueue queue, FloorCell goal, ulong revision)
            {
                Seen = revision;
                Answer = queue.Request(Place, goal);
            }

            public void TakePath()
            {
                // No path: stay, and try another room later.
                Answer.CopyPath(Path);
                Answer.Forget();
                At = 0;
                if (Path.Count > 0 && Path[0].FloorCell != Place)
                {
                    // The bell has called meanwhile.
                    Path.Clear();
                }
            }

            public void Begin(FloorCell next, int link, bool hasPath)
            {
                if (hasPath)
                {
                    Next = next;
                    Link = link;
                }
            }

            public void Arrive()
            {
                Place = Next;
                Link = 0;
                Progress = 0f;
                if (At < Path.Count && Path[At].FloorCell != Place)
                {
                    // It followed the bell, and not its path.
                    Path.Clear();
                }
            }
        }
    }
}
