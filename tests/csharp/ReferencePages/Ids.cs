using System;
using System.Linq;
using System.Reflection;

/// <summary>Ids of types and members in a file of XML comments.</summary>
internal static class Ids
{
    public static string Of(Type type)
    {
        return "T:" + Plain(type);
    }

    public static string Of(MemberInfo member)
    {
        string name = Plain(member.DeclaringType) + "." + member.Name.Replace('.', '#');
        var method = member as MethodBase;
        if (method != null)
        {
            string generic = method.IsGenericMethod ? "``" + method.GetGenericArguments().Length : "";
            string answer = member.Name == "op_Implicit" || member.Name == "op_Explicit"
                ? "~" + Argument(((MethodInfo)method).ReturnType) : "";
            return "M:" + name + generic + Arguments(method.GetParameters()) + answer;
        }
        var property = member as PropertyInfo;
        if (property != null)
        {
            return "P:" + name + Arguments(property.GetIndexParameters());
        }
        return (member is EventInfo ? "E:" : "F:") + name;
    }

    private static string Arguments(ParameterInfo[] parameters)
    {
        if (parameters.Length == 0)
        {
            return "";
        }
        return "(" + string.Join(",", parameters.Select(parameter => Argument(parameter.ParameterType))) + ")";
    }

    private static string Argument(Type type)
    {
        if (type.IsByRef)
        {
            return Argument(type.GetElementType()) + "@";
        }
        if (type.IsPointer)
        {
            return Argument(type.GetElementType()) + "*";
        }
        if (type.IsArray)
        {
            int rank = type.GetArrayRank();
            string bounds = rank == 1 ? "" : string.Join(",", Enumerable.Repeat("0:", rank));
            return Argument(type.GetElementType()) + "[" + bounds + "]";
        }
        if (type.IsGenericParameter)
        {
            return (type.DeclaringMethod != null ? "``" : "`") + type.GenericParameterPosition;
        }
        if (type.IsGenericType)
        {
            string name = Plain(type.GetGenericTypeDefinition());
            string arguments = string.Join(",", type.GetGenericArguments().Select(Argument));
            return name.Substring(0, name.IndexOf('`')) + "{" + arguments + "}";
        }
        return Plain(type);
    }

    private static string Plain(Type type)
    {
        return type.FullName.Replace('+', '.');
    }
}
