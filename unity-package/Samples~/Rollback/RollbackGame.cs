using System;
using System.Collections.Generic;
using GridStar;

namespace GridStarSamples
{
    /// <summary>A wall that a side builds in a tick, or tears down if it stands.</summary>
    public struct WallCommand
    {
        public int Tick;

        /// <summary>0 comes from the left, 1 from the right.</summary>
        public int Side;

        public GridCell Cell;

        public WallCommand(int tick, int side, GridCell cell)
        {
            Tick = tick;
            Side = side;
            Cell = cell;
        }
    }

    /// <summary>
    /// The simulation: two sides send walkers across a field and put walls in each other's way. Ticks and commands
    /// alone decide what happens, so that the same commands give the same game on every machine. It knows nothing of
    /// Unity: no frames, no transforms.
    /// </summary>
    public sealed class RollbackGame : IDisposable
    {
        public const int Width = 28;
        public const int Height = 16;
        public const int WalkersOfSide = 12;
        public const int WalkerCount = 2 * WalkersOfSide;

        /// <summary>Columns at both ends in which nobody builds: walkers start and arrive there.</summary>
        private const int Base = 3;

        private const float SecondsOfTick = 1f / 30f;
        private const float Speed = 3f;

        private readonly PathCrowd _crowd;

        /// <summary>The way of each side, to the column at the other end.</summary>
        private readonly PathField[] _ways = new PathField[2];

        private readonly int[] _scores = new int[2];
        private readonly float[] _positions = new float[2 * WalkerCount];
        private readonly float[] _velocities = new float[2 * WalkerCount];
        private readonly float[] _wishes = new float[2 * WalkerCount];
        private readonly float[] _places = new float[3 * WalkersOfSide];
        private readonly float[] _directions = new float[3 * WalkersOfSide];

        public RollbackGame()
        {
            Grid = new PathGrid(Width, Height);
            _crowd = new PathCrowd(Grid);
            for (int side = 0; side < 2; side++)
            {
                GridCell[] goals = new GridCell[Height];
                for (int y = 0; y < Height; y++)
                {
                    goals[y] = new GridCell(side == 0 ? Width - 1 : 0, y);
                }
                _ways[side] = Grid.CreateField(goals, default(PathQuery));
            }
            for (int walker = 0; walker < WalkerCount; walker++)
            {
                _crowd.Add(new CrowdAgent(StartX(walker), StartY(walker), 0.35f, Speed));
            }
            _crowd.Read(_positions, _velocities);
        }

        public PathGrid Grid { get; }

        /// <summary>Number of ticks so far: that of the next tick.</summary>
        public int Tick { get; private set; }

        /// <summary>Where walkers are, in cells: x and y of each. The first half belongs to side 0.</summary>
        public IList<float> Positions => _positions;

        /// <summary>How many walkers of each side have come through.</summary>
        public IList<int> Scores => _scores;

        /// <summary>Equal on two machines as long as their games are: all that a later tick depends on.</summary>
        public ulong Hash
        {
            get
            {
                unchecked
                {
                    ulong hash = Grid.Hash;
                    hash = (hash * 1000003) ^ _crowd.Hash;
                    hash = (hash * 1000003) ^ (ulong)Tick;
                    return (hash * 1000003) ^ ((ulong)_scores[0] << 32) ^ (ulong)_scores[1];
                }
            }
        }

        /// <summary>Whether a side may build on a cell, or tear down what stands there.</summary>
        public static bool MayBuild(GridCell cell)
            => cell.X >= Base && cell.X < Width - Base && cell.Y >= 0 && cell.Y < Height;

        /// <summary>Makes a tick with the commands of both sides, in an order that is the same everywhere.</summary>
        public void Play(List<WallCommand> commands)
        {
            foreach (WallCommand command in commands)
            {
                bool isWall = Grid.GetCell(command.Cell) == CellType.Obstacle;
                Grid.SetCell(command.Cell, isWall ? CellType.Walkable : CellType.Obstacle);
            }
            for (int side = 0; side < 2; side++)
            {
                // Without a limit: a field in slices would depend on how far it had come.
                _ways[side].Update();
                Wish(side);
            }
            _crowd.Tick(SecondsOfTick, _wishes, _positions, _velocities);
            for (int walker = 0; walker < WalkerCount; walker++)
            {
                int side = walker / WalkersOfSide;
                float x = _positions[2 * walker];
                if (side == 0 ? x >= Width - 1 : x < 1f)
                {
                    _scores[side]++;
                    _crowd.Put(walker, StartX(walker), StartY(walker));
                }
            }
            _crowd.Read(_positions, _velocities);
            Tick++;
        }

        /// <summary>Keeps all that a later tick depends on: a fork of the grid, a copy of the crowd, numbers.</summary>
        public void Keep(State state)
        {
            if (state.Grid == null)
            {
                state.Grid = Grid.Fork();
                state.Crowd = new PathCrowd(state.Grid);
            }
            // A fork that is made once and restored again and again leaves no garbage.
            state.Grid.Restore(Grid);
            state.Crowd.CopyFrom(_crowd);
            state.Tick = Tick;
            _scores.CopyTo(state.Scores, 0);
        }

        /// <summary>Goes back to a state that was kept. Grid, fields and crowd remain the same objects.</summary>
        public void GoBack(State state)
        {
            Grid.Restore(state.Grid);
            _crowd.CopyFrom(state.Crowd);
            _crowd.Read(_positions, _velocities);
            Tick = state.Tick;
            state.Scores.CopyTo(_scores, 0);
        }

        public void Dispose()
        {
            foreach (PathField way in _ways)
            {
                way.Dispose();
            }
            _crowd.Dispose();
            Grid.Dispose();
        }

        /// <summary>Each walker wishes to go as its side's field says.</summary>
        private void Wish(int side)
        {
            int first = side * WalkersOfSide;
            for (int i = 0; i < WalkersOfSide; i++)
            {
                // Cells are one unit wide and lie in the XZ plane.
                _places[3 * i] = _positions[2 * (first + i)];
                _places[3 * i + 2] = _positions[2 * (first + i) + 1];
            }
            _ways[side].GetVelocities(_places, WalkersOfSide, Speed, _directions);
            for (int i = 0; i < WalkersOfSide; i++)
            {
                _wishes[2 * (first + i)] = _directions[3 * i];
                _wishes[2 * (first + i) + 1] = _directions[3 * i + 2];
            }
        }

        private static float StartX(int walker) => walker < WalkersOfSide ? 0.5f : Width - 0.5f;

        private static float StartY(int walker) => 2.5f + walker % WalkersOfSide;

        /// <summary>A game at the beginning of a tick.</summary>
        public sealed class State : IDisposable
        {
            internal readonly int[] Scores = new int[2];
            internal PathGrid Grid;
            internal PathCrowd Crowd;
            internal int Tick;

            public void Dispose()
            {
                Grid?.Dispose();
                Crowd?.Dispose();
            }
        }
    }
}
