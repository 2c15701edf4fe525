namespace GridStar
{
    /// <summary>
    /// Says what a build does where a scene has changed since its grid was baked. A grid that can't be compared, for
    /// example because its asset is damaged, ends the build in any case but <see cref="Build"/>.
    /// </summary>
    public enum StaleBake
    {
        /// <summary>
        /// The build fails. It also fails where colliders are missing while Unity processes the scene, such as those of
        /// another scene that is loaded beside it.
        /// </summary>
        Refuse = 0,

        /// <summary>
        /// The grid is baked again before the build, if its scene is in the build settings. Elsewhere it is as with
        /// <see cref="Warn"/>.
        /// </summary>
        Rebake = 1,

        /// <summary>The build takes the grid as it was baked, without a scan.</summary>
        Build = 2,

        /// <summary>The build takes the grid as it was baked, and warns.</summary>
        Warn = 3,
    }
}
