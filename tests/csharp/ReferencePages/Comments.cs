using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;

/// <summary>XML comments as Markdown.</summary>
internal sealed class Comments
{
    private readonly Dictionary<string, XmlElement> byId = new Dictionary<string, XmlElement>();

    public Comments(IEnumerable<string> files)
    {
        foreach (string file in files)
        {
            var document = new XmlDocument { PreserveWhitespace = true };
            document.Load(file);
            foreach (XmlElement member in document.GetElementsByTagName("member").OfType<XmlElement>())
            {
                byId[member.GetAttribute("name")] = member;
            }
        }
    }

    /// <summary>Names of the types that have a page.</summary>
    public HashSet<string> Pages { get; set; }

    /// <summary>Name of the type whose page is written: it needs no links to itself.</summary>
    public string Current { get; set; }

    /// <summary>Ids that have no summary.</summary>
    public List<string> Missing { get; } = new List<string>();

    /// <summary>How many members were written.</summary>
    public int Members { get; set; }

    public string Summary(string id)
    {
        string summary = string.Join(" ", Texts(id, "summary"));
        if (summary.Length == 0 && !Missing.Contains(id))
        {
            Missing.Add(id);
        }
        return summary;
    }

    /// <summary>Paragraphs of the parts with a tag.</summary>
    public IEnumerable<string> Texts(string id, string tag)
    {
        XmlElement comment;
        if (!byId.TryGetValue(id, out comment))
        {
            return new string[0];
        }
        return comment.ChildNodes.OfType<XmlElement>().Where(part => part.Name == tag).SelectMany(Paragraphs);
    }

    /// <summary>Texts of parameters or of exceptions, each with its name.</summary>
    public IEnumerable<KeyValuePair<string, string>> Named(string id, string tag, string attribute)
    {
        XmlElement comment;
        if (!byId.TryGetValue(id, out comment))
        {
            yield break;
        }
        foreach (XmlElement part in comment.ChildNodes.OfType<XmlElement>().Where(part => part.Name == tag))
        {
            string text = string.Join(" ", Paragraphs(part));
            if (text.Length > 0)
            {
                yield return new KeyValuePair<string, string>(part.GetAttribute(attribute), text);
            }
        }
    }

    private IEnumerable<string> Paragraphs(XmlElement part)
    {
        var text = new StringBuilder();
        foreach (XmlNode node in part.ChildNodes)
        {
            if (node.Name == "para")
            {
                if (Tidy(text).Length > 0)
                {
                    yield return Tidy(text);
                    text.Clear();
                }
                yield return Tidy(Inline(node));
            }
            else
            {
                text.Append(Inline(node, true));
            }
        }
        if (Tidy(text).Length > 0)
        {
            yield return Tidy(text);
        }
    }

    private string Inline(XmlNode node, bool isWhole)
    {
        var element = node as XmlElement;
        if (element == null)
        {
            return Escape(node.Value ?? "");
        }
        switch (element.Name)
        {
            case "see":
                string word = element.GetAttribute("langword");
                return word.Length > 0 ? "`" + word + "`" : Reference(element.GetAttribute("cref"));
            case "paramref":
                return "`" + element.GetAttribute("name") + "`";
            case "c":
            case "code":
                return "`" + element.InnerText.Trim() + "`";
            default:
                return Inline(element).ToString();
        }
    }

    private StringBuilder Inline(XmlNode node)
    {
        return node.ChildNodes.Cast<XmlNode>().Aggregate(
            new StringBuilder(), (text, child) => text.Append(Inline(child, true)));
    }

    /// <summary>The last name of an id, with a link where its type has a page.</summary>
    private string Reference(string id)
    {
        string name = Regex.Replace(id.Substring(2), @"\(.*\)|``?\d+", "").Replace(".#ctor", "");
        name = Regex.Replace(name, @"^(GridStar|UnityEngine|Unity|System)(\.[A-Z]\w*)*\.(?=[A-Z])", match =>
            match.Value.Substring(match.Value.IndexOf('.') + 1));
        bool isMember = id[0] != 'T' && name.Contains('.');
        string type = isMember ? name.Substring(0, name.LastIndexOf('.')) : name;
        if (type == Current)
        {
            return "`" + (isMember ? name.Substring(type.Length + 1) : name) + "`";
        }
        return Pages.Contains(type) ? "[`" + name + "`](" + type + ".md)" : "`" + name + "`";
    }

    private static string Escape(string text)
    {
        return Regex.Replace(text, @"[*_<\[\]]", match => "\\" + match.Value);
    }

    private static string Tidy(StringBuilder text)
    {
        return Regex.Replace(text.ToString(), @"\s+", " ").Trim();
    }
}
