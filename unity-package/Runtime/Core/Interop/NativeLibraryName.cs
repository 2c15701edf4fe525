namespace GridStar
{
    /// <summary>Where the native functions are: the one place that names the library.</summary>
    internal static class NativeLibraryName
    {
#if !UNITY_EDITOR && (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL)
        /// <summary>These players have the library linked into themselves.</summary>
        internal const string Value = "__Internal";
#else
        /// <summary>The runtime adds the platform's prefix and extension.</summary>
        internal const string Value = "gridstar";
#endif
    }
}
