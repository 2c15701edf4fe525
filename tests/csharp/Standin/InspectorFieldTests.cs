using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using RangeAttribute = UnityEngine.RangeAttribute;

/// <summary>What inspectors show of serialized fields, read off the compiled assembly and its XML comments.</summary>
public class InspectorFieldTests
{
    private static readonly Assembly Unity = typeof(PathGridComponent).Assembly;

    /// <summary>A slider over more numbers than this hits no number that a user means.</summary>
    private const float LargestSlider = 100f;

    [Test]
    public void Each_serialized_field_has_its_summary_as_tooltip()
    {
        XmlDocument comments = new XmlDocument();
        comments.Load(Path.ChangeExtension(Unity.Location, "xml"));
        List<string> wrong = new List<string>();
        foreach (FieldInfo field in SerializedFields())
        {
            string name = "F:" + field.DeclaringType.FullName.Replace('+', '.') + "." + field.Name;
            XmlNode summary = comments.SelectSingleNode("//member[@name='" + name + "']/summary");
            string expected = TextOf(summary, field.DeclaringType);
            TooltipAttribute tooltip = (TooltipAttribute)Find(field, typeof(TooltipAttribute));
            if (tooltip == null || tooltip.tooltip != expected)
            {
                wrong.Add(name + "\n  " + expected + "\n  " + (tooltip == null ? "no tooltip" : tooltip.tooltip));
            }
        }
        Assert.That(wrong, Is.Empty);
        Assert.That(SerializedFields().Count(), Is.GreaterThan(70));
    }

    [Test]
    public void Each_number_has_a_least_value_unless_every_number_will_do()
    {
        string[] free = { "PathGridComponent.RandomSeed" };
        IEnumerable<string> without =
            from field in SerializedFields()
            where field.FieldType == typeof(int) || field.FieldType == typeof(float)
            where Find(field, typeof(MinAttribute)) == null && Find(field, typeof(RangeAttribute)) == null
            select field.DeclaringType.Name + "." + field.Name;
        Assert.That(without, Is.EquivalentTo(free));
    }

    [Test]
    public void No_slider_is_too_long_to_hit_a_number()
    {
        foreach (FieldInfo field in SerializedFields())
        {
            RangeAttribute range = (RangeAttribute)Find(field, typeof(RangeAttribute));
            Assert.That(range == null || range.max - range.min <= LargestSlider, field.Name);
        }
    }

    [Test]
    public void Each_component_and_asset_leads_to_a_page_of_the_manual()
    {
        // The package's folder, as the Editor maps it.
        string mapped = new Uri(Path.GetFullPath("Packages/com.gridstar.pathfinding/")).AbsoluteUri;
        Type[] types = Unity.GetTypes().Where(IsShown).ToArray();
        Assert.That(types.Length, Is.EqualTo(5));
        foreach (Type type in types)
        {
            object[] found = type.GetCustomAttributes(typeof(HelpURLAttribute), false);
            Assert.AreEqual(1, found.Length, type.Name);
            string address = ((HelpURLAttribute)found[0]).URL;
            Assert.That(address, Is.StringStarting(mapped));
            string page = Path.Combine(PackageFolder(), address.Substring(mapped.Length));
            Assert.That(File.Exists(page), page);
            Assert.That(File.ReadAllText(page), Is.StringContaining(type.Name), page);
        }
    }

    [Test]
    public void In_a_copy_of_the_package_the_page_is_that_of_the_copy()
    {
        string copy = Path.GetFullPath("Assets/Plugins/GridStar/Documentation~");
        Directory.CreateDirectory(copy);
        string page = Path.Combine(copy, "viewer.md");
        File.WriteAllText(page, "");
        try
        {
            object[] found = typeof(SearchViewer).GetCustomAttributes(typeof(HelpURLAttribute), false);
            Assert.AreEqual(new Uri(page).AbsoluteUri, ((HelpURLAttribute)found[0]).URL);
        }
        finally
        {
            Directory.Delete(Path.GetFullPath("Assets"), true);
        }
    }

    private static IEnumerable<FieldInfo> SerializedFields()
    {
        return
            from type in Unity.GetTypes()
            where IsShown(type) || type.IsSerializable && !type.IsEnum && !typeof(Exception).IsAssignableFrom(type)
            where !typeof(Delegate).IsAssignableFrom(type) && !type.Name.Contains("<")
            from field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
            where field.IsPublic || Find(field, typeof(SerializeField)) != null
            where !field.IsInitOnly && !field.IsNotSerialized && field.DeclaringType == type
            select field;
    }

    private static bool IsShown(Type type)
    {
        bool isKind = typeof(MonoBehaviour).IsAssignableFrom(type) || typeof(ScriptableObject).IsAssignableFrom(type);
        return isKind && !type.IsAbstract;
    }

    private static object Find(FieldInfo field, Type attribute)
    {
        return field.GetCustomAttributes(attribute, false).SingleOrDefault();
    }

    /// <summary>
    /// A summary as a reader of the inspector needs it: a constant by its value, a member of the same type by its name,
    /// others by type and name.
    /// </summary>
    private static string TextOf(XmlNode summary, Type owner)
    {
        IEnumerable<string> parts = summary.ChildNodes.Cast<XmlNode>().Select(node =>
        {
            XmlNode cref = node.Attributes == null ? null : node.Attributes.GetNamedItem("cref");
            return cref == null ? node.InnerText : NameOf(cref.Value, owner);
        });
        return Regex.Replace(string.Concat(parts), @"\s+", " ").Trim();
    }

    private static string NameOf(string cref, Type owner)
    {
        string[] words = Regex.Replace(cref.Substring(2), @"\(.*\)", "").Split('.');
        string name = words.Last();
        if (cref[0] == 'T')
        {
            return name;
        }
        string typeName = words[words.Length - 2];
        Type type = typeof(PathGrid).Assembly.GetTypes().Concat(Unity.GetTypes()).First(one => one.Name == typeName);
        FieldInfo constant = type.IsEnum ? null : type.GetField(name, BindingFlags.Static | BindingFlags.Public);
        if (constant != null && constant.IsLiteral)
        {
            return constant.GetRawConstantValue().ToString();
        }
        return type == owner ? name : typeName + "." + name;
    }

    /// <summary>The tests run in a folder below the project's.</summary>
    private static string PackageFolder()
    {
        DirectoryInfo folder = new FileInfo(Unity.Location).Directory;
        while (!Directory.Exists(Path.Combine(folder.FullName, "unity-package")))
        {
            folder = folder.Parent;
        }
        return Path.Combine(folder.FullName, "unity-package");
    }
}
