using System;
using System.Collections.Generic;
using System.Threading;

namespace GridStar
{
    /// <summary>An agent of a crowd as its last tick left it. Lengths are in cells.</summary>
    internal struct SeenAgent
    {
        internal float X;
        internal float Y;
        internal float VelocityX;
        internal float VelocityY;

        /// <summary>The speed that the agent wished for, at most its largest one.</summary>
        internal float WishedSpeed;

        /// <summary>0 for a number without an agent.</summary>
        internal float Radius;
        internal float MaxSpeed;

        /// <summary>For how long the agent has made less than a tenth of the speed that it wished for.</summary>
        internal float StuckSeconds;

        internal float Speed => Length(VelocityX, VelocityY);

        internal static float Length(float x, float y) => (float)Math.Sqrt(x * x + y * y);
    }

    /// <summary>
    /// Facts that the last tick of a crowd has told, while someone looks on: the overlay of the Scene view. Any thread.
    /// A tick allocates nothing once the array is long enough.
    /// </summary>
    internal sealed class CrowdSight
    {
        /// <summary>An agent that wishes for less, in cells a second, wants to stand.</summary>
        internal const float LeastWish = 0.01f;

        /// <summary>Held by copies, which lock two sights: no two of them wait for each other.</summary>
        private static readonly object s_copying = new object();

        private static int s_lookers;

        /// <summary>Counts the looks, so that what an earlier one has seen is not shown.</summary>
        private static int s_look;

        private readonly object _lock = new object();
        private SeenAgent[] _agents = new SeenAgent[0];
        private int _seenIn;

        internal static bool IsOn => Volatile.Read(ref s_lookers) > 0;

        /// <summary>Someone looks on. Each call needs one of <see cref="Stop"/>.</summary>
        internal static void Start()
        {
            if (Interlocked.Increment(ref s_lookers) == 1)
            {
                Interlocked.Increment(ref s_look);
            }
        }

        internal static void Stop() => Interlocked.Decrement(ref s_lookers);

        /// <summary>Notes what an agent got, also while nobody looks on.</summary>
        internal void Set(int number, float radius, float maxSpeed)
        {
            lock (_lock)
            {
                if (number >= _agents.Length)
                {
                    Array.Resize(ref _agents, Math.Max(2 * _agents.Length, number + 1));
                }
                _agents[number].Radius = radius;
                _agents[number].MaxSpeed = maxSpeed;
            }
        }

        /// <summary>Notes what a tick has told of an agent.</summary>
        internal void Note(
            int number, float seconds, float wishX, float wishY, float x, float y, float velocityX, float velocityY)
        {
            lock (_lock)
            {
                _seenIn = s_look;
                if (number >= _agents.Length || _agents[number].Radius == 0f)
                {
                    return;
                }
                SeenAgent agent = _agents[number];
                agent.X = x;
                agent.Y = y;
                agent.VelocityX = velocityX;
                agent.VelocityY = velocityY;
                agent.WishedSpeed = Math.Min(SeenAgent.Length(wishX, wishY), agent.MaxSpeed);
                bool isSlow = agent.WishedSpeed >= LeastWish && agent.Speed < 0.1f * agent.WishedSpeed;
                agent.StuckSeconds = isSlow ? agent.StuckSeconds + seconds : 0f;
                _agents[number] = agent;
            }
        }

        /// <summary>Takes over what another crowd's agents got and its last tick has told.</summary>
        internal void CopyFrom(CrowdSight other)
        {
            lock (s_copying)
            lock (_lock)
            lock (other._lock)
            {
                if (other == this)
                {
                    return;
                }
                if (_agents.Length < other._agents.Length)
                {
                    _agents = new SeenAgent[other._agents.Length];
                }
                Array.Clear(_agents, 0, _agents.Length);
                Array.Copy(other._agents, _agents, other._agents.Length);
                _seenIn = other._seenIn;
            }
        }

        /// <summary>
        /// Adds all agents to a list. Those of a crowd that has not ticked since someone looks on are not seen.
        /// </summary>
        internal void CopyTo(List<SeenAgent> agents)
        {
            lock (_lock)
            {
                if (_seenIn != s_look)
                {
                    return;
                }
                foreach (SeenAgent agent in _agents)
                {
                    if (agent.Radius > 0f)
                    {
                        agents.Add(agent);
                    }
                }
            }
        }
    }
}
