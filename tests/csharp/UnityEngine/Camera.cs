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
        /// <summary>The camera that draws now. Tests set it by <see cref="Screens.Current"/>.</summary>
        public static Camera current { get { return Screens.Current; } }

        /// <summary>The camera with the tag MainCamera, or null.</summary>
        public static Camera main
        {
            get
            {
                MainThread.Require("get_main");
                GameObject found = Scene.Objects.Find(
                    other => other.tag == "MainCamera" && other.GetComponent<Camera>() != null);
                return found == null ? null : found.GetComponent<Camera>();
            }
        }

        public bool orthographic { get; set; }

        public float orthographicSize { get; set; }

        /// <summary>Width divided by height of the view.</summary>
        public float aspect { get; set; } = 16f / 9f;

        public CameraClearFlags clearFlags { get; set; }

        public Color backgroundColor { get; set; }

        public CameraType cameraType { get; set; }

        /// <summary>
        /// Cameras of the stand-in look along z at the XY plane. The screen's lower left corner shows the world's
        /// origin.
        /// </summary>
        public Vector3 ScreenToWorldPoint(Vector3 position)
        {
            MainThread.Require("ScreenToWorldPoint");
            return new Vector3(position.x / Screens.PixelsPerUnit, position.y / Screens.PixelsPerUnit, 0f);
        }

        /// <summary>
        /// The ray through a pixel: along z, from 10 before the XY plane. A camera that is turned down by 90 degrees
        /// looks along -y at the XZ plane.
        /// </summary>
        public Ray ScreenPointToRay(Vector3 pos)
        {
            MainThread.Require("ScreenPointToRay");
            float x = pos.x / Screens.PixelsPerUnit;
            float y = pos.y / Screens.PixelsPerUnit;
            return transform.eulerAngles.x == 90f
                ? new Ray(new Vector3(x, 10f, y), new Vector3(0f, -1f, 0f))
                : new Ray(new Vector3(x, y, -10f), Vector3.forward);
        }

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
    /// <summary>The screen, and what cameras show on it. Tests set both.</summary>
    public static class Screens
    {
        public static Camera Current { get; set; }

        public static float PixelsPerUnit { get; set; }

        public static int Height { get; set; }
    }
}
