using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

/// <summary>
/// Writes the reference of the package's public types as Markdown: a page a type, and an index. Arguments: the folder
/// to write to, then the assemblies, beside each of which lies the file of its XML comments.
/// </summary>
internal static class Program
{
    private static void Main(string[] arguments)
    {
        string folder = arguments[0];
        Directory.CreateDirectory(folder);
        var assemblies = arguments.Skip(1).Select(Assembly.LoadFrom).ToList();
        var comments = new Comments(arguments.Skip(1).Select(file => Path.ChangeExtension(file, ".xml")));
        var types = assemblies.SelectMany(assembly => assembly.GetTypes()).Where(IsPublic)
            .OrderBy(Names.Page, StringComparer.Ordinal).ToList();
        comments.Pages = new HashSet<string>(types.Select(Names.Page));
        foreach (Type type in types)
        {
            comments.Current = Names.Page(type);
            Write(folder, Names.Page(type), new TypePage(type, comments).Text());
        }
        comments.Current = null;
        Write(folder, "index", Index(assemblies, types, comments));
        if (comments.Missing.Count > 0)
        {
            Console.Error.WriteLine("no comment: " + string.Join(", ", comments.Missing));
            Environment.Exit(1);
        }
        Console.WriteLine(types.Count + " types, " + comments.Members + " members");
    }

    private static bool IsPublic(Type type)
    {
        return type.IsVisible && !type.Name.StartsWith("<", StringComparison.Ordinal);
    }

    private static void Write(string folder, string name, string text)
    {
        File.WriteAllText(Path.Combine(folder, name + ".md"), text.TrimEnd('\n') + "\n", new UTF8Encoding(false));
    }

    private static string Index(List<Assembly> assemblies, List<Type> types, Comments comments)
    {
        var page = new Page();
        page.Line("# Reference");
        page.Paragraph("All public types of the package, by assembly, written by `cargo xtask reference` from the "
            + "comments of the sources. The [manual](../index.md) says how to use them.");
        foreach (Assembly assembly in assemblies)
        {
            List<Type> own = types.Where(type => type.Assembly == assembly).ToList();
            if (own.Count > 0)
            {
                page.Line("## " + assembly.GetName().Name);
                page.Line("| type | |");
                page.Raw("| --- | --- |\n");
                foreach (Type type in own)
                {
                    string link = "[" + Names.Of(type) + "](" + Names.Page(type) + ".md)";
                    page.Raw("| " + link + " | " + comments.Summary(Ids.Of(type)).Replace("|", "\\|") + " |\n");
                }
            }
        }
        return page.ToString();
    }
}
