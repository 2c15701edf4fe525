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
