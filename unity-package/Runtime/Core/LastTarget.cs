namespace GridStar
{
    /// <summary>The cell of a world position, for the next follower of the same target.</summary>
    internal sealed class LastTarget
    {
        private float _x;
        private float _y;
        private float _z;

        /// <summary>0 before the first target.</summary>
        private int _agentSize;

        internal FloorCell Cell { get; private set; }

        internal bool Is(float x, float y, float z, int agentSize)
            => agentSize == _agentSize && x == _x && y == _y && z == _z;

        internal void Set(float x, float y, float z, int agentSize, FloorCell cell)
        {
            _x = x;
            _y = y;
            _z = z;
            _agentSize = agentSize;
            Cell = cell;
        }
    }
}
