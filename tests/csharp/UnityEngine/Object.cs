using System;
using UnityEngine.Standin;

namespace UnityEngine
{
    public class Object
    {
        private string _name = string.Empty;

        public string name { get { return _name; } set { _name = value; } }

        public static void DestroyImmediate(Object obj)
        {
            GameObject gameObject = obj as GameObject;
            if (gameObject != null)
            {
                Frames.Remove(gameObject);
            }
        }
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }
    }

    public class Behaviour : Component
    {
    }

    public sealed class GameObject : Object
    {
        public GameObject()
        {
        }

        public GameObject(string name)
        {
            this.name = name;
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
            MonoBehaviour behaviour = component as MonoBehaviour;
            if (behaviour != null)
            {
                Frames.Add(behaviour);
            }
            return component;
        }
    }

    public class UnityException : Exception
    {
        public UnityException(string message) : base(message)
        {
        }
    }
}
