using System;
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
        public static void Label(Vector3 position, string text, GUIStyle style)
        {
            Vector2 point = HandleUtility.WorldToGUIPoint(position);
            DrawnGui.AddHandle(new Rect(point.x, point.y, 0f, 0f), text, style);
        }
    }

    public sealed class HandleUtility
    {
        public static Vector2 WorldToGUIPoint(Vector3 world)
            => new Vector2(world.x * Screens.PixelsPerUnit, Screen.height - world.y * Screens.PixelsPerUnit);
    }
}
