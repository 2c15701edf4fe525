namespace GridStar
{
    /// <summary>The native library's name for DllImport. No other file states it.</summary>
    internal static class NativeLibraryName
    {
#if !UNITY_EDITOR && (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL)
        /// <summary>The build links the library into these players.</summary>
        internal const string Value = "__Internal";
#else
        /// <summary>The runtime adds the platform's prefix and extension.</summary>
        internal const string Value = "gridstar";
#endif
    }
}
