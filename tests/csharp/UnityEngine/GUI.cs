using System.Collections.Generic;
using UnityEngine.Standin;

namespace UnityEngine
{
    public enum EventType
    {
        MouseDown = 0,
        MouseUp = 1,
        MouseMove = 2,
        MouseDrag = 3,
        Repaint = 7,
        Layout = 8,
        Used = 12,
    }

    public sealed class Event
    {
        public static Event current { get { return DrawnGui.Current; } }

        public EventType type { get; set; }

        public Vector2 mousePosition { get; set; }

        public int button { get; set; }

        public bool alt { get; set; }

        public bool shift { get; set; }

        public void Use() => type = EventType.Used;
    }

    public enum TextAnchor
    {
        UpperLeft = 0,
        UpperCenter = 1,
        UpperRight = 2,
        MiddleLeft = 3,
        MiddleCenter = 4,
    }

    public enum TextClipping
    {
        Overflow = 0,
        Clip = 1,
    }

    public sealed class GUIStyleState
    {
        public Color textColor { get; set; }
    }

    public sealed class GUIStyle
    {
        private readonly GUIStyleState _normal = new GUIStyleState();

        public GUIStyle()
        {
        }

        public GUIStyle(GUIStyle other)
        {
            fontSize = other.fontSize;
            alignment = other.alignment;
            _normal.textColor = other._normal.textColor;
        }

        public int fontSize { get; set; }

        public TextAnchor alignment { get; set; }

        public bool wordWrap { get; set; }

        public TextClipping clipping { get; set; }

        public GUIStyleState normal { get { return _normal; } }
    }

    public sealed class GUISkin : ScriptableObject
    {
        private readonly GUIStyle _label = new GUIStyle();

        public GUIStyle label { get { return _label; } }
    }

    public class GUIContent
    {
        public GUIContent(string text, string tooltip)
        {
            this.text = text;
            this.tooltip = tooltip;
        }

        public string text { get; set; }

        public string tooltip { get; set; }
    }

    public sealed class GUILayoutOption
    {
        private GUILayoutOption()
        {
        }
    }

    public class GUILayout
    {
        public static void BeginHorizontal(params GUILayoutOption[] options)
        {
        }

        public static void EndHorizontal()
        {
        }

        public static Vector2 BeginScrollView(Vector2 scrollPosition, params GUILayoutOption[] options)
            => scrollPosition;

        public static void EndScrollView()
        {
        }

        public static GUILayoutOption Width(float width) => null;

        public static void BeginArea(Rect screenRect)
        {
        }

        public static void EndArea()
        {
        }

        public static bool Button(string text, params GUILayoutOption[] options)
            => GUI.enabled && DrawnGui.IsPressed(text);

        public static void Label(string text, params GUILayoutOption[] options)
            => DrawnGui.Add(new DrawnText(new Rect(0f, 0f, 0f, 0f), text, 0, Color.white));

        public static bool Toggle(bool value, GUIContent content, params GUILayoutOption[] options)
            => GUI.enabled && DrawnGui.IsPressed(content.text) ? !value : value;

        public static int Toolbar(int selected, string[] texts, params GUILayoutOption[] options)
        {
            int pressed = System.Array.FindIndex(texts, DrawnGui.IsPressed);
            return pressed < 0 ? selected : pressed;
        }
    }

    public class GUILayoutUtility
    {
        /// <summary>The stand-in puts everything at the upper left corner.</summary>
        public static Rect GetRect(float width, float height) => new Rect(0f, 0f, width, height);
    }

    public class GUI
    {
        private static readonly GUISkin Skin = new GUISkin();

        static GUI()
        {
            enabled = true;
        }

        /// <summary>The stand-in's layout buttons obey it.</summary>
        public static bool enabled { get; set; }

        public static Color backgroundColor { get; set; }

        public static GUISkin skin
        {
            get
            {
                DrawnGui.RequireOnGui("skin");
                return Skin;
            }
        }

        public static void Label(Rect position, string text, GUIStyle style)
            => DrawnGui.Add(new DrawnText(position, text, style.fontSize, style.normal.textColor));

        public static void Box(Rect position, string text)
            => DrawnGui.Add(new DrawnText(position, text, 0, Color.white));

        public static bool Button(Rect position, string text)
        {
            DrawnGui.Add(new DrawnText(position, text, 0, Color.white));
            return DrawnGui.IsPressed(text);
        }

        public static float HorizontalSlider(Rect position, float value, float leftValue, float rightValue)
        {
            DrawnGui.RequireOnGui("HorizontalSlider");
            return value;
        }
    }
}

namespace UnityEngine.Standin
{
    public struct DrawnText
    {
        public readonly Rect Place;
        public readonly string Text;
        public readonly int FontSize;
        public readonly Color Color;

        internal DrawnText(Rect place, string text, int fontSize, Color color)
        {
            Place = place;
            Text = text;
            FontSize = fontSize;
            Color = color;
        }
    }

    /// <summary>Drawings of the last event, and the button that the user presses at the next one.</summary>
    public static class DrawnGui
    {
        private static readonly List<DrawnText> Drawn = new List<DrawnText>();
        private static readonly Event Now = new Event();
        private static bool _isOnGui;

        public static IList<DrawnText> Texts { get { return Drawn; } }

        /// <summary>The text on the pressed button; null for none.</summary>
        public static string Pressed { get; set; }

        internal static Event Current { get { return _isOnGui ? Now : null; } }

        /// <summary>Begins an event, with nothing drawn yet.</summary>
        public static void Begin(EventType type)
        {
            _isOnGui = true;
            Now.type = type;
            Drawn.Clear();
        }

        /// <summary>The keys that the user holds at the next event.</summary>
        public static void Hold(bool shift, bool alt)
        {
            Now.shift = shift;
            Now.alt = alt;
        }

        /// <summary>Moves the user's mouse for the next event.</summary>
        public static void MoveMouse(Vector2 position) => Now.mousePosition = position;

        public static void AddHandle(Rect place, string text, GUIStyle style)
            => Drawn.Add(new DrawnText(place, text, style.fontSize, style.normal.textColor));

        internal static void Add(DrawnText text)
        {
            RequireOnGui("drawing");
            if (Now.type == EventType.Repaint)
            {
                Drawn.Add(text);
            }
        }

        internal static bool IsPressed(string text)
        {
            bool isPressed = text == Pressed;
            Pressed = isPressed ? null : Pressed;
            return isPressed;
        }

        internal static void RequireOnGui(string call)
        {
            if (!_isOnGui)
            {
                throw new UnityException("You can only call GUI functions from inside OnGUI: " + call + ".");
            }
        }
    }
}
