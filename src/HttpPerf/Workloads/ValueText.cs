using System.Collections;
using System.Globalization;
using System.Text;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Workloads;

/// <summary>Writes values of parameters for the names of cases, alike on every machine.</summary>
internal static class ValueText
{
    /// <summary>Longer elements of a collection would make a name that nobody can read.</summary>
    private const int LongestElements = 100;

    /// <summary>Runs an action in the invariant culture: records and tuples format their members by the current one.</summary>
    public static T InInvariantCulture<T>(Func<T> action)
    {
        var (culture, ofTexts) = (CultureInfo.CurrentCulture, CultureInfo.CurrentUICulture);
        CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
        try
        {
            return action();
        }
        finally
        {
            (CultureInfo.CurrentCulture, CultureInfo.CurrentUICulture) = (culture, ofTexts);
        }
    }

    /// <summary>The value on one line, never cut. Different values may have the same text, e.g. null and "null".</summary>
    public static string Of(object? value) => InInvariantCulture(() => VisibleText.Lines(Plain(value).ReplaceLineEndings(" ")));

    /// <summary>
    /// The value as C# writes it, more or less: strings in quotes, with escapes, elements of collections in brackets. For values that have
    /// the same text otherwise.
    /// </summary>
    public static string Literal(object? value) => InInvariantCulture(() => value switch
    {
        null or int or bool => Of(value),
        string or char => Quote(value),
        DateTime or DateTimeOffset or TimeOnly => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        Uri uri => Quote(uri.OriginalString),
        Type type => VisibleText.Line(type.ToString()),
        Enum => $"{TypeNames.Of(value.GetType())}.{value}",
        IEnumerable elements => Elements(elements) ?? Of(value),
        _ => $"{Of(value)} ({TypeNames.Of(value.GetType())})",
    });

    private static string Plain(object? value) => value switch
    {
        null => "null",
        Type type => TypeNames.Of(type),
        string text => text,
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        Array array => $"{TypeNames.Of(array.GetType().GetElementType()!)}[{array.Length}]",
        ICollection collection => $"{TypeNames.Of(collection.GetType())}[{collection.Count}]",
        _ => value.ToString() ?? TypeNames.Of(value.GetType()),
    };

    /// <summary>Null if they are too long, or may never end.</summary>
    private static string? Elements(IEnumerable elements)
    {
        var text = new StringBuilder();
        foreach (var element in elements)
        {
            text.Append(text.Length == 0 ? "" : ", ").Append(element is string or char ? Quote(element) : Of(element));
            if (text.Length > LongestElements)
                return null;
        }

        return $"[{text}]";
    }

    private static string Quote(object value)
    {
        var quote = value is char ? "'" : "\"";
        return quote + VisibleText.Line($"{value}".Replace(@"\", @"\\").Replace(quote, @"\" + quote)) + quote;
    }
}
