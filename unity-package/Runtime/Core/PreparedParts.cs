using System;

namespace GridStar
{
    /// <summary>What a grid has derived from its cells for its own diagonal rule and costs. A later version may add parts.</summary>
    [Flags]
    public enum PreparedParts
    {
        /// <summary>Nothing yet: the first search will derive what it needs.</summary>
        None = 0,

        /// <summary>Jump points, which edits keep current.</summary>
        JumpPoints = 1,

        /// <summary>Connected components, with nothing left to relabel: a goal out of reach needs no search.</summary>
        Components = 2,

        /// <summary>Landmarks, and edits have left them usable.</summary>
        Landmarks = 4,
    }
}
