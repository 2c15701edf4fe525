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

        public MenuItem(string itemName)
        {
            menuItem = itemName;
        }
    }

    public class EditorWindow : ScriptableObject
    {
    }

    public class SceneView : EditorWindow
    {
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

        internal SerializedProperty(UnityEngine.Object target, FieldInfo field)
        {
            _target = target;
            _field = field;
        }

        public string stringValue
        {
            get => (string)_field.GetValue(_target);
            set => _field.SetValue(_target, value);
        }
    }
}
