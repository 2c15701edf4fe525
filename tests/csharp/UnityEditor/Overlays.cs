using System;

namespace UnityEditor.Overlays
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class OverlayAttribute : Attribute
    {
        public OverlayAttribute(Type editorWindowType, string id, string displayName, bool defaultDisplay = false)
        {
            this.editorWindowType = editorWindowType;
            this.id = id;
            this.displayName = displayName;
            this.defaultDisplay = defaultDisplay;
        }

        public Type editorWindowType { get; set; }

        public string id { get; set; }

        public string displayName { get; set; }

        public bool defaultDisplay { get; set; }
    }

    public abstract class Overlay
    {
        public bool displayed { get; set; }

        /// <summary>The window that shows the overlay. Each window has one of its own.</summary>
        public EditorWindow containerWindow { get; internal set; }

        public virtual void OnCreated()
        {
        }

        public virtual void OnWillBeDestroyed()
        {
        }
    }

    public abstract class IMGUIOverlay : Overlay
    {
        public abstract void OnGUI();
    }
}

namespace UnityEditor.Standin
{
    public static class Docked
    {
        /// <summary>Unity makes an overlay for each window, and says which.</summary>
        public static T In<T>(EditorWindow window, T overlay) where T : Overlays.Overlay
        {
            overlay.containerWindow = window;
            overlay.displayed = true;
            overlay.OnCreated();
            return overlay;
        }
    }
}
