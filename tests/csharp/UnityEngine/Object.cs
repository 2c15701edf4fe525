using System;
using System.Collections.Generic;
using UnityEngine.Standin;

namespace UnityEngine
{
    /// <summary>
    /// A destroyed object equals null, as in Unity, and members that Unity keeps in native memory throw then. Fields
    /// of scripts stay.
    /// </summary>
    public class Object
    {
        private string _name;

        /// <summary>A component has the name of its object.</summary>
        public string name
        {
            get
            {
                RequireAlive();
                Component component = this as Component;
                return component == null || component.gameObject == null ? _name : component.gameObject.name;
            }

            set
            {
                RequireAlive();
                _name = value;
            }
        }

        internal bool IsDestroyed { get; set; }

        public static bool operator ==(Object x, Object y) => AreSame(x, y);

        public static bool operator !=(Object x, Object y) => !AreSame(x, y);

        public static implicit operator bool(Object exists) => !AreSame(exists, null);

        public override bool Equals(object other)
        {
            Object otherObject = other as Object;
            bool isForeign = ReferenceEquals(otherObject, null) && other != null;
            return !isForeign && AreSame(this, otherObject);
        }

        public override int GetHashCode() => System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(this);

        /// <summary>Destroys at the end of the frame; between frames, at once.</summary>
        public static void Destroy(Object obj)
        {
            if (obj == null)
            {
                return;
            }
            if (Frames.IsRunning)
            {
                Frames.ToDestroy.Add(obj);
            }
            else
            {
                DestroyNow(obj);
            }
        }

        public static void DestroyImmediate(Object obj)
        {
            if (obj != null)
            {
                DestroyNow(obj);
            }
        }

        public HideFlags hideFlags { get; set; }

        public static void DontDestroyOnLoad(Object target)
        {
        }

        /// <summary>The stand-in copies objects alone, without components.</summary>
        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation) where T : Object
        {
            GameObject prefab = (GameObject)(object)original;
            GameObject copy = new GameObject(prefab.name + "(Clone)") { tag = prefab.tag, layer = prefab.layer };
            copy.transform.position = position;
            copy.transform.rotation = rotation;
            return (T)(object)copy;
        }

        internal static void DestroyNow(Object obj)
        {
            if (obj == null)
            {
                return;
            }
            GameObject gameObject = obj as GameObject;
            Component component = obj as Component;
            if (gameObject != null)
            {
                gameObject.Leave();
            }
            else if (component != null && !(component is Transform))
            {
                component.gameObject.Remove(component);
            }
            else if (component == null)
            {
                obj.IsDestroyed = true;
            }
        }

        internal void RequireAlive()
        {
            if (IsDestroyed)
            {
                throw new MissingReferenceException(
                    "The object of type '" + GetType().Name + "' has been destroyed but you are still trying to "
                        + "access it.");
            }
        }

