using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

/// <summary>Values of fields and properties in a new object.</summary>
internal static class Defaults
{
    private static readonly Dictionary<Type, object> Made = new Dictionary<Type, object>();

    /// <summary>" = value" of a simple field or of a property that can be set; empty for others.</summary>
    public static string Of(Type type, MemberInfo member)
    {
        var field = member as FieldInfo;
        var property = member as PropertyInfo;
        Type kind = field != null ? field.FieldType : property != null ? property.PropertyType : null;
        if (kind == null || !(kind.IsPrimitive || kind.IsEnum || kind == typeof(string)))
        {
            return "";
        }
        if (field != null && field.IsLiteral)
        {
            return " = " + Signature.Literal(field.GetRawConstantValue(), kind);
        }
        bool isSet = field != null ? !field.IsStatic && !field.IsInitOnly
            : property.GetSetMethod() != null && !property.GetSetMethod().IsStatic
                && property.GetIndexParameters().Length == 0;
        object made = isSet ? New(type) : null;
        if (made == null)
        {
            return "";
        }
        try
        {
            object value = field != null ? field.GetValue(made) : property.GetValue(made, null);
            return value == null ? "" : " = " + Signature.Literal(value, kind);
        }
        catch (TargetInvocationException)
        {
            // It needs an object in use.
            return "";
        }
    }

    private static object New(Type type)
    {
        object made;
        if (!Made.TryGetValue(type, out made))
        {
            bool isComponent = typeof(Component).IsAssignableFrom(type);
            bool hasConstructor = type.GetConstructor(Type.EmptyTypes) != null;
            // What is disposed of needs the native library.
            bool isPlain = !type.IsAbstract && !type.IsValueType && !typeof(IDisposable).IsAssignableFrom(type);
            if (isPlain && !type.ContainsGenericParameters && hasConstructor)
            {
                made = isComponent ? Component(type) : Activator.CreateInstance(type);
            }
            Made[type] = made;
        }
        return made;
    }

    /// <summary>A component that was never enabled.</summary>
    private static object Component(Type type)
    {
        var holder = new GameObject();
        holder.SetActive(false);
        MethodInfo add = typeof(GameObject).GetMethod("AddComponent", Type.EmptyTypes);
        return add.MakeGenericMethod(type).Invoke(holder, null);
    }
}
