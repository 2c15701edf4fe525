using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    public class EditorBuildSettingsScene
    {
        public EditorBuildSettingsScene(string path, bool enabled)
        {
            this.path = path;
            this.enabled = enabled;
        }

        public bool enabled { get; set; }

        public string path { get; set; }
    }

    public sealed class EditorBuildSettings
    {
        public static EditorBuildSettingsScene[] scenes { get; set; } = new EditorBuildSettingsScene[0];
    }

    public sealed class EditorUtility
    {
        public static bool DisplayCancelableProgressBar(string title, string info, float progress)
        {
            Standin.ProgressBar.Shown.Add(progress);
            return progress >= Standin.ProgressBar.CancelledAt;
        }

        public static void ClearProgressBar() => Standin.ProgressBar.Cleared++;

        public static void SetDirty(UnityEngine.Object target) => Standin.ProgressBar.Dirty.Add(target);
    }

    public sealed class AssetDatabase
    {
        /// <summary>Writes one asset to the disk, if it waits to be saved.</summary>
        public static void SaveAssetIfDirty(UnityEngine.Object obj)
        {
            if (Standin.ProgressBar.Dirty.RemoveAll(waiting => waiting == obj) > 0)
            {
                Standin.ProjectAssets.Saved.Add(obj);
            }
        }

        /// <summary>Opens a file for editing in version control. False, if that was not possible.</summary>
        public static bool MakeEditable(string path)
        {
            Standin.ProjectAssets.MadeEditable.Add(path);
            return !Standin.ProjectAssets.Locked.Contains(path);
        }

        /// <summary>Empty for what is no asset of the project.</summary>
        public static string GetAssetPath(UnityEngine.Object assetObject)
        {
            foreach (KeyValuePair<string, UnityEngine.Object> asset in Standin.ProjectAssets.ByPath)
            {
                if (asset.Value == assetObject)
                {
                    return asset.Key;
                }
            }
            return "";
        }

        /// <summary>The asset itself, and those that it needs.</summary>
        public static string[] GetDependencies(string pathName, bool recursive)
        {
            List<string> found = new List<string> { pathName };
            if (Standin.ProjectAssets.Needed.TryGetValue(pathName, out string[] needed))
            {
                found.AddRange(needed);
            }
            return found.ToArray();
        }

        public static Type GetMainAssetTypeAtPath(string assetPath)
            => Standin.ProjectAssets.ByPath.TryGetValue(assetPath, out UnityEngine.Object asset)
                ? asset.GetType()
                : null;

        public static T LoadAssetAtPath<T>(string assetPath) where T : UnityEngine.Object
            => Standin.ProjectAssets.ByPath.TryGetValue(assetPath, out UnityEngine.Object asset) ? asset as T : null;

        /// <summary>The stand-in has the project's tags and layers alone.</summary>
        public static UnityEngine.Object[] LoadAllAssetsAtPath(string assetPath)
            => assetPath == "ProjectSettings/TagManager.asset"
                ? new UnityEngine.Object[] { new Standin.TagManager() }
                : new UnityEngine.Object[0];

        public static T GetBuiltinExtraResource<T>(string path) where T : UnityEngine.Object
            => typeof(T) == typeof(Sprite) && path == "UI/Skin/Knob.psd"
                ? (T)(object)Sprite.Create(Texture2D.whiteTexture, new Rect(0f, 0f, 40f, 40f), default(Vector2), 200f)
                : null;
    }
}

namespace UnityEditor.SceneManagement
{
    public enum OpenSceneMode
    {
        Single,
    }

    /// <summary>The stand-in has one stage: its scene.</summary>
    public struct StageHandle
    {
        public T[] FindComponentsOfType<T>() where T : Component
        {
            List<T> found = new List<T>();
            foreach (GameObject root in default(Scene).GetRootGameObjects())
            {
                found.AddRange(root.GetComponentsInChildren<T>(true));
            }
            return found.ToArray();
        }
    }

    public static class StageUtility
    {
        public static StageHandle GetCurrentStageHandle() => default(StageHandle);

