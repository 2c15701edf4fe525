using System.Collections.Generic;

namespace UnityEngine.Standin
{
    /// <summary>The active objects of the scene, and the tags of the project.</summary>
    public static class Scene
    {
        internal static readonly List<GameObject> Objects = new List<GameObject>();

        private static readonly HashSet<string> Tags = new HashSet<string>();

        /// <summary>Removes all objects, and all tags but Unity's own.</summary>
        public static void Clear()
        {
            Objects.Clear();
            Tags.Clear();
            Tags.UnionWith(
                new[] { "Untagged", "Respawn", "Finish", "EditorOnly", "MainCamera", "Player", "GameController" });
        }

        /// <summary>The objects with the given parent.</summary>
        public static List<GameObject> ChildrenOf(GameObject parent)
            => parent.transform.Children.ConvertAll(child => child.gameObject);

        public static List<GameObject> Named(string name) => Objects.FindAll(other => other.name == name);

        /// <summary>Destroys the object of a component that may be destroyed already.</summary>
        public static void DestroyObjectOf(Component component)
        {
            if (component != null)
            {
                Object.DestroyImmediate(component.gameObject);
            }
        }

        public static void DefineTag(string tag) => Tags.Add(tag);

        internal static void RequireTag(string tag)
        {
            if (!Tags.Contains(tag))
            {
                throw new UnityException("Tag: " + tag + " is not defined.");
            }
        }
    }
}
