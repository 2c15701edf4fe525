namespace GridStar
{
    /// <summary>The plane in which a grid lies.</summary>
    public enum GridPlane
    {
        // GridstarPlane of gridstar.h.

        /// <summary>Columns along the world's x axis, rows along z: the ground of a 3D world.</summary>
        XZ = 0,

        /// <summary>Columns along the world's x axis, rows along y: a 2D world.</summary>
        XY = 1,
    }
}
