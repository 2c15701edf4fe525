using UnityEngine.Standin;

namespace UnityEngine
{
    public enum CameraClearFlags
    {
        Skybox = 1,
        SolidColor = 2,
        Depth = 3,
        Nothing = 4,
    }

    public enum CameraType
    {
        Game = 1,
        SceneView = 2,
    }

    public sealed class Camera : Behaviour
    {
        /// <summary>The one that draws now: tests set it by <see cref="Screens.Current"/>.</summary>
        public static Camera current { get { return Screens.Current; } }

        /// <summary>The one with the tag MainCamera, or null.</summary>
        public static Camera main
        {
            get
            {
                MainThread.Require("get_main");
                GameObject found = Scene.Objects.Find(other => other.tag == "MainCamera" && other.GetComponent<Camera>() != null);
                return found == null ? null : found.GetComponent<Camera>();
            }
        }

        public bool orthographic { get; set; }

        public float orthographicSize { get; set; }

        /// <summary>Width by height of what it sees.</summary>
        public float aspect { get; set; } = 16f / 9f;

        public CameraClearFlags clearFlags { get; set; }

        public Color backgroundColor { get; set; }

        public CameraType cameraType { get; set; }

        /// <summary>The stand-in's cameras look along z at the XY plane, and the screen's lower left corner shows the world's origin.</summary>
        public Vector3 WorldToScreenPoint(Vector3 position)
        {
            MainThread.Require("WorldToScreenPoint");
            return new Vector3(position.x * Screens.PixelsPerUnit, position.y * Screens.PixelsPerUnit, 10f);
        }
    }

    public sealed class Screen
    {
        public static int height { get { return Screens.Height; } }
    }
}

namespace UnityEngine.Standin
{
    /// <summary>The screen, and what cameras show of the world on it; tests set it.</summary>
    public static class Screens
    {
        public static Camera Current { get; set; }

        public static float PixelsPerUnit { get; set; }

        public static int Height { get; set; }
    }
}
