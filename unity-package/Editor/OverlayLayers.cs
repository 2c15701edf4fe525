using System;

namespace GridStar.Editor
{
    /// <summary>Layers of a grid that the overlay of the Scene view shows.</summary>
    [Flags]
    internal enum OverlayLayers
    {
        None = 0,
        Types = 1,
        Penalties = 2,
        Clearance = 4,
        Components = 8,
        Field = 16,
        Paths = 32,
        Crowd = 64,
        Walls = 128,
    }
}
