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
        public static void SaveAssets() => Standin.ProgressBar.Dirty.Clear();

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

    public sealed class EditorSceneManager
    {
        public static Scene OpenScene(string scenePath, OpenSceneMode mode)
        {
            Standin.ProgressBar.Opened.Add(scenePath);
            return default(Scene);
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

    /// <summary>What the Editor showed of long work, and the assets that wait to be saved.</summary>
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
