using GridStar.Editor;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Standin;

/// <summary>Builds with and without the native library of their platform.</summary>
public class LibraryBuildCheckTests
{
    private const string Folder = "Packages/com.gridstar.pathfinding/Plugins/";

    [SetUp]
    public void AddPluginsOfOthers()
    {
        Plugins.Clear();
        Plugins.Add("Assets/Plugins/other.dll", BuildTarget.StandaloneWindows64, "x86_64", true);
        Plugins.Add("Assets/Scripts/gridstar.dll", BuildTarget.StandaloneWindows64, "AnyCPU", false);
        PlayerSettings.Android.targetArchitectures = AndroidArchitecture.ARM64;
        ResetSettings();
    }

    [TearDown]
    public void RemovePlugins()
    {
        Plugins.Clear();
        ResetSettings();
    }

    [TestCase(BuildTarget.StandaloneWindows64, "Windows/x86_64/gridstar.dll")]
    [TestCase(BuildTarget.StandaloneLinux64, "Linux/x86_64/libgridstar.so")]
    [TestCase(BuildTarget.StandaloneOSX, "macOS/libgridstar.dylib")]
    [TestCase(BuildTarget.iOS, "iOS/libgridstar.a")]
    [TestCase(BuildTarget.WebGL, "WebGL/libgridstar.a")]
    public void A_build_needs_the_library_of_its_platform(BuildTarget target, string path)
    {
        string message = Refusal(target);
        StringAssert.StartsWith("GridStar: the project has no native library for " + target, message);
        StringAssert.Contains("\"Install\"", message);
        StringAssert.Contains("GRIDSTAR_SKIP_BUILD_CHECK", message);
        AssertIsOneSentence(message);
        Plugins.Add(Folder + path, target, "x86_64", true);
        Build(target);
    }

    [Test]
    public void The_library_of_another_platform_does_not_help()
    {
        Plugins.Add(Folder + "Linux/x86_64/libgridstar.so", BuildTarget.StandaloneLinux64, "x86_64", true);
        Refusal(BuildTarget.StandaloneWindows64);
        Refusal(BuildTarget.PS5);
        Build(BuildTarget.StandaloneLinux64);
    }

    [Test]
    public void A_build_for_Android_needs_a_library_for_each_of_its_processors()
    {
        Plugins.Add(Folder + "Android/arm64-v8a/libgridstar.so", BuildTarget.Android, "ARM64", true);
        Build(BuildTarget.Android);
        PlayerSettings.Android.targetArchitectures = AndroidArchitecture.ARM64 | AndroidArchitecture.ARMv7;
        StringAssert.Contains("Android on ARMv7,", Refusal(BuildTarget.Android));
        Plugins.Add(Folder + "Android/armeabi-v7a/libgridstar.so", BuildTarget.Android, "ARMv7", true);
        Build(BuildTarget.Android);
        // X86_64, of whose name later versions of Unity warn.
        PlayerSettings.Android.targetArchitectures = (AndroidArchitecture)8;
        Refusal(BuildTarget.Android);
        // As the package's own settings spell it.
        Plugins.Add(Folder + "Android/x86_64/libgridstar.so", BuildTarget.Android, "x86_64", true);
        Build(BuildTarget.Android);
    }

    [TestCase(BuildTarget.StandaloneWindows64, "Windows on ARM64 (")]
    [TestCase(BuildTarget.StandaloneLinux64, "Linux on ARM64 (")]
    [TestCase(BuildTarget.StandaloneOSX, "macOS on ARM64,")]
    public void A_desktop_build_needs_a_library_for_its_processor(BuildTarget target, string named)
    {
        Plugins.Add(Folder + "x86_64/gridstar.dll", target, "x86_64", true);
        Build(target);
        SetArchitecture(OSArchitecture.ARM64);
        string message = Refusal(target);
        StringAssert.Contains(named, message);
        AssertIsOneSentence(message);
        Plugins.Add(Folder + "arm64/gridstar.dll", target, "ARM64", true);
        Build(target);
    }

    [Test]
    public void A_build_for_both_processors_needs_both()
    {
        SetArchitecture(OSArchitecture.x64ARM64);
        Plugins.Add(Folder + "macOS/x64/libgridstar.dylib", BuildTarget.StandaloneOSX, "x86_64", true);
        StringAssert.Contains("macOS on ARM64", Refusal(BuildTarget.StandaloneOSX));
        Plugins.Clear();
        Plugins.Add(Folder + "macOS/arm64/libgridstar.dylib", BuildTarget.StandaloneOSX, "ARM64", true);
        StringAssert.Contains("macOS on x86_64", Refusal(BuildTarget.StandaloneOSX));
        Plugins.Clear();
        Plugins.Add(Folder + "macOS/libgridstar.dylib", BuildTarget.StandaloneOSX, "AnyCPU", true);
        Build(BuildTarget.StandaloneOSX);
    }

    [Test]
    public void A_library_for_arm64_alone_does_not_serve_x86_64()
    {
        Plugins.Add(Folder + "Linux/arm64/libgridstar.so", BuildTarget.StandaloneLinux64, "ARM64", true);
        StringAssert.Contains("Linux on x86_64,", Refusal(BuildTarget.StandaloneLinux64));
    }

    private static void AssertIsOneSentence(string message)
        => Assert.That(message.IndexOf(". "), Is.EqualTo(-1), message);

    private static void ResetSettings() => SetArchitecture(OSArchitecture.x64);

    private static void SetArchitecture(OSArchitecture architecture)
    {
        UnityEditor.WindowsStandalone.UserBuildSettings.architecture = architecture;
        UnityEditor.OSXStandalone.UserBuildSettings.architecture = architecture;
        UnityEditor.LinuxStandalone.UserBuildSettings.architecture = architecture;
    }

    private static string Refusal(BuildTarget target)
        => Assert.Throws<BuildFailedException>(() => Build(target)).Message;

    private static void Build(BuildTarget target) => Plugins.Build(target, typeof(PathGridComponentEditor).Assembly);
}
