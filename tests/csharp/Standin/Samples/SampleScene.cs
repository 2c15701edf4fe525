using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A scene with only a sample in it, as its user begins.</summary>
internal static class SampleScene
{
    internal static void Begin()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnGizmos.Clear();
    }

    internal static T Add<T>() where T : MonoBehaviour => new GameObject().AddComponent<T>();

    internal static void End(MonoBehaviour sample) => UnityEngine.Object.Destroy(sample.gameObject);

    /// <summary>The squares with a name, in the order of their creation.</summary>
    internal static List<SpriteRenderer> Squares(MonoBehaviour sample, string name)
        => Parts<SpriteRenderer>(sample, name);

    internal static LineRenderer Line(MonoBehaviour sample, string name) => Parts<LineRenderer>(sample, name).Single();

    internal static Vector3[] Points(LineRenderer line)
        => Enumerable.Range(0, line.positionCount).Select(line.GetPosition).ToArray();

    private static List<T> Parts<T>(MonoBehaviour sample, string name) where T : Component
    {
        IEnumerable<GameObject> parts = Scene.ChildrenOf(sample.gameObject).Where(part => part.name == name);
        return parts.Select(part => part.GetComponent<T>()).ToList();
    }
}
