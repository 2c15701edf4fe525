namespace GridStar
{
    /// <summary>Which cells an object with <see cref="PathGridComponent.ObstacleTag"/> closes.</summary>
    public enum TaggedObstacleArea
    {
        /// <summary>The one cell in which the object's position lies, whatever its size.</summary>
        OwnCell = 0,

        /// <summary>
        /// All cells under the bounds of its Renderer, a box along the world's axes. An object 1.3 cells wide on the
        /// center of a cell closes 9 cells. Without a Renderer: its own cell.
        /// </summary>
        RendererBounds = 1,
    }
}
