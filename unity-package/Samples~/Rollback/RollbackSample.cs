using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A game of two players with rollback, and both machines in one scene. Red walkers are yours, and a click builds a
    /// wall or tears one down. Blue is played by the other machine, which builds at random. Add this component to an
    /// empty object, or take GameObject > GridStar > Sample: rollback, and press Play.
    /// </summary>
    /// <remarks>
    /// A command counts at once on the machine that gives it and reaches the other one some ticks later. That machine
    /// then goes back to the command's tick and plays the ticks since then again. The scene shows your machine. The
    /// text compares the hashes of both for the newest tick whose commands both have.
    /// </remarks>
    public class RollbackSample : MonoBehaviour
    {
        private const double SecondsOfTick = 1.0 / 30.0;

        /// <summary>Ticks between two walls of the other player.</summary>
        private const int TicksOfOther = 20;

        private static readonly Color GroundColor = new Color(0.85f, 0.87f, 0.9f, 1f);
        private static readonly Color BaseColor = new Color(0.75f, 0.79f, 0.72f, 1f);
        private static readonly Color WallColor = new Color(0.3f, 0.34f, 0.42f, 1f);

        /// <summary>Ticks that a command needs from one machine to the other.</summary>
        [Range(0, RollbackMachine.Ring - 1)]
        public int delay = 5;

        public int seed = 1;

        private readonly List<Message> _network = new List<Message>();
        private SpriteRenderer[] _cells;
        private Transform[] _walkers;
        private System.Random _random;
        private ulong _shown = ulong.MaxValue;
        private double _time;
        private GridCell? _clicked;
        private bool _hasParted;

        /// <summary>Your machine, which the scene shows.</summary>
        public RollbackMachine Mine { get; private set; }

        /// <summary>The other player's machine.</summary>
        public RollbackMachine Theirs { get; private set; }

        /// <summary>The text in the corner.</summary>
        public string Text { get; private set; } = "";

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: rollback")]
        private static void Create() => new GameObject("Rollback").AddComponent<RollbackSample>();
#endif

        private void Start()
        {
            Mine = new RollbackMachine();
            Theirs = new RollbackMachine();
            _random = new System.Random(seed);
            SampleStage stage = new SampleStage(transform, false);
            _cells = new SpriteRenderer[RollbackGame.Width * RollbackGame.Height];
            for (int i = 0; i < _cells.Length; i++)
            {
                GridCell cell = Mine.Game.Grid.GetCellAtIndex(i);
                _cells[i] = stage.AddSquare("Cell", PlaceOf(cell.X + 0.5f, cell.Y + 0.5f), 0.96f, GroundColor);
            }
            _walkers = new Transform[RollbackGame.WalkerCount];
            for (int i = 0; i < _walkers.Length; i++)
            {
                Color color = i < RollbackGame.WalkersOfSide ? Color.red : Color.blue;
                _walkers[i] = stage.AddSquare("Walker", Vector3.zero, 0.5f, color, 1).transform;
            }
            stage.AimCamera(
                PlaceOf(RollbackGame.Width / 2f, RollbackGame.Height / 2f), RollbackGame.Width, RollbackGame.Height);
            Show();
        }

        private void Update()
        {
            if (SamplePointer.IsPressed)
            {
                Vector3 place = SamplePointer.Position - transform.position;
                GridCell cell = new GridCell(Mathf.FloorToInt(place.x), Mathf.FloorToInt(place.y));
                _clicked = RollbackGame.MayBuild(cell) ? cell : (GridCell?)null;
            }
            // After a long frame the game goes on from where it is.
            _time = System.Math.Min(_time + Time.deltaTime, 4 * SecondsOfTick);
            while (_time >= SecondsOfTick)
            {
                _time -= SecondsOfTick;
                PlayTick();
            }
            Show();
        }

        private void OnGUI()
        {
            GUI.Label(new Rect(10f, 10f, 640f, 80f), Text, GUI.skin.label);
        }

        private void OnDestroy()
        {
            Mine?.Dispose();
            Theirs?.Dispose();
        }

        private void PlayTick()
        {
            int tick = Mine.Game.Tick;
            Deliver(tick);
            if (_clicked.HasValue)
            {
                Send(Mine, Theirs, new WallCommand(tick, 0, _clicked.Value));
                _clicked = null;
            }
            if (tick % TicksOfOther == 0)
            {
                GridCell cell = new GridCell(_random.Next(RollbackGame.Width), _random.Next(RollbackGame.Height));
                if (RollbackGame.MayBuild(cell))
                {
                    Send(Theirs, Mine, new WallCommand(tick, 1, cell));
                }
            }
            Mine.Advance();
            Theirs.Advance();
            Compare(tick);
        }

        /// <summary>A command counts at once where it is given.</summary>
        private void Send(RollbackMachine from, RollbackMachine to, WallCommand command)
        {
            from.Receive(command);
            _network.Add(new Message { To = to, Command = command, Arrival = command.Tick + delay });
        }

        private void Deliver(int tick)
        {
            foreach (Message message in _network)
            {
                if (message.Arrival <= tick)
                {
                    message.To.Receive(message.Command);
                }
            }
            _network.RemoveAll(message => message.Arrival <= tick);
        }

        /// <summary>Compares the newest tick whose commands have arrived on both machines for sure.</summary>
        private void Compare(int tick)
        {
            int known = tick - (RollbackMachine.Ring - 1);
            if (known < 0)
            {
                return;
            }
            ulong mine = Mine.HashAfter(known);
            ulong theirs = Theirs.HashAfter(known);
            Text = "red " + Mine.Game.Scores[0] + " : " + Mine.Game.Scores[1] + " blue, a command takes " + delay
                + " ticks\nafter tick " + known + ": " + mine.ToString("x16") + " here, " + theirs.ToString("x16")
                + " there: " + (mine == theirs ? "equal" : "DIFFERENT") + "\nhere " + Mine.Rollbacks
                + " rollbacks, " + Mine.TicksAgain + " ticks again; there " + Theirs.Rollbacks + " and "
                + Theirs.TicksAgain;
            if (mine != theirs && !_hasParted)
            {
                _hasParted = true;
                Debug.LogError("The machines differ after tick " + known + ": "
                    + Mine.Game.Grid.FindDifference(Theirs.Game.Grid), this);
            }
        }

        private void Show()
        {
            RollbackGame game = Mine.Game;
            for (int i = 0; i < _walkers.Length; i++)
            {
                _walkers[i].position = PlaceOf(game.Positions[2 * i], game.Positions[2 * i + 1]);
            }
            if (game.Grid.Revision == _shown)
            {
                return;
            }
            _shown = game.Grid.Revision;
            for (int i = 0; i < _cells.Length; i++)
            {
                GridCell cell = game.Grid.GetCellAtIndex(i);
                _cells[i].color = game.Grid.GetCell(cell) == CellType.Obstacle ? WallColor
                    : RollbackGame.MayBuild(cell) ? GroundColor : BaseColor;
            }
        }

        private Vector3 PlaceOf(float x, float y) => transform.position + new Vector3(x, y, 0f);

        private struct Message
        {
            public RollbackMachine To;
            public WallCommand Command;
            public int Arrival;
        }
    }
}
