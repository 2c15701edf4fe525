namespace GridStar
{
    /// <summary>Which cells an object with <see cref="PathGridComponent.ObstacleTag"/> blocks.</summary>
    public enum TaggedObstacleArea
    {
        /// <summary>The cell of the object's position, whatever its size.</summary>
        OwnCell = 0,

        /// <summary>
        /// All cells under the bounds of its Renderer, a box along the world's axes. An object 1.3 cells wide on the
        /// center of a cell blocks 9 cells. Without a Renderer, the cell of its position.
        /// </summary>
        RendererBounds = 1,
    }
}
