using System.Globalization;

namespace HttpPerf.Model;

/// <summary>Numbers and words in sentences, the same on every machine: 5.4, never 5,4.</summary>
internal static class InvariantText
{
    public static string Show<T>(this T number, string format)
        where T : struct, IFormattable => number.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>As the beginning of a sentence.</summary>
    public static string Capitalized(this string clause) => $"{char.ToUpperInvariant(clause[0])}{clause[1..]}";

    /// <summary>Without the unit.</summary>
    public static string InSeconds(this TimeSpan time, string format) => time.TotalSeconds.Show(format);
}