        private static bool AreSame(Object x, Object y)
        {
            bool isNoX = ReferenceEquals(x, null) || x.IsDestroyed;
            bool isNoY = ReferenceEquals(y, null) || y.IsDestroyed;
            return isNoX || isNoY ? isNoX && isNoY : ReferenceEquals(x, y);
        }
    }

    public class MissingReferenceException : SystemException
    {
        public MissingReferenceException(string message) : base(message)
        {
        }
    }

    [Flags]
    public enum HideFlags
    {
        None = 0,
        HideInHierarchy = 1,
        HideInInspector = 2,
        DontSaveInEditor = 4,
        NotEditable = 8,
        DontSaveInBuild = 16,
        DontUnloadUnusedAsset = 32,
        DontSave = 52,
        HideAndDontSave = 61,
    }

    public class Component : Object
    {
        private GameObject _gameObject;

        public GameObject gameObject
        {
            get
            {
                RequireAlive();
                return _gameObject;
            }

            internal set => _gameObject = value;
        }

        public Transform transform { get { return gameObject.transform; } }

        public T GetComponent<T>() => gameObject.GetComponent<T>();
    }

    public class Behaviour : Component
    {
        private bool _enabled = true;

        public bool enabled
        {
            get
            {
                RequireAlive();
                return _enabled;
            }

            set
            {
                RequireAlive();
                bool isChanged = _enabled != value;
                _enabled = value;
                if (isChanged)
                {
                    Frames.TellEnabled(this);
                }
            }
        }
    }

    /// <summary>
    /// World coordinates only, because tests never move parents. Destroying a parent destroys its children.
    /// </summary>
    public class Transform : Component
    {
        internal readonly List<Transform> Children = new List<Transform>();
        private Vector3 _position;
        private Transform _parent;

        public Vector3 position
        {
            get
            {
                RequireAlive();
                return _position;
            }

            set
            {
                RequireAlive();
                _position = value;
            }
        }

        /// <summary>The stand-in does not keep it in step with <see cref="rotation"/>.</summary>
        public Vector3 eulerAngles { get; set; }

        public Quaternion rotation { get; set; } = Quaternion.identity;

        public Vector3 localScale { get; set; } = Vector3.one;

        public Vector3 lossyScale => parent == null ? localScale : Vector3.Scale(localScale, parent.lossyScale);

        /// <summary>Scales, then rotates. The stand-in's parents neither skew nor turn.</summary>
        public Vector3 TransformVector(Vector3 vector) => rotation * Vector3.Scale(lossyScale, vector);

        public Vector3 InverseTransformVector(Vector3 vector)
        {
            Quaternion back = new Quaternion(-rotation.x, -rotation.y, -rotation.z, rotation.w);
            Vector3 turned = back * vector;
            Vector3 scale = lossyScale;
            return new Vector3(turned.x / scale.x, turned.y / scale.y, turned.z / scale.z);
        }

        /// <summary>Null for an object at the root of the scene.</summary>
        public Transform parent
        {
            get
            {
                RequireAlive();
                return _parent;
            }

            set => SetParent(value);
        }

        public void SetParent(Transform p)
        {
            RequireAlive();
            if (_parent != null)
            {
                _parent.Children.Remove(this);
            }
            _parent = p;
            if (p != null)
            {
                p.Children.Add(this);
            }
        }
    }

    public class Renderer : Component
    {
        public Bounds bounds { get; set; }

        public Material sharedMaterial { get; set; }

        public int sortingOrder { get; set; }
    }

    public sealed class LineRenderer : Renderer
    {
        private Vector3[] _positions = new Vector3[0];

        public float widthMultiplier { get; set; }

        public Color startColor { get; set; }

        public Color endColor { get; set; }

        public int positionCount
        {
            get => _positions.Length;
            set => Array.Resize(ref _positions, value);
        }

        public Vector3 GetPosition(int index) => _positions[index];

        /// <summary>Ignores positions beyond <see cref="positionCount"/>.</summary>
        public void SetPositions(Vector3[] positions)
            => Array.Copy(positions, _positions, Math.Min(positions.Length, _positions.Length));
    }

    public sealed class GameObject : Object
    {
        private readonly List<Component> _components = new List<Component>();
        private Transform _transform;

        /// <summary>Objects of the stand-in lie in its scene until they are destroyed.</summary>
        public SceneManagement.Scene scene
            => new SceneManagement.Scene { IsThere = Scene.Objects.Contains(this) };

        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            GameObject made = new GameObject(type.ToString());
            made.AddComponent<MeshFilter>();
            made.AddComponent<MeshRenderer>();
            if (type == PrimitiveType.Cube)
            {
                made.AddComponent<BoxCollider>();
            }
            else
            {
                made.AddComponent<CapsuleCollider>();
            }
            return made;
        }

        public GameObject() : this("New Game Object")
        {
        }

        public GameObject(string name)
        {
            this.name = name;
            tag = "Untagged";
            activeSelf = true;
            transform = new Transform { gameObject = this };
            Scene.Objects.Add(this);
        }

        public Transform transform
        {
            get
            {
                RequireAlive();
                return _transform;
            }

            private set => _transform = value;
        }

        public string tag { get; set; }

        public int layer { get; set; }

        public bool activeSelf { get; private set; }

        /// <summary>Shows or hides the object. The stand-in does not tell its behaviours.</summary>
        public void SetActive(bool value) => activeSelf = value;

        public static GameObject[] FindGameObjectsWithTag(string tag)
        {
            MainThread.Require("FindGameObjectsWithTag");
            Scene.RequireTag(tag);
            return Scene.Objects.FindAll(other => other.tag == tag).ToArray();
        }

        public static GameObject FindWithTag(string tag)
        {
            MainThread.Require("FindWithTag");
            Scene.RequireTag(tag);
            return Scene.Objects.Find(other => other.tag == tag);
        }

        /// <summary>Adds the component and calls its Awake. Its Start comes in the next frame.</summary>
        public T AddComponent<T>() where T : Component
        {
            T component;
            using (MainThread.ForbidUnityCalls())
            {
                component = Activator.CreateInstance<T>();
            }
            component.gameObject = this;
            _components.Add(component);
            BoxCollider box = component as BoxCollider;
            if (box != null)
            {
                box.TakePlace();
                Colliders.Placed.Add(box);
            }
            MonoBehaviour behaviour = component as MonoBehaviour;
            if (behaviour != null)
            {
                Frames.Add(behaviour);
            }
            IStepped body = component as IStepped;
            if (body != null)
            {
                Frames.Bodies.Add(body);
            }
            return component;
        }

        public T GetComponent<T>()
        {
            RequireAlive();
            return (T)(object)_components.Find(component => component is T);
        }

        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            List<T> found = new List<T>();
            foreach (Component component in _components)
            {
                if (component is T && (activeSelf || includeInactive))
                {
                    found.Add((T)(object)component);
                }
            }
            transform.Children.ForEach(
                child => found.AddRange(child.gameObject.GetComponentsInChildren<T>(includeInactive)));
            return found.ToArray();
        }

        internal void Remove(Component component)
        {
            MonoBehaviour behaviour = component as MonoBehaviour;
            if (_components.Remove(component) && behaviour != null)
            {
                Frames.SwitchOff(behaviour);
                Frames.Remove(behaviour);
            }
            Forget(component);
        }

        /// <summary>
        /// Switches its behaviours and those of its children off, then tells them that they are destroyed, and removes
        /// the objects from the scene.
        /// </summary>
        internal void Leave()
        {
            List<GameObject> leaving = new List<GameObject>();
            AddWithChildren(leaving);
            leaving.ForEach(other => other.EachBehaviour(Frames.SwitchOff));
            leaving.ForEach(other => other.EachBehaviour(Frames.Remove));
            if (transform.parent != null)
            {
                transform.parent.Children.Remove(transform);
            }
            foreach (GameObject other in leaving)
            {
                other._components.ForEach(Forget);
                other.transform.IsDestroyed = true;
                other.IsDestroyed = true;
                Scene.Objects.RemoveAll(one => ReferenceEquals(one, other));
            }
        }

        private static void Forget(Component component)
        {
            Colliders.Placed.Remove(component as BoxCollider);
            Frames.Bodies.Remove(component as IStepped);
            component.IsDestroyed = true;
        }

        private void AddWithChildren(List<GameObject> found)
        {
            found.Add(this);
            transform.Children.ForEach(child => child.gameObject.AddWithChildren(found));
        }

        private void EachBehaviour(Action<MonoBehaviour> action)
        {
            foreach (Component component in _components.ToArray())
            {
                MonoBehaviour behaviour = component as MonoBehaviour;
                if (behaviour != null)
                {
                    action(behaviour);
                }
            }
        }
    }

    public enum PrimitiveType
    {
        Sphere = 0,
        Capsule = 1,
        Cylinder = 2,
        Cube = 3,
        Plane = 4,
        Quad = 5,
    }

    public class UnityException : Exception
    {
        public UnityException(string message) : base(message)
        {
        }
    }
}
