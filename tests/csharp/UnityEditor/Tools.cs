using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>The stand-in keeps copies of an object's fields, and of what its serializable fields hold.</summary>
    public class Undo
    {
        public delegate void UndoRedoCallback();

        public static UndoRedoCallback undoRedoPerformed;

        public static void RegisterCompleteObjectUndo(UnityEngine.Object objectToUndo, string name)
            => Standin.SceneTools.Records.Push(new Standin.ObjectRecord(objectToUndo, name));
    }

    public sealed class PrefabUtility
    {
        public static void RecordPrefabInstancePropertyModifications(UnityEngine.Object targetObject)
            => Standin.SceneTools.Recorded.Add(targetObject);
    }
}

namespace UnityEditor.EditorTools
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class EditorToolAttribute : Attribute
    {
        public EditorToolAttribute(string displayName, Type componentToolTarget = null)
        {
            this.displayName = displayName;
            targetType = componentToolTarget;
        }

        public string displayName { get; set; }

        public Type targetType { get; set; }
    }

    public abstract class EditorTool : ScriptableObject
    {
        private UnityEngine.Object _target;

        public UnityEngine.Object target => _target;

        public virtual void OnToolGUI(EditorWindow window)
        {
        }

        public virtual void OnWillBeDeactivated()
        {
        }

        /// <summary>Unity sets the target by itself.</summary>
        public static void SetTarget(EditorTool tool, UnityEngine.Object target) => tool._target = target;
    }
}

namespace UnityEditor.Standin
{
    /// <summary>What tools of the Scene view drew and recorded.</summary>
    public static class SceneTools
    {
        public static readonly List<Vector3[]> Lines = new List<Vector3[]>();
        public static readonly List<UnityEngine.Object> Recorded = new List<UnityEngine.Object>();
        internal static readonly Stack<ObjectRecord> Records = new Stack<ObjectRecord>();

        public static int UndoCount => Records.Count;

        public static void Clear()
        {
            Lines.Clear();
            Recorded.Clear();
            Records.Clear();
        }

        /// <summary>Edit > Undo.</summary>
        public static void PerformUndo()
        {
            Records.Pop().Restore();
            Undo.undoRedoPerformed?.Invoke();
        }
    }

    /// <summary>The public fields of an object; lists within serializable fields are copied.</summary>
    internal sealed class ObjectRecord
    {
        private readonly UnityEngine.Object _object;
        private readonly Dictionary<FieldInfo, object> _values = new Dictionary<FieldInfo, object>();

        internal ObjectRecord(UnityEngine.Object recorded, string name)
        {
            _object = recorded;
            Name = name;
            foreach (FieldInfo field in recorded.GetType().GetFields())
            {
                _values.Add(field, Copy(field.GetValue(recorded)));
            }
        }

        internal string Name { get; }

        internal void Restore()
        {
            foreach (KeyValuePair<FieldInfo, object> pair in _values)
            {
                pair.Key.SetValue(_object, pair.Value);
            }
        }

        private static object Copy(object value)
        {
            Type type = value == null ? null : value.GetType();
            if (value is System.Collections.IList list && type.IsGenericType)
            {
                System.Collections.IList copy = (System.Collections.IList)Activator.CreateInstance(type);
                foreach (object item in list)
                {
                    copy.Add(item);
                }
                return copy;
            }
            if (type == null || !type.IsClass || !type.IsSerializable || type == typeof(string))
            {
                return value;
            }
            object same = Activator.CreateInstance(type);
            const BindingFlags Every = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            foreach (FieldInfo field in type.GetFields(Every))
            {
                field.SetValue(same, Copy(field.GetValue(value)));
            }
            return same;
        }
    }
}
