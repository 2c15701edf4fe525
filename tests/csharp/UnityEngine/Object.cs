using System;
using System.Collections.Generic;
using UnityEngine.Standin;

namespace UnityEngine
{
    public class Object
    {
        private string _name;

        /// <summary>A component has the name of its object.</summary>
        public string name
        {
            get
            {
                Component component = this as Component;
                return component == null || component.gameObject == null ? _name : component.gameObject.name;
            }

            set => _name = value;
        }

        /// <summary>Destroys at once. Unity destroys at the end of the frame.</summary>
        public static void Destroy(Object obj)
        {
            GameObject gameObject = obj as GameObject;
            if (gameObject != null)
            {
                gameObject.Leave();
            }
            Component component = obj as Component;
            if (component != null && !(component is Transform))
            {
                component.gameObject.Remove(component);
            }
        }

        public static void DestroyImmediate(Object obj) => Destroy(obj);

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
        public GameObject gameObject { get; internal set; }

        public Transform transform { get { return gameObject.transform; } }

        public T GetComponent<T>() => gameObject.GetComponent<T>();
    }

    public class Behaviour : Component
    {
        private bool _enabled = true;

        public bool enabled
        {
            get => _enabled;
            set
            {
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

        public Vector3 position { get; set; }

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

        public Transform parent { get; private set; }

        public void SetParent(Transform p)
        {
            parent = p;
            p.Children.Add(this);
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

        public Transform transform { get; private set; }

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

        public T GetComponent<T>() => (T)(object)_components.Find(component => component is T);

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
                Frames.Remove(behaviour);
            }
            Colliders.Placed.Remove(component as BoxCollider);
        }

        /// <summary>Tells its behaviours and removes the object from the scene.</summary>
        internal void Leave()
        {
            Colliders.Placed.RemoveAll(collider => collider.gameObject == this);
            foreach (Component component in _components)
            {
                MonoBehaviour behaviour = component as MonoBehaviour;
                if (behaviour != null)
                {
                    Frames.Remove(behaviour);
                }
                Frames.Bodies.Remove(component as IStepped);
            }
            Scene.Objects.Remove(this);
            foreach (Transform child in transform.Children)
            {
                child.gameObject.Leave();
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
