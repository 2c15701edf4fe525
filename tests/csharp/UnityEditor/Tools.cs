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
            => Standin.SceneTools.Records.Push(new Standin.ObjectRecord(objectToUndo).Restore);

        /// <summary>Unity makes one step of all records of one event; the stand-in makes one of each.</summary>
        public static void RecordObject(UnityEngine.Object objectToUndo, string name)
            => RegisterCompleteObjectUndo(objectToUndo, name);

        public static void RegisterCreatedObjectUndo(UnityEngine.Object objectToUndo, string name)
            => Standin.SceneTools.Records.Push(() => UnityEngine.Object.DestroyImmediate(objectToUndo));

        public static T AddComponent<T>(GameObject gameObject) where T : Component
        {
            T added = gameObject.AddComponent<T>();
            RegisterCreatedObjectUndo(added, "Add Component");
            return added;
        }
    }

    public sealed class Selection
    {
        private static GameObject[] s_objects = new GameObject[0];

        public static GameObject[] gameObjects { get { return s_objects; } }

        public static GameObject activeGameObject
        {
            get { return s_objects.Length == 0 ? null : s_objects[0]; }
            set { s_objects = value == null ? new GameObject[0] : new[] { value }; }
        }

        public static UnityEngine.Object activeObject
        {
            get { return activeGameObject; }
            set
            {
                Component component = value as Component;
                activeGameObject = component == null ? value as GameObject : component.gameObject;
            }
        }

        public static UnityEngine.Object[] objects
        {
            get { return s_objects; }
            set { s_objects = Array.ConvertAll(value, one => (GameObject)one); }
        }
    }

    public sealed class GameObjectUtility
    {
        public static void SetParentAndAlign(GameObject child, GameObject parent)
        {
            if (parent != null)
            {
                child.transform.SetParent(parent.transform);
                child.transform.position = parent.transform.position;
                child.layer = parent.layer;
            }
        }

        public static void EnsureUniqueNameForSibling(GameObject self)
        {
            string plain = self.name;
            for (int i = 1; UnityEngine.Standin.Scene.Named(self.name).Count > 1; i++)
            {
                self.name = plain + " (" + i + ")";
            }
        }
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
    /// <summary>Drawings and records of tools of the Scene view.</summary>
    public static class SceneTools
    {
        public static readonly List<Vector3[]> Lines = new List<Vector3[]>();
        public static readonly List<UnityEngine.Object> Recorded = new List<UnityEngine.Object>();
        internal static readonly Stack<Action> Records = new Stack<Action>();

        public static int UndoCount => Records.Count;

        /// <summary>Value as a scene has it after it was saved and loaded.</summary>
        public static T SavedAndLoaded<T>(T value) => (T)ObjectRecord.Copy(value);

        public static void Clear()
        {
            Lines.Clear();
            Recorded.Clear();
            Records.Clear();
        }

        /// <summary>Edit > Undo.</summary>
        public static void PerformUndo()
        {
            Records.Pop()();
            Undo.undoRedoPerformed?.Invoke();
        }
    }

    /// <summary>The public fields of an object, copied by way of what Unity would write of them.</summary>
    internal sealed class ObjectRecord
    {
        private readonly UnityEngine.Object _object;
        private readonly Dictionary<FieldInfo, object> _values = new Dictionary<FieldInfo, object>();

        /// <summary>Handle of an object of the scene.</summary>
        private readonly int _layer;

        internal ObjectRecord(UnityEngine.Object recorded)
        {
            _object = recorded;
            GameObject gameObject = recorded as GameObject;
            _layer = gameObject == null ? 0 : gameObject.layer;
            foreach (FieldInfo field in recorded.GetType().GetFields())
            {
                _values.Add(field, Copy(field.GetValue(recorded)));
            }
        }

        internal void Restore()
        {
            GameObject gameObject = _object as GameObject;
            if (gameObject != null)
            {
                gameObject.layer = _layer;
            }
            foreach (KeyValuePair<FieldInfo, object> pair in _values)
            {
                pair.Key.SetValue(_object, pair.Value);
            }
        }

        internal static object Copy(object value)
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
            ISerializationCallbackReceiver before = value as ISerializationCallbackReceiver;
            before?.OnBeforeSerialize();
            const BindingFlags Every = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            foreach (FieldInfo field in type.GetFields(Every))
            {
                bool isWritten = field.IsPublic || field.IsDefined(typeof(SerializeField), false);
                if (isWritten && !field.IsNotSerialized && !field.IsInitOnly)
                {
                    field.SetValue(same, Copy(field.GetValue(value)));
                }
            }
            (same as ISerializationCallbackReceiver)?.OnAfterDeserialize();
            return same;
        }
    }
}
