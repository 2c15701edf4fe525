namespace UnityEngine.SceneManagement
{
    /// <summary>The one scene: all its objects are those of the stand-in's.</summary>
    public struct Scene
    {
        internal bool IsThere;

        public bool IsValid() => IsThere;

        public GameObject[] GetRootGameObjects()
            => Standin.Scene.Objects.FindAll(other => other.transform.parent == null).ToArray();
    }
}
