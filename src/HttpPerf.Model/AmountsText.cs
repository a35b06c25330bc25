using System.Globalization;

namespace HttpPerf.Model;

/// <summary>The few amounts of bytes that calls of a case usually allocate, as people read and write them.</summary>
internal static class AmountsText
{
    /// <summary>As <c>thresholds.json</c> has them: <c>[1024, 1072]</c>.</summary>
    public static string Json(IReadOnlyList<double> amounts) => $"[{string.Join(", ", amounts.Select(Number))}]";

    /// <summary>As <c>1,024, 1,072 or 1,120 B</c>.</summary>
    public static string List(IReadOnlyList<double> amounts)
    {
        var texts = amounts.Select(bytes => bytes.ToString("#,0.##", CultureInfo.InvariantCulture)).ToList();
        return $"{(texts.Count > 1 ? $"{string.Join(", ", texts[..^1])} or " : "")}{texts[^1]} B";
    }

    /// <summary>
    /// By how much calls can allocate more without being told from others that arrive differently: the differences of any two amounts.
    /// </summary>
    public static IReadOnlyList<double> Untold(IReadOnlyList<double> amounts) =>
        [.. amounts.SelectMany(more => amounts.Select(less => more - less)).Where(growth => growth > 0).Distinct().Order()];

    /// <summary>The smallest growth that can be told.</summary>
    /// <param name="amounts">The usual amounts.</param>
    /// <param name="word">All objects are multiples of this size.</param>
    public static double LeastTold(IReadOnlyList<double> amounts, int word)
    {
        var untold = Untold(amounts);
        var growth = word;
        while (untold.Contains(growth))
            growth += word;
        return growth;
    }

    /// <summary>Which growth can't be told, as a clause; null if any can.</summary>
    public static string? DescribeUntold(IReadOnlyList<double> amounts) => Untold(amounts) is { Count: > 0 } untold
        ? $"growth by {List(untold)} can't be told, because amounts that far apart are usual"
        : null;

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
