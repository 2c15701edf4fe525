using System;
using System.Collections.Generic;
using UnityEngine.Standin;

namespace UnityEngine
{
    public class Object
    {
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }

        public Transform transform { get { return gameObject.transform; } }

        public T GetComponent<T>()
        {
            return gameObject.GetComponent<T>();
        }
    }

    public class Behaviour : Component
    {
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
    }

    public class Renderer : Component
    {
        public Bounds bounds { get; set; }
    }

    public sealed class GameObject : Object
    {
        private readonly List<Component> _components = new List<Component>();

        public GameObject()
        {
            tag = "Untagged";
            transform = new Transform { gameObject = this };
            Scene.Objects.Add(this);
        }

        public Transform transform { get; private set; }

        public string tag { get; set; }

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

        /// <summary>Makes the component and calls its Awake; its Start comes with the next frame.</summary>
        public T AddComponent<T>() where T : Component
        {
            T component;
            using (MainThread.ForbidUnityCalls())
            {
                component = Activator.CreateInstance<T>();
            }
            component.gameObject = this;
            _components.Add(component);
            MonoBehaviour behaviour = component as MonoBehaviour;
            if (behaviour != null)
            {
                Frames.Add(behaviour);
            }
            return component;
        }

        public T GetComponent<T>()
        {
            return (T)(object)_components.Find(component => component is T);
        }
    }

    public class UnityException : Exception
    {
        public UnityException(string message) : base(message)
        {
        }
    }
}