        public static void PlaceGameObjectInCurrentStage(GameObject gameObject)
            => Standin.ProgressBar.Placed.Add(gameObject);
    }

    [Serializable]
    public class SceneSetup
    {
        public string path { get; set; }

        public bool isLoaded { get; set; }

        public bool isActive { get; set; }
    }

    public sealed class EditorSceneManager
    {
        public static Scene OpenScene(string scenePath, OpenSceneMode mode)
        {
            Standin.ProgressBar.Opened.Add(scenePath);
            Standin.ProjectAssets.OpenScenes = new[]
            {
                new SceneSetup { path = scenePath, isLoaded = true, isActive = true },
            };
            return default(Scene);
        }

        /// <summary>Asks whether to save scenes with changes. False, if the user cancels.</summary>
        public static bool SaveCurrentModifiedScenesIfUserWantsTo() => !Standin.ProjectAssets.UserCancels;

        public static SceneSetup[] GetSceneManagerSetup() => Standin.ProjectAssets.OpenScenes;

        /// <summary>Opens scenes again: at least one loaded, and one active.</summary>
        public static void RestoreSceneManagerSetup(SceneSetup[] value)
        {
            if (!Array.Exists(value, scene => scene.isLoaded) || !Array.Exists(value, scene => scene.isActive)
                || Array.Exists(value, scene => string.IsNullOrEmpty(scene.path)))
            {
                throw new ArgumentException("Invalid SceneManagerSetup.");
            }
            Standin.ProjectAssets.OpenScenes = value;
        }
    }
}

namespace UnityEditor.Build
{
    public interface IProcessSceneWithReport : IOrderedCallback
    {
        void OnProcessScene(Scene scene, Reporting.BuildReport report);
    }
}

namespace UnityEditor.Standin
{
    /// <summary>The settings of tags and layers, as far as their layers go.</summary>
    public sealed class TagManager : UnityEngine.Object
    {
        public string[] layers = UnityEngine.Standin.Layers.Names;
    }

    /// <summary>The assets of the project, and its open scenes.</summary>
    public static class ProjectAssets
    {
        public static readonly Dictionary<string, UnityEngine.Object> ByPath =
            new Dictionary<string, UnityEngine.Object>();

        /// <summary>By the path of a scene, the assets that it uses.</summary>
        public static readonly Dictionary<string, string[]> Needed = new Dictionary<string, string[]>();

        /// <summary>Files that version control does not let the user change.</summary>
        public static readonly HashSet<string> Locked = new HashSet<string>();

        public static readonly List<string> MadeEditable = new List<string>();
        public static readonly List<UnityEngine.Object> Saved = new List<UnityEngine.Object>();

        /// <summary>The user cancels the question whether to save changed scenes.</summary>
        public static bool UserCancels;

        public static SceneManagement.SceneSetup[] OpenScenes = new SceneManagement.SceneSetup[0];

        public static void Clear()
        {
            ByPath.Clear();
            Needed.Clear();
            Locked.Clear();
            MadeEditable.Clear();
            Saved.Clear();
            UserCancels = false;
            OpenScenes = new SceneManagement.SceneSetup[0];
        }
    }

    /// <summary>Bars that the Editor showed of long work, and the assets that wait to be saved.</summary>
    public static class ProgressBar
    {
        public static readonly List<float> Shown = new List<float>();
        public static readonly List<UnityEngine.Object> Dirty = new List<UnityEngine.Object>();
        public static readonly List<string> Opened = new List<string>();

        /// <summary>Objects that were put into the stage that is open.</summary>
        public static readonly List<GameObject> Placed = new List<GameObject>();

        /// <summary>The user cancels at this progress.</summary>
        public static float CancelledAt = float.PositiveInfinity;

        public static int Cleared;

        public static void Clear()
        {
            Shown.Clear();
            Dirty.Clear();
            Opened.Clear();
            Placed.Clear();
            CancelledAt = float.PositiveInfinity;
            Cleared = 0;
        }

        /// <summary>A build that processes the scene.</summary>
        public static Build.Reporting.BuildReport NewReport() => new Build.Reporting.BuildReport();
    }
}
