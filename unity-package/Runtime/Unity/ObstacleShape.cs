namespace GridStar
{
    /// <summary>
    /// The shape that a <see cref="PathGridComponent"/> tests against colliders at the center of each cell.
    /// </summary>
    public enum ObstacleShape
    {
        /// <summary>A sphere, against 3D colliders.</summary>
        Sphere = 0,

        /// <summary>A cube along the world's axes, against 3D colliders.</summary>
        Box = 1,

        /// <summary>A square, against 2D colliders, on grids of the XY plane.</summary>
        Box2D = 2,

        /// <summary>
        /// A cube along the world's axes, against 3D colliders; in the XY plane also a square, against 2D colliders.
        /// </summary>
        Auto = 3,
    }
}
