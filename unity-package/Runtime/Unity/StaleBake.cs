namespace GridStar
{
    /// <summary>What a build does where a scene has changed since its grid was baked.</summary>
    public enum StaleBake
    {
        /// <summary>The build fails.</summary>
        Refuse = 0,

        /// <summary>The grid is baked again.</summary>
        Rebake = 1,

        /// <summary>The build takes the grid as it was baked, without a scan.</summary>
        Build = 2,
    }
}
