using System;
using UnityEngine.Standin;

namespace UnityEngine
{
    public class Object
    {
    }

    public class Component : Object
    {
    }

    public class Behaviour : Component
    {
    }

    public sealed class GameObject : Object
    {
        /// <summary>Makes the component and calls its Awake; its Start comes with the next frame.</summary>
        public T AddComponent<T>() where T : Component
        {
            T component;
            using (MainThread.ForbidUnityCalls())
            {
                component = Activator.CreateInstance<T>();
            }
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
