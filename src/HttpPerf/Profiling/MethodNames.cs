using System.Text.RegularExpressions;

namespace HttpPerf.Profiling;

/// <summary>Names of methods and types as their authors wrote them, from those that the compiler and the runtime give them.</summary>
internal static partial class MethodNames
{
    private static readonly Dictionary<string, string> Keywords = new()
    {
        ["Boolean"] = "bool",
        ["Byte"] = "byte",
        ["Char"] = "char",
        ["Decimal"] = "decimal",
        ["Double"] = "double",
        ["Int16"] = "short",
        ["Int32"] = "int",
        ["Int64"] = "long",
        ["Object"] = "object",
        ["SByte"] = "sbyte",
        ["Single"] = "float",
        ["String"] = "string",
        ["UInt16"] = "ushort",
        ["UInt32"] = "uint",
        ["UInt64"] = "ulong",
        // Code that the runtime shares between all reference types.
        ["__Canon"] = "T",
    };

    private const string TopLevel = "<Main>$";

    /// <summary>The compiler's names for top-level statements and for <c>record with { … }</c>.</summary>
    private static readonly Dictionary<string, string> Written = new() { [TopLevel] = "Main", ["<Clone>$"] = "with" };

    /// <summary>The class and the method, without namespace and parameters.</summary>
    /// <param name="full">
    /// As <c>Shop.Orders+&lt;Map&gt;d__3.MoveNext()</c>, which is <c>Orders.Map</c>.
    /// </param>
    public static string OfMethod(string full)
    {
        var name = full.Split('(')[0];
        var dot = LastDot(name);
        var (type, method) = dot < 0 ? ("", name) : (name[..dot], name[(dot + 1)..]);
        var types = Nested(type.TrimEnd('.')).ToList();
        if (method == "MoveNext" && types.Count > 0 && StateMachine().Match(types[^1]) is { Success: true } machine)
        {
            method = machine.Groups[1].Value;
            types.RemoveAt(types.Count - 1);
        }

        method = AsWritten(method);
        types.RemoveAll(t => t.StartsWith("<>c", StringComparison.Ordinal));
        var owner = string.Join('.', types.Select(Simple));
        return method is "ctor" or "cctor" ? $"new {owner}" : owner.Length > 0 ? $"{owner}.{method}" : method;
    }

    private static string AsWritten(string method)
    {
        if (Lambda().Match(method) is { Success: true } lambda)
            method = lambda.Groups[1].Value;
        else if (LocalFunction().Match(method) is { Success: true } local)
            // Of top-level statements, nobody has written a method around it.
            method = local.Groups[1].Value == TopLevel ? local.Groups[2].Value : $"{local.Groups[1].Value}.{local.Groups[2].Value}";
        return Written.GetValueOrDefault(method, method);
    }

    /// <summary>The type with its arguments, without namespaces.</summary>
    /// <param name="full">
    /// As <c>System.Collections.Generic.List`1[Shop.Order][]</c>, which is <c>List&lt;Order&gt;[]</c>.
    /// </param>
    public static string OfType(string full)
    {
        var position = 0;
        return ReadType(full, ref position);
    }

    private static string ReadType(string text, ref int position)
    {
        var start = position;
        while (position < text.Length && text[position] is not ('[' or ']' or ','))
            position++;
        var name = Readable([.. Nested(text[start..position].Trim())]);
        while (position < text.Length && text[position] == '[')
        {
            position++;
            if (position < text.Length && text[position] is ']' or ',')
                name += ReadArray(text, ref position);
            else
                name += ReadArguments(text, ref position);
        }

        return name;
    }

    private static string ReadArray(string text, ref int position)
    {
        var start = position;
        while (position < text.Length && text[position] == ',')
            position++;
        var commas = text[start..position];
        position++;
        return $"[{commas}]";
    }

    private static string ReadArguments(string text, ref int position)
    {
        var arguments = new List<string>();
        do
        {
            if (text[position] == ',')
                position++;
            arguments.Add(ReadType(text, ref position));
        }
        while (position < text.Length && text[position] == ',');
        position++;
        return $"<{string.Join(", ", arguments)}>";
    }

    private static string Readable(string[] nested)
    {
        var owner = string.Join('.', nested[..^1].Where(t => !t.StartsWith("<>c", StringComparison.Ordinal)).Select(Simple));
        var last = nested[^1];
        // Events often name a nested type without the type that it is in.
        return StateMachine().Match(last) is { Success: true } machine
            ? $"state machine of {(owner.Length > 0 ? $"{owner}." : "")}{AsWritten(machine.Groups[1].Value)}"
            : last.StartsWith("<>c", StringComparison.Ordinal) ? (owner.Length > 0 ? $"closure in {owner}" : "closure")
            : owner.Length > 0 ? $"{owner}.{Simple(last)}"
            : Simple(last);
    }

    private static IEnumerable<string> Nested(string type)
    {
        var parts = SplitNested(type);
        var bracket = parts[0].IndexOf('[', StringComparison.Ordinal);
        var name = bracket < 0 ? parts[0] : parts[0][..bracket];
        return [name[(name.LastIndexOf('.') + 1)..], .. parts.Skip(1)];
    }

    /// <summary>Arguments in brackets may be nested types too.</summary>
    private static List<string> SplitNested(string type)
    {
        var parts = new List<string>();
        var (start, depth) = (0, 0);
        for (var i = 0; i < type.Length; i++)
        {
            depth += type[i] is '[' ? 1 : type[i] is ']' ? -1 : 0;
            if (type[i] != '+' || depth > 0)
                continue;
            parts.Add(type[start..i]);
            start = i + 1;
        }

        parts.Add(type[start..]);
        return parts;
    }

    private static string Simple(string name)
    {
        var plain = name.Split('`', '[')[0];
        return Keywords.GetValueOrDefault(plain, plain);
    }

    /// <summary>The dot before the method's name. Names of explicit implementations and arguments contain dots, too.</summary>
    private static int LastDot(string name)
    {
        var depth = 0;
        for (var i = name.Length - 1; i >= 0; i--)
        {
            depth += name[i] is ']' or '>' ? 1 : name[i] is '[' or '<' ? -1 : 0;
            if (name[i] == '.' && depth == 0)
                return i;
        }

        return -1;
    }

    // <Map>d__3; of an asynchronous lambda: <<List>b__0>d
    [GeneratedRegex(@"^<(.+)>d(?:__\d+)?(?:`\d+)?(?:\[.*)?$")]
    private static partial Regex StateMachine();

    // <List>b__0_1
    [GeneratedRegex(@"^<([^<>]+|<Main>\$)>b__[\d_]+$")]
    private static partial Regex Lambda();

    // <List>g__Add|0_0
    [GeneratedRegex(@"^<([^<>]+|<Main>\$)>g__([^|]+)\|[\d_]+$")]
    private static partial Regex LocalFunction();
}
