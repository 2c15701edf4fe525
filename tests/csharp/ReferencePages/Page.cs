using System.Text;

/// <summary>Text of Markdown whose lines end within 120 columns.</summary>
internal sealed class Page
{
    private const int Columns = 120;

    private readonly StringBuilder text = new StringBuilder();

    /// <summary>A line of its own, such as a heading, after an empty one.</summary>
    public void Line(string line)
    {
        text.Append(text.Length > 0 ? "\n" : "").Append(line).Append('\n');
    }

    /// <summary>Text as it is.</summary>
    public void Raw(string raw)
    {
        text.Append(raw);
    }

    /// <summary>A paragraph after an empty line.</summary>
    public void Paragraph(string words)
    {
        if (words.Length > 0)
        {
            text.Append('\n');
            Wrap(words, "");
        }
    }

    /// <summary>An item of a list. The first of a list needs an empty line before it.</summary>
    public void Item(string words, bool isFirst)
    {
        text.Append(isFirst ? "\n- " : "- ");
        Wrap(words, "  ");
    }

    /// <summary>Code of C# that no check compiles.</summary>
    public void Code(string code)
    {
        text.Append("\n```text\n").Append(code).Append("\n```\n");
    }

    private void Wrap(string words, string indent)
    {
        int column = indent.Length;
        bool isFirst = true;
        foreach (string word in words.Split(' '))
        {
            if (!isFirst && column + 1 + word.Length > Columns)
            {
                text.Append('\n').Append(indent);
                column = indent.Length;
            }
            else if (!isFirst)
            {
                text.Append(' ');
                column++;
            }
            text.Append(word);
            column += word.Length;
            isFirst = false;
        }
        text.Append('\n');
    }

    public override string ToString()
    {
        return text.ToString();
    }
}
