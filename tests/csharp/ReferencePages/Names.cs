using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>Types as C# writes them.</summary>
internal static class Names
{
    private static readonly Dictionary<string, string> Keywords = new Dictionary<string, string>
    {
        { "System.Void", "void" }, { "System.Boolean", "bool" }, { "System.Byte", "byte" },
        { "System.SByte", "sbyte" }, { "System.Int16", "short" }, { "System.UInt16", "ushort" },
        { "System.Int32", "int" }, { "System.UInt32", "uint" }, { "System.Int64", "long" },
        { "System.UInt64", "ulong" }, { "System.Single", "float" }, { "System.Double", "double" },
        { "System.Char", "char" }, { "System.String", "string" }, { "System.Object", "object" },
    };

    /// <summary>The name of a type's page, without ending.</summary>
    public static string Page(Type type)
    {
        string name = type.FullName.Substring(type.Namespace == null ? 0 : type.Namespace.Length + 1);
        int generic = name.IndexOf('`');
        return (generic < 0 ? name : name.Substring(0, generic)).Replace('+', '.');
    }

    public static string Of(Type type)
    {
        if (type.IsByRef)
        {
            return Of(type.GetElementType());
        }
        if (type.IsPointer)
        {
            return Of(type.GetElementType()) + "*";
        }
        if (type.IsArray)
        {
            return Of(type.GetElementType()) + "[" + new string(',', type.GetArrayRank() - 1) + "]";
        }
        Type nullable = Nullable.GetUnderlyingType(type);
        if (nullable != null)
        {
            return Of(nullable) + "?";
        }
        string keyword;
        if (type.FullName != null && Keywords.TryGetValue(type.FullName, out keyword))
        {
            return keyword;
        }
        string name = type.IsGenericParameter || !type.IsNested ? type.Name : Of(type.DeclaringType) + "." + type.Name;
        int generic = name.IndexOf('`');
        if (generic < 0)
        {
            return name;
        }
        return name.Substring(0, generic) + "<" + string.Join(", ", type.GetGenericArguments().Select(Of)) + ">";
    }
}
