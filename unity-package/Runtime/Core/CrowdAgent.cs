namespace GridStar
{
    /// <summary>An agent of a <see cref="PathCrowd"/>. Lengths are in cells, and times in seconds.</summary>
    public struct CrowdAgent
    {
        internal const float LeastRadius = 1f / 64f;
        internal const float MostRadius = 4f;
        internal const float MostSpeed = 1024f;

        /// <summary>Where the agent is, along a row: column x reaches from x to x + 1.</summary>
        public float X;

        /// <summary>Where the agent is, along a column: row y reaches from y to y + 1.</summary>
        public float Y;

        /// <summary>
        /// From 1/64 to 4. A disc of at most half a cell touches no wall, once it has come out of those where it began.
        /// </summary>
        public float Radius;

        /// <summary>From 0 to 1024. Below 0.5, an agent comes out of others and of walls at 0.5.</summary>
        public float MaxSpeed;

        /// <summary>
        /// How fast a wish may change the velocity, in cells per second squared: at least 0.000001. 0, the default: 4
        /// times <see cref="MaxSpeed"/>, at least 1.
        /// </summary>
        public float MaxAcceleration;

        /// <summary>
        /// From -128 to 127; who has more gives way less. With 64 more than another agent, this one makes 5 % of the
        /// change that keeps them apart; with equal priorities, 50 %.
        /// </summary>
        public int Priority;

        /// <summary>The layers on which the agent is, as bits. 0, the default: the first one.</summary>
        public uint Layers;

        /// <summary>The layers of agents that it does not avoid, as bits. 0, the default: it avoids all.</summary>
        public uint Ignored;

        /// <summary>An agent at a position in cells: the center of cell (2, 3) is (2.5, 3.5).</summary>
        public CrowdAgent(float x, float y, float radius, float maxSpeed)
            : this()
        {
            X = x;
            Y = y;
            Radius = radius;
            MaxSpeed = maxSpeed;
        }

        internal GridstarCrowdAgent ToNative()
        {
            GridstarCrowdAgent agent;
            agent.x = X;
            agent.y = Y;
            agent.radius = Radius;
            agent.max_speed = MaxSpeed;
            agent.max_acceleration = MaxAcceleration;
            agent.priority = Priority;
            agent.layers = Layers;
            agent.ignored = Ignored;
            return agent;
        }
    }
}
