using System;
using System.Collections.Generic;
using GridStar;

namespace GridStarSamples
{
    /// <summary>
    /// A player's machine. It plays each tick with the commands that it knows. When a command of an earlier tick
    /// arrives, it goes back to that tick and plays the ticks since then again.
    /// </summary>
    public sealed class RollbackMachine : IDisposable
    {
        /// <summary>Number of ticks that can be played again.</summary>
        public const int Ring = 8;

        private readonly RollbackGame.State[] _ring = new RollbackGame.State[Ring];
        private readonly ulong[] _hashes = new ulong[Ring];

        /// <summary>Commands of the last ticks, each side's in the order in which the side gave them.</summary>
        private readonly List<WallCommand> _commands = new List<WallCommand>();

        private readonly List<WallCommand> _ofTick = new List<WallCommand>();

        /// <summary>The first tick that must be played again.</summary>
        private int _late = int.MaxValue;

        public RollbackMachine()
        {
            for (int i = 0; i < Ring; i++)
            {
                _ring[i] = new RollbackGame.State();
            }
        }

        public RollbackGame Game { get; } = new RollbackGame();

        /// <summary>Number of times that the machine went back.</summary>
        public int Rollbacks { get; private set; }

        /// <summary>Number of ticks that it played again.</summary>
        public int TicksAgain { get; private set; }

        /// <summary>Takes a command of its own player, or one that has come over the network.</summary>
        /// <exception cref="ArgumentException">The tick is too long ago, or the command would build where nobody may.
        /// A game ends then, or waits for such a machine before.</exception>
        public void Receive(WallCommand command)
        {
            if (command.Tick < 0 || command.Tick < Game.Tick - Ring || !RollbackGame.MayBuild(command.Cell))
            {
                throw new ArgumentException("The command of tick " + command.Tick + " comes too late or is not one.");
            }
            _commands.Add(command);
            _late = Math.Min(_late, command.Tick);
        }

        /// <summary>Plays the next tick, and before it again those for which commands have come since.</summary>
        public void Advance()
        {
            int next = Game.Tick;
            if (_late < next)
            {
                Game.GoBack(_ring[_late % Ring]);
                Rollbacks++;
                TicksAgain += next - _late;
            }
            _late = int.MaxValue;
            while (Game.Tick <= next)
            {
                Play();
            }
            _commands.RemoveAll(command => command.Tick < Game.Tick - Ring);
        }

        /// <summary>The hash of the game after a tick, one of the last eight.</summary>
        public ulong HashAfter(int tick)
        {
            if (tick < 0 || tick >= Game.Tick || tick < Game.Tick - Ring)
            {
                throw new ArgumentOutOfRangeException(nameof(tick), tick, "Known are the last " + Ring + " ticks.");
            }
            return _hashes[tick % Ring];
        }

        public void Dispose()
        {
            foreach (RollbackGame.State state in _ring)
            {
                state.Dispose();
            }
            Game.Dispose();
        }

        private void Play()
        {
            int tick = Game.Tick;
            Game.Keep(_ring[tick % Ring]);
            _ofTick.Clear();
            for (int side = 0; side < 2; side++)
            {
                foreach (WallCommand command in _commands)
                {
                    if (command.Tick == tick && command.Side == side)
                    {
                        _ofTick.Add(command);
                    }
                }
            }
            Game.Play(_ofTick);
            _hashes[tick % Ring] = Game.Hash;
        }
    }
}
