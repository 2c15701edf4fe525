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
    }

    [TearDown]
    public void RemovePlugins()
    {
        Plugins.Clear();
    }

    [TestCase(BuildTarget.StandaloneWindows64, "Windows/x86_64/gridstar.dll")]
    [TestCase(BuildTarget.StandaloneLinux64, "Linux/x86_64/libgridstar.so")]
    [TestCase(BuildTarget.StandaloneOSX, "macOS/libgridstar.dylib")]
    [TestCase(BuildTarget.iOS, "iOS/libgridstar.a")]
    [TestCase(BuildTarget.WebGL, "WebGL/libgridstar.a")]
    public void A_build_needs_the_library_of_its_platform(BuildTarget target, string path)
    {
        string message = Refusal(target);
        Assert.That(message, Is.StringStarting("GridStar: the project has no native library for " + target));
        Assert.That(message, Is.StringContaining("\"Install\"").And.StringContaining("GRIDSTAR_SKIP_BUILD_CHECK"));
        Assert.That(message.IndexOf(". "), Is.EqualTo(-1), "one sentence");
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
        Assert.That(Refusal(BuildTarget.Android), Is.StringContaining("Android on ARMv7,"));
        Plugins.Add(Folder + "Android/armeabi-v7a/libgridstar.so", BuildTarget.Android, "ARMv7", true);
        Build(BuildTarget.Android);
        PlayerSettings.Android.targetArchitectures = AndroidArchitecture.X86_64;
        Refusal(BuildTarget.Android);
        // As the package's own settings spell it.
        Plugins.Add(Folder + "Android/x86_64/libgridstar.so", BuildTarget.Android, "x86_64", true);
        Build(BuildTarget.Android);
    }

    private static string Refusal(BuildTarget target)
    {
        return Assert.Throws<BuildFailedException>(() => Build(target)).Message;
    }

    private static void Build(BuildTarget target)
    {
        Plugins.Build(target, typeof(PathGridComponentEditor).Assembly);
    }
}
