using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

/// <summary>
/// Prints the fields that Unity writes into scenes and assets, a line for each: the type, the field and the field's
/// type. Arguments: the assemblies.
/// </summary>
internal static class SerializedFields
{
    private static void Main(string[] assemblies)
    {
        foreach (string line in assemblies.SelectMany(Lines).Distinct().OrderBy(line => line, StringComparer.Ordinal))
        {
            Console.WriteLine(line);
        }
    }

    private static IEnumerable<string> Lines(string assembly)
    {
        const BindingFlags Own =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        foreach (Type type in Assembly.LoadFrom(assembly).GetTypes().Where(IsWritten))
        {
            foreach (FieldInfo field in type.GetFields(Own).Where(IsWritten))
            {
                yield return type.FullName + " " + field.Name + " " + field.FieldType;
            }
        }
    }

    private static bool IsWritten(Type type)
    {
        return typeof(MonoBehaviour).IsAssignableFrom(type) || typeof(ScriptableObject).IsAssignableFrom(type)
            || (type.IsSerializable && !type.IsEnum && !typeof(Delegate).IsAssignableFrom(type));
    }

    private static bool IsWritten(FieldInfo field)
    {
        bool isAskedFor = field.GetCustomAttributes(typeof(SerializeField), false).Length > 0;
        return (field.IsPublic || isAskedFor) && !field.IsNotSerialized && !field.IsInitOnly;
    }
}
