using System;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>
/// Runs samples in a project whose only input is the new one, without the package that reads it. A click of the mouse
/// does nothing there, and no frame may throw, as each call of the old input does. Prints the names of the samples.
/// </summary>
internal static class NewInputAlone
{
    private const int FrameCount = 10;

    private static void Main(string[] assemblies)
    {
        InputBackends.HasOld = false;
        foreach (string assembly in assemblies)
        {
            Type sample = Assembly.LoadFrom(assembly).GetTypes().Single(
                type => typeof(MonoBehaviour).IsAssignableFrom(type) && type.Name.EndsWith("Sample"));
            Frames.Reset();
            Scene.Clear();
            Screens.PixelsPerUnit = 32f;
            MethodInfo add = typeof(GameObject).GetMethod("AddComponent").MakeGenericMethod(sample);
            GameObject scene = new GameObject("Sample");
            add.Invoke(scene, null);
            for (int frame = 0; frame < FrameCount; frame++)
            {
                Clicks.PressAt(new Vector3(2.5f, 2.5f, 0f));
                Keys.Press(KeyCode.Space);
                Frames.Advance(0.02);
                Frames.DrawGui(EventType.Repaint);
            }
            UnityEngine.Object.Destroy(scene);
            Console.WriteLine(sample.Name);
        }
    }
}
