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
        JumpPoints = 1,

        /// <summary>Connected components, all up to date: an unreachable goal needs no search.</summary>
        Components = 2,

        /// <summary>Landmarks that edits have left usable.</summary>
        Landmarks = 4,
    }
}
