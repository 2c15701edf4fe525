using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

/// <summary>The page of a type.</summary>
internal sealed class TypePage
{
    private const BindingFlags Own =
        BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;

    private readonly Type type;
    private readonly Comments comments;
    private readonly Page page = new Page();

    public TypePage(Type type, Comments comments)
    {
        this.type = type;
        this.comments = comments;
    }

    public string Text()
    {
        page.Line("# " + Names.Of(type));
        page.Code(Signature.Of(type));
        Say(Ids.Of(type));
        page.Paragraph("Assembly " + type.Assembly.GetName().Name + ". [All types](index.md)");
        if (typeof(Delegate).IsAssignableFrom(type))
        {
            return page.ToString();
        }
        if (type.IsEnum)
        {
            Values();
            return page.ToString();
        }
        Group("Constructors", type.GetConstructors(Own).Where(IsSeen).Where(HasComment));
        Group("Fields", type.GetFields(Own).Where(field => IsSeen(field) || IsInInspector(field)));
        Group("Properties", type.GetProperties(Own).Where(IsSeen));
        Group("Events", type.GetEvents(Own).Where(one => IsSeen(one.GetAddMethod(true))));
        Group("Methods", type.GetMethods(Own).Where(IsMethod));
        return page.ToString();
    }

    private void Values()
    {
        page.Line("## Values");
        bool isFirst = true;
        foreach (FieldInfo field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            long value = Convert.ToInt64(field.GetRawConstantValue());
            string number = value.ToString(CultureInfo.InvariantCulture);
            page.Item("`" + field.Name + "` = " + number + ": " + comments.Summary(Ids.Of(field)), isFirst);
            comments.Members++;
            isFirst = false;
        }
    }

    private void Group(string heading, IEnumerable<MemberInfo> members)
    {
        List<IGrouping<string, MemberInfo>> byName = members.GroupBy(member => member.Name)
            .OrderBy(group => group.Key, StringComparer.Ordinal).ToList();
        if (byName.Count == 0)
        {
            return;
        }
        page.Line("## " + heading);
        foreach (IGrouping<string, MemberInfo> group in byName)
        {
            page.Line("### " + Signature.Heading(group.First()));
            foreach (MemberInfo member in group)
            {
                page.Code(Signature.Of(member, Defaults.Of(type, member)));
                Say(Ids.Of(member));
                comments.Members++;
            }
        }
    }

    private void Say(string id)
    {
        comments.Summary(id);
        foreach (string paragraph in comments.Texts(id, "summary"))
        {
            page.Paragraph(paragraph);
        }
        bool isFirst = true;
        foreach (KeyValuePair<string, string> one in comments.Named(id, "param", "name"))
        {
            page.Item("`" + one.Key + "`: " + one.Value, isFirst);
            isFirst = false;
        }
        foreach (string paragraph in comments.Texts(id, "returns"))
        {
            page.Paragraph("Returns: " + paragraph);
        }
        isFirst = true;
        foreach (KeyValuePair<string, string> one in comments.Named(id, "exception", "cref"))
        {
            string name = one.Key.Substring(one.Key.LastIndexOf('.') + 1);
            page.Item("Throws `" + name + "`: " + one.Value, isFirst);
            isFirst = false;
        }
        foreach (string paragraph in comments.Texts(id, "remarks"))
        {
            page.Paragraph(paragraph);
        }
    }

    private bool HasComment(MemberInfo member)
    {
        return comments.Texts(Ids.Of(member), "summary").Any();
    }

    private bool IsMethod(MethodInfo method)
    {
        bool isOperator = method.Name.StartsWith("op_", StringComparison.Ordinal);
        bool isOfObject = method.GetBaseDefinition().DeclaringType == typeof(object)
            || method.GetBaseDefinition().DeclaringType == typeof(ValueType);
        bool isEquality = method.Name == "Equals" || method.Name == "op_Equality" || method.Name == "op_Inequality";
        return IsSeen(method) && (!method.IsSpecialName || isOperator) && !isOfObject && !isEquality;
    }

    private static bool IsSeen(MethodBase method)
    {
        return method != null && (method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly)
            && !(method.Name.Contains(".") && method is MethodInfo);
    }

    private static bool IsSeen(FieldInfo field)
    {
        return field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly;
    }

    private static bool IsSeen(PropertyInfo property)
    {
        return IsSeen(property.GetGetMethod(true)) || IsSeen(property.GetSetMethod(true));
    }

    /// <summary>Fields of the inspector are the users' too.</summary>
    private static bool IsInInspector(FieldInfo field)
    {
        return field.GetCustomAttributes(typeof(UnityEngine.SerializeField), false).Length > 0
            && field.GetCustomAttributes(typeof(UnityEngine.HideInInspector), false).Length == 0;
    }
}
