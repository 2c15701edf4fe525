using System;
using System.Reflection;
using UnityEngine;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Class)]
    public class CustomEditor : Attribute
    {
        public CustomEditor(Type inspectedType)
        {
        }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public class CanEditMultipleObjects : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        public string menuItem;
        public bool validate;
        public int priority;

        public MenuItem(string itemName) : this(itemName, false)
        {
        }

        public MenuItem(string itemName, bool isValidateFunction) : this(itemName, isValidateFunction, 1000)
        {
        }

        public MenuItem(string itemName, bool isValidateFunction, int priority)
        {
            menuItem = itemName;
            validate = isValidateFunction;
            this.priority = priority;
        }
    }

    public sealed class MenuCommand
    {
        public UnityEngine.Object context;

        public MenuCommand(UnityEngine.Object inContext)
        {
            context = inContext;
        }
    }

    public sealed class EditorApplication
    {
        public delegate void CallbackFunction();

        public static CallbackFunction delayCall;

        /// <summary>The stand-in enters play mode at once.</summary>
        public static bool isPlayingOrWillChangePlaymode { get { return Application.isPlaying; } }
    }

    /// <summary>Values that last until the Editor closes: reloads of scripts and play mode leave them.</summary>
    public static class SessionState
    {
        internal static readonly System.Collections.Generic.Dictionary<string, int> Ints =
            new System.Collections.Generic.Dictionary<string, int>();

        public static int GetInt(string key, int defaultValue)
            => Ints.TryGetValue(key, out int value) ? value : defaultValue;

        public static void SetInt(string key, int value) => Ints[key] = value;
    }

    public class EditorWindow : ScriptableObject
    {
        /// <summary>The stand-in has one window of each type.</summary>
        public static T GetWindow<T>(string title) where T : EditorWindow => Standin.Windows.Get<T>();

        public void Repaint()
        {
        }
    }

    public class SceneView : EditorWindow
    {
        public static event Action<SceneView> duringSceneGui;

        public static SceneView lastActiveSceneView { get; set; }

        /// <summary>Draws the view, or tells it of the mouse.</summary>
        internal static void Raise(SceneView view, EventType type)
        {
            UnityEngine.Standin.DrawnGui.Begin(type);
            Action<SceneView> during = duringSceneGui;
            if (during != null)
            {
                during(view);
            }
        }

        public Vector3 pivot { get; set; }

        public static void RepaintAll()
        {

        }
    }

    public class Editor : ScriptableObject
    {
        private SerializedObject _serializedObject;

        public UnityEngine.Object target { get; set; }

        /// <summary>The stand-in inspects one object at a time.</summary>
        public UnityEngine.Object[] targets { get { return new[] { target }; } }

        public SerializedObject serializedObject
        {
            get
            {
                _serializedObject = _serializedObject ?? new SerializedObject(target);
                return _serializedObject;
            }
        }

        public virtual void OnInspectorGUI()
        {
        }

        public virtual bool RequiresConstantRepaint() => false;

        public bool DrawDefaultInspector() => false;
    }

    /// <summary>The stand-in reads and writes fields at once, without undo, so there is nothing to apply.</summary>
    public class SerializedObject
    {
        private readonly UnityEngine.Object _target;

        public SerializedObject(UnityEngine.Object obj)
        {
            _target = obj;
        }

        public void Update()
        {
        }

        public bool ApplyModifiedProperties() => true;

        public SerializedProperty FindProperty(string propertyPath)
            => new SerializedProperty(_target, _target.GetType().GetField(propertyPath));
    }

    public class SerializedProperty
    {
        private readonly UnityEngine.Object _target;
        private readonly FieldInfo _field;

        /// <summary>Index of an element of an array of texts; else -1.</summary>
        private readonly int _index;

        internal SerializedProperty(UnityEngine.Object target, FieldInfo field, int index = -1)
        {
            _target = target;
            _field = field;
            _index = index;
        }

        public int arraySize { get { return Texts.Length; } }

        public string stringValue
        {
            get => _index < 0 ? (string)_field.GetValue(_target) : Texts[_index];
            set
            {
                if (_index < 0)
                {
                    _field.SetValue(_target, value);
                    return;
                }
                Texts[_index] = value;
            }
        }

        private string[] Texts { get { return (string[])_field.GetValue(_target); } }

        public SerializedProperty GetArrayElementAtIndex(int index) => new SerializedProperty(_target, _field, index);
    }
}

namespace UnityEditor.Standin
{
    /// <summary>The Editor's session.</summary>
    public static class Session
    {
        /// <summary>Closes the Editor, and opens it again.</summary>
        public static void Restart() => SessionState.Ints.Clear();
    }

    /// <summary>The open windows.</summary>
    public static class Windows
    {
        private static readonly System.Collections.Generic.List<EditorWindow> Open =
            new System.Collections.Generic.List<EditorWindow>();

        public static T Get<T>() where T : EditorWindow
        {
            T found = (T)Open.Find(window => window is T);
            if (found == null)
            {
                found = (T)Activator.CreateInstance(typeof(T), true);
                Open.Add(found);
                Send(found, "OnEnable");
            }
            return found;
        }

        /// <summary>Draws a window once.</summary>
        public static void Draw(EditorWindow window)
        {
            UnityEngine.Standin.DrawnGui.Begin(EventType.Layout);
            Send(window, "OnGUI");
        }

        public static void Draw(SceneView view, EventType type) => SceneView.Raise(view, type);

        public static void CloseAll()
        {
            Open.ForEach(window => Send(window, "OnDisable"));
            Open.Clear();
        }

        private static void Send(EditorWindow window, string message)
        {
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            MethodInfo method = window.GetType().GetMethod(message, Own);
            if (method != null)
            {
                ((Action)Delegate.CreateDelegate(typeof(Action), window, method))();
            }
        }
    }
}
