using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>The messages for a native library that is missing or does not fit.</summary>
    internal static class MissingLibrary
    {
        private const string Install =
            " The section \"Install\" of GridStar's README says how to get it. Restart the Unity Editor afterwards: it "
            + "looks for a library only once.";

        internal static string NotFound() => "GridStar: the native library " + FileName()
            + " was not found, or a library that it needs is missing. " + Advice() + Install;

        internal static string WrongMachine() => "GridStar: the native library " + FileName()
            + " is built for another processor or operating system. " + Advice() + Install;

        internal static string NotGridStar() => "GridStar: the native library " + FileName()
            + " lacks functions: it is older than these scripts, or not GridStar. "
            + "Use the library and the scripts of one release. " + Advice() + Install;

        internal static string OtherVersion(uint found, uint needed)
            => "GridStar: the native library " + FileName() + " has ABI version " + found
                + ", and these scripts need ABI version " + needed
                + ". Use the library and the scripts of one release. " + Advice() + Install;

        private static bool IsLinkedIn => string.Equals(NativeLibraryName.Value, "__Internal");

        private static string FileName()
        {
            if (IsLinkedIn)
            {
                return "libgridstar.a";
            }
            if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
            {
                return "gridstar.dll";
            }
            return RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "libgridstar.dylib" : "libgridstar.so";
        }

        private static string Advice() => IsLinkedIn
            ? "Put it into the package's Plugins folder or Assets/Plugins and enable it for this platform; "
                + "the build links it into the player."
            : "In Unity, put it into the package's Plugins folder or Assets/Plugins and enable it for this "
                + "platform. Elsewhere, put it beside the program or into a folder that the system searches for "
                + "libraries.";
    }
}
