using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using System.Xml;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using RangeAttribute = UnityEngine.RangeAttribute;

/// <summary>Names and tooltips of serialized fields in inspectors, read off the compiled assembly and its XML
/// comments.</summary>
public class InspectorFieldTests
{
    private static readonly Assembly[] Scripts =
    {
        typeof(PathGridComponent).Assembly, typeof(SearchViewer).Assembly,
    };

    /// <summary>A slider over more numbers than this hits no number that a user means.</summary>
    private const float LargestSlider = 100f;

    [Test]
    public void Each_serialized_field_has_its_summary_as_tooltip()
    {
        Dictionary<Assembly, XmlDocument> comments = Scripts.ToDictionary(scripts => scripts, CommentsOf);
        List<string> wrong = new List<string>();
        foreach (FieldInfo field in SerializedFields())
        {
            string name = "F:" + field.DeclaringType.FullName.Replace('+', '.') + "." + field.Name;
            XmlDocument own = comments[field.DeclaringType.Assembly];
            XmlNode summary = own.SelectSingleNode("//member[@name='" + name + "']/summary");
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
        string[] free =
        {
            "PathGridComponent.RandomSeed", "PathGridComponent.LowestObstacle", "PathGridComponent.HighestObstacle",
        };
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

#if UNITY_EDITOR
    [Test]
    public void Each_component_and_asset_leads_to_a_page_of_the_manual()
    {
        Type[] types = AllTypes().Where(IsShown).ToArray();
        Assert.That(types.Length, Is.EqualTo(9));
        foreach (Type type in types)
        {
            string page = new Uri(HelpOf(type).URL).LocalPath;
            Assert.AreEqual(Path.Combine(PackageFolder(), "Documentation~"), Path.GetDirectoryName(page));
            Assert.That(File.Exists(page), page);
            StringAssert.Contains(type.Name, File.ReadAllText(page), page);
        }
    }

    [TestCase("Assets/Plugins/GridStar")]
    [TestCase("Assets/Plugins/package")]
    [TestCase("Assets/Third Party/网格 #1")]
    [TestCase("Packages/com.gridstar.pathfinding")]
    [TestCase("Packages/GridStar")]
    [TestCase("Library/PackageCache/com.gridstar.pathfinding@0123abcd")]
    public void The_page_lies_in_the_package_that_has_the_script(string package)
    {
        string project = Path.GetFullPath("help");
        string manual = Path.Combine(project, package, "Documentation~");
        Directory.CreateDirectory(manual);
        try
        {
            string page = Path.Combine(manual, "viewer.md");
            foreach (string root in new[] { project, "help", "./help" })
            {
                string script = Path.Combine(root, package, "Runtime/Viewer/SearchViewer.cs");
                string address = HelpWith("viewer", script).URL;
                Assert.AreEqual(page, new Uri(address).LocalPath);
                Assert.AreEqual(new Uri(page).AbsoluteUri, address);
            }
        }
        finally
        {
            Directory.Delete(project, true);
        }
    }

    /// <summary>A new attribute of the kind that the components have.</summary>
    private static HelpURLAttribute HelpWith(string page, string script)
    {
        const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;
        Type type = HelpOf(typeof(SearchViewer)).GetType();
        return (HelpURLAttribute)Activator.CreateInstance(type, Hidden, null, new object[] { page, script }, null);
    }

    private static HelpURLAttribute HelpOf(Type type)
    {
        object[] found = type.GetCustomAttributes(typeof(HelpURLAttribute), false);
        Assert.AreEqual(1, found.Length, type.Name);
        return (HelpURLAttribute)found[0];
    }

    /// <summary>Found from this file: cargo's target folder, where the tests run, may lie anywhere.</summary>
    private static string PackageFolder([CallerFilePath] string source = "")
    {
        DirectoryInfo folder = new FileInfo(source).Directory;
        while (!Directory.Exists(Path.Combine(folder.FullName, "unity-package")))
        {
            folder = folder.Parent;
        }
        return Path.Combine(folder.FullName, "unity-package");
    }
#else
    [Test]
    public void A_player_has_no_paths_of_the_machine_that_compiled_it()
    {
        foreach (Type type in AllTypes())
        {
            Assert.That(type.GetCustomAttributes(typeof(HelpURLAttribute), false), Is.Empty, type.Name);
        }
    }
#endif

    private static IEnumerable<Type> AllTypes() => Scripts.SelectMany(scripts => scripts.GetTypes());

    private static XmlDocument CommentsOf(Assembly scripts)
    {
        XmlDocument comments = new XmlDocument();
        comments.Load(Path.ChangeExtension(scripts.Location, "xml"));
        return comments;
    }

    private static IEnumerable<FieldInfo> SerializedFields()
    {
        return
            from type in AllTypes()
            where IsShown(type) || type.IsSerializable && !type.IsEnum && !typeof(Exception).IsAssignableFrom(type)
            where !typeof(Delegate).IsAssignableFrom(type) && !type.Name.Contains("<")
            from field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
            where field.IsPublic || Find(field, typeof(SerializeField)) != null
            where Find(field, typeof(HideInInspector)) == null
            where !field.IsInitOnly && !field.IsNotSerialized && field.DeclaringType == type
            select field;
    }

    private static bool IsShown(Type type)
    {
        bool isKind = typeof(MonoBehaviour).IsAssignableFrom(type) || typeof(ScriptableObject).IsAssignableFrom(type);
        return isKind && !type.IsAbstract;
    }

    private static object Find(FieldInfo field, Type attribute)
        => field.GetCustomAttributes(attribute, false).SingleOrDefault();

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
        Type type = typeof(PathGrid).Assembly.GetTypes().Concat(AllTypes()).First(one => one.Name == typeName);
        FieldInfo constant = type.IsEnum ? null : type.GetField(name, BindingFlags.Static | BindingFlags.Public);
        if (constant != null && constant.IsLiteral)
        {
            return constant.GetRawConstantValue().ToString();
        }
        return type == owner ? name : typeName + "." + name;
    }
}
