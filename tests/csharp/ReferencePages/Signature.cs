using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

/// <summary>Declarations as C# writes them.</summary>
internal static class Signature
{
    private const int Columns = 120;

    public static string Of(Type type)
    {
        if (typeof(Delegate).IsAssignableFrom(type))
        {
            MethodInfo invoke = type.GetMethod("Invoke");
            string begin = "public delegate " + Names.Of(invoke.ReturnType) + " " + Names.Of(type);
            return Broken(begin, invoke.GetParameters(), "");
        }
        string kind = type.IsEnum ? "enum" : type.IsInterface ? "interface" : type.IsValueType ? "struct"
            : type.IsAbstract && type.IsSealed ? "static class" : type.IsAbstract ? "abstract class"
            : type.IsSealed ? "sealed class" : "class";
        var bases = new List<string>();
        if (type.IsClass && type.BaseType != typeof(object))
        {
            bases.Add(Names.Of(type.BaseType));
        }
        if (!type.IsEnum)
        {
            IEnumerable<Type> inherited = type.GetInterfaces().SelectMany(one => one.GetInterfaces())
                .Concat(type.BaseType == null ? new Type[0] : type.BaseType.GetInterfaces());
            bases.AddRange(type.GetInterfaces().Except(inherited).Where(one => one.IsVisible).Select(Names.Of));
        }
        return "public " + kind + " " + Names.Of(type) + (bases.Count > 0 ? " : " + string.Join(", ", bases) : "");
    }

    public static string Heading(MemberInfo member)
    {
        if (member is ConstructorInfo)
        {
            return Names.Of(member.DeclaringType);
        }
        return member.Name == "Item" && member is PropertyInfo ? "this[]" : member.Name.Replace("op_", "operator ");
    }

    public static string Of(MemberInfo member, string value)
    {
        var field = member as FieldInfo;
        if (field != null)
        {
            string modifier = field.IsLiteral ? "const " : field.IsStatic ? "static " : "";
            string access = field.IsPublic ? "public " : field.IsPrivate ? "[SerializeField] private " : "protected ";
            return access + modifier + Names.Of(field.FieldType) + " " + field.Name + value;
        }
        var property = member as PropertyInfo;
        if (property != null)
        {
            string accessors = Accessor(property.GetGetMethod(true), "get; ")
                + Accessor(property.GetSetMethod(true), "set; ");
            ParameterInfo[] indices = property.GetIndexParameters();
            string name = indices.Length == 0 ? property.Name : "this[" + string.Join(", ", indices.Select(Of)) + "]";
            MethodInfo any = property.GetGetMethod(true) ?? property.GetSetMethod(true);
            return Access(any) + Names.Of(property.PropertyType) + " " + name + " { " + accessors + "}" + value;
        }
        var one = member as EventInfo;
        if (one != null)
        {
            return Access(one.GetAddMethod(true)) + "event " + Names.Of(one.EventHandlerType) + " " + one.Name;
        }
        var method = member as MethodInfo;
        if (method == null)
        {
            var constructor = (ConstructorInfo)member;
            return Broken(Access(constructor) + Names.Of(member.DeclaringType), constructor.GetParameters(), "");
        }
        string generic = method.IsGenericMethod
            ? "<" + string.Join(", ", method.GetGenericArguments().Select(Names.Of)) + ">" : "";
        return Broken(Access(method) + Names.Of(method.ReturnType) + " " + Heading(method) + generic,
            method.GetParameters(), IsExtension(method) ? "this " : "");
    }

    private static string Accessor(MethodInfo accessor, string words)
    {
        bool isSeen = accessor != null && (accessor.IsPublic || accessor.IsFamily || accessor.IsFamilyOrAssembly);
        return isSeen ? words : "";
    }

    private static bool IsExtension(MethodInfo method)
    {
        return method.IsDefined(typeof(System.Runtime.CompilerServices.ExtensionAttribute), false);
    }

    private static string Access(MethodBase method)
    {
        string access = method.IsPublic ? "public " : "protected ";
        var info = method as MethodInfo;
        bool isOverride = info != null && info.GetBaseDefinition() != info;
        string kind = method.IsStatic ? "static " : method.IsAbstract && !method.DeclaringType.IsInterface ? "abstract "
            : isOverride ? "override " : method.IsVirtual && !method.IsFinal && !method.DeclaringType.IsInterface
            ? "virtual " : "";
        return method.DeclaringType.IsInterface ? "" : access + kind;
    }

    /// <summary>On one line, or with a parameter a line.</summary>
    private static string Broken(string begin, ParameterInfo[] parameters, string first)
    {
        string[] words = parameters.Select(Of).ToArray();
        if (words.Length > 0)
        {
            words[0] = first + words[0];
        }
        string whole = begin + "(" + string.Join(", ", words) + ")";
        return whole.Length <= Columns ? whole : begin + "(\n    " + string.Join(",\n    ", words) + ")";
    }

    private static string Of(ParameterInfo parameter)
    {
        string passed = !parameter.ParameterType.IsByRef ? "" : parameter.IsOut ? "out "
            : parameter.IsIn ? "in " : "ref ";
        string many = parameter.IsDefined(typeof(ParamArrayAttribute), false) ? "params " : "";
        string value = parameter.IsOptional ? " = " + Literal(parameter.DefaultValue, parameter.ParameterType) : "";
        return many + passed + Names.Of(parameter.ParameterType) + " " + parameter.Name + value;
    }

    /// <summary>A value as C# writes it.</summary>
    public static string Literal(object value, Type type)
    {
        if (value == null || value == Type.Missing || value == DBNull.Value)
        {
            return type.IsValueType && Nullable.GetUnderlyingType(type) == null ? "default" : "null";
        }
        if (type.IsEnum)
        {
            object named = Enum.ToObject(type, value);
            return Enum.IsDefined(type, named) ? type.Name + "." + named : named.ToString();
        }
        if (value is string)
        {
            return "\"" + value + "\"";
        }
        if (value is bool)
        {
            return (bool)value ? "true" : "false";
        }
        var number = value as IFormattable;
        string text = number == null
            ? value.ToString() : number.ToString(value is float ? "R" : null, CultureInfo.InvariantCulture);
        return value is float && !float.IsInfinity((float)value) ? text + "f" : text;
    }
}
