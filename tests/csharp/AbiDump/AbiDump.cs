using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;

/// <summary>
/// Prints what GridStar.Core.dll declares of the C ABI, one fact a line: externs, marshalled structs, enum values and
/// numeric constants. A test compares the facts with the header.
/// </summary>
internal static class AbiDump
{
    private const BindingFlags Any =
        BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.DeclaredOnly;

    private static int Main(string[] arguments)
    {
        if (arguments.Length != 1)
        {
            Console.Error.WriteLine("usage: AbiDump GridStar.Core.dll");
            return 2;
        }
        foreach (Type type in Assembly.LoadFrom(arguments[0]).GetTypes().OrderBy(type => type.MetadataToken))
        {
            PrintExterns(type);
            PrintConstants(type);
            if (type.IsEnum)
            {
                PrintEnum(type);
            }
            else if (type.Name.StartsWith("Gridstar") || PublicStructs.Contains(type.Name))
            {
                PrintStruct(type);
            }
        }
        return 0;
    }

    /// <summary>Structs of the header that have a C# name of their own.</summary>
    private static readonly string[] PublicStructs =
    {
        "FieldCell", "FloorStep", "GoalCost", "GridCell", "PathReply", "PathRequest", "PlanCell", "PlanResult",
        "SearchCell", "SearchChange",
    };

    private static void PrintExterns(Type type)
    {
        foreach (MethodInfo method in type.GetMethods(Any).OrderBy(method => method.MetadataToken))
        {
            DllImportAttribute import =
                (DllImportAttribute)method.GetCustomAttributes(typeof(DllImportAttribute), false).FirstOrDefault();
            if (import == null)
            {
                continue;
            }
            Console.WriteLine(
                "extern {0} {1} {2} {3} entry={4} library={5} {6} {7} {8}", method.Name, Native(method.ReturnType),
                type.Name, method.GetParameters().Length, import.EntryPoint ?? method.Name, import.Value,
                import.CallingConvention,
                import.ExactSpelling ? "exact" : "inexact", import.PreserveSig ? "preservesig" : "hresult");
            foreach (ParameterInfo parameter in method.GetParameters())
            {
                Console.WriteLine(
                    "parameter {0} {1} {2}", parameter.Name, Passing(parameter), Native(parameter.ParameterType));
            }
        }
    }

    /// <summary>How C sees a parameter: by value, or as a pointer to read, write or both.</summary>
    private static string Passing(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType;
        if (type.IsByRef)
        {
            return parameter.IsOut ? "out" : parameter.IsIn ? "in" : "ref";
        }
        return type.IsArray ? "array" : type == typeof(IntPtr) ? "pointer" : "value";
    }

    private static void PrintStruct(Type type)
    {
        if (!type.IsValueType || !type.IsLayoutSequential)
        {
            Console.WriteLine("struct {0} is no struct of sequential layout", type.Name);
            return;
        }
        List<FieldInfo> fields = type.GetFields(Any).Where(field => !field.IsStatic)
            .OrderBy(field => field.MetadataToken).ToList();
        Console.WriteLine("struct {0} {1} {2}", type.Name, Marshal.SizeOf(type), fields.Count);
        foreach (FieldInfo field in fields)
        {
            Console.WriteLine(
                "field {0} {1} {2}", field.Name, Marshal.OffsetOf(type, field.Name), Native(field.FieldType));
        }
    }

    private static void PrintEnum(Type type)
    {
        Console.WriteLine(
            "enum {0} {1} {2}", type.Name, Native(Enum.GetUnderlyingType(type)), Enum.GetNames(type).Length);
        foreach (string name in Enum.GetNames(type))
        {
            Console.WriteLine("value {0} {1}", name, Convert.ToInt64(Enum.Parse(type, name)));
        }
    }

    private static void PrintConstants(Type type)
    {
        foreach (FieldInfo field in type.GetFields(Any).Where(field => field.IsLiteral && !type.IsEnum))
        {
            if (field.FieldType == typeof(int) || field.FieldType == typeof(uint))
            {
                Console.WriteLine("constant {0}.{1} {2}", type.Name, field.Name, field.GetRawConstantValue());
            }
        }
    }

    /// <summary>The C width of a type, or the name of a struct. For a pointer, the type it points to.</summary>
    private static string Native(Type type)
    {
        if (type.IsByRef || type.IsArray)
        {
            return Native(type.GetElementType());
        }
        if (type == typeof(IntPtr))
        {
            return "unknown";
        }
        if (type.IsEnum || !type.IsPrimitive)
        {
            return type.Name;
        }
        switch (Type.GetTypeCode(type))
        {
            case TypeCode.Int32: return "i32";
            case TypeCode.UInt32: return "u32";
            case TypeCode.Int64: return "i64";
            case TypeCode.UInt64: return "u64";
            case TypeCode.Byte: return "u8";
            case TypeCode.Single: return "f32";
            case TypeCode.Double: return "f64";
            default: return type.Name;
        }
    }
}
