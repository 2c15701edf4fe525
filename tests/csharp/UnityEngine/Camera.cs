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

    public sealed class Camera : Behaviour
    {
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
    }
}
