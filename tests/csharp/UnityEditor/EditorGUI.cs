using System.Collections.Generic;
using UnityEditor.Standin;
using UnityEngine;

namespace UnityEditor
{
    public enum MessageType
    {
        None = 0,
        Info = 1,
        Warning = 2,
        Error = 3,
    }

    public sealed class EditorGUI
    {
        public struct DisabledScope : System.IDisposable
        {
            private readonly bool _wasEnabled;

            public DisabledScope(bool disabled)
            {
                _wasEnabled = GUI.enabled;
                GUI.enabled = GUI.enabled && !disabled;
            }

            public void Dispose() => GUI.enabled = _wasEnabled;
        }

        public static void DrawRect(Rect rect, Color color)
            => DrawnInspector.Rects.Add(new KeyValuePair<Rect, Color>(rect, color));
    }

    public sealed class EditorGUILayout
    {
        public static void HelpBox(string message, MessageType type) => DrawnInspector.Messages.Add(message);

        public static int IntSlider(
            string label, int value, int leftValue, int rightValue, params GUILayoutOption[] options)
        {
            int typed = DelayedIntField(label, value);
            return System.Math.Max(leftValue, System.Math.Min(rightValue, typed));
        }

        public static int DelayedIntField(string label, int value, params GUILayoutOption[] options)
            => DrawnInspector.Typed.TryGetValue(label, out int typed) ? typed : value;
    }

    public sealed class EditorGUIUtility
    {
        public static float currentViewWidth { get { return 400f; } }
    }
}

namespace UnityEditor.Standin
{
    /// <summary>Drawings of inspectors since the last <see cref="Clear"/>, and what the user typed.</summary>
    public static class DrawnInspector
    {
        public static readonly List<KeyValuePair<Rect, Color>> Rects = new List<KeyValuePair<Rect, Color>>();
        public static readonly List<string> Messages = new List<string>();
        public static readonly Dictionary<string, int> Typed = new Dictionary<string, int>();

        public static void Clear()
        {
            Rects.Clear();
            Messages.Clear();
            Typed.Clear();
        }
    }
}
