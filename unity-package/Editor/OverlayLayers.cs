using System;

namespace GridStar.Editor
{
    /// <summary>What the overlay of the Scene view shows of a grid.</summary>
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
    }
}
