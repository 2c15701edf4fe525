using System;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;

namespace UnityEditor
{
    [Flags]
    public enum GizmoType
    {
        Pickable = 1,
        NotInSelectionHierarchy = 2,
        Selected = 4,
        Active = 8,
        InSelectionHierarchy = 16,
        NonSelected = 32,
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class DrawGizmo : Attribute
    {
        public DrawGizmo(GizmoType gizmo)
        {
        }
    }

    public sealed class Handles
    {
        public static Color color { get; set; }

        public static void BeginGUI()
        {
        }

        public static void EndGUI()
        {
        }

        public static void DrawAAPolyLine(float width, params Vector3[] points)
            => SceneTools.Lines.Add((Vector3[])points.Clone());

        public static void Label(Vector3 position, string text, GUIStyle style)
        {
            Vector2 point = HandleUtility.WorldToGUIPoint(position);
            DrawnGui.AddHandle(new Rect(point.x, point.y, 0f, 0f), text, style);
        }
    }

    public sealed class HandleUtility
    {
        public static void AddDefaultControl(int controlId)
        {
        }

        /// <summary>The stand-in's Scene view looks down the y axis: a point is a place on the XZ plane.</summary>
        public static Ray GUIPointToWorldRay(Vector2 position)
            => new Ray(new Vector3(position.x, 10f, position.y), new Vector3(0f, -1f, 0f));

        public static Vector2 WorldToGUIPoint(Vector3 world)
            => new Vector2(world.x * Screens.PixelsPerUnit, Screen.height - world.y * Screens.PixelsPerUnit);
    }
}
