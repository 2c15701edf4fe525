namespace UnityEngine.SceneManagement
{
    /// <summary>The one scene: all its objects are those of the stand-in's.</summary>
    public struct Scene
    {
        public GameObject[] GetRootGameObjects()
            => Standin.Scene.Objects.FindAll(other => other.transform.parent == null).ToArray();
    }
}
