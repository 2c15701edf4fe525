using System;

namespace GridStar
{
    /// <summary>
    /// The parts that a grid has derived from its cells for its own diagonal rule and costs. A later version may add
    /// parts.
    /// </summary>
    [Flags]
    public enum PreparedParts
    {
        /// <summary>Nothing yet. A search derives what it needs.</summary>
        None = 0,

        /// <summary>Jump points, which edits keep current.</summary>
        JumpPoints = NativeConstants.PreparedJumpPoints,

        /// <summary>Connected components, all up to date: an unreachable goal needs no search.</summary>
        Components = NativeConstants.PreparedComponents,

        /// <summary>Landmarks that edits have left usable.</summary>
        Landmarks = NativeConstants.PreparedLandmarks,
    }
}
